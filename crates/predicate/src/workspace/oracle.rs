//! The solver of one analysis: one instance for all questions, each in a level of its own, replaced now and then so that
//! its memory does not grow for ever.
//!
//! What the solver does not know is `Unknown` here and counts as "possible" everywhere: an abstraction only gets coarser.

use cairn_base::QueryLimit;
use cairn_cpa::{Cx, Failure, Res};
use cairn_smt::{Answer, AnySolver, SolverChoice, SolverError, SolverLimits};
use cairn_term::{TermId, TermValue, Terms};
use std::time::Instant;

/// After so many questions the solver is replaced.
const QUERIES: u64 = 20_000;

/// A solver's answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Possible {
    /// There is a model.
    Yes,
    /// There is none.
    No,
    /// Not known.
    Unknown,
}

/// A solver that counts.
pub struct PredicateOracle {
    choice: SolverChoice,
    solver: Option<AnySolver>,
    depth: usize,
    queries: u64,
}

fn failed(error: SolverError) -> Failure {
    Failure::Internal(error.to_string())
}

impl PredicateOracle {
    /// An oracle that starts its solver when it is asked first.
    pub fn new(choice: SolverChoice) -> Self {
        Self { choice, solver: None, depth: 0, queries: 0 }
    }

    fn solver(&mut self) -> Res<&mut AnySolver> {
        if self.solver.is_none() {
            self.solver = Some(self.choice.start().map_err(failed)?);
        }
        self.solver.as_mut().ok_or_else(|| Failure::Internal("no solver".to_owned()))
    }

    /// Opens a level.
    pub fn push(&mut self) -> Res<()> {
        if self.depth == 0 && self.queries >= QUERIES {
            self.solver = None;
            self.queries = 0;
        }
        self.solver()?.push().map_err(failed)?;
        self.depth += 1;
        Ok(())
    }
    /// Closes a level.
    pub fn pop(&mut self) -> Res<()> {
        if self.depth > 0 {
            self.depth -= 1;
            self.solver()?.pop(1).map_err(failed)?;
        }
        Ok(())
    }
    /// Closes all levels: after a failure in the middle of a question.
    pub fn reset(&mut self) {
        if self.depth > 0 {
            let (depth, solver) = (self.depth, self.solver.as_mut());
            let popped = solver.is_some_and(|solver| solver.pop(depth).is_ok());
            self.depth = 0;
            if !popped {
                self.solver = None;
            }
        }
    }
    /// Asserts.
    pub fn assert(&mut self, terms: &Terms, term: TermId) -> Res<()> {
        self.solver()?.assert(terms, term).map_err(failed)
    }

    /// Asks.
    pub fn check(&mut self, terms: &Terms, assumptions: &[TermId], most: QueryLimit, cx: &mut Cx<'_>) -> Res<Possible> {
        cx.budget.look()?;
        let limits = SolverLimits::of(cx.budget, most);
        let start = Instant::now();
        let answer = self.solver()?.check(terms, assumptions, &limits);
        self.queries += 1;
        cx.statistics.add("predicate-solver-queries", 1);
        cx.statistics.add("predicate-solver-microseconds", u64::try_from(start.elapsed().as_micros()).unwrap_or(0));
        match answer.map_err(failed)? {
            Answer::Sat => Ok(Possible::Yes),
            Answer::Unsat => Ok(Possible::No),
            Answer::Unknown(_) => {
                cx.budget.look()?;
                cx.statistics.add("predicate-solver-unknown", 1);
                Ok(Possible::Unknown)
            }
        }
    }

    /// The truth of Boolean terms in the model of the last question, which was answered with yes.
    pub fn truth(&mut self, terms: &Terms, of: &[TermId]) -> Res<Vec<bool>> {
        let values = self.solver()?.model(terms, of).map_err(failed)?;
        Ok(values.iter().map(|value| matches!(value, TermValue::Bool(true))).collect())
    }

    /// The values of terms in the model of the last question, which was answered with yes.
    pub fn values(&mut self, terms: &Terms, of: &[TermId]) -> Res<Vec<TermValue>> {
        self.solver()?.model(terms, of).map_err(failed)
    }

    /// Assumptions that made the answer to the last question no.
    pub fn core(&mut self) -> Res<Vec<TermId>> {
        self.solver()?.core().map_err(failed)
    }
}
