//! Slicing as an analysis (SLICE 3.2): an adapter over any analysis that hides from it what is outside a slice.
//!
//! The slice is the precision. It begins empty, or with the slice for all targets ([`Criteria::Eager`]), and grows by CEGAR
//! ([`refine`]). The automata stay as they are; so a path that the analysis below explores is one of the program, and a
//! violation is checked and replayed on the whole program.
//!
//! Why it over-approximates: a slice is closed. An operation of it reads nothing that a hidden one defines, and no hidden one
//! decides whether it runs. So along any execution the states of the analysis below describe all that operations of the slice
//! will read, and each step has a successor. What hidden operations define stays out of [`cairn_cpa::Facts`]: the adapter
//! answers nothing there, because a state of the analysis below describes an execution in the slice only.
//!
//! All states of one exploration have one slice. A state under a larger slice would read what a smaller one had hidden above
//! it. So a new slice is set at the root, and everything is explored again.

mod precision;
mod reduce;
mod refine;
mod state;
mod transfer;

pub use precision::{SlicePrecision, VisibleSlice};
pub use state::SliceState;

use crate::backward::Slice;
use crate::criterion::Criterion;
use crate::dependences::{Dependences, GraphCost};
use cairn_cpa::{Cx, Statistics};
use cairn_ir::{EdgeId, Program};
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

cairn_base::choice! {
    /// Purpose of slicing the program, while an analysis explores it.
    pub enum Slicing {
        /// Not at all.
        Off = "off",
        /// For the assumptions on each error path that no execution takes.
        TargetPath = "target-path",
        /// For the last operation of each such path.
        TargetLocation = "target-location",
        /// For all violations, before anything is explored.
        Eager = "eager",
    }
}

impl Slicing {
    /// The criteria, if there is a slice. `targets`: the operations that violate the property, where they are asked for.
    pub fn criteria(self, targets: impl FnOnce() -> Vec<EdgeId>) -> Option<Criteria> {
        Some(match self {
            Slicing::Off => return None,
            Slicing::TargetPath => Criteria::TargetPath,
            Slicing::TargetLocation => Criteria::TargetLocation,
            Slicing::Eager => Criteria::Eager(targets().into_iter().collect()),
        })
    }
}

/// Criteria of a slice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Criteria {
    /// The last operation of each path that reaches a target (target-location slicing).
    TargetLocation,
    /// The assumptions on each path that no execution takes (target-path slicing).
    TargetPath,
    /// These operations, before anything is explored.
    Eager(BTreeSet<EdgeId>),
}

/// Counts what the dependence graph came to: it grows with each slice.
pub fn add_cost(statistics: &mut Statistics, cost: GraphCost) {
    statistics.at_least("graph-vertices", cost.vertices);
    statistics.at_least("graph-dependences", cost.dependences);
    statistics.at_least("graph-flow-dependences", cost.flow_dependences);
    statistics.at_least("graph-steps", cost.steps);
    let microseconds = |time: Duration| u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
    statistics.at_least("graph-microseconds", microseconds(cost.time));
    statistics.at_least("graph-flow-microseconds", microseconds(cost.flow_time));
}

/// An analysis that sees a slice of the program.
pub struct Sliced<C> {
    inner: C,
    criteria: Criteria,
    /// Found when the first slice is computed.
    dependences: Mutex<Option<Dependences>>,
}

impl<C> Sliced<C> {
    /// The adapter over an analysis.
    pub fn new(inner: C, criteria: Criteria) -> Self {
        Sliced { inner, criteria, dependences: Mutex::new(None) }
    }

    /// The slice for some operations of the program.
    fn slice(&self, criteria: BTreeSet<EdgeId>, cx: &mut Cx<'_>) -> Arc<VisibleSlice> {
        cx.statistics.add("slices", 1);
        let mut cost = GraphCost::default();
        let kept = self.kept(criteria, Some(cx.program), &mut cost);
        add_cost(cx.statistics, cost);
        cx.statistics.at_least("slice-edges", kept.len() as u64);
        kept
    }

    /// As [`Sliced::slice`]. The program is only wanted when no slice was computed before; the slice is empty without it.
    fn kept(&self, criteria: BTreeSet<EdgeId>, program: Option<&Program>, cost: &mut GraphCost) -> Arc<VisibleSlice> {
        let mut dependences = self.dependences.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let (None, Some(program)) = (&*dependences, program) {
            *dependences = Some(Dependences::new(&Arc::new(program.clone())));
        }
        let Some(dependences) = dependences.as_mut() else { return Arc::default() };
        let criterion = Criterion::edges(dependences.program(), criteria.iter().copied());
        let slice = Slice::new(dependences, &criterion);
        *cost = dependences.cost();
        Arc::new(VisibleSlice::new(dependences.program(), &slice, criteria))
    }
}
