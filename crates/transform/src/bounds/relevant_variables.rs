//! The variables that the ranges are asked about: the variables on which subscripts depend, and the constants to widen to.
//!
//! A variable is followed only when a subscript depends on it, by assignments, calls and comparisons: most functions have
//! none, and cost nothing.

use super::range;
use cairn_base::id::{Id, IdVec};
use cairn_ir::expr::{ExprKind, PlaceId, PlaceKind};
use cairn_ir::ids::{EdgeId, VarId};
use cairn_ir::interval::Interval;
use cairn_ir::op::Op;
use cairn_ir::program::Program;
use cairn_ir::reachable;
use cairn_ir::types::Scalar;
use cairn_ir::walk::ExprOrPlace;

/// The constants that the program compares with, their neighbours, and the ends of the types.
pub(super) fn thresholds(program: &Program) -> Vec<i128> {
    let mut steps = vec![0, 1];
    for bits in [8, 16, 32, 64] {
        for signed in [false, true] {
            steps.extend(
                Interval::of_type(Scalar::Int { bits, signed }).into_iter().flat_map(|all| [all.low, all.high]),
            );
        }
    }
    for (_, expr) in program.exprs.exprs() {
        let ExprKind::Binary(op, x, y) = expr.kind else { continue };
        for side in [x, y].into_iter().filter(|_| op.is_comparison()) {
            if let Some(range) = range::of(program, &super::Nothing, side)
                && range.low == range.high
            {
                steps.extend([range.low - 1, range.low, range.low + 1]);
            }
        }
    }
    steps.sort_unstable();
    steps.dedup();
    steps
}

/// The variables on which the subscripts depend, of those that only their names change.
pub(super) fn followed(program: &Program, uses: &[(EdgeId, Vec<PlaceId>)]) -> IdVec<VarId, Option<Interval>> {
    let mut may: IdVec<VarId, Option<Interval>> = program
        .vars
        .iter()
        .map(|var| var.frame().and(program.types.scalar(var.ty)).and_then(Interval::of_type))
        .collect();
    for (_, expr) in program.exprs.exprs() {
        if let ExprKind::AddressOf(place) = expr.kind
            && let Some(var) = program.exprs.root_variable(place)
        {
            may[var] = None;
        }
    }
    // What is assigned to a variable, passed for it or compared with it is of interest, too.
    let mut sources: IdVec<VarId, Vec<ExprOrPlace>> = program.vars.iter().map(|_| Vec::new()).collect();
    for edge in program.edges.iter() {
        match &edge.op {
            Op::Assign { place, value } => {
                if let PlaceKind::Var(var) = program.exprs[*place].kind {
                    sources[var].push((*value).into());
                }
            }
            Op::Assume { cond, .. } => {
                for var in program.exprs.variables_in([(*cond).into()]) {
                    sources[var].push((*cond).into());
                }
            }
            Op::Call(site) => {
                let call = &program.calls[*site];
                let Some(callee) = call.callee else { continue };
                for (param, arg) in program.functions[callee].params.iter().zip(&call.args) {
                    sources[*param].push((*arg).into());
                }
            }
            _ => {}
        }
    }
    let starts: Vec<ExprOrPlace> = uses
        .iter()
        .flat_map(|(_, places)| places)
        .filter_map(|place| match program.exprs[*place].kind {
            PlaceKind::Index(_, index) => Some(index.into()),
            _ => None,
        })
        .collect();
    let mut wanted: IdVec<VarId, bool> = program.vars.iter().map(|_| false).collect();
    reachable(starts, |part, open| {
        for var in program.exprs.variables_in([part]) {
            if may[var].is_some() && !std::mem::replace(&mut wanted[var], true) {
                open.append(&mut sources[var]);
            }
        }
    });
    for index in 0..may.len() {
        let var = VarId::from_index(index);
        if !wanted[var] {
            may[var] = None;
        }
    }
    may
}
