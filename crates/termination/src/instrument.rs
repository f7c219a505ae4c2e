//! A ranking put into a program, so that to prove it is a task of safety.
//!
//! Where control enters the cycle, the values of the tuple are kept in variables of the frame. Where it comes back they are computed
//! again, and a label is passed unless they are smaller, lexicographically. Then they are kept. Of a recursive component they are kept at
//! the entry of each function and compared where it calls another, with what the arguments will be.
//!
//! Invariant: the program does what it did, up to the label. The kept values are of one frame, so that activations of a loop do not meet.

use crate::component::{Atoms, Component, wide};
use crate::cycle::{Cycle, CycleKind};
use crate::never_again;
use crate::splice::{assign, before_entry, constant, declare, fail, split};
use crate::synthesis::Ranking;
use cairn_base::{FastMap, Span};
use cairn_ir::program::VarKind;
use cairn_ir::types::{IntKind, TypeId};
use cairn_ir::{BinaryOp, EdgeId, ExprId, ExprKind, FunctionId, NodeId, Op, Program, VarId};

/// Puts the ranking of a cycle into a program.
pub fn put(program: &mut Program, cycle: &Cycle, atoms: &Atoms, ranking: &Ranking) {
    let ty = match ranking {
        Ranking::Tuple(_) => wide(program, atoms),
        Ranking::AtMost(_) => program.types.int(IntKind::LongLong),
        Ranking::NeverAgain(at) => return never_again::put(program, cycle, atoms, *at),
    };
    match &cycle.kind {
        CycleKind::Loop { heads, begins, repeats } => {
            let function = cycle.function();
            let values: Vec<ExprId> = atoms.within(function).iter().map(|atom| atom.value).collect();
            let kept = kept(program, function, ranking, ty);
            for edge in begins {
                let (first, last) = split(program, *edge);
                begin(program, first, last, ranking, &values, &kept, ty);
            }
            for edge in repeats {
                let (first, last) = split(program, *edge);
                let span = program.edges[*edge].span;
                repeat(program, first, last, ranking, &values, &kept, ty, span);
            }
            for head in heads {
                if program.is_entry(*head) {
                    let (first, last) = before_entry(program, function);
                    begin(program, first, last, ranking, &values, &kept, ty);
                }
            }
        }
        CycleKind::Recursion { calls } => recursion(program, cycle, calls, atoms, ranking, ty),
    }
    cairn_transform::rebuild_changed(program);
}

fn recursion(program: &mut Program, cycle: &Cycle, calls: &[EdgeId], atoms: &Atoms, ranking: &Ranking, ty: TypeId) {
    // A depth is counted in a static variable of the component: each call keeps its own.
    let mut of: FastMap<FunctionId, Vec<VarId>> = FastMap::default();
    for function in &cycle.functions {
        of.insert(*function, kept(program, *function, ranking, ty));
    }
    let depth =
        matches!(ranking, Ranking::AtMost(_)).then(|| program.add_var("depth of calls", ty, VarKind::Static, None));
    if let Some(depth) = depth {
        declare(program, depth);
    }
    for edge in calls {
        let Op::Call(site) = program.edges[*edge].op else { continue };
        let Some(callee) = program.calls[site].callee else { continue };
        let source = program.edges[*edge].source;
        let function = program.nodes[source].function;
        let (span, args) = (program.edges[*edge].span, program.calls[site].args.clone());
        let first = program.add_node(function);
        // What led to the call leads to the comparison, from which the call goes on.
        let call_from = program.add_node(function);
        move_source(program, *edge, call_from);
        program.add_edge(source, first, Op::Skip, span);
        match ranking {
            Ranking::Tuple(_) => {
                let params = program.functions[callee].params.clone();
                let as_param = |program: &Program, value: ExprId| {
                    let ExprKind::Load(place) = program.exprs[value].kind else { return value };
                    let var = program.exprs.root_variable(place);
                    let at = params.iter().position(|param| Some(*param) == var);
                    at.and_then(|at| args.get(at).copied()).unwrap_or(value)
                };
                let values: Vec<ExprId> =
                    atoms.within(callee).iter().map(|atom| as_param(program, atom.value)).collect();
                compare(program, first, call_from, ranking, &values, &of[&function], ty, span, false);
            }
            Ranking::NeverAgain(_) => {}
            Ranking::AtMost(most) => {
                let (Some(depth), [own]) = (depth, &of[&function][..]) else { continue };
                let (own, one) = (program.var_value(*own), constant(program, 1, ty));
                let next = program.exprs.expr(ExprKind::Binary(BinaryOp::Add, own, one), ty);
                let place = program.var_place(depth);
                let at = program.add_node(function);
                program.add_edge(first, at, Op::Assign { place, value: next }, Span::NONE);
                let limit = constant(program, i128::from(*most), ty);
                let depth = program.var_value(depth);
                let int = program.types.int(IntKind::Int);
                let fits = program.exprs.expr(ExprKind::Binary(BinaryOp::Le, depth, limit), int);
                let fails = program.add_node(function);
                program.add_branch(at, fits, call_from, fails, Span::NONE);
                fail(program, fails, span);
            }
        }
    }
    for function in &cycle.functions {
        let values: Vec<ExprId> = atoms.within(*function).iter().map(|atom| atom.value).collect();
        let kept = of[function].clone();
        let (first, last) = before_entry(program, *function);
        match (depth, &kept[..]) {
            (Some(depth), [own]) => {
                // A call from outside of the component begins at nothing.
                let (value, place) = (program.var_value(depth), program.var_place(*own));
                let at = program.add_node(*function);
                program.add_edge(first, at, Op::Assign { place, value }, Span::NONE);
                let (zero, place) = (constant(program, 0, ty), program.var_place(depth));
                program.add_edge(at, last, Op::Assign { place, value: zero }, Span::NONE);
            }
            _ => begin(program, first, last, ranking, &values, &kept, ty),
        }
    }
}

/// The variables that hold a tuple.
fn kept(program: &mut Program, function: FunctionId, ranking: &Ranking, ty: TypeId) -> Vec<VarId> {
    let count = match ranking {
        Ranking::Tuple(components) => components.len(),
        Ranking::AtMost(_) => 1,
        Ranking::NeverAgain(_) => 0,
    };
    (0..count).map(|at| program.add_var(&format!("rank {}", at + 1), ty, VarKind::Temp, Some(function))).collect()
}

fn move_source(program: &mut Program, edge: EdgeId, to: NodeId) {
    let source = program.edges[edge].source;
    program.nodes[source].leaving.retain(|other| *other != edge);
    program.edges[edge].source = to;
    program.nodes[to].leaving.push(edge);
}

/// Keeps the tuple of now, from a node to another.
fn begin(
    program: &mut Program,
    first: NodeId,
    last: NodeId,
    ranking: &Ranking,
    values: &[ExprId],
    kept: &[VarId],
    ty: TypeId,
) {
    let new: Vec<ExprId> = match ranking {
        Ranking::Tuple(components) => components.iter().map(|of| of.expression(program, values, ty)).collect(),
        Ranking::AtMost(_) => vec![constant(program, 0, ty)],
        Ranking::NeverAgain(_) => Vec::new(),
    };
    let mut at = first;
    for (var, value) in kept.iter().zip(new) {
        at = assign(program, at, *var, value);
    }
    program.add_edge(at, last, Op::Skip, Span::NONE);
}

#[allow(clippy::too_many_arguments)]
fn repeat(
    program: &mut Program,
    first: NodeId,
    last: NodeId,
    ranking: &Ranking,
    values: &[ExprId],
    kept: &[VarId],
    ty: TypeId,
    span: Span,
) {
    match ranking {
        Ranking::NeverAgain(_) => {}
        Ranking::Tuple(_) => compare(program, first, last, ranking, values, kept, ty, span, true),
        Ranking::AtMost(most) => {
            let (one, limit) = (constant(program, 1, ty), constant(program, i128::from(*most), ty));
            let count = program.var_value(kept[0]);
            let more = program.exprs.expr(ExprKind::Binary(BinaryOp::Add, count, one), ty);
            let at = assign(program, first, kept[0], more);
            let int = program.types.int(IntKind::Int);
            let fits = program.exprs.expr(ExprKind::Binary(BinaryOp::Le, count, limit), int);
            let fails = program.add_node(program.nodes[at].function);
            program.add_branch(at, fits, last, fails, Span::NONE);
            fail(program, fails, span);
        }
    }
}

/// From a node to another if the tuple is smaller than what is kept, which it then is, where that `is_kept`; else to the label.
#[allow(clippy::too_many_arguments)]
fn compare(
    program: &mut Program,
    first: NodeId,
    last: NodeId,
    ranking: &Ranking,
    values: &[ExprId],
    kept: &[VarId],
    ty: TypeId,
    span: Span,
    is_kept: bool,
) {
    let Ranking::Tuple(components) = ranking else { return };
    let function = program.nodes[first].function;
    let int = program.types.int(IntKind::Int);
    let mut at = first;
    let mut new = Vec::new();
    for (index, component) in components.iter().enumerate() {
        let value = Component::expression(component, program, values, ty);
        let var = program.add_var(&format!("next rank {}", index + 1), ty, VarKind::Temp, Some(function));
        at = assign(program, at, var, value);
        new.push(program.var_value(var));
    }
    let (smaller, fails) = (program.add_node(function), program.add_node(function));
    for (index, new) in new.iter().enumerate() {
        let old = program.var_value(kept[index]);
        let is_less = program.exprs.expr(ExprKind::Binary(BinaryOp::Lt, *new, old), int);
        let equal = program.add_node(function);
        program.add_branch(at, is_less, smaller, equal, Span::NONE);
        at = equal;
        if index + 1 < components.len() {
            let is_same = program.exprs.expr(ExprKind::Binary(BinaryOp::Eq, *new, old), int);
            let next = program.add_node(function);
            program.add_branch(at, is_same, next, fails, Span::NONE);
            at = next;
        }
    }
    program.add_edge(at, fails, Op::Skip, Span::NONE);
    fail(program, fails, span);
    let mut at = smaller;
    if is_kept {
        for (var, value) in kept.iter().zip(new) {
            at = assign(program, at, *var, value);
        }
    }
    program.add_edge(at, last, Op::Skip, Span::NONE);
}
