//! The paths of an edge one by one: on each, every condition is decided, so that values are polynomials and not choices.
//!
//! A condition is taken apart by its atoms: an atom of an open choice is true on one side and false on the other. What both
//! conditions and values say of it is simplified then. An atom that is a conjunct is decided at once.
//!
//! Invariant: the literals of all paths together cover the condition, and where a path's literals hold its values are those of the
//! edge. What cannot be taken apart within the limit stays a literal as a whole.

use crate::ground::flow::Edge;
use crate::ground::houdini::TransitionEnds;
use cairn_base::{Budget, FastMap};
use cairn_cpa::Res;
use cairn_term::{Sort, TermId, TermOp, Terms};
use std::collections::BTreeMap;

/// More paths of one edge are not told apart.
const MOST_PATHS: usize = 160;
/// So many atoms are decided for one edge, at most.
const MOST_DECISIONS: usize = 4_000;

#[derive(Clone)]
pub(super) struct EdgePath {
    pub(super) from: Option<usize>,
    pub(super) to: Option<usize>,
    pub(super) literals: Vec<TermId>,
    pub(super) values: BTreeMap<TermId, TermId>,
}

impl EdgePath {
    pub(super) fn ends(&self) -> TransitionEnds {
        TransitionEnds { from: self.from, to: self.to }
    }
}

/// A path that is not yet decided.
struct Open {
    /// Atoms with their truth, in the order in which they were decided.
    decided: Vec<(TermId, bool)>,
    /// Conditions and values, in which what is decided was replaced.
    condition: TermId,
    values: Vec<TermId>,
}

/// The paths of an edge; as one path with the whole condition where they are too many.
pub(super) fn paths(terms: &mut Terms, edge: &Edge, budget: &Budget) -> Res<Vec<EdgePath>> {
    let whole = EdgePath {
        from: edge.from,
        to: edge.to,
        literals: terms.conjuncts(edge.condition),
        values: edge.values.clone(),
    };
    let values = edge.values.values().copied().collect();
    let mut open = vec![Open { decided: Vec::new(), condition: edge.condition, values }];
    let mut done = Vec::new();
    let mut decisions = 0;
    while let Some(path) = open.pop() {
        budget.tick()?;
        decisions += 1;
        if done.len() + open.len() > MOST_PATHS || decisions > MOST_DECISIONS {
            return Ok(vec![whole]);
        }
        if terms.as_bool(path.condition) == Some(false) {
            continue;
        }
        let unit = terms.conjuncts(path.condition).into_iter().find_map(|part| literal(terms, part));
        if let Some((atom, truth)) = unit {
            open.extend(decide(terms, &path, atom, truth));
            continue;
        }
        match choice(terms, &path) {
            Some(atom) => {
                for truth in [false, true] {
                    open.extend(decide(terms, &path, atom, truth));
                }
            }
            None => {
                let mut literals = terms.conjuncts(path.condition);
                for (atom, truth) in path.decided {
                    literals.push(if truth { atom } else { terms.not(atom) });
                }
                let values = edge.values.keys().copied().zip(path.values).collect();
                done.push(EdgePath { values, literals, ..whole.clone() });
            }
        }
    }
    Ok(done)
}

/// An atom and its truth, where a condition is nothing else.
fn literal(terms: &Terms, condition: TermId) -> Option<(TermId, bool)> {
    match terms.op(condition) {
        TermOp::Not => literal(terms, terms.arg(condition, 0)).map(|(atom, truth)| (atom, !truth)),
        TermOp::Bool(_) => None,
        _ => (!terms.is_connective(condition)).then_some((condition, true)),
    }
}

/// A path with one more atom decided. `None`: nothing is on it.
fn decide(terms: &mut Terms, path: &Open, atom: TermId, truth: bool) -> Option<Open> {
    let replace: FastMap<TermId, TermId> = FastMap::from_iter([(atom, terms.bool(truth))]);
    // What is decided may contain choices by this atom.
    let mut roots: Vec<TermId> = path.decided.iter().map(|(atom, _)| *atom).collect();
    roots.push(path.condition);
    roots.extend(&path.values);
    let mut roots = terms.substitute_all(&roots, &replace).into_iter();
    let mut decided = Vec::new();
    let mut parts = Vec::new();
    for ((old, truth), new) in path.decided.iter().zip(roots.by_ref()) {
        match terms.as_bool(new) {
            Some(value) if value != *truth => return None,
            Some(_) => {}
            None if *old == new => decided.push((new, *truth)),
            None => parts.push(if *truth { new } else { terms.not(new) }),
        }
    }
    parts.extend(roots.next());
    let condition = terms.and(&parts);
    decided.push((atom, truth));
    Some(Open { decided, condition, values: roots.collect() })
}

/// An atom by which something is still a choice.
fn choice(terms: &Terms, path: &Open) -> Option<TermId> {
    if let Some(atom) = terms.atoms(path.condition).first() {
        return Some(*atom);
    }
    let mut roots = path.values.clone();
    roots.extend(path.decided.iter().map(|(atom, _)| *atom));
    let is_number = |term: TermId| matches!(terms.sort(term), Sort::BitVec(_));
    let choices = terms.below(&roots).into_iter().filter(|term| terms.op(*term) == TermOp::Ite && is_number(*term));
    let mut atoms = choices.filter_map(|choice| terms.atoms(terms.arg(choice, 0)).first().copied());
    atoms.next()
}
