//! Cycles to be finite: loops and recursive components.
//!
//! An execution that does not end either takes infinitely many steps in one frame, and then comes to the heads of one of its
//! loops without end while it stays in that loop; or there are ever more frames, and from some frame on each calls the next
//! within one component of the call graph. So a program ends on all inputs if no [`Cycle`] of it is passed without end.

use cairn_base::Span;
use cairn_ir::loops::Loops;
use cairn_ir::program::Program;
use cairn_ir::{CallGraph, EdgeId, FunctionId, NodeId, Op};
use std::collections::BTreeSet;

/// A part of a program that must not be passed without end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cycle {
    /// Its kind.
    pub kind: CycleKind,
    /// The functions that it is in: one for a loop.
    pub functions: Vec<FunctionId>,
    /// Where its text begins.
    pub span: Span,
    /// The edges of its loop, or of its functions.
    pub edges: Vec<EdgeId>,
}

/// The two kinds of cycles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CycleKind {
    /// A loop: an activation of it begins along an edge of the first list, or where the function is entered at one of the heads, and comes back along one of the second.
    Loop {
        /// Where control enters.
        heads: Vec<NodeId>,
        /// Edges to a head from outside of the loop.
        begins: Vec<EdgeId>,
        /// Edges to a head from inside of it.
        repeats: Vec<EdgeId>,
    },
    /// Functions that may call each other, by the edges of these calls.
    Recursion {
        /// The calls.
        calls: Vec<EdgeId>,
    },
}

/// The cycles of a program, inner loops first.
pub fn cycles(program: &Program) -> Vec<Cycle> {
    let loops = Loops::new(program);
    let mut found = Vec::new();
    let mut ids: Vec<_> = loops.loops.ids().collect();
    ids.sort_by_key(|id| (std::cmp::Reverse(loops.loops[*id].depth), *id));
    for id in ids {
        let of = &loops.loops[id];
        let (mut begins, mut repeats, mut edges) = (Vec::new(), Vec::new(), Vec::new());
        for node in loops.body(id) {
            edges.extend(program.nodes[node].leaving.iter().copied());
        }
        for head in &of.heads {
            for edge in &program.nodes[*head].entering {
                let inside = loops.contains(id, program.edges[*edge].source);
                if inside { repeats.push(*edge) } else { begins.push(*edge) }
            }
        }
        let function = program.nodes[of.heads[0]].function;
        let span = first_span(program, &edges, program.functions[function].span);
        let kind = CycleKind::Loop { heads: of.heads.clone(), begins, repeats };
        found.push(Cycle { kind, functions: vec![function], span, edges });
    }
    let graph = CallGraph::new(program);
    for component in graph.components() {
        if !component.iter().any(|function| graph.is_recursive(*function)) {
            continue;
        }
        let members: BTreeSet<FunctionId> = component.iter().copied().collect();
        let is_inside = |edge: EdgeId| members.contains(&program.nodes[program.edges[edge].source].function);
        let edges: Vec<EdgeId> = program.edges.ids().filter(|edge| is_inside(*edge)).collect();
        let calls = edges.iter().copied().filter(|edge| match program.edges[*edge].op {
            Op::Call(site) => program.calls[site].callee.is_some_and(|callee| members.contains(&callee)),
            _ => false,
        });
        let calls: Vec<EdgeId> = calls.collect();
        let functions: Vec<FunctionId> = members.into_iter().collect();
        let span = program.functions[functions[0]].span;
        found.push(Cycle { kind: CycleKind::Recursion { calls }, functions, span, edges });
    }
    found
}

/// The first text among edges, by its place.
fn first_span(program: &Program, edges: &[EdgeId], otherwise: Span) -> Span {
    let spans = edges.iter().map(|edge| program.edges[*edge].span).filter(|span| !span.is_none());
    spans.min_by_key(|span| (span.start, span.end)).unwrap_or(otherwise)
}

impl Cycle {
    /// The function that it is in; of several the first.
    pub fn function(&self) -> FunctionId {
        self.functions[0]
    }
    /// Whether it is a loop.
    pub fn is_loop(&self) -> bool {
        matches!(self.kind, CycleKind::Loop { .. })
    }
}
