//! A block graph: the hops of a program in blocks, each with one entry (DCPA, definitions 2 to 7).
//!
//! Invariants ([`BlockGraph::check`]): each hop is in exactly one block; inside of a block control goes from the entry to
//! the ends, and meets another block's locations at its own entry and ends only. Blocks may share an entry, for a linear
//! block is one of the ways that leave it.

use crate::supergraph::{Hop, HopId, Hops};
use cairn_base::define_id;
use cairn_base::id::IdVec;
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
    /// What it does, in order.
    pub hops: Vec<HopId>,
}

impl CodeBlock {
    /// Whether a hop is one of the block's.
    pub fn has(&self, hop: HopId) -> bool {
        self.hops.binary_search(&hop).is_ok()
    }
}

/// A program as blocks.
#[derive(Clone, Debug)]
pub struct BlockGraph {
    /// What the blocks are made of.
    pub hops: Hops,
    blocks: IdVec<CodeBlockId, CodeBlock>,
    of_hop: IdVec<HopId, Option<CodeBlockId>>,
    entered: BTreeMap<NodeId, Vec<CodeBlockId>>,
    calls: CallGraph,
}

impl BlockGraph {
    /// The graph of some blocks.
    pub(crate) fn of(hops: Hops, blocks: Vec<CodeBlock>, calls: CallGraph) -> Self {
        let mut of_hop: IdVec<HopId, Option<CodeBlockId>> = hops.ids().map(|_| None).collect();
        let mut entered: BTreeMap<NodeId, Vec<CodeBlockId>> = BTreeMap::new();
        let blocks: IdVec<CodeBlockId, CodeBlock> = blocks.into_iter().collect();
        for (id, block) in blocks.iter_ids() {
            entered.entry(block.entry).or_default().push(id);
            block.hops.iter().for_each(|hop| of_hop[*hop] = Some(id));
        }
        Self { hops, blocks, of_hop, entered, calls }
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
        self.hops.of_step(step, &self.calls).and_then(|hop| self.of_hop[hop])
    }

    /// A name for people: where it begins, and where its first operation is.
    pub fn name(&self, id: CodeBlockId, program: &Program) -> String {
        let block = self.get(id);
        let function = &program.functions[program.nodes[block.entry].function].name;
        let line = block.hops.iter().filter(|hop| self.hops.source(**hop) == block.entry).find_map(|hop| {
            let (Hop::Edge(edge) | Hop::Call(edge) | Hop::Return(edge)) = self.hops.get(*hop);
            program.sources.locate(program.edges[edge].span).map(|place| place.line)
        });
        line.map_or_else(|| format!("{function}:{}", block.entry), |line| format!("{function}:{line}"))
    }

    /// An operation of a block, as text.
    pub fn operation(&self, hop: HopId, program: &Program) -> String {
        match self.hops.get(hop) {
            Hop::Edge(edge) | Hop::Call(edge) => format_op(program, &program.edges[edge].op),
            Hop::Return(edge) => format!("back from {}", format_op(program, &program.edges[edge].op)),
        }
    }

    /// Checks the invariants; linear, for tests.
    ///
    /// # Errors
    /// The first that does not hold, as a sentence.
    pub fn check(&self) -> Result<(), String> {
        let in_blocks: usize = self.blocks.iter().map(|block| block.hops.len()).sum();
        if in_blocks != self.hops.len() || self.of_hop.iter().any(Option::is_none) {
            return Err(format!("{in_blocks} hops are in blocks, and {} in the program", self.hops.len()));
        }
        if !self.is_empty() && self.entered_at(self.hops.entry()).is_empty() {
            return Err("no block is entered where the program is".to_owned());
        }
        for (id, block) in self.iter() {
            let is_border = |node| node == block.entry || block.ends.binary_search(&node).is_ok();
            for hop in &block.hops {
                let (source, target) = (self.hops.source(*hop), self.hops.target(*hop));
                let is_inside = |node| {
                    let mut around = self.hops.entering(node).iter().chain(self.hops.leaving(node));
                    around.all(|hop| self.of_hop[*hop] == Some(id))
                };
                if source != block.entry && (is_border(source) || !is_inside(source)) {
                    return Err(format!("{source} is inside of {id}, and a way from elsewhere leads there"));
                }
                if !is_border(target) && !is_inside(target) {
                    return Err(format!("{id} can be left at {target}, which is none of its ends"));
                }
            }
            let begins = |end: &NodeId| !self.entered_at(*end).is_empty() || self.hops.leaving(*end).is_empty();
            if let Some(end) = block.ends.iter().find(|end| !begins(end)) {
                return Err(format!("{id} ends at {end}, where control goes on and no block begins"));
            }
            if reached(self, block) != block.hops.len() {
                return Err(format!("the entry of {id} does not lead to all of it"));
            }
        }
        Ok(())
    }
}

/// How many hops of a block its entry leads to.
fn reached(graph: &BlockGraph, block: &CodeBlock) -> usize {
    let (mut open, mut seen) = (vec![block.entry], vec![block.entry]);
    let mut count = 0;
    while let Some(node) = open.pop() {
        for hop in graph.hops.leaving(node).iter().filter(|hop| block.has(**hop)) {
            count += 1;
            let target = graph.hops.target(*hop);
            if block.ends.binary_search(&target).is_err() && !seen.contains(&target) {
                seen.push(target);
                open.push(target);
            }
        }
    }
    count
}
