//! The dependence graph of a whole program: what each vertex depends on, found when it is asked for and kept.
//!
//! A slice asks for what it contains only, which is why its cost grows with the slice and not with the program. A drawing
//! asks for everything ([`Dependences::everything`]).

use crate::control::Control;
use crate::flow::Flow;
use crate::memory::Memory;
use crate::vertex::{CellNames, DefinedCell, Passed, Vertex};
use cairn_base::FastMap;
use cairn_ir::reachable;
use cairn_ir::walk::ExprOrPlace;
use cairn_ir::{CallGraph, CallSiteId, EdgeId, FunctionId, NodeId, Op, Program, effects};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Why one vertex depends on another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum DependenceKind {
    /// It reads what the other defines.
    Flow,
    /// The other decides whether it runs.
    Control,
}

/// Whether a dependence stays in one activation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Over {
    /// Both are in one activation of a function.
    Within,
    /// From a function to its callers.
    Up,
    /// From a call to its callee.
    Down,
}

/// One dependence.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Dependence {
    /// Its target.
    pub on: Vertex,
    /// Why.
    pub kind: DependenceKind,
    /// Whose activation it is in.
    pub over: Over,
}

/// Size of the part of the graph that was asked for, so far, and the time for it. But for times the same for the same questions.
#[derive(Clone, Copy, Debug, Default)]
pub struct GraphCost {
    /// Its vertices.
    pub vertices: u64,
    /// Its dependences.
    pub dependences: u64,
    /// Those of them that are flow dependences.
    pub flow_dependences: u64,
    /// How many locations the searches for definitions went through.
    pub steps: u64,
    /// Time for the graph, with what pointers may point to.
    pub time: Duration,
    /// Time for the searches for definitions, a part of it.
    pub flow_time: Duration,
}

/// The dependences of a program.
pub struct Dependences {
    pub(crate) program: Arc<Program>,
    graph: CallGraph,
    memory: Memory,
    control: Control,
    flow: Flow,
    known: FastMap<Vertex, Arc<[Dependence]>>,
    cost: GraphCost,
}

impl Dependences {
    /// The dependences of a resolved program. Nothing but the points-to partition is computed yet.
    pub fn new(program: &Arc<Program>) -> Self {
        let start = Instant::now();
        let graph = CallGraph::new(program);
        let control = Control::new(program, &graph);
        let memory = Memory::new(program, &graph);
        Dependences {
            program: Arc::clone(program),
            graph,
            memory,
            control,
            flow: Flow::default(),
            known: FastMap::default(),
            cost: GraphCost { time: start.elapsed(), ..GraphCost::default() },
        }
    }

    /// The program.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Names of the cells of its memory.
    pub fn cell_names(&self) -> CellNames {
        let of_variable = |var| self.memory.of_variable(var).into_iter().map(move |cell| (cell, var));
        CellNames::new(&self.program, self.program.vars.ids().flat_map(of_variable))
    }

    /// Cost until now.
    pub fn cost(&self) -> GraphCost {
        GraphCost { vertices: self.known.len() as u64, steps: self.flow.steps(), ..self.cost }
    }

    /// Dependences of a vertex, in order.
    pub fn of(&mut self, vertex: Vertex) -> Arc<[Dependence]> {
        if let Some(known) = self.known.get(&vertex) {
            return Arc::clone(known);
        }
        let start = Instant::now();
        let mut found = self.find(vertex);
        found.sort_unstable();
        found.dedup();
        let found: Arc<[Dependence]> = found.into();
        let flow = found.iter().filter(|dependence| dependence.kind == DependenceKind::Flow).count();
        self.cost.dependences += found.len() as u64;
        self.cost.flow_dependences += flow as u64;
        self.cost.time += start.elapsed();
        self.known.insert(vertex, Arc::clone(&found));
        found
    }

    /// All vertices of the program that something may depend on, each with what it depends on, in order.
    pub fn everything(&mut self) -> Vec<(Vertex, Arc<[Dependence]>)> {
        let mut open: Vec<Vertex> = Vec::new();
        for node in self.program.nodes.ids() {
            open.extend(self.program.nodes[node].leaving.iter().map(|edge| Vertex::Edge(*edge)));
        }
        for site in self.program.calls.ids().filter(|site| self.graph.edge_of(*site).is_some()) {
            let Some(callee) = self.program.calls[site].callee else { continue };
            open.extend(effects::returned(&self.program, site).map(|_| Vertex::ActualOut(site, Passed::Result)));
            let out = self.memory.defined_in(callee).into_iter();
            open.extend(out.map(|cell| Vertex::ActualOut(site, Passed::Memory(cell))));
        }
        let mut found = std::collections::BTreeMap::new();
        reachable(open, |vertex, open| {
            let of = self.of(vertex);
            open.extend(of.iter().map(|dependence| dependence.on));
            found.insert(vertex, of);
        });
        found.into_iter().collect()
    }

    fn find(&mut self, vertex: Vertex) -> Vec<Dependence> {
        match vertex {
            Vertex::Edge(edge) => self.of_edge(edge),
            Vertex::After(edge, cell) => {
                let mut found = self.before(cell, self.program.edges[edge].source);
                found.push(within(DependenceKind::Flow)(Vertex::Edge(edge)));
                found
            }
            Vertex::Merge(node, cell) => {
                let start = Instant::now();
                let definers = self.flow.merged(&self.program, &self.memory, cell, node);
                self.cost.flow_time += start.elapsed();
                definers.into_iter().map(within(DependenceKind::Flow)).collect()
            }
            Vertex::ActualIn(site, passed) => self.of_actual_in(site, passed),
            Vertex::ActualOut(site, passed) => self.of_actual_out(site, passed),
            Vertex::FormalIn(function, passed) => {
                let sites = self.graph.calls_of(function).iter();
                let up = |site: &CallSiteId| Dependence {
                    on: Vertex::ActualIn(*site, passed),
                    kind: DependenceKind::Flow,
                    over: Over::Up,
                };
                sites.map(up).chain([within(DependenceKind::Control)(Vertex::Entry(function))]).collect()
            }
            Vertex::FormalOut(function, passed) => self.of_formal_out(function, passed),
            Vertex::Entry(function) => {
                let edges = self.graph.calls_of(function).iter().filter_map(|site| self.graph.edge_of(*site));
                let up = |edge| Dependence { on: Vertex::Edge(edge), kind: DependenceKind::Control, over: Over::Up };
                edges.map(up).collect()
            }
            Vertex::Ends(function) => self.of_ends(function),
            Vertex::CallEnds(site) => {
                let down =
                    |callee| Dependence { on: Vertex::Ends(callee), kind: DependenceKind::Control, over: Over::Down };
                self.call(site).into_iter().chain(self.program.calls[site].callee.map(down)).collect()
            }
        }
    }

    fn of_edge(&mut self, edge: EdgeId) -> Vec<Dependence> {
        let of = &Arc::clone(&self.program).edges[edge];
        let mut found = self.of_location(of.source);
        for cell in self.memory.reads(edge) {
            found.extend(self.before(cell, of.source));
        }
        if !matches!(of.op, Op::Call(_)) {
            found.extend(
                self.memory.begins_of_addresses(edge).into_iter().map(Vertex::Edge).map(within(DependenceKind::Flow)),
            );
        }
        // A branch is in a slice with both its edges, or with none.
        if matches!(of.op, Op::Assume { .. }) {
            let others = self.program.nodes[of.source].leaving.iter().filter(|other| **other != edge);
            found.extend(others.map(|other| within(DependenceKind::Control)(Vertex::Edge(*other))));
        }
        found
    }

    /// Deciders of whether a location is passed.
    fn of_location(&mut self, node: NodeId) -> Vec<Dependence> {
        let program = &*Arc::clone(&self.program);
        let found = self.control.on(program, node).iter().map(|edge| ending(program, *edge));
        let entry = Vertex::Entry(program.nodes[node].function);
        found.chain([entry]).map(within(DependenceKind::Control)).collect()
    }

    fn before(&mut self, cell: DefinedCell, node: NodeId) -> Vec<Dependence> {
        let start = Instant::now();
        let definers = self.flow.before(&self.program, &self.memory, cell, node);
        self.cost.flow_time += start.elapsed();
        definers.into_iter().map(within(DependenceKind::Flow)).collect()
    }

    fn call(&self, site: CallSiteId) -> Option<Dependence> {
        self.graph.edge_of(site).map(Vertex::Edge).map(within(DependenceKind::Control))
    }

    fn of_actual_in(&mut self, site: CallSiteId, passed: Passed) -> Vec<Dependence> {
        let Some(edge) = self.graph.edge_of(site) else { return Vec::new() };
        let node = self.program.edges[edge].source;
        let mut found: Vec<Dependence> = self.call(site).into_iter().collect();
        match passed {
            Passed::Memory(cell) => found.extend(self.before(cell, node)),
            Passed::Parameter(param) => {
                let value = effects::passed(&self.program, site).find(|(var, _)| *var == param);
                let value = value.and_then(|(_, value)| value).map(ExprOrPlace::Expr);
                for cell in self.memory.read_by(value.into_iter().collect()) {
                    found.extend(self.before(cell, node));
                }
                let begins = self.memory.begins_of_addresses(edge);
                found.extend(begins.into_iter().map(Vertex::Edge).map(within(DependenceKind::Flow)));
            }
            Passed::Result => {}
        }
        found
    }

    fn of_actual_out(&mut self, site: CallSiteId, passed: Passed) -> Vec<Dependence> {
        let mut found: Vec<Dependence> = self.call(site).into_iter().collect();
        let Some(callee) = self.program.calls[site].callee else { return found };
        let down =
            |passed| Dependence { on: Vertex::FormalOut(callee, passed), kind: DependenceKind::Flow, over: Over::Down };
        found.push(down(passed));
        // What a result does not overwrite is as the callee has left it.
        if let (Passed::Result, Some((to, _)), Some(edge)) =
            (passed, effects::returned(&self.program, site), self.graph.edge_of(site))
        {
            for cell in self.memory.of_variable(to) {
                if self.memory.is_private(cell) {
                    continue;
                }
                found.extend(self.before(cell, self.program.edges[edge].source));
                if self.memory.may_define(callee, cell) {
                    found.push(down(Passed::Memory(cell)));
                }
            }
        }
        found
    }

    fn of_formal_out(&mut self, function: FunctionId, passed: Passed) -> Vec<Dependence> {
        let program = &*Arc::clone(&self.program);
        let mut found = vec![within(DependenceKind::Control)(Vertex::Entry(function))];
        let Some(body) = program.functions[function].body else { return found };
        let cells = match passed {
            Passed::Memory(cell) => vec![cell],
            Passed::Result => program.functions[function].result.map_or(Vec::new(), |var| self.memory.of_variable(var)),
            Passed::Parameter(_) => Vec::new(),
        };
        for cell in cells {
            found.extend(self.before(cell, body.exit));
        }
        found
    }

    fn of_ends(&mut self, function: FunctionId) -> Vec<Dependence> {
        let program = &*Arc::clone(&self.program);
        let mut found = Vec::new();
        // Functions that cannot end the program are not walked over.
        if !self.control.ending().of(function) {
            return found;
        }
        let Some(body) = program.functions[function].body else { return found };
        reachable([body.entry], |node, open| {
            for (id, edge) in program.leaving(node) {
                open.push(edge.target);
                if self.control.ending().at(program, id) {
                    found.push(within(DependenceKind::Control)(ending(program, id)));
                }
            }
        });
        found
    }
}

/// Decider of whether control goes on behind an edge.
fn ending(program: &Program, edge: EdgeId) -> Vertex {
    match program.edges[edge].op {
        Op::Call(site) => Vertex::CallEnds(site),
        _ => Vertex::Edge(edge),
    }
}

fn within(kind: DependenceKind) -> impl Fn(Vertex) -> Dependence {
    move |on| Dependence { on, kind, over: Over::Within }
}
