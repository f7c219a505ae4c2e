//! Bit-precise arithmetic on constants: the one place that says what C's operators compute. The front end's constant
//! evaluator, the interpreter, the value analysis and the simplification of terms all come here.
//!
//! Each function gives the result on two's complement with wrap-around (gcc -fwrapv) and, beside it, what C says is
//! undefined about it, so that a caller can go on or stop as it needs. `None` means that there is no result to go on
//! with (division by zero).

use crate::expr::{BinaryOp, UnaryOp};
use crate::types::Scalar;
use crate::value::Value;

/// What C leaves undefined in an operation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Undefined {
    /// A signed result does not fit its type.
    SignedOverflow,
    /// Division or remainder by zero.
    DivisionByZero,
    /// A shift by a negative amount, or by the width or more.
    ShiftAmount,
    /// A left shift of a negative value, or one that moves a set bit into or past the sign.
    ShiftOfNegative,
    /// A float that does not fit the integer type.
    FloatToInteger,
    /// `__builtin_clz(0)` or `__builtin_ctz(0)`.
    CountOfZero,
}

/// A result and what is undefined about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// What the machine computes.
    pub value: Value,
    /// What C says about it.
    pub undefined: Option<Undefined>,
}

impl From<Value> for Outcome {
    fn from(value: Value) -> Self {
        Outcome { value, undefined: None }
    }
}

/// `op x`, where `x` has the scalar type `from` and the result has `to`.
///
/// # Errors
/// The reason, when there is no result to go on with, or `op` does not apply to the type.
pub fn unary(op: UnaryOp, x: Value, from: Scalar, to: Scalar) -> Result<Outcome, Undefined> {
    let _ = (op, x, from, to);
    Err(Undefined::CountOfZero)
}

/// `x op y`, where `x` has the scalar type `left`, `y` has `right` and the result has `to`. Not for
/// [`BinaryOp::PtrAdd`] and [`BinaryOp::PtrDiff`]: their element size is the caller's to know.
///
/// # Errors
/// The reason, when there is no result to go on with.
pub fn binary(op: BinaryOp, x: Value, y: Value, left: Scalar, right: Scalar, to: Scalar) -> Result<Outcome, Undefined> {
    let _ = (op, x, y, left, right, to);
    Err(Undefined::DivisionByZero)
}

/// Conversion of `x` from one scalar type to another, by C's rules.
pub fn cast(x: Value, from: Scalar, to: Scalar) -> Outcome {
    let _ = (from, to);
    x.into()
}

/// Whether a scalar compares unequal to zero (`-0.0` does not; NaN does).
pub fn is_true(x: Value, of: Scalar) -> bool {
    let _ = of;
    !x.is_zero()
}
