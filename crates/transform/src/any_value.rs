//! Making what some expressions give any value: before the operations of a node, each such expression is saved in a
//! temporary, and the temporary becomes any value ([`NondetSource::Layout`]). Two edges and no new operation, so that an
//! analysis that knows inputs knows these as well, while an execution has what the expression gives.

use crate::prune;
use cairn_base::id::IdVec;
use cairn_base::{FastMap, Span};
use cairn_ir::expr::{Expr, ExprKind, Place, PlaceKind};
use cairn_ir::ids::NodeId;
use cairn_ir::op::{NondetSource, Op};
use cairn_ir::program::{Program, VarKind};
use cairn_ir::walk::ExprOrPlace;
use cairn_ir::{ExprId, PlaceId};
use std::collections::BTreeMap;

/// Does so for the expressions given with the nodes whose operations they are part of. All ids of nodes, edges and calls
/// change.
pub fn interpose(program: &mut Program, at: &BTreeMap<NodeId, BTreeMap<ExprId, NondetSource>>) {
    for (node, exprs) in at {
        let leaving = std::mem::take(&mut program.nodes[*node].leaving);
        let span = leaving.first().map_or(Span::NONE, |edge| program.edges[*edge].span);
        let function = program.nodes[*node].function;
        let mut end = *node;
        let mut known: FastMap<ExprOrPlace, ExprOrPlace> = FastMap::default();
        for (expr, source) in exprs {
            let ty = program.exprs[*expr].ty;
            let name = format!("#layout {}", program.vars.len());
            let var = program.add_var(&name, ty, VarKind::Temp, Some(function));
            let place = program.var_place(var);
            let (saved, hidden) = (program.add_node(function), program.add_node(function));
            program.add_edge(end, saved, Op::Assign { place, value: *expr }, span);
            program.add_edge(saved, hidden, Op::Havoc { place, source: source.clone() }, span);
            end = hidden;
            known.insert(ExprOrPlace::Expr(*expr), ExprOrPlace::Expr(program.var_value(var)));
        }
        for edge in &leaving {
            program.edges[*edge].source = end;
            let op = std::mem::replace(&mut program.edges[*edge].op, Op::Skip);
            program.edges[*edge].op = replaced(program, op, &mut known);
        }
        program.nodes[end].leaving = leaving;
    }
    if !at.is_empty() {
        let reached: IdVec<_, bool> = program.functions.iter().map(|function| function.body.is_some()).collect();
        prune::list_entering(program);
        prune::compact(program, &reached);
    }
}

fn replaced(program: &mut Program, op: Op, known: &mut FastMap<ExprOrPlace, ExprOrPlace>) -> Op {
    match op {
        Op::Assume { cond, truth } => Op::Assume { cond: expr(program, cond, known), truth },
        Op::Assign { place: to, value } => {
            Op::Assign { place: place(program, to, known), value: expr(program, value, known) }
        }
        Op::Havoc { place: to, source } => Op::Havoc { place: place(program, to, known), source },
        Op::Call(site) => {
            for i in 0..program.calls[site].args.len() {
                let arg = program.calls[site].args[i];
                program.calls[site].args[i] = expr(program, arg, known);
            }
            Op::Call(site)
        }
        Op::Intrinsic { which, args, result } => {
            let args = args.into_iter().map(|arg| expr(program, arg, known)).collect();
            Op::Intrinsic { which, args, result: result.map(|result| place(program, result, known)) }
        }
        other => other,
    }
}

fn expr(program: &mut Program, of: ExprId, known: &mut FastMap<ExprOrPlace, ExprOrPlace>) -> ExprId {
    match rebuilt(program, ExprOrPlace::Expr(of), known) {
        ExprOrPlace::Expr(new) => new,
        ExprOrPlace::Place(_) => of,
    }
}

fn place(program: &mut Program, of: PlaceId, known: &mut FastMap<ExprOrPlace, ExprOrPlace>) -> PlaceId {
    match rebuilt(program, ExprOrPlace::Place(of), known) {
        ExprOrPlace::Place(new) => new,
        ExprOrPlace::Expr(_) => of,
    }
}

/// A part with what is known replaced in it. No recursion: expressions are deep.
fn rebuilt(program: &mut Program, root: ExprOrPlace, known: &mut FastMap<ExprOrPlace, ExprOrPlace>) -> ExprOrPlace {
    let mut open = vec![root];
    while let Some(part) = open.last().copied() {
        if known.contains_key(&part) {
            open.pop();
            continue;
        }
        let before = open.len();
        open.extend(program.exprs.parts(part).into_iter().filter(|inner| !known.contains_key(inner)));
        if open.len() > before {
            continue;
        }
        open.pop();
        let e = |of: ExprId| match known.get(&ExprOrPlace::Expr(of)) {
            Some(ExprOrPlace::Expr(new)) => *new,
            _ => of,
        };
        let p = |of: PlaceId| match known.get(&ExprOrPlace::Place(of)) {
            Some(ExprOrPlace::Place(new)) => *new,
            _ => of,
        };
        let new = match part {
            ExprOrPlace::Expr(of) => {
                let Expr { kind, ty } = program.exprs[of].clone();
                let kind = match kind {
                    ExprKind::Constant(_) | ExprKind::FunctionAddress(_) => kind,
                    ExprKind::Load(x) => ExprKind::Load(p(x)),
                    ExprKind::AddressOf(x) => ExprKind::AddressOf(p(x)),
                    ExprKind::Unary(op, x) => ExprKind::Unary(op, e(x)),
                    ExprKind::Binary(op, x, y) => ExprKind::Binary(op, e(x), e(y)),
                    ExprKind::Cast(x) => ExprKind::Cast(e(x)),
                    ExprKind::Conditional(c, x, y) => ExprKind::Conditional(e(c), e(x), e(y)),
                };
                ExprOrPlace::Expr(program.exprs.expr(kind, ty))
            }
            ExprOrPlace::Place(of) => {
                let Place { kind, ty } = program.exprs[of].clone();
                let kind = match kind {
                    PlaceKind::Var(_) => kind,
                    PlaceKind::Deref(x) => PlaceKind::Deref(e(x)),
                    PlaceKind::Field(x, field) => PlaceKind::Field(p(x), field),
                    PlaceKind::Index(x, index) => PlaceKind::Index(p(x), e(index)),
                };
                ExprOrPlace::Place(program.exprs.place(kind, ty))
            }
        };
        known.insert(part, new);
    }
    known.get(&root).copied().unwrap_or(root)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn_ir::{BinaryOp, MachineModel};

    #[test]
    fn both_edges_of_a_branch_see_one_temporary() {
        let mut p = Program::empty(MachineModel::Lp64);
        let int = p.types.int(cairn_ir::IntKind::Int);
        let main = p.add_function("main", int);
        let body = p.add_body(main);
        let x = p.add_var("x", int, VarKind::Local, Some(main));
        let x = p.var_value(x);
        let less = p.exprs.expr(ExprKind::Binary(BinaryOp::Lt, x, x), int);
        let cond = p.exprs.expr(ExprKind::Unary(cairn_ir::UnaryOp::LogicalNot, less), int);
        let other = p.add_node(main);
        p.add_branch(body.entry, cond, body.exit, other, Span::NONE);
        p.add_edge(other, body.exit, Op::Skip, Span::NONE);
        interpose(&mut p, &BTreeMap::from([(body.entry, BTreeMap::from([(less, NondetSource::Layout)]))]));
        let ops: Vec<&Op> = p.edges.iter().map(|edge| &edge.op).collect();
        assert!(matches!(ops[0], Op::Assign { value, .. } if *value == less), "{ops:?}");
        assert!(matches!(ops[1], Op::Havoc { source: NondetSource::Layout, .. }), "{ops:?}");
        let conds: Vec<_> =
            p.edges.iter().filter_map(|e| if let Op::Assume { cond, .. } = e.op { Some(cond) } else { None }).collect();
        assert_eq!(conds.len(), 2);
        assert!(conds[0] == conds[1] && conds[0] != cond);
    }
}
