//! Functions that code outside calls: those that it was given, with any arguments, and what it has from them afterwards.

use super::arguments_of_external_calls::{Given, holds_pointer, may_take_pointer};
use super::{Site, step};
use cairn_base::Span;
use cairn_ir::VarId;
use cairn_ir::expr::{ExprId, ExprKind};
use cairn_ir::ids::{FunctionId, NodeId};
use cairn_ir::op::{Intrinsic, NondetSource, Op};
use cairn_ir::program::{Program, VarKind};
use cairn_ir::types::{Type, TypeId};

/// Calls a function that was given, with any arguments.
pub(super) fn call_back(
    program: &mut Program,
    site: Site,
    pointer: ExprId,
    source: &NondetSource,
    kept: &mut Vec<VarId>,
) {
    let mut inner = pointer;
    while let ExprKind::Cast(of) = program.exprs[inner].kind {
        inner = of;
    }
    match program.exprs[inner].kind {
        ExprKind::FunctionAddress(function) => call_with_any(program, site, function, source, kept),
        ExprKind::Constant(_) => {
            program.add_edge(site.from, site.to, Op::Skip, site.span);
        }
        _ => {
            let home = program.nodes[site.from].function;
            // A null pointer is not called.
            let given = program.add_node(home);
            program.add_branch(site.from, pointer, given, site.to, site.span);
            let to = program.types.pointee(program.exprs[pointer].ty);
            let Some(Type::Function(ty)) = to.map(|to| program.types.get(to).clone()) else { return };
            let (from, args) = any_arguments(program, given, &ty.params, source, site.span, kept);
            let result = kept_value(program, home, ty.result, kept);
            let call = program.add_call(None, args, result);
            called(program, Site { from, ..site }, Op::CallPointer { site: call, pointer }, result);
        }
    }
}

/// Calls a function with any arguments. One without a body does nothing that this program would see.
pub(super) fn call_with_any(
    program: &mut Program,
    site: Site,
    function: FunctionId,
    source: &NondetSource,
    kept: &mut Vec<VarId>,
) {
    if program.functions[function].body.is_none() {
        let name = program.functions[function].name.clone();
        let op = match program.outside.watches(&name) {
            Some(name) => Op::mark_call(&name),
            None => Op::Skip,
        };
        program.add_edge(site.from, site.to, op, site.span);
        return;
    }
    let params: Vec<TypeId> = program.functions[function].params.iter().map(|var| program.vars[*var].ty).collect();
    let (from, args) = any_arguments(program, site.from, &params, source, site.span, kept);
    let given = program.functions[function].result.map(|var| program.vars[var].ty);
    let home = program.nodes[site.from].function;
    let result = given.and_then(|ty| kept_value(program, home, ty, kept));
    let call = program.add_call(Some(function), args, result);
    called(program, Site { from, ..site }, Op::Call(call), result);
}

/// A variable for what a function that is called back gives, when addresses may be in it.
pub(super) fn kept_value(program: &mut Program, home: FunctionId, ty: TypeId, kept: &mut Vec<VarId>) -> Option<VarId> {
    holds_pointer(program, ty).then(|| {
        let var = program.add_var("<returned>", ty, VarKind::Temp, Some(home));
        kept.push(var);
        var
    })
}

/// A call, after which code outside knows what its result leads to.
fn called(program: &mut Program, site: Site, call: Op, result: Option<VarId>) {
    let Some(result) = result else {
        program.add_edge(site.from, site.to, call, site.span);
        return;
    };
    let mut at = step(program, site.from, call, site.span);
    let mut given = Given::default();
    let value = program.var_value(result);
    given.argument(program, value);
    at = primitive(program, at, Intrinsic::Escape, [given.pointers, given.shown].concat(), site.span);
    program.add_edge(at, site.to, Op::Skip, site.span);
}

/// A primitive on pointers, if there are any; the node behind.
pub(super) fn primitive(program: &mut Program, at: NodeId, which: Intrinsic, args: Vec<ExprId>, span: Span) -> NodeId {
    if args.is_empty() { at } else { step(program, at, Op::Intrinsic { which, args, result: None }, span) }
}

/// Code outside changes what these pointers reach, and what it was told of by functions that it has called back: what
/// leads there is a value from outside of the type that was given, each time anew. So it may be what any earlier call has
/// given, and not only the last. The node behind.
pub(super) fn hand_over(
    program: &mut Program,
    mut at: NodeId,
    kept: &[VarId],
    pointers: Vec<ExprId>,
    source: &NondetSource,
    span: Span,
) -> NodeId {
    let mut given = Given { pointers, ..Given::default() };
    for var in kept {
        let place = program.var_place(*var);
        at = step(program, at, Op::Havoc { place, source: source.clone() }, span);
        let value = program.var_value(*var);
        given.argument(program, value);
    }
    at = primitive(program, at, Intrinsic::Escape, given.shown, span);
    primitive(program, at, Intrinsic::Clobber, given.pointers, span)
}

fn any_arguments(
    program: &mut Program,
    mut at: NodeId,
    params: &[TypeId],
    source: &NondetSource,
    span: Span,
    kept: &mut Vec<VarId>,
) -> (NodeId, Vec<ExprId>) {
    let home = program.nodes[at].function;
    let mut args = Vec::with_capacity(params.len());
    for ty in params {
        let var = program.add_var("<argument>", *ty, VarKind::Temp, Some(home));
        let place = program.var_place(var);
        at = step(program, at, Op::Havoc { place, source: source.clone() }, span);
        args.push(program.var_value(var));
        // An address may be left behind it.
        if program.types.pointee(*ty).is_some_and(|to| may_take_pointer(program, to)) {
            kept.push(var);
        }
    }
    (at, args)
}
