//! The bytes that hold a bit-field. One of 128 bits that does not begin at a byte takes 17 of them, one more than the
//! widest integer has.

use cairn_ir::value::mask;

/// The bytes of a bit-field: up to 17.
pub(crate) struct Wide {
    pub low: u128,
    pub high: u8,
}

impl Wide {
    pub fn shifted(&self, first: u32) -> u128 {
        match first {
            0 => self.low,
            _ => self.low >> first | u128::from(self.high) << (128 - first),
        }
    }
    pub fn with(self, first: u32, width: u32, bits: u128) -> Wide {
        let field = mask(width);
        let low = self.low & !(field << first) | (bits & field) << first;
        let high = match first {
            0 => self.high,
            _ => {
                let above = (field >> (128 - first)) as u8;
                self.high & !above | (((bits & field) >> (128 - first)) as u8)
            }
        };
        Wide { low, high }
    }
}
