//! Interrupts calls of Z3 when a flag is up, or the memory or the time of the run is used up.
//!
//! Z3's own clock is not used: it is of wall time, so on a busy machine it gives a check less than was meant, and what a
//! check may do is limited by its work. The time here is the user's or a stage's. It is used up when it has passed on the
//! wall *and* the process has had the processor for it (not the processor alone: other threads may be at work beside), or
//! when the deadline has passed. Either is noted in the ledger of the run, which is over then.
//!
//! One thread for the whole process looks at all running calls every [`POLL`]. A thread for each call would have to be
//! waited for at its end: on a busy machine that takes longer than most questions, of which interpolation asks hundreds.
//! The watcher is started with the first call that needs it, and sleeps when there has been none for a while.
//!
//! Invariant: an entry is interrupted only under the lock that its call takes to remove it, so never after the call.

use super::context::{Context, Z3Interrupter};
use crate::deadline::Deadline;
use crate::solver::{Interrupter, SolverLimits, Unknown};
use cairn_base::CancelToken;
use cairn_base::budget::resident_bytes;
use std::collections::BTreeMap;
use std::sync::{Condvar, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How often the running calls are looked at.
const POLL: Duration = Duration::from_millis(20);
/// The watcher needs hardly any stack.
const STACK: usize = 64 * 1024;
/// So many looks at nothing, and the watcher sleeps until it is woken.
const IDLE: u32 = 50;

/// A running call.
struct Entry {
    interrupter: Z3Interrupter,
    cancel: Option<CancelToken>,
    memory: Option<u64>,
    call_deadline: Option<Deadline>,
    deadline: Option<Instant>,
    stopped: Option<Unknown>,
}

#[derive(Default)]
struct Running {
    calls: BTreeMap<u64, Entry>,
    next: u64,
    asleep: bool,
}

#[derive(Default)]
struct Watcher {
    running: Mutex<Running>,
    wake: Condvar,
}

static WATCHER: LazyLock<Watcher> = LazyLock::new(|| {
    // Where no further thread is allowed, the time limit has to do.
    let _ = std::thread::Builder::new().name("watcher".into()).stack_size(STACK).spawn(|| WATCHER.watch());
    Watcher::default()
});

impl Watcher {
    fn lock(&self) -> MutexGuard<'_, Running> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn watch(&self) {
        let mut idle = 0;
        loop {
            let mut running = self.lock();
            idle = if running.calls.is_empty() { idle + 1 } else { 0 };
            if idle > IDLE {
                running.asleep = true;
                running = self
                    .wake
                    .wait_while(running, |running| running.calls.is_empty())
                    .unwrap_or_else(PoisonError::into_inner);
                running.asleep = false;
                idle = 0;
            }
            let used = if running.calls.values().any(|entry| entry.memory.is_some()) { resident_bytes() } else { None };
            for entry in running.calls.values_mut() {
                entry.look(used);
            }
            drop(running);
            std::thread::sleep(POLL);
        }
    }
}

impl Entry {
    fn look(&mut self, used: Option<u64>) {
        if self.cancel.as_ref().is_some_and(CancelToken::is_cancelled) {
            self.stopped = Some(Unknown::Interrupted);
        } else if self.memory.is_some_and(|most| used.is_some_and(|used| used > most)) {
            self.stopped = Some(Unknown::MemoryLimit);
        } else if self.call_deadline.as_ref().is_some_and(Deadline::is_over)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
        {
            self.stopped = Some(Unknown::Timeout);
        }
        // Again and again: Z3 forgets an interruption that comes between two phases.
        if self.stopped.is_some() {
            self.interrupter.interrupt();
        }
    }
}

/// The result of the call, and why it was interrupted if it was.
pub(super) fn watched<T>(context: &Context, limits: &SolverLimits, call: impl FnOnce() -> T) -> (T, Option<Unknown>) {
    if limits.time.is_none() && limits.deadline.is_none() && limits.cancel.is_none() && limits.memory.is_none() {
        return (call(), None);
    }
    let entry = Entry {
        interrupter: context.interrupter(),
        cancel: limits.cancel.clone(),
        memory: limits.memory,
        call_deadline: limits.time.map(Deadline::new),
        deadline: limits.deadline,
        stopped: None,
    };
    let mut running = WATCHER.lock();
    let id = running.next;
    running.next += 1;
    running.calls.insert(id, entry);
    let asleep = running.asleep;
    drop(running);
    if asleep {
        WATCHER.wake.notify_one();
    }
    let answer = call();
    let stopped = WATCHER.lock().calls.remove(&id).and_then(|entry| entry.stopped);
    if let Some(why) = &stopped {
        limits.note_stop(why);
    }
    (answer, stopped)
}
