//! The operator blk: where a block of the program ends and its abstraction is computed (LBE II; Beyer, Keremoglu and
//! Wendler, "Predicate Abstraction with Adjustable-Block Encoding", FMCAD 2010).
//!
//! Blocks always end at loop heads, so a block has finitely many paths and every cycle of the ARG an abstraction that can
//! be covered; at entries of recursive functions, for the same reason; and at targets, so that only those remain that the
//! abstraction reaches.

use crate::options::BlockBoundaries;
use cairn_cpa::Move;
use cairn_ir::{CallGraph, FunctionId, NodeId, Program, Step};

/// Where blocks end in a program.
#[derive(Debug)]
pub struct BlockEnds {
    blocks: BlockBoundaries,
    calls: CallGraph,
    modular: bool,
    /// But not those of these functions, nor their entries; in order.
    followed: Vec<FunctionId>,
    /// Locations that end blocks, too, in order.
    ends: Vec<NodeId>,
}

impl BlockEnds {
    /// The block ends of a program.
    pub fn new(program: &Program, blocks: BlockBoundaries) -> Self {
        Self { blocks, calls: CallGraph::new(program), modular: false, followed: Vec::new(), ends: Vec::new() }
    }
    /// Blocks end at these locations, too.
    pub fn with(self, mut ends: Vec<NodeId>) -> Self {
        ends.sort_unstable();
        Self { ends, ..self }
    }
    /// The block ends of a program whose functions are analysed by themselves: what a function is to its callers is its
    /// abstraction at its exit (BAM 4.5: "at least all input and output locations of all blocks"). `followed`: functions
    /// that are no blocks, in order; they are a part of their callers' blocks, as without memoization.
    pub fn modular(program: &Program, blocks: BlockBoundaries, followed: Vec<FunctionId>) -> Self {
        Self { modular: true, followed, ..Self::new(program, BlockBoundaries { calls: true, ..blocks }) }
    }
    /// Whether a function is a part of its callers' blocks.
    pub fn is_followed(&self, function: FunctionId) -> bool {
        self.followed.binary_search(&function).is_ok()
    }

    /// True when a block ends after a move; `edges` counts the block's edges, this one included.
    pub fn is_end(&self, at: &Move<'_>, edges: u32) -> bool {
        let node = &at.program.nodes[at.target];
        if at.is_target || node.loop_head || self.blocks.every_edge || self.is_listed(at.target) {
            return true;
        }
        let around_call = match at.step {
            Step::Enter(..) => self.is_around(node.function),
            Step::Leave(..) => self.is_around(at.program.nodes[at.source].function),
            Step::Edge(_) | Step::Hidden(_) => false,
        };
        around_call
            || self.is_modular_exit(at.program, at.target)
            || (self.blocks.joins && node.entering.len() > 1)
            || self.blocks.edges.is_some_and(|limit| edges >= limit.max(1))
    }

    /// True when blocks end at a location whatever leads there; `None` when that depends on the path.
    pub fn is_end_always(&self, program: &Program, node: NodeId) -> Option<bool> {
        if self.blocks.every_edge || self.blocks.edges.is_some() {
            return None;
        }
        let at = &program.nodes[node];
        let exit = self.is_modular_exit(program, node);
        Some(at.loop_head || exit || self.is_listed(node) || (self.blocks.joins && at.entering.len() > 1))
    }
    /// Whether blocks end at calls of a function and at its returns.
    fn is_around(&self, function: FunctionId) -> bool {
        (self.blocks.calls && !self.is_followed(function)) || self.calls.is_recursive(function)
    }
    fn is_modular_exit(&self, program: &Program, node: NodeId) -> bool {
        let function = program.nodes[node].function;
        let body = &program.functions[function].body;
        self.modular && body.as_ref().is_some_and(|body| body.exit == node) && !self.is_followed(function)
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
