//! The part of a program that an execution can be in before it comes to one of some edges.
//!
//! An execution from which no such edge can be reached any more violates none of them, whatever it does, so it may end there: loops
//! behind the last obligation that is asked about need no invariant, and no unrolling. Over-approximation: control alone is
//! looked at, and a function returns to each of its callers, so a location from which an execution gets to an edge is kept.

use cairn_base::{FastMap, IdVec};
use cairn_ir::{CallGraph, EdgeId, FunctionId, NodeId, Op, Program};

/// Ends executions where they can come to none of the edges any more.
pub(super) fn end_behind(program: &mut Program, edges: &[EdgeId]) {
    let live = before(program, edges);
    let entries: FastMap<FunctionId, NodeId> =
        program.functions.iter_ids().filter_map(|(id, function)| Some((id, function.body?.entry))).collect();
    for edge in program.edges.ids() {
        let data = &program.edges[edge];
        if !live[data.source] || live[data.target] || edges.contains(&edge) || data.op.ends_path() {
            continue;
        }
        let into = match data.op {
            Op::Call(site) => program.calls[site].callee.and_then(|callee| entries.get(&callee)).copied(),
            _ => None,
        };
        // A call that comes to an edge inside is made, and what is behind it ends.
        let ended = match into.filter(|entry| live[*entry]) {
            Some(_) => program.nodes[data.target].leaving.clone(),
            None => std::iter::once(edge).collect(),
        };
        for edge in ended {
            program.edges[edge].op = Op::Halt;
        }
    }
}

/// The locations from which control can get to one of the edges.
fn before(program: &Program, edges: &[EdgeId]) -> IdVec<NodeId, bool> {
    let calls = CallGraph::new(program);
    let mut live: IdVec<NodeId, bool> = program.nodes.iter().map(|_| false).collect();
    let mut work: Vec<NodeId> = edges.iter().map(|edge| program.edges[*edge].source).collect();
    while let Some(node) = work.pop() {
        if std::mem::replace(&mut live[node], true) {
            continue;
        }
        for entering in &program.nodes[node].entering {
            let edge = &program.edges[*entering];
            if edge.op.ends_path() {
                continue;
            }
            work.push(edge.source);
            if let Op::Call(site) = edge.op
                && let Some(body) = program.calls[site].callee.and_then(|callee| program.functions[callee].body)
            {
                work.push(body.exit);
            }
        }
        let function = program.nodes[node].function;
        if program.functions[function].body.is_some_and(|body| body.entry == node) {
            let sites = calls.calls_of(function).iter().filter_map(|site| calls.edge_of(*site));
            work.extend(sites.map(|edge| program.edges[edge].source));
        }
    }
    live
}
