//! The program of a query: where executions end, and what is asked about.
//!
//! Invariant: it has all edges of the obligations that are asked about, and no edge was changed but those of others.

use super::decide::PASSED;
use super::{Obligation, before, doubt};
use cairn_ir::{EdgeId, Op, Program};

/// The program in which executions end at the edges of all obligations but those of a group, and go on where it is not known whether one
/// of the others is violated. What is proved of one of several is proved by itself, so there they go on past the doubts about the group as well.
pub(super) fn only(program: &Program, all: &[Obligation], group: &[usize]) -> Program {
    let mut program = program.clone();
    for (index, one) in all.iter().enumerate() {
        if group.contains(&index) {
            if group.len() > 1 {
                one.edges.iter().for_each(|edge| doubt::pass_and_keep(&mut program, *edge));
            }
        } else {
            for edge in &one.edges {
                if !doubt::pass(&mut program, *edge) {
                    program.edges[*edge].op = Op::Halt;
                }
            }
        }
    }
    let edges: Vec<EdgeId> = group.iter().flat_map(|index| all[*index].edges.iter().copied()).collect();
    if !edges.is_empty() {
        before::end_behind(&mut program, &edges);
    }
    program
}

/// The program in which what comes first behind an assumption is a label. Executions are not followed further, so the rest
/// does not count.
pub(super) fn behind(mut program: Program, assumptions: &[EdgeId]) -> Program {
    for edge in assumptions {
        let after = program.edges[*edge].target;
        before::replace_behind(&mut program, after, Op::Label(PASSED.to_owned()));
    }
    program
}
