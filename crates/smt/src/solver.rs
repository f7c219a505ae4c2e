//! What Cairn asks of a solver.

use cairn_base::{Budget, CancelToken};
use cairn_term::{TermId, Terms, Value};
use std::fmt;
use std::time::{Duration, Instant};

/// The answer to a check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Some assignment makes everything true; [`Solver::model`] gives values.
    Sat,
    /// No assignment does; [`Solver::core`] gives assumptions that suffice for that.
    Unsat,
    /// The solver does not know.
    Unknown(Unknown),
}

/// Why a solver does not know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unknown {
    /// The time of the check was over.
    Timeout,
    /// The work of the check was over (see [`Limits::work`]).
    WorkLimit,
    /// The memory of the process passed the limit during the check.
    MemoryLimit,
    /// Someone raised the flag.
    Interrupted,
    /// The solver gave up; its own words.
    Incomplete(String),
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unknown::Timeout => write!(f, "the solver ran out of time"),
            Unknown::WorkLimit => write!(f, "the solver reached its limit of work"),
            Unknown::MemoryLimit => write!(f, "the solver used up the memory"),
            Unknown::Interrupted => write!(f, "the solver was interrupted"),
            Unknown::Incomplete(reason) => write!(f, "the solver gave up ({reason})"),
        }
    }
}

/// Something went wrong in or on the way to the solver. Never an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SolverError(pub String);

impl fmt::Display for SolverError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "solver error: {}", self.0)
    }
}
impl std::error::Error for SolverError {}

/// What one check may use.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Time: of the wall, and where a solver can tell and it is long, of the processor too, so that a busy machine does not
    /// take away what a check needs.
    pub time: Option<Duration>,
    /// When the check has to be over by the wall, however little of the processor it had.
    pub deadline: Option<Instant>,
    /// Work in the solver's own deterministic units (Z3: `rlimit`; some 10⁶ a second).
    pub work: Option<u32>,
    /// Resident memory of the process in bytes.
    pub memory: Option<u64>,
    /// Stops the check from another thread.
    pub cancel: Option<CancelToken>,
}

impl Limits {
    /// What is left of a budget, but no more than `most`.
    pub fn of(budget: &Budget, most: Option<Duration>) -> Limits {
        let time = match (budget.time_left(), most) {
            (Some(left), Some(most)) => Some(left.min(most)),
            (left, most) => left.or(most),
        };
        let (memory, cancel) = (budget.memory_limit(), Some(budget.cancel_token().clone()));
        Limits { time, deadline: budget.deadline(), work: None, memory, cancel }
    }
}

/// What a solver did so far.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Statistics {
    /// Checks.
    pub queries: u64,
    /// Checks that a second strategy had to decide.
    pub retries: u64,
    /// Wall time inside the solver.
    pub time: Duration,
}

/// Interrupts a running check from another thread. Does nothing once the solver is gone.
pub trait Interrupter: Send + Sync {
    /// Makes the running check, if there is one, end soon with [`Unknown::Interrupted`].
    fn interrupt(&self);
}

/// A solver with a stack of assertions. All terms given to one solver must be of one [`Terms`] store.
pub trait Solver {
    /// Opens a level of assertions.
    ///
    /// # Errors
    /// When the solver fails.
    fn push(&mut self) -> Result<(), SolverError>;
    /// Drops the assertions of the last `levels` levels.
    ///
    /// # Errors
    /// When there are fewer levels, or the solver fails.
    fn pop(&mut self, levels: usize) -> Result<(), SolverError>;
    /// Adds a Boolean term to the current level.
    ///
    /// # Errors
    /// When the term is no Boolean, or the solver fails.
    fn assert(&mut self, terms: &Terms, term: TermId) -> Result<(), SolverError>;
    /// Is there an assignment that makes the assertions and the (Boolean, not necessarily literal) assumptions true?
    ///
    /// # Errors
    /// When the solver fails.
    fn check(&mut self, terms: &Terms, assumptions: &[TermId], limits: &Limits) -> Result<Answer, SolverError>;
    /// The values of scalar terms in the model of the last check, which must have been [`Answer::Sat`]. What the model
    /// leaves open is zero.
    ///
    /// # Errors
    /// When there is no model, a term is an array, or the solver fails.
    fn model(&mut self, terms: &Terms, of: &[TermId]) -> Result<Vec<Value>, SolverError>;
    /// Assumptions of the last check, which must have been [`Answer::Unsat`], that already contradict the assertions.
    ///
    /// # Errors
    /// When there is no core, or the solver fails.
    fn core(&mut self) -> Result<Vec<TermId>, SolverError>;
    /// A handle that interrupts this solver.
    fn interrupter(&self) -> Box<dyn Interrupter>;
    /// What it did so far.
    fn statistics(&self) -> Statistics;
}
