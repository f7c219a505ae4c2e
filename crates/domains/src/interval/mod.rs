//! The interval analysis: a range for each integer variable that no pointer reaches (Cousot and Cousot, "Static
//! determination of dynamic properties of programs", 1976).
//!
//! Cells ([`cell`]) have ranges ([`state`]); expressions are evaluated over the mathematical integers ([`evaluate`]) and
//! wrapped into their types ([`shape`]); conditions are solved for cells ([`assume`]); a step is put together from these
//! ([`transfer`]). The analysis merges at every join and widens at loop heads to constants of the program
//! ([`threshold`]). Its precision is fixed then: a spurious error path is not refuted but given up. Or it keeps states
//! separate ([`RangeStates::Classes`]): at loop heads each range grows to such constants, to which refinement adds others ([`refine`]). A class is above
//! the range that it stands for, and there are finitely many.
//!
//! Beside the analysis stand [`invariants`]: the same domain, without call stacks, for others to build upon.
//!
//! Invariant: a state says nothing of a cell whose address is taken, so writes through pointers need no treatment.

pub mod assume;
pub mod cell;
pub mod evaluate;
mod facts;
pub mod invariants;
mod reduce;
mod refine;
mod serialize;
pub mod shape;
pub mod state;
pub mod threshold;
pub mod transfer;

pub use invariants::{IntervalInvariants, invariants};
pub use state::IntervalState;
pub use threshold::Thresholds;

use crate::block_usage::Usages;
use cairn_cpa::{Cpa, Cx, Move, Res, Successors};

cairn_base::choice! {
    /// How the states of one location stand beside each other.
    pub enum RangeStates {
        /// One state, above all.
        Joined = "joined",
        /// As many as there are vectors of classes at loop heads.
        Classes = "classes",
    }
}

/// The analysis.
#[derive(Clone, Debug)]
pub struct IntervalAnalysis {
    usages: Usages,
    states: RangeStates,
}

impl Default for IntervalAnalysis {
    fn default() -> Self {
        Self::new()
    }
}

impl IntervalAnalysis {
    /// An analysis of one program.
    pub fn new() -> Self {
        Self { usages: Usages::default(), states: RangeStates::Joined }
    }
    /// The same with states that stand beside each other in this way.
    #[must_use]
    pub fn with(self, states: RangeStates) -> Self {
        Self { states, ..self }
    }
}

impl Cpa for IntervalAnalysis {
    type State = IntervalState;
    type Precision = Thresholds;

    fn name(&self) -> &'static str {
        "interval"
    }

    fn initial(&self, cx: &mut Cx<'_>) -> Res<(IntervalState, Thresholds)> {
        Ok((IntervalState::new(), Thresholds::of(cx.program)))
    }

    fn leq(&self, a: &IntervalState, b: &IntervalState, _cx: &mut Cx<'_>) -> Res<bool> {
        match self.states {
            RangeStates::Joined => Ok(a.is_below(b)),
            RangeStates::Classes => Ok(a == b),
        }
    }

    fn post(
        &self,
        state: &IntervalState,
        precision: &Thresholds,
        at: &Move<'_>,
        _cx: &mut Cx<'_>,
        out: &mut Successors<IntervalState>,
    ) -> Res<()> {
        let next = transfer::step(state, at.step, at.depth, at.program)?;
        let is_head = at.program.nodes[at.target].loop_head;
        out.extend(next.map(|next| match self.states {
            RangeStates::Classes if is_head => precision.rounded(&next).at_head(true),
            _ => next.at_head(is_head),
        }));
        Ok(())
    }

    fn partition(&self, state: &IntervalState) -> u64 {
        match self.states {
            RangeStates::Joined => 0,
            RangeStates::Classes => state.content_hash(),
        }
    }

    fn merges(&self) -> bool {
        self.states == RangeStates::Joined
    }

    fn merge(
        &self,
        new: &IntervalState,
        old: &IntervalState,
        precision: &Thresholds,
        _cx: &mut Cx<'_>,
    ) -> Res<Option<IntervalState>> {
        if new.is_below(old) {
            return Ok(Some(old.clone()));
        }
        Ok(Some(if old.is_at_head() { old.widen(new, precision.as_slice()) } else { old.join(new) }))
    }
}
