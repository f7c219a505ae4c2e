//! The call graph: who calls whom, recursion, callees before callers.

use cairn_base::Span;
use cairn_ir::{CallGraph, FunctionId, MachineModel, Op, Program};
use cairn_transform::finish;

/// Functions that call others in a row, by name; the first is the start.
fn program(calls: &[(&str, &[&str])]) -> Program {
    let mut p = Program::empty(MachineModel::Ilp32);
    let void = p.types.void();
    for (name, _) in calls {
        p.add_function(name, void);
    }
    for (name, callees) in calls {
        let caller = p.function_named(name).unwrap();
        let body = p.add_body(caller);
        let mut at = body.entry;
        for callee in *callees {
            let next = p.add_node(caller);
            let callee = p.function_named(callee);
            let site = p.add_call(callee, vec![], None);
            p.add_edge(at, next, Op::Call(site), Span::NONE);
            at = next;
        }
        p.add_edge(at, body.exit, Op::Skip, Span::NONE);
    }
    finish(&mut p);
    assert_eq!(p.check(), Ok(()));
    p
}

#[test]
fn sites_recursion_and_order() {
    let p = program(&[
        ("start", &["main"]),
        ("main", &["even", "leaf", "leaf", "selfish"]),
        ("even", &["odd"]),
        ("odd", &["even", "leaf"]),
        ("leaf", &[]),
        ("selfish", &["selfish"]),
        ("unused", &["main"]),
    ]);
    let graph = CallGraph::new(&p);
    let f = |name: &str| p.function_named(name).unwrap();
    let names = |ids: &[FunctionId]| ids.iter().map(|f| p.functions[*f].name.clone()).collect::<Vec<_>>();

    let callees: Vec<FunctionId> = graph.calls_in(f("main")).iter().filter_map(|site| p.calls[*site].callee).collect();
    assert_eq!(names(&callees), ["even", "leaf", "leaf", "selfish"]);
    assert_eq!(graph.calls_of(f("leaf")).len(), 3);
    assert_eq!(graph.calls_of(f("main")).len(), 1, "what never runs does not call");
    for site in p.calls.ids() {
        let edge = graph.edge_of(site).unwrap();
        assert_eq!(p.edges[edge].op, Op::Call(site));
        assert_eq!(graph.return_node(&p, site), Some(p.edges[edge].target));
    }
    let recursive: Vec<FunctionId> = p.functions.ids().filter(|f| graph.is_recursive(*f)).collect();
    assert_eq!(names(&recursive), ["even", "odd", "selfish"]);
    assert_eq!(graph.component_of(f("even")), graph.component_of(f("odd")));
    let order: Vec<Vec<String>> = graph.components().iter().map(|c| names(c)).collect();
    let place = |name: &str| order.iter().position(|c| c.contains(&name.to_string())).unwrap();
    for (caller, callee) in
        [("start", "main"), ("main", "even"), ("main", "leaf"), ("odd", "leaf"), ("main", "selfish")]
    {
        assert!(place(callee) < place(caller), "{callee} comes before {caller}");
    }
}
