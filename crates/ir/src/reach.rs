//! Which functions may run, and whose address is taken.
//!
//! From the start function, through direct calls and through every mention of a function's address in reached code: a
//! function whose address is taken may be called through a pointer, so it counts as reached. This is the address-taken
//! call graph; no points-to analysis runs before the automata exist. An address in code that is never reached does not
//! count, which is what keeps a driver's unused tables of callbacks out of every indirect call.

use crate::expr::{ExprKind, PlaceKind};
use crate::op::Op;
use crate::order;
use crate::program::{FunctionId, Program, VarId};
use crate::walk::{Part, Walk};
use crate::{PlaceId, expr::Exprs};
use cairn_base::id::IdVec;

/// The variable that a place is (part of) without going through a pointer.
pub fn root_variable(exprs: &Exprs, mut place: PlaceId) -> Option<VarId> {
    loop {
        match exprs[place].kind {
            PlaceKind::Var(var) => return Some(var),
            PlaceKind::Deref(_) => return None,
            PlaceKind::Field(base, _) | PlaceKind::Index(base, _) => place = base,
        }
    }
}

/// Sets `address_taken` of every function and variable, and returns which functions may run.
pub fn reach(program: &mut Program) -> IdVec<FunctionId, bool> {
    let mut reached: IdVec<FunctionId, bool> = program.functions.iter().map(|_| false).collect();
    let mut taken_functions: IdVec<FunctionId, bool> = reached.clone();
    let mut taken_vars: IdVec<VarId, bool> = program.vars.iter().map(|_| false).collect();
    let mut seen = vec![false; program.nodes.len()];
    let mut walk = Walk::new();
    let mut roots = Vec::new();
    let mut open = vec![program.start];
    while let Some(function) = open.pop() {
        if std::mem::replace(&mut reached[function], true) {
            continue;
        }
        let Some(body) = program.functions[function].body else { continue };
        for node in order::search(program, body.entry, &mut seen) {
            for (_, edge) in program.leaving(node) {
                if let Op::Call(site) = edge.op {
                    open.extend(program.calls[site].callee);
                }
                edge.op.roots(&program.calls, &mut roots);
                for root in roots.drain(..) {
                    walk.visit(&program.exprs, root, &mut |part| {
                        let Part::Expr(expr) = part else { return };
                        match program.exprs[expr].kind {
                            ExprKind::FunctionAddress(function) => {
                                taken_functions[function] = true;
                                open.push(function);
                            }
                            ExprKind::AddressOf(place) => {
                                if let Some(var) = root_variable(&program.exprs, place) {
                                    taken_vars[var] = true;
                                }
                            }
                            _ => {}
                        }
                    });
                }
            }
        }
    }
    for (id, taken) in taken_functions.iter_ids() {
        program.functions[id].address_taken = *taken;
    }
    for (id, taken) in taken_vars.iter_ids() {
        program.vars[id].address_taken = *taken;
    }
    reached
}
