//! Queries to the solver: whether formulas, with what holds of their symbols, have a common model.

use cairn_base::{Budget, QueryLimit};
use cairn_cpa::Res;
use cairn_formula::Encoder;
use cairn_smt::{QueryModel, QuerySession, SolverChoice, SolverLimits, Truth};
use cairn_term::TermId;
use std::time::Duration;

/// After so many queries the solver is replaced.
const QUERIES_PER_SOLVER: u32 = 2000;

pub(crate) struct Queries(QuerySession);

impl Queries {
    pub(crate) fn new() -> Self {
        Self(QuerySession::new(|| SolverChoice::Z3.start(), QUERIES_PER_SOLVER))
    }

    /// How many needed a solver, and the time that they took.
    pub(crate) fn cost(&self) -> (u64, Duration) {
        (self.0.asked(), self.0.time())
    }

    /// Whether all of some formulas can be true together.
    pub(crate) fn satisfiable(
        &mut self,
        encoder: &mut Encoder,
        formulas: &[TermId],
        budget: &Budget,
        most: QueryLimit,
    ) -> Res<Truth> {
        self.solve(encoder, formulas, budget, most, &mut |_| ())
    }

    /// As [`Self::satisfiable`]; when there is a model, `examine` reads it off.
    pub(crate) fn solve<T>(
        &mut self,
        encoder: &mut Encoder,
        formulas: &[TermId],
        budget: &Budget,
        most: QueryLimit,
        examine: &mut dyn FnMut(&mut QueryModel<'_>) -> T,
    ) -> Res<Truth<T>> {
        budget.look()?;
        let facts = encoder.facts(formulas);
        let mut all = formulas.to_vec();
        all.push(facts);
        let whole = encoder.terms.and(&all);
        if encoder.terms.as_bool(whole) == Some(false) {
            return Ok(Truth::Unsatisfiable);
        }
        let truth = self.0.ask(&encoder.terms, &all, &SolverLimits::of(budget, most), examine);
        if matches!(truth, Truth::Unknown(_)) {
            // When the whole budget is used up, that is why.
            budget.look()?;
        }
        Ok(truth)
    }
}
