//! Bit-precise arithmetic on constants: the one place that says what C's operators compute. The front end's constant
//! evaluator, the interpreter, the value analysis and the simplification of terms all come here.
//!
//! Each function gives the result on two's complement with wrap-around (gcc -fwrapv) and, beside it, what C says is
//! undefined about it, so that a caller can go on or stop as it needs. `Err` means that there is no result to go on
//! with (division by zero).
//!
//! Integers are computed in 128 bits ([`int`]); binary32 and binary64 by the machine, whose arithmetic is IEEE 754
//! exactly; the two wide formats by software ([`float`]). A NaN that an operation makes is the positive quiet one with
//! an empty payload, whatever the NaNs it was made of: C promises no more, and the solvers know only one NaN. Negation,
//! `fabs` and `copysign` move bits, as the machine does.

mod float;
mod int;
mod text;

pub use text::{format_value, parse_float};

use crate::expr::{BinaryOp, UnaryOp};
use crate::types::Scalar;
use crate::value::Value;

/// Undefined behaviour of an operation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Undefined {
    /// A signed result does not fit its type.
    SignedOverflow,
    /// Division or remainder by zero.
    DivisionByZero,
    /// Division or remainder of the least number by -1, which stops the machine as division by zero does.
    DivisionOverflow,
    /// A shift by a negative amount, or by the width or more.
    ShiftAmount,
    /// A left shift of a negative value, or one that moves a set bit into or past the sign.
    ShiftOfNegative,
    /// A float that does not fit the integer type.
    FloatToInteger,
    /// `__builtin_clz(0)` or `__builtin_ctz(0)`.
    CountOfZero,
    /// The operation does not apply to its operands' types: a malformed program, not something that C code can say.
    NotApplicable,
}

impl std::fmt::Display for Undefined {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Undefined::SignedOverflow => "signed integer overflow",
            Undefined::DivisionByZero => "division by zero",
            Undefined::DivisionOverflow => "division of the least number by -1",
            Undefined::ShiftAmount => "shift amount is negative or not below the width",
            Undefined::ShiftOfNegative => "left shift of a negative value or into the sign bit",
            Undefined::FloatToInteger => "floating-point value out of the range of the integer type",
            Undefined::CountOfZero => "count of leading or trailing zeros of zero",
            Undefined::NotApplicable => "operation does not apply to the types of its operands",
        })
    }
}

/// A result and what is undefined about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Evaluated {
    /// Result of the machine.
    pub value: Value,
    /// Undefined behaviour by C.
    pub undefined: Option<Undefined>,
}

impl From<Value> for Evaluated {
    fn from(value: Value) -> Self {
        Evaluated { value, undefined: None }
    }
}

impl Evaluated {
    fn undefined(value: Value, why: Undefined) -> Self {
        Evaluated { value, undefined: Some(why) }
    }
}

/// The integer behind a scalar: width, and whether it has negative values. Pointers are unsigned; `_Bool` is unsigned
/// with 8 bits. `None` for floats.
const fn integer(of: Scalar) -> Option<(u32, bool)> {
    match of {
        Scalar::Int { bits, signed } => Some((bits, signed)),
        Scalar::Pointer { bits } => Some((bits, false)),
        Scalar::Bool => Some((8, false)),
        Scalar::Float(_) => None,
    }
}

/// The truth value as a scalar.
const fn truth(condition: bool) -> Value {
    Value(condition as u128)
}

/// `op x`, where `x` has the scalar type `from` and the result has `to`.
///
/// # Errors
/// The reason, when there is no result to go on with, or `op` does not apply to the type.
pub fn unary(op: UnaryOp, x: Value, from: Scalar, to: Scalar) -> Result<Evaluated, Undefined> {
    match (op, from, to) {
        (UnaryOp::LogicalNot, ..) => Ok(truth(!is_true(x, from)).into()),
        (UnaryOp::BitsToFloat, Scalar::Int { .. } | Scalar::Bool | Scalar::Pointer { .. }, Scalar::Float(kind)) => {
            Ok(Value::truncated(x.0, kind.bits()).into())
        }
        (UnaryOp::FloatToBits, Scalar::Float(_), _) => {
            integer(to).map(|(bits, _)| Value::truncated(x.0, bits).into()).ok_or(Undefined::NotApplicable)
        }
        (_, Scalar::Float(kind), _) => float::unary(op, x, kind).map(Evaluated::from).ok_or(Undefined::NotApplicable),
        _ => int::unary(op, x, from, to),
    }
}

/// `x op y`, where `x` has the scalar type `left`, `y` has `right` and the result has `to`. Not for
/// [`BinaryOp::PtrAdd`] and [`BinaryOp::PtrDiff`]: their element size is the caller's to know.
///
/// # Errors
/// The reason, when there is no result to go on with.
pub fn binary(
    op: BinaryOp,
    x: Value,
    y: Value,
    left: Scalar,
    right: Scalar,
    to: Scalar,
) -> Result<Evaluated, Undefined> {
    match left {
        Scalar::Float(kind) => float::binary(op, x, y, kind).map(Evaluated::from).ok_or(Undefined::NotApplicable),
        _ => int::binary(op, x, y, left, right, to),
    }
}

/// Conversion of `x` from one scalar type to another, by C's rules.
pub fn cast(x: Value, from: Scalar, to: Scalar) -> Evaluated {
    match (from, to) {
        (_, Scalar::Bool) => truth(is_true(x, from)).into(),
        (Scalar::Float(kind), Scalar::Float(wanted)) => float::convert(x, kind, wanted).into(),
        (Scalar::Float(kind), Scalar::Int { .. } | Scalar::Pointer { .. }) => {
            let (bits, signed) = (to.bits(), to.is_signed());
            match float::to_integer(x, kind, bits, signed) {
                Some(value) => value.into(),
                None => Evaluated::undefined(
                    Value::truncated(1 << (bits.clamp(1, 128) - 1), bits),
                    Undefined::FloatToInteger,
                ),
            }
        }
        (_, Scalar::Float(kind)) => float::from_integer(int::widened(x, from), from.is_signed(), kind).into(),
        _ => Value::truncated(int::widened(x, from), to.bits()).into(),
    }
}

/// Whether a scalar compares unequal to zero (`-0.0` does not; NaN does).
pub fn is_true(x: Value, of: Scalar) -> bool {
    match of {
        Scalar::Float(kind) => !float::is_zero(x, kind),
        _ => !x.is_zero(),
    }
}

#[cfg(test)]
mod tests;
