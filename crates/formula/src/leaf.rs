//! The scalars that a type is made of. Records and arrays are copied and taken apart by them.

use cairn_ir::types::Scalar;
use cairn_ir::{Type, TypeId, Types};

/// Types of more scalars are not taken apart.
pub(crate) const LEAVES: usize = 64;

/// A scalar or bit-field in a type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Leaf {
    /// First bit, from the start of the type.
    pub(crate) first: u64,
    /// Bits: the scalar's, or the bit-field's.
    pub(crate) bits: u32,
    /// The scalar; for a bit-field the declared one.
    pub(crate) of: Scalar,
}

impl Leaf {
    /// True for a bit-field.
    pub(crate) fn is_field(self) -> bool {
        self.bits != self.of.bits() || !self.first.is_multiple_of(8)
    }
}

/// The scalars of a type in order; `None` when there are more than [`LEAVES`], or a union of different ones.
pub(crate) fn leaves(types: &Types, ty: TypeId) -> Option<Vec<Leaf>> {
    let mut out = Vec::new();
    collect(types, ty, 0, &mut out).then_some(out)
}

fn collect(types: &Types, ty: TypeId, first: u64, out: &mut Vec<Leaf>) -> bool {
    if let Some(of) = types.scalar(ty) {
        out.push(Leaf { first, bits: of.bits(), of });
        return out.len() <= LEAVES;
    }
    match types.get(ty) {
        Type::Array(of, Some(count)) => {
            let Some(size) = types.size_of(of.ty) else { return false };
            // An element without scalars adds nothing however many there are.
            (0..(*count).min(LEAVES as u64 + 1)).all(|i| collect(types, of.ty, first + i * size * 8, out))
        }
        Type::Record(record) => {
            let Some(fields) = types.fields(ty) else { return false };
            let start = out.len();
            for field in fields {
                let at = out.len();
                let from = first + field.offset * 8;
                match (field.bits, types.scalar(field.ty)) {
                    (Some(bits), Some(of)) => {
                        out.push(Leaf { first: from + u64::from(bits.first), bits: bits.width, of });
                    }
                    _ if !collect(types, field.ty, from, out) => return false,
                    _ => {}
                }
                if types.records[*record].is_union && at > start {
                    // A member like the first one adds nothing.
                    if out[start..at] != out[at..] {
                        return false;
                    }
                    out.truncate(at);
                }
            }
            out.len() <= LEAVES
        }
        _ => false,
    }
}
