//! Where control goes in one function, or comes from: the graph that dominators are of.
//!
//! An edge that halts, or that is not modelled, leads nowhere; a call goes on behind it. Both directions have one made-up
//! root, so that neither is a special case. Forwards it leads to the entry. Backwards it is where control ends: at the
//! function's exit, at edges that lead nowhere, and at nodes that nothing leaves. A loop that nothing leaves either ends at
//! its first node in reverse post-order, as if it could be left from there. Without this, whatever is in an endless loop
//! would have no post-dominators, and what its branches decide would depend on nothing.
//!
//! Two algorithms stand on it: [`crate::Dominators`], and the dominator analysis that the engine runs.

use crate::components::strongly_connected;
use crate::ids::{EdgeId, FunctionId, NodeId};
use crate::op::Op;
use crate::program::Program;
use crate::reachable::reachable;
use crate::reverse_postorder::search_in;
use cairn_base::FastMap;

/// Where control goes. Vertex 0 is the root, vertex `i + 1` the node at `i`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ControlGraph {
    /// The nodes that control reaches from the entry.
    pub nodes: Vec<NodeId>,
    /// The successors of each vertex.
    pub successors: Vec<Vec<usize>>,
}

impl ControlGraph {
    /// From the entry on. Nothing but the root for a function without a body.
    pub fn forwards(program: &Program, function: FunctionId) -> Self {
        let (nodes, successors) = control(program, function);
        Self { nodes, successors }
    }

    /// From where control ends back to the entry. It may also end at the edges that `may_end` names, instead of going on.
    pub fn backwards(program: &Program, function: FunctionId, may_end: impl Fn(EdgeId) -> bool) -> Self {
        let (nodes, forwards) = control(program, function);
        let successors = turned(program, &nodes, &forwards, may_end);
        Self { nodes, successors }
    }
}

/// The nodes that control reaches, in reverse post-order, and where it goes on. The root leads to the entry.
fn control(program: &Program, function: FunctionId) -> (Vec<NodeId>, Vec<Vec<usize>>) {
    let Some(body) = program.functions[function].body else { return (Vec::new(), vec![Vec::new()]) };
    let targets = |node: NodeId| {
        let on = program.leaving(node).filter(|(_, edge)| !matches!(edge.op, Op::Halt | Op::Unsupported(_)));
        on.map(|(_, edge)| edge.target).collect::<Vec<NodeId>>()
    };
    let mut found: FastMap<NodeId, Vec<NodeId>> = FastMap::default();
    reachable([body.entry], |node, open| {
        open.extend(found.entry(node).or_insert(targets(node)).iter());
    });
    let mut seen = cairn_base::FastSet::default();
    let nodes =
        search_in(body.entry, |node| !seen.insert(node), |node| found[&node].len(), |node, at| found[&node][at]);
    let vertex: FastMap<NodeId, usize> = nodes.iter().enumerate().map(|(at, node)| (*node, at + 1)).collect();
    let mut graph = vec![vec![1]];
    graph.extend(nodes.iter().map(|node| found[node].iter().map(|target| vertex[target]).collect()));
    (nodes, graph)
}

/// The graph with its edges turned round, its root where control ends.
fn turned(
    program: &Program,
    nodes: &[NodeId],
    graph: &[Vec<usize>],
    may_end: impl Fn(EdgeId) -> bool,
) -> Vec<Vec<usize>> {
    let mut turned: Vec<Vec<usize>> = vec![Vec::new(); graph.len()];
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
