//! Polynomial equalities: invariants of loop heads such as `z * z - 12 * y - 6 * z + 12 = 0`, guessed from executions and proved
//! over machine integers.
//!
//! The paths between loop heads are formulas ([`crate::ground::segments`]), over bit-vectors. Executions of them with inputs that are
//! made up give values of the variables at each head ([`samples`]); linear algebra gives the relations of their monomials
//! ([`null_space`]). Each path is a substitution of polynomials, so whether it keeps an equality is algebra over the ring of
//! integers modulo a power of two ([`rewriting`], [`module`]); the largest set that all paths keep is inductive ([`inductive`]).
//! Under it no path to a violation may be left, by algebra or else by a solver. (Rodríguez-Carbonell and Kapur,
//! "Generating all polynomial invariants in simple loops", JSC 2007; Müller-Olm and Seidl, "Computing polynomial program invariants",
//! IPL 2004; "Analysis of Modular Arithmetic", TOPLAS 2007.)
//! Where this does not suffice and arrays matter, cells of arrays get polynomials too ([`cells`]).
//!
//! Invariant: TRUE rests on the proof alone: every path of every segment is looked at, from any state that meets the equalities
//! (and the ranges of the interval analysis). Executions only suggest. There is no FALSE.

mod cells;
mod equation;
mod inductive;
mod inequalities;
mod lemmas;
mod module;
mod null_space;
mod paths;
mod rewriting;
mod samples;

use crate::ground::flow::Flow;
use crate::ground::segments::{Segment, SegmentStart};
use crate::ground::{Ground, Prover};
use crate::unroll::Unroller;
use cairn_cpa::{Ended, Observer, PathChecker, Reason, Res};
use cairn_formula::Encoding;
use cairn_term::TermId;
use equation::Equation;
use lemmas::Lemmas;
use rewriting::AlgebraicPath;
use std::collections::{BTreeMap, BTreeSet};

/// So many equations that the program asserts are candidates of a head.
const MOST_GOALS: usize = 60;
/// So many equations of products are told to other engines, of so many monomials.
const MOST_SHARED: usize = 4;
const LARGEST_SHARED: usize = 5;
/// Programs with more loop heads are not looked at.
const MOST_HEADS: usize = 30;
/// The degrees of the equalities that are tried, one after the other. With none it is what the program asserts.
const DEGREES: [u32; 4] = [0, 1, 2, 3];

/// Proves a program by polynomial equalities.
pub(crate) struct PolynomialEqualities;

impl<K: PathChecker + ?Sized> Prover<K> for PolynomialEqualities {
    const ENCODING: Encoding = Encoding::BitVector;
    const START: SegmentStart = SegmentStart::Ranges;
    const NAME: &'static str = "polynomial";

    fn prove(
        &mut self,
        ground: &mut Ground<'_, '_>,
        segments: &[Segment],
        _: &mut K,
        observer: &mut dyn Observer,
    ) -> Res<Ended<K::Counterexample>> {
        ground.report(segments.len() as u64, observer);
        let unroller = &mut ground.unroller;
        let flow = Flow::new(unroller, segments)?;
        // Most equalities need neither inequalities nor first visits, which cost more and divide the samples.
        if flow.heads.len() <= MOST_HEADS && prove_by_steps(unroller, flow)? {
            return Ok(Ended::Explored);
        }
        let why = "no polynomial equalities were found that exclude all violations".to_owned();
        Ok(Ended::Limit(Reason::Unrefuted { why, count: 1 }))
    }
}

/// Whether what is found excludes all violations: what costs less is tried first.
fn prove_by_steps(unroller: &mut Unroller<'_, '_>, flow: Flow) -> Res<bool> {
    let (is_proved, known) = prove(unroller, &flow, false)?;
    if is_proved || cells::prove(unroller, &flow, &known)? {
        return Ok(true);
    }
    Ok(prove(unroller, &flow.with_first_visits(), true)?.0)
}

/// Whether equalities exclude all violations, and those that hold at each head.
fn prove(unroller: &mut Unroller<'_, '_>, flow: &Flow, with_inequalities: bool) -> Res<(bool, Vec<Vec<Equation>>)> {
    let (terms, budget) = (&mut unroller.encoder.terms, unroller.budget);
    let samples = samples::samples(terms, flow, budget)?;
    unroller.counters.add("polynomial-samples", samples.iter().map(|here| here.len() as u64).sum());
    let mut solver = Lemmas::new();
    let mut single = Vec::new();
    for edge in &flow.edges {
        single.extend(paths::paths(terms, edge, budget)?);
    }
    let bounds = if with_inequalities {
        inequalities::inequalities(terms, flow, &single, &samples, &[], &mut solver, budget)?
    } else {
        vec![Vec::new(); flow.heads.len()]
    };
    unroller.counters.add("polynomial-inequalities", bounds.iter().map(|here| here.len() as u64).sum());
    let mut paths = Vec::new();
    for path in single {
        let known = path.from.map_or(&[][..], |from| &bounds[from]);
        paths.push(AlgebraicPath::new(terms, path, known, &mut solver, budget)?);
    }
    let mut goals: Vec<Vec<Equation>> = vec![Vec::new(); flow.heads.len()];
    for path in &mut paths {
        if let Some(from) = path.path.from.filter(|_| path.path.to.is_none()) {
            goals[from].extend(path.wanted(terms, &flow.heads));
        }
    }
    // What should hold at one head may hold at another that has the same variables: at the other visits of its loop.
    for at in 0..goals.len() {
        for other in (0..goals.len()).filter(|other| *other != at) {
            if flow.heads[at] == flow.heads[other] {
                let more = goals[other].clone();
                goals[at].extend(more);
            }
        }
        goals[at].truncate(MOST_GOALS);
    }
    unroller.counters.add("polynomial-paths", paths.len() as u64);
    let mut known: Vec<Vec<Equation>> = vec![Vec::new(); flow.heads.len()];
    let mut open: BTreeSet<usize> = (0..paths.len()).filter(|at| paths[*at].path.to.is_none()).collect();
    for degree in DEGREES {
        let mut candidates = Vec::new();
        for (at, variables) in flow.heads.iter().enumerate() {
            let widths: BTreeSet<u32> =
                (variables.iter()).map(|variable| terms.width(variable.plain)).filter(|width| *width >= 32).collect();
            let mut here = known[at].clone();
            here.extend(goals[at].iter().cloned());
            for width in widths {
                if degree == 1 {
                    here.extend(null_space::congruences(terms, variables, &samples[at], width));
                }
                if degree > 0 {
                    here.extend(null_space::relations(terms, variables, &samples[at], width, degree));
                }
                budget.look()?;
            }
            for at in (0..here.len()).rev() {
                if here[..at].contains(&here[at]) {
                    here.remove(at);
                }
            }
            candidates.push(here);
        }
        unroller.counters.add("polynomial-candidates", candidates.iter().map(|here| here.len() as u64).sum());
        let before: Vec<usize> = known.iter().map(Vec::len).collect();
        known = inductive::equalities(terms, &flow.heads, &mut paths, candidates, budget)?;
        let is_new: Vec<bool> =
            known.iter().zip(&before).map(|(now, before)| now.len() != *before || degree == 0).collect();
        let mut left = BTreeSet::new();
        for number in open {
            let from = paths[number].path.from;
            let here = from.map_or(&[][..], |from| &known[from]);
            let is_worth_it = from.map_or(degree == 0, |from| is_new[from]);
            if !is_worth_it || !paths[number].is_excluded(terms, &flow.heads, here, &mut solver, budget)? {
                left.insert(number);
            }
        }
        open = left;
        if open.is_empty() {
            break;
        }
    }
    let counts: BTreeMap<&'static str, u64> = BTreeMap::from([
        ("polynomial-equalities", known.iter().map(|here| here.len() as u64).sum()),
        ("polynomial-open", open.len() as u64),
        ("polynomial-queries", solver.asked()),
    ]);
    for (name, count) in counts {
        unroller.counters.add(name, count);
    }
    let is_proved = open.is_empty();
    let terms = &mut unroller.encoder.terms;
    let mut formulas = |known: &dyn Fn(&[Equation]) -> Vec<Equation>, all: &[Vec<Equation>]| {
        let here = all.iter().zip(&flow.heads).map(|(here, variables)| {
            known(here).iter().map(|equation| equation.formula(terms, variables)).collect::<Vec<TermId>>()
        });
        flow.controls.iter().copied().zip(here).collect::<Vec<_>>()
    };
    if is_proved {
        unroller.found = formulas(&|here| here.to_vec(), &known);
    } else if !with_inequalities {
        // With first visits a control state has two heads.
        let shared = formulas(&|here| worth_sharing(here), &known);
        unroller.tell(shared.iter().map(|(control, holds)| (*control, &holds[..])));
    }
    Ok((is_proved, known))
}

/// The equations that other engines are told: all linear ones, and few and small ones of products, since each product is a circuit
/// and most equations of a higher degree are multiples of others.
fn worth_sharing(equations: &[Equation]) -> Vec<Equation> {
    let degree = |equation: &Equation| {
        let of = |(monomial, _): &(equation::Monomial, u128)| monomial.iter().map(|(_, power)| power).sum::<u32>();
        equation.parts.iter().map(of).max().unwrap_or(0)
    };
    let (linear, mut others): (Vec<Equation>, Vec<Equation>) =
        equations.iter().cloned().partition(|equation| degree(equation) <= 1);
    others.retain(|equation| degree(equation) == 2 && equation.parts.len() <= LARGEST_SHARED);
    others.sort_by_key(|equation| equation.parts.len());
    linear.into_iter().chain(others.into_iter().take(MOST_SHARED)).collect()
}
