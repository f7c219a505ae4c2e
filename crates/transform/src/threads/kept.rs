//! Which variables have their address kept: only these can be found behind pointers.

use cairn_base::FastSet;
use cairn_ir::expr::{BinaryOp, ExprId, ExprKind, PlaceId, PlaceKind};
use cairn_ir::ids::VarId;
use cairn_ir::op::Op;
use cairn_ir::program::Program;

/// The variable that a place is a part of, through addresses that are followed at once.
fn root(program: &Program, place: PlaceId) -> Option<VarId> {
    match program.exprs[place].kind {
        PlaceKind::Var(var) => Some(var),
        PlaceKind::Field(base, _) | PlaceKind::Index(base, _) => root(program, base),
        PlaceKind::Deref(pointer) => pointee(program, pointer),
    }
}

/// The variable that a pointer certainly points into.
fn pointee(program: &Program, pointer: ExprId) -> Option<VarId> {
    match program.exprs[pointer].kind {
        ExprKind::AddressOf(place) => root(program, place),
        ExprKind::Cast(inner) if program.types.is_pointer(program.exprs[inner].ty) => pointee(program, inner),
        ExprKind::Binary(BinaryOp::PtrAdd, base, _) => pointee(program, base),
        _ => None,
    }
}

/// Notes the variables whose address an operation makes a value that is kept.
pub(super) fn note_kept(program: &Program, op: &Op, kept: &mut FastSet<VarId>) {
    let mut roots = Vec::new();
    op.roots(&program.calls, &mut roots);
    let (mut exprs, mut places) = (Vec::new(), Vec::new());
    for part in roots {
        match part {
            cairn_ir::walk::ExprOrPlace::Expr(expr) => exprs.push(expr),
            cairn_ir::walk::ExprOrPlace::Place(place) => places.push(place),
        }
    }
    let mut seen = FastSet::default();
    loop {
        if let Some(place) = places.pop() {
            match program.exprs[place].kind {
                PlaceKind::Var(_) => {}
                PlaceKind::Field(base, _) => places.push(base),
                PlaceKind::Index(base, index) => {
                    places.push(base);
                    exprs.push(index);
                }
                PlaceKind::Deref(pointer) => followed(program, pointer, &mut exprs, &mut places),
            }
        } else if let Some(expr) = exprs.pop() {
            if !seen.insert(expr) {
                continue;
            }
            match program.exprs[expr].kind {
                ExprKind::Constant(_) | ExprKind::FunctionAddress(_) => {}
                ExprKind::Load(place) => places.push(place),
                ExprKind::AddressOf(place) => {
                    kept.extend(root(program, place));
                    places.push(place);
                }
                ExprKind::Unary(_, x) | ExprKind::Cast(x) => exprs.push(x),
                ExprKind::Binary(_, x, y) => exprs.extend([x, y]),
                ExprKind::Conditional(c, x, y) => exprs.extend([c, x, y]),
            }
        } else {
            return;
        }
    }
}

/// A pointer that is followed: the address that it is made of is not kept.
fn followed(program: &Program, pointer: ExprId, exprs: &mut Vec<ExprId>, places: &mut Vec<PlaceId>) {
    match program.exprs[pointer].kind {
        ExprKind::AddressOf(place) => places.push(place),
        ExprKind::Cast(inner) if program.types.is_pointer(program.exprs[inner].ty) => {
            followed(program, inner, exprs, places);
        }
        ExprKind::Binary(BinaryOp::PtrAdd, base, by) => {
            followed(program, base, exprs, places);
            exprs.push(by);
        }
        _ => exprs.push(pointer),
    }
}
