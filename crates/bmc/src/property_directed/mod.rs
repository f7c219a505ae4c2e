//! Property-directed reachability, or IC3 (Bradley, "SAT-based model checking without unrolling", VMCAI 2011; for programs: Lange,
//! Neuhäußer, Noll and Katoen, "IC3 software model checking", STTT 2020) over large blocks.
//!
//! The states are those of loop heads, the transitions all paths between two heads as one formula over bit-vectors
//! ([`crate::ground::segments`]). For each head there are frames: what holds there within one visit of heads, within two, and so on
//! ([`frames`]). A state from which a violation is reached is excluded from the last frame, with all states like it, for as many
//! visits as it can be ([`search`]). When a frame is as strong as the one before, it is an inductive invariant.
//!
//! Nothing is unrolled: a query is about one transition. So it proves state machines whose every path back from a violation is
//! soon impossible, of which induction would need to unroll many iterations.
//!
//! Invariant: TRUE is said of lemmas that were checked again with solvers of their own: each transition keeps them and none of them
//! leads to a violation. Transitions leave out no execution; what has no literal (arrays, floats) is any value at a head.
//! FALSE is said of a path that was executed.

mod comparisons;
mod counterexample;
mod frames;
mod literals;
mod queries;
mod search;

use crate::ground::flow::Flow;
use crate::ground::inductive::{Inductive, check};
use crate::ground::segments::{Segment, SegmentStart};
use crate::ground::{Ground, Prover};
use crate::obligation::Claim;
use crate::unroll::Unroller;
use cairn_base::QueryKind;
use cairn_cpa::{Cx, Ended, Failure, Observer, PathChecker, PathVerdict, Phase, Progress, Reason, Res};
use cairn_formula::Encoding;
use cairn_smt::SolverChoice;
use cairn_smt::work::PROPERTY_DIRECTED;
use cairn_term::{TermId, Terms};
use frames::Lemma;
use literals::{HeadAtoms, MOST_BITS};
use queries::{NoAnswer, Queries};
use search::{Found, Obligation, Search};
use std::time::Instant;

/// Searches for lemmas or for a violation, backwards.
pub(crate) struct PropertyDirected;

impl<K: PathChecker + ?Sized> Prover<K> for PropertyDirected {
    const ENCODING: Encoding = Encoding::BitVector;
    const START: SegmentStart = SegmentStart::Ranges;
    const NAME: &'static str = "pdr";

    fn prove(
        &mut self,
        ground: &mut Ground<'_, '_>,
        segments: &[Segment],
        checker: &mut K,
        observer: &mut dyn Observer,
    ) -> Res<Ended<K::Counterexample>> {
        let unroller = &mut ground.unroller;
        let flow = Flow::new(unroller, segments)?;
        let heads = HeadAtoms::of(&mut unroller.encoder.terms, &flow);
        if let Some(atoms) = heads.iter().map(|head| head.atoms.len()).find(|atoms| *atoms > MOST_BITS) {
            let why = format!("a loop head has {atoms} bits, and cubes are made of {MOST_BITS} at most");
            return Ok(Ended::Limit(Reason::Unrefuted { why, count: 1 }));
        }
        unroller.counters.add("pdr-edges", flow.edges.len() as u64);
        unroller.counters.add("pdr-literals", heads.iter().map(|head| head.atoms.len() as u64).sum());
        match search(unroller, &flow, &heads, observer) {
            Ok((Found::Invariant(_), _)) => Ok(Ended::Explored),
            Ok((Found::Limit(visits), _)) => {
                let why = format!("no lemmas were found that are inductive within {visits} visits of loop heads");
                Ok(Ended::Limit(Reason::Unrefuted { why, count: 1 }))
            }
            Ok((Found::Counterexample(first, next), obligations)) => {
                let edges = counterexample::edges(first, next, &obligations);
                checked(unroller, &flow, &heads, &edges, checker, observer)
            }
            Err(NoAnswer::Failed(failure)) => Err(failure),
            Err(NoAnswer::Unknown(why)) => Ok(Ended::Limit(why)),
        }
    }
}

/// Searches, and checks an invariant that is found.
fn search(
    unroller: &mut Unroller<'_, '_>,
    flow: &Flow,
    heads: &[HeadAtoms],
    observer: &mut dyn Observer,
) -> Result<(Found, Vec<Obligation>), NoAnswer> {
    let (terms, budget) = (&mut unroller.encoder.terms, unroller.budget);
    let mut search = Search::new(Queries::new(terms, flow, heads, budget)?);
    let states = unroller.run.states;
    let mut deepest = 0;
    let found = search.run(&mut |visits, lemmas| {
        deepest = visits as u64;
        let bound = u32::try_from(visits).ok();
        let phase = Phase::Checking(visits);
        observer.progress(Progress { phase, states, waiting: lemmas as u64, refinements: 0, bound });
    });
    let Search { queries, frames, obligations, .. } = search;
    let asked = queries.asked;
    for (name, count) in [
        ("pdr-frames", deepest),
        ("pdr-lemmas", frames.len() as u64),
        ("pdr-obligations", obligations.len() as u64),
        ("pdr-queries", asked),
    ] {
        unroller.counters.add(name, count);
    }
    let found = found?;
    if let Found::Invariant(frame) = found {
        let terms = &mut unroller.encoder.terms;
        let lemmas =
            (0..heads.len()).map(|head| lemmas(terms, &heads[head], frames.of(head), frame)).collect::<Vec<_>>();
        // A query here is about all lemmas of a head, so it may cost as much as one for each of them.
        let most = QueryKind::InductionStep.limit(PROPERTY_DIRECTED.times(frames.len() as u64 + 1));
        match check(terms, flow, &lemmas, || SolverChoice::Z3.start_for_bits(), most, budget)? {
            Inductive::Yes => unroller.found = flow.controls.iter().copied().zip(lemmas).collect(),
            Inductive::No => {
                return Err(NoAnswer::Failed(Failure::Internal("lemmas that are not inductive".to_owned())));
            }
            Inductive::Unknown(why) => return Err(NoAnswer::Unknown(Reason::Unchecked { why, count: 1 })),
        }
    }
    Ok((found, obligations))
}

/// Lemmas of a head from a frame on.
fn lemmas(terms: &mut Terms, atoms: &HeadAtoms, lemmas: &[Lemma], frame: usize) -> Vec<TermId> {
    let mut said = Vec::new();
    for lemma in lemmas.iter().filter(|lemma| lemma.frame >= frame) {
        let cube: Vec<TermId> =
            lemma.cube.iter().map(|literal| HeadAtoms::term(terms, &atoms.atoms, *literal)).collect();
        let cube = terms.and(&cube);
        said.push(terms.not(cube));
    }
    said
}

/// Shows the path of a counterexample to the checker.
fn checked<K: PathChecker + ?Sized>(
    unroller: &mut Unroller<'_, '_>,
    flow: &Flow,
    heads: &[HeadAtoms],
    edges: &[(usize, literals::Cube)],
    checker: &mut K,
    observer: &mut dyn Observer,
) -> Res<Ended<K::Counterexample>> {
    let last = edges.last().map(|(edge, _)| &flow.edges[*edge]);
    if let Some(Claim::NotModelled { what, span }) = last.and_then(|edge| edge.not_modelled.clone()) {
        return Ok(Ended::Limit(Reason::LeftOut { what, span, count: 1 }));
    }
    let begun = Instant::now();
    let steps = counterexample::steps(&mut unroller.encoder, flow, heads, edges, unroller.budget)?;
    unroller.run.checking += begun.elapsed();
    let unrefuted = || {
        let why = "the formula allows a path that no execution takes".to_owned();
        Ok(Ended::Limit(Reason::Unrefuted { why, count: 1 }))
    };
    let Some(steps) = steps else { return unrefuted() };
    let states = unroller.run.states;
    let phase = Phase::Checking(steps.len());
    observer.progress(Progress { phase, states, waiting: 0, refinements: 0, bound: None });
    let run = &mut unroller.run;
    run.paths += 1;
    run.longest_path = run.longest_path.max(steps.len() as u64);
    let begun = Instant::now();
    let mut cx = Cx { program: unroller.program, budget: unroller.budget, statistics: &mut unroller.counters };
    let verdict = checker.check(&steps, &mut cx);
    unroller.run.checking += begun.elapsed();
    match verdict? {
        PathVerdict::Violation(counterexample) => Ok(Ended::Violation(counterexample, steps)),
        PathVerdict::Infeasible { .. } => unrefuted(),
        PathVerdict::Unknown(why) => Ok(Ended::Limit(Reason::Unchecked { why, count: 1 })),
    }
}
