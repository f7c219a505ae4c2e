//! A run: the block graph, the board, and the pool of threads.

use crate::board::Board;
use crate::worker::Worker;
use cairn_base::{Budget, CancelToken};
use cairn_blocks::{BlockGraph, Decomposition};
use cairn_cpa::distribute::Distribute;
use cairn_cpa::{
    Conclusion, Controls, EngineOptions, Exploration, Failure, Names, Outcome, PathChecker, RunStatistics,
    Specification,
};
use cairn_ir::{NodeId, Program};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;

/// Bytes reserved for the stack of a thread.
const STACK_BYTES: usize = 128 << 20;

/// How a program is cut, and by how many threads it is analysed.
#[derive(Clone, Debug)]
pub struct Options {
    /// The blocks.
    pub decomposition: Decomposition,
    /// Threads; with one, the same messages are treated in the same order each time.
    pub jobs: usize,
    /// How a block is explored.
    pub engine: EngineOptions,
}

/// What a thread gets to work with: each has its own.
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
    options: &Options,
    cancel: &CancelToken,
) -> Outcome<K::Counterexample, ()>
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
    let board: Board<'_, K::Counterexample> = Board::new(&graph, controls.place(controls.initial()), over.clone());
    let work = || {
        let (cpa, budget) = ((workshop.analysis)(&entries), (workshop.budget)(over.clone()));
        let exploration = Exploration::new(&cpa, program, specification, &options.engine, &budget);
        match Worker::new(&board, exploration, (workshop.checker)(), &names) {
            Ok(worker) => worker.work(),
            Err(failure) => board.end(Err(failure)),
        }
    };
    let guarded = || {
        panic::catch_unwind(AssertUnwindSafe(work)).inspect_err(|_| {
            board.end(Err(Failure::Internal("a worker is gone".to_owned())));
        })
    };
    let broken = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..options.jobs.max(1))
            .filter_map(|number| {
                let builder = std::thread::Builder::new().name(format!("worker {number}")).stack_size(STACK_BYTES);
                builder.spawn_scoped(scope, guarded).ok()
            })
            .collect();
        if threads.is_empty() {
            return guarded().err();
        }
        let ended = threads.into_iter().map(std::thread::ScopedJoinHandle::join);
        ended.filter_map(|ended| ended.and_then(|done| done).err()).last()
    });
    if let Some(panic) = broken {
        panic::resume_unwind(panic);
    }
    let (reasons, ended, mut counters) = board.into_known().conclusion();
    counters.add("dss-blocks", graph.len() as u64);
    let statistics = RunStatistics {
        transfers: counters.get("dss-transfers"),
        paths: counters.get("dss-paths"),
        refinements: counters.get("dss-refinements"),
        ..RunStatistics::default()
    };
    Conclusion::with(reasons, ended).outcome(statistics, counters, ())
}
