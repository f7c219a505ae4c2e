//! The nesting of loops, irreducible ones included (Steensgaard's forest).
//!
//! A loop is a strongly connected part of an automaton; its *heads* are the nodes where control can enter it from
//! outside. Taking the heads away leaves the loops nested in it. A loop with one head is what C's `while` makes (a
//! *natural* loop); several heads come from `goto` into a loop or Duff's device. Every edge of a cycle inside a loop
//! passes a head of that loop or lies in a nested one, so to cut, widen or abstract at the heads of all loops is enough
//! for termination.
//!
//! [`crate::Node::loop_head`] is cheaper and almost the same: it marks targets of retreating edges, of which there is
//! at least one among the heads of each loop.

use crate::components::strongly_connected;
use crate::ids::{EdgeId, NodeId};
use crate::program::Program;
use crate::reachable::reachable;
use cairn_base::define_id;
use cairn_base::id::IdVec;

define_id!(
    /// A loop of an automaton.
    pub LoopId, "loop"
);

/// A loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loop {
    /// Where control enters, in ascending order; at least one.
    pub heads: Vec<NodeId>,
    /// The nodes that are in this loop and in none nested in it, heads included, in ascending order.
    pub own: Vec<NodeId>,
    /// The edges that leave it, in ascending order.
    pub exits: Vec<EdgeId>,
    /// The innermost loop around it.
    pub parent: Option<LoopId>,
    /// The loops directly in it.
    pub children: Vec<LoopId>,
    /// 1 for an outermost loop.
    pub depth: u32,
}

impl Loop {
    /// True when the loop has one head.
    pub fn is_natural(&self) -> bool {
        self.heads.len() == 1
    }
}

/// The loops of all automata of a program.
#[derive(Clone, Debug)]
pub struct Loops {
    /// The loops; each after its parent.
    pub loops: IdVec<LoopId, Loop>,
    innermost: IdVec<NodeId, Option<LoopId>>,
}

impl Loops {
    /// Finds the loops of a program.
    pub fn new(program: &Program) -> Self {
        let mut this = Loops { loops: IdVec::new(), innermost: program.nodes.iter().map(|_| None).collect() };
        // Nodes of one region are those of one loop without its heads (or all); the search stays inside a region.
        let mut region: IdVec<NodeId, u32> = program.nodes.iter().map(|_| 0).collect();
        let mut index: IdVec<NodeId, u32> = region.clone();
        let mut regions = 1;
        let mut open = vec![(program.nodes.ids().collect::<Vec<_>>(), None, 0)];
        while let Some((nodes, parent, here)) = open.pop() {
            for (i, node) in nodes.iter().enumerate() {
                index[*node] = i as u32;
            }
            let components = strongly_connected(nodes.len(), |v, out| {
                let targets = program.leaving(nodes[v]).map(|(_, edge)| edge.target);
                out.extend(targets.filter(|t| region[*t] == here).map(|t| index[t] as usize));
            });
            // Components come in reverse topological order; loops are numbered in the order of the text.
            let mut found: Vec<Vec<NodeId>> = Vec::new();
            for component in components {
                let members: Vec<NodeId> = component.iter().map(|v| nodes[*v]).collect();
                let is_loop = members.len() > 1 || program.leaving(members[0]).any(|(_, e)| e.target == members[0]);
                if is_loop {
                    found.push(members);
                }
            }
            found.sort_unstable();
            for members in found {
                let id = this.add(program, &members, parent);
                let inner = regions;
                regions += 1;
                for node in &members {
                    region[*node] = inner;
                    this.innermost[*node] = Some(id);
                }
                for head in &this.loops[id].heads {
                    region[*head] = u32::MAX;
                }
                let rest: Vec<NodeId> = members.into_iter().filter(|n| region[*n] == inner).collect();
                if !rest.is_empty() {
                    open.push((rest, Some(id), inner));
                }
            }
        }
        for (node, innermost) in this.innermost.iter_ids() {
            if let Some(id) = innermost {
                this.loops[*id].own.push(node);
            }
        }
        this
    }

    fn add(&mut self, program: &Program, members: &[NodeId], parent: Option<LoopId>) -> LoopId {
        let inside = |node: &NodeId| members.binary_search(node).is_ok();
        let entered = |node: &NodeId| {
            program.is_entry(*node) || program.nodes[*node].entering.iter().any(|e| !inside(&program.edges[*e].source))
        };
        let mut heads: Vec<NodeId> = members.iter().copied().filter(entered).collect();
        if heads.is_empty() {
            // Nothing enters it: unreachable code, which a pruned program has none of.
            heads.push(members[0]);
        }
        let mut exits: Vec<EdgeId> = Vec::new();
        for node in members {
            exits.extend(program.leaving(*node).filter(|(_, e)| !inside(&e.target)).map(|(id, _)| id));
        }
        exits.sort_unstable();
        let depth = parent.map_or(1, |p| self.loops[p].depth + 1);
        let id = self.loops.push(Loop { heads, own: Vec::new(), exits, parent, children: Vec::new(), depth });
        if let Some(parent) = parent {
            self.loops[parent].children.push(id);
        }
        id
    }

    /// The innermost loop around a node.
    pub fn innermost(&self, node: NodeId) -> Option<LoopId> {
        self.innermost[node]
    }
    /// How many loops are around a node.
    pub fn depth(&self, node: NodeId) -> u32 {
        self.innermost[node].map_or(0, |id| self.loops[id].depth)
    }
    /// Whether a node is in a loop, nested loops included.
    pub fn contains(&self, id: LoopId, node: NodeId) -> bool {
        let mut at = self.innermost[node];
        while let Some(inner) = at {
            if inner == id {
                return true;
            }
            at = self.loops[inner].parent;
        }
        false
    }
    /// All nodes of a loop, nested loops included, in ascending order.
    pub fn body(&self, id: LoopId) -> Vec<NodeId> {
        let nested = reachable([id], |id, open| open.extend_from_slice(&self.loops[id].children));
        let mut nodes: Vec<NodeId> = nested.into_iter().flat_map(|id| self.loops[id].own.clone()).collect();
        nodes.sort_unstable();
        nodes
    }
}
