//! The sliced program: the same automata, with what is outside the slice replaced by nothing (SLICE 3.2).
//!
//! Nodes, edges and variables keep their ids, so that what is found out about the sliced program can be looked up in the
//! whole one. A branch outside the slice goes the shortest way to where control ends: all that the slice has comes after
//! its ways have met again, since else it would depend on the branch, so that the way to there does not matter. A value
//! that a call passes and that does not count is zero: computing it from variables whose definitions are left out could
//! fail where the program does not.

use crate::backward::Slice;
use cairn_base::FastMap;
use cairn_ir::{CallSiteId, EdgeId, ExprId, ExprKind, IntKind, NodeId, Op, Program, TypeId, effects};
use std::collections::VecDeque;

/// The program without what is outside the slice.
pub fn apply(program: &Program, slice: &Slice) -> Program {
    let mut sliced = program.clone();
    let distance = distances(program);
    for node in program.nodes.ids() {
        let leaving = program.nodes[node].leaving.clone();
        let is_branch = leaving.len() > 1;
        let towards =
            leaving.iter().min_by_key(|edge| distance.get(&program.edges[**edge].target).unwrap_or(&u32::MAX));
        for edge in &leaving {
            if slice.contains(*edge) {
                if let Op::Call(site) = program.edges[*edge].op {
                    pass_what_counts(&mut sliced, slice, site);
                }
            } else if is_branch {
                go(&mut sliced, *edge, towards == Some(edge));
            } else if !stays(&program.edges[*edge].op) {
                sliced.edges[*edge].op = Op::Skip;
            }
        }
    }
    sliced
}

/// Whether an operation stays though nothing depends on it: where control ends, and the lifetimes of variables, which what
/// names them needs, and which read nothing.
fn stays(op: &Op) -> bool {
    matches!(op, Op::Halt | Op::Unsupported(_) | Op::Declare { .. } | Op::EndScope(_))
}

/// Moves of control from each node to where control ends in its function; none from an endless loop.
fn distances(program: &Program) -> FastMap<NodeId, u32> {
    let ends = |node: &NodeId| {
        let of = &program.nodes[*node];
        let halts = |edge: &EdgeId| matches!(program.edges[*edge].op, Op::Halt | Op::Unsupported(_));
        of.leaving.is_empty() || of.leaving.iter().any(halts)
    };
    let mut open: VecDeque<NodeId> = program.nodes.ids().filter(ends).collect();
    let mut found: FastMap<NodeId, u32> = open.iter().map(|node| (*node, 0)).collect();
    while let Some(node) = open.pop_front() {
        let next = found[&node] + 1;
        for edge in &program.nodes[node].entering {
            let source = program.edges[*edge].source;
            if let std::collections::hash_map::Entry::Vacant(entry) = found.entry(source) {
                entry.insert(next);
                open.push_back(source);
            }
        }
    }
    found
}

/// An edge of a branch is always taken, or never.
fn go(sliced: &mut Program, edge: EdgeId, taken: bool) {
    if let Op::Assume { truth, .. } = sliced.edges[edge].op {
        let int = sliced.types.int(IntKind::Int);
        let cond = sliced.exprs.expr(ExprKind::Constant(u128::from(taken == truth)), int);
        sliced.edges[edge].op = Op::Assume { cond, truth };
    }
}

fn pass_what_counts(sliced: &mut Program, slice: &Slice, site: CallSiteId) {
    let counts: Vec<bool> = effects::passed(sliced, site).map(|(param, _)| slice.passes(site, param)).collect();
    for (at, counts) in counts.into_iter().enumerate() {
        let ty = sliced.calls[site].args.get(at).map(|arg| sliced.exprs[*arg].ty);
        if let (false, Some(ty)) = (counts, ty)
            && let Some(zero) = zero(sliced, ty)
        {
            sliced.calls[site].args[at] = zero;
        }
    }
    if !slice.takes_result(site) {
        sliced.calls[site].result = None;
    }
}

fn zero(sliced: &mut Program, ty: TypeId) -> Option<ExprId> {
    sliced.types.scalar(ty).map(|_| sliced.exprs.expr(ExprKind::Constant(0), ty))
}
