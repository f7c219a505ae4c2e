//! binary32 and binary64 by the machine: Rust's arithmetic on `f32` and `f64` is IEEE 754 in the type's own format.
//! Only NaNs are not as Rust leaves them: see [`super::super`].

use crate::expr::{BinaryOp, UnaryOp};
use crate::value::Value;

pub(super) fn bits_f32(x: f32) -> Value {
    Value(u128::from(if x.is_nan() { 0x7fc0_0000 } else { x.to_bits() }))
}

pub(super) fn bits_f64(x: f64) -> Value {
    Value(u128::from(if x.is_nan() { 0x7ff8_0000_0000_0000 } else { x.to_bits() }))
}

macro_rules! operators {
    ($unary:ident, $binary:ident, $float:ty, $bits:ty, $pack:ident) => {
        pub(super) fn $unary(op: UnaryOp, x: $bits) -> Option<Value> {
            let x = <$float>::from_bits(x);
            Some(match op {
                UnaryOp::FloatSqrt => $pack(x.sqrt()),
                UnaryOp::FloatFloor => $pack(x.floor()),
                UnaryOp::FloatCeil => $pack(x.ceil()),
                UnaryOp::FloatTrunc => $pack(x.trunc()),
                UnaryOp::FloatRound => $pack(x.round()),
                UnaryOp::FloatRoundEven => $pack(x.round_ties_even()),
                UnaryOp::FloatIsNan => Value(u128::from(x.is_nan())),
                UnaryOp::FloatIsInf => Value(u128::from(x.is_infinite())),
                UnaryOp::FloatIsFinite => Value(u128::from(x.is_finite())),
                UnaryOp::FloatIsNormal => Value(u128::from(x.is_normal())),
                _ => return None,
            })
        }

        pub(super) fn $binary(op: BinaryOp, x: $bits, y: $bits) -> Option<Value> {
            let (x, y) = (<$float>::from_bits(x), <$float>::from_bits(y));
            Some(match op {
                BinaryOp::Add => $pack(x + y),
                BinaryOp::Sub => $pack(x - y),
                BinaryOp::Mul => $pack(x * y),
                BinaryOp::Div => $pack(x / y),
                BinaryOp::FloatRem => $pack(x % y),
                BinaryOp::Eq => Value(u128::from(x == y)),
                BinaryOp::Ne => Value(u128::from(x != y)),
                BinaryOp::Lt => Value(u128::from(x < y)),
                BinaryOp::Le => Value(u128::from(x <= y)),
                BinaryOp::Gt => Value(u128::from(x > y)),
                BinaryOp::Ge => Value(u128::from(x >= y)),
                // -0.0 counts as below 0.0: C leaves it open, and Rust's own min does not say.
                BinaryOp::FloatMin if x == y => $pack(if x.is_sign_negative() { x } else { y }),
                BinaryOp::FloatMax if x == y => $pack(if x.is_sign_negative() { y } else { x }),
                BinaryOp::FloatMin => $pack(x.min(y)),
                BinaryOp::FloatMax => $pack(x.max(y)),
                _ => return None,
            })
        }
    };
}

operators!(unary_f32, binary_f32, f32, u32, bits_f32);
operators!(unary_f64, binary_f64, f64, u64, bits_f64);

/// Toward zero. Any f32 is an f64, so that one function serves both.
pub(super) fn to_integer(x: f64, bits: u32, signed: bool) -> Option<Value> {
    if x.is_nan() {
        return None;
    }
    let truncated = x.trunc();
    // Both limits are powers of two, hence exact; the conversions below saturate only beyond 128 bits.
    let (below, limit) = if signed {
        let limit = 2f64.powi(bits as i32 - 1);
        (-limit, limit)
    } else {
        (0.0, 2f64.powi(bits as i32))
    };
    (truncated >= below && truncated < limit).then(|| {
        if signed { Value::from_i128(truncated as i128, bits) } else { Value::truncated(truncated as u128, bits) }
    })
}
