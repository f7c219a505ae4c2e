//! What a scalar holds, as far as it is known: the flat lattice of the papers (BAM 4.4.1), over bits and addresses.

use super::object::Object;
use cairn_ir::{FunctionId, Value};

/// The value of a scalar.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Datum {
    /// ⊤: any value.
    Unknown,
    /// These bits: integers, floats, the null pointer.
    Bits(u128),
    /// The address so many bytes into an object.
    Address(Object, i64),
    /// An address in an object, or one past its end.
    Somewhere(Object),
    /// The address of a function.
    Function(FunctionId),
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
    pub const fn object(self) -> Option<Object> {
        match self {
            Datum::Address(object, _) | Datum::Somewhere(object) => Some(object),
            _ => None,
        }
    }
    /// True when every value of this one is one of `other`.
    pub fn is_below(self, other: Self) -> bool {
        self == other
            || other == Datum::Unknown
            || matches!((self, other), (Datum::Address(a, _), Datum::Somewhere(b)) if a == b)
    }
}

impl From<Value> for Datum {
    fn from(value: Value) -> Self {
        Datum::Bits(value.0)
    }
}
