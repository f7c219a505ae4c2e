//! Whether invariants of heads are inductive and exclude all violations: what TRUE rests on where a solver finds invariants.
//!
//! Each transition is one query to a solver that had no part in finding them: what is assumed where it begins, and not what is
//! claimed where it ends. It shares nothing with [`super::houdini`] or with a prover's own queries but what a transition is, so
//! that a mistake there does not become a proof.
//!
//! Invariant: [`Inductive::Yes`] is said only when every transition was refuted, those to violations among them.

use super::houdini::TransitionEnds;
use cairn_base::{Budget, QueryLimit};
use cairn_cpa::Res;
use cairn_smt::{AnySolver, QuerySession, SolverError, SolverLimits, Truth};
use cairn_term::{TermId, Terms};

/// After so many queries the solver is made anew.
const QUERIES_PER_SOLVER: u32 = 100;

pub(crate) trait Transitions {
    /// The ends of each, by its number.
    fn ends(&self) -> Vec<TransitionEnds>;

    /// Assumptions on a transition where some formulas hold at the head where it begins.
    fn assumed(&self, terms: &mut Terms, number: usize, known: &[TermId]) -> Vec<TermId>;

    /// Claims of formulas about the head where it ends, behind a transition.
    fn claimed(&self, terms: &mut Terms, number: usize, formulas: &[TermId]) -> Vec<TermId>;
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Inductive {
    /// Every transition keeps them, and none leads to a violation.
    Yes,
    /// Some transition does not keep them, or leads to a violation.
    No,
    /// Not decided, for the reason given as a sentence.
    Unknown(String),
}

/// Asks a solver about each transition. `invariants`: what holds at each head, together.
///
/// # Errors
/// The budget is used up.
pub(crate) fn check(
    terms: &mut Terms,
    transitions: &impl Transitions,
    invariants: &[Vec<TermId>],
    solver: fn() -> Result<AnySolver, SolverError>,
    most: QueryLimit,
    budget: &Budget,
) -> Res<Inductive> {
    let mut session = QuerySession::new(solver, QUERIES_PER_SOLVER);
    for (number, TransitionEnds { from, to }) in transitions.ends().into_iter().enumerate() {
        let known = from.map_or(&[][..], |from| &invariants[from]);
        let mut parts = transitions.assumed(terms, number, known);
        if let Some(to) = to {
            let claimed = transitions.claimed(terms, number, &invariants[to]);
            let claimed = terms.and(&claimed);
            parts.push(terms.not(claimed));
        }
        if terms.and(&parts) == terms.bool(false) {
            continue;
        }
        budget.look()?;
        let truth: Truth = session.ask(terms, &parts, &SolverLimits::of(budget, most), &mut |_| ());
        budget.look()?;
        match truth {
            Truth::Unsatisfiable => {}
            Truth::Satisfiable(()) => return Ok(Inductive::No),
            Truth::Unknown(why) => return Ok(Inductive::Unknown(why)),
        }
    }
    Ok(Inductive::Yes)
}
