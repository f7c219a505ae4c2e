//! The operators of the adapter: those of the analysis below, on moves as the slice shows them (SLICE 3.2). Nothing
//! strengthens: peers outside the adapter know the whole program, and an operand of theirs may contradict what is hidden
//! here.

use super::precision::{SlicePrecision, VisibleSlice};
use super::state::SliceState;
use super::{Criteria, Sliced};
use cairn_cpa::{Cpa, Cx, Facts, Move, Res, Successors};
use cairn_ir::Step;
use std::sync::Arc;

/// A move as the slice shows it in a state, and from which frame on everything is hidden behind it.
pub(super) fn seen<'a>(kept: &VisibleSlice, hidden_from: Option<u32>, at: &Move<'a>) -> (Move<'a>, Option<u32>) {
    let (step, next) = step_seen(kept, hidden_from, at);
    (Move { step, ..*at }, next)
}

fn step_seen(kept: &VisibleSlice, hidden_from: Option<u32>, at: &Move<'_>) -> (Step, Option<u32>) {
    let hidden = at.step.hidden(at.program);
    match (hidden_from, at.step) {
        (None, Step::Enter(site, _)) if !kept.calls(site) => (hidden, Some(at.depth + 1)),
        (None, step) => (kept.shown(step, at.program), None),
        // The frame in which hiding began is left.
        (Some(from), Step::Leave(..)) if at.depth <= from => (hidden, None),
        (Some(from), _) => (hidden, Some(from)),
    }
}

#[warn(clippy::missing_trait_methods, reason = "an operator that an adapter forgets is the default's, silently")]
impl<C: Cpa> Cpa for Sliced<C> {
    type State = SliceState<C::State>;
    type Precision = SlicePrecision<C::Precision>;

    fn name(&self) -> &'static str {
        self.inner.name()
    }

    fn initial(&self, cx: &mut Cx<'_>) -> Res<(Self::State, Self::Precision)> {
        let (inner, precision) = self.inner.initial(cx)?;
        let kept = match &self.criteria {
            Criteria::TargetLocation | Criteria::TargetPath => Arc::default(),
            Criteria::Eager(criteria) => self.slice(criteria.clone(), cx),
        };
        Ok((SliceState { inner, hidden_from: None }, SlicePrecision { kept, inner: precision }))
    }

    fn leq(&self, a: &Self::State, b: &Self::State, cx: &mut Cx<'_>) -> Res<bool> {
        Ok(a.hidden_from == b.hidden_from && self.inner.leq(&a.inner, &b.inner, cx)?)
    }

    fn post(
        &self,
        state: &Self::State,
        precision: &Self::Precision,
        at: &Move<'_>,
        cx: &mut Cx<'_>,
        out: &mut Successors<Self::State>,
    ) -> Res<()> {
        let (at, hidden_from) = seen(&precision.kept, state.hidden_from, at);
        let mut inner = Successors::new();
        self.inner.post(&state.inner, &precision.inner, &at, cx, &mut inner)?;
        out.extend(inner.into_iter().map(|inner| SliceState { inner, hidden_from }));
        Ok(())
    }

    /// What a peer knows is of the whole program. The state is of the slice, in which what is left out may have any value.
    fn strengthen(
        &self,
        _: &mut Self::State,
        _: &Self::Precision,
        _: &[&dyn Facts],
        _: &Move<'_>,
        _: &mut Cx<'_>,
    ) -> Res<bool> {
        Ok(true)
    }

    fn merge(
        &self,
        new: &Self::State,
        old: &Self::State,
        precision: &Self::Precision,
        cx: &mut Cx<'_>,
    ) -> Res<Option<Self::State>> {
        if new.hidden_from != old.hidden_from {
            return Ok(None);
        }
        let merged = self.inner.merge(&new.inner, &old.inner, &precision.inner, cx)?;
        Ok(merged.map(|inner| SliceState { inner, hidden_from: new.hidden_from }))
    }

    fn stop(
        &self,
        state: &Self::State,
        reached: &mut dyn Iterator<Item = &Self::State>,
        cx: &mut Cx<'_>,
    ) -> Res<Option<usize>> {
        let alike: Vec<(usize, &Self::State)> =
            reached.enumerate().filter(|(_, other)| other.hidden_from == state.hidden_from).collect();
        let found = self.inner.stop(&state.inner, &mut alike.iter().map(|(_, other)| &other.inner), cx)?;
        Ok(found.map(|at| alike[at].0))
    }

    fn partition(&self, state: &Self::State) -> u64 {
        mixed(self.inner.partition(&state.inner), state)
    }
    fn merges(&self) -> bool {
        self.inner.merges()
    }
    fn shape(&self, state: &Self::State) -> u64 {
        self.inner.shape(&state.inner)
    }
    fn key(&self, state: &Self::State, like: &Self::State) -> Option<u64> {
        self.inner.key(&state.inner, &like.inner).map(|key| mixed(key, state))
    }

    fn adjust(
        &self,
        state: Self::State,
        precision: &Self::Precision,
        at: &Move<'_>,
        cx: &mut Cx<'_>,
    ) -> Res<Self::State> {
        // `state` is behind the move: that the frame is hidden from is known, and the move is only asked for its place.
        let inner = self.inner.adjust(state.inner, &precision.inner, at, cx)?;
        Ok(SliceState { inner, hidden_from: state.hidden_from })
    }
}

/// States that differ in what is hidden never cover each other.
fn mixed<S>(hash: u64, state: &SliceState<S>) -> u64 {
    hash ^ state.hidden_from.map_or(0, |from| u64::from(from + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}
