//! The content of a place: a scalar, a bit-field, or a whole record or array.

use cairn_ir::types::{BitField, Scalar};
use cairn_ir::{PlaceId, PlaceKind, Program};

/// A scalar or a bit-field at a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Leaf {
    /// Its type; that of a bit-field is the declared one.
    pub of: Scalar,
    /// Which bits, for a bit-field: counted from the byte where the place begins.
    pub field: Option<BitField>,
}

impl Leaf {
    /// Bits that it takes in memory, without padding.
    pub fn width(self) -> u32 {
        self.field.map_or_else(|| self.of.bits(), |field| field.width)
    }
}

/// The scalar or bit-field at a place; `None` for a record or an array.
pub fn leaf(program: &Program, place: PlaceId) -> Option<Leaf> {
    let (types, exprs) = (&program.types, &program.exprs);
    if let PlaceKind::Field(record, index) = exprs[place].kind
        && let Some(field) = types.fields(exprs[record].ty).and_then(|fields| fields.get(index as usize))
        && let (Some(bits), Some(of)) = (field.bits, types.scalar(field.ty))
    {
        return Some(Leaf { of, field: Some(bits) });
    }
    types.scalar(exprs[place].ty).map(|of| Leaf { of, field: None })
}
