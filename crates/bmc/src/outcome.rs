//! The front door: a run, and what it found out. Shaped as [`cairn_cpa::Outcome`] is.

use crate::options::Options;
use crate::search::{Finish, Search};
use cairn_base::Budget;
use cairn_cpa::{Observer, PathChecker, Reason, RunStatistics, Specification, Statistics, Verdict, result::Reasons};
use cairn_ir::{Program, Step};

/// What a run found out.
pub struct Outcome<X> {
    /// The answer.
    pub verdict: Verdict<X>,
    /// Why it is not [`Verdict::True`]; beside [`Verdict::False`], what else stands against TRUE.
    pub reasons: Vec<Reason>,
    /// The confirmed error path.
    pub error_path: Option<Vec<Step>>,
    /// What the run cost; states are places of the unrollings, transfers are steps that were encoded.
    pub statistics: RunStatistics,
    /// What else was counted.
    pub counters: Statistics,
}

/// Unrolls a program, further and further, until there is a verdict or the budget is used up. Never fails: a failure is a
/// [`Reason`] of [`Verdict::Unknown`], beside all that was found before.
pub fn run<'p, K: PathChecker + ?Sized>(
    program: &'p Program,
    specification: &'p Specification,
    options: &Options,
    checker: &mut K,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Outcome<K::Counterexample> {
    let mut search = Search::new(program, specification, options, checker, budget, observer);
    let ended = search.search();
    let mut reasons = std::mem::take::<Reasons>(&mut search.reasons);
    let mut found = None;
    match ended {
        Ok(Finish::Violation(counterexample, steps)) => found = Some((counterexample, steps)),
        Ok(Finish::Covered) => {}
        Ok(Finish::Limit(reason)) => reasons.add(reason),
        Err(failure) => reasons.add(failure.into()),
    }
    search.count();
    let (verdict, error_path) = match found {
        Some((counterexample, steps)) => (Verdict::False(counterexample), Some(steps)),
        None if reasons.is_empty() => (Verdict::True, None),
        None => (Verdict::Unknown, None),
    };
    let (statistics, counters) = (search.unroller.run, search.unroller.counters);
    Outcome { verdict, reasons: reasons.into_vec(), error_path, statistics, counters }
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
