//! Pruning: what cannot be reached goes, and what does nothing is merged away.
//!
//! - Nothing follows a Halt or Unsupported edge; each gets a node of its own without successors.
//! - An assumption on a constant is no choice: the edge becomes a Skip, or goes.
//! - A node that only skips on is the same location as the one it skips to. Label edges stay (specifications look at
//!   them), a cycle of nothing but skips stays one self-loop (`for (;;);` never ends, and must not return), and the
//!   entry of a function keeps no entering edges if it had none.
//! - Nodes and edges that no path from the function's entry reaches go; so do the bodies of functions that are neither
//!   called nor have their address taken in code that is reached from the start. A function's exit stays.
//!
//! The arenas are rebuilt dense, functions in order, nodes in reverse post-order, edges by their source: a program
//! prints the same whatever detours the front end took, and neighbours are neighbours in memory. All old ids of nodes,
//! edges and call sites are void afterwards.

use cairn_base::id::{Id, IdVec};
use cairn_ir::expr::{ExprId, ExprKind};
use cairn_ir::ids::{EdgeId, FunctionId, NodeId};
use cairn_ir::op::Op;
use cairn_ir::program::{Body, Edge, EdgeList, Node, Program};
use cairn_ir::reverse_postorder;
use cairn_ir::types::Scalar;

/// Folds assumptions on constants and cuts what follows an end: what may make less code reachable. First of the passes.
pub fn cut(program: &mut Program) {
    fold_assumptions(program);
    cut_ends(program);
    list_entering(program);
}

/// The passes above only keep the lists of leaving edges; taking one edge off a list of thousands of entering ones would
/// make a program of many `abort` calls quadratic.
pub(crate) fn list_entering(program: &mut Program) {
    program.nodes.iter_mut().for_each(|node| node.entering.clear());
    for node in program.nodes.ids() {
        for i in 0..program.nodes[node].leaving.len() {
            let edge = program.nodes[node].leaving[i];
            let target = program.edges[edge].target;
            program.nodes[target].entering.push(edge);
        }
    }
}

/// Merges skips and rebuilds the arenas from the functions that are `reached`; the others lose their bodies. Sets the
/// order of the nodes and marks loop heads. Last of the passes.
pub fn compact(program: &mut Program, reached: &IdVec<FunctionId, bool>) {
    let forward = skip_targets(program, reached);
    rebuild(program, reached, &forward);
}

/// The same for a program that was changed after [`crate::finish`]: every function with a body stays.
pub fn rebuild_changed(program: &mut Program) {
    let reached: IdVec<_, bool> = program.functions.iter().map(|function| function.body.is_some()).collect();
    list_entering(program);
    compact(program, &reached);
}

/// The same where control may come to fewer functions than before: those that it cannot come to lose their bodies.
pub fn rebuild_reached(program: &mut Program) {
    let reached = crate::threads::called(program);
    list_entering(program);
    compact(program, &reached);
}

/// Whether a condition is a constant, and which.
pub(crate) fn constant_truth(program: &Program, cond: ExprId) -> Option<bool> {
    let expr = &program.exprs[cond];
    match (&expr.kind, program.types.scalar(expr.ty)) {
        (ExprKind::Constant(bits), Some(Scalar::Int { .. } | Scalar::Bool | Scalar::Pointer { .. })) => {
            Some(*bits != 0)
        }
        _ => None,
    }
}

/// Assumptions on constants: a true one becomes Skip, a false one is taken off its source. A false one that stands
/// alone stays, since nothing else says that the path is blocked there; what follows it is cut off.
fn fold_assumptions(program: &mut Program) {
    for edge in program.edges.ids() {
        let Op::Assume { cond, truth } = program.edges[edge].op else { continue };
        let Some(value) = constant_truth(program, cond) else { continue };
        let Edge { source, span, .. } = program.edges[edge];
        if value == truth {
            program.edges[edge].op = Op::Skip;
        } else if program.nodes[source].leaving.len() > 1 {
            program.nodes[source].leaving.retain(|e| *e != edge);
        } else {
            let function = program.nodes[source].function;
            let (after, end) = (program.add_node(function), program.add_node(function));
            program.edges[edge].target = after;
            program.add_edge(after, end, Op::Halt, span);
        }
    }
}

/// Gives every Halt and Unsupported edge a target of its own.
fn cut_ends(program: &mut Program) {
    for edge in program.edges.ids() {
        if program.edges[edge].op.ends_path() {
            let function = program.nodes[program.edges[edge].source].function;
            let end = program.add_node(function);
            program.edges[edge].target = end;
        }
    }
}

/// For each node the one that stands for it once skips are merged.
fn skip_targets(program: &Program, reached: &IdVec<FunctionId, bool>) -> Vec<NodeId> {
    let mut forward: Vec<NodeId> = program.nodes.ids().collect();
    // `forward` follows single Skip edges; a chain that comes back to itself stops at the node where it was entered.
    let mut state = vec![0u8; program.nodes.len()];
    let mut chain = Vec::new();
    for node in program.nodes.ids() {
        let mut at = node;
        let stop = loop {
            match state[at.index()] {
                2 => break forward[at.index()],
                1 => break at,
                _ => {}
            }
            state[at.index()] = 1;
            chain.push(at);
            match skip_successor(program, at) {
                Some(next) => at = next,
                None => break at,
            }
        };
        for at in chain.drain(..) {
            forward[at.index()] = stop;
            state[at.index()] = 2;
        }
    }
    keep_entries(program, reached, &mut forward);
    forward
}

/// The entry of a function is merged only into a node that nothing else enters, so that it does not become a loop head
/// or a join.
fn keep_entries(program: &Program, reached: &IdVec<FunctionId, bool>, forward: &mut [NodeId]) {
    let mut live = None;
    for (id, function) in program.functions.iter_ids() {
        let (Some(body), true) = (function.body, reached[id]) else { continue };
        let target = forward[body.entry.index()];
        let mut at = body.entry;
        while at != target {
            let Some(next) = skip_successor(program, at) else { break };
            let mut entering = program.nodes[next].entering.len();
            if entering > 1 {
                // Edges from code that is not reached do not count. Few functions need to know.
                let live = live.get_or_insert_with(|| live_nodes(program, reached));
                let from = program.predecessors(next);
                entering = from.filter(|source| live[source.index()]).count();
            }
            if entering > 1 || next == body.exit {
                forward[body.entry.index()] = body.entry;
                break;
            }
            at = next;
        }
    }
}

fn live_nodes(program: &Program, reached: &IdVec<FunctionId, bool>) -> Vec<bool> {
    let mut live = vec![false; program.nodes.len()];
    for (id, function) in program.functions.iter_ids() {
        if let (Some(body), true) = (function.body, reached[id]) {
            reverse_postorder::search(program, body.entry, &mut live);
        }
    }
    live
}

fn skip_successor(program: &Program, node: NodeId) -> Option<NodeId> {
    match *program.nodes[node].leaving.as_slice() {
        [edge] if program.edges[edge].op == Op::Skip => Some(program.edges[edge].target),
        _ => None,
    }
}

/// Builds the arenas anew from the entries of the reached functions.
fn rebuild(program: &mut Program, reached: &IdVec<FunctionId, bool>, forward: &[NodeId]) {
    // Redirect first, then search: the search sees the merged graph.
    for edge in program.edges.iter_mut() {
        edge.target = forward[edge.target.index()];
    }
    let mut seen = vec![false; program.nodes.len()];
    let mut new_id = vec![None::<NodeId>; program.nodes.len()];
    let mut nodes: IdVec<NodeId, Node> = IdVec::new();
    let mut kept: Vec<NodeId> = Vec::new();
    for function in program.functions.ids() {
        let Some(mut body) = program.functions[function].body else { continue };
        if !reached[function] {
            program.functions[function].body = None;
            continue;
        }
        body.entry = forward[body.entry.index()];
        // The exit has no leaving edge, so it is its own representative.
        let order = reverse_postorder::search(program, body.entry, &mut seen);
        let exit = (!seen[body.exit.index()]).then_some(body.exit);
        for (position, old) in order.into_iter().chain(exit).enumerate() {
            seen[old.index()] = true;
            let (leaving, entering) = (EdgeList::new(), EdgeList::new());
            let node = Node { function, leaving, entering, loop_head: false, order: position as u32 };
            new_id[old.index()] = Some(nodes.push(node));
            kept.push(old);
        }
        let id = |old: NodeId| new_id[old.index()].unwrap_or(old);
        program.functions[function].body = Some(Body { entry: id(body.entry), exit: id(body.exit) });
    }
    let mut edges: IdVec<EdgeId, Edge> = IdVec::new();
    let mut calls = IdVec::new();
    for old in kept {
        for edge in std::mem::take(&mut program.nodes[old].leaving) {
            let edge = &mut program.edges[edge];
            let (Some(source), Some(target)) = (new_id[old.index()], new_id[edge.target.index()]) else { continue };
            let span = edge.span;
            let mut op = std::mem::replace(&mut edge.op, Op::Skip);
            if let Op::Call(site) | Op::CallPointer { site, .. } = &mut op {
                // Each site is on one edge, so a clone is a move in all but name.
                *site = calls.push(program.calls[*site].clone());
            }
            let new = edges.push(Edge { source, target, op, span });
            nodes[source].leaving.push(new);
            nodes[target].entering.push(new);
            // Nodes are numbered in reverse post-order: an edge that goes back closes a loop.
            nodes[target].loop_head |= target <= source;
        }
    }
    program.pointer_calls.retain_mut(|call| {
        let new = new_id[forward[call.node.index()].index()];
        call.node = new.unwrap_or(call.node);
        new.is_some()
    });
    program.nodes = nodes;
    program.edges = edges;
    program.calls = calls;
}
