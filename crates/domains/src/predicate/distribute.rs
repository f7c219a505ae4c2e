//! The operators combine and proceed (DCPA 4.2.2).
//!
//! States that arrive where a block is entered are abstractions. Combined they are the disjunction. What is below a known one
//! is no news, as for `stop`.

use super::PredicateAnalysis;
use super::precision::PredicatePrecision;
use super::state::PredicateState;
use cairn_cpa::{Cx, Distribute, Res};
use cairn_ir::{NodeId, Program};

impl Distribute for PredicateAnalysis {
    fn combine(&self, new: &PredicateState, old: &PredicateState, cx: &mut Cx<'_>) -> Res<Option<PredicateState>> {
        // What is assumed beside the abstraction is the place's, and the same for both.
        if !new.at_end || !old.at_end || new.path != old.path || new.edges != old.edges {
            return Ok(None);
        }
        self.with(cx, |owned, cx| {
            let workspace = &mut owned.workspace;
            let Some(node) = workspace.history.get_block(old.block).map(|block| block.node) else { return Ok(None) };
            let (a, b) = (workspace.region(new.abstraction)?, workspace.region(old.abstraction)?);
            let both = workspace.regions.or(&a, &b)?;
            let abstraction = workspace.abstraction_of(both, cx.program);
            let block = workspace.history.root_at(abstraction, node, false, &old.path);
            Ok(Some(PredicateState::at_end_of(workspace, block, abstraction, old.path.clone(), cx.program)))
        })
    }

    fn matters(
        &self,
        precision: &PredicatePrecision,
        nodes: &mut dyn Iterator<Item = NodeId>,
        program: &Program,
    ) -> bool {
        for node in nodes {
            if !precision.at(node, program).is_empty() {
                return true;
            }
        }
        false
    }
}
