//! The report, which is the library's answer. Nothing in here is formatted for a terminal: `cairn-cli` does that.
//!
//! Invariant: [`ReportedVerdict::True`] comes without a reason, [`ReportedVerdict::False`] with a [`Violation`], [`ReportedVerdict::Unknown`] with
//! at least one reason.

use crate::figures::Figures;
use crate::unknown_cause::{Cause, Explanation};
use crate::violation::Violation;
use cairn_base::Span;
use cairn_base::levels::Levels;
use cairn_cpa::Snapshot;
use cairn_ir::{Assertion, Assumption, EdgeId, NodeId, Program};
use std::collections::BTreeSet;
use std::time::Duration;

/// The verdict.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReportedVerdict {
    /// No execution violates the property.
    True,
    /// An execution violates it, and was replayed.
    False,
    /// Neither was shown.
    Unknown,
}

impl ReportedVerdict {
    /// The verdict in capital letters.
    pub const fn word(self) -> &'static str {
        match self {
            ReportedVerdict::True => "TRUE",
            ReportedVerdict::False => "FALSE",
            ReportedVerdict::Unknown => "UNKNOWN",
        }
    }
}

/// An assumption of the program's model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assumed {
    /// Which.
    pub what: Assumption,
    /// The functions or objects that it is about; empty when it is about the whole program.
    pub names: Vec<String>,
}

impl Assumed {
    pub(crate) fn of(program: &Program) -> Vec<Self> {
        let one = |(what, names): (Assumption, Vec<&str>)| Self {
            what,
            names: names.into_iter().map(str::to_owned).collect(),
        };
        program.assumptions.iter().map(one).collect()
    }
}

/// An invariant of a location: what holds whenever an execution is there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Placed {
    /// The location.
    pub node: NodeId,
    /// The function it is in.
    pub function: String,
    /// It is the function's entry; else a loop head.
    pub is_entry: bool,
    /// The text at the location, or [`Span::NONE`].
    pub span: Span,
    /// The invariant, for a person.
    pub text: String,
    /// The invariant.
    pub holds: Assertion,
}

/// A stage of a run: one analysis.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stage {
    /// The analysis.
    pub name: String,
    /// Its place in the plan, from 1 on.
    pub number: usize,
    /// When it began, counted from the start of the run.
    pub began: Duration,
    /// How long it took.
    pub took: Duration,
    /// Its result, a sentence without a full stop.
    pub found: String,
    /// States that it computed.
    pub states: u64,
    /// Refinements.
    pub refinements: u64,
    /// Work of its solvers.
    pub work: u64,
}

/// The explored states.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExplorationReport {
    /// The analysis of which states are told: the last that keeps a graph.
    pub stage: String,
    /// These are the states with which the property was proved.
    pub is_proof: bool,
    /// Its first states.
    pub snapshot: Snapshot,
    /// By the index of an edge of the program, whether any stage was along it. Where a run proved the property, an edge that
    /// is not reached is on no execution. `None` where it cannot be told.
    pub reached: Vec<Option<bool>>,
}

/// Ranking of a loop or recursion, so that no execution stays in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RankedCycle {
    /// Its text.
    pub span: Span,
    /// The function that it is in.
    pub function: String,
    /// Whether it is a loop; else a recursion.
    pub is_loop: bool,
    /// A tuple, as C writes it; or a number of rounds.
    pub ranking: String,
    /// It becomes smaller where no signed operation overflows.
    pub assumes_no_overflow: bool,
}

/// No execution violates the property that goes no more often than this around a loop, and is no deeper in a recursion.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoundedProof {
    /// How often.
    pub iterations: u32,
    /// The places of the loops that may go on, in the user's text where they are there.
    pub loops: Vec<Span>,
}

/// The answer to a [`crate::Request`].
#[derive(Clone, Debug)]
pub struct Report {
    /// The verdict.
    pub answer: ReportedVerdict,
    /// The property's name.
    pub property: String,
    /// For FALSE, the part of it that is violated, by its name.
    pub violated: Option<String>,
    /// Why the verdict is not more; the first is what a user must know.
    pub reasons: Vec<Explanation>,
    /// Up to where no execution violates the property, for UNKNOWN.
    pub bounded: Option<BoundedProof>,
    /// Targets that no execution comes to, for UNKNOWN, where they were asked for one by one.
    pub proved: BTreeSet<EdgeId>,
    /// The execution that violates the property.
    pub violation: Option<Violation>,
    /// Cost of the run.
    pub figures: Figures,
    /// The program, with its sources and warnings.
    pub program: Option<Program>,
    /// The abstract reachability graph in DOT, when it was asked for.
    pub arg: Option<String>,
    /// The levels of the graph that was explored, when they were asked for.
    pub levels: Option<Levels>,
    /// Explored states, when asked for and a stage has a graph.
    pub explored: Option<ExplorationReport>,
    /// The stages, in the order in which they ran; those of jobs side by side in the order of the plan.
    pub stages: Vec<Stage>,
    /// Messages of workers, when asked for and there were workers.
    pub messages: Option<cairn_dss::Recorder>,
    /// Assumptions of TRUE: each assumption with the names that it is about. Empty for other verdicts.
    pub assumptions: Vec<Assumed>,
    /// Invariants of TRUE, in the order of the locations, when asked for and the engine that proved it can say it.
    pub invariants: Vec<Placed>,
    /// Of a proof that every execution ends: what becomes smaller in each loop and recursion.
    pub ranked: Vec<RankedCycle>,
    /// Result of a check of the proof, when asked for: a sentence without a full stop.
    pub proof_check: Option<String>,
    /// Failures beside the verdict, as sentences without a full stop.
    pub warnings: Vec<String>,
}

impl Report {
    /// Whether a reason has this cause.
    pub fn ended(&self, by: Cause) -> bool {
        self.reasons.iter().any(|reason| reason.cause == by)
    }
    /// The report of a run that had to be ended in the middle of a step.
    pub fn stopped(property: &str, reason: &str) -> Self {
        let reasons = vec![Explanation::new(Cause::Limit, reason, "allow more with --time-limit")];
        Self { reasons, ..Self::broken(property, "") }
    }
    /// The report of a run to which the system gave no more memory.
    pub fn out_of_memory(property: &str) -> Self {
        Self { reasons: vec![Explanation::out_of_memory()], ..Self::broken(property, "") }
    }
    /// The report of a run that was asked to stop before it had begun.
    pub fn interrupted(property: &str) -> Self {
        Self { reasons: vec![Explanation::interrupted()], ..Self::broken(property, "") }
    }
    /// The same where labels of the property are not in the module that was read: what would be TRUE is UNKNOWN.
    pub(crate) fn without_labels(self, labels: &[String]) -> Self {
        if labels.is_empty() || self.answer == ReportedVerdict::False {
            return self;
        }
        let reason = Explanation::without_labels(labels);
        let mut reasons = self.reasons;
        reasons.push(reason);
        reasons.sort_by_key(|reason| reason.cause);
        Self { answer: ReportedVerdict::Unknown, reasons, assumptions: Vec::new(), invariants: Vec::new(), ..self }
    }
    /// The same where TRUE says nothing of the label of the default property, which says so.
    pub(crate) fn about_calls_only(mut self, is_without_labels: bool) -> Self {
        if is_without_labels && self.answer == ReportedVerdict::True {
            let text = "labels are not in bitcode that has no debug information or was optimised: TRUE is about calls, not about a \
                        label ERROR";
            self.warnings.push(text.to_owned());
        }
        self
    }
    /// Says that what looks like an interruption was the limit on processor time.
    pub fn ran_out_of_processor_time(&mut self, limit: std::time::Duration) {
        for reason in self.reasons.iter_mut().filter(|reason| reason.cause == Cause::Interrupted) {
            let text = format!("limit of {} s of processor time reached", limit.as_secs_f64());
            let next = "allow more with --option cpu-limit=TIME, or raise the limit of the process";
            *reason = Explanation::new(Cause::Limit, text, next);
        }
        self.reasons.sort_by_key(|reason| reason.cause);
    }
    /// The report of a run that broke down.
    pub fn broken(property: &str, what: &str) -> Self {
        Self {
            answer: ReportedVerdict::Unknown,
            property: property.to_owned(),
            violated: None,
            reasons: vec![Explanation::internal(what)],
            bounded: None,
            proved: BTreeSet::new(),
            violation: None,
            figures: Figures::default(),
            program: None,
            arg: None,
            levels: None,
            explored: None,
            stages: Vec::new(),
            messages: None,
            assumptions: Vec::new(),
            invariants: Vec::new(),
            ranked: Vec::new(),
            proof_check: None,
            warnings: Vec::new(),
        }
    }
}
