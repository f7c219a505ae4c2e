//! The scalars that a type is made of. Records and arrays are copied and taken apart by them.

use cairn_ir::types::{BitField, Scalar};
use cairn_ir::{Type, TypeId, Types};

/// Types of more scalars are not taken apart, and variables of them are in memory.
pub(crate) const LEAVES: usize = 64;

/// A scalar or bit-field in a type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct ScalarPart {
    /// First bit, from the start of the type.
    pub(crate) first: u64,
    /// Bits: the scalar's, or the bit-field's.
    pub(crate) bits: u32,
    /// The scalar; for a bit-field the declared one.
    pub(crate) of: Scalar,
    /// The bytes that memory is accessed by: so many before the byte of the first bit,
    pub(crate) before: u64,
    /// and so many in all. (A bit-field shares them with its neighbours.)
    pub(crate) bytes: u64,
}

impl ScalarPart {
    pub(crate) fn scalar(of: Scalar) -> Self {
        ScalarPart { first: 0, bits: of.bits(), of, before: 0, bytes: u64::from(of.bits().div_ceil(8)) }
    }
    /// A bit-field that begins at a bit of the byte at `offset` of its record: accessed by the unit of its declared type
    /// that it lies in, or by its own bytes when it lies in none.
    pub(crate) fn field(offset: u64, bits: BitField, of: Scalar) -> Self {
        let size = u64::from(of.bits().div_ceil(8));
        let (inside, own) = (offset % size.max(1), u64::from((bits.first + bits.width).div_ceil(8)));
        let (before, bytes) = if inside + own <= size { (inside, size) } else { (0, own) };
        ScalarPart { first: u64::from(bits.first), bits: bits.width, of, before, bytes }
    }
    /// The same, with its first bit counted from its first byte.
    pub(crate) fn inner(self) -> Self {
        ScalarPart { first: self.first % 8, ..self }
    }
    /// True for a bit-field.
    pub(crate) fn is_field(self) -> bool {
        self.bits != self.of.bits() || !self.first.is_multiple_of(8)
    }
}

/// The scalars of a type in order; `None` when there are more than [`LEAVES`], or a union of different ones.
pub(crate) fn leaves(types: &Types, ty: TypeId) -> Option<Vec<ScalarPart>> {
    let mut all = Collect { types, out: Vec::new() };
    all.add(ty, 0).then_some(all.out)
}

struct Collect<'t> {
    types: &'t Types,
    out: Vec<ScalarPart>,
}

impl Collect<'_> {
    /// Adds the scalars of a type from a bit on; false when there are too many, or overlapping ones.
    fn add(&mut self, ty: TypeId, first: u64) -> bool {
        if let Some(of) = self.types.scalar(ty) {
            self.out.push(ScalarPart { first, ..ScalarPart::scalar(of) });
            return self.out.len() <= LEAVES;
        }
        match self.types.get(ty) {
            Type::Array(of, Some(count)) => {
                let Some(size) = self.types.size_of(of.ty) else { return false };
                // An element without scalars adds nothing however many there are.
                let many = (*count).min(LEAVES as u64 + 1);
                (0..many).all(|i| self.add(of.ty, first + i * size * 8))
            }
            // A flexible member holds nothing in a variable.
            Type::Array(_, None) => true,
            Type::Record(record) => {
                let Some(fields) = self.types.fields(ty) else { return false };
                let start = self.out.len();
                for field in fields {
                    let at = self.out.len();
                    let from = first + field.offset * 8;
                    match (field.bits, self.types.scalar(field.ty)) {
                        (Some(bits), Some(of)) => {
                            let leaf = ScalarPart::field(field.offset, bits, of);
                            self.out.push(ScalarPart { first: from + leaf.first, ..leaf });
                        }
                        _ if !self.add(field.ty, from) => return false,
                        _ => {}
                    }
                    if self.types.records[*record].is_union && at > start {
                        // A member like the first one adds nothing.
                        if self.out[start..at] != self.out[at..] {
                            return false;
                        }
                        self.out.truncate(at);
                    }
                }
                self.out.len() <= LEAVES
            }
            _ => false,
        }
    }
}
