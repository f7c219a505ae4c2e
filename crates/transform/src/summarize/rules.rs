//! The rewriting rules on one graph (LBE III-A), until none applies.
//!
//! Rule 2 is applied the moment two edges have the same ends: between two vertices there is at most one edge. Rule 1
//! takes away vertices with one predecessor, the last in the order of the program first: then the inside of a branch is
//! a choice before the branch itself goes, and nothing is written down twice that structured code says once. (The
//! automaton at the end does not depend on the order, only the terms on its edges do.)
//!
//! The naive search of the paper is O(|G|·|V|). Here a vertex is looked at again only when it loses a predecessor, so
//! the work is O(m log m) in the edges moved.

use super::block::{BlockId, SummaryBlocks};
use std::collections::{BTreeMap, BTreeSet};

/// A graph that is being rewritten. Vertices are numbers in the order of the program.
#[derive(Clone, Debug, Default)]
pub(super) struct Graph {
    pub leaving: Vec<BTreeMap<usize, BlockId>>,
    entering: Vec<BTreeSet<usize>>,
    /// Vertices that stay, whatever enters them.
    fixed: Vec<bool>,
    gone: Vec<bool>,
}

impl Graph {
    pub fn add_vertex(&mut self, fixed: bool) -> usize {
        self.leaving.push(BTreeMap::new());
        self.entering.push(BTreeSet::new());
        self.fixed.push(fixed);
        self.gone.push(false);
        self.leaving.len() - 1
    }

    /// Adds an edge; a choice, where there is one already (Rule 2).
    pub fn add_edge(&mut self, source: usize, target: usize, block: BlockId, blocks: &mut SummaryBlocks) {
        let both = match self.leaving[source].get(&target) {
            Some(other) => blocks.choice(*other, block),
            None => block,
        };
        self.leaving[source].insert(target, both);
        self.entering[target].insert(source);
    }

    /// The vertex from which alone another is entered.
    pub fn single_predecessor(&self, vertex: usize) -> Option<usize> {
        let mut entering = self.entering[vertex].iter();
        entering.next().copied().filter(|_| entering.next().is_none())
    }
    /// True once Rule 1 has taken the vertex away.
    pub fn is_gone(&self, vertex: usize) -> bool {
        self.gone[vertex]
    }

    /// Applies the rules until none applies.
    pub fn summarize(&mut self, blocks: &mut SummaryBlocks) {
        let mut waiting: BTreeSet<usize> = (0..self.leaving.len()).collect();
        while let Some(vertex) = waiting.pop_last() {
            if self.fixed[vertex] || self.gone[vertex] {
                continue;
            }
            let Some(before) = self.single_predecessor(vertex).filter(|before| *before != vertex) else { continue };
            // Rule 1.
            self.gone[vertex] = true;
            self.entering[vertex].clear();
            let Some(first) = self.leaving[before].remove(&vertex) else { continue };
            for (target, second) in std::mem::take(&mut self.leaving[vertex]) {
                self.entering[target].remove(&vertex);
                let mut both = blocks.sequence(first, second);
                // What comes earlier in the program goes later: it is put before what is there.
                if let Some(other) = self.leaving[before].remove(&target) {
                    both = blocks.choice(both, other);
                }
                self.add_edge(before, target, both, blocks);
                waiting.insert(target);
            }
        }
    }
}
