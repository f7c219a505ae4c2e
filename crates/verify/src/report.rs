//! What the library answers. Nothing in here is formatted for a terminal: `cairn-cli` does that.
//!
//! Invariant: [`Answer::True`] comes without a reason, [`Answer::False`] with a [`Violation`], [`Answer::Unknown`] with
//! at least one reason.

use crate::figures::Figures;
use crate::guard::tells_of_memory;
use crate::violation::Violation;
use cairn_base::levels::Levels;
use cairn_base::{Span, Stop};
use cairn_cpa::Reason;
use cairn_ir::{Assertion, Assumption, NodeId, Program};

/// The verdict.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// No execution violates the property.
    True,
    /// An execution violates it, and was replayed.
    False,
    /// Neither was shown.
    Unknown,
}

impl Answer {
    /// The verdict in capital letters.
    pub const fn word(self) -> &'static str {
        match self {
            Answer::True => "TRUE",
            Answer::False => "FALSE",
            Answer::Unknown => "UNKNOWN",
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
    /// Those of a program.
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
    /// What holds, for a person.
    pub text: String,
    /// What holds.
    pub holds: Assertion,
}

/// Why a verdict is not more.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// A sentence without a full stop.
    pub text: String,
    /// The place that it is about, or [`Span::NONE`].
    pub span: Span,
    /// What the user can try next, a sentence without a full stop.
    pub next: String,
    /// What kind of end it was.
    pub end: End,
}

/// How a run ended without a verdict.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The analysis was not able to decide.
    Undecided,
    /// The user interrupted.
    Interrupted,
    /// An invariant of Cairn does not hold.
    Internal,
}

/// The answer to a [`crate::Request`].
#[derive(Clone, Debug)]
pub struct Report {
    /// The verdict.
    pub answer: Answer,
    /// The property's name.
    pub property: String,
    /// Why the verdict is not more.
    pub reasons: Vec<Explanation>,
    /// The execution that violates the property.
    pub violation: Option<Violation>,
    /// What the run cost.
    pub figures: Figures,
    /// The program, with its sources and warnings.
    pub program: Option<Program>,
    /// The abstract reachability graph in DOT, when it was asked for.
    pub arg: Option<String>,
    /// The levels of the graph that was explored, when they were asked for.
    pub levels: Option<Levels>,
    /// What workers sent each other, when it was asked for and there were workers.
    pub messages: Option<cairn_dss::Recorder>,
    /// What TRUE stands on: each assumption with the names that it is about. Empty for other verdicts.
    pub assumptions: Vec<Assumed>,
    /// What TRUE rests on, in the order of the locations, when it was asked for and the engine that proved it can say it.
    pub invariants: Vec<Placed>,
    /// What could not be done beside the verdict, as sentences without a full stop.
    pub warnings: Vec<String>,
}

impl Report {
    /// Whether a reason says that the run ended so.
    pub fn ended(&self, end: End) -> bool {
        self.reasons.iter().any(|reason| reason.end == end)
    }
    /// The report of a run that had to be ended in the middle of a step.
    pub fn stopped(property: &str, reason: &str) -> Self {
        let mut report = Self::broken(property, String::new());
        let next = "allow more with --time-limit".to_owned();
        report.reasons = vec![Explanation { text: reason.to_owned(), span: Span::NONE, next, end: End::Undecided }];
        report
    }
    /// The report of a run to which the system gave no more memory.
    pub fn out_of_memory(property: &str) -> Self {
        Self { reasons: vec![Explanation::out_of_memory()], ..Self::broken(property, String::new()) }
    }
    /// Says that what looks like an interruption was the limit on processor time.
    pub fn ran_out_of_processor_time(&mut self, limit: std::time::Duration) {
        for reason in self.reasons.iter_mut().filter(|reason| reason.end == End::Interrupted) {
            reason.text = format!("limit of {} s of processor time reached", limit.as_secs_f64());
            reason.next = "allow more with --option cpu-limit=TIME, or raise the limit of the process".to_owned();
            reason.end = End::Undecided;
        }
    }
    /// The report of a run that broke down.
    pub fn broken(property: &str, what: String) -> Self {
        Self {
            answer: Answer::Unknown,
            property: property.to_owned(),
            reasons: vec![Explanation::internal(what)],
            violation: None,
            figures: Figures::default(),
            program: None,
            arg: None,
            levels: None,
            messages: None,
            assumptions: Vec::new(),
            invariants: Vec::new(),
            warnings: Vec::new(),
        }
    }
}

impl Explanation {
    /// The system gave no more memory.
    fn out_of_memory() -> Self {
        Self {
            text: "the memory that this process may use is used up".to_owned(),
            span: Span::NONE,
            next: "allow more with ulimit -v".to_owned(),
            end: End::Undecided,
        }
    }
    /// An invariant of Cairn does not hold.
    pub fn internal(what: String) -> Self {
        Self {
            text: format!("internal error: {what}"),
            span: Span::NONE,
            next: "this is a bug in Cairn: please report it with the program and the command line".to_owned(),
            end: End::Internal,
        }
    }
}

impl From<&Reason> for Explanation {
    fn from(reason: &Reason) -> Self {
        let (span, next, end) = match reason {
            Reason::Internal(what) if tells_of_memory(what) => return Explanation::out_of_memory(),
            Reason::Internal(what) => return Explanation::internal(what.clone()),
            Reason::Stopped(stop) => {
                let (next, end) = match stop {
                    Stop::Cancelled => ("run it again", End::Interrupted),
                    Stop::TimeLimit(_) => ("allow more with --time-limit", End::Undecided),
                    Stop::MemoryLimit(_) => ("allow more with --memory-limit", End::Undecided),
                    Stop::TickLimit(_) => ("allow more with --option step-limit=none", End::Undecided),
                    Stop::WorkLimit(_) => ("allow more with --option solver-limit=none", End::Undecided),
                };
                (Span::NONE, next, end)
            }
            Reason::LeftOut { span, .. } => {
                (*span, "take it out of the program, or replace it by a function that models it", End::Undecided)
            }
            Reason::Unrefuted { .. } => (
                Span::NONE,
                "bound the program's inputs, or state what is known of them with __VERIFIER_assume",
                End::Undecided,
            ),
            Reason::Unchecked { .. } => {
                (Span::NONE, "mend what is undefined at that place, or allow more with --time-limit", End::Undecided)
            }
            Reason::UnrefutedLimit(_) => {
                (Span::NONE, "allow more with --option engine.unrefuted-limit=1000", End::Undecided)
            }
            Reason::Sampled(_) => (Span::NONE, "choose an analysis that can prove it", End::Undecided),
            Reason::Refused(_) => (Span::NONE, "choose another configuration", End::Undecided),
            Reason::RefinementLimit(_) => {
                (Span::NONE, "allow more with --option engine.refinement-limit=none", End::Undecided)
            }
        };
        let text = match reason {
            Reason::LeftOut { what, count, .. } if *count > 1 => format!("{what} is not supported (met {count} times)"),
            _ => reason.to_string(),
        };
        Self { text, span, next: next.to_owned(), end }
    }
}
