//! Powers of two that an index is a multiple of: the rows of an array whose length is known at run time only are reached
//! by adding `i * row` to a pointer to bytes, and `row` is four times something.
//!
//! Only powers of two: they divide a product or a sum whether or not it wraps.

use cairn_base::id::IdVec;
use cairn_ir::effects::{self, Effect, Where};
use cairn_ir::{BinaryOp, ExprId, ExprKind, PlaceKind, Program, UnaryOp, VarId};

/// The value of each temporary that is assigned on one edge only, and in no other way.
pub(super) fn only_values(program: &Program) -> IdVec<VarId, Option<ExprId>> {
    let mut values: IdVec<VarId, (u32, Option<ExprId>)> = program.vars.iter().map(|_| (0, None)).collect();
    let mut assigned = |var: VarId, value: Option<ExprId>| {
        values[var].0 += 1;
        values[var].1 = value;
    };
    for edge in program.edges.iter() {
        for effect in effects::own(program, &edge.op) {
            if let Effect::Writes { at, value } = effect
                && let Some(var) = at.variable(program)
            {
                assigned(var, value.filter(|_| at == Where::Variable(var)));
            }
        }
    }
    // Only the front end's variables are sure to have the value whenever they are read.
    let made_up = |var: VarId| program.vars[var].kind == cairn_ir::VarKind::Temp;
    values.iter_ids().map(|(var, (count, value))| value.filter(|_| *count == 1 && made_up(var))).collect()
}

/// Low bits of an integer that are zero whatever the inputs are.
pub(super) fn zero_bits(program: &Program, only: &IdVec<VarId, Option<ExprId>>, expr: ExprId, depth: u32) -> u32 {
    let Some(depth) = depth.checked_sub(1) else { return 0 };
    let of = |expr: ExprId| zero_bits(program, only, expr, depth);
    match program.exprs[expr].kind {
        ExprKind::Constant(0) => 32,
        ExprKind::Constant(bits) => bits.trailing_zeros().min(32),
        ExprKind::Cast(x) if program.types.scalar(program.exprs[x].ty).is_some_and(is_integer) => of(x),
        ExprKind::Unary(UnaryOp::Neg, x) => of(x),
        ExprKind::Binary(BinaryOp::Mul, x, y) => (of(x) + of(y)).min(32),
        ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Or | BinaryOp::Xor, x, y) => of(x).min(of(y)),
        ExprKind::Binary(BinaryOp::And, x, y) => of(x).max(of(y)),
        ExprKind::Binary(BinaryOp::Shl, x, y) => match program.exprs[y].kind {
            ExprKind::Constant(by) => (of(x) + by.min(32) as u32).min(32),
            _ => of(x),
        },
        ExprKind::Load(place) => match program.exprs[place].kind {
            PlaceKind::Var(var) => only.get(var).copied().flatten().map_or(0, of),
            _ => 0,
        },
        _ => 0,
    }
}

fn is_integer(of: cairn_ir::types::Scalar) -> bool {
    use cairn_ir::types::Scalar;
    matches!(of, Scalar::Int { .. } | Scalar::Bool | Scalar::Pointer { .. })
}
