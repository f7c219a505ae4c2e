//! Executions past a doubt: where it is not known whether a check is violated.
//!
//! A check that asks of memory may have no answer: a pointer left its object without an access. That is no violation, so the program goes
//! on there, and what stands behind it can be violated on such an execution. An execution that ends there would make what is behind it
//! *proved* although it fails. So in the program of a query about other obligations, both ways of the branch on the doubt are the way on.
//!
//! Where a model of the library ends ([`Op::mark_doubt`] as well) nothing goes on: what the library does is not in the program.
//!
//! Over-approximation: an engine takes what a pointer does that left its object as it does in a program that nobody asked about memory.
//!
//! Invariant: no location and no edge is added, removed or led elsewhere, so what is known by their numbers stays.

use cairn_ir::{EdgeId, ExprKind, IntKind, NodeId, Op, Program};
use cairn_transform::frames::OUTSIDE;
use cairn_transform::instrumentation::is_about_check;

/// The branch on a doubt that an edge marks; none where nothing goes on beside it.
fn branch(program: &Program, edge: EdgeId) -> Option<NodeId> {
    let why = program.edges[edge].op.marked_doubt()?;
    if !is_about_check(why) && why != OUTSIDE {
        return None;
    }
    let [entering] = program.nodes[program.edges[edge].source].entering[..] else { return None };
    let branch = program.edges[entering].source;
    let is_assumption = |edge: &EdgeId| matches!(program.edges[*edge].op, Op::Assume { .. });
    let leaving = &program.nodes[branch].leaving;
    (leaving.len() == 2 && leaving.iter().all(is_assumption)).then_some(branch)
}

/// Lets executions go on where an edge marks a doubt, and none come to the mark; false where nothing goes on beside it.
pub(crate) fn pass(program: &mut Program, edge: EdgeId) -> bool {
    let Some(branch) = branch(program, edge) else { return false };
    let mark = program.edges[edge].source;
    let int = program.types.int(IntKind::Int);
    let zero = program.exprs.expr(ExprKind::Constant(0), int);
    for way in program.nodes[branch].leaving.clone() {
        let truth = program.edges[way].target == mark;
        program.edges[way].op = Op::Assume { cond: zero, truth };
    }
    true
}

/// Lets executions go on where an edge marks a doubt, and come to the mark as well: what holds in this program holds past all doubts,
/// and of each mark it is known whether one may come to it.
pub(super) fn pass_and_keep(program: &mut Program, edge: EdgeId) {
    let Some(branch) = branch(program, edge) else { return };
    let mark = program.edges[edge].source;
    let int = program.types.int(IntKind::Int);
    let zero = program.exprs.expr(ExprKind::Constant(0), int);
    for way in program.nodes[branch].leaving.clone() {
        if program.edges[way].target != mark {
            program.edges[way].op = Op::Assume { cond: zero, truth: false };
        }
    }
}
