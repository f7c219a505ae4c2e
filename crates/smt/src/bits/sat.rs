//! The SAT solver: CaDiCaL (Biere, Fazekas, Fleury and Froleyks, *CaDiCaL 2.0*, CAV 2024).
//!
//! Invariant: the work of a check is counted in what the solver itself does, never by a clock. It asks at each conflict and
//! decision whether to go on, and each time that it does is a step. The clock and the memory are looked at every few
//! steps, for the end of the run that asks. Where the thread has turns, the solver
//! waits between two steps while it has none.

use crate::deadline::Deadline;
use crate::solver::{SolverLimits, Unknown};
use cairn_base::resident_memory::resident_bytes;
use cairn_base::{CancelToken, Work};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// A step in units of work; the measurement is in `docs/design/bit-vectors.md`.
const STEP: u64 = 120;
/// The clock is looked at after so many steps: on products of 64 bits one may take milliseconds. The memory is looked at after 512 times
/// as many.
const LOOK: u64 = 8;

/// Decides when a check ends.
struct Watch {
    steps: u64,
    most: u64,
    limits: SolverLimits,
    call_deadline: Option<Deadline>,
    interrupted: Arc<AtomicBool>,
    stopped: Option<Unknown>,
}

impl Watch {
    fn look(&mut self) -> Option<Unknown> {
        if self.steps >= self.most {
            return Some(Unknown::WorkLimit);
        }
        if !self.steps.is_multiple_of(LOOK) {
            return None;
        }
        if self.interrupted.load(Ordering::Relaxed)
            || self.limits.cancel.as_ref().is_some_and(CancelToken::is_cancelled)
        {
            return Some(Unknown::Interrupted);
        }
        if self.call_deadline.as_ref().is_some_and(Deadline::is_over)
            || self.limits.deadline.is_some_and(|deadline| Instant::now() >= deadline)
        {
            return Some(Unknown::Timeout);
        }
        let memory = self.limits.memory.filter(|_| self.steps.is_multiple_of(LOOK * 512));
        let used = memory.and_then(|_| resident_bytes());
        if memory.is_some_and(|most| used.is_some_and(|used| used > most)) {
            return Some(Unknown::MemoryLimit);
        }
        // Here the solver waits for its next turn with all that it has.
        let passed = self.limits.turn.as_ref().map(|turn| turn.pass(used));
        passed.is_some_and(|passed| passed.is_err()).then_some(Unknown::Interrupted)
    }
}

impl cadical::Callbacks for Watch {
    fn terminate(&mut self) -> bool {
        self.steps += 1;
        if self.stopped.is_none() {
            self.stopped = self.look();
        }
        self.stopped.is_some()
    }
}

/// The solver, and what it did so far.
pub(super) struct Sat {
    solver: cadical::Solver<Watch>,
    interrupted: Arc<AtomicBool>,
}

impl Sat {
    pub fn new() -> Self {
        Self { solver: cadical::Solver::new(), interrupted: Arc::default() }
    }

    /// One that never simplifies its clauses: for thousands of small questions, which each pay more for that than they gain.
    pub fn plain() -> Self {
        let solver = cadical::Solver::with_config("plain").unwrap_or_default();
        Self { solver, interrupted: Arc::default() }
    }

    /// The flag that ends a check.
    pub fn interrupted(&self) -> Arc<AtomicBool> {
        self.interrupted.clone()
    }

    /// Takes the flag of another solver for its own.
    pub fn share(&mut self, interrupted: Arc<AtomicBool>) {
        self.interrupted = interrupted;
    }

    pub fn clause(&mut self, literals: &[i32]) {
        self.solver.add_clause(literals.iter().copied());
    }

    /// Whether all clauses and assumptions can hold, and the work that it took to say so.
    pub fn solve(
        &mut self,
        assumptions: &[i32],
        limits: &SolverLimits,
        work: Option<Work>,
    ) -> (Result<bool, Unknown>, Work) {
        let watch = Watch {
            steps: 0,
            most: work.map_or(u64::MAX, |work| work.get() / STEP + 1),
            limits: limits.clone(),
            call_deadline: limits.time.map(Deadline::new),
            interrupted: self.interrupted.clone(),
            stopped: None,
        };
        self.solver.set_callbacks(Some(watch));
        let answer = self.solver.solve_with(assumptions.iter().copied());
        let (steps, stopped) =
            self.solver.get_callbacks().map_or((0, None), |watch| (watch.steps, watch.stopped.take()));
        let why = stopped.unwrap_or_else(|| Unknown::Incomplete("the SAT solver stopped".into()));
        if answer.is_none() {
            limits.note_stop(&why);
        }
        (answer.ok_or(why), Work::units(steps.saturating_mul(STEP)))
    }

    /// The value of a literal in the model.
    pub fn value(&self, literal: i32) -> bool {
        (self.solver.value(literal.abs()) == Some(true)) == (literal > 0)
    }

    /// Whether an assumption was needed for a contradiction.
    pub fn failed(&self, literal: i32) -> bool {
        self.solver.failed(literal)
    }
}
