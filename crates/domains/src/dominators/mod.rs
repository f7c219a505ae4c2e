//! Dominators as a configurable program analysis (SLICE 3.1.2): which locations an execution has passed, whatever way it
//! took, since the function was entered.
//!
//! A state is a set of locations for each frame. A step adds where it starts, sets are intersected where paths meet, and
//! less is above more. So there is one state a location and call stack, and at the end its set is that of the other
//! locations that dominate the location. Control that a call never gives back is not followed.
//!
//! [`cairn_ir::Dominators`] finds the same from the automaton alone, as a tree and without a set for each location. It is
//! what slices are built on: the sets of a function of n locations have n² members in the worst case. This analysis is the
//! definition at work, in the engine, and tests hold the one against the other. [`automaton`] runs it on one function in
//! either direction; turned round, it finds post-dominators ([`crate::post_dominators`]).
//!
//! Like reaching definitions it refutes no path.

pub mod automaton;

pub use automaton::{Automaton, Sets};

use crate::frames::Frames;
use cairn_cpa::{Cpa, Cx, Facts, Move, Res, Successors};
use cairn_ir::{NodeId, Program, Step};
use std::fmt::Write;

/// An abstract state: the locations that were passed, by frame.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct DominatorState(pub(crate) Frames<NodeId>);

impl DominatorState {
    /// The other locations that dominate the one where the state is, in its activation.
    pub fn dominators(&self) -> imbl::OrdSet<NodeId> {
        self.0.top()
    }
}

impl Facts for DominatorState {
    /// The locations of the frame that executes.
    fn summary(&self, _: &Program) -> String {
        listed(&self.0.top())
    }
}

pub(crate) fn listed<T: Ord + Clone + std::fmt::Display>(set: &imbl::OrdSet<T>) -> String {
    set.iter().fold(String::new(), |mut out, one| {
        let _ = write!(out, "{}{one}", if out.is_empty() { "" } else { " " });
        out
    })
}

/// The analysis. It has no precision.
#[derive(Clone, Copy, Debug, Default)]
pub struct DominatorAnalysis;

impl Cpa for DominatorAnalysis {
    type State = DominatorState;
    type Precision = ();

    fn name(&self) -> &'static str {
        "dominators"
    }

    fn initial(&self, _: &mut Cx<'_>) -> Res<(DominatorState, ())> {
        Ok((DominatorState::default(), ()))
    }

    fn leq(&self, a: &DominatorState, b: &DominatorState, _: &mut Cx<'_>) -> Res<bool> {
        Ok(a.0.all(&b.0, |a, b| b.is_subset(a)))
    }

    fn post(
        &self,
        state: &DominatorState,
        (): &(),
        at: &Move<'_>,
        _: &mut Cx<'_>,
        out: &mut Successors<DominatorState>,
    ) -> Res<()> {
        let mut next = state.clone();
        match at.step {
            // The caller's set holds the call from when it is made.
            Step::Leave(..) => next.0.leave(),
            Step::Edge(_) | Step::Hidden(_) => next.0.set_top(state.0.top().update(at.source)),
            Step::Enter(..) => {
                next.0.set_top(state.0.top().update(at.source));
                next.0.enter();
            }
        }
        // A location does not dominate itself, though a loop brings it back.
        next.0.set_top(next.0.top().without(&at.target));
        out.push(next);
        Ok(())
    }

    fn merges(&self) -> bool {
        true
    }

    fn merge(
        &self,
        new: &DominatorState,
        old: &DominatorState,
        (): &(),
        _: &mut Cx<'_>,
    ) -> Res<Option<DominatorState>> {
        Ok(Some(DominatorState(old.0.joined(&new.0, imbl::OrdSet::intersection))))
    }
}
