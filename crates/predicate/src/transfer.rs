//! One step: the path formula grows, and where a block ends it becomes an abstraction.
//!
//! Abstraction belongs to the transfer and not to precision adjustment, because it may find that no execution is left,
//! and then there is no successor.

use super::abstraction::Abstractions;
use super::precision::PredicatePrecision;
use super::predicates::PredicateId;
use super::state::PredicateState;
use super::workspace::Workspace;
use super::workspace::oracle::Possible;
use cairn_cpa::{Cx, Failure, Move, Res};
use cairn_ir::{NodeId, Program, Step};
use cairn_smt::work::UNMODELLED;

pub(super) fn step(
    workspace: &mut Workspace,
    abstractions: &mut Abstractions,
    state: &PredicateState,
    precision: &PredicatePrecision,
    at: &Move<'_>,
    cx: &mut Cx<'_>,
) -> Res<Option<PredicateState>> {
    // Other paths of a block may have what the steps that are replayed contradict: the whole block is checked.
    let replayed = precision.is_formulas_only();
    if workspace.starts.excludes(at.target) && !replayed {
        return Ok(None);
    }
    let path = match workspace.encoder.step(at.program, &state.path, at.step, at.depth) {
        Ok(path) => path,
        Err(unmodelled) => {
            let formula = workspace.formula(state.abstraction)?;
            if workspace.possible(&[formula, state.path.condition], UNMODELLED, cx)? == Possible::No {
                return Ok(None);
            }
            return Err(Failure::Unsupported { what: unmodelled.what, span: unmodelled.span });
        }
    };
    if workspace.encoder.terms.as_bool(path.condition) == Some(false) && !replayed {
        return Ok(None);
    }
    let edges = state.edges + 1;
    if !workspace.ends.is_end(at, edges) {
        let edges = if workspace.ends.counts() { edges } else { 0 };
        return Ok(Some(PredicateState { path, edges, at_end: false, ..state.clone() }));
    }
    cx.statistics
        .at_least("predicate-largest-block-condition", u64::from(workspace.encoder.terms.depth(path.condition)));
    let depth = match at.step {
        Step::Enter(..) => at.depth + 1,
        Step::Leave(..) => at.depth.saturating_sub(1),
        Step::Edge(_) | Step::Hidden(_) => at.depth,
    };
    let abstraction = match replayed {
        true => Some(workspace.everything),
        false => {
            let predicates = tracked(workspace, precision, at.target, depth, at.program);
            abstractions.of_block(workspace, state, &path, predicates, cx)?
        }
    };
    let Some(abstraction) = abstraction else { return Ok(None) };
    let block = workspace.history.block(state.block, &path, abstraction, at.to, at.target);
    let path = workspace.starts.at(at.target, depth, workspace.ends.calls(), &mut workspace.encoder, at.program);
    Ok(Some(PredicateState::at_end_of(workspace, block, abstraction, path, at.program)))
}

/// The predicates that are tracked at a location whose frame is at a depth.
fn tracked(
    workspace: &mut Workspace,
    precision: &PredicatePrecision,
    node: NodeId,
    depth: u32,
    program: &Program,
) -> Vec<PredicateId> {
    let relative = precision.at(node, program);
    if !workspace.options.modular || workspace.options.calls_followed || depth == 0 {
        return relative;
    }
    let function = program.nodes[node].function;
    let moved = relative.into_iter().filter_map(|predicate| workspace.moved(predicate, function, 0, depth, program));
    let mut all: Vec<PredicateId> = moved.map(|(predicate, _)| predicate).collect();
    all.sort_unstable();
    all.dedup();
    all
}
