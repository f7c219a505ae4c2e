//! Operations on numbers: those of machine integers, and all others by way of [`cairn_ir::eval`].

use crate::set::Set;
use cairn_ir::types::Scalar;
use cairn_ir::{BinaryOp, UnaryOp, Value, eval};

/// An operation with the types of its operands and its result.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Operation {
    Unary(UnaryOp, Scalar, Scalar),
    Binary(BinaryOp, Scalar, Scalar, Scalar),
    Cast(Scalar, Scalar),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum IntOp {
    Add,
    Sub,
    Mul,
    And,
    Or,
    Xor,
    Div,
    Rem,
}

pub(crate) fn number(value: Value, of: Scalar) -> i64 {
    if of.is_signed() { value.as_signed(of.bits()) as i64 } else { value.0 as i64 }
}

pub(crate) fn value(number: i64, of: Scalar) -> Value {
    Value::truncated(i128::from(number) as u128, of.bits())
}

/// The numbers that a type has; all that its bits can be, where the type is no integer.
pub(crate) fn all(of: Scalar) -> Set {
    let bits = of.bits();
    match (of.is_signed(), bits) {
        (_, 64..) => Set::range(i64::MIN, i64::MAX),
        (true, _) => Set::range(-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
        (false, _) => Set::range(0, (1 << bits) - 1),
    }
}

/// Whether numbers of the type compare as their values do.
pub(crate) fn is_ordered(of: Scalar) -> bool {
    match of {
        Scalar::Int { bits, signed } => bits < 64 || (bits == 64 && signed),
        Scalar::Bool => true,
        Scalar::Pointer { bits } => bits < 64,
        Scalar::Float(_) => false,
    }
}

/// An operator of machine integers; `None` where there is no result to go on with.
#[inline(always)]
pub(crate) fn int(op: IntOp, shift: u8, signed: bool, x: i64, y: i64) -> Option<i64> {
    let exact = match op {
        IntOp::Add => x.wrapping_add(y),
        IntOp::Sub => x.wrapping_sub(y),
        IntOp::Mul => x.wrapping_mul(y),
        IntOp::And => x & y,
        IntOp::Or => x | y,
        IntOp::Xor => x ^ y,
        IntOp::Div | IntOp::Rem => {
            if y == 0 || (signed && y == -1 && x == i64::MIN >> shift) {
                return None;
            }
            if op == IntOp::Div { x.wrapping_div(y) } else { x.wrapping_rem(y) }
        }
    };
    let wide = exact << shift;
    Some(if signed { wide >> shift } else { (wide as u64 >> shift) as i64 })
}

impl Operation {
    /// The result; `None` where there is none to go on with.
    pub fn compute(self, x: i64, y: i64) -> Option<i64> {
        match self {
            Operation::Unary(op, from, to) => {
                eval::unary(op, value(x, from), from, to).ok().map(|result| number(result.value, to))
            }
            Operation::Binary(op, left, right, to) => {
                let result = eval::binary(op, value(x, left), value(y, right), left, right, to);
                result.ok().map(|result| number(result.value, to))
            }
            Operation::Cast(from, to) => Some(number(eval::cast(value(x, from), from, to).value, to)),
        }
    }
    /// Integers of up to 64 bits are cast to integers: numbers in the range of both types stay what they are.
    pub fn keeps_numbers(self) -> Option<Scalar> {
        match self {
            Operation::Cast(from, to) if is_ordered(from) && is_ordered(to) && to != Scalar::Bool => Some(to),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_agree_with_eval() {
        let ops = [
            (IntOp::Add, BinaryOp::Add),
            (IntOp::Sub, BinaryOp::Sub),
            (IntOp::Mul, BinaryOp::Mul),
            (IntOp::And, BinaryOp::And),
            (IntOp::Or, BinaryOp::Or),
            (IntOp::Xor, BinaryOp::Xor),
            (IntOp::Div, BinaryOp::Div),
            (IntOp::Rem, BinaryOp::Rem),
        ];
        let mut random = fastrand::Rng::with_seed(7);
        for bits in [8, 16, 32, 64] {
            for signed in [false, true] {
                let of = Scalar::Int { bits, signed };
                let edges = [0, 1, 2, u128::MAX, 1 << (bits - 1), (1 << (bits - 1)) - 1, (1 << (bits - 1)) + 1];
                for round in 0..4000 {
                    let mut any = || match random.u32(..3) {
                        0 => Value::truncated(edges[random.usize(..edges.len())], bits),
                        1 => Value::truncated(random.u128(..100), bits),
                        _ => Value::truncated(random.u128(..), bits),
                    };
                    let (x, y) = (any(), any());
                    let (fast, slow) = ops[round % ops.len()];
                    if bits == 64 && matches!(fast, IntOp::Div | IntOp::Rem) {
                        continue;
                    }
                    let expected = eval::binary(slow, x, y, of, of, of).ok().map(|result| number(result.value, of));
                    assert_eq!(int(fast, 64 - bits as u8, signed, number(x, of), number(y, of)), expected);
                    assert_eq!(value(number(x, of), of), x);
                    assert!(all(of).contains(number(x, of)));
                }
            }
        }
    }
}
