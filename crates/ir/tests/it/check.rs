//! `Program::check` finds what it is there to find: each test breaks one invariant of a good program.

use cairn_base::Span;
use cairn_base::id::Id;
use cairn_ir::types::{FloatKind, IntKind};
use cairn_ir::{BinaryOp, EdgeId, ExprKind, MachineModel, Op, Program, VarKind};
use cairn_transform::finish;

/// `start: x = 0; while (x < 3) f(x);  f(int a) { }`
fn good() -> Program {
    let mut p = Program::empty(MachineModel::Lp64);
    let (void, int) = (p.types.void(), p.types.int(IntKind::Int));
    let start = p.add_function("start", void);
    let f = p.add_function("f", void);
    p.add_var("a", int, VarKind::Param(0), Some(f));
    let body = p.add_body(f);
    p.add_edge(body.entry, body.exit, Op::Skip, Span::NONE);
    let x = p.add_var("x", int, VarKind::Local, Some(start));
    let place = p.var_place(x);
    let load = p.var_value(x);
    let zero = p.exprs.expr(ExprKind::Constant(0), int);
    let three = p.exprs.expr(ExprKind::Constant(3), int);
    let cond = p.exprs.expr(ExprKind::Binary(BinaryOp::Lt, load, three), int);
    let body = p.add_body(start);
    let (head, inside) = (p.add_node(start), p.add_node(start));
    p.add_edge(body.entry, head, Op::Assign { place, value: zero }, Span::NONE);
    p.add_branch(head, cond, inside, body.exit, Span::NONE);
    let site = p.add_call(Some(f), vec![load], None);
    p.add_edge(inside, head, Op::Call(site), Span::NONE);
    finish(&mut p);
    p
}

fn edge_where(p: &Program, is: impl Fn(&Op) -> bool) -> EdgeId {
    p.edges.iter_ids().find(|(_, e)| is(&e.op)).map(|(id, _)| id).unwrap()
}

#[track_caller]
fn breaks(expected: &str, change: impl FnOnce(&mut Program)) {
    let mut p = good();
    assert_eq!(p.check(), Ok(()));
    change(&mut p);
    let message = p.check().expect_err("the change breaks an invariant");
    assert!(message.contains(expected), "{message}");
}

#[test]
fn shape() {
    let assume = |op: &Op| matches!(op, Op::Assume { .. });
    let assign = |op: &Op| matches!(op, Op::Assign { .. });
    breaks("two assumptions", |p| {
        let edge = edge_where(p, assume);
        p.edges[edge].op = Op::Skip;
    });
    breaks("goes on after an end", |p| {
        let edge = edge_where(p, assign);
        p.edges[edge].op = Op::Halt;
    });
    breaks("falls off", |p| {
        let end = p.add_node(p.start);
        let edge = edge_where(p, assign);
        let old = p.edges[edge].target;
        p.nodes[old].entering.retain(|e| *e != edge);
        p.nodes[end].entering.push(edge);
        p.edges[edge].target = end;
    });
    breaks("not reachable", |p| {
        p.add_node(p.start);
    });
    breaks("lists of its nodes", |p| {
        let node = p.entry();
        p.nodes[node].leaving.clear();
    });
    breaks("joins two functions", |p| {
        let other = p.functions.iter().find(|f| f.name == "f").unwrap().body.unwrap().exit;
        let edge = edge_where(p, assign);
        p.edges[edge].target = other;
    });
    breaks("exit", |p| {
        let exit = p.functions[p.start].body.unwrap().exit;
        p.add_edge(exit, exit, Op::Skip, Span::NONE);
    });
    breaks("no body", |p| {
        let f = p.function_named("f").unwrap();
        p.functions[f].body = None;
    });
    breaks("out of date", |p| {
        let node = p.entry();
        p.nodes[node].order = 3;
    });
    breaks("loop head", |p| p.nodes.iter_mut().for_each(|n| n.loop_head = false));
    breaks("not resolved", |p| {
        let edge = edge_where(p, |op| matches!(op, Op::Call(_)));
        let Op::Call(site) = p.edges[edge].op else { return };
        let int = p.types.int(IntKind::Int);
        let pointer = p.exprs.expr(ExprKind::Constant(0), int);
        p.edges[edge].op = Op::CallPointer { site, pointer };
    });
}

#[test]
fn types() {
    let assign = |op: &Op| matches!(op, Op::Assign { .. });
    let change_value = |p: &mut Program, kind: ExprKind, ty| {
        let edge = edge_where(p, assign);
        let value = p.exprs.expr(kind, ty);
        if let Op::Assign { value: old, .. } = &mut p.edges[edge].op {
            *old = value;
        }
    };
    breaks("for a place of type int", |p| {
        let double = p.types.float(FloatKind::Double);
        change_value(p, ExprKind::Constant(0), double);
    });
    breaks("does not fit", |p| {
        let int = p.types.int(IntKind::Int);
        change_value(p, ExprKind::Constant(1 << 32), int);
    });
    breaks("operands of wrong types", |p| {
        let (int, long) = (p.types.int(IntKind::Int), p.types.int(IntKind::Long));
        let one = p.exprs.expr(ExprKind::Constant(1), int);
        let two = p.exprs.expr(ExprKind::Constant(2), long);
        change_value(p, ExprKind::Binary(BinaryOp::Add, one, two), int);
    });
    breaks("what is dereferenced", |p| {
        let int = p.types.int(IntKind::Int);
        let one = p.exprs.expr(ExprKind::Constant(1), int);
        let place = p.exprs.place(cairn_ir::PlaceKind::Deref(one), int);
        change_value(p, ExprKind::Load(place), int);
    });
    breaks("mentions a variable of 'f'", |p| {
        let f = p.function_named("f").unwrap();
        let a = p.functions[f].params[0];
        let (place, int) = (p.var_place(a), p.types.int(IntKind::Int));
        change_value(p, ExprKind::Load(place), int);
    });
    breaks("1 parameters", |p| p.calls.iter_mut().for_each(|c| c.args.clear()));
    breaks("parameter 'a' of type int", |p| {
        let void = p.types.void();
        let ty = p.types.pointer(void);
        let null = p.exprs.expr(ExprKind::Constant(0), ty);
        p.calls[Id::from_index(0)].args[0] = null;
    });
}
