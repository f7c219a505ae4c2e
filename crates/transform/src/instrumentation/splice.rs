//! Checks put into a program: the branches of each before the operations of its location, and the primitives that ask about objects
//! ([`cairn_ir::behaviour::Access`]).
//!
//! Invariant: where no check is violated the program does what it did; where one is, or where that is not known, a mark is passed and the path ends.

use super::find::{CheckMode, Checked};
use super::{condition, uninitialised};
use crate::prune;
use cairn_base::Span;
use cairn_ir::behaviour::{Access, Check, How};
use cairn_ir::ids::NodeId;
use cairn_ir::op::{Intrinsic, Op};
use cairn_ir::program::{Program, VarKind};
use cairn_ir::types::IntKind;
use cairn_ir::{BinaryOp, ExprId, ExprKind};

/// Why a path ends where memory may not have been freed.
pub const UNFREED: &str = "memory that is not freed where the program ends, and that something may still point to";
pub(super) const LEFT: &str = "a pointer that left its object, or that the program did not make";
pub(super) const NOT_MADE: &str = "free of a pointer that the program did not make";

/// Puts checks before the operations of their nodes, in their order. All ids of nodes, edges and calls change.
pub fn splice(program: &mut Program, checks: &[Checked]) {
    let mut end: Option<(NodeId, NodeId)> = None;
    let mut waiting = Vec::new();
    for check in checks {
        let (from, leaving) = match end {
            Some((node, end)) if node == check.node => (end, waiting),
            _ => {
                put_back(program, end, &mut waiting);
                (check.node, std::mem::take(&mut program.nodes[check.node].leaving).into_vec())
            }
        };
        waiting = leaving;
        let span = waiting.first().map_or(Span::NONE, |edge| program.edges[*edge].span);
        end = Some((check.node, put(program, check, from, span)));
    }
    put_back(program, end, &mut waiting);
    if !checks.is_empty() {
        prune::rebuild_changed(program);
    }
}

/// Where a model of the library asks whether so many bytes fit, and they do: the question is its answer.
pub fn answer_yes(program: &mut Program, edge: cairn_ir::EdgeId) {
    let Op::Intrinsic { result: Some(place), .. } = program.edges[edge].op else { return };
    let ty = program.type_of_place(place);
    let value = program.exprs.expr(ExprKind::Constant(Access::Yes as u128), ty);
    program.edges[edge].op = Op::Assign { place, value };
}

/// The branches of one check, from a location on; where the program goes on.
fn put(program: &mut Program, check: &Checked, from: NodeId, span: Span) -> NodeId {
    let is_sure = check.is_sure;
    match &check.asked {
        CheckMode::Condition(violated) => branch(program, from, *violated, violation(check.check, is_sure), span),
        CheckMode::OfObject(violated, _) if !is_sure => {
            branch(program, from, *violated, violation(check.check, false), span)
        }
        CheckMode::OfObject(violated, pointer) => {
            let function = program.nodes[from].function;
            let [at, next] = [(); 2].map(|()| program.add_node(function));
            program.add_branch(from, *violated, at, next, span);
            let args = of_no_bytes(program, *pointer);
            let (asked, result) = ask(program, at, Intrinsic::Access, &args, span);
            let belongs = is(program, result, Access::Yes);
            let other = branch(program, asked, belongs, violation(check.check, true), span);
            chain(program, other, doubtful(why_unknown(Intrinsic::Access)), span);
            next
        }
        CheckMode::Primitive(which, args) => {
            let (asked, result) = ask(program, from, *which, args, span);
            let violated = is(program, result, Access::No);
            let next = branch(program, asked, violated, violation(check.check, is_sure), span);
            let doubt = is(program, result, Access::Unknown);
            branch(program, next, doubt, doubtful(why_unknown(*which)), span)
        }
    }
}

/// Operations where a check is violated.
fn violation(check: Check, is_sure: bool) -> Vec<Op> {
    match (is_sure, check) {
        (true, _) => vec![Op::mark_check(check), Op::Halt],
        (false, Check::Uninitialised) => doubtful(uninitialised::JUMPED_OVER),
        (false, Check::Alignment) => doubtful(condition::UNDERALIGNED),
        (false, _) => doubtful(UNFREED),
    }
}

/// Operations where it is not known whether a check is violated.
fn doubtful(why: &str) -> Vec<Op> {
    vec![Op::mark_doubt(why), Op::Unsupported(why.to_owned())]
}

/// A branch to some operations that end there; where the program goes on otherwise.
fn branch(program: &mut Program, from: NodeId, cond: cairn_ir::ExprId, ops: Vec<Op>, span: Span) -> NodeId {
    let function = program.nodes[from].function;
    let [at, next] = [(); 2].map(|()| program.add_node(function));
    program.add_branch(from, cond, at, next, span);
    chain(program, at, ops, span);
    next
}

/// Operations one after the other.
fn chain(program: &mut Program, mut at: NodeId, ops: Vec<Op>, span: Span) {
    let function = program.nodes[at].function;
    for op in ops {
        let then = program.add_node(function);
        program.add_edge(at, then, op, span);
        at = then;
    }
}

/// The operations of a node follow its last check.
fn put_back(program: &mut Program, end: Option<(NodeId, NodeId)>, waiting: &mut Vec<cairn_ir::EdgeId>) {
    let Some((_, end)) = end else { return };
    for edge in waiting.drain(..) {
        program.edges[edge].source = end;
        program.nodes[end].leaving.push(edge);
    }
}

/// Why a path ends whose answer is [`Access::Unknown`].
fn why_unknown(which: Intrinsic) -> &'static str {
    if which == Intrinsic::Freeable { NOT_MADE } else { LEFT }
}

/// The arguments of [`Intrinsic::Access`] that ask whether a pointer belongs to an object.
fn of_no_bytes(program: &mut Program, pointer: ExprId) -> Vec<ExprId> {
    let (size_t, int) = (program.types.size_t(), program.types.int(IntKind::Int));
    let none = program.exprs.expr(ExprKind::Constant(0), size_t);
    let how = program.exprs.expr(ExprKind::Constant(How::default().bits()), int);
    vec![pointer, pointer, none, how]
}

/// Puts a primitive after a location; where it ends, and its answer.
pub(super) fn ask(
    program: &mut Program,
    from: NodeId,
    which: Intrinsic,
    args: &[ExprId],
    span: Span,
) -> (NodeId, ExprId) {
    let function = program.nodes[from].function;
    let int = program.types.int(IntKind::Int);
    let name = format!("#access {}", program.vars.len());
    let var = program.add_var(&name, int, VarKind::Temp, Some(function));
    let (result, asked) = (program.var_place(var), program.add_node(function));
    let op = Op::Intrinsic { which, args: args.to_vec(), result: Some(result) };
    program.add_edge(from, asked, op, span);
    (asked, program.var_value(var))
}

/// That an answer is this one.
pub(super) fn is(program: &mut Program, answer: ExprId, access: Access) -> ExprId {
    let int = program.types.int(IntKind::Int);
    let value = program.exprs.expr(ExprKind::Constant(access as u128), int);
    program.exprs.expr(ExprKind::Binary(BinaryOp::Eq, answer, value), int)
}
