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
//! Where the thread of a call has turns ([`cairn_base::turns`]), a call that goes on for long beyond the end of one is
//! interrupted, and made again with the next turn. What it did is lost but for what Z3 learnt, and slices double, so that is
//! no more than what is done once. It is no end of a run, and nothing is noted.
//!
//! Invariant: an entry is interrupted only under the lock that its call takes to remove it, so never after the call.

use super::context::{Context, Z3Interrupter};
use crate::deadline::Deadline;
use crate::solver::{Interrupter, SolverError, SolverLimits, Unknown};
use cairn_base::resident_memory::resident_bytes;
use cairn_base::{CancelToken, Turn};
use std::collections::BTreeMap;
use std::sync::{Condvar, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How often the running calls are looked at.
const POLL: Duration = Duration::from_millis(20);
/// The watcher needs hardly any stack.
const STACK: usize = 64 * 1024;
/// So many looks at nothing, and the watcher sleeps until it is woken.
const IDLE: u32 = 50;

struct Entry {
    interrupter: Z3Interrupter,
    cancel: Option<CancelToken>,
    memory: Option<u64>,
    call_deadline: Option<Deadline>,
    deadline: Option<Instant>,
    turn: Option<TurnOfCall>,
    stopped: Option<Unknown>,
}

/// The turn of the thread that made a call.
struct TurnOfCall {
    turn: Turn,
    deadline: Option<Deadline>,
    is_over: bool,
}

impl TurnOfCall {
    fn look(&mut self, used: Option<u64>) {
        let is_used_up = self.deadline.as_ref().is_some_and(Deadline::is_over);
        self.is_over = self.is_over || is_used_up || used.is_some_and(|used| self.turn.is_above(used));
    }
}

#[derive(Default)]
struct WatchedQuery {
    calls: BTreeMap<u64, Entry>,
    next: u64,
    asleep: bool,
}

#[derive(Default)]
struct Watcher {
    running: Mutex<WatchedQuery>,
    wake: Condvar,
}

static WATCHER: LazyLock<Watcher> = LazyLock::new(|| {
    // Where no further thread is allowed, the time limit has to do.
    let _ = std::thread::Builder::new().name("watcher".into()).stack_size(STACK).spawn(|| WATCHER.watch());
    Watcher::default()
});

impl Watcher {
    fn lock(&self) -> MutexGuard<'_, WatchedQuery> {
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
        if let Some(turn) = &mut self.turn {
            turn.look(used);
        }
        // Again and again: Z3 forgets an interruption that comes between two phases.
        if self.stopped.is_some() || self.turn.as_ref().is_some_and(|turn| turn.is_over) {
            self.interrupter.interrupt();
        }
    }
}

/// The result of the call, and why it was interrupted if it was. It goes on to its end beyond the turn of the thread.
pub(super) fn watched<T>(context: &Context, limits: &SolverLimits, call: impl FnOnce() -> T) -> (T, Option<Unknown>) {
    let (answer, end) = watched_once(context, &limits.without_turn(), call);
    (answer, if let CallEnd::Stopped(why) = end { Some(why) } else { None })
}

/// The same for a question, which is asked again after an interruption for the end of a turn.
pub(super) fn watched_by_turns(
    context: &Context,
    limits: &SolverLimits,
    mut call: impl FnMut() -> Result<Option<bool>, SolverError>,
) -> (Result<Option<bool>, SolverError>, Option<Unknown>) {
    let pass = |turn: &Turn| turn.pass(limits.memory.and_then(|_| resident_bytes())).is_err();
    // Some ask hundreds of short questions, one after the other.
    if limits.turn.as_ref().is_some_and(pass) {
        return (Ok(None), Some(Unknown::Interrupted));
    }
    loop {
        let (answer, end) = watched_once(context, limits, &mut call);
        let has_to_end = match (end, &limits.turn, &answer) {
            (CallEnd::Stopped(why), ..) => return (answer, Some(why)),
            (CallEnd::TurnOver, Some(turn), Ok(None) | Err(_)) => pass(turn),
            _ => return (answer, None),
        };
        if has_to_end {
            return (answer, Some(Unknown::Interrupted));
        }
    }
}

enum CallEnd {
    Own,
    Stopped(Unknown),
    /// It was interrupted for the turn of its thread is over.
    TurnOver,
}

fn watched_once<T>(context: &Context, limits: &SolverLimits, call: impl FnOnce() -> T) -> (T, CallEnd) {
    let SolverLimits { time, deadline, memory, cancel, turn, .. } = limits;
    if time.is_none() && deadline.is_none() && cancel.is_none() && memory.is_none() && turn.is_none() {
        return (call(), CallEnd::Own);
    }
    let of_call = |turn: &Turn| TurnOfCall {
        turn: turn.clone(),
        deadline: turn.longest_call().map(Deadline::new),
        is_over: false,
    };
    let entry = Entry {
        interrupter: context.interrupter(),
        cancel: cancel.clone(),
        memory: *memory,
        call_deadline: time.map(Deadline::new),
        deadline: *deadline,
        turn: turn.as_ref().map(of_call),
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
    let entry = WATCHER.lock().calls.remove(&id);
    let is_turn_over = entry.as_ref().and_then(|entry| entry.turn.as_ref()).is_some_and(|turn| turn.is_over);
    match entry.and_then(|entry| entry.stopped) {
        Some(why) => {
            limits.note_stop(&why);
            (answer, CallEnd::Stopped(why))
        }
        None => (answer, if is_turn_over { CallEnd::TurnOver } else { CallEnd::Own }),
    }
}
