//! The path of a counterexample: from obligation to obligation, from the entry on.
//!
//! Each obligation's cube leads into the next one's from each of its states, so the states are found one after the other, forwards,
//! and with each the path that is taken.
//!
//! Invariant: none. A path is shown to the [`cairn_cpa::PathChecker`], which executes it; that arrays have no literals may make it
//! one that no execution takes.

use super::literals::{Cube, HeadAtoms};
use super::search::Obligation;
use crate::ground::flow::Flow;
use cairn_base::{Budget, FastMap, QueryKind};
use cairn_cpa::Res;
use cairn_formula::Encoder;
use cairn_ir::Step;
use cairn_smt::work::UNROLLING;
use cairn_smt::{Answer, BitFirst, Solver, SolverError, SolverLimits};
use cairn_term::{TermId, TermValue};

/// The edges of a counterexample with the cubes that they lead into, the last one into a violation.
pub(super) fn edges(first: usize, mut next: Option<usize>, obligations: &[Obligation]) -> Vec<(usize, Cube)> {
    let mut edges = Vec::new();
    let mut edge = first;
    while let Some(Obligation { cube, edge: following, next: behind, .. }) = next.map(|number| &obligations[number]) {
        edges.push((edge, cube.clone()));
        (edge, next) = (*following, *behind);
    }
    edges.push((edge, Cube::new()));
    edges
}

/// The steps of a counterexample, as far as states are found; `None` where one is not.
pub(super) fn steps(
    encoder: &mut Encoder,
    flow: &Flow,
    heads: &[HeadAtoms],
    edges: &[(usize, Cube)],
    budget: &Budget,
) -> Res<Option<Vec<Step>>> {
    let mut state = Vec::new();
    let mut steps = Vec::new();
    for (edge, cube) in edges {
        budget.look()?;
        match passed(encoder, flow, heads, *edge, cube, &state, budget) {
            Ok(Some((taken, after))) => {
                steps.extend(taken);
                state = after;
            }
            Ok(None) => {
                budget.look()?;
                return Ok(None);
            }
            Err(SolverError(_)) => return Ok(None),
        }
    }
    Ok(Some(steps))
}

/// The path by which an edge leads from a state into a cube, and the state there.
#[expect(clippy::type_complexity, reason = "a path and a state, used once")]
fn passed(
    encoder: &mut Encoder,
    flow: &Flow,
    heads: &[HeadAtoms],
    edge: usize,
    cube: &Cube,
    state: &[(TermId, TermValue)],
    budget: &Budget,
) -> Result<Option<(Vec<Step>, Vec<(TermId, TermValue)>)>, SolverError> {
    let edge = &flow.edges[edge];
    let guards = edge.paths.trace.guards();
    let mut roots = guards.clone();
    roots.push(edge.paths.condition);
    let facts = encoder.facts(&roots);
    let terms = &mut encoder.terms;
    let mut parts = vec![edge.condition, edge.paths.condition, facts];
    for (variable, value) in state {
        if let Some(value) = terms.of_value(value, terms.sort(*variable)) {
            parts.push(terms.eq(*variable, value));
        }
    }
    let variables = edge.to.map_or(&[][..], |to| &heads[to].variables);
    let values: FastMap<TermId, TermId> = edge.values.iter().map(|(plain, value)| (*plain, *value)).collect();
    let reached = terms.substitute_all(variables, &values);
    if let Some(to) = edge.to {
        let after = heads[to].after(terms, &values);
        parts.extend(cube.iter().map(|literal| HeadAtoms::term(terms, &after, *literal)));
    }
    let mut solver = BitFirst::new();
    for part in parts {
        solver.assert(terms, part)?;
    }
    let limits = SolverLimits::of(budget, QueryKind::PathFeasibility.limit(UNROLLING));
    if solver.check(terms, &[], &limits)? != Answer::Sat {
        return Ok(None);
    }
    let chosen = solver.model(terms, &guards)?;
    let chosen: FastMap<TermId, Option<bool>> = guards.into_iter().zip(chosen.iter().map(TermValue::as_bool)).collect();
    let taken = edge.paths.trace.steps(&|guard| chosen.get(&guard).copied().flatten());
    let values = solver.model(terms, &reached)?;
    Ok(Some((taken, variables.iter().copied().zip(values).collect())))
}
