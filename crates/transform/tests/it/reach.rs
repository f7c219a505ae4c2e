//! Globals that nothing mentions, and the functions that only they mention, take no part.

use cairn_base::Span;
use cairn_ir::types::IntKind;
use cairn_ir::{ExprKind, FunctionId, MachineModel, Op, Program, VarId, VarKind, format_op};
use cairn_transform::finish;

/// A program whose start declares and initialises `globals` by address, then runs `body` operations.
fn program(build: impl FnOnce(&mut Program) -> (Vec<(VarId, Addressed)>, Vec<Op>)) -> Program {
    let mut p = Program::empty(MachineModel::Lp64);
    let void = p.types.void();
    let start = p.add_function("start", void);
    let (globals, ops) = build(&mut p);
    let body = p.add_body(start);
    let mut all = Vec::new();
    for (var, to) in globals {
        let place = p.var_place(var);
        all.push(Op::Declare { var, zeroed: false });
        let ty = p.vars[var].ty;
        let kind = match to {
            Addressed::Nothing => continue,
            Addressed::Function(f) => ExprKind::FunctionAddress(f),
            Addressed::Var(v) => ExprKind::AddressOf(p.var_place(v)),
        };
        let value = p.exprs.expr(kind, ty);
        all.push(Op::Assign { place, value });
    }
    let mut at = body.entry;
    for op in all.into_iter().chain(ops) {
        let next = p.add_node(start);
        p.add_edge(at, next, op, Span::NONE);
        at = next;
    }
    p.add_edge(at, body.exit, Op::Halt, Span::NONE);
    finish(&mut p);
    assert_eq!(p.check(), Ok(()));
    p
}

#[derive(Clone, Copy)]
enum Addressed {
    Nothing,
    Function(FunctionId),
    Var(VarId),
}

fn function(p: &mut Program, name: &str) -> FunctionId {
    let void = p.types.void();
    let f = p.add_function(name, void);
    let body = p.add_body(f);
    p.add_edge(body.entry, body.exit, Op::Skip, Span::NONE);
    f
}

#[test]
fn initialisers_count_only_for_globals_that_are_mentioned() {
    let p = program(|p| {
        let (used, unused) = (function(p, "used"), function(p, "unused"));
        let ty = p.types.pointer(p.functions[used].ty);
        let to = p.types.pointer(ty);
        let int = p.types.int(IntKind::Int);
        let table = p.add_var("table", ty, VarKind::Static, None);
        let other = p.add_var("other", ty, VarKind::Static, None);
        let pointer = p.add_var("pointer", to, VarKind::Static, None);
        let n = p.add_var("n", int, VarKind::Static, None);
        let globals = vec![
            (table, Addressed::Function(used)),
            (other, Addressed::Function(unused)),
            (pointer, Addressed::Var(table)),
            (n, Addressed::Nothing),
        ];
        let cond = p.var_value(pointer);
        // Only `pointer` is mentioned; `table` is by its initialiser.
        (globals, vec![Op::Assume { cond, truth: true }])
    });
    let ops: Vec<String> =
        p.edges.iter().filter(|e| p.nodes[e.source].function == p.start).map(|e| format_op(&p, &e.op)).collect();
    assert_eq!(
        ops,
        [
            "void (*table)(void);",
            "table = &used;",
            "void (**pointer)(void);",
            "pointer = &table;",
            "[pointer]",
            "halt;",
        ]
    );
    let taken = |name: &str| p.functions[p.function_named(name).unwrap()].address_taken;
    assert!(taken("used") && !taken("unused"));
    assert!(p.functions[p.function_named("unused").unwrap()].body.is_none());
    let var = |name: &str| p.vars.iter().find(|v| v.name == name).unwrap();
    assert!(var("table").address_taken && !var("pointer").address_taken);
}
