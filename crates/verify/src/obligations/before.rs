//! The part of a program that an execution can be in before it comes to one of some edges.
//!
//! An execution from which no such edge can be reached any more violates none of them, whatever it does, so it may end there: loops
//! behind the last obligation that is asked about need no invariant, and no unrolling. Over-approximation: control alone is
//! looked at, and a function returns to each of its callers, so a location from which an execution gets to an edge is kept.

use cairn_base::FastIndexSet;
use cairn_ir::reachable;
use cairn_ir::{CallGraph, EdgeId, NodeId, Op, Program};

/// Ends executions where they can come to none of the edges any more: at the first location from which there is no way. The edge to it stays,
/// since it may be one way of a branch.
pub(super) fn end_behind(program: &mut Program, edges: &[EdgeId]) {
    let live = before(program, edges);
    let is_border = |node: &NodeId| {
        let mut entering = program.nodes[*node].entering.iter().map(|edge| &program.edges[*edge]);
        !live.contains(node) && entering.any(|edge| live.contains(&edge.source) && !edge.op.ends_path())
    };
    let is_asked = |node: &NodeId| program.nodes[*node].entering.iter().any(|edge| edges.contains(edge));
    let border: Vec<NodeId> = program.nodes.ids().filter(|node| is_border(node) && !is_asked(node)).collect();
    for node in border {
        // The exit of a function has no edge: control goes to the callers, behind whose calls it ends.
        replace_behind(program, node, Op::Halt);
    }
}

/// Has one operation at a location in place of all that come next: of a branch only one way stays, since two ways without conditions are
/// nothing that an execution can choose between.
pub(super) fn replace_behind(program: &mut Program, node: NodeId, op: Op) {
    let leaving = program.nodes[node].leaving.clone();
    let Some((first, others)) = leaving.split_first() else { return };
    program.edges[*first].op = op;
    for other in others {
        let target = program.edges[*other].target;
        program.nodes[target].entering.retain(|edge| edge != other);
    }
    program.nodes[node].leaving.truncate(1);
}

/// The locations from which control can get to one of the edges.
fn before(program: &Program, edges: &[EdgeId]) -> FastIndexSet<NodeId> {
    let calls = CallGraph::new(program);
    reachable(edges.iter().map(|edge| program.edges[*edge].source), |node, open| {
        for entering in &program.nodes[node].entering {
            let edge = &program.edges[*entering];
            if edge.op.ends_path() {
                continue;
            }
            open.push(edge.source);
            open.extend(program.body_called(&edge.op).map(|body| body.exit));
        }
        if program.is_entry(node) {
            let sites = calls.calls_of(program.nodes[node].function).iter().filter_map(|site| calls.edge_of(*site));
            open.extend(sites.map(|edge| program.edges[edge].source));
        }
    })
}
