//! The interface of a solver.

use crate::choice::SolverChoice;
use crate::work::{INTERPOLATION_SECOND, SLICE_SECOND};
use cairn_base::ledger::Expired;
use cairn_base::{Budget, CancelToken, Ledger, QueryKind, QueryLimit, Turn, Work};
use cairn_term::{TermId, TermValue, Terms};
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
    /// The time was over (see [`SolverLimits::time`] and [`SolverLimits::deadline`]).
    Timeout,
    /// The work of the check was over (see [`SolverLimits::work`]).
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

/// Limits of one check.
///
/// Work is what a check is limited by. Time and memory are there to end a run that the user limits: a check that they stop
/// tells its ledger so, and with it the budget is over.
#[derive(Clone, Debug, Default)]
pub struct SolverLimits {
    /// Work in the solver's own units, the same on any machine.
    pub work: Option<Work>,
    /// Time: over when it has passed on the wall and the process has had the processor for it, so that a busy machine does
    /// not take away what a check needs.
    pub time: Option<Duration>,
    /// When the check has to be over by the wall, however little of the processor it had.
    pub deadline: Option<Instant>,
    /// Resident memory of the process in bytes.
    pub memory: Option<u64>,
    /// Stops the check from another thread.
    pub cancel: Option<CancelToken>,
    /// Where the check notes its work, and that time or memory stopped it.
    pub ledger: Option<Ledger>,
    /// Where the thread that asks has turns: the check waits when one is over, and goes on with the next. Its work and its
    /// time are as if it had not waited.
    pub turn: Option<Turn>,
    /// Purpose of the query.
    pub kind: QueryKind,
    /// Whether the check is only a part of a query, which whoever asks notes as a whole.
    pub is_part: bool,
    /// Who answers, where the limits are of a search that starts solvers by itself: interpolation.
    pub solver: SolverChoice,
}

impl SolverLimits {
    /// For a question: so much work, but no more than is done in the whole time of a budget; and an end when the budget is
    /// used up.
    pub fn of(budget: &Budget, most: QueryLimit) -> SolverLimits {
        Self::at_rate(budget, most, SLICE_SECOND)
    }

    /// The same for interpolation and Horn clauses, which divide their work between methods of which most are slow.
    pub fn of_search(budget: &Budget, most: QueryLimit) -> SolverLimits {
        Self::at_rate(budget, most, INTERPOLATION_SECOND)
    }

    fn at_rate(budget: &Budget, most: QueryLimit, second: Work) -> SolverLimits {
        let slice = budget.slice().map(|slice| Work::in_time(slice, second));
        let least = slice.into_iter().chain(budget.work_left()).fold(most.work, Work::min);
        SolverLimits {
            work: Some(least),
            time: budget.processor_left(),
            deadline: budget.deadline(),
            memory: budget.memory_limit(),
            cancel: Some(budget.cancel_token().clone()),
            ledger: Some(budget.ledger().clone()),
            turn: budget.turn().cloned(),
            kind: most.kind,
            is_part: false,
            solver: SolverChoice::Z3,
        }
    }

    /// The same for a search that starts these solvers.
    #[must_use]
    pub fn by(self, solver: &SolverChoice) -> SolverLimits {
        SolverLimits { solver: solver.clone(), ..self }
    }

    /// Notes what stopped a check, if that is the end of all that the limits are for.
    pub(crate) fn note_stop(&self, why: &Unknown) {
        let Some(ledger) = &self.ledger else { return };
        match why {
            Unknown::Timeout => ledger.expire(Expired::Time),
            Unknown::MemoryLimit => ledger.expire(Expired::Memory),
            Unknown::WorkLimit | Unknown::Interrupted | Unknown::Incomplete(_) => {}
        }
    }

    /// The same for a call that cannot be interrupted and made again: it goes on to its end beyond the turn.
    pub(crate) fn without_turn(&self) -> SolverLimits {
        SolverLimits { turn: None, ..self.clone() }
    }

    /// So much work and nothing else.
    pub fn work(most: Work) -> SolverLimits {
        SolverLimits { work: Some(most), ..SolverLimits::default() }
    }
}

/// Statistics of a solver so far.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct SolverStatistics {
    /// Checks.
    pub queries: u64,
    /// Checks that a second strategy had to decide.
    pub retries: u64,
    /// Work, as far as the solver says.
    pub work: Work,
    /// Wall time inside the solver: for the figures only.
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
    fn check(&mut self, terms: &Terms, assumptions: &[TermId], limits: &SolverLimits) -> Result<Answer, SolverError>;
    /// The values of scalar terms in the model of the last check, which must have been [`Answer::Sat`]. What the model
    /// leaves open is zero.
    ///
    /// # Errors
    /// When there is no model, a term is an array, or the solver fails.
    fn model(&mut self, terms: &Terms, of: &[TermId]) -> Result<Vec<TermValue>, SolverError>;
    /// A cube that implies `formula` with `bound` existentially quantified, and that the model of the last check makes
    /// true, as far as the solver can: what it cannot project is still in it. Only the library Z3 can.
    ///
    /// # Errors
    /// When there is no model, or the solver cannot project.
    fn project(&mut self, terms: &mut Terms, bound: &[TermId], formula: TermId) -> Result<TermId, SolverError> {
        let _ = (terms, bound, formula);
        Err(SolverError("no projection".into()))
    }
    /// Assumptions of the last check, which must have been [`Answer::Unsat`], that already contradict the assertions.
    ///
    /// # Errors
    /// When there is no core, or the solver fails.
    fn core(&mut self) -> Result<Vec<TermId>, SolverError>;
    /// A handle that interrupts this solver.
    fn interrupter(&self) -> Box<dyn Interrupter>;
    /// Its statistics so far.
    fn statistics(&self) -> SolverStatistics;
}
