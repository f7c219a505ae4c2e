//! No interpolant leaves without this check: its vocabulary, and the implication at each node by a solver.
//!
//! The methods may therefore over-approximate, drop what they cannot eliminate, and rely on rewriting by Z3 that is only
//! documented to be best-effort: a mistake costs a method, not soundness.

use super::oracle::{Failure, Oracle};
use super::problem::{Problem, names};
use cairn_term::{TermId, Terms};

/// Fails unless `interpolants` (one a node but the root) are interpolants of the problem.
pub(super) fn check(
    terms: &mut Terms,
    problem: &Problem,
    interpolants: &[TermId],
    oracle: &mut Oracle,
) -> Result<(), Failure> {
    if interpolants.len() != problem.root() {
        return Err(Failure("not one interpolant a cut".into()));
    }
    for (node, interpolant) in interpolants.iter().enumerate() {
        if let Some(name) = names(terms, &[*interpolant]).into_iter().find(|name| !problem.shared[node].contains(name))
        {
            return Err(Failure(format!("interpolant {node} speaks about {name:?}, which is not shared")));
        }
    }
    let refuted = terms.bool(false);
    for node in 0..problem.len() {
        let conclusion = interpolants.get(node).copied().unwrap_or(refuted);
        if !holds(terms, problem, interpolants, node, conclusion, oracle)? {
            return Err(Failure(format!("the implication at node {node} does not hold")));
        }
    }
    Ok(())
}

/// Do the interpolants of the children and the group of `node` imply `conclusion`?
pub(super) fn holds(
    terms: &mut Terms,
    problem: &Problem,
    interpolants: &[TermId],
    node: usize,
    conclusion: TermId,
    oracle: &mut Oracle,
) -> Result<bool, Failure> {
    let mut premises = problem.parts[node].clone();
    premises.extend(problem.children[node].iter().map(|child| interpolants[*child]));
    oracle.implies(terms, &premises, conclusion)
}
