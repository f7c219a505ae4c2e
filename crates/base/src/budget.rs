//! Budgets and cancellation: every long loop of Cairn calls [`Budget::tick`], which is cheap, and stops in an orderly
//! way when it says so.
//!
//! Ticks come first because they are deterministic: a run limited by ticks stops at the same step on any machine, and so
//! does one that is limited by the work of its questions to solvers ([`crate::solver_work`]). Time and memory are looked at once
//! every [`TICKS_PER_LOOK`] ticks only, and they only end a run: no part of it may ask how much of them is left.

use crate::clock::thread_time;
use crate::ledger::{Expired, Ledger};
use crate::queries::QueryBook;
use crate::resident_memory::resident_bytes;
use crate::solver_work::Work;
use crate::turns::Turn;
use std::cell::Cell;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How many ticks pass between two looks at the clock, the memory and the cancellation flag.
pub const TICKS_PER_LOOK: u64 = 64;

/// Why an analysis stopped before its end. Never a verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The user asked (Ctrl-C), or another worker finished first.
    Cancelled,
    /// The time is used up.
    TimeLimit(Duration),
    /// The resident memory passed the limit, in bytes.
    MemoryLimit(u64),
    /// The number of steps is used up.
    TickLimit(u64),
    /// The work of solvers is used up.
    WorkLimit(Work),
}

/// A duration in seconds for people, to the millisecond: a part of a limit is no number that anybody gave.
pub fn seconds(of: Duration) -> f64 {
    (of.as_secs_f64() * 1000.0).round() / 1000.0
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Cancelled => write!(f, "interrupted"),
            Stop::TimeLimit(limit) => write!(f, "time limit of {} s reached", seconds(*limit)),
            Stop::MemoryLimit(limit) => write!(f, "memory limit of {} MB reached", limit / 1_000_000),
            Stop::TickLimit(limit) => write!(f, "limit of {limit} steps reached"),
            Stop::WorkLimit(limit) => write!(f, "limit of {limit} units of the solver's work reached"),
        }
    }
}
impl std::error::Error for Stop {}

/// A flag that stops every budget made with it. Cloning shares the flag.
#[derive(Clone, Debug, Default)]
pub struct CancelToken {
    own: Arc<AtomicBool>,
    /// Those that this one was made below.
    above: Vec<Arc<AtomicBool>>,
}

impl CancelToken {
    /// A flag that is down.
    pub fn new() -> Self {
        Self::default()
    }
    /// A flag that is up when it is raised itself, or this one is: for workers of one run.
    pub fn below(&self) -> Self {
        let above = self.above.iter().chain([&self.own]).cloned().collect();
        Self { own: Arc::default(), above }
    }
    /// Raises the flag. Safe in a signal handler.
    pub fn cancel(&self) {
        self.own.store(true, Ordering::Relaxed);
    }
    /// True once the flag was raised.
    pub fn is_cancelled(&self) -> bool {
        let is_up = |flag: &AtomicBool| flag.load(Ordering::Relaxed);
        is_up(&self.own) || self.above.iter().any(|flag| is_up(flag))
    }
}

/// Parameters of a [`Budget`]. Each thread makes its own of it.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    start: Instant,
    time: Option<Duration>,
    processor: Option<Duration>,
    memory_bytes: Option<u64>,
    tick_limit: Option<u64>,
    work_limit: Option<Work>,
}

impl Limits {
    /// A budget for the calling thread, which the flag ends, too.
    pub fn budget(&self, cancel: CancelToken) -> Budget {
        let Self { start, time, processor, memory_bytes, tick_limit, work_limit } = *self;
        let budget = Budget::unlimited(cancel).with_time(start, time).with_processor_time(processor);
        budget.with_memory(memory_bytes).with_ticks(tick_limit).with_work(work_limit)
    }
}

/// Budget of an analysis. One a thread.
#[derive(Debug)]
pub struct Budget {
    start: Instant,
    time: Option<Duration>,
    /// Processor time of the thread at the start, and what it may use from then on.
    processor: Option<(Duration, Duration)>,
    memory_bytes: Option<u64>,
    tick_limit: Option<u64>,
    work_limit: Option<Work>,
    cancel: CancelToken,
    /// Where the thread runs only while it has a turn.
    turn: Option<Turn>,
    ticks: Cell<u64>,
    ledger: Ledger,
}

impl Budget {
    /// No limit but the flag.
    pub fn unlimited(cancel: CancelToken) -> Self {
        Self {
            start: Instant::now(),
            time: None,
            processor: None,
            memory_bytes: None,
            tick_limit: None,
            work_limit: None,
            cancel,
            turn: None,
            ticks: Cell::new(0),
            ledger: Ledger::default(),
        }
    }
    /// Limits the wall time, counted from `start`.
    pub fn with_time(mut self, start: Instant, limit: Option<Duration>) -> Self {
        self.start = start;
        self.time = limit;
        self
    }
    /// Limits the processor time of the calling thread, counted from now: the budget must be used in this thread.
    pub fn with_processor_time(mut self, limit: Option<Duration>) -> Self {
        self.processor = limit.map(|limit| (thread_time(), limit));
        self
    }
    /// Limits the resident memory of the process, in bytes.
    pub fn with_memory(mut self, limit_bytes: Option<u64>) -> Self {
        self.memory_bytes = limit_bytes;
        self
    }
    /// Limits the number of ticks.
    pub fn with_ticks(mut self, limit: Option<u64>) -> Self {
        self.tick_limit = limit;
        self
    }
    /// Limits the work of all questions to solvers.
    pub fn with_work(mut self, limit: Option<Work>) -> Self {
        self.work_limit = limit;
        self
    }

    /// Notes what queries cost by kind in a book that may be another one's, too.
    pub fn with_book(mut self, book: QueryBook) -> Self {
        self.ledger = self.ledger.with_book(book);
        self
    }

    /// Where the turn is over, whoever looks waits for the next one: the budget must be used in the turn's thread.
    pub fn with_turn(mut self, turn: Option<Turn>) -> Self {
        self.turn = turn;
        self
    }

    /// Parameters of this budget, for threads that share the work. Processor time is each thread's own.
    pub fn limits(&self) -> Limits {
        let &Self { start, time, processor, memory_bytes, tick_limit, work_limit, .. } = self;
        Limits { start, time, processor: processor.map(|(_, limit)| limit), memory_bytes, tick_limit, work_limit }
    }

    /// Counts one step of work.
    ///
    /// # Errors
    /// The reason to stop, when a limit is reached or the flag is up.
    pub fn tick(&self) -> Result<(), Stop> {
        let ticks = self.ticks.get() + 1;
        self.ticks.set(ticks);
        if self.tick_limit.is_some_and(|limit| ticks > limit) {
            return Err(Stop::TickLimit(self.tick_limit.unwrap_or(0)));
        }
        if ticks.is_multiple_of(TICKS_PER_LOOK) { self.look() } else { Ok(()) }
    }

    /// Looks at the clock, the memory and the flag now: for steps that take milliseconds each. Where the thread has turns and
    /// this one is over, waits for the next one.
    ///
    /// # Errors
    /// The reason to stop, when a limit is reached or the flag is up.
    pub fn look(&self) -> Result<(), Stop> {
        let mut used = self.memory_bytes.and_then(|_| resident_bytes());
        if let Some(turn) = &self.turn
            && turn.pass(used)?
        {
            used = self.memory_bytes.and_then(|_| resident_bytes());
        }
        if self.cancel.is_cancelled() {
            return Err(Stop::Cancelled);
        }
        if let Some(limit) = self.work_limit
            && self.work() >= limit
        {
            return Err(Stop::WorkLimit(limit));
        }
        if let Some(limit) = self.time
            && self.start.elapsed() >= limit
        {
            return Err(Stop::TimeLimit(limit));
        }
        if let Some((_, limit)) = self.processor
            && self.processor_left() == Some(Duration::ZERO)
        {
            return Err(Stop::TimeLimit(limit));
        }
        if let Some(limit) = self.memory_bytes
            && used.is_some_and(|used| used > limit)
        {
            return Err(Stop::MemoryLimit(limit));
        }
        match self.ledger.expired() {
            None => Ok(()),
            Some(Expired::Memory) => Err(Stop::MemoryLimit(self.memory_bytes.unwrap_or(0))),
            Some(Expired::Time) => Err(Stop::TimeLimit(self.slice().unwrap_or(Duration::ZERO))),
        }
    }

    /// Steps counted so far.
    pub fn ticks(&self) -> u64 {
        self.ticks.get()
    }
    /// Processor time of the thread that is left, if it is limited: when to stop a question, and nothing else.
    pub fn processor_left(&self) -> Option<Duration> {
        self.processor.map(|(start, limit)| limit.saturating_sub(thread_time().saturating_sub(start)))
    }
    /// When the wall time is used up, if it is limited: when to stop a question, and nothing else.
    pub fn deadline(&self) -> Option<Instant> {
        self.time.and_then(|limit| self.start.checked_add(limit))
    }
    /// The time that this budget was made with, of the wall or of the processor, whichever is less. The same throughout, so
    /// that what is decided by it does not depend on when.
    pub fn slice(&self) -> Option<Duration> {
        self.time.into_iter().chain(self.processor.map(|(_, limit)| limit)).min()
    }
    /// The work that is left, if it is limited.
    pub fn work_left(&self) -> Option<Work> {
        self.work_limit.map(|limit| limit.minus(self.work()))
    }
    /// Cost of questions to solvers so far.
    pub fn work(&self) -> Work {
        self.ledger.spent()
    }
    /// Where questions note what they cost.
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }
    /// The limit of the resident memory in bytes, if there is one.
    pub fn memory_limit(&self) -> Option<u64> {
        self.memory_bytes
    }
    /// Wall time since the start.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }
    /// The turns of the thread, if it has some.
    pub fn turn(&self) -> Option<&Turn> {
        self.turn.as_ref()
    }
    /// The flag.
    pub fn cancel_token(&self) -> &CancelToken {
        &self.cancel
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_run_out_at_the_same_step_every_time() {
        let budget = Budget::unlimited(CancelToken::new()).with_ticks(Some(10));
        let done = (0..100).take_while(|_| budget.tick().is_ok()).count();
        assert_eq!(done, 10);
    }

    #[test]
    fn a_raised_flag_stops_within_one_look() {
        let token = CancelToken::new();
        let budget = Budget::unlimited(token.clone());
        token.cancel();
        let done = (0..1000).take_while(|_| budget.tick().is_ok()).count() as u64;
        assert!(done < TICKS_PER_LOOK);
        assert_eq!(budget.look(), Err(Stop::Cancelled));
    }

    #[test]
    fn a_flag_below_another_goes_up_with_it_and_not_the_other_way() {
        let above = CancelToken::new();
        let below = above.below();
        below.cancel();
        assert!(below.is_cancelled() && !above.is_cancelled());
        let below = above.below().below();
        above.cancel();
        assert!(below.is_cancelled());
    }

    #[test]
    fn time_that_is_over_is_reported() {
        let budget = Budget::unlimited(CancelToken::new()).with_time(Instant::now(), Some(Duration::ZERO));
        assert_eq!(budget.look(), Err(Stop::TimeLimit(Duration::ZERO)));
    }

    #[test]
    fn processor_time_passes_with_work_and_not_with_sleep() {
        let limit = Duration::from_millis(30);
        let budget = Budget::unlimited(CancelToken::new()).with_processor_time(Some(limit));
        std::thread::sleep(2 * limit);
        assert_eq!(budget.look(), Ok(()));
        while budget.tick().is_ok() {}
        assert_eq!(budget.look(), Err(Stop::TimeLimit(limit)));
        assert_eq!(budget.processor_left(), Some(Duration::ZERO));
        assert_eq!(budget.slice(), Some(limit));
    }

    #[test]
    fn work_runs_out() {
        let limit = Work::units(10);
        let budget = Budget::unlimited(CancelToken::new()).with_work(Some(limit));
        budget.ledger().add(Work::units(9));
        assert_eq!((budget.look(), budget.work_left()), (Ok(()), Some(Work::units(1))));
        budget.ledger().add(Work::units(5));
        assert_eq!((budget.look(), budget.work_left()), (Err(Stop::WorkLimit(limit)), Some(Work::ZERO)));
    }

    #[test]
    fn a_query_that_a_clock_stopped_ends_the_budget() {
        let limit = Duration::from_secs(3600);
        let budget = Budget::unlimited(CancelToken::new()).with_time(Instant::now(), Some(limit));
        assert_eq!(budget.look(), Ok(()));
        budget.ledger().expire(Expired::Time);
        assert_eq!(budget.look(), Err(Stop::TimeLimit(limit)));
        assert!((0..TICKS_PER_LOOK).any(|_| budget.tick().is_err()));
    }
}
