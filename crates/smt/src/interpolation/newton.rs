//! Newton style: conditions along the trace, with what the unsatisfiable core does not need dropped.
//!
//! The idea is Ball and Rajamani's Newton (as of Dietsch, Heizmann, Musa, Nutz, Podelski, *Craig vs. Newton in software
//! model checking*, section 4): the core alone still contradicts itself, so strongest postconditions over the core are
//! interpolants from the left, and negated ones from the right (weakest preconditions) are interpolants too. What is not
//! shared is eliminated ([`super::eliminate`]).
//!
//! Weakest preconditions come first. They speak about what the error needs, not about all that is known, and substitution
//! backward through assignments is always possible; postconditions must invert the assignments. For a tree, a child's
//! condition is taken with its earlier siblings' postconditions and its later siblings' interpolants.
//!
//! Invariant: without loss in the elimination, both directions are interpolants. With loss, the check decides.

use super::eliminate::eliminate;
use super::oracle::{Failure, Meter};
use super::problem::Problem;
use cairn_term::{TermId, Terms};

pub(super) fn backward(terms: &mut Terms, problem: &Problem, meter: &Meter) -> Result<Vec<TermId>, Failure> {
    // Siblings need postconditions; a sequence has none.
    let branching = problem.children.iter().any(|children| children.len() > 1);
    let after = if branching { forward(terms, problem, meter)? } else { Vec::new() };
    let mut error = vec![Vec::new(); problem.len()];
    let mut found = vec![terms.bool(true); problem.root()];
    for node in (0..problem.root()).rev() {
        meter.left()?;
        let Some(parent) = problem.parent[node] else { continue };
        let mut rest = problem.parts[parent].clone();
        rest.extend_from_slice(&error[parent]);
        for sibling in problem.children[parent].iter().filter(|sibling| **sibling != node) {
            // Later siblings are done: nodes go down.
            rest.push(if *sibling > node { found[*sibling] } else { after[*sibling] });
        }
        let before = terms.len();
        let (condition, _) = eliminate(terms, &rest, &problem.shared[node]);
        meter.made(terms.len() - before);
        let whole = terms.and(&condition);
        found[node] = terms.not(whole);
        error[node] = condition;
    }
    Ok(found)
}

pub(super) fn forward(terms: &mut Terms, problem: &Problem, meter: &Meter) -> Result<Vec<TermId>, Failure> {
    let mut after: Vec<Vec<TermId>> = Vec::new();
    for node in 0..problem.root() {
        meter.left()?;
        let mut known = problem.parts[node].clone();
        for child in &problem.children[node] {
            known.extend_from_slice(&after[*child]);
        }
        let before = terms.len();
        after.push(eliminate(terms, &known, &problem.shared[node]).0);
        meter.made(terms.len() - before);
    }
    Ok(after.into_iter().map(|condition| terms.and(&condition)).collect())
}
