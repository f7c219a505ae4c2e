//! The results of a run's stages, as one typed value: the program, the verdict, the stages with their costs and graphs, and why
//! the verdict is not more. Reports only read it.
//!
//! It lives as long as the program, for graphs name the program's locations. What leaves the tool, a [`crate::Report`], is
//! made of it at the end ([`crate::conclude`]).

use crate::violation::Violation;
use cairn_base::{QueryCosts, Work};
use cairn_cpa::{Bounded, Graph, Invariant, Reason, RunStatistics, Statistics, Verdict};
use cairn_dss::Recorder;
use cairn_ir::EdgeId;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Course {
    /// From when on, counted from the start of the run.
    pub began: Duration,
    /// How long; of a stage that took turns, the processor time.
    pub took: Duration,
}

impl Course {
    /// Of what began at some moment and ends now.
    pub fn since(began: Instant, start: Instant) -> Self {
        Self { began: began.saturating_duration_since(start), took: began.elapsed() }
    }
}

pub struct StageRun<'p> {
    pub name: String,
    /// Its place in the plan, from 1 on; stages between may have been left out.
    pub number: usize,
    /// It had the verdict, or no other came after it.
    pub is_over: bool,
    pub course: Course,
    /// Its result, a sentence without a full stop.
    pub found: String,
    pub statistics: RunStatistics,
    /// Counters of the analysis and its engine.
    pub counters: Statistics,
    pub work: Work,
    /// Cost of its queries to solvers, by kind.
    pub queries: QueryCosts,
    /// The graph that it explored. Kept where the request asks for drawings, since it may be large.
    pub graph: Option<Box<dyn Graph + 'p>>,
    /// Messages of its workers, where the request asks for them and it has workers.
    pub messages: Option<Recorder>,
}

/// Result of a stage, a sentence without a full stop: the verdict, or the first reason why there is none.
pub fn outcome(verdict: &Verdict<Violation>, reasons: &[Reason]) -> String {
    match verdict {
        Verdict::True => "TRUE: no execution violates the property".to_owned(),
        Verdict::False(_) => "FALSE: an execution violates the property".to_owned(),
        Verdict::Unknown => reasons.first().map_or_else(|| "no verdict".to_owned(), Reason::to_string),
    }
}

/// Results of the stages of a run together.
pub struct StageResults<'p> {
    /// The answer: that of the last stage.
    pub verdict: Verdict<Violation>,
    /// The reasons of incompleteness, of all stages that did not prove it.
    pub reasons: Vec<Reason>,
    /// The stages in the order in which they ran.
    pub stages: Vec<StageRun<'p>>,
    /// Invariants by location, as the stage with the verdict TRUE knows them: at loop heads and entries of functions.
    /// Empty where the request does not ask for it, and where the engine has no states to ask.
    pub invariants: Vec<Invariant>,
    /// Up to where a stage found no violation: the farthest.
    pub bounded: Option<Bounded>,
    /// Targets that no execution comes to, as some stage showed.
    pub proved: BTreeSet<EdgeId>,
    /// The verdict was known from an earlier run, and checked: no stage was needed.
    pub was_known: bool,
}

impl<'p> StageResults<'p> {
    /// This run, after which others ran without a verdict here.
    pub fn and_then(mut self, later: StageResults<'p>) -> Self {
        self.add_bounded(later.bounded);
        self.proved.extend(later.proved);
        self.reasons.extend(later.reasons);
        self.stages.extend(later.stages);
        (self.verdict, self.invariants) = (later.verdict, later.invariants);
        self
    }

    /// A run before its first stage.
    pub fn new() -> Self {
        Self {
            verdict: Verdict::Unknown,
            reasons: Vec::new(),
            stages: Vec::new(),
            invariants: Vec::new(),
            bounded: None,
            proved: BTreeSet::new(),
            was_known: false,
        }
    }

    /// A stage found no violation up to here.
    pub fn add_bounded(&mut self, bounded: Option<Bounded>) {
        let farthest = self.bounded.as_ref().map_or(0, |bounded| bounded.bound);
        if bounded.as_ref().is_some_and(|bounded| bounded.bound > farthest) {
            self.bounded = bounded;
        }
    }

    /// The verdict, the reasons of incompleteness, and the invariants; without the graphs.
    pub fn into_verdict(self) -> (Verdict<Violation>, Vec<Reason>, Vec<Invariant>) {
        (self.verdict, self.reasons, self.invariants)
    }
}
