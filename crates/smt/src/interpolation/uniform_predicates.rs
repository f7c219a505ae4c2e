//! The same predicates at every cut, where the interpolants have different ones at each.
//!
//! A path that goes around a loop ten times is refuted by `x >= -9`, `x >= -8`, … as well as by `x >= 0` throughout, and
//! nothing in one path prefers the latter; but the former never ends (each further round brings a new predicate). So when
//! predicates drift from cut to cut, a few of them are tried at all cuts at once: forward along the path, each is kept at
//! a cut where the kept ones before and the block imply it. When what is kept at last contradicts the last block, these
//! are interpolants, too, and few predicates. (A small Houdini, as of Flanagan and Leino, over one path.)
//!
//! Candidates are what the last block needs to be false (a path that leaves a loop too early is refuted by the counter,
//! but also by what the loop keeps, if that is what the property asks for); then the literals that the interpolants have,
//! the last cut's first, because there nothing was added yet. Beside one of these: what linear inequalities drift by
//! (`x + 9 * y >= 0`, `x + 8 * y >= 0`: `y >= 0`), and what the first block says.
//!
//! Whoever asks must say what the symbols of a cut are called elsewhere: [`Cuts`].

use super::oracle::{Failure, Meter, Oracle};
use super::problem::{Problem, names};
use crate::solver::{SolverError, SolverLimits};
use crate::work::UNIFORM;
use cairn_term::{Linear, Rational, Sort, TermId, TermOp, Terms};
use std::fmt;

/// So many literals are tried at most.
const CANDIDATES: usize = 10;
/// So many of them also in pairs.
const PAIRED: usize = 4;

/// How the symbols of a cut are called. Cut `k` is the one of interpolant `k`.
pub struct Cuts<'a> {
    /// A term over the symbols of a cut, in names that are the same at every cut.
    pub plain: &'a dyn Fn(&mut Terms, usize, TermId) -> TermId,
    /// The way back.
    pub at: &'a dyn Fn(&mut Terms, usize, TermId) -> TermId,
}

impl fmt::Debug for Cuts<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Cuts")
    }
}

/// Interpolants of the sequence with the same few predicates at all cuts; `None` when those found do not drift, or no
/// such are found in time.
///
/// # Errors
/// When there is no group, or the solver fails.
pub fn uniform(
    terms: &mut Terms,
    groups: &[TermId],
    found: &[TermId],
    cuts: &Cuts<'_>,
    limits: &SolverLimits,
) -> Result<Option<Vec<TermId>>, SolverError> {
    let problem = Problem::new(terms, groups, None)?;
    let meter = Meter::new(limits).part(1, UNIFORM);
    let mut oracle = Oracle::new(meter).map_err(|Failure(why)| SolverError(why))?;
    let mut literals = Vec::with_capacity(found.len());
    for (cut, interpolant) in found.iter().enumerate() {
        let plain = (cuts.plain)(terms, cut, *interpolant);
        literals.push(terms.conjuncts(plain));
    }
    let mut candidates: Vec<TermId> = literals.iter().rev().flatten().copied().collect();
    distinct(terms, &mut candidates);
    let most = literals.iter().map(Vec::len).max().unwrap_or(0);
    if candidates.len() <= 2 * most {
        return Ok(None);
    }
    // The last cut's, the first's, and then backward.
    if let Some(first) = literals.iter().find_map(|literals| literals.first().copied()) {
        candidates.retain(|candidate| *candidate != first);
        candidates.insert(candidates.len().min(1), first);
    }
    candidates.truncate(CANDIDATES);
    let goals = goals(terms, &problem, cuts);
    candidates.splice(0..0, goals);
    distinct(terms, &mut candidates);
    let mut drifts = drifts(terms, &literals);
    drifts.extend(begin(terms, &problem, cuts));
    distinct(terms, &mut drifts);
    let paired = &candidates[..candidates.len().min(PAIRED)];
    let mut tried: Vec<Vec<TermId>> = candidates.iter().map(|candidate| vec![*candidate]).collect();
    for (at, first) in paired.iter().enumerate() {
        tried.extend(drifts.iter().map(|drift| vec![*first, *drift]));
        tried.extend(paired[at + 1..].iter().map(|second| vec![*first, *second]));
    }
    for set in tried {
        match forward(terms, &problem, &set, cuts, &mut oracle) {
            Ok(Some(uniform)) => return Ok(Some(uniform)),
            Ok(None) => {}
            Err(_) => break,
        }
    }
    Ok(None)
}

/// Part of the set at each cut, if that refutes the path.
fn forward(
    terms: &mut Terms,
    problem: &Problem,
    set: &[TermId],
    cuts: &Cuts<'_>,
    oracle: &mut Oracle,
) -> Result<Option<Vec<TermId>>, Failure> {
    let mut kept: Vec<TermId> = Vec::with_capacity(problem.root());
    for node in 0..problem.root() {
        let mut premises = problem.parts[node].clone();
        premises.extend(node.checked_sub(1).map(|before| kept[before]));
        let mut here = Vec::new();
        for predicate in set {
            let predicate = (cuts.at)(terms, node, *predicate);
            if names(terms, &[predicate]).is_subset(&problem.shared[node])
                && oracle.implies(terms, &premises, predicate)?
            {
                here.push(predicate);
            }
        }
        let yes = terms.bool(true);
        // Lost on the way: it will not come back.
        if here.is_empty() && kept.last().is_some_and(|before| *before != yes) {
            return Ok(None);
        }
        kept.push(terms.and(&here));
    }
    let mut rest = problem.parts[problem.root()].clone();
    rest.extend(kept.last());
    Ok((!oracle.consistent(terms, &rest)?).then_some(kept))
}

/// Goals of the last block: each alone refutes it.
fn goals(terms: &mut Terms, problem: &Problem, cuts: &Cuts<'_>) -> Vec<TermId> {
    let Some(last) = problem.root().checked_sub(1) else { return Vec::new() };
    let mut found = Vec::new();
    for part in &problem.parts[problem.root()] {
        if names(terms, &[*part]).is_subset(&problem.shared[last]) {
            let goal = terms.not(*part);
            found.push((cuts.plain)(terms, last, goal));
        }
    }
    found.truncate(CANDIDATES);
    found
}

/// Facts of the first block about the symbols of its end.
fn begin(terms: &mut Terms, problem: &Problem, cuts: &Cuts<'_>) -> Vec<TermId> {
    let mut found = Vec::new();
    for part in &problem.parts[0] {
        if names(terms, &[*part]).is_subset(&problem.shared[0]) {
            found.push((cuts.plain)(terms, 0, *part));
        }
    }
    found.truncate(2 * PAIRED);
    found
}

/// By what single inequalities change from a cut to the next.
fn drifts(terms: &mut Terms, literals: &[Vec<TermId>]) -> Vec<TermId> {
    let mut found = Vec::new();
    for pair in literals.windows(2).rev() {
        let ([before], [after]) = (&*pair[0], &*pair[1]) else { continue };
        let (Some((a, sort)), Some((b, other))) = (at_most_zero(terms, *before), at_most_zero(terms, *after)) else {
            continue;
        };
        if sort != other {
            continue;
        }
        for change in [a.minus(&b), b.minus(&a)].into_iter().flatten().filter(|change| !change.parts.is_empty()) {
            let (sum, zero) = (terms.of_linear(&change, sort), terms.number(Rational::ZERO, sort));
            found.push(terms.le(sum, zero));
        }
    }
    distinct(terms, &mut found);
    found.truncate(2 * PAIRED);
    found
}

/// An inequality as a sum that is at most zero (strictness is left out).
fn at_most_zero(terms: &Terms, literal: TermId) -> Option<(Linear, Sort)> {
    let positive = terms.op(literal) != TermOp::Not;
    let atom = if positive { literal } else { terms.arg(literal, 0) };
    if terms.op(atom) != TermOp::Le {
        return None;
    }
    let (a, b) = (terms.arg(atom, 0), terms.arg(atom, 1));
    let sort = terms.sort(a);
    let (a, b) = if positive { (a, b) } else { (b, a) };
    let mut sum = terms.linear(a).minus(&terms.linear(b))?;
    if !positive && sort == Sort::Int {
        sum.constant = sum.constant.add(Rational::ONE)?;
    }
    Some((sum, sort))
}

fn distinct(terms: &Terms, list: &mut Vec<TermId>) {
    let mut seen = std::collections::BTreeSet::new();
    list.retain(|term| terms.as_bool(*term).is_none() && seen.insert(*term));
}
