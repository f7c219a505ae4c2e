//! Dominators and post-dominators of one function's automaton (Cooper, Harvey, Kennedy 2001: "A simple, fast dominance
//! algorithm"): a walk up the tree found so far meets the common dominator, over the vertices in reverse post-order until
//! nothing changes. Lengauer and Tarjan's is faster in theory only; automata of real functions settle in two rounds.
//!
//! The graph is where control goes on: an edge that halts, or that is not modelled, leads nowhere. Both directions have
//! one made-up root, so that neither is a special case. Forwards it leads to the entry. Backwards it is where control
//! ends: at the function's exit, at edges that lead nowhere, and at nodes that nothing leaves. A loop that nothing leaves
//! either ends at its first node in reverse post-order, as if it could be left from there. Without this, whatever is in
//! an endless loop would have no post-dominators, and what its branches decide would depend on nothing.

use crate::components::strongly_connected;
use crate::op::Op;
use crate::order::search_in;
use crate::program::{EdgeId, FunctionId, NodeId, Program};
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

/// Successors of vertices that are numbered from 0, the root.
type Graph = Vec<Vec<usize>>;

impl Dominators {
    /// The dominators: `a` dominates `b` when each path from the entry to `b` passes `a`.
    pub fn forwards(program: &Program, function: FunctionId) -> Self {
        let (nodes, graph) = control(program, function);
        Self::new(&nodes, &graph)
    }

    /// The post-dominators: `a` dominates `b` when each path from `b` to where control ends passes `a`.
    pub fn backwards(program: &Program, function: FunctionId) -> Self {
        Self::backwards_where(program, function, |_| false)
    }

    /// As [`Dominators::backwards`], where control may also end at these edges instead of going on: at an assumption, in a
    /// function that exits.
    pub fn backwards_where(program: &Program, function: FunctionId, may_end: impl Fn(EdgeId) -> bool) -> Self {
        let (nodes, graph) = control(program, function);
        Self::new(&nodes, &turned(program, &nodes, &graph, may_end))
    }

    /// Vertex `i + 1` of the graph is the node at `i`.
    fn new(nodes: &[NodeId], graph: &Graph) -> Self {
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

/// The nodes that control reaches, in reverse post-order, and where it goes on. The root leads to the entry.
fn control(program: &Program, function: FunctionId) -> (Vec<NodeId>, Graph) {
    let Some(body) = program.functions[function].body else { return (Vec::new(), vec![Vec::new()]) };
    let targets = |node: NodeId| {
        let on = program.leaving(node).filter(|(_, edge)| !matches!(edge.op, Op::Halt | Op::Unsupported(_)));
        on.map(|(_, edge)| edge.target).collect::<Vec<NodeId>>()
    };
    let mut found: FastMap<NodeId, Vec<NodeId>> = FastMap::default();
    let mut open = vec![body.entry];
    while let Some(node) = open.pop() {
        found.entry(node).or_insert_with(|| {
            let targets = targets(node);
            open.extend(&targets);
            targets
        });
    }
    let mut seen = cairn_base::FastSet::default();
    let nodes =
        search_in(body.entry, |node| !seen.insert(node), |node| found[&node].len(), |node, at| found[&node][at]);
    let vertex: FastMap<NodeId, usize> = nodes.iter().enumerate().map(|(at, node)| (*node, at + 1)).collect();
    let mut graph = vec![vec![1]];
    graph.extend(nodes.iter().map(|node| found[node].iter().map(|target| vertex[target]).collect()));
    (nodes, graph)
}

/// The graph with its edges turned round, its root where control ends.
fn turned(program: &Program, nodes: &[NodeId], graph: &Graph, may_end: impl Fn(EdgeId) -> bool) -> Graph {
    let mut turned: Graph = vec![Vec::new(); graph.len()];
    for (vertex, targets) in graph.iter().enumerate().skip(1) {
        targets.iter().for_each(|target| turned[*target].push(vertex));
    }
    let ends = |vertex: usize| {
        let leaving = &program.nodes[nodes[vertex - 1]].leaving;
        graph[vertex].len() < leaving.len() || graph[vertex].is_empty() || leaving.iter().any(|edge| may_end(*edge))
    };
    // Vertices are in reverse post-order, so the first of a part is its least.
    for part in strongly_connected(graph.len(), |vertex, out| out.extend(&graph[vertex])) {
        let real: Vec<usize> = part.iter().copied().filter(|vertex| *vertex > 0 && ends(*vertex)).collect();
        let stays = part.iter().all(|vertex| graph[*vertex].iter().all(|target| part.binary_search(target).is_ok()));
        let none = if real.is_empty() && stays && part[0] > 0 { vec![part[0]] } else { Vec::new() };
        turned[0].extend(real.into_iter().chain(none));
    }
    turned[0].sort_unstable();
    turned
}

fn reverse_post_order(graph: &Graph) -> Vec<usize> {
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
