//! Ranges of integers, and of expressions over variables whose ranges are known.
//!
//! Arithmetic is over the mathematical integers; what may leave its type is any value of the type, so wrapping needs no
//! other care. What is no integer of at most 64 bits has no range.

use cairn_ir::expr::{BinaryOp, ExprId, ExprKind, PlaceKind, UnaryOp};
use cairn_ir::ids::VarId;
use cairn_ir::program::Program;
use cairn_ir::types::Scalar;
use cairn_ir::value::Value;

/// Deeper nested expressions have any value of their type.
const DEEPEST: u32 = 64;

/// The integers from `low` to `high`, both included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Range {
    pub low: i128,
    pub high: i128,
}

impl Range {
    pub(super) const fn point(value: i128) -> Self {
        Self { low: value, high: value }
    }
    /// All values of a type; `None` for what is no integer of at most 64 bits.
    pub(super) fn of(scalar: Scalar) -> Option<Self> {
        match scalar {
            Scalar::Bool => Some(Self { low: 0, high: 1 }),
            Scalar::Int { bits, signed: false } if bits <= 64 => Some(Self { low: 0, high: (1 << bits) - 1 }),
            Scalar::Int { bits, signed: true } if bits <= 64 => {
                Some(Self { low: -(1 << (bits - 1)), high: (1 << (bits - 1)) - 1 })
            }
            _ => None,
        }
    }
    pub(super) fn is_in(self, other: Self) -> bool {
        other.low <= self.low && self.high <= other.high
    }
    pub(super) fn hull(self, other: Self) -> Self {
        Self { low: self.low.min(other.low), high: self.high.max(other.high) }
    }
    pub(super) fn meet(self, other: Self) -> Option<Self> {
        let meet = Self { low: self.low.max(other.low), high: self.high.min(other.high) };
        (meet.low <= meet.high).then_some(meet)
    }
}

/// The ranges of variables at some point, as far as they are known.
pub(super) trait Known {
    fn variable(&self, var: VarId) -> Option<Range>;
}

/// The range of an integer expression.
pub(super) fn of(program: &Program, known: &impl Known, expr: ExprId) -> Option<Range> {
    within(program, known, expr, DEEPEST)
}

fn within(program: &Program, known: &impl Known, expr: ExprId, depth: u32) -> Option<Range> {
    let scalar = program.types.scalar(program.exprs[expr].ty)?;
    let all = Range::of(scalar)?;
    let found = depth.checked_sub(1).and_then(|depth| exact(program, known, expr, scalar, depth));
    Some(found.filter(|range| range.is_in(all)).unwrap_or(all))
}

fn exact(program: &Program, known: &impl Known, expr: ExprId, scalar: Scalar, depth: u32) -> Option<Range> {
    let of = |expr: ExprId| within(program, known, expr, depth);
    match program.exprs[expr].kind {
        ExprKind::Constant(bits) if scalar.is_signed() => Some(Range::point(Value(bits).as_signed(scalar.bits()))),
        ExprKind::Constant(bits) => i128::try_from(bits).ok().map(Range::point),
        ExprKind::Load(place) => match program.exprs[place].kind {
            PlaceKind::Var(var) => known.variable(var),
            PlaceKind::Field(record, index) => {
                let field = program.types.fields(program.exprs[record].ty)?.get(index as usize)?;
                match scalar {
                    Scalar::Int { signed, .. } => Range::of(Scalar::Int { bits: field.bits?.width, signed }),
                    _ => None,
                }
            }
            _ => None,
        },
        ExprKind::Unary(op, x) => match op {
            UnaryOp::Neg => of(x).map(|x| Range { low: -x.high, high: -x.low }),
            UnaryOp::LogicalNot => Some(Range { low: 0, high: 1 }),
            UnaryOp::PopCount | UnaryOp::CountLeadingZeros | UnaryOp::CountTrailingZeros => None,
            _ => None,
        },
        ExprKind::Cast(x) if scalar == Scalar::Bool => of(x).and_then(|x| (x == Range::point(0)).then_some(x)),
        ExprKind::Cast(x) => of(x),
        ExprKind::Conditional(_, a, b) => Some(of(a)?.hull(of(b)?)),
        ExprKind::Binary(op, a, b) if op.is_comparison() => {
            let _ = (a, b);
            Some(Range { low: 0, high: 1 })
        }
        ExprKind::Binary(op, a, b) => arithmetic(op, of(a)?, of(b)?),
        ExprKind::AddressOf(_) | ExprKind::FunctionAddress(_) => None,
    }
}

fn arithmetic(op: BinaryOp, a: Range, b: Range) -> Option<Range> {
    match op {
        BinaryOp::Add => Some(Range { low: a.low + b.low, high: a.high + b.high }),
        BinaryOp::Sub => Some(Range { low: a.low - b.high, high: a.high - b.low }),
        BinaryOp::Mul => {
            let mut products = [a.low, a.high].into_iter().flat_map(|x| [b.low, b.high].map(|y| x.checked_mul(y)));
            let first = Range::point(products.next()??);
            products.try_fold(first, |sum, product| Some(sum.hull(Range::point(product?))))
        }
        BinaryOp::And if b.low >= 0 || a.low >= 0 => {
            let most = |x: Range| (x.low >= 0).then_some(x.high);
            let high = [most(a), most(b)].into_iter().flatten().min()?;
            Some(Range { low: 0, high })
        }
        BinaryOp::Rem if b.low > 0 => {
            let high = if a.high < 0 { 0 } else { a.high.min(b.high - 1) };
            let low = if a.low >= 0 { 0 } else { a.low.max(1 - b.high) };
            Some(Range { low, high })
        }
        BinaryOp::Div if b.low > 0 && a.low >= 0 => Some(Range { low: a.low / b.high, high: a.high / b.low }),
        BinaryOp::Shr if a.low >= 0 && b.low >= 0 && b.high < 64 => {
            Some(Range { low: a.low >> b.high, high: a.high >> b.low })
        }
        _ => None,
    }
}
