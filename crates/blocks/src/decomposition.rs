//! How a program becomes a block graph (DCPA 4.1.2).
//!
//! An *X-location* is one where control joins or parts. So is one where it ends, for the papers' programs have one exit
//! and ours may halt anywhere.

use crate::graph::{BlockGraph, CodeBlock};
use crate::supergraph::{Supergraph, SupergraphEdge, SupergraphEdgeId};
use cairn_base::FastMap;
use cairn_base::choice::OptionValue;
use cairn_ir::{CallGraph, NodeId, Program};
use std::collections::{BTreeMap, BTreeSet, btree_map};

/// How a program is cut into blocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decomposition {
    /// Not at all: one block.
    Single,
    /// From each X-location along each way to the next (algorithm 2).
    Linear,
    /// Linear blocks merged until there are no more than so many, or none can be merged: first as algorithm 3 does, where
    /// blocks have one end, then to blocks with several.
    GivenSize(usize),
    /// At entries of functions, behind calls, and at heads of loops; and where the ways from two of these meet.
    FunctionsAndLoops,
    /// At heads of loops and entries of recursive functions only, and where the ways from two of these meet: the largest
    /// blocks without a cycle. What follows a call belongs to the block that the callee's end is in.
    Loops,
}

impl Decomposition {
    /// The same cut, with this number of blocks where one is asked for.
    #[must_use]
    pub fn of_size(self, blocks: usize) -> Self {
        match self {
            Decomposition::GivenSize(_) => Decomposition::GivenSize(blocks),
            other => other,
        }
    }
}

impl OptionValue for Decomposition {
    const TYPE: &'static str = "loops|given-size|linear|single|functions-loops";
    fn parse(text: &str) -> Result<Self, String> {
        Ok(match text {
            "loops" => Decomposition::Loops,
            "given-size" => Decomposition::GivenSize(1),
            "linear" => Decomposition::Linear,
            "single" => Decomposition::Single,
            "functions-loops" => Decomposition::FunctionsAndLoops,
            _ => return Err(format!("'{text}' is not one of {}", Self::TYPE)),
        })
    }
}

impl BlockGraph {
    /// Cuts a program into blocks.
    pub fn new(program: &Program, decomposition: Decomposition) -> Self {
        let calls = CallGraph::new(program);
        let supergraph = Supergraph::new(program, &calls);
        let blocks = match decomposition {
            Decomposition::Single => cut_at(&supergraph, BTreeSet::new()),
            Decomposition::Linear => linear(&supergraph),
            Decomposition::GivenSize(size) => {
                merged(&supergraph, linear(&supergraph), size, &cycles(program, &calls, &supergraph))
            }
            Decomposition::FunctionsAndLoops => cut_at(&supergraph, borders(program, &supergraph)),
            Decomposition::Loops => cut_at(&supergraph, cycles(program, &calls, &supergraph)),
        };
        Self::of(supergraph, blocks, calls)
    }
}

fn linear(supergraph: &Supergraph) -> Vec<CodeBlock> {
    let is_x = |node: NodeId| supergraph.leaving(node).len() != 1 || supergraph.entering(node).len() > 1;
    let mut blocks = Vec::new();
    let (mut open, mut covered) = (vec![supergraph.entry()], BTreeSet::from([supergraph.entry()]));
    while let Some(entry) = open.pop() {
        for first in supergraph.leaving(entry) {
            let mut way = vec![*first];
            let mut end = supergraph.target(*first);
            while !is_x(end) && end != supergraph.entry() {
                let Some(next) = supergraph.leaving(end).first() else { break };
                way.push(*next);
                end = supergraph.target(*next);
            }
            way.sort_unstable();
            blocks.push(CodeBlock { entry, ends: vec![end], edges: way });
            if !supergraph.leaving(end).is_empty() && covered.insert(end) {
                open.push(end);
            }
        }
    }
    blocks.sort_by_key(|block| block.edges.first().copied());
    blocks
}

/// How many ends merged blocks may have.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ends {
    One,
    /// Any number. All that leaves one location becomes one block, and then what only one block leads to belongs to it: what
    /// is left begin where a cycle does, or where the ways of two blocks meet.
    Several,
}

/// Merges horizontally, then vertically, as long as there are more blocks than wanted and one can be merged. Blocks get
/// several ends only when no more can be done without.
fn merged(
    supergraph: &Supergraph,
    mut blocks: Vec<CodeBlock>,
    size: usize,
    cycles: &BTreeSet<NodeId>,
) -> Vec<CodeBlock> {
    for ends in [Ends::One, Ends::Several] {
        loop {
            let before = blocks.len();
            blocks = vertically(supergraph, horizontally(blocks, size, ends), size, ends, cycles);
            if blocks.len() == before || blocks.len() <= size {
                break;
            }
        }
    }
    blocks.sort_by_key(|block| block.edges.first().copied());
    blocks
}

fn both(a: Vec<SupergraphEdgeId>, b: Vec<SupergraphEdgeId>) -> Vec<SupergraphEdgeId> {
    let mut all = a;
    all.extend(b);
    all.sort_unstable();
    all
}

/// Makes one block of those that begin at the same location, and with one end end at the same.
fn horizontally(blocks: Vec<CodeBlock>, size: usize, ends: Ends) -> Vec<CodeBlock> {
    let mut count = blocks.len();
    let mut between: BTreeMap<(NodeId, Vec<NodeId>), usize> = BTreeMap::new();
    let mut kept: Vec<CodeBlock> = Vec::new();
    for block in blocks {
        let key = (block.entry, if ends == Ends::One { block.ends.clone() } else { Vec::new() });
        match between.entry(key) {
            btree_map::Entry::Occupied(same) if count > size => {
                let other = &mut kept[*same.get()];
                other.edges = both(std::mem::take(&mut other.edges), block.edges);
                other.ends = either(&other.ends, &block.ends);
                count -= 1;
            }
            first => {
                first.or_insert(kept.len());
                kept.push(block);
            }
        }
    }
    kept
}

/// The ends of two blocks, in order.
fn either(a: &[NodeId], b: &[NodeId]) -> Vec<NodeId> {
    a.iter().chain(b).copied().collect::<BTreeSet<_>>().into_iter().collect()
}

/// Makes one block of two where the second is all that follows an end of the first, and the first all that leads to the second.
/// With several ends the second may lead to itself, if no execution goes round there: a function that is called twice is
/// followed by its second call.
fn vertically(
    supergraph: &Supergraph,
    blocks: Vec<CodeBlock>,
    size: usize,
    ends: Ends,
    cycles: &BTreeSet<NodeId>,
) -> Vec<CodeBlock> {
    let mut count = blocks.len();
    let mut blocks: Vec<Option<CodeBlock>> = blocks.into_iter().map(Some).collect();
    let (mut begin, mut end): (FastMap<NodeId, Vec<usize>>, FastMap<NodeId, Vec<usize>>) = Default::default();
    for (index, block) in blocks.iter().enumerate() {
        let Some(block) = block else { continue };
        begin.entry(block.entry).or_default().push(index);
        block.ends.iter().for_each(|node| end.entry(*node).or_default().push(index));
    }
    for first in 0..blocks.len() {
        while count > size {
            let Some(block) = &blocks[first] else { break };
            if ends == Ends::One && block.ends.len() > 1 {
                break;
            }
            // A location that a cycle leads back to is an end of two blocks, or of the one that begins there.
            let next = block.ends.iter().find_map(|middle| {
                let [second] = begin.get(middle)?[..] else { return None };
                let may_return = ends == Ends::Several && !cycles.contains(middle);
                let mut leading = end.get(middle)?.iter();
                let is_all = leading.all(|at| *at == first || (may_return && *at == second));
                (second != first && *middle != supergraph.entry() && is_all).then_some((*middle, second))
            });
            let Some((middle, second)) = next else { break };
            begin.remove(&middle);
            end.remove(&middle);
            let (Some(a), Some(b)) = (blocks[first].take(), blocks[second].take()) else { break };
            for node in b.ends.iter().filter(|node| **node != middle) {
                let leading = end.entry(*node).or_default();
                leading.retain(|at| *at != second && *at != first);
                leading.push(first);
            }
            let mut left = either(&a.ends, &b.ends);
            left.retain(|node| *node != middle);
            blocks[first] = Some(CodeBlock { entry: a.entry, ends: left, edges: both(a.edges, b.edges) });
            count -= 1;
        }
    }
    blocks.into_iter().flatten().collect()
}

/// Where functions and loops begin, and where calls come back.
fn borders(program: &Program, supergraph: &Supergraph) -> BTreeSet<NodeId> {
    let mut borders = BTreeSet::new();
    for edge in supergraph.ids() {
        let target = supergraph.target(edge);
        if !matches!(supergraph.get(edge), SupergraphEdge::Edge(_)) || program.nodes[target].loop_head {
            borders.insert(target);
        }
    }
    borders
}

/// Where loops and recursive functions begin: each cycle of the supergraph that control can take has one.
fn cycles(program: &Program, calls: &CallGraph, supergraph: &Supergraph) -> BTreeSet<NodeId> {
    let begins = |node: &NodeId| {
        let at = &program.nodes[*node];
        at.loop_head || (program.is_entry(*node) && calls.is_recursive(at.function))
    };
    supergraph.ids().map(|edge| supergraph.target(edge)).filter(begins).collect()
}

/// A block from the program's entry and from each of some locations on, up to the next. Where the ways from two of them
/// meet, one more begins.
fn cut_at(supergraph: &Supergraph, mut cuts: BTreeSet<NodeId>) -> Vec<CodeBlock> {
    cuts.insert(supergraph.entry());
    cuts.retain(|cut| !supergraph.leaving(*cut).is_empty());
    loop {
        let mut owner: FastMap<NodeId, NodeId> = FastMap::default();
        let mut of_cut: BTreeMap<NodeId, Vec<SupergraphEdgeId>> = BTreeMap::new();
        let mut ends: BTreeMap<NodeId, BTreeSet<NodeId>> = BTreeMap::new();
        let mut more = BTreeSet::new();
        for cut in &cuts {
            let mut open = vec![*cut];
            while let Some(node) = open.pop() {
                for edge in supergraph.leaving(node) {
                    let target = supergraph.target(*edge);
                    of_cut.entry(*cut).or_default().push(*edge);
                    if cuts.contains(&target) || supergraph.leaving(target).is_empty() {
                        ends.entry(*cut).or_default().insert(target);
                        continue;
                    }
                    match owner.get(&target) {
                        None => {
                            owner.insert(target, *cut);
                            open.push(target);
                        }
                        Some(other) if other != cut => {
                            more.insert(target);
                        }
                        Some(_) => {}
                    }
                }
            }
        }
        if more.is_empty() {
            let block = |(entry, mut edges): (NodeId, Vec<SupergraphEdgeId>)| {
                edges.sort_unstable();
                let ends = ends.get(&entry).map_or_else(Vec::new, |ends| ends.iter().copied().collect());
                CodeBlock { entry, ends, edges }
            };
            return of_cut.into_iter().map(block).collect();
        }
        cuts.extend(more);
    }
}
