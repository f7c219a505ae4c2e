//! A block graph: the edges of the supergraph in blocks, each with one entry (DCPA, definitions 2 to 7).
//!
//! Invariants ([`BlockGraph::check`]): each edge of it is in exactly one block; inside of a block control goes from the entry to
//! the ends, and meets another block's locations at its own entry and ends only. Blocks may share an entry, for a linear
//! block is one of the ways that leave it.

use crate::supergraph::{Supergraph, SupergraphEdge, SupergraphEdgeId};
use cairn_base::define_id;
use cairn_base::id::IdVec;
use cairn_ir::reachable;
use cairn_ir::{CallGraph, NodeId, Program, Step, format_op};
use std::collections::BTreeMap;

define_id!(
    /// A block of a block graph.
    pub CodeBlockId, "B"
);

/// A block of a block graph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CodeBlock {
    /// Where it is entered.
    pub entry: NodeId,
    /// Where it is left, in order: at entries of other blocks, at its own, and where control ends.
    pub ends: Vec<NodeId>,
    /// Its edges, in order.
    pub edges: Vec<SupergraphEdgeId>,
}

impl CodeBlock {
    /// Whether an edge of the supergraph is one of the block's.
    pub fn has(&self, edge: SupergraphEdgeId) -> bool {
        self.edges.binary_search(&edge).is_ok()
    }
}

/// A program as blocks.
#[derive(Clone, Debug)]
pub struct BlockGraph {
    /// Graph of the blocks.
    pub supergraph: Supergraph,
    blocks: IdVec<CodeBlockId, CodeBlock>,
    of_edge: IdVec<SupergraphEdgeId, Option<CodeBlockId>>,
    entered: BTreeMap<NodeId, Vec<CodeBlockId>>,
    calls: CallGraph,
}

impl BlockGraph {
    /// The graph of some blocks.
    pub(crate) fn of(supergraph: Supergraph, blocks: Vec<CodeBlock>, calls: CallGraph) -> Self {
        let mut of_edge: IdVec<SupergraphEdgeId, Option<CodeBlockId>> = supergraph.ids().map(|_| None).collect();
        let mut entered: BTreeMap<NodeId, Vec<CodeBlockId>> = BTreeMap::new();
        let blocks: IdVec<CodeBlockId, CodeBlock> = blocks.into_iter().collect();
        for (id, block) in blocks.iter_ids() {
            entered.entry(block.entry).or_default().push(id);
            block.edges.iter().for_each(|edge| of_edge[*edge] = Some(id));
        }
        Self { supergraph, blocks, of_edge, entered, calls }
    }

    /// All blocks.
    pub fn iter(&self) -> impl Iterator<Item = (CodeBlockId, &CodeBlock)> {
        self.blocks.iter_ids()
    }
    /// The number of blocks.
    pub fn len(&self) -> usize {
        self.blocks.len()
    }
    /// True without blocks: the program's entry leads nowhere.
    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }
    /// A block.
    pub fn get(&self, id: CodeBlockId) -> &CodeBlock {
        &self.blocks[id]
    }
    /// The blocks that are entered at a location.
    pub fn entered_at(&self, node: NodeId) -> &[CodeBlockId] {
        self.entered.get(&node).map_or(&[], Vec::as_slice)
    }
    /// The locations where blocks are entered, in order.
    pub fn entries(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.entered.keys().copied()
    }
    /// The blocks that begin where one ends.
    pub fn successors(&self, id: CodeBlockId) -> impl Iterator<Item = CodeBlockId> + '_ {
        self.blocks[id].ends.iter().flat_map(|end| self.entered_at(*end)).copied()
    }
    /// The blocks that end where one begins.
    pub fn predecessors(&self, id: CodeBlockId) -> impl Iterator<Item = CodeBlockId> + '_ {
        let entry = self.blocks[id].entry;
        self.iter().filter(move |(_, block)| block.ends.binary_search(&entry).is_ok()).map(|(id, _)| id)
    }
    /// The block that a step of control belongs to.
    pub fn block_of(&self, step: Step) -> Option<CodeBlockId> {
        self.supergraph.of_step(step, &self.calls).and_then(|edge| self.of_edge[edge])
    }

    /// A name for people: where it begins, and where its first operation is.
    pub fn name(&self, id: CodeBlockId, program: &Program) -> String {
        let block = self.get(id);
        let function = &program.functions[program.nodes[block.entry].function].name;
        let line = block.edges.iter().filter(|edge| self.supergraph.source(**edge) == block.entry).find_map(|edge| {
            let (SupergraphEdge::Edge(edge) | SupergraphEdge::Call(edge) | SupergraphEdge::Return(edge)) =
                self.supergraph.get(*edge);
            program.sources.locate(program.edges[edge].span).map(|place| place.line)
        });
        line.map_or_else(|| format!("{function}:{}", block.entry), |line| format!("{function}:{line}"))
    }

    /// An operation of a block, as text.
    pub fn operation(&self, edge: SupergraphEdgeId, program: &Program) -> String {
        match self.supergraph.get(edge) {
            SupergraphEdge::Edge(edge) | SupergraphEdge::Call(edge) => format_op(program, &program.edges[edge].op),
            SupergraphEdge::Return(edge) => format!("back from {}", format_op(program, &program.edges[edge].op)),
        }
    }

    /// Checks the invariants; linear, for tests.
    ///
    /// # Errors
    /// The first that does not hold, as a sentence.
    pub fn check(&self) -> Result<(), String> {
        let in_blocks: usize = self.blocks.iter().map(|block| block.edges.len()).sum();
        if in_blocks != self.supergraph.len() || self.of_edge.iter().any(Option::is_none) {
            return Err(format!("{in_blocks} edges are in blocks, and {} in the program", self.supergraph.len()));
        }
        if !self.is_empty() && self.entered_at(self.supergraph.entry()).is_empty() {
            return Err("no block is entered where the program is".to_owned());
        }
        for (id, block) in self.iter() {
            let is_border = |node| node == block.entry || block.ends.binary_search(&node).is_ok();
            for edge in &block.edges {
                let (source, target) = (self.supergraph.source(*edge), self.supergraph.target(*edge));
                let is_inside = |node| {
                    let mut around = self.supergraph.entering(node).iter().chain(self.supergraph.leaving(node));
                    around.all(|edge| self.of_edge[*edge] == Some(id))
                };
                if source != block.entry && (is_border(source) || !is_inside(source)) {
                    return Err(format!("{source} is inside of {id}, and a way from elsewhere leads there"));
                }
                if !is_border(target) && !is_inside(target) {
                    return Err(format!("{id} can be left at {target}, which is none of its ends"));
                }
            }
            let begins = |end: &NodeId| !self.entered_at(*end).is_empty() || self.supergraph.leaving(*end).is_empty();
            if let Some(end) = block.ends.iter().find(|end| !begins(end)) {
                return Err(format!("{id} ends at {end}, where control goes on and no block begins"));
            }
            if reached(self, block) != block.edges.len() {
                return Err(format!("the entry of {id} does not lead to all of it"));
            }
        }
        Ok(())
    }
}

/// How many edges of a block its entry leads to.
fn reached(graph: &BlockGraph, block: &CodeBlock) -> usize {
    let mut count = 0;
    reachable([block.entry], |node, open| {
        for edge in graph.supergraph.leaving(node).iter().filter(|edge| block.has(**edge)) {
            count += 1;
            let target = graph.supergraph.target(*edge);
            if block.ends.binary_search(&target).is_err() {
                open.push(target);
            }
        }
    });
    count
}
