//! The process that asked: it begins the run, reads what the workers say, and concludes. It handles no message itself.
//!
//! Invariant: FALSE is what its own checker has confirmed on the path that a worker has sent. TRUE is said when the log says that all work is
//! done, its last entry was read, the replica is complete ([`super::replica::Replica::is_complete`]), and nothing stands against it.

use super::replica::News;
use super::session::SharedMailbox;
use super::{Machines, RunConnection, encode, first};
use crate::run::DistributedOptions;
use cairn_base::Budget;
use cairn_blocks::BlockGraph;
use cairn_cpa::{
    Conclusion, Controls, Cx, Ended, Failure, Outcome, PathChecker, PathVerdict, Reason, Res, RunStatistics,
    Specification, Statistics,
};
use cairn_ir::Program;
use cairn_wire::entry::{End, WireStep};
use cairn_wire::{Entry, Lane, Lost};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The longest wait for an entry before one asks whether the run is over.
const PERIOD: Duration = Duration::from_millis(20);
/// After so long without a worker the user is told.
const NO_WORKER: Duration = Duration::from_secs(3);

/// Has workers analyse a program by blocks. Never fails: a failure is a reason of UNKNOWN.
pub fn coordinate<K: PathChecker>(
    checker: &mut K,
    program: &Program,
    specification: &Specification,
    options: &DistributedOptions,
    machines: &Machines,
    budget: &Budget,
) -> Outcome<K::Counterexample, ()> {
    let graph = Arc::new(BlockGraph::new(program, options.decomposition));
    let connection = RunConnection::new(machines, program, specification, &graph);
    let controls = Controls::new(program, specification);
    let start = controls.place(controls.initial());
    let mailbox = SharedMailbox::new(&connection, &graph, start, budget.cancel_token().below());
    let mut coordinator =
        Coordinator { checker, program, machines, budget, mailbox: &mailbox, warned: BTreeSet::new() };
    // That the log is gone is no mistake of anybody here.
    let gone = |lost: Lost| Ok(Ended::Limit(Reason::Lost(format!("the run over many machines is lost: {lost}"))));
    let ended = coordinator.run(&connection).unwrap_or_else(gone);
    let (entries, bytes) = mailbox.replica().read;
    let mut known = mailbox.into_known();
    known.counters.add("dss-blocks", graph.len() as u64);
    known.counters.add("dss-log-entries", entries);
    known.counters.add("dss-log-bytes", bytes);
    known.end(ended);
    let (reasons, ended, counters) = known.conclusion();
    Conclusion::with(reasons, ended).outcome(RunStatistics::default(), counters, ())
}

struct Coordinator<'c, 't, 'g, K: PathChecker> {
    checker: &'c mut K,
    program: &'c Program,
    machines: &'c Machines,
    budget: &'c Budget,
    mailbox: &'c SharedMailbox<'t, 'g, K::Counterexample>,
    /// Warnings already given.
    warned: BTreeSet<String>,
}

impl<K: PathChecker> Coordinator<'_, '_, '_, K> {
    fn run(&mut self, connection: &RunConnection<'_>) -> Result<Res<Ended<K::Counterexample>>, Lost> {
        connection.publish(Lane::Start, &Entry::Start(self.machines.start.clone()))?;
        let mut roots = Vec::new();
        for entry in first(self.mailbox.graph, &self.mailbox.start, 0) {
            roots.push(connection.publish(Lane::Work, &entry)?);
        }
        let (since, mut has_worker) = (Instant::now(), false);
        loop {
            if let Err(stop) = self.budget.look() {
                return Ok(Err(Failure::Stopped(stop)));
            }
            let news = self.mailbox.read(PERIOD)?;
            if let Some(news) = news {
                has_worker |= matches!(news, News::Joined(_));
                if let Some(ended) = self.hear(news).transpose() {
                    return Ok(ended);
                }
                continue;
            }
            if !has_worker && since.elapsed() > NO_WORKER {
                self.tell("no worker yet: start `cairn worker --connect` with the address of the server");
            }
            let last = self.machines.log.quiet()?;
            let replica = self.mailbox.replica();
            if last.is_some_and(|last| last == replica.seen) {
                let complete = replica.is_complete(&roots);
                let incomplete = |why| Ended::Limit(Reason::Lost(format!("the log of the run is incomplete: {why}")));
                return Ok(Ok(complete.map_or_else(incomplete, |()| Ended::Explored)));
            }
        }
    }

    /// Tells the user something, once.
    fn tell(&mut self, what: &str) {
        if self.warned.insert(what.to_owned()) {
            (self.machines.tell)(what);
        }
    }

    fn hear(&mut self, news: News) -> Res<Option<Ended<K::Counterexample>>> {
        match news {
            News::None => {}
            News::Refused(refused) => self.tell(&format!("a message was refused: {refused}")),
            News::Joined(worker) => self.tell(&format!("worker {} takes part", worker.name)),
            News::Refusal(worker, why) => self.tell(&format!("worker {}: {why}", worker.name)),
            News::End(End::Violation(path)) => return self.check(&path),
            News::End(End::Limit(reason)) => return Ok(Some(Ended::Limit(encode::decode_reason(reason)))),
            News::End(End::Failed(reason)) => return Err(encode::failure(reason)),
        }
        Ok(None)
    }

    /// Runs into the violation that a worker says to have found.
    fn check(&mut self, path: &[WireStep]) -> Res<Option<Ended<K::Counterexample>>> {
        let why = match encode::steps(path, self.program) {
            Err(why) => why,
            Ok(steps) => {
                let mut statistics = Statistics::default();
                let mut cx = Cx { program: self.program, budget: self.budget, statistics: &mut statistics };
                match self.checker.check(&steps, &mut cx)? {
                    PathVerdict::Violation(found) => return Ok(Some(Ended::Violation(found, steps))),
                    PathVerdict::Infeasible { .. } => "no execution takes it".to_owned(),
                    PathVerdict::Unknown(why) => why,
                }
            }
        };
        let why = format!("a worker has sent a violation that was not confirmed here: {why}");
        self.tell(&why);
        let mut known = self.mailbox.known();
        let epoch = known.epoch;
        known.against(epoch, Reason::Unchecked { why, count: 1 });
        Ok(None)
    }
}
