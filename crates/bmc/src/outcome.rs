//! The front door: a run. States of its statistics are places of the unrollings, transfers are steps that were encoded.
//!
//! A proof by a prover knows of a loop head what it found there, and the ranges that it assumed. A proof by induction knows what
//! its step assumed: the ranges of the interval analysis. That nothing
//! is violated within the next `k` visits is no statement about a state, so it is not among the invariants.

use crate::options::BmcOptions;
use crate::search::Search;
use cairn_base::Budget;
use cairn_cpa::invariants::Invariant;
use cairn_cpa::{Bounded, Conclusion, Graph, Observer, Outcome, PathChecker, Specification};
use cairn_domains::interval::IntervalInvariants;
use cairn_ir::{Assertion, EdgeId, NodeId, Program};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Unrolls a program, further and further, until there is a verdict or the budget is used up. Never fails: a failure is a
/// [`Reason`] of [`Verdict::Unknown`], beside all that was found before.
pub fn run<'p, K: PathChecker + ?Sized>(
    program: &'p Program,
    specification: &'p Specification,
    options: &BmcOptions,
    checker: &mut K,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Outcome<K::Counterexample, Unrolled> {
    let mut search = Search::new(program, specification, options, checker, budget, observer);
    let ended = search.search();
    let conclusion = Conclusion::with(std::mem::take(&mut search.reasons), ended);
    search.count();
    let bounded = search.finished.take();
    let mut proved: Vec<EdgeId> = std::mem::take(&mut search.proved).into_iter().collect();
    proved.sort_unstable();
    search.ground.finish(conclusion, bounded, proved)
}

/// What a run leaves behind: no graph, since what was unrolled is one formula.
pub struct Unrolled {
    /// What a prover, or the inductive step, assumed at heads.
    pub(crate) assumed: Option<Arc<IntervalInvariants>>,
    /// What a prover found to hold at heads.
    pub(crate) found: Vec<Invariant>,
    /// The largest bound that was gone through.
    pub(crate) bounded: Option<Bounded>,
    /// Targets that were proved by themselves.
    pub(crate) proved: Vec<EdgeId>,
}

impl Graph for Unrolled {
    fn invariants(&self, program: &Program) -> Vec<Invariant> {
        let assumed = self.assumed.as_ref().map_or(Vec::new(), |assumed| assumed.at_loop_heads(program));
        let mut all: BTreeMap<NodeId, Assertion> = BTreeMap::new();
        for Invariant { node, holds } in assumed.into_iter().chain(self.found.iter().cloned()) {
            let known = all.remove(&node).unwrap_or(Assertion::TRUE);
            all.insert(node, Assertion::all([known, holds]));
        }
        all.into_iter().map(|(node, holds)| Invariant { node, holds }).collect()
    }

    fn bounded(&self) -> Option<Bounded> {
        self.bounded.clone()
    }

    fn proved(&self) -> &[EdgeId] {
        &self.proved
    }
}

impl<K: PathChecker + ?Sized> Search<'_, '_, K> {
    /// Adds up what is counted where it is done.
    fn count(&mut self) {
        let counters = &mut self.ground.unroller.counters;
        counters.add("bmc-bound", u64::from(self.bound));
        let ((asked, time), (of_steps, step_time)) = (self.queries.cost(), self.step_queries.cost());
        counters.add("bmc-queries", asked + of_steps);
        let time = time + step_time;
        counters.add("bmc-solver-us", u64::try_from(time.as_micros()).unwrap_or(u64::MAX));
        if let Some(induction) = &self.induction {
            let (starts, done) = induction.progress();
            counters.add("induction-starts", starts as u64);
            counters.add("induction-shown", done as u64);
        }
    }
}
