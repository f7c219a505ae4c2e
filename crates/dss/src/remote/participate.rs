//! A process that works in a run over many machines: one thread reads the log, the others work in sessions.

use super::replica::News;
use super::session::{Session, SharedMailbox};
use super::{Machines, ProcessRole, RunConnection};
use crate::run::{DistributedOptions, Workshop};
use crate::worker::Worker;
use cairn_base::CancelToken;
use cairn_base::threads::side_by_side;
use cairn_blocks::BlockGraph;
use cairn_cpa::distribute::Distribute;
use cairn_cpa::{
    Conclusion, Controls, Ended, Exploration, Names, Outcome, PathChecker, Reason, RunStatistics, Specification,
    Statistics,
};
use cairn_ir::{NodeId, Program};
use cairn_wire::{Entry, Lane};
use std::sync::Arc;
use std::time::Duration;

/// The longest wait for an entry before one looks whether the run is over.
const PERIOD: Duration = Duration::from_millis(50);

/// Works until the run is over. The outcome says why, and is nobody's verdict.
pub fn take_part<'p, C, K>(
    workshop: &Workshop<'_, C, K>,
    program: &'p Program,
    specification: &'p Specification,
    options: &DistributedOptions,
    machines: &Machines,
    cancel: &CancelToken,
) -> Outcome<K::Counterexample, ()>
where
    C: Distribute,
    K: PathChecker,
    K::Counterexample: Send,
{
    let graph = Arc::new(BlockGraph::new(program, options.decomposition));
    let connection = RunConnection::new(machines, program, specification, &graph);
    let me = || machines.me.clone();
    if let ProcessRole::Worker(worker) = machines.role
        && worker != connection.tie
    {
        let why = "this process reads another program, other options or other blocks from what it was sent: another version of Cairn?";
        let sealed = machines.key.seal(worker, &Entry::Refusal { worker: me(), why: why.to_owned() });
        let _ = machines.log.publish(Lane::Note, sealed);
        return left(why);
    }
    if let Err(lost) = connection.publish(Lane::Note, &Entry::Joined(me())) {
        return left(&lost.0);
    }
    let entries: Vec<NodeId> = graph.entries().collect();
    let names = Names::new(program);
    let controls = Controls::new(program, specification);
    let over = cancel.below();
    let start = controls.place(controls.initial());
    let mailbox: SharedMailbox<'_, '_, K::Counterexample> =
        SharedMailbox::new(&connection, &graph, start, over.clone());
    let work = |number: usize, _: usize| {
        let (cpa, budget) = ((workshop.analysis)(&entries), (workshop.budget)(over.clone()));
        let exploration = Exploration::new(&cpa, program, specification, &options.engine, &budget);
        let session = Session::new(&mailbox);
        match Worker::new(&session, exploration, (workshop.checker)(), &names) {
            Ok(worker) => worker.work(number),
            Err(failure) => mailbox.leave(&Reason::from(failure).to_string()),
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(|| read(&mailbox, machines));
        side_by_side("worker", options.jobs.max(1), work, || mailbox.leave("a worker is gone"));
        mailbox.leave("the threads have ended");
    });
    left(&mailbox.left().unwrap_or_default())
}

/// Reads the log until the process leaves the run.
fn read<X>(mailbox: &SharedMailbox<'_, '_, X>, machines: &Machines) {
    while !mailbox.is_over() {
        match mailbox.read(PERIOD) {
            Ok(Some(News::Refused(refused))) => {
                let number = mailbox.replica().seen;
                // The first is the start of the run, which was read before it was known which run it is.
                (machines.tell)(&format!("message {number} was refused: {refused}"));
            }
            Ok(_) => {}
            Err(lost) => mailbox.leave(&lost.0),
        }
    }
}

fn left<X>(why: &str) -> Outcome<X, ()> {
    let conclusion = Conclusion::of(Ok(Ended::Limit(Reason::Lost(why.to_owned()))));
    conclusion.outcome(RunStatistics::default(), Statistics::default(), ())
}
