//! The interval analysis: a range for each integer variable that no pointer reaches (Cousot and Cousot, "Static
//! determination of dynamic properties of programs", 1976).
//!
//! Cells ([`cell`]) have ranges ([`state`]); expressions are evaluated over the mathematical integers ([`evaluate`]) and
//! wrapped into their types ([`shape`]); conditions are solved for cells ([`assume`]); a step is put together from these
//! ([`transfer`]). The analysis merges at every join and widens at loop heads to constants of the program
//! ([`threshold`]). Its precision is fixed: a spurious error path is not refuted but given up.
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
mod serialize;
pub mod shape;
pub mod state;
pub mod threshold;
pub mod transfer;

pub use invariants::{IntervalInvariants, invariants};
pub use state::IntervalState;
pub use threshold::Thresholds;

use crate::block_usage::Usages;
use cairn_cpa::{AbstractPath, Cpa, Cx, Move, Refine, Refinement, Res, Successors};

/// The analysis.
#[derive(Clone, Debug, Default)]
pub struct IntervalAnalysis {
    usages: Usages,
}

impl IntervalAnalysis {
    /// An analysis of one program.
    pub fn new() -> Self {
        Self::default()
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
        Ok(a.is_below(b))
    }

    fn post(
        &self,
        state: &IntervalState,
        _precision: &Thresholds,
        at: &Move<'_>,
        _cx: &mut Cx<'_>,
        out: &mut Successors<IntervalState>,
    ) -> Res<()> {
        let next = transfer::step(state, at.step, at.depth, at.program)?;
        out.extend(next.map(|next| next.at_head(at.program.nodes[at.target].loop_head)));
        Ok(())
    }

    fn merges(&self) -> bool {
        true
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

/// The precision never changes.
impl Refine for IntervalAnalysis {
    fn refine(
        &self,
        _: &AbstractPath<IntervalState, Thresholds>,
        _: Option<usize>,
        _: &mut Cx<'_>,
    ) -> Res<Refinement<Thresholds>> {
        Ok(Refinement::Exhausted("the interval analysis has a fixed precision".to_owned()))
    }
    fn join_precision(&self, a: &Thresholds, _: &Thresholds) -> Thresholds {
        a.clone()
    }
    fn precision_size(&self, _: &Thresholds) -> usize {
        0
    }
}
