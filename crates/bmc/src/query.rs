//! Queries to the solver about conditions of path formulas.
//!
//! Many conditions are asked about at once, as their disjunction: one refutation for all is far cheaper than one for
//! each, because what they share is most of them. A model says which of them hold.
//!
//! Invariant: a solver that fails is not asked again, and its failure is "not known", never an answer.

use cairn_base::{Budget, Work};
use cairn_cpa::Res;
use cairn_formula::Encoder;
use cairn_smt::{Answer, BitFirst, Solver, SolverError, SolverLimits};
use cairn_term::{TermId, TermValue, Terms};
use std::time::{Duration, Instant};

/// After so many queries the solver is replaced: what Z3 keeps of earlier ones slows it down.
const QUERIES_PER_SOLVER: u32 = 100;

/// The answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Truth<T> {
    /// There is a model; what was read off it.
    Satisfiable(T),
    /// There is none.
    Unsatisfiable,
    /// Not known, for the reason given as a sentence.
    Unknown(String),
}

/// Values of Boolean terms in a model.
pub(crate) struct Model<'a> {
    solver: &'a mut dyn Solver,
    terms: &'a Terms,
}

impl Model<'_> {
    /// Whether a Boolean term holds.
    pub(crate) fn holds(&mut self, term: TermId) -> Option<bool> {
        if let Some(known) = self.terms.as_bool(term) {
            return Some(known);
        }
        match self.solver.model(self.terms, &[term]).ok()?[..] {
            [TermValue::Bool(value)] => Some(value),
            _ => None,
        }
    }
}

/// Asks.
pub(crate) struct Oracle {
    solver: Option<BitFirst>,
    queries: u32,
    /// Queries that needed a solver.
    pub(crate) asked: u64,
    /// The time that they took.
    pub(crate) time: Duration,
}

impl Oracle {
    pub(crate) fn new() -> Self {
        Self { solver: None, queries: 0, asked: 0, time: Duration::ZERO }
    }

    /// Whether one of some conditions can hold; `examine` reads the model off.
    pub(crate) fn any<T>(
        &mut self,
        encoder: &mut Encoder,
        conditions: &[TermId],
        budget: &Budget,
        most: Work,
        examine: &mut dyn FnMut(&mut Model<'_>) -> T,
    ) -> Res<Truth<T>> {
        budget.look()?;
        let one = encoder.terms.or(conditions);
        let facts = encoder.facts(&[one]);
        let one = encoder.terms.with_identities(one, facts);
        let whole = encoder.terms.and(&[one, facts]);
        if encoder.terms.as_bool(whole) == Some(false) {
            return Ok(Truth::Unsatisfiable);
        }
        let start = Instant::now();
        let answered = self.ask(&encoder.terms, &[one, facts], &SolverLimits::of(budget, most), examine);
        self.time += start.elapsed();
        let truth = match answered {
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

    fn ask<T>(
        &mut self,
        terms: &Terms,
        formulas: &[TermId],
        limits: &SolverLimits,
        examine: &mut dyn FnMut(&mut Model<'_>) -> T,
    ) -> Result<Truth<T>, SolverError> {
        if self.queries >= QUERIES_PER_SOLVER {
            (self.solver, self.queries) = (None, 0);
        }
        self.queries += 1;
        self.asked += 1;
        let solver = match &mut self.solver {
            Some(solver) => solver,
            none => none.insert(BitFirst::new()),
        };
        solver.push()?;
        for formula in formulas {
            solver.assert(terms, *formula)?;
        }
        let truth = match solver.check(terms, &[], limits)? {
            Answer::Sat => Truth::Satisfiable(examine(&mut Model { solver, terms })),
            Answer::Unsat => Truth::Unsatisfiable,
            Answer::Unknown(why) => Truth::Unknown(why.to_string()),
        };
        solver.pop(1)?;
        Ok(truth)
    }
}
