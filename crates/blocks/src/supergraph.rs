//! The supergraph of a program (Reps, Horwitz and Sagiv 1995): the automata of all functions as one graph.
//!
//! Each of its edges takes control from one location to another: an edge of an automaton, a call into a body, or the return
//! from a body to where a call comes back. It is the graph of the program with each function inlined once, so it has paths
//! that no execution takes: into a function by one call and out to another. Whoever follows it keeps the call stack.
//!
//! Only edges that the entry of the program leads to are in it.

use cairn_base::define_id;
use cairn_base::id::{Id, IdVec};
use cairn_ir::{CallGraph, EdgeId, NodeId, Program, Step};

define_id!(
    /// An edge of the supergraph.
    pub SupergraphEdgeId, "h"
);

/// How control gets from one location to another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SupergraphEdge {
    /// By an edge that calls nothing.
    Edge(EdgeId),
    /// From where an edge that calls begins to the callee's entry.
    Call(EdgeId),
    /// From the callee's exit to where the edge that called it ends.
    Return(EdgeId),
}

/// The supergraph of a program.
#[derive(Clone, Debug)]
pub struct Supergraph {
    edges: IdVec<SupergraphEdgeId, (SupergraphEdge, NodeId, NodeId)>,
    leaving: IdVec<NodeId, Vec<SupergraphEdgeId>>,
    entering: IdVec<NodeId, Vec<SupergraphEdgeId>>,
    /// The edge of the supergraph that an edge of an automaton is: the edge itself, or the call; and the return of a call.
    of_edge: IdVec<EdgeId, (Option<SupergraphEdgeId>, Option<SupergraphEdgeId>)>,
    entry: NodeId,
}

impl Supergraph {
    /// The edges that the entry of a program leads to, in the order in which a search meets them.
    pub fn new(program: &Program, calls: &CallGraph) -> Self {
        let entry = program.entry();
        let none = || program.nodes.iter().map(|_| Vec::new()).collect();
        let of_edge = program.edges.iter().map(|_| (None, None)).collect();
        let mut all = Self { edges: IdVec::new(), leaving: none(), entering: none(), of_edge, entry };
        let mut seen: IdVec<NodeId, bool> = program.nodes.iter().map(|_| false).collect();
        let mut open = vec![entry];
        seen[entry] = true;
        let mut has_ended: IdVec<NodeId, bool> = program.nodes.iter().map(|_| false).collect();
        while let Some(node) = open.pop() {
            let before = all.edges.len();
            for (id, edge) in program.leaving(node) {
                let Some(body) = program.body_called(&edge.op) else {
                    all.add(SupergraphEdge::Edge(id), node, edge.target);
                    continue;
                };
                all.add(SupergraphEdge::Call(id), node, body.entry);
                if has_ended[body.exit] {
                    all.add(SupergraphEdge::Return(id), body.exit, edge.target);
                }
            }
            let function = program.nodes[node].function;
            if program.functions[function].body.is_some_and(|body| body.exit == node) {
                has_ended[node] = true;
                // Those that were met so far; others come back when they are met.
                let edges = calls.calls_of(function).iter().filter_map(|site| calls.edge_of(*site));
                for id in edges.collect::<Vec<_>>() {
                    if all.of_edge[id].0.is_some() {
                        all.add(SupergraphEdge::Return(id), node, program.edges[id].target);
                    }
                }
            }
            for edge in before..all.edges.len() {
                let target = all.edges[SupergraphEdgeId::from_index(edge)].2;
                if !seen[target] {
                    seen[target] = true;
                    open.push(target);
                }
            }
        }
        all
    }

    fn add(&mut self, edge: SupergraphEdge, source: NodeId, target: NodeId) {
        let id = self.edges.push((edge, source, target));
        self.leaving[source].push(id);
        self.entering[target].push(id);
        match edge {
            SupergraphEdge::Edge(edge) | SupergraphEdge::Call(edge) => self.of_edge[edge].0 = Some(id),
            SupergraphEdge::Return(edge) => self.of_edge[edge].1 = Some(id),
        }
    }

    /// The edge that a step of control is; `None` for one that the entry does not lead to.
    pub fn of_step(&self, step: Step, calls: &CallGraph) -> Option<SupergraphEdgeId> {
        match step {
            Step::Edge(edge) | Step::Hidden(edge) => self.of_edge[edge].0,
            Step::Enter(site, _) => self.of_edge[calls.edge_of(site)?].0,
            Step::Leave(site, _) => self.of_edge[calls.edge_of(site)?].1,
        }
    }

    /// The location where the program is entered.
    pub fn entry(&self) -> NodeId {
        self.entry
    }
    /// All edges.
    pub fn ids(&self) -> impl Iterator<Item = SupergraphEdgeId> + use<> {
        (0..self.edges.len()).map(SupergraphEdgeId::from_index)
    }
    /// The number of edges.
    pub fn len(&self) -> usize {
        self.edges.len()
    }
    /// True when the entry of the program leads nowhere.
    pub fn is_empty(&self) -> bool {
        self.edges.is_empty()
    }
    /// Meaning of an edge.
    pub fn get(&self, id: SupergraphEdgeId) -> SupergraphEdge {
        self.edges[id].0
    }
    /// Where it begins.
    pub fn source(&self, id: SupergraphEdgeId) -> NodeId {
        self.edges[id].1
    }
    /// Where it ends.
    pub fn target(&self, id: SupergraphEdgeId) -> NodeId {
        self.edges[id].2
    }
    /// The edges that leave a location.
    pub fn leaving(&self, node: NodeId) -> &[SupergraphEdgeId] {
        &self.leaving[node]
    }
    /// The edges that enter a location.
    pub fn entering(&self, node: NodeId) -> &[SupergraphEdgeId] {
        &self.entering[node]
    }
}
