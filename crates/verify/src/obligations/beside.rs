//! The obligations that a thread may run beside: what control can come to from where a thread is started, and what the thread
//! itself runs. Of such a program only some schedules are explored ([`RUNS_BESIDE`]), so none of these is proved.
//!
//! Control is followed over calls and returns without a context, so that what counts as beside a thread is too much and not too
//! little.

use super::Obligation;
use crate::unknown_cause::{self, Explanation};
use cairn_base::{FastIndexSet, FastMap};
use cairn_front_c::contracts::own_name;
use cairn_ir::external::RUNS_BESIDE;
use cairn_ir::{EdgeId, FunctionId, NodeId, Op, Program};
use std::collections::BTreeMap;

/// The obligations that a thread may run beside, by their numbers, and why none of them is proved. Of places where nothing is
/// known of what comes, which have the given kind, those count that are among the obligations.
pub(super) fn obligations(program: &Program, all: &[Obligation], unmodelled: &str) -> BTreeMap<usize, Explanation> {
    let mut reason = None;
    let mut starts = Vec::new();
    for edge in all.iter().filter(|one| one.kind == unmodelled).flat_map(|one| &one.edges) {
        let data = &program.edges[*edge];
        let Op::Unsupported(what) = &data.op else { continue };
        if is_start(&data.op) {
            reason.get_or_insert_with(|| unknown_cause::not_modelled(what, data.span, program));
            // The branch to the other schedules.
            starts.push(data.source);
            starts.extend(program.predecessors(data.source));
        }
    }
    let Some(reason) = reason else { return BTreeMap::new() };
    let behind = reachable(program, starts);
    let is_behind = |edge: &EdgeId| behind.contains(&program.edges[*edge].source);
    let beside = |one: &Obligation| match one.edges.is_empty() {
        false => one.edges.iter().any(is_behind),
        // What was proved before it was in the program: by its place, and where that is no operation's, by its function.
        true => {
            let mut at_place = program.edges.iter().filter(|edge| edge.span == one.span).peekable();
            match at_place.peek() {
                Some(_) => at_place.any(|edge| behind.contains(&edge.source)),
                None => behind
                    .iter()
                    .any(|node| own_name(&program.functions[program.nodes[*node].function].name) == one.function),
            }
        }
    };
    let found = all.iter().enumerate().filter(|(_, one)| one.kind != unmodelled && beside(one));
    found.map(|(index, _)| (index, reason.clone())).collect()
}

/// Whether an operation stands for the schedules of a thread that are not explored.
pub(super) fn is_start(op: &Op) -> bool {
    matches!(op, Op::Unsupported(what) if what.starts_with(RUNS_BESIDE))
}

/// All nodes that control can come to from some.
fn reachable(program: &Program, starts: Vec<NodeId>) -> FastIndexSet<NodeId> {
    let mut returns: FastMap<FunctionId, Vec<NodeId>> = FastMap::default();
    for edge in program.edges.iter() {
        if let Op::Call(site) = edge.op
            && let Some(callee) = program.calls[site].callee
        {
            returns.entry(callee).or_default().push(edge.target);
        }
    }
    cairn_ir::reachable(starts, |node, open| {
        let function = program.nodes[node].function;
        if program.functions[function].body.is_some_and(|body| body.exit == node) {
            open.extend(returns.get(&function).into_iter().flatten());
        }
        for edge in program.nodes[node].leaving.iter().map(|edge| &program.edges[*edge]) {
            open.push(edge.target);
            open.extend(program.body_called(&edge.op).map(|body| body.entry));
        }
    })
}
