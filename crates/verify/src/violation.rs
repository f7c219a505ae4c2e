//! An execution that violates the property, as a list of moments that a person can follow: in which function, at which
//! place, what the variables became.

use cairn_base::Span;
use cairn_interp::{RecordedInputs, RunInput, Trace};
use cairn_ir::behaviour::Check;

/// Event at a moment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Happening {
    /// A statement.
    Statement,
    /// A condition was decided this way.
    Decision(bool),
    /// A function was entered.
    Enter,
    /// A function was left.
    Leave,
    /// Undefined next operation.
    Undefined(Check),
    /// This thread goes on from here, 0 being the one that runs `main`.
    Thread(u64),
    /// This thread waits, and does not go on.
    Waits(u64),
    /// So many steps follow that are not told; their inputs are among those of the execution.
    Omitted(u64),
}

/// Action of a thread, in words.
pub fn thread_says(thread: u64, does: &str) -> String {
    match thread {
        0 => format!("main {does}"),
        thread => format!("thread {thread} {does}"),
    }
}

/// A variable, or a part of one, and the value that it took.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VariableChange {
    /// Changed place, as C would write it.
    pub place: String,
    /// Its new value.
    pub value: String,
    /// True when the value came from outside: an input of the program.
    pub input: bool,
    /// The value as a person reads it: what it points to, its character, its hexadecimal digits.
    pub readable: String,
}

/// One moment of an execution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Moment {
    /// The function that executes; for [`Happening::Enter`] the one that is entered.
    pub function: String,
    /// How many calls are open below it.
    pub depth: u32,
    /// The event.
    pub what: Happening,
    /// Where.
    pub span: Span,
    /// It is inside of a function of the library that Cairn models: a caller sees one step.
    pub in_library: bool,
    /// The variables that changed.
    pub changes: Vec<VariableChange>,
}

/// Why an execution has no end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Endless {
    /// The loop that it stays in, or [`Span::NONE`].
    pub span: Span,
    /// The moves of control after which it is in one state the first and the second time; `None` where it was proved that no end
    /// of the program can be reached with these inputs.
    pub repeats: Option<(u64, u64)>,
}

/// An execution that violates the property.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Violation {
    /// The execution, up to the violation.
    pub moments: Vec<Moment>,
    /// The inputs in the order in which the program asked for them: who asked, and the value.
    pub inputs: Vec<(String, String)>,
    /// Assumptions of the execution beyond the program's text, as sentences without a full stop.
    pub assumptions: Vec<String>,
    /// The undefined behaviour at its end, and where, when the property is about that.
    pub undefined: Option<(Check, Span)>,
    /// Its steps, for who looks at them closer (`cairn localize`).
    pub trace: Trace,
    /// Its inputs, for who repeats it.
    pub recorded: RecordedInputs,
    /// Inputs by the system, where it was executed as a system does it; then there is no trace.
    pub given: Option<RunInput>,
    /// The number of the allocation, from 1 on, that gave no memory in such an execution.
    pub failing_allocation: Option<u32>,
    /// From what follows, in such an execution, what is watched of several streams.
    pub watched: u64,
    /// How many moves of control it takes, the one that violates the property included.
    pub steps: u64,
    /// Why it has no end, where the property is about that.
    pub endless: Option<Endless>,
}

impl Violation {
    /// The check that is violated at its end, if it is a check.
    pub fn check(&self) -> Option<Check> {
        match self.moments.last()?.what {
            Happening::Undefined(check) => Some(check),
            _ => None,
        }
    }
}
