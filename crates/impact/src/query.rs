//! Queries to the solver: whether formulas have a common model. One incremental solver for all of them; it is replaced
//! after many, because what Z3 keeps of earlier ones slows it down.
//!
//! Invariant: a solver that fails is asked no more, and its failure is "not known", never an answer.

use cairn_base::{Budget, Work};
use cairn_cpa::Res;
use cairn_formula::Encoder;
use cairn_smt::{Answer, Solver, SolverError, SolverLimits, Z3Solver};
use cairn_term::{TermId, TermValue, Terms};
use std::time::Duration;

/// After so many queries the solver is replaced.
const QUERIES_PER_SOLVER: u32 = 2000;

/// The answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Truth {
    /// There is a model.
    Satisfiable,
    /// There is none.
    Unsatisfiable,
    /// Not known, for the reason given as a sentence.
    Unknown(String),
}

/// Asks.
pub(crate) struct Oracle {
    solver: Option<Z3Solver>,
    queries: u32,
    /// All queries that needed a solver.
    pub(crate) asked: u64,
    /// The time that they took.
    pub(crate) time: Duration,
}

impl Oracle {
    pub(crate) fn new() -> Self {
        Self { solver: None, queries: 0, asked: 0, time: Duration::ZERO }
    }

    /// Whether all of some formulas, and what holds of their symbols, can be true together.
    pub(crate) fn satisfiable(
        &mut self,
        encoder: &mut Encoder,
        formulas: &[TermId],
        budget: &Budget,
        most: Work,
    ) -> Res<Truth> {
        self.solve(encoder, formulas, budget, most, &mut |_, _| ())
    }

    /// As [`Self::satisfiable`]; when there is a model, `examine` may look at it.
    pub(crate) fn solve(
        &mut self,
        encoder: &mut Encoder,
        formulas: &[TermId],
        budget: &Budget,
        most: Work,
        examine: &mut dyn FnMut(&mut dyn Solver, &Terms),
    ) -> Res<Truth> {
        budget.look()?;
        let facts = encoder.facts(formulas);
        let mut all = formulas.to_vec();
        all.push(facts);
        let whole = encoder.terms.and(&all);
        if encoder.terms.as_bool(whole) == Some(false) {
            return Ok(Truth::Unsatisfiable);
        }
        let truth = match self.ask(&encoder.terms, &all, &SolverLimits::of(budget, most), examine) {
            Ok(truth) => truth,
            Err(SolverError(message)) => {
                self.solver = None;
                Truth::Unknown(format!("the solver failed: {message}"))
            }
        };
        if matches!(truth, Truth::Unknown(_)) {
            // When the whole budget is used up, that is why.
            budget.look()?;
        }
        Ok(truth)
    }

    fn ask(
        &mut self,
        terms: &Terms,
        formulas: &[TermId],
        limits: &SolverLimits,
        examine: &mut dyn FnMut(&mut dyn Solver, &Terms),
    ) -> Result<Truth, SolverError> {
        if self.queries >= QUERIES_PER_SOLVER {
            (self.solver, self.queries) = (None, 0);
        }
        self.queries += 1;
        self.asked += 1;
        let solver = match &mut self.solver {
            Some(solver) => solver,
            none => none.insert(Z3Solver::new()?),
        };
        let start = std::time::Instant::now();
        solver.push()?;
        for formula in formulas {
            solver.assert(terms, *formula)?;
        }
        let truth = match solver.check(terms, &[], limits)? {
            Answer::Sat => {
                examine(solver, terms);
                Truth::Satisfiable
            }
            Answer::Unsat => Truth::Unsatisfiable,
            Answer::Unknown(why) => Truth::Unknown(why.to_string()),
        };
        solver.pop(1)?;
        self.time += start.elapsed();
        Ok(truth)
    }
}

/// The value of a Boolean term in the solver's model.
pub(crate) fn holds(solver: &mut dyn Solver, terms: &Terms, term: TermId) -> Option<bool> {
    if let Some(known) = terms.as_bool(term) {
        return Some(known);
    }
    match solver.model(terms, &[term]) {
        Ok(values) => match values[..] {
            [TermValue::Bool(value)] => Some(value),
            _ => None,
        },
        Err(_) => None,
    }
}
