//! A run: the block graph, the board, and the pool of threads.

use crate::entry_invariants::EntryInvariants;
use crate::shared_knowledge::Combine;
use crate::shared_state::Board;
use crate::waiting::Proceed;
use crate::worker::{Conditions, Worker};
use cairn_base::threads::side_by_side;
use cairn_base::{Budget, CancelToken};
use cairn_blocks::{BlockGraph, Decomposition};
use cairn_cpa::distribute::Distribute;
use cairn_cpa::{
    Conclusion, Controls, EngineOptions, Exploration, Failure, Names, Outcome, PathChecker, Specification, Verdict,
};
use cairn_ir::{NodeId, Program};
use std::sync::Arc;

/// How a program is cut, and by how many threads it is analysed.
#[derive(Clone, Debug)]
pub struct DistributedOptions {
    /// The blocks.
    pub decomposition: Decomposition,
    /// Handling of states that wait at one entry.
    pub combine: Combine,
    /// When a state that has arrived is explored.
    pub proceed: Proceed,
    /// How error conditions go back.
    pub conditions: Conditions,
    /// Threads; with one, the same messages are handled in the same order each time.
    pub jobs: usize,
    /// How a block is explored.
    pub engine: EngineOptions,
    /// Where the messages are noted; changes nothing else.
    pub recorder: Option<crate::log::Recorder>,
    /// Whether the invariants are wanted that TRUE rests on.
    pub invariants: bool,
}

/// Tools of a thread: each has its own.
pub struct Workshop<'w, C, K> {
    /// Makes an analysis, whose states can be sent from each of these locations.
    pub analysis: &'w (dyn Fn(&[NodeId]) -> C + Sync),
    /// Makes a checker of paths.
    pub checker: &'w (dyn Fn() -> K + Sync),
    /// Makes a budget that the flag ends, too; asked in the thread that uses it.
    pub budget: &'w (dyn Fn(CancelToken) -> Budget + Sync),
}

/// Analyses a program by blocks. Never fails: a failure is a reason of UNKNOWN.
pub fn run<'p, C, K>(
    workshop: &Workshop<'_, C, K>,
    program: &'p Program,
    specification: &'p Specification,
    options: &DistributedOptions,
    cancel: &CancelToken,
) -> Outcome<K::Counterexample, EntryInvariants>
where
    C: Distribute,
    K: PathChecker,
    K::Counterexample: Send,
{
    let graph = Arc::new(BlockGraph::new(program, options.decomposition));
    let entries: Vec<NodeId> = graph.entries().collect();
    let names = Names::new(program);
    let controls = Controls::new(program, specification);
    let over = cancel.below();
    let recorder = options.recorder.clone();
    if let Some(recorder) = &recorder {
        recorder.begins(&graph, program);
    }
    let start = controls.place(controls.initial());
    let board: Board<'_, K::Counterexample> =
        Board::new(&graph, start, (options.combine, options.proceed), over.clone(), recorder.clone());
    let work = |number: usize, _: usize| {
        let (cpa, budget) = ((workshop.analysis)(&entries), (workshop.budget)(over.clone()));
        let exploration = Exploration::new(&cpa, program, specification, &options.engine, &budget);
        match Worker::new(&board, exploration, (workshop.checker)(), &names) {
            Ok(worker) => worker.with(options.conditions).work(number),
            Err(failure) => board.end(Err(failure)),
        }
    };
    side_by_side("worker", options.jobs.max(1), work, || {
        board.end(Err(Failure::Internal("a worker is gone".to_owned())))
    });
    let known = board.into_known();
    let (costs, explored) = (known.costs.clone(), known.reached.explored());
    let (reasons, ended, mut counters) = known.conclusion();
    counters.add("dss-blocks", graph.len() as u64);
    let mut outcome = Conclusion::with(reasons, ended).outcome(costs, counters, EntryInvariants::default());
    if options.invariants && matches!(outcome.verdict, Verdict::True) {
        let (cpa, budget) = ((workshop.analysis)(&entries), (workshop.budget)(cancel.below()));
        let exploration = Exploration::new(&cpa, program, specification, &options.engine, &budget);
        outcome.graph = EntryInvariants::of(&explored, exploration, &names);
    }
    if let Some(recorder) = recorder {
        let word = match &outcome.verdict {
            Verdict::True => "TRUE",
            Verdict::False(_) => "FALSE",
            Verdict::Unknown => "UNKNOWN",
        };
        recorder.ends(word, outcome.reasons.iter().map(ToString::to_string).collect());
    }
    outcome
}
