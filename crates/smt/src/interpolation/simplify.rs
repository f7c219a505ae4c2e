//! Smaller interpolants: what the implications do not need is dropped.
//!
//! An interpolant is stronger than it must be when its parent's implication holds without one of its conjuncts, and weaker
//! than it must be when its own implication holds without one of its disjuncts. Either way the result has fewer atoms, and
//! atoms become predicates of the model checker, where each costs and the accidental ones (values of a loop counter at one
//! iteration) keep it from finding the invariant. Conjuncts go first, from the root down, because a weaker interpolant
//! needs less of the ones below it; then disjuncts, from the leaves up, for the same reason.
//!
//! Invariant: what was a solution stays one after each step, so running out of time in between is no failure.

use super::check::holds;
use super::oracle::{Failure, Oracle};
use super::problem::Problem;
use cairn_term::{TermId, Terms};

/// An interpolant of more parts than this is left as it is.
const PARTS: usize = 24;
/// So many questions are asked at most: counted, so that a slower machine gets the same interpolants.
const QUERIES: usize = 400;

/// Drops what can be dropped within the oracle's meter.
pub(super) fn simplify(terms: &mut Terms, problem: &Problem, interpolants: &mut [TermId], oracle: &mut Oracle) {
    let mut queries = QUERIES;
    for node in (0..interpolants.len()).rev() {
        if weaken(terms, problem, interpolants, node, (oracle, &mut queries)).is_err() {
            return;
        }
    }
    for node in 0..interpolants.len() {
        if strengthen(terms, problem, interpolants, node, (oracle, &mut queries)).is_err() {
            return;
        }
    }
}

fn weaken(
    terms: &mut Terms,
    problem: &Problem,
    interpolants: &mut [TermId],
    node: usize,
    (oracle, queries): (&mut Oracle, &mut usize),
) -> Result<(), Failure> {
    let mut parts = terms.conjuncts(interpolants[node]);
    let Some(parent) = problem.parent[node] else { return Ok(()) };
    if parts.len() < 2 || parts.len() > PARTS {
        return Ok(());
    }
    let refuted = terms.bool(false);
    let conclusion = interpolants.get(parent).copied().unwrap_or(refuted);
    let mut at = parts.len();
    while at > 0 && parts.len() > 1 && *queries > 0 {
        at -= 1;
        *queries -= 1;
        let mut fewer = parts.clone();
        fewer.remove(at);
        let before = interpolants[node];
        interpolants[node] = terms.and(&fewer);
        match holds(terms, problem, interpolants, parent, conclusion, oracle) {
            Ok(true) => parts = fewer,
            Ok(false) => interpolants[node] = before,
            Err(failure) => {
                interpolants[node] = before;
                return Err(failure);
            }
        }
    }
    Ok(())
}

fn strengthen(
    terms: &mut Terms,
    problem: &Problem,
    interpolants: &mut [TermId],
    node: usize,
    (oracle, queries): (&mut Oracle, &mut usize),
) -> Result<(), Failure> {
    let negated = terms.not(interpolants[node]);
    let mut parts = terms.conjuncts(negated);
    if parts.len() < 2 || parts.len() > PARTS {
        return Ok(());
    }
    let mut at = parts.len();
    while at > 0 && parts.len() > 1 && *queries > 0 {
        at -= 1;
        *queries -= 1;
        let mut fewer = parts.clone();
        fewer.remove(at);
        let whole = terms.and(&fewer);
        let stronger = terms.not(whole);
        if holds(terms, problem, interpolants, node, stronger, oracle)? {
            interpolants[node] = stronger;
            parts = fewer;
        }
    }
    Ok(())
}
