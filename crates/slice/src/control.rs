//! Control dependence (Ferrante, Ottenstein, Warren 1987; SLICE 3.1.3): which branches decide whether a location is passed.
//!
//! A location depends on an edge that leaves a branch, when each way on from the edge passes the location, and some way on
//! from the branch does not. So it is found by a walk up the tree of post-dominators, from the edge's target to what
//! post-dominates the branch.
//!
//! An assumption, and a call that may end the program, are branches too: all that comes after them depends on them.
//! Whether a loop ends is not looked at, as the paper has it: a slice may reach what the program never does.

use cairn_base::id::IdVec;
use cairn_base::{FastMap, FastSet};
use cairn_ir::{CallGraph, Dominators, EdgeId, FunctionId, NodeId, Op, Program};

/// What decides, and where: found for one function at a time.
pub(crate) struct Control {
    /// Functions that may end the program instead of returning.
    ends: IdVec<FunctionId, bool>,
    known: FastSet<FunctionId>,
    on: FastMap<NodeId, Vec<EdgeId>>,
}

impl Control {
    pub fn new(program: &Program, graph: &CallGraph) -> Self {
        let mut ends: IdVec<FunctionId, bool> = program.functions.iter().map(|_| false).collect();
        for edge in program.edges.iter() {
            if is_end(&edge.op) || is_assumption(program, edge) {
                ends[program.nodes[edge.source].function] = true;
            }
        }
        for component in graph.components() {
            let of = |function: &FunctionId| {
                let callees = graph.calls_in(*function).iter().filter_map(|site| program.calls[*site].callee);
                ends[*function] || callees.into_iter().any(|callee| ends[callee])
            };
            if component.iter().any(of) {
                component.iter().for_each(|function| ends[*function] = true);
            }
        }
        Control { ends, known: FastSet::default(), on: FastMap::default() }
    }

    /// Whether a function, or one that it calls, may end the program.
    pub fn may_end(&self, function: FunctionId) -> bool {
        self.ends[function]
    }

    /// Whether control may end at an edge and not go on.
    pub fn may_end_at(&self, program: &Program, edge: EdgeId) -> bool {
        let of = &program.edges[edge];
        match &of.op {
            Op::Call(site) => program.calls[*site].callee.is_some_and(|callee| self.ends[callee]),
            op => is_end(op) || is_assumption(program, of),
        }
    }

    /// The edges that decide whether a location is passed, in order.
    pub fn on(&mut self, program: &Program, node: NodeId) -> &[EdgeId] {
        let function = program.nodes[node].function;
        if self.known.insert(function) {
            self.find(program, function);
        }
        self.on.get(&node).map_or(&[], Vec::as_slice)
    }

    fn find(&mut self, program: &Program, function: FunctionId) {
        let tree = Dominators::backwards_where(program, function, |edge| self.may_end_at(program, edge));
        for branch in tree.nodes() {
            let leaving = &program.nodes[*branch].leaving;
            let until = tree.immediate(*branch);
            for edge in leaving {
                if leaving.len() < 2 && !self.may_end_at(program, *edge) {
                    continue;
                }
                let mut at = Some(program.edges[*edge].target);
                while let Some(node) = at.filter(|node| Some(*node) != until && tree.contains(*node)) {
                    self.on.entry(node).or_default().push(*edge);
                    at = tree.immediate(node);
                }
            }
        }
        for node in tree.nodes() {
            if let Some(edges) = self.on.get_mut(node) {
                edges.sort_unstable();
                edges.dedup();
            }
        }
    }
}

fn is_end(op: &Op) -> bool {
    matches!(op, Op::Halt | Op::Unsupported(_))
}

/// An assumption has no other edge beside it.
fn is_assumption(program: &Program, edge: &cairn_ir::Edge) -> bool {
    matches!(edge.op, Op::Assume { .. }) && program.nodes[edge.source].leaving.len() == 1
}
