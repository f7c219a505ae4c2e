//! The queries of one analysis to another about a state (the papers' strengthening operator needs it), without knowing it, and
//! what a report asks any of them.
//!
//! Object-safe, and "don't know" by default: an analysis answers what it can.

use cairn_ir::{Assertion, ExprId, FunctionId, Program, Value};

/// Queries about an abstract state. An answer holds in every concrete state that the abstract state stands for.
pub trait Facts {
    /// The one value that an expression has, evaluated in the frame at `depth` (0 is the outermost).
    fn value_of(&self, expr: ExprId, depth: u32, program: &Program) -> Option<Value> {
        let _ = (expr, depth, program);
        None
    }
    /// Invariant of the variables that a function sees in its frame at `depth`, where the state is at a location of it.
    fn invariant(&self, function: FunctionId, depth: u32, program: &Program) -> Assertion {
        let _ = (function, depth, program);
        Assertion::TRUE
    }
    /// Constraint of the path to the state on its inputs: [`cairn_ir::assertion::WholeNumber::Input`]. True for analyses that
    /// keep no path.
    fn constraint(&self, program: &Program) -> Assertion {
        let _ = program;
        Assertion::TRUE
    }
    /// A text for a person, one line: shown in an ARG's nodes.
    fn summary(&self, program: &Program) -> String {
        let _ = program;
        String::new()
    }
}

/// A state that knows nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NoFacts;
impl Facts for NoFacts {}
