//! A session of queries to one incremental solver: each in a level of its own, with an answer that is never an error.
//!
//! The solver is replaced after some queries, because what Z3 keeps of earlier ones slows it down. One that fails is not
//! asked again, and its failure is "not known".

use crate::choice::AnySolver;
use crate::solver::{Answer, Solver, SolverError, SolverLimits};
use cairn_term::{TermId, TermValue, Terms};
use std::time::{Duration, Instant};

/// Result of a query.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Truth<T = ()> {
    /// There is a model; what was read off it.
    Satisfiable(T),
    /// There is none.
    Unsatisfiable,
    /// Not known, for the reason given as a sentence.
    Unknown(String),
}

/// A model, while the solver has it.
pub struct QueryModel<'a> {
    solver: &'a mut dyn Solver,
    terms: &'a Terms,
}

impl QueryModel<'_> {
    /// Whether a Boolean term holds.
    pub fn holds(&mut self, term: TermId) -> Option<bool> {
        if let Some(known) = self.terms.as_bool(term) {
            return Some(known);
        }
        match self.solver.model(self.terms, &[term]).ok()?[..] {
            [TermValue::Bool(value)] => Some(value),
            _ => None,
        }
    }

    /// The bits of a bit-vector.
    pub fn bits(&mut self, term: TermId) -> Option<u128> {
        self.solver.model(self.terms, &[term]).ok()?.first()?.bits()
    }
}

/// The solver of an engine, and what its queries cost.
pub struct QuerySession {
    solver: Option<AnySolver>,
    make: Box<dyn Fn() -> Result<AnySolver, SolverError>>,
    /// Queries of this solver, and how many it is given.
    queries: (u32, u32),
    asked: u64,
    time: Duration,
}

impl QuerySession {
    /// A session whose solver is made when it is needed, and anew after so many queries.
    pub fn new(make: impl Fn() -> Result<AnySolver, SolverError> + 'static, replaced_after: u32) -> Self {
        Self { solver: None, make: Box::new(make), queries: (0, replaced_after), asked: 0, time: Duration::ZERO }
    }

    /// Queries that needed a solver.
    pub fn asked(&self) -> u64 {
        self.asked
    }

    /// The time that they took.
    pub fn time(&self) -> Duration {
        self.time
    }

    /// Whether formulas can be true together; `examine` reads the model off.
    pub fn ask<T>(
        &mut self,
        terms: &Terms,
        formulas: &[TermId],
        limits: &SolverLimits,
        examine: &mut dyn FnMut(&mut QueryModel<'_>) -> T,
    ) -> Truth<T> {
        let start = Instant::now();
        let truth = self.answer(terms, formulas, limits, examine).unwrap_or_else(|SolverError(message)| {
            self.solver = None;
            Truth::Unknown(format!("the solver failed: {message}"))
        });
        self.time += start.elapsed();
        truth
    }

    fn answer<T>(
        &mut self,
        terms: &Terms,
        formulas: &[TermId],
        limits: &SolverLimits,
        examine: &mut dyn FnMut(&mut QueryModel<'_>) -> T,
    ) -> Result<Truth<T>, SolverError> {
        let (queries, most) = &mut self.queries;
        if *queries >= *most {
            (self.solver, *queries) = (None, 0);
        }
        *queries += 1;
        self.asked += 1;
        let solver = match &mut self.solver {
            Some(solver) => solver,
            none => none.insert((self.make)()?),
        };
        solver.push()?;
        for formula in formulas {
            solver.assert(terms, *formula)?;
        }
        let truth = match solver.check(terms, &[], limits)? {
            Answer::Sat => Truth::Satisfiable(examine(&mut QueryModel { solver: solver.as_mut(), terms })),
            Answer::Unsat => Truth::Unsatisfiable,
            Answer::Unknown(why) => Truth::Unknown(why.to_string()),
        };
        solver.pop(1)?;
        Ok(truth)
    }
}
