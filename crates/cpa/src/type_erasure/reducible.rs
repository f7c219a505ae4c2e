//! The erased form of [`Reduce`]: an analysis has it when it was erased by [`AnyCpa::reducible`].
//!
//! Not every analysis can be run block by block, and whether one can is known only when a configuration is read. So the
//! capability is a value beside the analysis, and [`AnyCpa::reduces`] says whether it is there: a configuration that
//! needs it is refused by name when it is built. Invariant: an operation of a capability that is not there is an
//! internal error, never a guess.

use super::{AnyCpa, AnyPrecision, AnyState, Erased, erase_precision, erase_state};
use crate::algebra::Move;
use crate::context::{Cx, Failure, Res};
use crate::reduce::{Reduce, ReductionScope};
use std::sync::Arc;

/// Such an analysis as an object.
pub(super) type Object = dyn Reduce<State = AnyState, Precision = AnyPrecision>;

#[warn(clippy::missing_trait_methods, reason = "an operator that an adapter forgets is the default's, silently")]
impl<C: Reduce> Reduce for Erased<C>
where
    C::State: Send + Sync + 'static,
    C::Precision: Send + Sync + 'static,
{
    fn reduce(&self, entry: &AnyState, scope: &ReductionScope<'_>, cx: &mut Cx<'_>) -> Res<AnyState> {
        self.0.reduce(self.state(entry)?, scope, cx).map(erase_state)
    }
    fn reduce_precision(&self, precision: &AnyPrecision, scope: &ReductionScope<'_>) -> AnyPrecision {
        // A precision of another analysis would be an internal error at its next use.
        match precision.downcast() {
            Some(own) => erase_precision(self.0.reduce_precision(own, scope)),
            None => precision.clone(),
        }
    }
    fn expand(&self, entry: &AnyState, out: &AnyState, scope: &ReductionScope<'_>, cx: &mut Cx<'_>) -> Res<AnyState> {
        self.0.expand(self.state(entry)?, self.state(out)?, scope, cx).map(erase_state)
    }
    fn rebuild(
        &self,
        call: &AnyState,
        entry: &AnyState,
        expanded: AnyState,
        precision: &AnyPrecision,
        at: &Move<'_>,
        cx: &mut Cx<'_>,
    ) -> Res<Option<AnyState>> {
        let expanded = self.state(&expanded)?.clone();
        let precision = self.precision(precision)?;
        Ok(self.0.rebuild(self.state(call)?, self.state(entry)?, expanded, precision, at, cx)?.map(erase_state))
    }
    fn context_depth(&self) -> usize {
        self.0.context_depth()
    }
    fn widens(&self) -> bool {
        self.0.widens()
    }
    fn widen(&self, older: &AnyState, newer: AnyState, precision: &AnyPrecision, cx: &mut Cx<'_>) -> Res<AnyState> {
        let newer = self.state(&newer)?.clone();
        self.0.widen(self.state(older)?, newer, self.precision(precision)?, cx).map(erase_state)
    }
    fn forget_differences(&self, older: &AnyState, newer: &AnyState) -> Res<Option<AnyState>> {
        Ok(self.0.forget_differences(self.state(older)?, self.state(newer)?)?.map(erase_state))
    }
    fn memo_key(&self, reduced: &AnyState) -> u64 {
        reduced.downcast().map_or(0, |reduced| self.0.memo_key(reduced))
    }
    fn replayed(&self, own: &AnyPrecision) -> AnyPrecision {
        own.downcast().map_or_else(|| own.clone(), |own| erase_precision(self.0.replayed(own)))
    }
    fn replayed_whole(&self, own: &AnyPrecision) -> AnyPrecision {
        own.downcast().map_or_else(|| own.clone(), |own| erase_precision(self.0.replayed_whole(own)))
    }
}

impl AnyCpa {
    /// Erases an analysis that can refine and be run block by block.
    pub fn reducible<C: Reduce + 'static>(cpa: C) -> Self
    where
        C::State: Send + Sync + 'static,
        C::Precision: Send + Sync + 'static,
    {
        let erased = Arc::new(Erased(cpa));
        Self { cpa: erased.clone(), reduce: Some(erased), serialize: None, distribute: None }
    }

    /// True when the analysis can be run block by block: it was erased by [`AnyCpa::reducible`].
    pub fn reduces(&self) -> bool {
        self.reduce.is_some()
    }

    fn reducer(&self) -> Res<&Object> {
        let missing = || Failure::Internal(format!("{} cannot be run block by block", self.cpa.name()));
        self.reduce.as_deref().ok_or_else(missing)
    }
}

#[warn(clippy::missing_trait_methods, reason = "an operator that an adapter forgets is the default's, silently")]
impl Reduce for AnyCpa {
    fn reduce(&self, entry: &AnyState, scope: &ReductionScope<'_>, cx: &mut Cx<'_>) -> Res<AnyState> {
        self.reducer()?.reduce(entry, scope, cx)
    }
    fn reduce_precision(&self, precision: &AnyPrecision, scope: &ReductionScope<'_>) -> AnyPrecision {
        self.reduce.as_ref().map_or_else(|| precision.clone(), |reduce| reduce.reduce_precision(precision, scope))
    }
    fn expand(&self, entry: &AnyState, out: &AnyState, scope: &ReductionScope<'_>, cx: &mut Cx<'_>) -> Res<AnyState> {
        self.reducer()?.expand(entry, out, scope, cx)
    }
    fn rebuild(
        &self,
        call: &AnyState,
        entry: &AnyState,
        expanded: AnyState,
        precision: &AnyPrecision,
        at: &Move<'_>,
        cx: &mut Cx<'_>,
    ) -> Res<Option<AnyState>> {
        self.reducer()?.rebuild(call, entry, expanded, precision, at, cx)
    }
    fn context_depth(&self) -> usize {
        self.reduce.as_ref().map_or(0, |reduce| reduce.context_depth())
    }
    fn widens(&self) -> bool {
        self.reduce.as_ref().is_some_and(|reduce| reduce.widens())
    }
    fn widen(&self, older: &AnyState, newer: AnyState, precision: &AnyPrecision, cx: &mut Cx<'_>) -> Res<AnyState> {
        self.reducer()?.widen(older, newer, precision, cx)
    }
    fn forget_differences(&self, older: &AnyState, newer: &AnyState) -> Res<Option<AnyState>> {
        self.reduce.as_ref().map_or(Ok(None), |reduce| reduce.forget_differences(older, newer))
    }
    fn memo_key(&self, reduced: &AnyState) -> u64 {
        self.reduce.as_ref().map_or(0, |reduce| reduce.memo_key(reduced))
    }
    fn replayed(&self, own: &AnyPrecision) -> AnyPrecision {
        self.reduce.as_ref().map_or_else(|| own.clone(), |reduce| reduce.replayed(own))
    }
    fn replayed_whole(&self, own: &AnyPrecision) -> AnyPrecision {
        self.reduce.as_ref().map_or_else(|| own.clone(), |reduce| reduce.replayed_whole(own))
    }
}
