//! The engines that analyses run on, each an [`Engine`].

mod distributed;
mod executed;
mod explored;
mod provers;
mod slice_first;
mod unrolled;

pub(crate) use distributed::Distributed;
pub(crate) use executed::{ExplicitStates, RandomTesting};
pub(crate) use explored::ExploredAnalysis;
pub(crate) use provers::{LoopHeadProver, MemoryEngine};
pub(crate) use slice_first::SliceFirst;
pub(crate) use unrolled::{BoundedEngine, ImpactEngine};

use cairn_cpa::{Conclusion, Ended, Engine, EngineOutcome, EngineTask, PathChecker, Reason, RunStatistics, Statistics};

/// The options ask for what cannot be done.
pub(crate) fn refused<'p, X>(why: String) -> EngineOutcome<'p, X> {
    let conclusion = Conclusion::of(Ok(Ended::Limit(Reason::Refused(why))));
    conclusion.outcome(RunStatistics::default(), Statistics::default(), ()).erased()
}

pub(crate) struct Refused(pub &'static str);

impl<K: PathChecker> Engine<K> for Refused {
    fn run<'p>(self: Box<Self>, _: EngineTask<'_, 'p, K>) -> EngineOutcome<'p, K::Counterexample> {
        refused(self.0.to_owned())
    }
}
