//! The operator blk: where a block of the program ends and its abstraction is computed (LBE II; Beyer, Keremoglu and
//! Wendler, "Predicate Abstraction with Adjustable-Block Encoding", FMCAD 2010).
//!
//! Blocks always end at loop heads, so a block has finitely many paths and every cycle of the ARG an abstraction that can
//! be covered; at entries of recursive functions, for the same reason; and at targets, so that only those remain that the
//! abstraction reaches.

use crate::options::BlockBoundaries;
use cairn_cpa::Move;
use cairn_ir::{CallGraph, NodeId, Program, Step};

/// Where blocks end in a program.
#[derive(Debug)]
pub struct BlockEnds {
    blocks: BlockBoundaries,
    calls: CallGraph,
    /// Functions' exits end blocks, too.
    modular: bool,
    /// Locations that end blocks, too, in order.
    ends: Vec<NodeId>,
}

impl BlockEnds {
    /// The block ends of a program.
    pub fn new(program: &Program, blocks: BlockBoundaries) -> Self {
        Self { blocks, calls: CallGraph::new(program), modular: false, ends: Vec::new() }
    }
    /// Blocks end at these locations, too.
    pub fn with(self, mut ends: Vec<NodeId>) -> Self {
        ends.sort_unstable();
        Self { ends, ..self }
    }
    /// The block ends of a program whose functions are analysed by themselves: what a function is to its callers is its
    /// abstraction at its exit (BAM 4.5: "at least all input and output locations of all blocks").
    pub fn modular(program: &Program, blocks: BlockBoundaries) -> Self {
        Self { modular: true, ..Self::new(program, BlockBoundaries { calls: true, ..blocks }) }
    }

    /// True when a block ends after a move; `edges` counts the block's edges, this one included.
    pub fn is_end(&self, at: &Move<'_>, edges: u32) -> bool {
        let node = &at.program.nodes[at.target];
        if at.is_target || node.loop_head || self.blocks.every_edge || self.is_listed(at.target) {
            return true;
        }
        let around_call = match at.step {
            Step::Enter(..) => self.blocks.calls || self.calls.is_recursive(node.function),
            Step::Leave(..) => self.blocks.calls || self.calls.is_recursive(at.program.nodes[at.source].function),
            Step::Edge(_) | Step::Hidden(_) => {
                let body = &at.program.functions[node.function].body;
                self.modular && body.as_ref().is_some_and(|body| body.exit == at.target)
            }
        };
        around_call
            || (self.blocks.joins && node.entering.len() > 1)
            || self.blocks.edges.is_some_and(|limit| edges >= limit.max(1))
    }

    /// True when blocks end at a location whatever leads there; `None` when that depends on the path.
    pub fn is_end_always(&self, program: &Program, node: NodeId) -> Option<bool> {
        if self.blocks.every_edge || self.blocks.edges.is_some() {
            return None;
        }
        let at = &program.nodes[node];
        let body = &program.functions[at.function].body;
        let exit = self.modular && body.as_ref().is_some_and(|body| body.exit == node);
        Some(at.loop_head || exit || self.is_listed(node) || (self.blocks.joins && at.entering.len() > 1))
    }
    fn is_listed(&self, node: NodeId) -> bool {
        self.ends.binary_search(&node).is_ok()
    }
    /// Who calls whom.
    pub fn calls(&self) -> &CallGraph {
        &self.calls
    }
    /// True when the number of edges in a block matters.
    pub fn counts(&self) -> bool {
        self.blocks.edges.is_some() && !self.blocks.every_edge
    }
}
