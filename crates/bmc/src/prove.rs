//! The provers over loop heads by name: one row each.

use crate::ground;
use crate::horn::HornClauses;
use crate::outcome::Unrolled;
use crate::polynomials::PolynomialEqualities;
use crate::property_directed::PropertyDirected;
use cairn_base::Budget;
use cairn_cpa::{Observer, Outcome, PathChecker, Specification};
use cairn_domains::memory::SharedInvariants;
use cairn_ir::Program;

/// Provers of invariants of loop heads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProofMethod {
    /// Constrained Horn clauses, by candidates and Spacer. Never FALSE.
    HornClauses,
    /// Polynomial equalities, and closed forms of arrays. Never FALSE.
    PolynomialEqualities,
    /// Property-directed reachability. FALSE of a path that the checker confirms.
    PropertyDirected,
}

/// Runs a prover over the loop heads of a program. `shared`: what is known of it.
/// Never fails: a failure is a [`cairn_cpa::Reason`] of UNKNOWN.
pub fn prove<'p, K: PathChecker + ?Sized>(
    method: ProofMethod,
    program: &'p Program,
    specification: &'p Specification,
    shared: &SharedInvariants,
    checker: &mut K,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Outcome<K::Counterexample, Unrolled> {
    match method {
        ProofMethod::HornClauses => {
            ground::run(&mut HornClauses, program, specification, shared, checker, budget, observer)
        }
        ProofMethod::PolynomialEqualities => {
            ground::run(&mut PolynomialEqualities, program, specification, shared, checker, budget, observer)
        }
        ProofMethod::PropertyDirected => {
            ground::run(&mut PropertyDirected, program, specification, shared, checker, budget, observer)
        }
    }
}
