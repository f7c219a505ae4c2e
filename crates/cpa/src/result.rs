//! The result of an engine: a verdict, why it is not more, and what it cost.
//!
//! Invariant: [`Verdict::True`] comes with no [`Reason`], from an empty waitlist; [`Verdict::False`] comes only from a
//! [`crate::PathChecker`] that confirmed the violation. Everything else is [`Verdict::Unknown`] and has a reason.

use crate::context::Failure;
use cairn_base::{Span, Stop};
use std::time::Duration;

/// The answer to "can the specification be violated?".
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict<X> {
    /// No execution violates the specification.
    True,
    /// This one does, confirmed by the path checker.
    False(X),
    /// Neither was shown; the reasons say why.
    Unknown,
}

/// Why a verdict is not [`Verdict::True`], or not a confirmed violation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A budget is used up or the user interrupted.
    Stopped(Stop),
    /// Executions through something that is not modelled were left out.
    LeftOut {
        /// What, as a noun phrase.
        what: String,
        /// Where.
        span: Span,
        /// How many abstract states met it.
        count: u64,
    },
    /// Abstract error paths that are infeasible, but that the analysis cannot refute.
    Unrefuted {
        /// Why, as the analysis has it.
        why: String,
        /// How many paths.
        count: u64,
    },
    /// Abstract error paths of which the checker could not say whether they are feasible.
    Unchecked {
        /// Why, as the checker has it.
        why: String,
        /// How many paths.
        count: u64,
    },
    /// The limit on paths that are neither confirmed nor refuted is reached.
    UnrefutedLimit(usize),
    /// The limit on refinements is reached.
    RefinementLimit(usize),
    /// Only so many executions were tried.
    Sampled(u64),
    /// The configuration asks for what cannot be done, as a sentence: nothing was explored.
    Refused(String),
    /// A run over many machines is lost, or left before its end: why. Nothing about the configuration is wrong.
    Lost(String),
    /// An invariant of Cairn does not hold: a bug report.
    Internal(String),
}

impl From<Failure> for Reason {
    /// Why there is no verdict when an operation failed.
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Stopped(stop) => Reason::Stopped(stop),
            Failure::Unsupported { what, span } => Reason::LeftOut { what, span, count: 1 },
            Failure::Internal(what) => Reason::Internal(what),
        }
    }
}

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Reason::Stopped(stop) => stop.fmt(f),
            Reason::LeftOut { what, .. } => write!(f, "{what} is not supported"),
            Reason::Unrefuted { why, .. } => write!(f, "a spurious error path could not be refuted: {why}"),
            Reason::Unchecked { why, .. } => write!(f, "an error path could not be checked: {why}"),
            Reason::UnrefutedLimit(limit) => write!(f, "{limit} error paths were neither confirmed nor refuted"),
            Reason::RefinementLimit(limit) => write!(f, "limit of {limit} refinements reached"),
            Reason::Sampled(1) => f.write_str("only one execution was tried"),
            Reason::Sampled(count) => write!(f, "only {count} executions were tried"),
            Reason::Refused(why) | Reason::Lost(why) => f.write_str(why),
            Reason::Internal(what) => write!(f, "internal error: {what}"),
        }
    }
}

/// Cost of a run. All counts are deterministic; the times are not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunStatistics {
    /// Abstract states that were stored in the ARG, removed ones included.
    pub states: u64,
    /// Abstract states in the ARG at the end.
    pub final_states: u64,
    /// Abstract states whose successors were computed.
    pub expanded: u64,
    /// Transfers: moves of control for which successors were computed.
    pub transfers: u64,
    /// States merged into an older one.
    pub merges: u64,
    /// States covered by an older one.
    pub covered: u64,
    /// Covered states that had to be explored after all, because what covered them was cut.
    pub uncovered: u64,
    /// States removed by merges and refinements.
    pub removed: u64,
    /// Control states seen.
    pub controls: u64,
    /// The deepest call stack.
    pub max_stack: u32,
    /// The longest waitlist.
    pub max_waitlist: u64,
    /// Error paths handed to the checker.
    pub paths: u64,
    /// The longest of them, in steps.
    pub longest_path: u64,
    /// Error paths neither confirmed nor refuted.
    pub unrefuted: u64,
    /// Refinements.
    pub refinements: u64,
    /// Refinements that started over from the root.
    pub restarts: u64,
    /// The largest precision of a state, as [`crate::Refine::precision_size`] counts.
    pub precision_size: u64,
    /// Exploration in all: transfer, merge, stop and bookkeeping.
    pub exploring: Duration,
    /// The transfer relation, estimated from a sample.
    pub post: Duration,
    /// Merge, estimated from a sample.
    pub merge: Duration,
    /// Stop, estimated from a sample.
    pub stop: Duration,
    /// The path checker.
    pub checking: Duration,
    /// Refinement: computing precisions and cutting the ARG.
    pub refining: Duration,
}

impl RunStatistics {
    /// Adds what another part of the same run cost: sums, and the larger of what is the most of something.
    pub fn add(&mut self, other: &RunStatistics) {
        let sums = [
            (&mut self.states, other.states),
            (&mut self.final_states, other.final_states),
            (&mut self.expanded, other.expanded),
            (&mut self.transfers, other.transfers),
            (&mut self.merges, other.merges),
            (&mut self.covered, other.covered),
            (&mut self.uncovered, other.uncovered),
            (&mut self.removed, other.removed),
            (&mut self.paths, other.paths),
            (&mut self.unrefuted, other.unrefuted),
            (&mut self.refinements, other.refinements),
            (&mut self.restarts, other.restarts),
        ];
        sums.into_iter().for_each(|(to, more)| *to += more);
        let most = [
            (&mut self.controls, other.controls),
            (&mut self.max_waitlist, other.max_waitlist),
            (&mut self.longest_path, other.longest_path),
            (&mut self.precision_size, other.precision_size),
        ];
        most.into_iter().for_each(|(to, other)| *to = other.max(*to));
        self.max_stack = self.max_stack.max(other.max_stack);
        let times = [
            (&mut self.exploring, other.exploring),
            (&mut self.post, other.post),
            (&mut self.merge, other.merge),
            (&mut self.stop, other.stop),
            (&mut self.checking, other.checking),
            (&mut self.refining, other.refining),
        ];
        times.into_iter().for_each(|(to, more)| *to += more);
    }

    /// The counts by name, in a fixed order.
    pub fn counts(&self) -> [(&'static str, u64); 18] {
        [
            ("states", self.states),
            ("final-states", self.final_states),
            ("expanded", self.expanded),
            ("transfers", self.transfers),
            ("merges", self.merges),
            ("covered", self.covered),
            ("uncovered", self.uncovered),
            ("removed", self.removed),
            ("controls", self.controls),
            ("max-stack", u64::from(self.max_stack)),
            ("max-waitlist", self.max_waitlist),
            ("error-paths", self.paths),
            ("longest-error-path", self.longest_path),
            ("unrefuted-paths", self.unrefuted),
            ("refinements", self.refinements),
            ("restarts", self.restarts),
            ("precision-size", self.precision_size),
            (
                "time-us",
                u64::try_from((self.exploring + self.checking + self.refining).as_micros()).unwrap_or(u64::MAX),
            ),
        ]
    }
    /// The times by name, in a fixed order.
    pub fn times(&self) -> [(&'static str, Duration); 6] {
        [
            ("exploring", self.exploring),
            ("post", self.post),
            ("merge", self.merge),
            ("stop", self.stop),
            ("checking", self.checking),
            ("refining", self.refining),
        ]
    }
}

/// The reasons of a run, equal ones counted together, in order of first use.
#[derive(Clone, Debug, Default)]
pub struct Reasons(Vec<Reason>);

impl Reasons {
    /// Adds a reason, or counts it with an equal one.
    pub fn add(&mut self, reason: Reason) {
        for old in &mut self.0 {
            match (old, &reason) {
                (
                    Reason::LeftOut { what, span, count },
                    Reason::LeftOut { what: new_what, span: new_span, count: more },
                ) if what == new_what && span == new_span => {
                    *count += more;
                    return;
                }
                (Reason::Unrefuted { why, count }, Reason::Unrefuted { why: new, count: more })
                | (Reason::Unchecked { why, count }, Reason::Unchecked { why: new, count: more })
                    if why == new =>
                {
                    *count += more;
                    return;
                }
                _ => {}
            }
        }
        self.0.push(reason);
    }
    /// True when there is no reason of incompleteness.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
    /// The reasons.
    pub fn into_vec(self) -> Vec<Reason> {
        self.0
    }
}
