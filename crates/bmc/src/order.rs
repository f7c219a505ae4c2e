//! In which order places of an unrolling are left: a weak topological order of each automaton (Bourdoncle, "Efficient
//! chaotic iteration strategies with widenings", 1993), read off the nesting of loops.
//!
//! A node has a position among the parts of its innermost loop, a loop among the parts of the one around it. The heads of
//! a loop come first in it; edges between other parts of a loop, inside one iteration, only go forward. So the places of
//! an unrolling are ordered by position, iteration, position in the loop, iteration of the inner loop, and so on
//! outside-in, and every step but one into the next iteration goes forward in it anyway. A reverse post-order does not
//! do: in it a loop's body may come after what follows the loop.

use cairn_base::IdVec;
use cairn_base::id::Id;
use cairn_ir::{Loop, LoopId, Loops, NodeId, Program};
use std::collections::{BTreeMap, BTreeSet};

/// The order of a program's places.
pub(crate) struct Order {
    loops: Loops,
    of_node: IdVec<NodeId, u32>,
    of_loop: IdVec<LoopId, u32>,
    is_head: IdVec<NodeId, bool>,
}

/// A part of a loop or of an automaton.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Node(NodeId),
    Loop(LoopId),
}

impl Order {
    /// The order of a program.
    pub(crate) fn new(program: &Program) -> Self {
        let loops = Loops::new(program);
        let mut is_head: IdVec<NodeId, bool> = program.nodes.iter().map(|_| false).collect();
        for each in loops.loops.iter() {
            each.heads.iter().for_each(|head| is_head[*head] = true);
        }
        let mut order = Self {
            of_node: program.nodes.iter().map(|_| 0).collect(),
            of_loop: loops.loops.iter().map(|_| 0).collect(),
            is_head,
            loops,
        };
        let mut regions: BTreeMap<Option<LoopId>, Vec<NodeId>> = BTreeMap::new();
        for node in program.nodes.ids() {
            regions.entry(order.loops.innermost(node)).or_default().push(node);
        }
        for id in order.loops.loops.ids().collect::<Vec<_>>() {
            regions.entry(Some(id)).or_default();
        }
        for (region, nodes) in regions {
            order.sort(program, region, &nodes);
        }
        order
    }

    /// Gives the parts of a loop (or of all automata outside of loops) their positions.
    fn sort(&mut self, program: &Program, region: Option<LoopId>, own: &[NodeId]) {
        let children: Vec<LoopId> = match region {
            Some(id) => self.loops.loops[id].children.clone(),
            None => self.loops.loops.iter_ids().filter(|(_, l)| l.parent.is_none()).map(|(id, _)| id).collect(),
        };
        let heads: &[NodeId] = match region {
            Some(id) => &self.loops.loops[id].heads,
            None => &[],
        };
        // In the order of the text where the edges leave it open.
        let mut parts: Vec<(u32, Part)> = Vec::new();
        parts.extend(own.iter().map(|node| (program.nodes[*node].order, Part::Node(*node))));
        for child in children {
            let first = self.loops.loops[child].heads.iter().map(|head| program.nodes[*head].order).min();
            parts.push((first.unwrap_or(0), Part::Loop(child)));
        }
        parts.sort_unstable();
        let index: BTreeMap<Part, usize> = parts.iter().enumerate().map(|(i, (_, part))| (*part, i)).collect();
        let mut following: Vec<Vec<usize>> = parts.iter().map(|_| Vec::new()).collect();
        let mut waits_for = vec![0u32; parts.len()];
        for (from, (_, part)) in parts.iter().enumerate() {
            let nodes = match part {
                Part::Node(node) => vec![*node],
                Part::Loop(id) => self.loops.body(*id),
            };
            for edge in nodes.iter().flat_map(|node| program.leaving(*node)) {
                let target = edge.1.target;
                if heads.contains(&target) {
                    continue;
                }
                let to = self.part_in(region, target).and_then(|part| index.get(&part).copied());
                if let Some(to) = to.filter(|to| *to != from) {
                    following[from].push(to);
                    waits_for[to] += 1;
                }
            }
        }
        let mut ready: BTreeSet<usize> = (0..parts.len()).filter(|part| waits_for[*part] == 0).collect();
        // Heads first: nothing in an iteration is before them.
        let is_head = |part: &usize| matches!(parts[*part].1, Part::Node(node) if heads.contains(&node));
        let mut position = 0;
        while let Some(next) = ready.iter().copied().find(is_head).or_else(|| ready.first().copied()) {
            ready.remove(&next);
            match parts[next].1 {
                Part::Node(node) => self.of_node[node] = position,
                Part::Loop(id) => self.of_loop[id] = position,
            }
            position += 1;
            for to in &following[next] {
                waits_for[*to] -= 1;
                if waits_for[*to] == 0 {
                    ready.insert(*to);
                }
            }
        }
    }

    /// The part of a region that a node is in.
    fn part_in(&self, region: Option<LoopId>, node: NodeId) -> Option<Part> {
        let mut part = Part::Node(node);
        let mut around = self.loops.innermost(node);
        while around != region {
            let id = around?;
            part = Part::Loop(id);
            around = self.loops.loops[id].parent;
        }
        Some(part)
    }

    /// True for the heads of loops.
    pub(crate) fn is_head(&self, node: NodeId) -> bool {
        self.is_head[node]
    }
    /// The position of a node in its innermost loop.
    pub(crate) fn of_node(&self, node: NodeId) -> u32 {
        self.of_node[node]
    }
    /// The position of a loop in the one around it.
    pub(crate) fn of_loop(&self, id: LoopId) -> u32 {
        self.of_loop[id]
    }
    /// The loops around a node, the outermost first.
    pub(crate) fn around(&self, node: NodeId) -> Vec<LoopId> {
        let mut around: Vec<LoopId> =
            std::iter::successors(self.loops.innermost(node), |id| self.loops.loops[*id].parent).collect();
        around.reverse();
        around
    }
    pub(crate) fn get(&self, id: LoopId) -> &Loop {
        debug_assert!(id.index() < self.loops.loops.len());
        &self.loops.loops[id]
    }
    /// Whether a node is in a loop, nested ones included.
    pub(crate) fn contains(&self, id: LoopId, node: NodeId) -> bool {
        self.loops.contains(id, node)
    }
}
