//! Constants: the bits of a scalar. The type says how to read them.

use std::fmt;

/// The bits of a scalar value, zero-extended to 128; bits above the type's width are zero. `_Bool` is 0 or 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Value(pub u128);

impl Value {
    /// The value's low `bits` bits.
    pub const fn truncated(bits: u128, width: u32) -> Self {
        Value(bits & mask(width))
    }
    /// The value of an integer of `width` bits.
    pub const fn from_i128(value: i128, width: u32) -> Self {
        Self::truncated(value as u128, width)
    }
    /// Read as a signed integer of `width` bits.
    pub const fn as_signed(self, width: u32) -> i128 {
        if width == 0 || width >= 128 {
            return self.0 as i128;
        }
        ((self.0 << (128 - width)) as i128) >> (128 - width)
    }
    /// Read as an unsigned integer.
    pub const fn as_unsigned(self) -> u128 {
        self.0
    }
    /// True when no bit is set. (For a float use the comparison: -0.0 has a bit set.)
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }
}

/// The lowest `width` bits set.
pub const fn mask(width: u32) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#x}", self.0)
    }
}
