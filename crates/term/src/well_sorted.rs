//! Whether an operation may be applied to terms, and with which sort. What comes from outside (text, messages) is
//! checked here before a constructor sees it: constructors rely on it.

use crate::op_name::rounding_of;
use crate::sort::Sort;
use crate::store::Terms;
use crate::term::{Op, TermId};
use crate::value::mask;
use cairn_base::id::Id;

impl Terms {
    /// The simplified term of an operation, or `None` when it cannot be applied to these arguments with this sort.
    pub fn apply_checked(&mut self, op: Op, args: &[TermId], sort: Sort) -> Option<TermId> {
        self.well_sorted(op, args, sort).then(|| self.apply(op, args, sort))
    }

    /// Whether `op` of `args` is a term of the sort.
    pub fn well_sorted(&self, op: Op, args: &[TermId], sort: Sort) -> bool {
        if args.iter().any(|arg| arg.index() >= self.len()) {
            return false;
        }
        let sorts: Vec<Sort> = args.iter().map(|arg| self.sort(*arg)).collect();
        let bits = |sort: Sort| matches!(sort, Sort::BitVec(1..=128));
        let float = |sort: Sort| matches!(sort, Sort::Float(_));
        let number = |sort: Sort| matches!(sort, Sort::Int | Sort::Real);
        match (op, &*sorts) {
            (Op::Symbol(symbol), []) => symbol.index() < self.symbol_count() && self.symbol_sort(symbol) == sort,
            (Op::Bool(_), []) => sort == Sort::Bool,
            (Op::BitVec(value), []) => bits(sort) && value <= mask(sort.width()),
            (Op::Float(value), []) => match sort {
                Sort::Float(format) => value <= mask(format.bits()) && format.canonical(value) == value,
                _ => false,
            },
            (Op::Int(_), []) => sort == Sort::Int,
            (Op::Real(_), []) => sort == Sort::Real,
            (Op::Call(function), _) => {
                function.index() < self.function_count() && {
                    let signature = self.signature(function);
                    signature.range == sort && signature.domain == sorts
                }
            }
            (Op::And | Op::Or, [_, ..]) => sort == Sort::Bool && sorts.iter().all(|arg| *arg == Sort::Bool),
            (Op::Add | Op::Mul, [first, ..]) => number(sort) && *first == sort && sorts.iter().all(|arg| arg == first),
            (Op::Not, [a]) => *a == Sort::Bool && sort == Sort::Bool,
            (Op::BvNot | Op::BvNeg, [a]) => bits(*a) && *a == sort,
            (Op::Extract { high, low }, [a]) => {
                bits(*a) && low <= high && high < a.width() && sort == Sort::BitVec(high - low + 1)
            }
            (Op::ZeroExtend | Op::SignExtend, [a]) => bits(*a) && bits(sort) && a.width() <= sort.width(),
            (Op::FloatOfBits, [a]) => matches!(sort, Sort::Float(format) if *a == Sort::BitVec(format.bits())),
            (Op::BitsOfFloat, [a]) => matches!(a, Sort::Float(format) if sort == Sort::BitVec(format.bits())),
            (Op::FloatNeg | Op::FloatAbs | Op::FloatSqrt(_) | Op::FloatRound(_), [a]) => float(*a) && *a == sort,
            (Op::FloatOfFloat(_), [a]) => float(*a) && float(sort),
            (Op::FloatOfSigned(_) | Op::FloatOfUnsigned(_), [a]) => bits(*a) && float(sort),
            (Op::SignedOfFloat(_) | Op::UnsignedOfFloat(_), [a]) => float(*a) && bits(sort),
            (Op::FloatIsNan | Op::FloatIsInf | Op::FloatIsZero | Op::FloatIsNormal, [a]) => {
                float(*a) && sort == Sort::Bool
            }
            (Op::ToReal, [a]) => *a == Sort::Int && sort == Sort::Real,
            (Op::ArrayConst, [a]) => matches!(sort, Sort::Array(id) if self.array_parts(id).1 == *a),
            (Op::Eq, [a, b]) => a == b && sort == Sort::Bool,
            (Op::BvULt | Op::BvSLt, [a, b]) => bits(*a) && a == b && sort == Sort::Bool,
            (Op::Concat, [a, b]) => bits(*a) && bits(*b) && bits(sort) && sort.width() == a.width() + b.width(),
            (Op::FloatEq | Op::FloatLt | Op::FloatLe, [a, b]) => float(*a) && a == b && sort == Sort::Bool,
            (Op::FloatRem, [a, b]) => float(*a) && a == b && *a == sort,
            (Op::Le, [a, b]) => number(*a) && a == b && sort == Sort::Bool,
            (Op::IntDiv | Op::IntMod, [a, b]) => *a == Sort::Int && a == b && sort == Sort::Int,
            (Op::Select, [a, i]) => matches!(a, Sort::Array(id) if self.array_parts(*id) == (*i, sort)),
            (Op::Ite, [c, a, b]) => *c == Sort::Bool && a == b && *a == sort,
            (Op::Store, [a, i, v]) => *a == sort && matches!(a, Sort::Array(id) if self.array_parts(*id) == (*i, *v)),
            (_, [a, b]) if rounding_of(op).is_some() => float(*a) && a == b && *a == sort,
            (
                Op::BvAdd
                | Op::BvSub
                | Op::BvMul
                | Op::BvUDiv
                | Op::BvSDiv
                | Op::BvURem
                | Op::BvSRem
                | Op::BvShl
                | Op::BvLShr
                | Op::BvAShr
                | Op::BvAnd
                | Op::BvOr
                | Op::BvXor,
                [a, b],
            ) => bits(*a) && a == b && *a == sort,
            _ => false,
        }
    }

    /// The sort of an operation's result where the arguments determine it.
    pub(crate) fn natural_sort(&self, op: Op, args: &[TermId]) -> Option<Sort> {
        let first = args.first().map(|arg| self.sort(*arg));
        Some(match op {
            Op::Not
            | Op::And
            | Op::Or
            | Op::Eq
            | Op::BvULt
            | Op::BvSLt
            | Op::FloatEq
            | Op::FloatLt
            | Op::FloatLe
            | Op::FloatIsNan
            | Op::FloatIsInf
            | Op::FloatIsZero
            | Op::FloatIsNormal
            | Op::Le => Sort::Bool,
            Op::Ite => self.sort(*args.get(1)?),
            Op::Extract { high, low } => Sort::BitVec(high.checked_sub(low)?.checked_add(1)?),
            Op::Concat => Sort::BitVec(first?.width().checked_add(self.width(*args.get(1)?))?),
            Op::BitsOfFloat => match first? {
                Sort::Float(format) => Sort::BitVec(format.bits()),
                _ => return None,
            },
            Op::ToReal => Sort::Real,
            Op::Select => match first? {
                Sort::Array(id) => self.array_parts(id).1,
                _ => return None,
            },
            Op::Call(function) => self.signature(function).range,
            _ => first?,
        })
    }
}
