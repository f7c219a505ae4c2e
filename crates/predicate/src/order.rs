//! The order of states, merge and stop.
//!
//! At block ends `a ⊑ b` when a's abstraction implies b's: the diagrams say so mostly, else the solver. Inside of a block
//! also b's path formula must be a join that a's is in. (A solver would find more, that paths without an execution are
//! below all others; then the transfer, which folds away what is plainly impossible, would not be monotone.) The operator
//! `stop` looks inside of one block only: what it would find beyond was covered where the block began.
//!
//! The path formulas of one block that meet are joined always, the papers' merge for large blocks.

use super::state::PredicateState;
use super::workspace::Workspace;
use cairn_cpa::{Cx, Res};

/// `a ⊑ b`.
pub fn is_below(workspace: &mut Workspace, a: &PredicateState, b: &PredicateState, cx: &mut Cx<'_>) -> Res<bool> {
    if a.at_end != b.at_end || a.edges != b.edges {
        return Ok(false);
    }
    if a.at_end {
        // At a function's entry the entry cells are bound: a state in which they are not is not below.
        if a.path.values != b.path.values {
            return Ok(false);
        }
        return workspace.implies(a.abstraction, b.abstraction, cx);
    }
    if a.block != b.block && !workspace.implies(a.abstraction, b.abstraction, cx)? {
        return Ok(false);
    }
    let (path_a, path_b) = (workspace.history.path(&a.path), workspace.history.path(&b.path));
    Ok(workspace.history.is_part(path_a, path_b))
}

/// Which of the reached states covers a state.
pub fn stop(
    workspace: &mut Workspace,
    state: &PredicateState,
    reached: &mut dyn Iterator<Item = &PredicateState>,
    cx: &mut Cx<'_>,
) -> Res<Option<usize>> {
    for (index, other) in reached.enumerate() {
        let comparable = state.at_end || state.block == other.block;
        if comparable && is_below(workspace, state, other, cx)? {
            return Ok(Some(index));
        }
    }
    Ok(None)
}

/// The join of two states of one block.
pub fn merge(
    workspace: &mut Workspace,
    new: &PredicateState,
    old: &PredicateState,
    cx: &mut Cx<'_>,
) -> Option<PredicateState> {
    let (path_new, path_old) = (workspace.history.path(&new.path), workspace.history.path(&old.path));
    if workspace.history.is_part(path_new, path_old) {
        return None;
    }
    cx.statistics.add("predicate-joins", 1);
    let path = workspace.join(&new.path, &old.path);
    Some(PredicateState { path, ..old.clone() })
}
