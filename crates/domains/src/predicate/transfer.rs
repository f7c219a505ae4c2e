//! One step: the path formula grows, and where a block ends it becomes an abstraction.
//!
//! Abstraction belongs to the transfer and not to precision adjustment, because it may find that no execution is left,
//! and then there is no successor.

use super::oracle::Possible;
use super::precision::PredicatePrecision;
use super::state::PredicateState;
use super::workspace::Workspace;
use cairn_cpa::{Cx, Failure, Move, Res};
use cairn_ir::Step;
use cairn_smt::work::UNMODELLED;

impl Workspace {
    /// The successor of a state.
    pub(super) fn step(
        &mut self,
        state: &PredicateState,
        precision: &PredicatePrecision,
        at: &Move<'_>,
        cx: &mut Cx<'_>,
    ) -> Res<Option<PredicateState>> {
        if self.starts.excludes(at.target) {
            return Ok(None);
        }
        let path = match self.encoder.step(at.program, &state.path, at.step, at.depth) {
            Ok(path) => path,
            Err(unmodelled) => {
                let formula = self.formula(state.abstraction)?;
                if self.possible(&[formula, state.path.condition], UNMODELLED, cx)? == Possible::No {
                    return Ok(None);
                }
                return Err(Failure::Unsupported { what: unmodelled.what, span: unmodelled.span });
            }
        };
        if self.encoder.terms.as_bool(path.condition) == Some(false) {
            return Ok(None);
        }
        let edges = state.edges + 1;
        if !self.ends.is_end(at, edges) {
            let edges = if self.ends.counts() { edges } else { 0 };
            return Ok(Some(PredicateState { path, edges, at_end: false, ..state.clone() }));
        }
        cx.statistics
            .at_least("predicate-largest-block-condition", u64::from(self.encoder.terms.depth(path.condition)));
        let depth = match at.step {
            Step::Enter(_) => at.depth + 1,
            Step::Leave(_) => at.depth.saturating_sub(1),
            Step::Edge(_) | Step::Hidden(_) => at.depth,
        };
        let abstraction = match precision.is_formulas_only() {
            true => Some(self.initial.abstraction),
            false => {
                let predicates = self.tracked(precision, at.target, depth, at.program);
                self.abstract_block(state, &path, predicates, cx)?
            }
        };
        let Some(abstraction) = abstraction else { return Ok(None) };
        let block = self.history.block(state.block, &path, abstraction, at.to, at.target);
        let text = self.history.get(abstraction).map(|known| known.text.clone()).unwrap_or_default();
        let path = self.starts.at(at.target, depth, self.ends.calls(), &mut self.encoder, at.program);
        Ok(Some(PredicateState { block, abstraction, start: path.condition, path, edges: 0, at_end: true, text }))
    }
}
