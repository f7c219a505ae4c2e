//! Control dependence (Ferrante, Ottenstein, Warren 1987; SLICE 3.1.3): which branches decide whether a location is passed.
//!
//! A location depends on an edge that leaves a branch, when each way on from the edge passes the location, and some way on
//! from the branch does not. So it is found by a walk up the tree of post-dominators, from the edge's target to what
//! post-dominates the branch.
//!
//! An assumption, and a call that may end the program, are branches too: all that comes after them depends on them.
//! Whether a loop ends is not looked at, as the paper has it: a slice may reach what the program never does.

use cairn_base::{FastMap, FastSet};
use cairn_ir::termination::is_end;
use cairn_ir::{CallGraph, Dominators, EdgeId, Ending, FunctionId, NodeId, Program};

/// Deciding vertices, and where: found for one function at a time.
pub(crate) struct Control {
    ending: Ending,
    known: FastSet<FunctionId>,
    on: FastMap<NodeId, Vec<EdgeId>>,
}

impl Control {
    pub fn new(program: &Program, graph: &CallGraph) -> Self {
        Control { ending: Ending::new(program, graph), known: FastSet::default(), on: FastMap::default() }
    }

    pub fn ending(&self) -> &Ending {
        &self.ending
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
        let tree = Dominators::backwards_where(program, function, |edge| self.ending.at(program, edge));
        for branch in tree.nodes() {
            let leaving = &program.nodes[*branch].leaving;
            let until = tree.immediate(*branch);
            for edge in leaving {
                // Nothing comes after an edge that ends the program.
                if !self.ending.decides(program, *edge) || is_end(&program.edges[*edge].op) {
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
