//! What one analysis may ask another about a state (the papers' strengthening operator needs it), without knowing it.
//!
//! Object-safe, and "don't know" by default: an analysis answers what it can.

use cairn_ir::{ExprId, Program, Value};

/// Queries about an abstract state. An answer holds in every concrete state that the abstract state stands for.
pub trait Facts {
    /// The one value that an expression has, evaluated in the frame at `depth` (0 is the outermost).
    fn value_of(&self, expr: ExprId, depth: u32, program: &Program) -> Option<Value> {
        let _ = (expr, depth, program);
        None
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
