//! The meaning of every operation on values, by SMT-LIB: what constants fold to and what an assignment evaluates to.
//! The one place that says it.

use crate::fold_float::{fold_float, is_float};
use crate::rational::Rational;
use crate::sort::Sort;
use crate::term::TermOp;
use crate::value::{ArrayValue, TermValue, mask, signed};
use std::collections::BTreeMap;

/// The value of `op` on values of the sorts `sorts`, of the sort `sort`. `None` for a symbol or function, for what
/// SMT-LIB leaves unspecified, for numbers that do not fit, and for the square root and remainder in formats that no library computes.
pub fn fold(op: TermOp, args: &[TermValue], sorts: &[Sort], sort: Sort) -> Option<TermValue> {
    match (op, args) {
        (TermOp::Symbol(_), _) => None,
        (TermOp::Bool(value), _) => Some(TermValue::Bool(value)),
        (TermOp::BitVec(bits), _) => Some(TermValue::BitVec(bits)),
        (TermOp::Float(bits), _) => Some(TermValue::Float(bits)),
        (TermOp::Int(value), _) => Some(TermValue::Int(value)),
        (TermOp::Real(value), _) => Some(TermValue::Real(value)),
        (TermOp::Not, [TermValue::Bool(a)]) => Some(TermValue::Bool(!a)),
        (TermOp::And, _) => junction(args, true),
        (TermOp::Or, _) => junction(args, false),
        (TermOp::Ite, [TermValue::Bool(c), a, b]) => Some(if *c { a.clone() } else { b.clone() }),
        (TermOp::Eq, [a, b]) => Some(TermValue::Bool(a == b)),
        (TermOp::ArrayConst, [a]) => {
            Some(TermValue::Array(ArrayValue { default: Box::new(a.clone()), entries: BTreeMap::new() }))
        }
        (TermOp::Select, [TermValue::Array(a), i]) => Some(a.select(i).clone()),
        (TermOp::Store, [TermValue::Array(a), i, v]) => Some(TermValue::Array(a.clone().store(i.clone(), v.clone()))),
        (TermOp::Add, _) => total(args, Rational::ZERO, Rational::add, sort),
        (TermOp::Mul, _) => total(args, Rational::ONE, Rational::mul, sort),
        (TermOp::Le, [a, b]) => Some(TermValue::Bool(a.as_number()?.compare(b.as_number()?)?.is_le())),
        (TermOp::IntDiv, [TermValue::Int(a), TermValue::Int(b)]) => a.checked_div_euclid(*b).map(TermValue::Int),
        (TermOp::IntMod, [TermValue::Int(a), TermValue::Int(b)]) => a.checked_rem_euclid(*b).map(TermValue::Int),
        (TermOp::ToReal, [TermValue::Int(a)]) => Some(TermValue::Real((*a).into())),
        (_, [TermValue::BitVec(a)]) if matches!(sort, Sort::BitVec(_)) => {
            unary(op, *a, sorts[0].width()).map(|bits| TermValue::BitVec(bits & mask(sort.width())))
        }
        (TermOp::Concat, [TermValue::BitVec(a), TermValue::BitVec(b)]) => {
            Some(TermValue::BitVec(a << sorts[1].width() | b))
        }
        (_, [TermValue::BitVec(a), TermValue::BitVec(b)]) => binary(op, *a, *b, sorts[0].width()),
        _ if is_float(op) => fold_float(op, args, sorts, sort),
        _ => None,
    }
}

fn junction(args: &[TermValue], neutral: bool) -> Option<TermValue> {
    let mut result = neutral;
    for arg in args {
        let arg = arg.as_bool()?;
        result = if neutral { result && arg } else { result || arg };
    }
    Some(TermValue::Bool(result))
}

fn total(
    args: &[TermValue],
    neutral: Rational,
    combine: fn(Rational, Rational) -> Option<Rational>,
    sort: Sort,
) -> Option<TermValue> {
    let mut total = neutral;
    for arg in args {
        total = combine(total, arg.as_number()?)?;
    }
    match sort {
        Sort::Int => total.whole().map(TermValue::Int),
        _ => Some(TermValue::Real(total)),
    }
}

fn unary(op: TermOp, a: u128, from: u32) -> Option<u128> {
    Some(match op {
        TermOp::BvNot => !a,
        TermOp::BvNeg => a.wrapping_neg(),
        TermOp::Extract { low, .. } => a >> low,
        TermOp::ZeroExtend => a,
        TermOp::SignExtend => signed(a, from) as u128,
        _ => return None,
    })
}

fn binary(op: TermOp, a: u128, b: u128, width: u32) -> Option<TermValue> {
    let (sa, sb) = (signed(a, width), signed(b, width));
    let bits = match op {
        TermOp::BvULt => return Some(TermValue::Bool(a < b)),
        TermOp::BvSLt => return Some(TermValue::Bool(sa < sb)),
        TermOp::BvAdd => a.wrapping_add(b),
        TermOp::BvSub => a.wrapping_sub(b),
        TermOp::BvMul => a.wrapping_mul(b),
        TermOp::BvUDiv => a.checked_div(b).unwrap_or(u128::MAX),
        TermOp::BvURem => a.checked_rem(b).unwrap_or(a),
        TermOp::BvSDiv => match sb {
            0 if sa < 0 => 1,
            0 => u128::MAX,
            _ => sa.wrapping_div(sb) as u128,
        },
        TermOp::BvSRem => match sb {
            0 => a,
            _ => sa.wrapping_rem(sb) as u128,
        },
        TermOp::BvShl if b < u128::from(width) => a << b,
        TermOp::BvLShr if b < u128::from(width) => a >> b,
        TermOp::BvShl | TermOp::BvLShr => 0,
        TermOp::BvAShr => (sa >> b.min(127)) as u128,
        TermOp::BvAnd => a & b,
        TermOp::BvOr => a | b,
        TermOp::BvXor => a ^ b,
        _ => return None,
    };
    Some(TermValue::BitVec(bits & mask(width)))
}
