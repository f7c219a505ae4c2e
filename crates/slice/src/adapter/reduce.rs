//! Slicing under block-abstraction memoization: the operators of the analysis below. A block has its frame at depth 0, so the
//! frame in which hiding began moves with it. A block that is entered where everything is hidden is hidden as a whole.

use super::Sliced;
use super::precision::SlicePrecision;
use super::state::SliceState;
use super::transfer::seen;
use cairn_cpa::{Cx, Move, Reduce, ReductionScope, Res};
use std::sync::Arc;

#[warn(clippy::missing_trait_methods, reason = "an operator that an adapter forgets is the default's, silently")]
impl<C: Reduce> Reduce for Sliced<C> {
    fn reduce(&self, entry: &Self::State, scope: &ReductionScope<'_>, cx: &mut Cx<'_>) -> Res<Self::State> {
        let inner = self.inner.reduce(&entry.inner, scope, cx)?;
        Ok(SliceState { inner, hidden_from: entry.hidden_from.map(|from| from.saturating_sub(scope.depth)) })
    }

    fn reduce_precision(&self, precision: &Self::Precision, scope: &ReductionScope<'_>) -> Self::Precision {
        let inner = self.inner.reduce_precision(&precision.inner, scope);
        SlicePrecision { kept: Arc::clone(&precision.kept), inner }
    }

    fn expand(
        &self,
        entry: &Self::State,
        out: &Self::State,
        scope: &ReductionScope<'_>,
        cx: &mut Cx<'_>,
    ) -> Res<Self::State> {
        let inner = self.inner.expand(&entry.inner, &out.inner, scope, cx)?;
        let hidden_from = entry.hidden_from.or(out.hidden_from.map(|from| from + scope.depth));
        Ok(SliceState { inner, hidden_from })
    }

    fn rebuild(
        &self,
        call: &Self::State,
        entry: &Self::State,
        expanded: Self::State,
        precision: &Self::Precision,
        at: &Move<'_>,
        cx: &mut Cx<'_>,
    ) -> Res<Option<Self::State>> {
        let (at, hidden_from) = seen(&precision.kept, call.hidden_from, at);
        let rebuilt = self.inner.rebuild(&call.inner, &entry.inner, expanded.inner, &precision.inner, &at, cx)?;
        Ok(rebuilt.map(|inner| SliceState { inner, hidden_from }))
    }

    fn context_depth(&self) -> usize {
        self.inner.context_depth()
    }
    fn widens(&self) -> bool {
        self.inner.widens()
    }
    fn widen(
        &self,
        older: &Self::State,
        newer: Self::State,
        precision: &Self::Precision,
        cx: &mut Cx<'_>,
    ) -> Res<Self::State> {
        if older.hidden_from != newer.hidden_from {
            return Ok(newer);
        }
        let inner = self.inner.widen(&older.inner, newer.inner, &precision.inner, cx)?;
        Ok(SliceState { inner, hidden_from: newer.hidden_from })
    }
    fn forget_differences(&self, older: &Self::State, newer: &Self::State) -> Res<Option<Self::State>> {
        if older.hidden_from != newer.hidden_from {
            return Ok(None);
        }
        let inner = self.inner.forget_differences(&older.inner, &newer.inner)?;
        Ok(inner.map(|inner| SliceState { inner, hidden_from: newer.hidden_from }))
    }
    fn memo_key(&self, reduced: &Self::State) -> u64 {
        self.inner.memo_key(&reduced.inner)
    }
    fn replayed(&self, own: &Self::Precision) -> Self::Precision {
        SlicePrecision { kept: Arc::clone(&own.kept), inner: self.inner.replayed(&own.inner) }
    }
    fn replayed_whole(&self, own: &Self::Precision) -> Self::Precision {
        SlicePrecision { kept: Arc::clone(&own.kept), inner: self.inner.replayed_whole(&own.inner) }
    }
}
