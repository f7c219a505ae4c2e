//! The summarised automaton and the original: every path of the program between places that stay is a path of exactly one
//! edge, and the other way round; on generated programs with loops, jumps, calls and recursion.

use cairn_base::Span;
use cairn_ir::types::IntKind;
use cairn_ir::{
    CallGraph, CallSiteId, ExprKind, FunctionId, MachineModel, NodeId, Op, PassedValues, Program, Step, VarKind,
    reverse_postorder,
};
use cairn_transform::Summary;
use cairn_transform::summarize::{Calls, SummaryNode};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// What leaves a node of a function of so many nodes: node 0 is the entry, the last the exit.
#[derive(Clone, Debug)]
enum Leaving {
    Assign(usize),
    Branch(usize, usize),
    Call(usize, usize),
    Label(usize),
    Halt,
}

const NODES: usize = 6;
const FUNCTIONS: usize = 3;

fn leaving(loops: bool, recursion: bool, function: usize, at: usize) -> impl Strategy<Value = Leaving> {
    let from = if loops { 0 } else { at + 1 };
    let to = move || from..NODES;
    let callee = if recursion { 0 } else { (function + 1).min(FUNCTIONS - 1) }..FUNCTIONS;
    let may_call = recursion || function + 1 < FUNCTIONS;
    prop_oneof![
        4 => to().prop_map(Leaving::Assign),
        5 => (to(), to()).prop_map(|(a, b)| Leaving::Branch(a, b)),
        if may_call { 4 } else { 0 } => (callee, to()).prop_map(|(f, to)| Leaving::Call(f, to)),
        1 => to().prop_map(Leaving::Label),
        1 => Just(Leaving::Halt),
    ]
}

fn shape() -> impl Strategy<Value = Vec<Vec<Leaving>>> {
    (any::<bool>(), 0..4u32).prop_flat_map(|(loops, recursion)| {
        let function = move |f| (0..NODES - 1).map(move |at| leaving(loops, recursion == 0, f, at)).collect::<Vec<_>>();
        (0..FUNCTIONS).map(function).collect::<Vec<_>>()
    })
}

fn build(shape: &[Vec<Leaving>]) -> Program {
    let mut p = Program::empty(MachineModel::Ilp32);
    let (void, int) = (p.types.void(), p.types.int(IntKind::Int));
    let functions: Vec<FunctionId> = (0..shape.len()).map(|f| p.add_function(&format!("f{f}"), void)).collect();
    for (f, leaving) in functions.iter().zip(shape) {
        let body = p.add_body(*f);
        let mut nodes = vec![body.entry];
        nodes.extend((1..NODES - 1).map(|_| p.add_node(*f)));
        nodes.push(body.exit);
        let x = p.add_var("x", int, VarKind::Local, Some(*f));
        let (place, load) = (p.var_place(x), p.var_value(x));
        for (i, leaving) in leaving.iter().enumerate() {
            match leaving {
                Leaving::Assign(to) => {
                    let value = p.exprs.expr(ExprKind::Constant(i as u128), int);
                    p.add_edge(nodes[i], nodes[*to], Op::Assign { place, value }, Span::NONE);
                }
                Leaving::Branch(then, otherwise) => {
                    p.add_branch(nodes[i], load, nodes[*then], nodes[*otherwise], Span::NONE);
                }
                Leaving::Call(callee, to) => {
                    let call = p.add_call(Some(functions[*callee]), vec![], None);
                    p.add_edge(nodes[i], nodes[*to], Op::Call(call), Span::NONE);
                }
                Leaving::Label(to) => {
                    p.add_edge(nodes[i], nodes[*to], Op::Label("ERROR".into()), Span::NONE);
                }
                Leaving::Halt => {
                    let end = p.add_node(*f);
                    p.add_edge(nodes[i], end, Op::Halt, Span::NONE);
                }
            }
        }
    }
    reverse_postorder::set_order(&mut p);
    p
}

fn is_target(p: &Program, step: Step) -> bool {
    matches!(step, Step::Edge(edge) if matches!(p.edges[edge].op, Op::Label(_)))
}

/// Where an execution is: the calls below it, and its node; the error location is no node.
type Control = (Vec<CallSiteId>, Option<NodeId>);

/// The moves of the program itself.
fn moves(p: &Program, graph: &CallGraph, (calls, node): &Control) -> Vec<(Step, Control)> {
    let Some(node) = *node else { return Vec::new() };
    let mut found = Vec::new();
    for (id, edge) in p.leaving(node) {
        match edge.op {
            Op::Call(call) => {
                let entry = p.functions[p.calls[call].callee.unwrap()].body.unwrap().entry;
                let calls = calls.iter().copied().chain([call]).collect();
                found.push((Step::Enter(call, PassedValues::ALL), (calls, Some(entry))));
            }
            _ => {
                let target = (!is_target(p, Step::Edge(id))).then_some(edge.target);
                found.push((Step::Edge(id), (calls.clone(), target)));
            }
        }
    }
    let is_exit = p.functions[p.nodes[node].function].body.unwrap().exit == node;
    if let (true, Some((call, below))) = (is_exit, calls.split_last()) {
        found.push((Step::Leave(*call, PassedValues::ALL), (below.to_vec(), graph.return_node(p, *call))));
    }
    found
}

/// The paths of up to `length` steps from the entry that end where blocks end.
fn paths_of_program(p: &Program, summary: &Summary, length: usize) -> Option<BTreeSet<Vec<Step>>> {
    let graph = CallGraph::new(p);
    let mut found = BTreeSet::new();
    let mut open: Vec<(Control, Vec<Step>)> = vec![((Vec::new(), Some(p.entry())), Vec::new())];
    while let Some((control, path)) = open.pop() {
        if open.len() > 20_000 {
            return None;
        }
        if control.1.is_none_or(|node| summary.is_kept(node)) {
            found.insert(path.clone());
        }
        if path.len() < length {
            for (step, next) in moves(p, &graph, &control) {
                let path = path.iter().copied().chain([step]).collect();
                open.push((next, path));
            }
        }
    }
    Some(found)
}

/// The same by the summary, each as often as it occurs.
fn paths_of_summary(p: &Program, summary: &Summary, length: usize) -> BTreeMap<Vec<Step>, u32> {
    let mut found: BTreeMap<Vec<Step>, u32> = BTreeMap::new();
    let mut open: Vec<(Control, Vec<Step>)> = vec![((Vec::new(), Some(p.entry())), Vec::new())];
    while let Some(((calls, node), path)) = open.pop() {
        *found.entry(path.clone()).or_default() += 1;
        let Some(node) = node else { continue };
        for edge in summary.edges() {
            let SummaryNode::Node(of, source) = &edge.source else { continue };
            if *source != node || !calls.ends_with(of) {
                continue;
            }
            let next = match &edge.target {
                SummaryNode::Error => (Vec::new(), None),
                SummaryNode::Node(more, target) => {
                    let below = &calls[..calls.len() - of.len()];
                    (below.iter().chain(more).copied().collect(), Some(*target))
                }
            };
            let room = length - path.len();
            let mut block = Vec::new();
            summary.blocks().paths(
                edge.block,
                |steps| steps.len() <= room,
                |steps| {
                    block.push(steps.to_vec());
                    true
                },
            );
            for steps in block {
                assert!(!steps.is_empty());
                open.push((next.clone(), path.iter().copied().chain(steps).collect()));
            }
        }
    }
    found
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]
    #[test]
    fn paths_are_those_of_the_program(shape in shape(), borders in any::<bool>()) {
        const LENGTH: usize = 11;
        let p = build(&shape);
        let calls = if borders { Calls::Borders } else { Calls::Inlined };
        let summary = Summary::new(&p, calls, |step| is_target(&p, step));
        prop_assert!(summary.is_kept(p.entry()));
        let Some(of_program) = paths_of_program(&p, &summary, LENGTH) else { return Ok(()) };
        let of_summary = paths_of_summary(&p, &summary, LENGTH);
        prop_assert!(of_summary.values().all(|count| *count == 1), "a path twice");
        let of_summary: BTreeSet<_> = of_summary.into_keys().collect();
        prop_assert_eq!(of_program, of_summary);
        // No rule applies any more: what stays in the start function has two ways in, or is its end.
        let exit = p.functions[p.start].body.unwrap().exit;
        let is_open = |node: NodeId| node != p.entry() && node != exit && p.nodes[node].function == p.start;
        for node in summary.kept().filter(|node| is_open(*node)) {
            let here = SummaryNode::Node(Vec::new(), node);
            let sources: BTreeSet<&SummaryNode> =
                summary.edges().iter().filter(|edge| edge.target == here).map(|edge| &edge.source).collect();
            prop_assert!(sources.len() > 1 || sources.contains(&here), "{node} is entered from {sources:?}");
        }
    }
}

fn straight(length: usize) -> Program {
    let mut p = Program::empty(MachineModel::Ilp32);
    let (void, int) = (p.types.void(), p.types.int(IntKind::Int));
    let f = p.add_function("f", void);
    let body = p.add_body(f);
    let x = p.add_var("x", int, VarKind::Local, Some(f));
    let load = p.var_value(x);
    let mut at = body.entry;
    for i in 0..length {
        let next = if i + 1 == length { body.exit } else { p.add_node(f) };
        let (then, otherwise) = (p.add_node(f), p.add_node(f));
        p.add_branch(at, load, then, otherwise, Span::NONE);
        p.add_edge(then, next, Op::Skip, Span::NONE);
        p.add_edge(otherwise, next, Op::Skip, Span::NONE);
        at = next;
    }
    reverse_postorder::set_order(&mut p);
    p
}

#[test]
fn a_chain_of_branches_is_one_edge_of_linear_size() {
    let p = straight(100);
    let summary = Summary::new(&p, Calls::Inlined, |_| false);
    let exit = p.functions[p.start].body.unwrap().exit;
    assert_eq!(summary.kept().collect::<BTreeSet<_>>(), BTreeSet::from([p.entry(), exit]));
    let [edge] = summary.edges() else { panic!() };
    let measure = summary.blocks().measures()[edge.block];
    assert_eq!((measure.paths, measure.shortest, measure.longest), (1 << 100, 200, 200));
    assert!(summary.blocks().len() <= 900, "{}", summary.blocks().len());
}
