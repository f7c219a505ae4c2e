//! Where control may end instead of going on: at an operation that ends the program, at an assumption, and at a call of a
//! function that has one of these, or that calls one that has.
//!
//! All that comes after such an edge depends on it, as on a branch.

use crate::callgraph::CallGraph;
use crate::ids::{EdgeId, FunctionId};
use crate::op::Op;
use crate::program::{Edge, Program};
use cairn_base::id::IdVec;

/// The functions that may end the program instead of returning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    ends: IdVec<FunctionId, bool>,
}

impl Ending {
    /// Those of a resolved program.
    pub fn new(program: &Program, graph: &CallGraph) -> Self {
        let mut ends: IdVec<FunctionId, bool> = program.functions.iter().map(|_| false).collect();
        for edge in program.edges.iter() {
            if is_end(&edge.op) || is_assumption(program, edge) {
                ends[program.nodes[edge.source].function] = true;
            }
        }
        for component in graph.components() {
            let of = |function: &FunctionId| {
                let callees = graph.callees(program, *function);
                ends[*function] || callees.into_iter().any(|callee| ends[callee])
            };
            if component.iter().any(of) {
                component.iter().for_each(|function| ends[*function] = true);
            }
        }
        Self { ends }
    }

    /// Whether a function, or one that it calls, may end the program.
    pub fn of(&self, function: FunctionId) -> bool {
        self.ends[function]
    }

    /// Whether control may end at an edge and not go on.
    pub fn at(&self, program: &Program, edge: EdgeId) -> bool {
        let of = &program.edges[edge];
        match &of.op {
            Op::Call(site) => program.calls[*site].callee.is_some_and(|callee| self.ends[callee]),
            op => is_end(op) || is_assumption(program, of),
        }
    }

    /// Whether an edge decides where control goes: it is one of several, or control may end at it.
    pub fn decides(&self, program: &Program, edge: EdgeId) -> bool {
        program.nodes[program.edges[edge].source].leaving.len() > 1 || self.at(program, edge)
    }
}

/// Whether an operation ends the program, or what it does is not modelled: no way goes on behind it.
pub fn is_end(op: &Op) -> bool {
    matches!(op, Op::Halt | Op::Unsupported(_))
}

/// An assumption has no other edge beside it.
fn is_assumption(program: &Program, edge: &Edge) -> bool {
    matches!(edge.op, Op::Assume { .. }) && program.nodes[edge.source].leaving.len() == 1
}
