//! Dominators and post-dominators of one function's automaton (Cooper, Harvey, Kennedy 2001: "A simple, fast dominance
//! algorithm"): a walk up the tree found so far meets the common dominator, over the vertices in reverse post-order until
//! nothing changes. Lengauer and Tarjan's is faster in theory only; automata of real functions settle in two rounds.
//!
//! What control may do, and where it ends, [`ControlGraph`] says for both directions.

use crate::control_graph::ControlGraph;
use crate::ids::{EdgeId, FunctionId, NodeId};
use crate::program::Program;
use crate::reverse_postorder::search_in;
use cairn_base::FastMap;

/// The dominator tree of an automaton, forwards or backwards. Nodes that control does not reach from the entry take no
/// part: they dominate nothing, and nothing dominates them.
#[derive(Clone, Debug)]
pub struct Dominators {
    /// The nodes in reverse post-order of the direction: a node comes after what dominates it.
    nodes: Vec<NodeId>,
    /// The vertex of each node: its position in `nodes`, and one more. The made-up root is 0.
    vertex: FastMap<NodeId, usize>,
    /// The immediate dominator of each vertex; the root's is itself.
    parent: Vec<usize>,
    /// The position of each vertex in a walk of the tree, parents first.
    entered: Vec<usize>,
    /// How many vertices are below each in the tree, itself included.
    size: Vec<usize>,
}

impl Dominators {
    /// The dominators: `a` dominates `b` when each path from the entry to `b` passes `a`.
    pub fn forwards(program: &Program, function: FunctionId) -> Self {
        Self::new(&ControlGraph::forwards(program, function))
    }

    /// The post-dominators: `a` dominates `b` when each path from `b` to where control ends passes `a`.
    pub fn backwards(program: &Program, function: FunctionId) -> Self {
        Self::backwards_where(program, function, |_| false)
    }

    /// As [`Dominators::backwards`], where control may also end at these edges instead of going on: at an assumption, in a
    /// function that exits.
    pub fn backwards_where(program: &Program, function: FunctionId, may_end: impl Fn(EdgeId) -> bool) -> Self {
        Self::new(&ControlGraph::backwards(program, function, may_end))
    }

    /// Those of a graph.
    pub fn new(graph: &ControlGraph) -> Self {
        let (nodes, graph) = (&graph.nodes, &graph.successors);
        let order = reverse_post_order(graph);
        let mut position = vec![0; graph.len()];
        order.iter().enumerate().for_each(|(at, vertex)| position[*vertex] = at);
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); order.len()];
        for (at, vertex) in order.iter().enumerate() {
            graph[*vertex].iter().for_each(|target| before[position[*target]].push(at));
        }
        let parent = immediate(&before);
        let mut size = vec![1; order.len()];
        for at in (1..order.len()).rev() {
            size[parent[at]] += size[at];
        }
        let (mut entered, mut free) = (vec![0; order.len()], vec![1; order.len()]);
        for at in 1..order.len() {
            entered[at] = free[parent[at]];
            free[parent[at]] += size[at];
            free[at] = entered[at] + 1;
        }
        let nodes: Vec<NodeId> = order.iter().skip(1).map(|vertex| nodes[vertex - 1]).collect();
        let vertex = nodes.iter().enumerate().map(|(at, node)| (*node, at + 1)).collect();
        Self { nodes, vertex, parent, entered, size }
    }

    /// The nodes that take part, each after those that dominate it.
    pub fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    /// True when control reaches the node from the entry.
    pub fn contains(&self, node: NodeId) -> bool {
        self.vertex.contains_key(&node)
    }

    /// The nearest of the other nodes that dominate a node; `None` when there is none, or the node takes no part.
    pub fn immediate(&self, node: NodeId) -> Option<NodeId> {
        let parent = self.parent[*self.vertex.get(&node)?];
        self.nodes.get(parent.checked_sub(1)?).copied()
    }

    /// Whether `a` dominates `b`. A node that takes part dominates itself.
    pub fn dominates(&self, a: NodeId, b: NodeId) -> bool {
        match (self.vertex.get(&a), self.vertex.get(&b)) {
            (Some(a), Some(b)) => (self.entered[*a]..self.entered[*a] + self.size[*a]).contains(&self.entered[*b]),
            _ => false,
        }
    }
}

fn reverse_post_order(graph: &[Vec<usize>]) -> Vec<usize> {
    let mut seen = vec![false; graph.len()];
    let see = |vertex: usize| std::mem::replace(&mut seen[vertex], true);
    search_in(0, see, |vertex| graph[vertex].len(), |vertex, at| graph[vertex][at])
}

/// The immediate dominator of each vertex, given the predecessors of each; vertices are in reverse post-order.
fn immediate(before: &[Vec<usize>]) -> Vec<usize> {
    const UNKNOWN: usize = usize::MAX;
    let mut parent = vec![UNKNOWN; before.len()];
    parent[0] = 0;
    let mut changed = true;
    while changed {
        changed = false;
        for vertex in 1..before.len() {
            let known = before[vertex].iter().copied().filter(|from| parent[*from] != UNKNOWN);
            let Some(common) = known.reduce(|a, b| meet(&parent, a, b)) else { continue };
            changed |= std::mem::replace(&mut parent[vertex], common) != common;
        }
    }
    parent
}

/// The nearest vertex above both in the tree: parents have smaller numbers.
fn meet(parent: &[usize], mut a: usize, mut b: usize) -> usize {
    while a != b {
        if a > b {
            a = parent[a];
        } else {
            b = parent[b];
        }
    }
    a
}
