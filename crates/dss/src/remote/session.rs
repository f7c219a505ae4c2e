//! A worker's thread at a board that is shared over a log.
//!
//! Invariant: an entry is acknowledged only when all that its handling has published is in the log, and an entry that lists it. A
//! handling that fails acknowledges nothing.

use super::replica::{Job, News, Replica};
use super::{RunConnection, encode, first};
use crate::log::Recorder;
use crate::mailbox::{Mailbox, PrecisionIncrement};
use crate::message::{Link, Message};
use crate::reached_states::ExploredStates;
use crate::shared_knowledge::{Combine, SharedKnowledge};
use cairn_base::{CancelToken, Stop};
use cairn_blocks::BlockGraph;
use cairn_cpa::control::PortableControl;
use cairn_cpa::{Ended, Failure, Reason, Res};
use cairn_wire::entry::End;
use cairn_wire::{Entry, Lane, Lost};
use std::cell::{Cell, RefCell};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The longest wait before one looks whether the run is over.
const PERIOD: Duration = Duration::from_millis(100);

/// The threads' shared state.
pub struct SharedMailbox<'t, 'g, X> {
    pub(super) connection: &'t RunConnection<'t>,
    pub(super) graph: &'g Arc<BlockGraph>,
    pub(super) start: PortableControl,
    replica: Mutex<Replica>,
    changed: Condvar,
    known: Mutex<SharedKnowledge<X>>,
    over: CancelToken,
    /// Why the process leaves the run.
    left: Mutex<Option<String>>,
}

impl<'t, 'g, X> SharedMailbox<'t, 'g, X> {
    /// Nothing is read yet. `over` is raised when the process is to leave the run.
    pub fn new(
        connection: &'t RunConnection<'t>,
        graph: &'g Arc<BlockGraph>,
        start: PortableControl,
        over: CancelToken,
    ) -> Self {
        let (replica, known) = (Mutex::default(), Mutex::new(SharedKnowledge::new(graph.len(), Combine::Off)));
        Self { connection, graph, start, replica, changed: Condvar::new(), known, over, left: Mutex::default() }
    }

    pub(super) fn known(&self) -> MutexGuard<'_, SharedKnowledge<X>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
    pub(super) fn replica(&self) -> MutexGuard<'_, Replica> {
        self.replica.lock().unwrap_or_else(PoisonError::into_inner)
    }
    pub(super) fn into_known(self) -> SharedKnowledge<X> {
        self.known.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn leave(&self, why: &str) {
        self.left.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_with(|| why.to_owned());
        self.over.cancel();
        self.changed.notify_all();
    }
    /// Why the process has left the run, if it has.
    pub(super) fn left(&self) -> Option<String> {
        self.left.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
    pub(super) fn is_over(&self) -> bool {
        self.over.is_cancelled()
    }

    /// Reads the next entry of the log, if there is one soon.
    ///
    /// # Errors
    /// The log is gone.
    pub(super) fn read(&self, wait: Duration) -> Result<Option<News>, Lost> {
        let Some(seen) = self.connection.log().observe(wait)? else { return Ok(None) };
        let mut replica = self.replica();
        let mut known = self.known();
        let RunConnection { machines, tie, bounds } = self.connection;
        let news = replica.read(&seen, &mut known, &machines.key, *tie, bounds);
        drop(known);
        self.changed.notify_all();
        Ok(Some(news))
    }

    /// Waits until the entry with a number was read. False when the run is over before.
    fn wait_for(&self, number: u64) -> bool {
        let mut replica = self.replica();
        while replica.seen < number {
            if self.is_over() {
                return false;
            }
            replica = self.changed.wait_timeout(replica, PERIOD).unwrap_or_else(PoisonError::into_inner).0;
        }
        true
    }
}

/// See the module.
pub struct Session<'o, 't, 'g, X> {
    mailbox: &'o SharedMailbox<'t, 'g, X>,
    /// Entries published since the last message was taken.
    caused: RefCell<Vec<(u64, u64)>>,
    has_failed: Cell<bool>,
}

impl<'o, 't, 'g, X> Session<'o, 't, 'g, X> {
    /// A session in which nothing was done.
    pub fn new(mailbox: &'o SharedMailbox<'t, 'g, X>) -> Self {
        Self { mailbox, caused: RefCell::default(), has_failed: Cell::new(false) }
    }

    /// Publishes what follows from the message that is handled; its number, if there still is a log.
    fn publish_result(&self, lane: Lane, entry: &Entry) -> Option<u64> {
        if self.has_failed.get() || self.mailbox.is_over() {
            self.has_failed.set(true);
            return None;
        }
        match self.mailbox.connection.publish(lane, entry) {
            Ok((number, mark)) => {
                self.caused.borrow_mut().push((number, mark));
                Some(number)
            }
            Err(lost) => {
                self.has_failed.set(true);
                self.mailbox.leave(&lost.0);
                None
            }
        }
    }

    /// The work with a number is done.
    fn done(&self, number: u64) {
        let caused = self.caused.take();
        let _ = self.publish_result(Lane::Note, &Entry::Treated { of: number, caused });
        self.caused.take();
        if !self.has_failed.get() {
            self.mailbox.connection.log().done(number);
        }
    }
}

impl<X> Mailbox<X> for Session<'_, '_, '_, X> {
    fn graph(&self) -> &Arc<BlockGraph> {
        self.mailbox.graph
    }
    fn known(&self) -> MutexGuard<'_, SharedKnowledge<X>> {
        self.mailbox.known()
    }
    fn recorder(&self) -> Option<&Recorder> {
        None
    }

    fn receive(&self) -> Option<Message> {
        while !self.mailbox.is_over() && !self.has_failed.get() {
            let claim = match self.mailbox.connection.log().claim(PERIOD) {
                Ok(Some(claim)) => claim,
                Ok(None) => continue,
                Err(lost) => {
                    self.mailbox.leave(&lost.0);
                    return None;
                }
            };
            if !self.mailbox.wait_for(claim.number) {
                return None;
            }
            let job = {
                let replica = self.mailbox.replica();
                let epoch = self.mailbox.known().epoch;
                replica.job(claim.number, epoch)
            };
            match job {
                Job::Message(message) => return Some(message),
                Job::Begin(epoch) => {
                    for entry in first(self.mailbox.graph, &self.mailbox.start, epoch) {
                        let _ = self.publish_result(Lane::Work, &entry);
                    }
                    self.done(claim.number);
                }
                // It is of an epoch that is over, or nobody's.
                Job::Nothing => self.mailbox.connection.log().done(claim.number),
            }
        }
        None
    }

    fn handled(&self, message: &Message) {
        self.done(message.number);
    }

    fn arrive(&self, epoch: usize, before: &Arc<Link>, place: &Arc<PortableControl>, state: Arc<[u8]>, _: &str) {
        for block in self.mailbox.graph.entered_at(place.node) {
            // The same state is there already, and goes before this one.
            let is_there = {
                let replica = self.mailbox.replica();
                self.mailbox.known().epoch == epoch && replica.has(*block, place, &state)
            };
            if !is_there {
                let _ = self.publish_result(
                    Lane::Work,
                    &encode::state(epoch, *block, place, Some(&state), Some(before.number)),
                );
            }
        }
    }

    fn condition(&self, epoch: usize, link: &Arc<Link>, passed: usize, _: Option<&str>) {
        let (epoch, link, passed) = (epoch as u64, link.number, passed as u64);
        let _ = self.publish_result(Lane::Urgent, &Entry::Condition { epoch, link, passed });
    }

    fn is_void(&self, known: &SharedKnowledge<X>, epoch: usize, _: &Arc<Link>) -> bool {
        known.epoch != epoch
    }

    fn against(&self, epoch: usize, _: &Arc<Link>, reason: Reason) {
        let _ =
            self.publish_result(Lane::Note, &Entry::Against { epoch: epoch as u64, reason: encode::reason(&reason) });
    }

    fn entries(&self, link: &Link) -> ExploredStates {
        ExploredStates { states: self.mailbox.replica().before(link), removals: 0 }
    }

    fn enter(&self, _: &mut SharedKnowledge<X>, _: &Arc<Link>, _: usize) -> bool {
        // The same message is handled again when it is handed out again; equal states are told apart by their numbers.
        true
    }

    fn refine(&self, after: usize, refinement: PrecisionIncrement<'_>) -> bool {
        let blocks = self.mailbox.graph.iter().map(|(id, _)| id).filter(|id| (refinement.matters)(*id));
        let (after, blocks) = (after as u64, encode::numbers(blocks));
        let entry = Entry::Refinement { after, increment: refinement.increment, blocks };
        let Some(number) = self.publish_result(Lane::Urgent, &entry) else { return true };
        if !self.mailbox.wait_for(number) {
            self.has_failed.set(true);
            return true;
        }
        self.mailbox.replica().has_begun(number)
    }

    fn end(&self, ended: Res<Ended<X>>) {
        let end = match ended {
            // Whoever ends the process ends no run.
            Err(Failure::Stopped(Stop::Cancelled)) => {
                self.has_failed.set(true);
                return;
            }
            Err(failure) => End::Failed(encode::reason(&Reason::from(failure))),
            Ok(Ended::Violation(_, steps)) => match encode::path(&steps) {
                Some(path) => End::Violation(path),
                None => End::Failed(encode::reason(&Reason::Internal("a violation that hides something".to_owned()))),
            },
            Ok(Ended::Limit(reason)) => End::Limit(encode::reason(&reason)),
            Ok(Ended::Explored) => return,
        };
        let is_failure = matches!(end, End::Failed(_));
        let _ = self.publish_result(Lane::Note, &Entry::End(end));
        if is_failure {
            self.has_failed.set(true);
        }
    }
}
