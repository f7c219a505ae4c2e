//! Weakest preconditions, lazily: only as much of them as the prefix needs.
//!
//! From the root down, the interpolant of a node must exclude every state from which the rest goes wrong: a block, and not
//! its own interpolant. One such state is a model; its implicant (a cube of literals of the block) stands for all states
//! that go wrong in the same way, and model-based projection takes the locals out of the cube (Komuravelli, Gurfinkel,
//! Chaki, *SMT-based model checking for recursive programs*, section 4; for linear integers this is Cooper's or Loos and
//! Weispfenning's elimination with the case that the model selects). The prefix excludes the cube; the literals that it
//! needs for that, and no others, are what is blocked (Bradley's generalisation). Then the next model, until there is none.
//!
//! Unlike elimination at once ([`super::newton`]) this copes with disjunctions over locals, and it asks the prefix what
//! matters, so the interpolants are small clauses. Equations of a cube are offered as their two inequalities, too: one
//! often suffices, and generalises.
//!
//! Invariant: each blocked cube implies that the rest goes wrong, and contradicts the prefix.

use super::eliminate::substitute_definitions;
use super::oracle::{Failure, Meter, Oracle};
use super::problem::{Problem, names};
use cairn_base::FastMap;
use cairn_term::{Sort, SymbolId, TermId, TermOp, Terms};
use std::collections::BTreeSet;

/// So many cubes are blocked at one cut at most.
const CUBES: usize = 300;
/// A cube is generalised with so many questions at most.
const TRIES: usize = 16;

pub(super) fn interpolants(terms: &mut Terms, problem: &Problem, meter: &Meter) -> Result<Vec<TermId>, Failure> {
    let mut found = vec![terms.bool(true); problem.root()];
    let mut solvers = Solvers { before: Oracle::new(meter.clone())?, after: Oracle::of_library(meter.clone())? };
    for node in (0..problem.root()).rev() {
        let Some(parent) = problem.parent[node] else { continue };
        let mut rest = problem.parts[parent].clone();
        if let Some(above) = found.get(parent) {
            rest.push(terms.not(*above));
        }
        for sibling in problem.children[parent].iter().filter(|sibling| **sibling != node) {
            if *sibling > node {
                rest.push(found[*sibling]);
            } else {
                rest.extend(problem.subtree(*sibling).into_iter().flat_map(|inside| problem.parts[inside].iter()));
            }
        }
        let prefix: Vec<TermId> =
            problem.subtree(node).into_iter().flat_map(|inside| problem.parts[inside].iter().copied()).collect();
        solvers.before.open(terms, &prefix)?;
        found[node] = cut(terms, &mut solvers, &rest, &problem.shared[node])?;
        solvers.before.close()?;
    }
    Ok(found)
}

/// One knows the prefix of a cut, the other, which projects, the rest.
struct Solvers {
    before: Oracle,
    after: Oracle,
}

/// The interpolant of the prefix, which its solver knows, and the rest, over the shared symbols.
fn cut(
    terms: &mut Terms,
    solvers: &mut Solvers,
    rest: &[TermId],
    shared: &BTreeSet<SymbolId>,
) -> Result<TermId, Failure> {
    let Solvers { before, after } = solvers;
    let rest = substitute_definitions(terms, rest, shared);
    let rest = terms.and(&rest);
    after.open(terms, &[rest])?;
    let mut blocked = Vec::new();
    while let Some(cube) = model_cube(terms, after, rest, shared)? {
        if blocked.len() >= CUBES {
            return Err(Failure(format!("more than {CUBES} cubes at one cut")));
        }
        let offered = halves(terms, &cube);
        let core = match before.small_core(terms, &offered, TRIES)? {
            Some(core) => core,
            None => return Err(Failure("a projection that the prefix does not exclude".into())),
        };
        let whole = terms.and(&core);
        let clause = terms.not(whole);
        after.assert(terms, &[clause])?;
        blocked.push(clause);
    }
    after.close()?;
    Ok(terms.and(&blocked))
}

/// A cube over the shared names that implies that the rest goes wrong, from a model of the rest; `None` without a model.
fn model_cube(
    terms: &mut Terms,
    after: &mut Oracle,
    rest: TermId,
    shared: &BTreeSet<SymbolId>,
) -> Result<Option<Vec<TermId>>, Failure> {
    if !after.consistent(terms, &[])? {
        return Ok(None);
    }
    let mut locals = Vec::new();
    for symbol in names(terms, &[rest]).difference(shared) {
        locals.push(terms.symbol_term(*symbol));
    }
    let projected = after.solver.project(terms, &locals, rest)?;
    let mut cube = terms.conjuncts(projected);
    // What the projection left gets the model's values.
    let left: Vec<TermId> = locals
        .into_iter()
        .filter(|local| terms.below(&cube).binary_search(local).is_ok())
        .filter(|local| !matches!(terms.sort(*local), Sort::Array(_)))
        .collect();
    if !left.is_empty() {
        let values = after.solver.model(terms, &left)?;
        let mut replace: FastMap<TermId, TermId> = FastMap::default();
        for (local, value) in left.iter().zip(values) {
            let sort = terms.sort(*local);
            if let Some(value) = terms.of_value(&value, sort) {
                replace.insert(*local, value);
            }
        }
        let whole = terms.and(&cube);
        let whole = terms.substitute(whole, &replace);
        cube = terms.conjuncts(whole);
    }
    if names(terms, &cube).iter().any(|name| !shared.contains(name)) {
        return Err(Failure("a local that cannot be projected".into()));
    }
    Ok(Some(cube))
}

/// The literals of a cube, and the inequalities that its equations imply.
fn halves(terms: &mut Terms, cube: &[TermId]) -> Vec<TermId> {
    let mut offered = Vec::new();
    for literal in cube {
        if terms.op(*literal) == TermOp::Eq {
            let (a, b) = (terms.arg(*literal, 0), terms.arg(*literal, 1));
            match terms.sort(a) {
                Sort::Int | Sort::Real => {
                    offered.push(terms.le(a, b));
                    offered.push(terms.le(b, a));
                    continue;
                }
                Sort::BitVec(width) if width > 1 => {
                    offered.extend([terms.bv_sle(a, b), terms.bv_sle(b, a), terms.bv_ule(a, b), terms.bv_ule(b, a)]);
                }
                _ => {}
            }
        }
        offered.push(*literal);
    }
    offered.retain(|literal| terms.as_bool(*literal) != Some(true));
    offered.sort_unstable();
    offered.dedup();
    offered
}
