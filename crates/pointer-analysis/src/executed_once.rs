//! The edges that an execution takes at most once: edges outside all loops of functions that are called from one such edge.

use cairn_base::id::{Id, IdVec};
use cairn_ir::components::strongly_connected;
use cairn_ir::{CallGraph, EdgeId, FunctionId, NodeId, Program};

/// True for the edges that no execution takes twice.
pub(super) fn at_most_once(program: &Program, calls: &CallGraph) -> IdVec<EdgeId, bool> {
    let mut in_cycle: IdVec<NodeId, bool> = program.nodes.iter().map(|_| false).collect();
    let successors = |node: usize, out: &mut Vec<usize>| {
        out.extend(program.leaving(NodeId::from_index(node)).map(|(_, edge)| edge.target.index()));
    };
    for component in strongly_connected(program.nodes.len(), successors) {
        let itself = |n: usize| program.leaving(NodeId::from_index(n)).any(|(_, e)| e.target.index() == n);
        if component.len() > 1 || component.iter().any(|n| itself(*n)) {
            for node in component {
                in_cycle[NodeId::from_index(node)] = true;
            }
        }
    }
    let mut function_once: IdVec<FunctionId, bool> = program.functions.iter().map(|_| false).collect();
    // Callers come after callees: from the start function downwards.
    for component in calls.components().iter().rev() {
        for function in component {
            function_once[*function] = !calls.is_recursive(*function)
                && match calls.calls_of(*function) {
                    [] => *function == program.start,
                    [site] => calls.edge_of(*site).is_some_and(|edge| {
                        let source = program.edges[edge].source;
                        !in_cycle[source] && function_once[program.nodes[source].function]
                    }),
                    _ => false,
                };
        }
    }
    program
        .edges
        .iter()
        .map(|edge| !in_cycle[edge.source] && function_once[program.nodes[edge.source].function])
        .collect()
}
