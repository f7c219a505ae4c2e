//! Inequalities between the variables of a head: what equalities need to know of signs and bounds.
//!
//! `y >= 0` decides what the quotient `y / 2` is, `n <= a + 1` that a loop that ends with `n > a` ends with `n = a + 1`. Candidates are
//! signs and differences of two variables that all samples meet; the largest inductive set of them is found by
//! [`crate::ground::houdini`], with a solver. What a value is by products of unknowns is not asked.
//!
//! Invariant: what is left holds at the end of every path from the entry, and is kept by every path from a head.

use super::equation::in_ring;
use super::lemmas::{Lemmas, is_linear};
use super::paths::EdgePath;
use super::samples::Sample;
use crate::ground::flow::{Flow, HeadVariable};
use crate::ground::houdini::{Consecution, Kept, TransitionEnds, inductive};
use cairn_base::{Budget, FastMap};
use cairn_cpa::Res;
use cairn_term::{Assignment, TermId, TermOp, TermValue, Terms};
use std::collections::BTreeSet;

/// More variables of a head are not compared.
const MOST_VARIABLES: usize = 9;
/// So many samples of a head are looked at.
const SAMPLES: usize = 120;
const MOST_QUERIES: u64 = 600;
/// All values are compared as numbers of so many bits.
const WIDTH: u32 = 64;

/// An inequality, and the equation that it is on its border.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Inequality {
    pub(super) holds: TermId,
    pub(super) border: (TermId, TermId),
}

/// The inequalities of each head that are inductive: signs, differences by at most one, and that variables are at most one of
/// some constants.
pub(super) fn inequalities(
    terms: &mut Terms,
    flow: &Flow,
    paths: &[EdgePath],
    samples: &[BTreeSet<Sample>],
    constants: &[u128],
    solver: &mut Lemmas,
    budget: &Budget,
) -> Res<Vec<Vec<Inequality>>> {
    let mut candidates = Vec::new();
    for (variables, samples) in flow.heads.iter().zip(samples) {
        let mut here = guesses(terms, variables, constants);
        here.retain(|guess| samples.iter().take(SAMPLES).all(|sample| holds_in(terms, guess.holds, variables, sample)));
        candidates.push(here);
        budget.look()?;
    }
    let literals = (paths.iter())
        .map(|path| path.literals.iter().copied().filter(|literal| is_linear(terms, *literal)).collect())
        .collect();
    inductive(&mut LinearPaths { terms, paths, literals, solver, queries: 0, budget }, candidates)
}

/// Paths, asked of a solver as far as they are linear.
struct LinearPaths<'a> {
    terms: &'a mut Terms,
    paths: &'a [EdgePath],
    /// The linear literals of each path.
    literals: Vec<Vec<TermId>>,
    solver: &'a mut Lemmas,
    queries: u64,
    budget: &'a Budget,
}

impl Consecution for LinearPaths<'_> {
    type Candidate = Inequality;

    fn ends(&self) -> Vec<TransitionEnds> {
        self.paths.iter().map(EdgePath::ends).collect()
    }

    fn kept(&mut self, number: usize, candidates: &[Vec<Inequality>]) -> Res<Kept> {
        let (path, terms) = (&self.paths[number], &mut *self.terms);
        let Some(to) = path.to else { return Ok(Kept::All) };
        let replace: FastMap<TermId, TermId> = path.values.iter().map(|(plain, value)| (*plain, *value)).collect();
        let mut assumed = self.literals[number].clone();
        assumed.extend(path.from.map_or(&[][..], |from| &candidates[from]).iter().map(|known| known.holds));
        let wanted: Vec<TermId> = candidates[to].iter().map(|each| each.holds).collect();
        let wanted = terms.substitute_all(&wanted, &replace);
        let is_opaque: Vec<bool> = wanted.iter().map(|each| !is_linear(terms, *each)).collect();
        if is_opaque.contains(&true) {
            return Ok(Kept::AllBut(is_opaque));
        }
        let all = terms.and(&wanted);
        if assumed.contains(&all) || terms.as_bool(all) == Some(true) {
            return Ok(Kept::All);
        }
        self.queries += 1;
        if self.queries > MOST_QUERIES {
            return Ok(Kept::These(vec![false; wanted.len()]));
        }
        assumed.push(terms.not(all));
        let truth = self.solver.counterexample(terms, &assumed, &wanted, self.budget)?;
        Ok(Kept::of_query(truth, wanted.len(), |_| false))
    }
}

/// Signs, differences by at most one, and constants that bound from above.
fn guesses(terms: &mut Terms, variables: &[HeadVariable], constants: &[u128]) -> Vec<Inequality> {
    let variables = &variables[..variables.len().min(MOST_VARIABLES)];
    let wide: Vec<TermId> = variables.iter().map(|variable| in_ring(terms, variable, variable.plain, WIDTH)).collect();
    let (zero, one) = (terms.bits(WIDTH, 0), terms.bits(WIDTH, 1));
    let mut all = Vec::new();
    let mut add = |low: TermId, high: TermId, terms: &mut Terms| {
        let holds = terms.bv_sle(low, high);
        if terms.as_bool(holds).is_none() {
            all.push(Inequality { holds, border: (low, high) });
        }
    };
    for x in &wide {
        add(zero, *x, terms);
        add(one, *x, terms);
        add(*x, zero, terms);
        add(*x, one, terms);
        for constant in constants {
            let most = terms.bits(WIDTH, *constant);
            add(*x, most, terms);
        }
        for y in wide.iter().filter(|y| *y != x) {
            let (next, after) = (terms.bv_add(*y, one), terms.bv_add(*x, one));
            add(*x, *y, terms);
            add(*x, next, terms);
            add(after, *y, terms);
        }
    }
    all
}

fn holds_in(terms: &Terms, guess: TermId, variables: &[HeadVariable], sample: &Sample) -> bool {
    let mut assignment = Assignment::new();
    for (variable, value) in variables.iter().zip(&sample.values) {
        if let (TermOp::Symbol(symbol), Some(value)) =
            (terms.op(variable.plain), TermValue::of_bits(*value, terms.sort(variable.plain)))
        {
            assignment.set(symbol, value);
        }
    }
    terms.evaluate(guess, &assignment) == Some(TermValue::Bool(true))
}
