//! Queries to the solver about conditions of path formulas.
//!
//! Many conditions are asked about at once, as their disjunction: one refutation for all is far cheaper than one for
//! each, because what they share is most of them. A model says which of them hold.

use cairn_base::{Budget, QueryLimit};
use cairn_cpa::Res;
use cairn_formula::Encoder;
use cairn_smt::{QueryModel, QuerySession, SolverChoice, SolverLimits, Truth};
use cairn_term::TermId;
use std::time::Duration;

/// After so many queries the solver is replaced.
const QUERIES_PER_SOLVER: u32 = 100;

pub(crate) struct Queries(QuerySession);

impl Queries {
    pub(crate) fn new(solver: SolverChoice) -> Self {
        Self(QuerySession::new(move || solver.start_for_bits(), QUERIES_PER_SOLVER))
    }

    /// How many needed a solver, and the time that they took.
    pub(crate) fn cost(&self) -> (u64, Duration) {
        (self.0.asked(), self.0.time())
    }

    /// Whether one of some conditions can hold; `examine` reads the model off.
    pub(crate) fn any<T>(
        &mut self,
        encoder: &mut Encoder,
        conditions: &[TermId],
        budget: &Budget,
        most: QueryLimit,
        examine: &mut dyn FnMut(&mut QueryModel<'_>) -> T,
    ) -> Res<Truth<T>> {
        budget.look()?;
        let one = encoder.terms.or(conditions);
        let facts = encoder.facts(&[one]);
        let one = encoder.terms.with_identities(one, facts);
        let whole = encoder.terms.and(&[one, facts]);
        if encoder.terms.as_bool(whole) == Some(false) {
            return Ok(Truth::Unsatisfiable);
        }
        let truth = self.0.ask(&encoder.terms, &[one, facts], &SolverLimits::of(budget, most), examine);
        if matches!(truth, Truth::Unknown(_)) {
            // When the whole budget is used up, that is why.
            budget.look()?;
        }
        Ok(truth)
    }
}
