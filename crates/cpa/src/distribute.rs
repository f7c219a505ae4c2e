//! The operators that a distributed analysis needs from an analysis beside [`Serialize`] (DCPA 3.7: *combine* and
//! *proceed*): what becomes of states that arrive where a block is entered.
//!
//! A violation condition is no operator here: it is the chain of states that led to a target, and goes back to the
//! program's entry as a whole (`cairn-dss`).
//!
//! Laws ([`laws`]): what is combined is above both; only what is below a known state is no news.

use crate::context::{Cx, Failure, Res};
use crate::laws::BrokenLaw;
use crate::refinement::Refine;
use crate::serialize::Serialize;
use cairn_ir::{NodeId, Program};

/// An analysis whose states are sent from worker to worker.
pub trait Distribute: Serialize + Refine {
    /// One state for two that are at one place; `None` keeps both.
    fn combine(&self, new: &Self::State, old: &Self::State, cx: &mut Cx<'_>) -> Res<Option<Self::State>>;

    /// Whether a state is worth exploring, when others of the same place were: whether none of them is above it.
    fn proceeds(&self, new: &Self::State, known: &mut dyn Iterator<Item = &Self::State>, cx: &mut Cx<'_>) -> Res<bool> {
        Ok(self.stop(new, known, cx)?.is_none())
    }

    /// Whether results of a block in which control comes to these locations may depend on what a precision tracks.
    fn matters(&self, precision: &Self::Precision, nodes: &mut dyn Iterator<Item = NodeId>, program: &Program) -> bool {
        let _ = (precision, nodes, program);
        true
    }

    /// What a precision tracks, a line each, for a person who looks on.
    fn tracked(&self, precision: &Self::Precision, cx: &mut Cx<'_>) -> Res<Vec<String>> {
        let _ = (precision, cx);
        Ok(Vec::new())
    }
}

/// Checks the laws of [`Distribute`] on states of one place.
///
/// # Errors
/// The first law that does not hold, as a sentence.
pub fn laws<C: Distribute>(cpa: &C, states: &[C::State], cx: &mut Cx<'_>) -> Result<(), BrokenLaw> {
    let failed = |failure: Failure| format!("an operation failed: {failure}");
    for a in states {
        if !cpa.proceeds(a, &mut std::iter::empty(), cx).map_err(failed)? {
            return Err(format!("{}: a first state is no news", cpa.name()));
        }
        for b in states {
            if let Some(both) = cpa.combine(a, b, cx).map_err(failed)? {
                for part in [a, b] {
                    if !cpa.leq(part, &both, cx).map_err(failed)? {
                        return Err(format!("{}: {both:?} is combined, and not above {part:?}", cpa.name()));
                    }
                }
            }
            let proceeds = cpa.proceeds(a, &mut std::iter::once(b), cx).map_err(failed)?;
            if !proceeds && !cpa.leq(a, b, cx).map_err(failed)? {
                return Err(format!("{}: {a:?} is no news beside {b:?}", cpa.name()));
            }
        }
    }
    Ok(())
}
