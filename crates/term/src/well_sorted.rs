//! Whether an operation may be applied to terms, and with which sort. What comes from outside (text, messages) is
//! checked here before a constructor sees it: constructors rely on it.

use crate::op_name::rounding_of;
use crate::sort::Sort;
use crate::store::Terms;
use crate::term::{TermId, TermOp};
use crate::value::mask;
use cairn_base::id::Id;

impl Terms {
    /// The simplified term of an operation, or `None` when it cannot be applied to these arguments with this sort.
    pub fn apply_checked(&mut self, op: TermOp, args: &[TermId], sort: Sort) -> Option<TermId> {
        self.well_sorted(op, args, sort).then(|| self.apply(op, args, sort))
    }

    /// Whether `op` of `args` is a term of the sort.
    pub fn well_sorted(&self, op: TermOp, args: &[TermId], sort: Sort) -> bool {
        if args.iter().any(|arg| arg.index() >= self.len()) {
            return false;
        }
        let sorts: Vec<Sort> = args.iter().map(|arg| self.sort(*arg)).collect();
        let bits = |sort: Sort| matches!(sort, Sort::BitVec(1..=128));
        let float = |sort: Sort| matches!(sort, Sort::Float(_));
        let number = |sort: Sort| matches!(sort, Sort::Int | Sort::Real);
        match (op, &*sorts) {
            (TermOp::Symbol(symbol), []) => symbol.index() < self.symbol_count() && self.symbol_sort(symbol) == sort,
            (TermOp::Bool(_), []) => sort == Sort::Bool,
            (TermOp::BitVec(value), []) => bits(sort) && value <= mask(sort.width()),
            (TermOp::Float(value), []) => match sort {
                Sort::Float(format) => value <= mask(format.bits()) && format.canonical(value) == value,
                _ => false,
            },
            (TermOp::Int(_), []) => sort == Sort::Int,
            (TermOp::Real(_), []) => sort == Sort::Real,
            (TermOp::Call(function), _) => {
                function.index() < self.function_count() && {
                    let signature = self.signature(function);
                    signature.range == sort && signature.domain == sorts
                }
            }
            (TermOp::And | TermOp::Or, [_, ..]) => sort == Sort::Bool && sorts.iter().all(|arg| *arg == Sort::Bool),
            (TermOp::Add | TermOp::Mul, [first, ..]) => {
                number(sort) && *first == sort && sorts.iter().all(|arg| arg == first)
            }
            (TermOp::Not, [a]) => *a == Sort::Bool && sort == Sort::Bool,
            (TermOp::BvNot | TermOp::BvNeg, [a]) => bits(*a) && *a == sort,
            (TermOp::Extract { high, low }, [a]) => {
                bits(*a) && low <= high && high < a.width() && sort == Sort::BitVec(high - low + 1)
            }
            (TermOp::ZeroExtend | TermOp::SignExtend, [a]) => bits(*a) && bits(sort) && a.width() <= sort.width(),
            (TermOp::FloatOfBits, [a]) => matches!(sort, Sort::Float(format) if *a == Sort::BitVec(format.bits())),
            (TermOp::BitsOfFloat, [a]) => matches!(a, Sort::Float(format) if sort == Sort::BitVec(format.bits())),
            (TermOp::FloatNeg | TermOp::FloatAbs | TermOp::FloatSqrt(_) | TermOp::FloatRound(_), [a]) => {
                float(*a) && *a == sort
            }
            (TermOp::FloatOfFloat(_), [a]) => float(*a) && float(sort),
            (TermOp::FloatOfSigned(_) | TermOp::FloatOfUnsigned(_), [a]) => bits(*a) && float(sort),
            (TermOp::SignedOfFloat(_) | TermOp::UnsignedOfFloat(_), [a]) => float(*a) && bits(sort),
            (TermOp::FloatIsNan | TermOp::FloatIsInf | TermOp::FloatIsZero | TermOp::FloatIsNormal, [a]) => {
                float(*a) && sort == Sort::Bool
            }
            (TermOp::ToReal, [a]) => *a == Sort::Int && sort == Sort::Real,
            (TermOp::ArrayConst, [a]) => matches!(sort, Sort::Array(id) if self.array_parts(id).1 == *a),
            (TermOp::Eq, [a, b]) => a == b && sort == Sort::Bool,
            (TermOp::BvULt | TermOp::BvSLt, [a, b]) => bits(*a) && a == b && sort == Sort::Bool,
            (TermOp::Concat, [a, b]) => bits(*a) && bits(*b) && bits(sort) && sort.width() == a.width() + b.width(),
            (TermOp::FloatEq | TermOp::FloatLt | TermOp::FloatLe, [a, b]) => float(*a) && a == b && sort == Sort::Bool,
            (TermOp::FloatRem, [a, b]) => float(*a) && a == b && *a == sort,
            (TermOp::Le, [a, b]) => number(*a) && a == b && sort == Sort::Bool,
            (TermOp::IntDiv | TermOp::IntMod, [a, b]) => *a == Sort::Int && a == b && sort == Sort::Int,
            (TermOp::Select, [a, i]) => matches!(a, Sort::Array(id) if self.array_parts(*id) == (*i, sort)),
            (TermOp::Ite, [c, a, b]) => *c == Sort::Bool && a == b && *a == sort,
            (TermOp::Store, [a, i, v]) => {
                *a == sort && matches!(a, Sort::Array(id) if self.array_parts(*id) == (*i, *v))
            }
            (_, [a, b]) if rounding_of(op).is_some() => float(*a) && a == b && *a == sort,
            (
                TermOp::BvAdd
                | TermOp::BvSub
                | TermOp::BvMul
                | TermOp::BvUDiv
                | TermOp::BvSDiv
                | TermOp::BvURem
                | TermOp::BvSRem
                | TermOp::BvShl
                | TermOp::BvLShr
                | TermOp::BvAShr
                | TermOp::BvAnd
                | TermOp::BvOr
                | TermOp::BvXor,
                [a, b],
            ) => bits(*a) && a == b && *a == sort,
            _ => false,
        }
    }

    /// The sort of an operation's result where the arguments determine it.
    pub(crate) fn natural_sort(&self, op: TermOp, args: &[TermId]) -> Option<Sort> {
        let first = args.first().map(|arg| self.sort(*arg));
        Some(match op {
            TermOp::Not
            | TermOp::And
            | TermOp::Or
            | TermOp::Eq
            | TermOp::BvULt
            | TermOp::BvSLt
            | TermOp::FloatEq
            | TermOp::FloatLt
            | TermOp::FloatLe
            | TermOp::FloatIsNan
            | TermOp::FloatIsInf
            | TermOp::FloatIsZero
            | TermOp::FloatIsNormal
            | TermOp::Le => Sort::Bool,
            TermOp::Ite => self.sort(*args.get(1)?),
            TermOp::Extract { high, low } => Sort::BitVec(high.checked_sub(low)?.checked_add(1)?),
            TermOp::Concat => Sort::BitVec(first?.width().checked_add(self.width(*args.get(1)?))?),
            TermOp::BitsOfFloat => match first? {
                Sort::Float(format) => Sort::BitVec(format.bits()),
                _ => return None,
            },
            TermOp::ToReal => Sort::Real,
            TermOp::Select => match first? {
                Sort::Array(id) => self.array_parts(id).1,
                _ => return None,
            },
            TermOp::Call(function) => self.signature(function).range,
            _ => first?,
        })
    }
}
