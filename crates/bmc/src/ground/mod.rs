//! The ground that provers over loop heads stand on: what `horn`, `polynomials`, `property_directed` and k-induction share.
//!
//! A program is control states at loop heads and the paths between them ([`segments`], [`flow`]), with the ranges of the
//! interval analysis ([`strengthen`]). A prover looks for what holds at each head. What several of them do is here, once: keeping
//! what is inductive of candidates ([`houdini`]), checking an invariant ([`inductive`]), executing the paths for examples
//! ([`executions`]), and finding by which addresses an array is accessed ([`addresses`]).
//!
//! A new prover is a folder with an implementation of [`Prover`], and a row of [`crate::ProofMethod`].
//!
//! Invariant: [`Ended::Explored`] of a prover means that no execution violates the specification; segments leave out none.

pub(crate) mod addresses;
pub(crate) mod executions;
pub(crate) mod flow;
pub(crate) mod houdini;
pub(crate) mod inductive;
mod loop_heads;
pub(crate) mod segments;
pub(crate) mod strengthen;

use crate::outcome::Unrolled;
use crate::unroll::Unroller;
use cairn_base::Budget;
use cairn_cpa::Invariant;
use cairn_cpa::invariants::Gathered;
use cairn_cpa::{
    Bounded, Conclusion, ControlId, Ended, Observer, Outcome, PathChecker, Phase, Progress, Reason, Res, Specification,
};
use cairn_domains::memory::SharedInvariants;
use cairn_formula::Encoding;
use cairn_ir::assertion::AssertionCell;
use cairn_ir::{Assertion, EdgeId, Program};
use segments::{Segment, SegmentStart, segments};
use std::collections::BTreeMap;
use std::time::Instant;
use strengthen::Strengthening;

/// A program on its way to formulas between loop heads, and what is known at the heads.
pub(crate) struct Ground<'a, 'p> {
    pub(crate) unroller: Unroller<'a, 'p>,
    /// The ranges that are assumed at heads; none before [`Ground::assume`].
    pub(crate) known: Option<Strengthening>,
}

/// Looks for invariants of loop heads, or for an execution that violates the specification.
pub(crate) trait Prover<K: PathChecker + ?Sized> {
    /// How C's values are encoded in the segments.
    const ENCODING: Encoding;
    /// Assumptions where a segment begins.
    const START: SegmentStart;
    /// Its name in statistics.
    const NAME: &'static str;

    /// Decides a program. Some segment has an obligation.
    ///
    /// # Errors
    /// The budget is used up, or something failed that must not.
    fn prove(
        &mut self,
        ground: &mut Ground<'_, '_>,
        segments: &[Segment],
        checker: &mut K,
        observer: &mut dyn Observer,
    ) -> Res<Ended<K::Counterexample>>;
}

/// Runs a prover. `shared`: what is known of the program. Never fails: a failure is a [`Reason`] of UNKNOWN.
pub(crate) fn run<'p, K: PathChecker + ?Sized, P: Prover<K>>(
    prover: &mut P,
    program: &'p Program,
    specification: &'p Specification,
    shared: &SharedInvariants,
    checker: &mut K,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Outcome<K::Counterexample, Unrolled> {
    let mut ground = Ground::new(program, specification, P::ENCODING, budget);
    ground.unroller.lemmas = Some((shared.lemmas().clone(), P::NAME));
    let ended = decide(prover, &mut ground, shared, checker, observer);
    ground.finish(Conclusion::of(ended), None, Vec::new())
}

fn decide<K: PathChecker + ?Sized, P: Prover<K>>(
    prover: &mut P,
    ground: &mut Ground<'_, '_>,
    shared: &SharedInvariants,
    checker: &mut K,
    observer: &mut dyn Observer,
) -> Res<Ended<K::Counterexample>> {
    let begun = Instant::now();
    let segments = match ground.segments(shared, P::START)? {
        Ok(segments) => segments,
        Err(why) => return Ok(Ended::Limit(why)),
    };
    ground.unroller.run.exploring += begun.elapsed();
    if segments.iter().all(|segment| segment.obligations.is_empty()) {
        return Ok(Ended::Explored);
    }
    let (begun, checking) = (Instant::now(), ground.unroller.run.checking);
    let ended = prover.prove(ground, &segments, checker, observer);
    let run = &mut ground.unroller.run;
    // What the checker took is no time of the prover's.
    run.refining += begun.elapsed().saturating_sub(run.checking.saturating_sub(checking));
    ended
}

impl<'a, 'p> Ground<'a, 'p> {
    /// Nothing is unrolled, and nothing known.
    pub(crate) fn new(
        program: &'p Program,
        specification: &'p Specification,
        encoding: Encoding,
        budget: &'a Budget,
    ) -> Self {
        Self { unroller: Unroller::new(program, specification, encoding, budget), known: None }
    }

    /// Assumes the ranges of the interval analysis at heads and before calls.
    pub(crate) fn assume(&mut self, shared: &SharedInvariants) -> Res<()> {
        let Unroller { extended, order, budget, .. } = &mut self.unroller;
        self.known = Some(Strengthening::new(extended, shared, &|node| order.is_head(node), budget)?);
        Ok(())
    }

    /// The control states at loop heads; `None` when there is recursion, or too much to look at.
    pub(crate) fn heads(&mut self) -> Res<Option<Vec<ControlId>>> {
        let Unroller { controls, order, program, budget, .. } = &mut self.unroller;
        loop_heads::control_states(controls, order, program, self.known.as_ref().map(Strengthening::known), budget)
    }

    /// The segments of the program with what is known of it, or why there are none.
    pub(crate) fn segments(
        &mut self,
        shared: &SharedInvariants,
        start: SegmentStart,
    ) -> Res<Result<Vec<Segment>, Reason>> {
        self.assume(shared)?;
        segments(self, start)
    }

    /// Says that a prover has begun, of so many things.
    pub(crate) fn report(&self, waiting: u64, observer: &mut dyn Observer) {
        let states = self.unroller.run.states;
        observer.progress(Progress { phase: Phase::Checking(0), states, waiting, refinements: 0, bound: None });
    }

    /// Results of a prover and lemmas that were assumed, as invariants of locations. Only of loops in the function that the program begins
    /// with: paths that lead to no violation are not among the segments, so another call of a function may be missing.
    fn found(&self) -> Vec<Invariant> {
        let Unroller { program, controls, order, found, .. } = &self.unroller;
        let mut cases: BTreeMap<ControlId, Vec<Assertion>> = BTreeMap::new();
        for (control, holds) in self.unroller.assertions(found.iter().map(|(control, holds)| (*control, &holds[..]))) {
            cases.entry(control).or_default().push(holds);
        }
        let heads = controls.ids().filter(|control| order.is_head(controls.get(*control).node));
        let mut known = Gathered::default();
        for control in heads.filter(|control| controls.depth(*control) <= 1) {
            let lemmas = self.known.as_ref().map_or(&[][..], |known| known.lemmas(control, controls));
            let node = controls.get(control).node;
            let function = Some(program.nodes[node].function);
            let is_seen = |cell: &AssertionCell| [None, function].contains(&program.vars[cell.var].frame());
            for holds in cases.remove(&control).unwrap_or_else(|| vec![Assertion::TRUE]) {
                let holds = std::iter::once(holds).chain(lemmas.iter().map(|lemma| lemma.holds.clone()));
                known.add(node, || Assertion::all(holds).renamed(&|cell| is_seen(cell).then_some(*cell)));
            }
        }
        known.invariants(|_| Assertion::TRUE)
    }

    /// End of a run, and what it leaves behind.
    pub(crate) fn finish<X>(
        mut self,
        conclusion: Conclusion<X>,
        bounded: Option<Bounded>,
        proved: Vec<EdgeId>,
    ) -> Outcome<X, Unrolled> {
        let Unroller { run, counters, controls, .. } = &mut self.unroller;
        run.final_states = run.states;
        run.controls = controls.len() as u64;
        let (run, counters) = (std::mem::take(run), std::mem::take(counters));
        let found = self.found();
        let assumed = self.known.map(Strengthening::into_known);
        conclusion.outcome(run, counters, Unrolled { assumed, found, bounded, proved })
    }
}
