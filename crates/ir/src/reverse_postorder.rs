//! Reverse post-order and loop heads of every automaton.
//!
//! One depth-first search a function, without recursion. Successors are searched last to first, so that the order
//! follows the text: the true branch before the false one, a loop's body before what comes after the loop. An edge
//! that goes to a node of the same or a smaller position closes a loop (it is a *retreating* edge of the search), and
//! its target is a loop head; every cycle has at least one such edge, so cutting all loop heads leaves no cycle, for
//! irreducible graphs as well.

use crate::ids::{FunctionId, NodeId};
use crate::program::Program;
use cairn_base::id::Id;

/// The nodes of a function that are reachable from its entry, in reverse post-order.
pub fn reverse_post_order(program: &Program, function: FunctionId) -> Vec<NodeId> {
    let Some(body) = program.functions[function].body else { return Vec::new() };
    let mut seen = vec![false; program.nodes.len()];
    search(program, body.entry, &mut seen)
}

/// As [`reverse_post_order`], from one entry, with a table of seen nodes that the caller may share between functions.
pub fn search(program: &Program, entry: NodeId, seen: &mut [bool]) -> Vec<NodeId> {
    let leaving = |node: NodeId| &program.nodes[node].leaving;
    search_in(
        entry,
        |node| std::mem::replace(&mut seen[node.index()], true),
        |node| leaving(node).len(),
        |node, at| program.edges[leaving(node)[at]].target,
    )
}

/// The vertices of any graph that are reachable from `root`, in reverse post-order. `see` marks a vertex and says whether
/// it was marked before; vertex `v` has `count(v)` successors, of which `successor(v, i)` is the one at `i`.
pub(crate) fn search_in<V: Copy>(
    root: V,
    mut see: impl FnMut(V) -> bool,
    count: impl Fn(V) -> usize,
    successor: impl Fn(V, usize) -> V,
) -> Vec<V> {
    let mut done = Vec::new();
    // A vertex and how many of its successors are still to be searched.
    let mut open: Vec<(V, usize)> = Vec::new();
    see(root);
    open.push((root, count(root)));
    while let Some((vertex, left)) = open.last_mut() {
        if *left == 0 {
            done.push(*vertex);
            open.pop();
            continue;
        }
        *left -= 1;
        let target = successor(*vertex, *left);
        if !see(target) {
            open.push((target, count(target)));
        }
    }
    done.reverse();
    done
}

/// Sets [`crate::Node::order`] and [`crate::Node::loop_head`] of every node. Nodes that are not reachable from their
/// function's entry (an exit that nothing returns to) come last.
pub fn set_order(program: &mut Program) {
    let mut seen = vec![false; program.nodes.len()];
    let mut next = vec![0u32; program.functions.len()];
    for function in program.functions.ids() {
        let Some(body) = program.functions[function].body else { continue };
        let order = search(program, body.entry, &mut seen);
        for (position, node) in order.iter().enumerate() {
            program.nodes[*node].order = position as u32;
            program.nodes[*node].loop_head = false;
        }
        next[function.index()] = order.len() as u32;
    }
    for node in program.nodes.ids() {
        if !seen[node.index()] {
            let node = &mut program.nodes[node];
            node.order = next[node.function.index()];
            node.loop_head = false;
            next[node.function.index()] += 1;
        }
    }
    for edge in program.edges.ids() {
        let (source, target) = (program.edges[edge].source, program.edges[edge].target);
        if program.nodes[target].order <= program.nodes[source].order {
            program.nodes[target].loop_head = true;
        }
    }
}
