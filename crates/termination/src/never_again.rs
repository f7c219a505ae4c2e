//! A value that a cycle never has twice, put into a program as a task of safety: an activation of a loop, or a chain of calls, is finite
//! where some variable has a new value each time, for there are finitely many values. It is what lists and trees need: no cell is
//! visited twice, however they lie in memory.
//!
//! As in the reduction of liveness to safety (Biere, Artho and Schuppan, FMICS 2002) any one value may be kept, and a label is passed where
//! it comes again.

use crate::component::Atoms;
use crate::cycle::{Cycle, CycleKind};
use crate::splice::{assign, before_entry, constant, declare, fail, split};
use cairn_base::Span;
use cairn_ir::program::{Body, VarKind};
use cairn_ir::types::IntKind;
use cairn_ir::{BinaryOp, ExprId, ExprKind, NodeId, NondetSource, Op, Program};

/// Puts the task into a program, about an atom of the cycle.
pub fn put(program: &mut Program, cycle: &Cycle, atoms: &Atoms, at: usize) {
    match &cycle.kind {
        CycleKind::Loop { .. } => in_loop(program, cycle, atoms.within(cycle.function())[at].value),
        CycleKind::Recursion { .. } => in_recursion(program, cycle, atoms, at),
    }
    cairn_transform::rebuild_changed(program);
}

/// Any value of one of the calls may be kept, as long as it runs; a label is passed where a call within it has the same.
fn in_recursion(program: &mut Program, cycle: &Cycle, atoms: &Atoms, at: usize) {
    let (bool_, int) = (program.types.int(IntKind::Bool), program.types.int(IntKind::Int));
    let ty = program.type_of(atoms.within(cycle.function())[at].value);
    let kept = program.add_var("kept value", ty, VarKind::Static, None);
    let has = program.add_var("a value is kept", bool_, VarKind::Static, None);
    let (no, yes) = (constant(program, 0, bool_), constant(program, 1, bool_));
    for var in [kept, has] {
        declare(program, var);
    }
    for function in &cycle.functions {
        let value = atoms.within(*function)[at].value;
        let own = program.add_var("this call's value is kept", bool_, VarKind::Temp, Some(*function));
        let wants = program.add_var("keep this value", bool_, VarKind::Temp, Some(*function));
        let (first, last) = before_entry(program, *function);
        let first = assign(program, first, own, no);
        let [compares, asks, fails, asked, keeps] = [(); 5].map(|()| program.add_node(*function));
        let has_value = program.var_value(has);
        program.add_branch(first, has_value, compares, asks, Span::NONE);
        let old = program.var_value(kept);
        let cast = program.exprs.expr(ExprKind::Cast(value), ty);
        let value = if program.type_of(value) == ty { value } else { cast };
        let same = program.exprs.expr(ExprKind::Binary(BinaryOp::Eq, value, old), int);
        program.add_branch(compares, same, fails, last, Span::NONE);
        fail(program, fails, cycle.span);
        let (place, source) = (program.var_place(wants), NondetSource::Other("whether a value comes again".to_owned()));
        program.add_edge(asks, asked, Op::Havoc { place, source }, Span::NONE);
        let wanted = program.var_value(wants);
        program.add_branch(asked, wanted, keeps, last, Span::NONE);
        let mut at = keeps;
        for (var, value) in [(kept, value), (has, yes), (own, yes)] {
            at = assign(program, at, var, value);
        }
        program.add_edge(at, last, Op::Skip, Span::NONE);
        // Where the call ends, so does its value.
        let Some(body) = program.functions[*function].body else { continue };
        let [exit, clears] = [(); 2].map(|()| program.add_node(*function));
        let own_value = program.var_value(own);
        program.add_branch(body.exit, own_value, clears, exit, Span::NONE);
        let at = assign(program, clears, has, no);
        program.add_edge(at, exit, Op::Skip, Span::NONE);
        program.functions[*function].body = Some(Body { exit, ..body });
    }
}

/// Any value of the loop's activation may be kept; a label is passed where it comes again.
fn in_loop(program: &mut Program, cycle: &Cycle, value: ExprId) {
    let CycleKind::Loop { heads, begins, repeats } = &cycle.kind else { return };
    let function = cycle.function();
    let (bool_, int) = (program.types.int(IntKind::Bool), program.types.int(IntKind::Int));
    let ty = program.type_of(value);
    let mut var = |name: &str, ty| program.add_var(name, ty, VarKind::Temp, Some(function));
    let (kept, has, wants) = (var("kept value", ty), var("a value is kept", bool_), var("keep this value", bool_));
    let (no, yes) = (constant(program, 0, bool_), constant(program, 1, bool_));
    let visit = |program: &mut Program, first: NodeId, last: NodeId, begins: bool, span: Span| {
        let at = if begins { assign(program, first, has, no) } else { first };
        let [compares, asks, fails, asked, keeps] = [(); 5].map(|()| program.add_node(function));
        let has_value = program.var_value(has);
        program.add_branch(at, has_value, compares, asks, Span::NONE);
        let old = program.var_value(kept);
        let same = program.exprs.expr(ExprKind::Binary(BinaryOp::Eq, value, old), int);
        program.add_branch(compares, same, fails, last, Span::NONE);
        fail(program, fails, span);
        let (place, source) = (program.var_place(wants), NondetSource::Other("whether a value comes again".to_owned()));
        program.add_edge(asks, asked, Op::Havoc { place, source }, Span::NONE);
        let wanted = program.var_value(wants);
        program.add_branch(asked, wanted, keeps, last, Span::NONE);
        let at = assign(program, keeps, kept, value);
        let at = assign(program, at, has, yes);
        program.add_edge(at, last, Op::Skip, Span::NONE);
    };
    for (edges, is_begin) in [(begins, true), (repeats, false)] {
        for edge in edges {
            let (first, last) = split(program, *edge);
            let span = program.edges[*edge].span;
            visit(program, first, last, is_begin, span);
        }
    }
    if heads.iter().any(|head| program.is_entry(*head)) {
        let (first, last) = before_entry(program, function);
        visit(program, first, last, true, Span::NONE);
    }
}
