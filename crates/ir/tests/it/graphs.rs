//! Random automata: the passes keep what a program can do, the results satisfy every invariant, and order and loops
//! agree with definitions that are too slow to use.

use cairn_base::Span;
use cairn_base::id::Id;
use cairn_ir::types::IntKind;
use cairn_ir::{
    Dominators, ExprKind, FunctionId, Loops, MachineModel, NodeId, Op, Program, VarKind, format_op, reverse_postorder,
};
use cairn_transform::finish;
use proptest::prelude::*;
use std::collections::BTreeSet;

/// What leaves a node.
#[derive(Clone, Debug)]
enum Leaving {
    Skip(usize),
    Label(usize),
    Assign(usize),
    Halt,
    Unsupported(usize),
    Branch { constant: Option<bool>, then: usize, otherwise: usize },
    Assume { constant: Option<bool>, truth: bool, target: usize },
}

const NODES: usize = 10;

fn leaving() -> impl Strategy<Value = Leaving> {
    let to = || 0..NODES;
    let constant = || prop_oneof![3 => Just(None), 1 => any::<bool>().prop_map(Some)];
    prop_oneof![
        4 => to().prop_map(Leaving::Skip),
        1 => to().prop_map(Leaving::Label),
        3 => to().prop_map(Leaving::Assign),
        1 => Just(Leaving::Halt),
        1 => to().prop_map(Leaving::Unsupported),
        4 => (constant(), to(), to())
            .prop_map(|(constant, then, otherwise)| Leaving::Branch { constant, then, otherwise }),
        1 => (constant(), any::<bool>(), to())
            .prop_map(|(constant, truth, target)| Leaving::Assume { constant, truth, target }),
    ]
}

/// A program of one function. Node 0 is the entry; the last is the exit, which nothing leaves.
fn build(shape: &[Leaving]) -> Program {
    let mut p = Program::empty(MachineModel::Ilp32);
    let (void, int) = (p.types.void(), p.types.int(IntKind::Int));
    let f = p.add_function("start", void);
    let body = p.add_body(f);
    let mut nodes: Vec<NodeId> = vec![body.entry];
    nodes.extend((1..NODES - 1).map(|_| p.add_node(f)));
    nodes.push(body.exit);
    let x = p.add_var("x", int, VarKind::Local, Some(f));
    let place = p.var_place(x);
    for (i, leaving) in shape.iter().enumerate() {
        let from = nodes[i];
        let value = p.exprs.expr(ExprKind::Constant(i as u128), int);
        let equal = |p: &mut Program, constant: &Option<bool>| match constant {
            Some(truth) => p.exprs.expr(ExprKind::Constant(u128::from(*truth)), int),
            None => {
                let load = p.var_value(x);
                p.exprs.expr(ExprKind::Binary(cairn_ir::BinaryOp::Eq, load, value), int)
            }
        };
        match leaving {
            Leaving::Skip(to) => {
                p.add_edge(from, nodes[*to], Op::Skip, Span::NONE);
            }
            Leaving::Label(to) => {
                p.add_edge(from, nodes[*to], Op::Label(format!("L{i}")), Span::NONE);
            }
            Leaving::Assign(to) => {
                p.add_edge(from, nodes[*to], Op::Assign { place, value }, Span::NONE);
            }
            Leaving::Halt => {
                p.add_edge(from, body.exit, Op::Halt, Span::NONE);
            }
            Leaving::Unsupported(to) => {
                p.add_edge(from, nodes[*to], Op::Unsupported(format!("U{i}")), Span::NONE);
            }
            Leaving::Branch { constant, then, otherwise } => {
                let cond = equal(&mut p, constant);
                p.add_branch(from, cond, nodes[*then], nodes[*otherwise], Span::NONE);
            }
            Leaving::Assume { constant, truth, target } => {
                let cond = equal(&mut p, constant);
                p.add_edge(from, nodes[*target], Op::Assume { cond, truth: *truth }, Span::NONE);
            }
        }
    }
    p
}

/// The sequences of up to `length` visible operations that the automaton can perform, ends included.
fn traces(p: &Program, length: usize) -> BTreeSet<Vec<String>> {
    let exit = p.functions[p.start].body.unwrap().exit;
    let mut found = BTreeSet::new();
    let mut seen = BTreeSet::new();
    let mut open = vec![(p.entry(), Vec::new())];
    while let Some((node, trace)) = open.pop() {
        if !seen.insert((node, trace.clone())) {
            continue;
        }
        found.insert(trace.clone());
        if node == exit {
            let mut done = trace.clone();
            done.push("return".into());
            found.insert(done);
        }
        for (_, edge) in p.leaving(node) {
            let mut next = trace.clone();
            match &edge.op {
                Op::Skip => {}
                _ if trace.len() == length => match edge.op {
                    Op::Assume { cond, truth } if p.exprs[cond].kind == ExprKind::Constant(u128::from(truth)) => {}
                    _ => continue,
                },
                Op::Halt | Op::Unsupported(_) => {
                    next.push(format_op(p, &edge.op));
                    found.insert(next);
                    continue;
                }
                Op::Assume { cond, truth } => match p.exprs[*cond].kind {
                    ExprKind::Constant(bits) if (bits != 0) == *truth => {}
                    ExprKind::Constant(_) => continue,
                    _ => next.push(format_op(p, &edge.op)),
                },
                op => next.push(format_op(p, op)),
            }
            open.push((edge.target, next));
        }
    }
    found
}

fn shape() -> impl Strategy<Value = Vec<Leaving>> {
    prop::collection::vec(leaving(), NODES - 1)
}

/// Pairs of nodes between which a path runs inside `nodes`, of one edge at least.
fn reach(p: &Program, nodes: &[NodeId]) -> BTreeSet<(NodeId, NodeId)> {
    let inside: BTreeSet<NodeId> = nodes.iter().copied().collect();
    let mut pairs = BTreeSet::new();
    for from in nodes {
        let mut open = vec![*from];
        while let Some(node) = open.pop() {
            for (_, edge) in p.leaving(node) {
                if inside.contains(&edge.target) && pairs.insert((*from, edge.target)) {
                    open.push(edge.target);
                }
            }
        }
    }
    pairs
}

/// The forest by definition: (heads, body, depth) of every loop.
fn naive_loops(p: &Program, nodes: &[NodeId], depth: u32, out: &mut BTreeSet<(Vec<NodeId>, Vec<NodeId>, u32)>) {
    let pairs = reach(p, nodes);
    let mut done = BTreeSet::new();
    for node in nodes {
        if !pairs.contains(&(*node, *node)) || done.contains(node) {
            continue;
        }
        let body: Vec<NodeId> =
            nodes.iter().copied().filter(|n| pairs.contains(&(*node, *n)) && pairs.contains(&(*n, *node))).collect();
        done.extend(body.iter().copied());
        let is_head =
            |n: &NodeId| *n == p.entry() || p.nodes[*n].entering.iter().any(|e| !body.contains(&p.edges[*e].source));
        let heads: Vec<NodeId> = body.iter().copied().filter(is_head).collect();
        let rest: Vec<NodeId> = body.iter().copied().filter(|n| !heads.contains(n)).collect();
        out.insert((heads, body, depth));
        naive_loops(p, &rest, depth + 1, out);
    }
}

/// Where control goes from a node by the definition: along edges that neither halt nor are refused.
fn goes_on(p: &Program, node: NodeId) -> Vec<NodeId> {
    let on = p.leaving(node).filter(|(_, e)| !matches!(e.op, Op::Halt | Op::Unsupported(_)));
    on.map(|(_, e)| e.target).collect()
}

/// What is reached from some nodes without passing `without`, those nodes included.
fn reached(from: &[NodeId], without: Option<NodeId>, next: impl Fn(NodeId) -> Vec<NodeId>) -> BTreeSet<NodeId> {
    let mut found = BTreeSet::new();
    let mut open = from.to_vec();
    while let Some(node) = open.pop() {
        if Some(node) != without && found.insert(node) {
            open.extend(next(node));
        }
    }
    found
}

/// Compares dominators with the definition: without a node, what it dominates is not reached from the roots.
fn dominators_are_right(
    p: &Program,
    found: &Dominators,
    roots: &[NodeId],
    next: impl Fn(NodeId) -> Vec<NodeId>,
) -> Result<(), TestCaseError> {
    let all = reached(roots, None, &next);
    prop_assert_eq!(found.nodes().iter().copied().collect::<BTreeSet<_>>(), all.clone());
    let strictly = |a: NodeId, b: NodeId| a != b && found.dominates(a, b);
    for a in p.nodes.ids() {
        let rest = reached(roots, Some(a), &next);
        for b in p.nodes.ids() {
            let expected = all.contains(&a) && all.contains(&b) && !rest.contains(&b);
            prop_assert_eq!(found.dominates(a, b), expected, "{} dominates {}", a, b);
        }
    }
    for node in p.nodes.ids() {
        prop_assert_eq!(found.contains(node), all.contains(&node));
        let above: Vec<NodeId> = p.nodes.ids().filter(|a| strictly(*a, node)).collect();
        // The nearest: all others that dominate the node dominate it too.
        let nearest = above.iter().copied().find(|a| above.iter().all(|b| found.dominates(*b, *a)));
        prop_assert_eq!(found.immediate(node), nearest, "of {}", node);
        prop_assert_eq!(nearest.is_none(), above.is_empty());
    }
    let place = |node: NodeId| found.nodes().iter().position(|n| *n == node);
    for node in found.nodes() {
        prop_assert!(found.immediate(*node).is_none_or(|up| place(up) < place(*node)));
    }
    Ok(())
}

/// Where control ends, by the definition: where it cannot go on, and at the first node of a loop that it cannot leave.
fn ends(p: &Program, all: &BTreeSet<NodeId>, first: &[NodeId]) -> Vec<NodeId> {
    let stops = |node: NodeId| p.nodes[node].leaving.is_empty() || goes_on(p, node).len() < p.nodes[node].leaving.len();
    let mut ends: Vec<NodeId> = all.iter().copied().filter(|n| stops(*n)).collect();
    for node in first {
        let loop_ = reached(&[*node], None, |n| goes_on(p, n));
        let endless = loop_.iter().all(|n| !stops(*n) && reached(&[*n], None, |n| goes_on(p, n)) == loop_);
        if endless && loop_.iter().all(|n| !ends.contains(n)) {
            ends.push(*node);
        }
    }
    ends
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn finishing_keeps_the_traces_and_makes_the_invariants_hold(shape in shape()) {
        let before = build(&shape);
        let mut after = before.clone();
        finish(&mut after);
        prop_assert_eq!(after.check(), Ok(()));
        prop_assert_eq!(traces(&before, 4), traces(&after, 4));
        let mut again = after.clone();
        finish(&mut again);
        prop_assert_eq!(cairn_ir::print::text(&after), cairn_ir::print::text(&again), "finishing twice changes nothing");
    }

    #[test]
    fn no_skip_is_left_that_could_go(shape in shape()) {
        let mut p = build(&shape);
        finish(&mut p);
        for edge in p.edges.iter().filter(|e| e.op == Op::Skip) {
            let at_entry = edge.source == p.entry();
            prop_assert!(edge.source == edge.target || at_entry, "a skip from {} to {}", edge.source, edge.target);
        }
    }

    #[test]
    fn order_puts_sources_first_and_marks_every_cycle(shape in shape()) {
        let mut p = build(&shape);
        finish(&mut p);
        let nodes = reverse_postorder::reverse_post_order(&p, FunctionId::from_index(0));
        let forward: Vec<_> = p.edges.iter().filter(|e| p.nodes[e.target].order > p.nodes[e.source].order).collect();
        for node in &nodes {
            let reached = *node == p.entry() || forward.iter().any(|e| e.target == *node);
            prop_assert!(reached, "{} is first reached by an edge that goes forward", node);
        }
        // Without its marked heads, the graph has no cycle.
        let rest: Vec<NodeId> = nodes.iter().copied().filter(|n| !p.nodes[*n].loop_head).collect();
        prop_assert!(reach(&p, &rest).iter().all(|(from, to)| from != to));
        // A mark is on a cycle.
        let pairs = reach(&p, &nodes);
        prop_assert!(nodes.iter().all(|n| !p.nodes[*n].loop_head || pairs.contains(&(*n, *n))));
    }

    #[test]
    fn loops_are_those_of_the_definition(shape in shape()) {
        let mut p = build(&shape);
        finish(&mut p);
        let nodes: Vec<NodeId> = p.nodes.ids().collect();
        let mut expected = BTreeSet::new();
        naive_loops(&p, &nodes, 1, &mut expected);
        let loops = Loops::new(&p);
        let found: BTreeSet<_> =
            loops.loops.iter_ids().map(|(id, l)| (l.heads.clone(), loops.body(id), l.depth)).collect();
        prop_assert_eq!(&found, &expected);
        for (id, of) in loops.loops.iter_ids() {
            let body = loops.body(id);
            let exits: Vec<_> = p.edges.iter_ids()
                .filter(|(_, e)| body.contains(&e.source) && !body.contains(&e.target)).map(|(id, _)| id).collect();
            prop_assert_eq!(&of.exits, &exits);
            for node in &nodes {
                prop_assert_eq!(loops.contains(id, *node), body.contains(node));
            }
            prop_assert!(of.parent.is_none_or(|up| loops.loops[up].children.contains(&id) && up < id));
        }
        for node in &nodes {
            let depth = expected.iter().filter(|(_, body, _)| body.contains(node)).count();
            prop_assert_eq!(loops.depth(*node) as usize, depth);
        }
    }

    #[test]
    fn dominators_are_those_of_the_definition(shape in shape(), finished in any::<bool>()) {
        let mut p = build(&shape);
        if finished {
            finish(&mut p);
        }
        let function = FunctionId::from_index(0);
        let forwards = Dominators::forwards(&p, function);
        dominators_are_right(&p, &forwards, &[p.entry()], |node| goes_on(&p, node))?;
        let all: BTreeSet<NodeId> = forwards.nodes().iter().copied().collect();
        let before = |node: NodeId| all.iter().copied().filter(|n| goes_on(&p, *n).contains(&node)).collect();
        let ends = ends(&p, &all, forwards.nodes());
        dominators_are_right(&p, &Dominators::backwards(&p, function), &ends, before)?;
    }
}
