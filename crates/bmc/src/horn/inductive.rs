//! Whether a solution makes every clause valid, asked of a solver that had no part in it.

use super::system::System;
use cairn_base::{Budget, QueryKind};
use cairn_cpa::Res;
use cairn_smt::work::HORN;
use cairn_smt::{QuerySession, SolverLimits, Truth, Z3Solver};
use cairn_term::{TermId, Terms};

/// True when all clauses are valid; false too when that is not known.
pub(crate) fn holds(terms: &mut Terms, system: &System, found: &[TermId], budget: &Budget) -> Res<bool> {
    let mut session = QuerySession::new(Z3Solver::new, 100);
    for clause in &system.clauses {
        let mut parts = vec![clause.constraint];
        for application in &clause.body {
            parts.extend(system.applied(terms, application, &found[application.0..=application.0]));
        }
        if let Some(head) = &clause.head {
            let head = system.applied(terms, head, &found[head.0..=head.0]);
            let head = terms.and(&head);
            parts.push(terms.not(head));
        }
        if terms.and(&parts) == terms.bool(false) {
            continue;
        }
        budget.look()?;
        let limits = SolverLimits::of(budget, QueryKind::HornClauses.limit(HORN));
        let truth: Truth = session.ask(terms, &parts, &limits, &mut |_| ());
        budget.look()?;
        if truth != Truth::Unsatisfiable {
            return Ok(false);
        }
    }
    Ok(true)
}
