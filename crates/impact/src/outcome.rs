//! The front door: a run, and what it found out. Shaped as [`cairn_cpa::Outcome`] is.

use crate::labels::Labels;
use crate::options::Options;
use crate::search::{Finish, Search};
use crate::unwinding::Unwinding;
use cairn_base::Budget;
use cairn_cpa::{
    Controls, Observer, PathChecker, Reason, RunStatistics, Specification, Statistics, Verdict, result::Reasons,
};
use cairn_ir::{Program, Step};
use cairn_term::Terms;

/// What a run found out.
pub struct Outcome<'p, X> {
    /// The answer.
    pub verdict: Verdict<X>,
    /// Why it is not [`Verdict::True`]; beside [`Verdict::False`], what else stands against TRUE.
    pub reasons: Vec<Reason>,
    /// The confirmed error path.
    pub error_path: Option<Vec<Step>>,
    /// What the run cost; states are vertices, transfers are steps that were encoded.
    pub statistics: RunStatistics,
    /// What else was counted.
    pub counters: Statistics,
    /// The unwinding as it was at the end. After [`Verdict::True`] its labels are an invariant.
    pub unwinding: Unwinding,
    /// Its labels.
    pub labels: Labels,
    /// The terms of the labels.
    pub terms: Terms,
    /// The control states of its vertices.
    pub controls: Controls<'p>,
}

/// Unwinds a program until there is a verdict or the budget is used up. Never fails: a failure is a [`Reason`] of
/// [`Verdict::Unknown`], beside all that was found before.
pub fn run<'p, K: PathChecker + ?Sized>(
    program: &'p Program,
    specification: &'p Specification,
    options: &Options,
    checker: &mut K,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Outcome<'p, K::Counterexample> {
    let mut search = Search::new(program, specification, options, checker, budget, observer);
    let mut reasons = Reasons::default();
    let found = match search.search() {
        Ok(Finish::Violation(counterexample, steps)) => Some((counterexample, steps)),
        Ok(Finish::Explored) => None,
        Ok(Finish::Limit(reason)) => {
            reasons.add(reason);
            None
        }
        Err(failure) => {
            reasons.add(failure.into());
            None
        }
    };
    for (target, reason) in &search.given_up {
        // What is excluded by now is unreachable, or stood for by another vertex with its own reason.
        if !search.unwinding.is_excluded(*target) {
            reasons.add(reason.clone());
        }
    }
    search.count();
    let (verdict, error_path) = match found {
        Some((counterexample, steps)) => (Verdict::False(counterexample), Some(steps)),
        None if reasons.is_empty() => (Verdict::True, None),
        None => (Verdict::Unknown, None),
    };
    Outcome {
        verdict,
        reasons: reasons.into_vec(),
        error_path,
        statistics: search.run,
        counters: search.counters,
        unwinding: search.unwinding,
        labels: search.labels,
        terms: search.encoder.terms,
        controls: search.controls,
    }
}

impl<K: PathChecker + ?Sized> Search<'_, '_, K> {
    /// Adds up what is counted where it is done.
    fn count(&mut self) {
        let live = self.unwinding.ids().filter(|id| !self.unwinding.is_excluded(*id)).count();
        self.run.final_states = live as u64;
        self.run.controls = self.controls.len() as u64;
        self.counters.add("impact-vertices", self.unwinding.len() as u64);
        self.counters.add("impact-block-formulas", self.blocks.len() as u64);
        self.counters.add("impact-queries", self.oracle.asked);
        let micros = u64::try_from(self.oracle.time.as_micros()).unwrap_or(u64::MAX);
        self.counters.add("impact-solver-us", micros);
    }
}
