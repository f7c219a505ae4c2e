//! The entries of a project, spread over the workers of a server: `cairn check --distributed URL`.
//!
//! An entry is a query of its own, as it is for a process of this machine, and so any worker may have it. What rests on several entries (rounds, what
//! callers must ensure, the rows) is put together here. So each function is checked where there is room, and the answer is that of one machine, but
//! for what the time suffices for. A report is the worker's word.

use crate::arguments::Connection;
use crate::exit::InputError;
use crate::machines::Coordinator;
use cairn_options::Configuration;
use cairn_wire::entry::{Done, Query};
use cairn_wire::{Entry, Lane};
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long one waits for news.
const PERIOD: Duration = Duration::from_millis(50);

/// The run, and who waits for what.
pub struct RemoteChecks {
    run: Coordinator,
    next: AtomicU64,
    /// Who waits for the result of which query.
    waiting: Mutex<HashMap<u64, Sender<Done>>>,
    /// Why there is no run any more.
    lost: Mutex<Option<String>>,
}

impl RemoteChecks {
    /// Entries that are handed out at once, at most.
    pub const MOST_OPEN: usize = 64;

    /// Begins a run.
    ///
    /// # Errors
    /// A message for the user.
    pub fn begin(url: &str, connection: &Connection, configuration: &Configuration) -> Result<Self, InputError> {
        let run = Coordinator::begin(url, connection, configuration, "cairn check", "checks")?;
        Ok(Self { run, next: AtomicU64::new(0), waiting: Mutex::default(), lost: Mutex::default() })
    }

    fn waiting(&self) -> MutexGuard<'_, HashMap<u64, Sender<Done>>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn lost(&self) -> Option<String> {
        self.lost.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub fn has_workers(&self) -> bool {
        self.run.workers() > 0
    }

    /// The workers that have come, at least one.
    pub fn workers(&self) -> usize {
        self.run.workers().max(1)
    }

    /// Has some worker check an entry: the report as JSON, or why there is none. Nothing when `is_over` says so before.
    ///
    /// # Errors
    /// The server is gone, or the worker could not check it, as a sentence.
    pub fn ask(&self, each: &str, query: Query, is_over: &dyn Fn() -> bool) -> Result<Option<String>, String> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let (send, result) = mpsc::channel();
        self.waiting().insert(number, send);
        self.run.say(Lane::Work, &Entry::Check { number, each: each.to_owned(), query })?;
        loop {
            match result.recv_timeout(PERIOD) {
                Ok(Done { verdict: None, reason, .. }) => return Err(reason),
                Ok(Done { report, reason, .. }) => {
                    return if report.is_empty() { Err(reason) } else { Ok(Some(report)) };
                }
                Err(RecvTimeoutError::Disconnected) => return Err("its result was lost".to_owned()),
                Err(RecvTimeoutError::Timeout) if is_over() => {
                    self.waiting().remove(&number);
                    return Ok(None);
                }
                Err(RecvTimeoutError::Timeout) => {
                    if let Some(why) = self.lost() {
                        return Err(why);
                    }
                }
            }
        }
    }

    /// Hands results to who waits for them, until the run is over.
    pub fn listen(&self, is_over: &dyn Fn() -> bool) {
        while !is_over() {
            match self.run.hear(PERIOD) {
                // A worker that was thought dead may say it once more.
                Ok(done) => {
                    let waits = done.and_then(|done| Some((self.waiting().remove(&done.number)?, done)));
                    if let Some((send, done)) = waits {
                        let _ = send.send(done);
                    }
                }
                Err(lost) => {
                    *self.lost.lock().unwrap_or_else(PoisonError::into_inner) = Some(lost);
                    return;
                }
            }
        }
    }
}
