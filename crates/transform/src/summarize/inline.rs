//! Summarising functions callees first, so that a call becomes what its callee was summarised to.
//!
//! In the graph of one function stand its own nodes, a vertex for its entry as its callers see it, and vertices for
//! places inside of the functions that it calls. What a caller needs of a callee is little ([`Interface`]): the edges from
//! its entry to places that stay, and the one place from which its exit is reached. That there is at most one follows
//! from the rules: with two, the exit itself stays.

use super::block::{BlockId, SummaryBlocks};
use super::rules::Graph;
use super::{Calls, Summary, SummaryEdge, SummaryNode};
use cairn_base::FastMap;
use cairn_base::id::IdVec;
use cairn_ir::callgraph::CallGraph;
use cairn_ir::ids::{EdgeId, FunctionId, NodeId};
use cairn_ir::op::{CallSiteId, Op};
use cairn_ir::program::{Edge, Program};
use cairn_ir::reachable;
use cairn_ir::step::{PassedValues, Step};

/// A callee with more edges from its entry than this is not inlined: its entry stays.
const MOST_ENTRIES: usize = 500;
/// Calls around a place, at most, for a callee to be inlined.
const DEEPEST: usize = 200;

/// A function as its callers see it.
#[derive(Clone, Debug, Default)]
struct Interface {
    /// From its entry to places that stay.
    entries: Vec<(SummaryNode, BlockId)>,
    /// From its entry to its exit.
    through: Option<BlockId>,
    /// From a place that stays to its exit.
    from: Option<(SummaryNode, BlockId)>,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Vertex {
    Entry,
    At(SummaryNode),
}

struct Summarizer<'a> {
    program: &'a Program,
    is_target: &'a dyn Fn(Step) -> bool,
    kept: IdVec<NodeId, bool>,
    edges: Vec<SummaryEdge>,
    blocks: SummaryBlocks,
    interfaces: IdVec<FunctionId, Interface>,
}

/// A function's graph with what its vertices stand for.
#[derive(Default)]
struct VertexGraph {
    graph: Graph,
    vertices: Vec<Vertex>,
    index: FastMap<Vertex, usize>,
}

impl VertexGraph {
    fn vertex(&mut self, vertex: Vertex, fixed: bool) -> usize {
        if let Some(at) = self.index.get(&vertex) {
            return *at;
        }
        let at = self.graph.add_vertex(fixed);
        self.vertices.push(vertex.clone());
        self.index.insert(vertex, at);
        at
    }
    /// A place inside of a callee, or the error location: it stays.
    fn place(&mut self, place: SummaryNode) -> usize {
        self.vertex(Vertex::At(place), true)
    }
}

pub(super) fn summarize(program: &Program, calls: Calls, is_target: &dyn Fn(Step) -> bool) -> Summary {
    let graph = CallGraph::new(program);
    let mut this = Summarizer {
        program,
        is_target,
        kept: program.nodes.iter().map(|_| false).collect(),
        edges: Vec::new(),
        blocks: SummaryBlocks::default(),
        interfaces: program.functions.iter().map(|_| Interface::default()).collect(),
    };
    let is_border = |function| calls == Calls::Borders || graph.is_recursive(function);
    for component in graph.components() {
        // Callers in the component need the interface of a recursive function before it is summarised.
        for &function in component.iter().filter(|function| is_border(**function)) {
            this.set_border(function);
        }
        for &function in component {
            this.function(function, is_border(function));
        }
    }
    Summary { kept: this.kept, edges: this.edges, blocks: this.blocks }
}

impl Summarizer<'_> {
    /// Entry and exit of a function stay.
    fn set_border(&mut self, function: FunctionId) {
        let Some(body) = self.program.functions[function].body else { return };
        let nothing = self.blocks.nothing();
        self.kept[body.entry] = true;
        self.kept[body.exit] = true;
        self.interfaces[function] = Interface {
            entries: vec![(SummaryNode::Node(Vec::new(), body.entry), nothing)],
            through: None,
            from: Some((SummaryNode::Node(Vec::new(), body.exit), nothing)),
        };
    }

    fn function(&mut self, function: FunctionId, is_border: bool) {
        let named = self.graph(function, is_border);
        let interface = self.interface(&named, function);
        let is_deep = |place: &SummaryNode| matches!(place, SummaryNode::Node(calls, _) if calls.len() > DEEPEST);
        let too_many =
            interface.entries.len() > MOST_ENTRIES || interface.entries.iter().any(|(place, _)| is_deep(place));
        if too_many && !is_border {
            self.set_border(function);
            let named = self.graph(function, true);
            return self.conclude(&named, function);
        }
        self.conclude(&named, function);
        if !is_border {
            self.interfaces[function] = interface;
        }
    }

    /// The nodes of a function that control can get to, in the order of the program.
    fn reached(&self, entry: NodeId) -> Vec<NodeId> {
        let program = self.program;
        let goes_on = |(id, edge): &(EdgeId, &Edge)| match edge.op {
            Op::Call(call) => !(self.is_target)(Step::Enter(call, PassedValues::ALL)) && self.returns(call),
            _ => !(self.is_target)(Step::Edge(*id)),
        };
        let mut reached: Vec<NodeId> = reachable([entry], |node, open| {
            open.extend(program.leaving(node).filter(goes_on).map(|(_, edge)| edge.target));
        })
        .into_iter()
        .collect();
        reached.sort_by_key(|node| (program.nodes[*node].order, *node));
        reached
    }

    fn returns(&self, call: CallSiteId) -> bool {
        let interface = self.program.calls[call].callee.map(|callee| &self.interfaces[callee]);
        interface.is_some_and(|interface| interface.through.is_some() || interface.from.is_some())
    }

    /// A function's graph after the rules.
    fn graph(&mut self, function: FunctionId, is_border: bool) -> VertexGraph {
        let mut named = VertexGraph::default();
        let Some(body) = self.program.functions[function].body else { return named };
        let entry = named.vertex(Vertex::Entry, true);
        let own =
            |named: &mut VertexGraph, node, fixed| named.vertex(Vertex::At(SummaryNode::Node(Vec::new(), node)), fixed);
        let reached = self.reached(body.entry);
        for node in &reached {
            let is_first = *node == body.entry && (is_border || function == self.program.start);
            // What the exit is reached from matters to the callers, so it is looked at after the rules.
            own(&mut named, *node, is_first || *node == body.exit || self.is_open_end(*node));
        }
        let nothing = self.blocks.nothing();
        let first = own(&mut named, body.entry, false);
        named.graph.add_edge(entry, first, nothing, &mut self.blocks);
        for node in &reached {
            let source = own(&mut named, *node, false);
            for edge in self.program.nodes[*node].leaving.iter().copied() {
                let step = Step::Edge(edge);
                match self.program.edges[edge].op {
                    Op::Call(call) => self.call(&mut named, source, call, self.program.edges[edge].target),
                    // Rule 0: nothing leaves the error location.
                    _ if (self.is_target)(step) => {
                        let (error, block) = (named.place(SummaryNode::Error), self.blocks.step(step));
                        named.graph.add_edge(source, error, block, &mut self.blocks);
                    }
                    _ => {
                        let target = own(&mut named, self.program.edges[edge].target, false);
                        let block = self.blocks.step(step);
                        named.graph.add_edge(source, target, block, &mut self.blocks);
                    }
                }
            }
        }
        named.graph.summarize(&mut self.blocks);
        named
    }

    /// A node behind what is not modelled: a path that ends there must not be forgotten.
    fn is_open_end(&self, node: NodeId) -> bool {
        let mut entering = self.program.nodes[node].entering.iter();
        entering.any(|edge| matches!(self.program.edges[*edge].op, Op::Unsupported(_)))
    }

    /// A call becomes what its callee was summarised to.
    fn call(&mut self, named: &mut VertexGraph, source: usize, call: CallSiteId, target: NodeId) {
        let enter = self.blocks.step(Step::Enter(call, PassedValues::ALL));
        if (self.is_target)(Step::Enter(call, PassedValues::ALL)) {
            let error = named.place(SummaryNode::Error);
            return named.graph.add_edge(source, error, enter, &mut self.blocks);
        }
        let Some(callee) = self.program.calls[call].callee else { return };
        let interface = self.interfaces[callee].clone();
        for (place, block) in interface.entries {
            let block = self.blocks.sequence(enter, block);
            let place = named.place(inside(call, place));
            named.graph.add_edge(source, place, block, &mut self.blocks);
        }
        if interface.through.is_none() && interface.from.is_none() {
            return;
        }
        let leave = self.blocks.step(Step::Leave(call, PassedValues::ALL));
        let target = named.vertex(Vertex::At(SummaryNode::Node(Vec::new(), target)), false);
        if let Some(through) = interface.through {
            let body = self.blocks.sequence(through, leave);
            let block = self.blocks.sequence(enter, body);
            named.graph.add_edge(source, target, block, &mut self.blocks);
        }
        if let Some((place, block)) = interface.from {
            let block = self.blocks.sequence(block, leave);
            let place = named.place(inside(call, place));
            named.graph.add_edge(place, target, block, &mut self.blocks);
        }
    }

    /// The vertex of a function's exit, and the one from which alone it is reached.
    fn way_out(&self, named: &VertexGraph, function: FunctionId) -> Option<(usize, Option<usize>)> {
        let body = self.program.functions[function].body?;
        let exit = *named.index.get(&Vertex::At(SummaryNode::Node(Vec::new(), body.exit)))?;
        Some((exit, named.graph.single_predecessor(exit).filter(|before| *before != exit)))
    }

    /// Interface of a function for callers.
    fn interface(&mut self, named: &VertexGraph, function: FunctionId) -> Interface {
        let mut interface = Interface::default();
        let way_out = self.way_out(named, function);
        for (target, block) in named.graph.leaving.first().into_iter().flatten() {
            match (&named.vertices[*target], way_out) {
                (_, Some((exit, Some(0)))) if exit == *target => interface.through = Some(*block),
                (Vertex::At(place), _) => interface.entries.push((place.clone(), *block)),
                (Vertex::Entry, _) => {}
            }
        }
        if let Some((exit, before)) = way_out {
            match before.map(|before| (before, &named.vertices[before])) {
                Some((before, Vertex::At(place))) => {
                    interface.from = named.graph.leaving[before].get(&exit).map(|block| (place.clone(), *block));
                }
                Some((_, Vertex::Entry)) => {}
                None => {
                    let nothing = self.blocks.nothing();
                    let Vertex::At(place) = &named.vertices[exit] else { return interface };
                    interface.from = Some((place.clone(), nothing));
                }
            }
        }
        interface
    }

    /// Notes what stays, and the edges between.
    fn conclude(&mut self, named: &VertexGraph, function: FunctionId) {
        let exit = match self.way_out(named, function) {
            // The callers' blocks go on behind it.
            Some((exit, Some(_))) if !self.is_border(function) && function != self.program.start => Some(exit),
            _ => None,
        };
        for (at, vertex) in named.vertices.iter().enumerate() {
            let Vertex::At(source) = vertex else { continue };
            if named.graph.is_gone(at) || Some(at) == exit {
                continue;
            }
            if let SummaryNode::Node(calls, node) = source
                && calls.is_empty()
            {
                self.kept[*node] = true;
            }
            for (target, block) in named.graph.leaving[at].iter().filter(|(target, _)| Some(**target) != exit) {
                if let Vertex::At(target) = &named.vertices[*target] {
                    self.edges.push(SummaryEdge { source: source.clone(), target: target.clone(), block: *block });
                }
            }
        }
    }

    fn is_border(&self, function: FunctionId) -> bool {
        self.program.functions[function].body.is_some_and(|body| self.kept[body.exit])
    }
}

/// A place of a callee as its caller sees it.
fn inside(call: CallSiteId, place: SummaryNode) -> SummaryNode {
    match place {
        SummaryNode::Node(mut calls, node) => {
            calls.insert(0, call);
            SummaryNode::Node(calls, node)
        }
        SummaryNode::Error => SummaryNode::Error,
    }
}
