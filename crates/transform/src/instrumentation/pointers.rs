//! Facts about the pointers of a program's text, before the walk that asks about them: what one was computed from, of which it is asked at once
//! what is accessed through them, and whether some variable may keep one.
//!
//! Invariant: it is the text alone, for which a walk over all operations is enough; what an analysis knows comes from the caller.

use cairn_base::FastSet;
use cairn_base::id::IdVec;
use cairn_ir::behaviour::How;
use cairn_ir::expr::{BinaryOp, ExprKind, PlaceKind};
use cairn_ir::ids::FunctionId;
use cairn_ir::op::{Intrinsic, Op};
use cairn_ir::program::{Edge, Program, VarKind};
use cairn_ir::types::{Scalar, Type, TypeId};
use cairn_ir::{ExprId, VarId};

/// Origin of a pointer, by steps; the steps' indices.
pub(super) fn origin(program: &Program, mut pointer: ExprId, indices: &mut Vec<ExprId>) -> ExprId {
    loop {
        match program.exprs[pointer].kind {
            ExprKind::Binary(BinaryOp::PtrAdd, from, index) => {
                indices.push(index);
                pointer = from;
            }
            ExprKind::Cast(from) if program.types.pointee(program.exprs[from].ty).is_some() => pointer = from,
            _ => return pointer,
        }
    }
}

/// Pointers of which it is asked at once what is accessed through them ([`Op::mark_access`]): parameters of models of the library that
/// keep their value. A mark in the program's own text says nothing of what else the program does with the pointer.
pub(super) fn asked_at_once(program: &Program, of_library: &IdVec<FunctionId, bool>) -> FastSet<VarId> {
    let of_mark = |edge: &Edge| edge.op.marked_access().and_then(|(pointer, ..)| read_from(program, pointer));
    let mut asked: FastSet<VarId> = program.edges.iter().filter_map(of_mark).collect();
    asked.retain(|var| {
        let variable = &program.vars[*var];
        let of_model = variable.function.is_some_and(|function| of_library[function]);
        matches!(variable.kind, VarKind::Param(_)) && of_model && !variable.address_taken
    });
    if asked.is_empty() {
        return asked;
    }
    for var in written_by_name(program) {
        asked.remove(&var);
    }
    asked
}

/// Where a model of the library asks whether so many bytes fit: what is known of pointers is a part of the question.
pub(super) fn say_what_dangles(program: &mut Program, dangles: &dyn Fn(ExprId) -> bool) {
    for edge in program.edges.ids() {
        let Op::Intrinsic { which: Intrinsic::Access, args, result: Some(_) } = &program.edges[edge].op else {
            continue;
        };
        let &[from, _, _, how] = &args[..] else { continue };
        let ExprKind::Constant(bits) = program.exprs[how].kind else { continue };
        let bits = How { dangles: dangles(from), ..How::of(bits) }.bits();
        let ty = program.exprs[how].ty;
        let how = program.exprs.expr(ExprKind::Constant(bits), ty);
        if let Op::Intrinsic { args, .. } = &mut program.edges[edge].op {
            args[3] = how;
        }
    }
}

/// The variable whose value a pointer is.
pub(super) fn read_from(program: &Program, pointer: ExprId) -> Option<VarId> {
    let ExprKind::Load(place) = program.exprs[origin(program, pointer, &mut Vec::new())].kind else { return None };
    match program.exprs[place].kind {
        PlaceKind::Var(var) => Some(var),
        _ => None,
    }
}

/// True when no static variable can hold a pointer to memory that the program allocated, so that nothing is left of one where `main` has
/// returned. A variable that nothing writes keeps what it began with; of those of other files the library's streams hold no such
/// pointer.
pub(super) fn keeps_no_pointer(program: &Program) -> bool {
    const STREAMS: [&str; 3] = ["stdin", "stdout", "stderr"];
    let holds = |ty: TypeId| holds_pointer(program, ty, 0);
    let written = written_by_name(program);
    program.vars.iter_ids().all(|(id, variable)| {
        let is_written = written.contains(&id) || variable.address_taken;
        let of_others = variable.external && !STREAMS.contains(&variable.name.as_str());
        // The front end's object of a stream.
        let own = variable.name.strip_prefix('<').and_then(|name| name.strip_suffix('>'));
        let is_stream = own.is_some_and(|name| STREAMS.contains(&name));
        variable.kind != VarKind::Static || is_stream || !(is_written || of_others) || !holds(variable.ty)
    })
}

/// The variables that an operation writes by name, in whole or in part, behind the start of the program.
fn written_by_name(program: &Program) -> FastSet<VarId> {
    let behind_start = program.edges.iter().filter(|edge| program.nodes[edge.source].function != program.start);
    let written = behind_start.filter_map(|edge| match &edge.op {
        Op::Assign { place, .. } | Op::Havoc { place, .. } => program.exprs.root_variable(*place),
        Op::Intrinsic { result: Some(place), .. } => program.exprs.root_variable(*place),
        Op::Call(site) | Op::CallPointer { site, .. } => program.calls[*site].result,
        _ => None,
    });
    written.collect()
}

fn holds_pointer(program: &Program, ty: TypeId, depth: u32) -> bool {
    const DEEPEST: u32 = 20;
    match program.types.get(ty) {
        Type::Array(of, _) => holds_pointer(program, of.ty, depth),
        Type::Record(_) => {
            depth >= DEEPEST
                || program
                    .types
                    .fields(ty)
                    .is_none_or(|all| all.iter().any(|f| holds_pointer(program, f.ty, depth + 1)))
        }
        _ => program.types.scalar(ty).is_none_or(|of| matches!(of, Scalar::Pointer { .. })),
    }
}
