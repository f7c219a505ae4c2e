//! Forward over the copy of one instance, until nothing changes.

use cairn_base::FastMap;
use cairn_ir::ids::{EdgeId, NodeId};
use cairn_ir::program::Program;

/// What holds at each node that the instance comes to: `transfer` is an edge's, `join` that of what comes to a node on two ways.
pub(super) fn forward<S: Clone + PartialEq>(
    program: &Program,
    first: NodeId,
    begin: S,
    transfer: impl Fn(&S, NodeId, EdgeId) -> S,
    join: impl Fn(&S, &S) -> S,
) -> FastMap<NodeId, S> {
    let mut states: FastMap<NodeId, S> = std::iter::once((first, begin)).collect();
    let mut open = vec![first];
    while let Some(node) = open.pop() {
        for edge in &program.nodes[node].leaving {
            let new = transfer(&states[&node], node, *edge);
            let target = program.edges[*edge].target;
            let new = match states.get(&target) {
                Some(old) => Some(join(old, &new)).filter(|joined| joined != old),
                None => Some(new),
            };
            if let Some(new) = new {
                states.insert(target, new);
                open.push(target);
            }
        }
    }
    states
}
