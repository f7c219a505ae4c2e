//! Random automata of one function with three variables, and what dominates, decides and reaches in them by the definitions:
//! over paths, too slow to use.

#![allow(dead_code)]

use cairn_base::Span;
use cairn_ir::types::IntKind;
use cairn_ir::{
    BinaryOp, CallGraph, ControlGraph, EdgeId, Ending, ExprKind, FunctionId, MachineModel, NodeId, Op, Program, VarId,
    VarKind,
};
use cairn_test_support::Random;
use std::collections::BTreeSet;

/// An automaton with what its operations read and write.
pub struct Automaton {
    pub program: Program,
    pub function: FunctionId,
    /// What each edge reads.
    pub reads: Vec<(EdgeId, VarId)>,
    /// What each edge writes.
    pub writes: Vec<(EdgeId, VarId)>,
    /// The nodes that control reaches, in reverse post-order.
    pub nodes: Vec<NodeId>,
    ends: BTreeSet<NodeId>,
    ending: Ending,
}

impl Automaton {
    pub fn random(random: &mut Random) -> Self {
        let mut p = Program::empty(MachineModel::Lp64);
        let (void, int) = (p.types.void(), p.types.int(IntKind::Int));
        let function = p.add_function("start", void);
        p.start = function;
        let body = p.add_body(function);
        let count = 3 + random.below(8);
        let mut nodes: Vec<NodeId> = vec![body.entry];
        nodes.extend((2..count).map(|_| p.add_node(function)));
        nodes.push(body.exit);
        let vars = ["a", "b", "c"].map(|name| p.add_var(name, int, VarKind::Local, Some(function)));
        let (mut reads, mut writes) = (Vec::new(), Vec::new());
        // Only from nodes that control reaches, in the order in which it does: programs have no others.
        let (mut open, mut seen) = (vec![0], BTreeSet::from([0, count - 1]));
        while let Some(at) = open.pop() {
            let from = &nodes[at];
            let (x, y) = (*random.pick(&vars), *random.pick(&vars));
            // Forwards mostly, so that not all is one loop.
            let mut to = || match random.chance(70) {
                true => nodes[(at + 1 + random.below(3)).min(count - 1)],
                false => nodes[random.below(count)],
            };
            let (first, second) = (to(), to());
            let loaded = [p.var_value(x), p.var_value(y)];
            let equal = p.exprs.expr(ExprKind::Binary(BinaryOp::Eq, loaded[0], loaded[1]), int);
            let mut new: Vec<EdgeId> = Vec::new();
            match random.below(12) {
                0..4 => {
                    p.add_branch(*from, equal, first, second, Span::NONE);
                    new.extend(p.nodes[*from].leaving.iter());
                }
                4..8 => {
                    let target = *random.pick(&vars);
                    let sum = p.exprs.expr(ExprKind::Binary(BinaryOp::Add, loaded[0], loaded[1]), int);
                    let place = p.var_place(target);
                    let edge = p.add_edge(*from, first, Op::Assign { place, value: sum }, Span::NONE);
                    new.push(edge);
                    writes.push((edge, target));
                }
                8 => {
                    let value = p.exprs.expr(ExprKind::Constant(at as u128), int);
                    let place = p.var_place(x);
                    let edge = p.add_edge(*from, first, Op::Assign { place, value }, Span::NONE);
                    writes.push((edge, x));
                }
                9 => new.push(p.add_edge(*from, first, Op::Assume { cond: equal, truth: true }, Span::NONE)),
                10 => {
                    p.add_edge(*from, body.exit, Op::Halt, Span::NONE);
                }
                _ => {
                    p.add_edge(*from, first, Op::Skip, Span::NONE);
                }
            }
            let targets: Vec<NodeId> =
                p.leaving(*from).filter(|(_, e)| e.op != Op::Halt).map(|(_, e)| e.target).collect();
            for target in targets {
                let next = nodes.iter().position(|node| *node == target).expect("a node");
                open.extend(seen.insert(next).then_some(next));
            }
            reads.extend(new.into_iter().flat_map(|edge| [(edge, x), (edge, y)]));
        }
        cairn_ir::reverse_postorder::set_order(&mut p);
        let ending = Ending::new(&p, &CallGraph::new(&p));
        let nodes = ControlGraph::forwards(&p, function).nodes;
        let mut found = Self { program: p, function, reads, writes, nodes, ends: BTreeSet::new(), ending };
        found.ends = found.find_ends();
        found
    }

    /// Where control may end: where nothing goes on, where something may not go on, and at the first node of each loop that
    /// is never left.
    fn find_ends(&self) -> BTreeSet<NodeId> {
        let p = &self.program;
        let stops = |node: &NodeId| {
            let leaving = &p.nodes[*node].leaving;
            leaving.is_empty() || leaving.iter().any(|edge| self.ending.at(p, *edge))
        };
        let mut ends: BTreeSet<NodeId> = self.nodes.iter().copied().filter(stops).collect();
        for node in &self.nodes {
            let around = self.reached(&[*node], None);
            let endless = around.iter().all(|n| !stops(n) && self.reached(&[*n], None) == around);
            if endless && around.iter().all(|n| !ends.contains(n)) {
                ends.insert(*node);
            }
        }
        ends
    }

    fn goes_on(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let on = self.program.leaving(node).filter(|(_, e)| !matches!(e.op, Op::Halt | Op::Unsupported(_)));
        on.map(|(_, e)| e.target)
    }

    /// What is reached from some nodes, those included, without passing one.
    fn reached(&self, from: &[NodeId], without: Option<NodeId>) -> BTreeSet<NodeId> {
        let (mut found, mut open) = (BTreeSet::new(), from.to_vec());
        while let Some(node) = open.pop() {
            if Some(node) != without && found.insert(node) {
                open.extend(self.goes_on(node));
            }
        }
        found
    }

    fn is_reached(&self, node: NodeId) -> bool {
        self.nodes.contains(&node)
    }

    /// Whether each path from the entry to `b` passes `a`, another node.
    pub fn dominates(&self, a: NodeId, b: NodeId) -> bool {
        a != b && self.is_reached(b) && !self.reached(&[self.program.entry()], Some(a)).contains(&b)
    }

    /// Whether each path from `b` to where control ends passes `a`, another node.
    pub fn post_dominates(&self, a: NodeId, b: NodeId) -> bool {
        let ways = self.reached(&[b], Some(a));
        a != b && self.is_reached(a) && self.is_reached(b) && ways.is_disjoint(&self.ends)
    }

    /// Whether an edge decides that a node is passed: some path from it to the node has before the node only what the node
    /// post-dominates, and the node does not post-dominate where the edge starts.
    pub fn decides(&self, edge: EdgeId, node: NodeId) -> bool {
        let of = &self.program.edges[edge];
        let is_branch = self.program.nodes[of.source].leaving.len() > 1 || self.ending.at(&self.program, edge);
        if !self.is_reached(of.source) || of.op == Op::Halt || !is_branch || self.post_dominates(node, of.source) {
            return false;
        }
        let (mut seen, mut open) = (BTreeSet::new(), vec![of.target]);
        while let Some(at) = open.pop() {
            if at == node {
                return true;
            }
            if self.post_dominates(node, at) && seen.insert(at) {
                open.extend(self.goes_on(at));
            }
        }
        false
    }

    /// Whether what an edge writes may be what another reads: a path between them on which nothing else writes it.
    pub fn defines(&self, writer: EdgeId, reader: EdgeId) -> bool {
        let edges = &self.program.edges;
        self.writes.iter().filter(|(edge, _)| *edge == writer).any(|(_, var)| {
            let reads = self.reads.contains(&(reader, *var));
            let (mut seen, mut open) = (BTreeSet::new(), vec![edges[writer].target]);
            while let Some(at) = open.pop() {
                if seen.insert(at) {
                    let on = self.program.leaving(at);
                    let on = on.filter(|(id, e)| e.op != Op::Halt && !self.writes.contains(&(*id, *var)));
                    open.extend(on.map(|(_, e)| e.target));
                }
            }
            reads && seen.contains(&edges[reader].source)
        })
    }

    /// What an edge depends on: definitions, what decides, and of a branch the other edge.
    pub fn dependences(&self, edge: EdgeId) -> BTreeSet<EdgeId> {
        let of = &self.program.edges[edge];
        let beside = |other: &EdgeId| {
            matches!(of.op, Op::Assume { .. }) && self.program.edges[*other].source == of.source && *other != edge
        };
        let all = self.program.edges.ids();
        all.filter(|on| self.defines(*on, edge) || self.decides(*on, of.source) || beside(on)).collect()
    }
}
