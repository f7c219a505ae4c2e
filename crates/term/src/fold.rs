//! The meaning of every operation on values, by SMT-LIB: what constants fold to and what an assignment evaluates to.
//! The one place that says it.

use crate::fold_float::{fold_float, is_float};
use crate::rational::Rational;
use crate::sort::Sort;
use crate::term::Op;
use crate::value::{ArrayValue, Value, mask, signed};
use std::collections::BTreeMap;

/// The value of `op` on values of the sorts `sorts`, of the sort `sort`. `None` for a symbol or function, for what
/// SMT-LIB leaves unspecified, for numbers that do not fit, and for the square root and remainder in formats that no library computes.
pub fn fold(op: Op, args: &[Value], sorts: &[Sort], sort: Sort) -> Option<Value> {
    match (op, args) {
        (Op::Symbol(_), _) => None,
        (Op::Bool(value), _) => Some(Value::Bool(value)),
        (Op::BitVec(bits), _) => Some(Value::BitVec(bits)),
        (Op::Float(bits), _) => Some(Value::Float(bits)),
        (Op::Int(value), _) => Some(Value::Int(value)),
        (Op::Real(value), _) => Some(Value::Real(value)),
        (Op::Not, [Value::Bool(a)]) => Some(Value::Bool(!a)),
        (Op::And, _) => junction(args, true),
        (Op::Or, _) => junction(args, false),
        (Op::Ite, [Value::Bool(c), a, b]) => Some(if *c { a.clone() } else { b.clone() }),
        (Op::Eq, [a, b]) => Some(Value::Bool(a == b)),
        (Op::ArrayConst, [a]) => {
            Some(Value::Array(ArrayValue { default: Box::new(a.clone()), entries: BTreeMap::new() }))
        }
        (Op::Select, [Value::Array(a), i]) => Some(a.select(i).clone()),
        (Op::Store, [Value::Array(a), i, v]) => Some(Value::Array(a.clone().store(i.clone(), v.clone()))),
        (Op::Add, _) => total(args, Rational::ZERO, Rational::add, sort),
        (Op::Mul, _) => total(args, Rational::ONE, Rational::mul, sort),
        (Op::Le, [a, b]) => Some(Value::Bool(a.as_number()?.compare(b.as_number()?)?.is_le())),
        (Op::IntDiv, [Value::Int(a), Value::Int(b)]) => a.checked_div_euclid(*b).map(Value::Int),
        (Op::IntMod, [Value::Int(a), Value::Int(b)]) => a.checked_rem_euclid(*b).map(Value::Int),
        (Op::ToReal, [Value::Int(a)]) => Some(Value::Real((*a).into())),
        (_, [Value::BitVec(a)]) if matches!(sort, Sort::BitVec(_)) => {
            unary(op, *a, sorts[0].width()).map(|bits| Value::BitVec(bits & mask(sort.width())))
        }
        (Op::Concat, [Value::BitVec(a), Value::BitVec(b)]) => Some(Value::BitVec(a << sorts[1].width() | b)),
        (_, [Value::BitVec(a), Value::BitVec(b)]) => binary(op, *a, *b, sorts[0].width()),
        _ if is_float(op) => fold_float(op, args, sorts, sort),
        _ => None,
    }
}

fn junction(args: &[Value], neutral: bool) -> Option<Value> {
    let mut result = neutral;
    for arg in args {
        let arg = arg.as_bool()?;
        result = if neutral { result && arg } else { result || arg };
    }
    Some(Value::Bool(result))
}

fn total(
    args: &[Value],
    neutral: Rational,
    combine: fn(Rational, Rational) -> Option<Rational>,
    sort: Sort,
) -> Option<Value> {
    let mut total = neutral;
    for arg in args {
        total = combine(total, arg.as_number()?)?;
    }
    match sort {
        Sort::Int => total.whole().map(Value::Int),
        _ => Some(Value::Real(total)),
    }
}

fn unary(op: Op, a: u128, from: u32) -> Option<u128> {
    Some(match op {
        Op::BvNot => !a,
        Op::BvNeg => a.wrapping_neg(),
        Op::Extract { low, .. } => a >> low,
        Op::ZeroExtend => a,
        Op::SignExtend => signed(a, from) as u128,
        _ => return None,
    })
}

fn binary(op: Op, a: u128, b: u128, width: u32) -> Option<Value> {
    let (sa, sb) = (signed(a, width), signed(b, width));
    let bits = match op {
        Op::BvULt => return Some(Value::Bool(a < b)),
        Op::BvSLt => return Some(Value::Bool(sa < sb)),
        Op::BvAdd => a.wrapping_add(b),
        Op::BvSub => a.wrapping_sub(b),
        Op::BvMul => a.wrapping_mul(b),
        Op::BvUDiv => a.checked_div(b).unwrap_or(u128::MAX),
        Op::BvURem => a.checked_rem(b).unwrap_or(a),
        Op::BvSDiv => match sb {
            0 if sa < 0 => 1,
            0 => u128::MAX,
            _ => sa.wrapping_div(sb) as u128,
        },
        Op::BvSRem => match sb {
            0 => a,
            _ => sa.wrapping_rem(sb) as u128,
        },
        Op::BvShl if b < u128::from(width) => a << b,
        Op::BvLShr if b < u128::from(width) => a >> b,
        Op::BvShl | Op::BvLShr => 0,
        Op::BvAShr => (sa >> b.min(127)) as u128,
        Op::BvAnd => a & b,
        Op::BvOr => a | b,
        Op::BvXor => a ^ b,
        _ => return None,
    };
    Some(Value::BitVec(bits & mask(width)))
}
