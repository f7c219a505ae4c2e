//! The order of states, merge and stop.
//!
//! At block ends `a ⊑ b` when a's abstraction implies b's: the diagrams say so mostly, else the solver. Inside of a block
//! also the path formulas must be comparable: b's is a join that a's is in, or the solver says that all of a's paths are
//! b's. The operator `stop` looks inside of one block only, and asks no solver there: what it would find beyond was covered
//! where the block began.
//!
//! The path formulas of one block that meet are joined always, the papers' merge for large blocks.

use super::oracle::Possible;
use super::state::PredicateState;
use super::workspace::Workspace;
use cairn_cpa::{Cx, Res};
use std::time::Duration;

/// A comparison of two path formulas may take so long.
const COMPARISON: Duration = Duration::from_secs(2);

impl Workspace {
    /// Coverage without a solver for states inside of blocks. `None`: not known.
    fn is_plainly_below(&mut self, a: &PredicateState, b: &PredicateState, cx: &mut Cx<'_>) -> Res<Option<bool>> {
        if a.at_end != b.at_end || a.edges != b.edges {
            return Ok(Some(false));
        }
        if a.at_end {
            return self.implies(a.abstraction, b.abstraction, cx).map(Some);
        }
        if a.block != b.block && !self.implies(a.abstraction, b.abstraction, cx)? {
            return Ok(Some(false));
        }
        let (path_a, path_b) = (self.history.path(&a.path), self.history.path(&b.path));
        Ok(self.history.is_part(path_a, path_b).then_some(true))
    }

    /// `a ⊑ b`.
    pub(super) fn is_below(&mut self, a: &PredicateState, b: &PredicateState, cx: &mut Cx<'_>) -> Res<bool> {
        if let Some(known) = self.is_plainly_below(a, b, cx)? {
            return Ok(known);
        }
        // All of a's paths are b's, with the same results.
        let mut same = vec![b.path.condition];
        let cells: std::collections::BTreeSet<_> = a.path.values.keys().chain(b.path.values.keys()).copied().collect();
        for cell in cells {
            let values = [&a.path, &b.path].map(|path| path.values.get(&cell).copied());
            let Some(plain) = self.encoder.plain(cell) else { return Ok(false) };
            let [left, right] = values.map(|value| value.unwrap_or(plain));
            same.push(self.encoder.terms.eq(left, right));
        }
        let all_same = self.encoder.terms.and(&same);
        let differ = self.encoder.terms.not(all_same);
        let formula = self.formula(a.abstraction)?;
        Ok(self.possible(&[formula, a.path.condition, differ], COMPARISON, cx)? == Possible::No)
    }

    /// Which of the reached states covers a state.
    pub(super) fn stop(
        &mut self,
        state: &PredicateState,
        reached: &mut dyn Iterator<Item = &PredicateState>,
        cx: &mut Cx<'_>,
    ) -> Res<Option<usize>> {
        for (index, other) in reached.enumerate() {
            let comparable = state.at_end || state.block == other.block;
            if comparable && self.is_plainly_below(state, other, cx)? == Some(true) {
                return Ok(Some(index));
            }
        }
        Ok(None)
    }

    /// The join of two states of one block.
    pub(super) fn merge(
        &mut self,
        new: &PredicateState,
        old: &PredicateState,
        cx: &mut Cx<'_>,
    ) -> Option<PredicateState> {
        let (path_new, path_old) = (self.history.path(&new.path), self.history.path(&old.path));
        if self.history.is_part(path_new, path_old) {
            return None;
        }
        cx.statistics.add("predicate-joins", 1);
        let path = self.join(&new.path, &old.path);
        Some(PredicateState { path, ..old.clone() })
    }
}
