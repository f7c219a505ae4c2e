//! The instrumentation of a program with checks of undefined behaviour: before an operation that may be undefined stands a
//! branch on the condition under
//! which it is, to a label that a specification looks for ([`Op::mark_check`]). [`cairn_ir::behaviour`] says why.
//!
//! The conditions say of an operation what [`cairn_ir::eval`] says of its operands' values; a test of the interpreter holds
//! them together. An expression's operands are checked before it, from the inside out, so a condition may compute with
//! them. An arm of `c ? a : b` is checked under `c`. What the library's models in C do is not the program's, and is
//! not checked.
//!
//! A condition that is known to be false where it stands needs no branch: [`splice`] takes only those that are left.
//!
//! Whether a pointer goes to a living object is nothing that an expression can say. There a primitive stands before the
//! branch ([`Intrinsic::Access`]), whose result an analysis that knows nothing of it takes for any value: which is sound,
//! since a violation is run by the interpreter before it is reported.

mod access;
mod called;
mod condition;
mod find;
mod indeterminate;
mod memory;
mod uninitialised;

pub use access::UNFREED;
pub use find::{CheckMode, Checked, find};
pub use indeterminate::{Points, watch};
pub use uninitialised::{InitialisationFlags, track};

use crate::prune;
use cairn_base::Span;
use cairn_ir::behaviour::{Access, Check};
use cairn_ir::expr::{ExprId, ExprKind, PlaceKind};
use cairn_ir::ids::NodeId;
use cairn_ir::op::{Intrinsic, Op};
use cairn_ir::operator::BinaryTyping;
use cairn_ir::program::Program;
use cairn_ir::types::Scalar;
use cairn_ir::walk::ExprOrPlace;

/// Whether a doubt is one about a check, so that the program goes on beside it; any other is where a model ends.
pub fn is_about_check(why: &str) -> bool {
    [access::LEFT, access::NOT_MADE, access::UNFREED, uninitialised::JUMPED_OVER, condition::UNDERALIGNED]
        .contains(&why)
}

/// Whether computing an expression may be undefined, as far as its text says; `reads`: a read of a variable counts.
pub fn may_be_undefined(program: &Program, root: ExprId, reads: bool) -> bool {
    program.exprs.all_parts([ExprOrPlace::Expr(root)]).into_iter().any(|part| match part {
        ExprOrPlace::Expr(expr) => match &program.exprs[expr].kind {
            ExprKind::Binary(op, ..) => {
                let row = op.row();
                let is_of_pointers = matches!(row.typing, BinaryTyping::PointerStep | BinaryTyping::PointerDistance);
                is_of_pointers || !row.undefined.is_empty()
            }
            ExprKind::Unary(op, _) => !op.row().undefined.is_empty(),
            ExprKind::Cast(of) => matches!(program.types.scalar(program.type_of(*of)), Some(Scalar::Float(_))),
            ExprKind::Load(_) => reads,
            _ => false,
        },
        ExprOrPlace::Place(place) => {
            matches!(program.exprs[place].kind, PlaceKind::Deref(_) | PlaceKind::Index(..))
        }
    })
}

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
            let args = access::of_no_bytes(program, *pointer);
            let (asked, result) = access::ask(program, at, Intrinsic::Access, &args, span);
            let belongs = access::is(program, result, Access::Yes);
            let other = branch(program, asked, belongs, violation(check.check, true), span);
            chain(program, other, doubtful(access::doubt(Intrinsic::Access)), span);
            next
        }
        CheckMode::Primitive(which, args) => {
            let (asked, result) = access::ask(program, from, *which, args, span);
            let violated = access::is(program, result, Access::No);
            let next = branch(program, asked, violated, violation(check.check, is_sure), span);
            let doubt = access::is(program, result, Access::Unknown);
            branch(program, next, doubt, doubtful(access::doubt(*which)), span)
        }
    }
}

/// What happens where a check is violated.
fn violation(check: Check, is_sure: bool) -> Vec<Op> {
    match (is_sure, check) {
        (true, _) => vec![Op::mark_check(check), Op::Halt],
        (false, Check::Uninitialised) => doubtful(uninitialised::JUMPED_OVER),
        (false, Check::Alignment) => doubtful(condition::UNDERALIGNED),
        (false, _) => doubtful(access::UNFREED),
    }
}

/// What happens where it is not known whether a check is violated.
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
