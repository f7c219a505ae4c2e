//! What a scalar holds, as far as it is known: the flat lattice of the papers (BAM 4.4.1), over bits and addresses.

use super::object::AbstractObject;
use super::range::Range;
use super::symbolic_domain::Symbolic;
use cairn_ir::{FunctionId, Value};

/// The value of a scalar.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Datum {
    /// ⊤: any value.
    Unknown,
    /// These bits: integers, floats, the null pointer.
    Bits(u128),
    /// An integer of a range.
    Range(Range),
    /// The address so many bytes into an object.
    Address(AbstractObject, i64),
    /// An address in an object, or one past its end.
    Somewhere(AbstractObject),
    /// The address of a function.
    Function(FunctionId),
    /// A value that only symbolic execution knows more of.
    Term(Symbolic),
}

impl Datum {
    /// The constant, if it is one.
    pub const fn bits(self) -> Option<Value> {
        match self {
            Datum::Bits(bits) => Some(Value(bits)),
            _ => None,
        }
    }
    /// The object that it points into.
    pub const fn object(self) -> Option<AbstractObject> {
        match self {
            Datum::Address(object, _) | Datum::Somewhere(object) => Some(object),
            _ => None,
        }
    }
    /// True when every value of this one is one of `other`, both `width` bits wide.
    pub fn is_below(self, other: Self, width: u32) -> bool {
        match (self, other) {
            // Whether a term may stand for it is for those to see who have the terms.
            (_, Datum::Unknown | Datum::Term(_)) => true,
            (Datum::Address(a, _), Datum::Somewhere(b)) => a == b,
            (Datum::Bits(bits), Datum::Range(range)) => range.contains_bits(bits, width),
            (Datum::Range(a), Datum::Range(b)) => a.is_below(b),
            _ => self == other,
        }
    }
    /// True for ⊤, for ranges and for terms: what is not one value.
    pub const fn is_open(self) -> bool {
        matches!(self, Datum::Unknown | Datum::Range(_) | Datum::Term(_))
    }
}

impl Datum {
    /// The symbols in it: see [`Symbolic::marks`].
    pub const fn marks(self) -> u64 {
        match self {
            Datum::Term(symbolic) => symbolic.marks,
            _ => 0,
        }
    }
}

impl From<Value> for Datum {
    fn from(value: Value) -> Self {
        Datum::Bits(value.0)
    }
}
