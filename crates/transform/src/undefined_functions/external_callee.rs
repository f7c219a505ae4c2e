//! Calls of functions that the program does not name, through pointers that come from outside: `ops->read(x)`, where
//! another file fills the table.
//!
//! Such a function is one without a body, and a call of it does what theirs does. Behind each call through a pointer that
//! may come from outside, as far as types tell, this call is laid out beforehand: so that what it gives away, and what it
//! calls back, is found with the rest of the program. [`resolve`](mod@crate::resolve) then leads there when a pointer is
//! none of the program's functions. Null, and other numbers where no function is, end an execution
//! ([`Intrinsic::ExternalCallee`]).
//!
//! That a program only has functions of its own, or no source of such pointers, is worth knowing: its wild calls stay not
//! modelled, and it does not become larger.

use super::{Site, Undefined, choice, step};
use cairn_base::{FastMap, FastSet};
use cairn_ir::expr::ExprId;
use cairn_ir::external::Treatment;
use cairn_ir::ids::EdgeId;
use cairn_ir::mark_reachable;
use cairn_ir::op::{CallSiteId, Intrinsic, NondetSource, Op};
use cairn_ir::print::format_expr;
use cairn_ir::program::Program;
use cairn_ir::types::{FunctionType, Type, TypeId};

/// The edges that lead to these calls, by the edge of the call through a pointer. Both leave one node.
pub(crate) type ExternalCallees = FastMap<EdgeId, EdgeId>;

/// Lays out the calls of functions that the program does not name, beside those of `edges` that are still calls through
/// pointers.
pub(crate) fn prepare(program: &mut Program, undefined: &mut Undefined, edges: Vec<EdgeId>) -> ExternalCallees {
    let mut external_callees = ExternalCallees::default();
    if edges.is_empty() || program.outside.treatment == Treatment::Refuse {
        return external_callees;
    }
    let from_outside = FromOutside::of(program);
    for edge in edges {
        let Op::CallPointer { site, pointer } = program.edges[edge].op else { continue };
        let Some(ty) = called(program, pointer).cloned() else { continue };
        if from_outside.may_give(program, &ty) {
            let entry = lay_out(program, undefined, edge, site, pointer);
            external_callees.insert(edge, entry);
        }
    }
    external_callees
}

fn lay_out(
    program: &mut Program,
    undefined: &mut Undefined,
    edge: EdgeId,
    site: CallSiteId,
    pointer: ExprId,
) -> EdgeId {
    let cairn_ir::Edge { source, target, span, .. } = program.edges[edge];
    let entry = program.add_node(program.nodes[source].function);
    let to_entry = program.add_edge(source, entry, Op::Skip, span);
    let external_callee = Op::Intrinsic { which: Intrinsic::ExternalCallee, args: vec![pointer], result: None };
    let from = step(program, entry, external_callee, span);
    let call = program.calls[site].clone();
    let name = format!("*{}", format_expr(program, pointer));
    let at = Site { from, to: target, span, early: true };
    let mut end = undefined.acts(program, at, &name, false, &call.args, call.result);
    if program.outside.pointers_promise {
        // It may be declared not to return, or to change nothing: no violation rests on it that it does.
        let stays = program.add_node(program.nodes[source].function);
        super::end(program, stays, Op::Halt, span);
        end = choice(program, end, stays, NondetSource::Unmodelled(name), span);
    }
    program.add_edge(end, target, Op::Skip, span);
    to_entry
}

fn called(program: &Program, pointer: ExprId) -> Option<&FunctionType> {
    match program.types.get(program.types.pointee(program.exprs[pointer].ty)?) {
        Type::Function(function) => Some(function),
        _ => None,
    }
}

/// The types of the functions to which values from outside may lead.
struct FromOutside {
    functions: FastSet<TypeId>,
    /// Any: there is a pointer to what has no type.
    any: bool,
}

impl FromOutside {
    fn of(program: &Program) -> Self {
        let mut found = FromOutside { functions: FastSet::default(), any: false };
        let mut seen = FastSet::default();
        for edge in program.edges.iter() {
            match &edge.op {
                Op::Havoc { place, source } if !matches!(source, NondetSource::Layout | NondetSource::Volatile(_)) => {
                    found.see(program, program.exprs[*place].ty, &mut seen);
                }
                // What another file defines.
                Op::Declare { var, zeroed: false } if program.vars[*var].frame().is_none() => {
                    found.see(program, program.vars[*var].ty, &mut seen);
                }
                Op::Intrinsic { which: Intrinsic::Clobber, args, .. } => {
                    args.iter().for_each(|arg| found.see(program, program.exprs[*arg].ty, &mut seen));
                }
                _ => {}
            }
        }
        found
    }

    fn see(&mut self, program: &Program, ty: TypeId, seen: &mut FastSet<TypeId>) {
        let is_new = |ty| seen.insert(ty);
        mark_reachable([ty], is_new, |ty, open| match program.types.get(ty) {
            Type::Function(_) => {
                self.functions.insert(ty);
            }
            Type::Pointer(to) => {
                self.any |= matches!(program.types.get(to.ty), Type::Void);
                open.push(to.ty);
            }
            Type::Array(of, _) => open.push(of.ty),
            Type::Record(_) => match program.types.fields(ty) {
                Some(fields) => open.extend(fields.iter().map(|field| field.ty)),
                None => self.any = true,
            },
            _ => {}
        });
    }

    /// Whether a function of about this type may be among them: what is converted on the way changes little.
    fn may_give(&self, program: &Program, ty: &FunctionType) -> bool {
        let alike = |other: &TypeId| match program.types.get(*other) {
            Type::Function(other) => {
                !other.prototype || !ty.prototype || other.params.len() == ty.params.len() || other.variadic
            }
            _ => false,
        };
        self.any || self.functions.iter().any(alike)
    }
}
