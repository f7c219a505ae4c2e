//! Tasks of safety, and who decides them: the border to the analyses, which know nothing of termination.

use cairn_interp::RecordedInputs;
use cairn_ir::{FunctionId, Program};
use std::time::Duration;

/// Answer of a task of safety.
#[derive(Clone, Debug)]
pub enum SafetyAnswer {
    /// No execution passes the label, nor does what is undefined where that was asked.
    Holds,
    /// An execution with these inputs passes it.
    Violated(RecordedInputs),
    /// Neither was shown; why not.
    Unknown(String),
}

/// Whether undefined behaviour counts as a violation too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Undefinedness {
    /// It does not.
    Ignored,
    /// It does.
    Counts,
}

/// A task of safety.
pub struct SafetyTask<'a> {
    /// Question, a phrase.
    pub about: String,
    /// The program.
    pub program: Program,
    /// The label that no execution must pass.
    pub label: &'a str,
    /// Whether undefined behaviour counts too.
    pub undefined: Undefinedness,
}

/// Who decides tasks of safety.
pub trait Safety {
    /// Whether an execution passes a label.
    fn decide(&mut self, task: SafetyTask<'_>, time: Duration) -> SafetyAnswer;
    /// Whether the program has one execution, which comes to its end.
    fn ends_as_its_only_execution(&mut self, program: &Program, time: Duration) -> bool;
    /// Whether a function is taken to end: none of its cycles is looked at.
    fn is_taken_to_end(&self, program: &Program, function: FunctionId) -> bool;
    /// The program in which an execution ends where signed arithmetic overflows.
    fn ending_at_overflow(&mut self, program: &Program) -> Program;
    /// How much time is left; none when there is no limit.
    fn left(&self) -> Option<Duration>;
    /// Whether to stop.
    fn is_over(&self) -> bool;
}
