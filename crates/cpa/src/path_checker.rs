//! The feasibility check of CEGAR (BAM Algorithm 2, `isFeasible`), as the engine asks for it. Who answers is not the
//! algebra's business: a bit-precise path formula and the interpreter, in practice.

use crate::context::{Cx, Res};
use cairn_ir::{Step, Value};

/// Verdict of a checker on a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PathVerdict<X> {
    /// An execution takes the path: a real violation.
    Violation(X),
    /// No execution takes the path.
    Infeasible {
        /// The length, in steps, of a prefix that no execution takes, when it is known to be shorter than the path.
        prefix: Option<usize>,
    },
    /// Not decided, for the reason given as a sentence without a full stop.
    Unknown(String),
}

/// Decides whether an execution takes an abstract error path.
pub trait PathChecker {
    /// Evidence of a violation for the user: inputs, a replayed execution.
    type Counterexample;
    /// Checks a path from the program's entry.
    fn check(&mut self, steps: &[Step], cx: &mut Cx<'_>) -> Res<PathVerdict<Self::Counterexample>>;
    /// The same, where a model of the caller's has these inputs, in the order in which the path reads them: an execution with them
    /// that violates the specification needs no other.
    fn check_with(
        &mut self,
        steps: &[Step],
        inputs: &[Value],
        cx: &mut Cx<'_>,
    ) -> Res<PathVerdict<Self::Counterexample>> {
        let _ = inputs;
        self.check(steps, cx)
    }
}

/// Activity of an engine, for a progress display.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Exploring abstract states.
    Exploring,
    /// Checking an error path of so many steps.
    Checking(usize),
    /// Refining.
    Refining,
}

/// How far a run has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The current phase.
    pub phase: Phase,
    /// Abstract states in the ARG.
    pub states: u64,
    /// States that wait.
    pub waiting: u64,
    /// Refinements so far.
    pub refinements: u64,
    /// The bound on loops and recursion that is being looked at, where there is one.
    pub bound: Option<u32>,
}

/// Is told how far a run has come: at each change of phase, and every few thousand transfers.
pub trait Observer {
    /// The run has come so far.
    fn progress(&mut self, progress: Progress) {
        let _ = progress;
    }
    /// An analysis begins: its name, and its place among how many.
    fn stage(&mut self, name: &str, number: usize, of: usize) {
        let _ = (name, number, of);
    }
}

/// Looks away.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoObserver;
impl Observer for NoObserver {}
