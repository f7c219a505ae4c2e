//! Interpolants as solutions of Horn clauses, by Spacer.
//!
//! One relation a cut, over the symbols that are shared there; the group of a node and the relations of its children imply
//! its own relation; the root's may not hold (Rümmer, Hojjat, Kuncak, *Disjunctive interpolants for Horn-clause
//! verification*, section 3: sequence and tree interpolation are linear and non-linear clauses without recursion). Spacer
//! (Komuravelli, Gurfinkel, Chaki, *SMT-based model checking for recursive programs*) solves them by model-based projection
//! and generalisation of lemmas, which for linear arithmetic gives few and simple inequalities. With bit-vectors it must
//! fall back to values and is weak; with arrays its answers may have quantifiers, which
//! are refused; it knows no uninterpreted functions.

use super::oracle::{Failure, Meter};
use super::problem::Problem;
use crate::clauses::clause::Clause;
use crate::z3::horn::{Horn, solve};
use cairn_term::{TermId, Terms};

pub(super) fn interpolants(terms: &mut Terms, problem: &Problem, meter: &Meter) -> Result<Vec<TermId>, Failure> {
    let mut relations: Vec<Vec<TermId>> = Vec::with_capacity(problem.root());
    for shared in &problem.shared[..problem.root()] {
        let symbols = shared.iter().map(|symbol| terms.symbol_term(*symbol)).collect();
        relations.push(symbols);
    }
    let mut clauses = Vec::with_capacity(problem.len());
    for (node, part) in problem.parts.iter().enumerate() {
        let constraint = terms.and(part);
        let applied = |node: usize| (node, relations[node].clone());
        let head = (node != problem.root()).then(|| applied(node));
        let body = problem.children[node].iter().copied().map(applied).collect();
        clauses.push(Clause { body, constraint, head });
    }
    match solve(terms, &relations, &clauses, &meter.left()?)? {
        Horn::Invariants(found) => Ok(found),
        Horn::Fires => Err(Failure("Spacer finds the groups satisfiable".into())),
        Horn::Unknown(reason) => Err(Failure(reason.to_string())),
    }
}
