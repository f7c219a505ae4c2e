//! The entries of a project, spread over the workers of a server: `cairn check --distributed URL`.
//!
//! An entry is a query of its own, as it is for a process of this machine, and so any worker may have it. What rests on several entries (rounds, what
//! callers must ensure, the rows) is put together here. So each function is checked where there is room, and the answer is that of one machine, but
//! for what the time suffices for. A report is the worker's word.

use crate::arguments::Connection;
use crate::console;
use crate::exit::InputError;
use crate::machines;
use cairn_net::{Server, StreamLog};
use cairn_options::Configuration;
use cairn_wire::entry::{Done, Query, Start, WorkItem};
use cairn_wire::{Entry, Lane, Log, SealKey, Tie};
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long one waits for news.
const PERIOD: Duration = Duration::from_millis(50);
/// After so long without a worker the user is told.
const NO_WORKER: Duration = Duration::from_secs(3);

/// The run, as the coordinator has it.
pub struct RemoteChecks {
    server: Arc<Server>,
    log: StreamLog,
    key: SealKey,
    tie: Tie,
    next: AtomicU64,
    workers: AtomicUsize,
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
        let (server, key) = machines::connect(url, connection, "cairn check")?;
        let (deadline, lost) = machines::times(configuration);
        let log = server.begin(deadline, lost).map_err(|lost| InputError::new(lost.0))?;
        let tie = Tie::of([b"checks".as_slice(), log.run().as_bytes()]);
        let (next, workers, waiting, lost) =
            (AtomicU64::new(0), AtomicUsize::new(0), Mutex::default(), Mutex::default());
        let run = Self { server, log, key, tie, next, workers, waiting, lost };
        let start = Start { version: machines::VERSION.to_owned(), run: WorkItem::Tasks };
        run.say(Lane::Start, &Entry::Start(start)).map_err(InputError::new)?;
        Ok(run)
    }

    fn say(&self, lane: Lane, entry: &Entry) -> Result<(), String> {
        self.log.publish(lane, self.key.seal(self.tie, entry)).map(|_| ()).map_err(|lost| lost.0)
    }

    fn waiting(&self) -> MutexGuard<'_, HashMap<u64, Sender<Done>>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn lost(&self) -> Option<String> {
        self.lost.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The workers that have come, at least one.
    pub fn workers(&self) -> usize {
        self.workers.load(Ordering::Relaxed).max(1)
    }

    /// Has some worker check an entry: the report as JSON, or why there is none. Nothing when `is_over` says so before.
    ///
    /// # Errors
    /// The server is gone, or the worker could not check it, as a sentence.
    pub fn ask(&self, each: &str, query: Query, is_over: &dyn Fn() -> bool) -> Result<Option<String>, String> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let (send, result) = mpsc::channel();
        self.waiting().insert(number, send);
        self.say(Lane::Work, &Entry::Check { number, each: each.to_owned(), query })?;
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
        let (start, mut is_said) = (Instant::now(), false);
        while !is_over() {
            let seen = match self.log.observe(PERIOD) {
                Ok(seen) => seen,
                Err(lost) => {
                    *self.lost.lock().unwrap_or_else(PoisonError::into_inner) = Some(lost.0);
                    return;
                }
            };
            match seen.filter(|seen| seen.lane == Lane::Note).map(|seen| self.key.open(self.tie, &seen.bytes)) {
                Some(Ok(Entry::Done(done))) => {
                    // A worker that was thought dead may say it once more.
                    if let Some(send) = self.waiting().remove(&done.number) {
                        let _ = send.send(done);
                    }
                }
                Some(Ok(Entry::Joined(worker))) => {
                    self.workers.fetch_add(1, Ordering::Relaxed);
                    console::err(&format!("note: worker {} takes part\n", worker.name));
                }
                Some(Ok(Entry::Refusal { worker, why })) => {
                    console::err(&format!("warning: worker {}: {why}\n", worker.name));
                }
                Some(Ok(_)) => console::err("warning: a message was refused: nobody asked for it\n"),
                Some(Err(refused)) => console::err(&format!("warning: a message was refused: {refused}\n")),
                None => {}
            }
            if self.workers.load(Ordering::Relaxed) == 0 && !is_said && start.elapsed() > NO_WORKER {
                is_said = true;
                let url = self.server.url();
                console::err(&format!("note: no worker yet: start `cairn worker --connect {url}`\n"));
            }
        }
    }
}
