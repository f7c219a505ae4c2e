//! Ranges of integers, and of expressions over variables whose ranges are known.
//!
//! Arithmetic is over the mathematical integers; what may leave its type is any value of the type, so wrapping needs no
//! other care. What is no integer of at most 64 bits has no range.

use cairn_ir::expr::{ExprId, ExprKind, PlaceKind, UnaryOp};
use cairn_ir::ids::VarId;
use cairn_ir::interval::Interval;
use cairn_ir::program::Program;
use cairn_ir::types::Scalar;
use cairn_ir::value::Value;

/// Deeper nested expressions have any value of their type.
const DEEPEST: u32 = 64;

/// The ranges of variables at some point, as far as they are known.
pub(super) trait Known {
    fn variable(&self, var: VarId) -> Option<Interval>;
}

/// The range of an integer expression.
pub(super) fn of(program: &Program, known: &impl Known, expr: ExprId) -> Option<Interval> {
    within(program, known, expr, DEEPEST)
}

fn within(program: &Program, known: &impl Known, expr: ExprId, depth: u32) -> Option<Interval> {
    let scalar = program.types.scalar(program.exprs[expr].ty)?;
    let all = Interval::of_type(scalar)?;
    let found = depth.checked_sub(1).and_then(|depth| exact(program, known, expr, scalar, depth));
    Some(found.filter(|range| range.is_in(all)).unwrap_or(all))
}

fn exact(program: &Program, known: &impl Known, expr: ExprId, scalar: Scalar, depth: u32) -> Option<Interval> {
    let of = |expr: ExprId| within(program, known, expr, depth);
    match program.exprs[expr].kind {
        ExprKind::Constant(bits) if scalar.is_signed() => Some(Interval::point(Value(bits).as_signed(scalar.bits()))),
        ExprKind::Constant(bits) => i128::try_from(bits).ok().map(Interval::point),
        ExprKind::Load(place) => match program.exprs[place].kind {
            PlaceKind::Var(var) => known.variable(var),
            PlaceKind::Field(record, index) => {
                let field = program.types.fields(program.exprs[record].ty)?.get(index as usize)?;
                match scalar {
                    Scalar::Int { signed, .. } => Interval::of_type(Scalar::Int { bits: field.bits?.width, signed }),
                    _ => None,
                }
            }
            _ => None,
        },
        ExprKind::Unary(op, x) => match op {
            UnaryOp::Neg => of(x).map(|x| Interval { low: -x.high, high: -x.low }),
            UnaryOp::LogicalNot => Some(Interval { low: 0, high: 1 }),
            UnaryOp::PopCount | UnaryOp::CountLeadingZeros | UnaryOp::CountTrailingZeros => None,
            _ => None,
        },
        ExprKind::Cast(x) if scalar == Scalar::Bool => of(x).and_then(|x| (x == Interval::point(0)).then_some(x)),
        ExprKind::Cast(x) => of(x),
        ExprKind::Conditional(_, a, b) => Some(of(a)?.hull(of(b)?)),
        ExprKind::Binary(op, a, b) if op.is_comparison() => {
            let truth = of(a).zip(of(b)).and_then(|(a, b)| a.compare(op, b));
            Some(truth.map_or(Interval { low: 0, high: 1 }, |truth| Interval::point(truth.into())))
        }
        ExprKind::Binary(op, a, b) => of(a)?.apply(op, of(b)?),
        ExprKind::AddressOf(_) | ExprKind::FunctionAddress(_) => None,
    }
}
