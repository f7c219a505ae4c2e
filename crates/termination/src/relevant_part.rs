//! The part of a program from which a label can be reached. Where it cannot any more, executions end at once: what a loop's ranking needs is mostly the code up to the loop, and
//! a recursion behind it would keep analyses from it.
//!
//! Control is followed over calls and returns without a context, so what counts as relevant is too much and not too little: no execution that passes the label is cut.

use cairn_base::id::IdVec;
use cairn_base::{FastIndexSet, Span};
use cairn_ir::reachable;
use cairn_ir::{FunctionId, NodeId, Op, Program};

/// Ends executions where the label cannot be reached.
pub fn cut(program: &mut Program, label: &str) {
    let reaches = reaching(program, label);
    let mut borders: Vec<NodeId> = Vec::new();
    for edge in program.edges.iter() {
        if reaches.contains(&edge.source)
            && !reaches.contains(&edge.target)
            && !program.nodes[edge.target].leaving.is_empty()
        {
            borders.push(edge.target);
        }
    }
    borders.sort_unstable();
    borders.dedup();
    for node in &borders {
        let end = program.add_node(program.nodes[*node].function);
        program.nodes[*node].leaving.clear();
        program.add_edge(*node, end, Op::Halt, Span::NONE);
    }
    if !borders.is_empty() {
        cairn_transform::rebuild_reached(program);
    }
}

/// The locations from which the label can be reached.
fn reaching(program: &Program, label: &str) -> FastIndexSet<NodeId> {
    let mut calls: IdVec<FunctionId, Vec<(NodeId, NodeId)>> = program.functions.iter().map(|_| Vec::new()).collect();
    let mut returns_to: IdVec<NodeId, Vec<NodeId>> = program.nodes.iter().map(|_| Vec::new()).collect();
    for edge in program.edges.iter() {
        let Some(body) = program.body_called(&edge.op) else { continue };
        calls[program.nodes[body.entry].function].push((edge.source, edge.target));
        returns_to[edge.target].push(body.exit);
    }
    let is_label = |op: &Op| matches!(op, Op::Label(text) if text == label);
    let starts = program.edges.iter().filter(|edge| is_label(&edge.op)).map(|edge| edge.source);
    reachable(starts, |node, open| {
        open.extend(program.predecessors(node));
        open.extend(returns_to[node].iter().copied());
        if program.is_entry(node) {
            open.extend(calls[program.nodes[node].function].iter().map(|(source, _)| *source));
        }
    })
}
