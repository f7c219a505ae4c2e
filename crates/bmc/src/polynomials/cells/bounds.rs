//! Bounds of the variables of heads, so that indices do not wrap around: inequalities with each other and with constants that
//! the program compares something with.
//!
//! Ranges know `n <= c` only where the comparison is with the variable itself; a comparison that a function was given as an argument, or
//! whose sides were converted, is in the formula of the paths.

use super::super::inequalities::{Inequality, inequalities};
use super::super::lemmas::{Lemmas, is_linear};
use super::super::paths::{EdgePath, paths};
use super::super::samples::samples;
use crate::ground::flow::Flow;
use cairn_base::Budget;
use cairn_cpa::Res;
use cairn_term::{TermId, TermOp, Terms};
use std::collections::BTreeSet;

/// So many constants are looked at, at most.
const MOST_CONSTANTS: usize = 8;
/// Larger ones are no bounds of indices.
const LARGEST: u128 = 1 << 40;

/// Inequalities of each head that are inductive.
pub(super) fn bounds(terms: &mut Terms, flow: &Flow, budget: &Budget) -> Res<Vec<Vec<Inequality>>> {
    let samples = samples(terms, flow, budget)?;
    let mut single = Vec::new();
    for edge in &flow.edges {
        single.extend(paths(terms, edge, budget)?);
    }
    let constants = constants(terms, flow);
    inequalities(terms, flow, &single, &samples, &constants, &mut Lemmas::new(), budget)
}

/// Adds the inequalities of the head where a path begins, and the equations of those whose border the path is on: `i = n`
/// where a loop is left while `i <= n`.
pub(super) fn assume(
    terms: &mut Terms,
    path: &mut EdgePath,
    bounds: &[Inequality],
    solver: &mut Lemmas,
    budget: &Budget,
) -> Res<()> {
    path.literals.extend(bounds.iter().map(|inequality| inequality.holds));
    if path.from == path.to {
        return Ok(());
    }
    let linear: Vec<TermId> = path.literals.iter().copied().filter(|literal| is_linear(terms, *literal)).collect();
    for Inequality { border: (low, high), .. } in bounds {
        if terms.as_bits(*low).is_some() || terms.as_bits(*high).is_some() {
            continue;
        }
        let equal = terms.eq(*low, *high);
        let mut asked = linear.clone();
        asked.push(terms.not(equal));
        if solver.excludes(terms, &asked, budget)? {
            path.literals.push(equal);
        }
    }
    Ok(())
}

/// Constants that something is compared with.
fn constants(terms: &Terms, flow: &Flow) -> Vec<u128> {
    let mut found = BTreeSet::new();
    let conditions: Vec<TermId> = flow.edges.iter().map(|edge| edge.condition).collect();
    for term in terms.below(&conditions) {
        if matches!(terms.op(term), TermOp::BvULt | TermOp::BvSLt) {
            let sides = [0, 1].map(|at| terms.as_bits(terms.arg(term, at)));
            found.extend(sides.into_iter().flatten().filter(|constant| (2..LARGEST).contains(constant)));
        }
    }
    found.into_iter().take(MOST_CONSTANTS).collect()
}
