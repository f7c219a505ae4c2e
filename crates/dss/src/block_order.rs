//! Which blocks lie before which, and which lie in a cycle.
//!
//! The strongly connected components of the block graph are in an order: a block is *upstream* of another when control can come
//! from it there and never back. Upstream is irreflexive and transitive, so among any blocks there is one with none upstream.

use cairn_base::id::Id;
use cairn_blocks::{BlockGraph, CodeBlockId};
use cairn_ir::components::strongly_connected;

#[derive(Clone, Debug)]
pub struct BlockOrder {
    component: Vec<usize>,
    /// Whether control can come from a component back to it.
    cyclic: Vec<bool>,
    /// For each component those that control can come to, a bit each.
    reached: Vec<Vec<u64>>,
}

impl BlockOrder {
    /// The order of the blocks of a graph.
    pub fn new(graph: &BlockGraph) -> Self {
        let successors: Vec<Vec<usize>> =
            graph.iter().map(|(id, _)| graph.successors(id).map(Id::index).collect()).collect();
        let parts = strongly_connected(graph.len(), |block, out| out.extend(&successors[block]));
        let mut component = vec![0; graph.len()];
        for (number, part) in parts.iter().enumerate() {
            part.iter().for_each(|block| component[*block] = number);
        }
        let words = parts.len().div_ceil(64);
        let (mut cyclic, mut reached) = (Vec::new(), Vec::<Vec<u64>>::new());
        // What can be reached has a smaller number.
        for (number, part) in parts.iter().enumerate() {
            let mut own = vec![0u64; words];
            let mut is_cyclic = false;
            for next in part.iter().flat_map(|block| &successors[*block]).map(|next| component[*next]) {
                is_cyclic |= next == number;
                if next != number {
                    own[next / 64] |= 1 << (next % 64);
                    own.iter_mut().zip(&reached[next]).for_each(|(own, more)| *own |= more);
                }
            }
            cyclic.push(is_cyclic);
            reached.push(own);
        }
        Self { component, cyclic, reached }
    }
    pub fn len(&self) -> usize {
        self.cyclic.len()
    }
    pub fn component(&self, block: CodeBlockId) -> usize {
        self.component[block.index()]
    }
    /// Whether control can come from a block back to it.
    pub fn is_cyclic(&self, block: CodeBlockId) -> bool {
        self.cyclic[self.component(block)]
    }
    /// Whether control can come from one component to another, and never back.
    pub fn is_upstream(&self, from: usize, to: usize) -> bool {
        from != to && self.reached[from][to / 64] & (1 << (to % 64)) != 0
    }
}
