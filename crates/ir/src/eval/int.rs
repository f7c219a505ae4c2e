//! Integer operators on two's complement of up to 128 bits.
//!
//! A result is computed exactly in 128 bits where the width allows, truncated, and compared with what was truncated:
//! that is overflow. It is one path for every width, and the widths that programs use never leave the fast part of it.

use super::{Evaluated, Undefined, integer, truth};
use crate::expr::{BinaryOp, UnaryOp};
use crate::types::Scalar;
use crate::value::{Value, mask};

/// The value sign- or zero-extended to 128 bits by the signedness of its type.
pub(super) const fn widened(x: Value, from: Scalar) -> u128 {
    match from {
        Scalar::Int { bits, signed: true } => x.as_signed(bits) as u128,
        _ => x.0,
    }
}

/// The bits of the type wanted: `_Bool` holds 0 or 1 whatever was computed.
fn store(result: u128, to: Scalar, bits: u32) -> Value {
    match to {
        Scalar::Bool => truth(result & mask(8) != 0),
        _ => Value::truncated(result, bits),
    }
}

/// The result of signed arithmetic: `exact` is `None` when not even 128 bits hold it.
fn signed(wrapped: i128, exact: Option<i128>, bits: u32) -> Evaluated {
    let value = Value::from_i128(wrapped, bits);
    match exact {
        Some(exact) if value.as_signed(bits) == exact => value.into(),
        _ => Evaluated::undefined(value, Undefined::SignedOverflow),
    }
}

pub(super) fn unary(op: UnaryOp, x: Value, from: Scalar, to: Scalar) -> Result<Evaluated, Undefined> {
    let (bits, is_signed) = integer(from).ok_or(Undefined::NotApplicable)?;
    let (to_bits, _) = integer(to).ok_or(Undefined::NotApplicable)?;
    Ok(match op {
        UnaryOp::Neg if is_signed => {
            let x = x.as_signed(bits);
            signed(x.wrapping_neg(), x.checked_neg(), bits)
        }
        UnaryOp::Neg => store(x.0.wrapping_neg(), to, to_bits).into(),
        UnaryOp::BitNot => store(!x.0, to, to_bits).into(),
        UnaryOp::PopCount => Value(u128::from(x.0.count_ones())).into(),
        UnaryOp::CountLeadingZeros | UnaryOp::CountTrailingZeros if x.is_zero() => return Err(Undefined::CountOfZero),
        UnaryOp::CountLeadingZeros => Value(u128::from(x.0.leading_zeros().saturating_sub(128 - bits.min(128)))).into(),
        UnaryOp::CountTrailingZeros => Value(u128::from(x.0.trailing_zeros())).into(),
        UnaryOp::ByteSwap => Value(x.0.swap_bytes().checked_shr(128 - bits.min(128)).unwrap_or(0)).into(),
        _ => return Err(Undefined::NotApplicable),
    })
}

pub(super) fn binary(
    op: BinaryOp,
    x: Value,
    y: Value,
    left: Scalar,
    right: Scalar,
    to: Scalar,
) -> Result<Evaluated, Undefined> {
    let (bits, is_signed) = integer(left).ok_or(Undefined::NotApplicable)?;
    let compare = |unsigned: bool, signed: bool| Ok(truth(if is_signed { signed } else { unsigned }).into());
    let (a, b) = (x.as_signed(bits), y.as_signed(bits));
    let (to_bits, _) = integer(to).ok_or(Undefined::NotApplicable)?;
    match op {
        BinaryOp::Eq => Ok(truth(x == y).into()),
        BinaryOp::Ne => Ok(truth(x != y).into()),
        BinaryOp::Lt => compare(x < y, a < b),
        BinaryOp::Le => compare(x <= y, a <= b),
        BinaryOp::Gt => compare(x > y, a > b),
        BinaryOp::Ge => compare(x >= y, a >= b),
        BinaryOp::Add if is_signed => Ok(signed(a.wrapping_add(b), a.checked_add(b), bits)),
        BinaryOp::Sub if is_signed => Ok(signed(a.wrapping_sub(b), a.checked_sub(b), bits)),
        BinaryOp::Mul if is_signed => Ok(signed(a.wrapping_mul(b), a.checked_mul(b), bits)),
        BinaryOp::Add => Ok(store(x.0.wrapping_add(y.0), to, to_bits).into()),
        BinaryOp::Sub => Ok(store(x.0.wrapping_sub(y.0), to, to_bits).into()),
        BinaryOp::Mul => Ok(store(x.0.wrapping_mul(y.0), to, to_bits).into()),
        BinaryOp::And => Ok(store(x.0 & y.0, to, to_bits).into()),
        BinaryOp::Or => Ok(store(x.0 | y.0, to, to_bits).into()),
        BinaryOp::Xor => Ok(store(x.0 ^ y.0, to, to_bits).into()),
        BinaryOp::Div | BinaryOp::Rem if y.is_zero() => Err(Undefined::DivisionByZero),
        BinaryOp::Div | BinaryOp::Rem if is_signed => signed_division(op, a, b, bits),
        BinaryOp::Div => Ok(store(unsigned_division(x.0, y.0).0, to, to_bits).into()),
        BinaryOp::Rem => Ok(store(unsigned_division(x.0, y.0).1, to, to_bits).into()),
        BinaryOp::Shl | BinaryOp::Shr => Ok(shift(op, x, bits, is_signed, y, right)),
        _ => Err(Undefined::NotApplicable),
    }
}

/// `MIN / -1` and `MIN % -1` are both overflow in C, and both stop the machine (x86). By a constant -1 a compiler negates,
/// and so does the front end.
fn signed_division(op: BinaryOp, a: i128, b: i128, bits: u32) -> Result<Evaluated, Undefined> {
    if b == -1 && a == Value::truncated(1 << (bits.clamp(1, 128) - 1), bits).as_signed(bits) {
        return Err(Undefined::DivisionOverflow);
    }
    // 128-bit division is a library call of some 30 ns; nearly all of C's fit 64 bits.
    let (quotient, remainder) = match (i64::try_from(a), i64::try_from(b)) {
        // -1 apart, because i64::MIN / -1 needs the 65th bit.
        (Ok(a), Ok(b)) if b != -1 => (i128::from(a / b), i128::from(a % b)),
        _ => (a.wrapping_div(b), a.wrapping_rem(b)),
    };
    Ok(Value::from_i128(if op == BinaryOp::Div { quotient } else { remainder }, bits).into())
}

fn unsigned_division(x: u128, y: u128) -> (u128, u128) {
    match (u64::try_from(x), u64::try_from(y)) {
        (Ok(x), Ok(y)) => (u128::from(x / y), u128::from(x % y)),
        _ => (x / y, x % y),
    }
}

/// Shifts. An amount out of range is taken modulo the width, as x86 takes it for 32 and 64 bits.
fn shift(op: BinaryOp, x: Value, bits: u32, is_signed: bool, y: Value, right: Scalar) -> Evaluated {
    let amount = widened(y, right);
    let in_range = amount < u128::from(bits);
    let by = (amount % u128::from(bits.max(1))) as u32;
    let (value, moved_sign) = match op {
        BinaryOp::Shl => {
            let value = Value::truncated(x.0 << by, bits);
            (value, is_signed && (x.as_signed(bits) < 0 || value.as_signed(bits) >> by != x.as_signed(bits)))
        }
        _ if is_signed => (Value::from_i128(x.as_signed(bits) >> by, bits), false),
        _ => (Value(x.0 >> by), false),
    };
    let undefined = match (in_range, moved_sign) {
        (false, _) => Some(Undefined::ShiftAmount),
        (true, true) => Some(Undefined::ShiftOfNegative),
        (true, false) => None,
    };
    Evaluated { value, undefined }
}
