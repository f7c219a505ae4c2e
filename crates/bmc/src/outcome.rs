//! The front door: a run. States of its statistics are places of the unrollings, transfers are steps that were encoded.

use crate::options::Options;
use crate::search::Search;
use cairn_base::Budget;
use cairn_cpa::{Conclusion, Observer, Outcome, PathChecker, Specification};
use cairn_ir::Program;

/// Unrolls a program, further and further, until there is a verdict or the budget is used up. Never fails: a failure is a
/// [`Reason`] of [`Verdict::Unknown`], beside all that was found before.
pub fn run<'p, K: PathChecker + ?Sized>(
    program: &'p Program,
    specification: &'p Specification,
    options: &Options,
    checker: &mut K,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Outcome<K::Counterexample, ()> {
    let mut search = Search::new(program, specification, options, checker, budget, observer);
    let ended = search.search();
    let conclusion = Conclusion::with(std::mem::take(&mut search.reasons), ended);
    search.count();
    conclusion.outcome(search.unroller.run, search.unroller.counters, ())
}

impl<K: PathChecker + ?Sized> Search<'_, '_, K> {
    /// Adds up what is counted where it is done.
    fn count(&mut self) {
        let unroller = &mut self.unroller;
        unroller.run.final_states = unroller.run.states;
        unroller.run.controls = unroller.controls.len() as u64;
        let counters = &mut unroller.counters;
        counters.add("bmc-bound", u64::from(self.bound));
        counters.add("bmc-queries", self.oracle.asked);
        counters.add("bmc-solver-us", u64::try_from(self.oracle.time.as_micros()).unwrap_or(u64::MAX));
        if let Some(induction) = &self.induction {
            let (starts, done) = induction.progress();
            counters.add("induction-starts", starts as u64);
            counters.add("induction-shown", done as u64);
        }
    }
}
