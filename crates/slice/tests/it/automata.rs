//! Random automata: dominators, post-dominators, control dependences, dependences and slices are those of the definitions,
//! whoever finds them: the analyses that the CPA algorithm runs, the tree algorithm, and the dependence graph on demand.

use crate::random_automaton::Automaton;
use cairn_base::{Budget, CancelToken};
use cairn_cpa::explore::Pause;
use cairn_cpa::{Cpa, Cx, EngineOptions, Exploration, Fixed, NoObserver, Order, Specification, Statistics, laws};
use cairn_domains::control_dependence::ControlDependenceAnalysis;
use cairn_domains::dominators::{self, DominatorAnalysis, Sets};
use cairn_domains::flow_dependence::FlowDependenceAnalysis;
use cairn_domains::post_dominators::{PostDominatorAnalysis, PostDominators};
use cairn_ir::{ControlGraph, Dominators, EdgeId, NodeId, Op, Program};
use cairn_slice::{Criterion, DependenceKind, Dependences, Slice, Vertex};
use cairn_test_support::Random;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

fn unlimited() -> Budget {
    Budget::unlimited(CancelToken::new())
}

/// All states that the CPA algorithm reaches, each where it is, with the precision.
fn explored<C: Cpa>(analysis: C, program: &Program, mut each: impl FnMut(NodeId, &C::State, &C::Precision)) {
    let (analysis, specification, budget) = (Fixed(analysis), Specification::default_reachability(), unlimited());
    let options = EngineOptions { order: Order::ReversePostOrder, basic_blocks: false, ..EngineOptions::default() };
    let mut run = Exploration::new(&analysis, program, &specification, &options, &budget);
    assert_eq!(run.explore(&mut NoObserver), Ok(Pause::Done));
    let arg = run.arg();
    for id in arg.ids().filter(|id| arg.covered_by(*id).is_none()) {
        let node = run.controls().get(arg.control(id)).node;
        if let Some(state) = arg.state(id) {
            each(node, state, run.precision(arg.precision(id)));
        }
    }
}

fn random(seed: u64) -> Automaton {
    Automaton::random(&mut Random::new(seed))
}

fn with_context<T>(program: &Program, what: impl FnOnce(&mut Cx<'_>) -> T) -> T {
    let (budget, mut statistics) = (unlimited(), Statistics::default());
    what(&mut Cx { program, budget: &budget, statistics: &mut statistics })
}

fn members(sets: &Sets, node: NodeId) -> BTreeSet<NodeId> {
    sets[&node].iter().copied().collect()
}

#[test]
fn dominators_are_those_of_the_definition() {
    let mut found = 0;
    for seed in 0..1500 {
        let automaton = random(seed);
        let program = &automaton.program;
        let graph = ControlGraph::forwards(program, automaton.function);
        let (tree, sets) = (
            Dominators::forwards(program, automaton.function),
            with_context(program, |cx| dominators::Automaton::new(&graph).dominators(cx)).expect("unlimited"),
        );
        assert_eq!(sets.len(), automaton.nodes.len(), "seed {seed}");
        for node in &automaton.nodes {
            let expected: BTreeSet<NodeId> =
                automaton.nodes.iter().copied().filter(|a| automaton.dominates(*a, *node)).collect();
            let of_tree = automaton.nodes.iter().copied().filter(|a| a != node && tree.dominates(*a, *node)).collect();
            assert_eq!(expected, of_tree, "seed {seed}: {node}");
            assert_eq!(expected, members(&sets, *node), "seed {seed}: {node}");
            found += expected.len();
        }
        // On the program itself, in the engine, the same.
        explored(DominatorAnalysis, program, |node, state, ()| {
            assert_eq!(state.dominators(), sets[&node], "seed {seed}: {node}");
        });
    }
    assert!(found > 2_000, "{found}");
}

#[test]
fn post_dominators_are_those_of_the_definition() {
    let mut found = 0;
    for seed in 0..1500 {
        let automaton = random(seed);
        let program = &automaton.program;
        let sets = with_context(program, |cx| PostDominators::of(program, cx)).expect("unlimited");
        let tree = Dominators::backwards_where(program, automaton.function, |edge| sets.ending().at(program, edge));
        for node in &automaton.nodes {
            for a in &automaton.nodes {
                let expected = automaton.post_dominates(*a, *node);
                assert_eq!(expected, a != node && tree.dominates(*a, *node), "seed {seed}: {a} {node}");
                assert_eq!(expected, sets.strictly(*a, *node), "seed {seed}: {a} {node}");
                found += usize::from(expected);
            }
        }
        explored(PostDominatorAnalysis, program, |node, state, _| {
            assert_eq!(state.post_dominators(), sets.at(node), "seed {seed}: {node}");
        });
    }
    assert!(found > 2_000, "{found}");
}

#[test]
fn control_dependences_are_those_of_the_definition() {
    let mut found = 0;
    for seed in 0..1500 {
        let automaton = random(seed);
        let program = &automaton.program;
        let mut dependences = Dependences::new(&Arc::new(program.clone()));
        let mut met = BTreeSet::new();
        explored(ControlDependenceAnalysis, program, |node, state, sets| {
            met.insert(node);
            let expected: BTreeSet<EdgeId> =
                program.edges.ids().filter(|edge| automaton.decides(*edge, node)).collect();
            let by_analysis: BTreeSet<EdgeId> = state.directly(program, sets, node).collect();
            assert_eq!(expected, by_analysis, "seed {seed}: {node}");
            for (edge, of) in program.leaving(node) {
                let beside = |on: &EdgeId| {
                    matches!(of.op, Op::Assume { .. }) && program.edges[*on].source == node && *on != edge
                };
                let all = dependences.of(Vertex::Edge(edge));
                let control =
                    all.iter().filter(|one| one.kind == DependenceKind::Control).filter_map(|one| one.on.edge());
                let with_branch: BTreeSet<EdgeId> =
                    program.edges.ids().filter(|on| expected.contains(on) || beside(on)).collect();
                assert_eq!(control.collect::<BTreeSet<_>>(), with_branch, "seed {seed}: {edge}");
            }
            found += expected.len();
        });
        assert_eq!(met.len(), automaton.nodes.len(), "seed {seed}");
    }
    assert!(found > 1_000, "{found}");
}

/// The edges that define what a vertex reads, through the vertices where definitions meet.
fn definitions(dependences: &mut Dependences, edge: EdgeId) -> BTreeSet<EdgeId> {
    let (mut found, mut seen, mut open) = (BTreeSet::new(), BTreeSet::new(), vec![Vertex::Edge(edge)]);
    while let Some(vertex) = open.pop() {
        for on in dependences.of(vertex).iter().filter(|one| one.kind == DependenceKind::Flow).map(|one| one.on) {
            match on {
                Vertex::Edge(edge) => drop(found.insert(edge)),
                on => open.extend(seen.insert(on).then_some(on)),
            }
        }
    }
    found
}

/// The analysis that wraps the reaching definitions finds the data edges of the dependence graph, no more and no fewer, where
/// there is no pointer.
#[test]
fn flow_dependences_are_those_of_the_graph() {
    let mut compared = 0;
    for seed in 0..2000 {
        let automaton = random(seed);
        let program = &automaton.program;
        let mut dependences = Dependences::new(&Arc::new(program.clone()));
        let mut found: BTreeMap<EdgeId, BTreeSet<EdgeId>> = BTreeMap::new();
        explored(FlowDependenceAnalysis, program, |_, state, _| {
            for (edge, on) in state.dependences() {
                found.entry(edge).or_default().extend(on.iter().copied());
            }
        });
        let is_compared = |edge: &EdgeId| {
            let of = &program.edges[*edge];
            automaton.nodes.contains(&of.source) && matches!(of.op, Op::Assign { .. } | Op::Assume { .. })
        };
        for edge in program.edges.ids().filter(is_compared) {
            let by_graph = definitions(&mut dependences, edge);
            let by_analysis = found.remove(&edge).unwrap_or_default();
            assert_eq!(by_graph, by_analysis, "seed {seed}: {edge}");
            compared += by_graph.len();
        }
    }
    assert!(compared > 2_000, "{compared}");
}

#[test]
fn dependences_and_slices_are_those_of_the_definition() {
    let (mut flow, mut kept, mut all) = (0, 0, 0);
    for seed in 0..2000 {
        let automaton = random(seed);
        let program = &automaton.program;
        let mut dependences = Dependences::new(&Arc::new(program.clone()));
        let reached = |edge: &EdgeId| automaton.nodes.contains(&program.edges[*edge].source);
        let real = |edge: &EdgeId| matches!(program.edges[*edge].op, Op::Assign { .. } | Op::Assume { .. });
        let edges: Vec<EdgeId> = program.edges.ids().filter(reached).collect();
        for edge in edges.iter().filter(|edge| real(edge)) {
            let expected: BTreeSet<EdgeId> = program.edges.ids().filter(|d| automaton.defines(*d, *edge)).collect();
            assert_eq!(
                definitions(&mut dependences, *edge),
                expected,
                "seed {seed}: {edge}\n{}",
                cairn_ir::print::text(program)
            );
            flow += expected.len();
            let (mut expected, mut open) = (BTreeSet::new(), vec![*edge]);
            while let Some(edge) = open.pop() {
                if expected.insert(edge) {
                    open.extend(automaton.dependences(edge));
                }
            }
            let slice = Slice::new(&mut dependences, &Criterion::edges(program, [*edge]));
            assert_eq!(slice.edges().collect::<BTreeSet<_>>(), expected, "seed {seed}: {edge}");
            kept += expected.len();
            all += edges.len();
        }
    }
    assert!(flow > 2_000 && kept * 4 < all * 3 && kept * 4 > all, "{flow} {kept} {all}");
}

fn laws_hold<C: Cpa>(analysis: &C, program: &Program) -> laws::LawFigures {
    let (budget, specification) = (unlimited(), Specification::default_reachability());
    let (_, precision) = with_context(program, |cx| analysis.initial(cx)).expect("unlimited");
    let (controls, samples) =
        laws::sample(analysis, &precision, program, &specification, &budget, 60).expect("samples");
    laws::check(analysis, &precision, program, &controls, &samples, &budget).expect("laws")
}

#[test]
fn the_laws_hold() {
    let (mut ordered, mut monotone, mut merged) = (0, 0, 0);
    for seed in 0..40 {
        let program = &random(seed).program;
        let all = [
            laws_hold(&DominatorAnalysis, program),
            laws_hold(&PostDominatorAnalysis, program),
            laws_hold(&ControlDependenceAnalysis, program),
            laws_hold(&FlowDependenceAnalysis, program),
        ];
        for figures in all {
            ordered += figures.ordered;
            monotone += figures.monotone;
            merged += figures.merged;
        }
    }
    assert!(ordered > 500 && monotone > 500 && merged > 500, "{ordered} {monotone} {merged}");
}

const CALLS: &str = "
    int odd(int n) { if (n < 0) n = -n; while (n > 1) n -= 2; return n; }
    int both(int a, int b) { if (odd(a)) return odd(b); return 0; }
    int main(void) { int s = 0; for (int i = 0; i < 3; i++) { if (both(i, s)) s++; else s += odd(i); } return s; }
";

#[test]
fn calls_keep_the_frames_apart() {
    let program = cairn_differential::seeded::compile(CALLS, cairn_ir::MachineModel::Lp64).expect("a program");
    let mut sets = Sets::default();
    for function in program.functions.ids() {
        let graph = ControlGraph::forwards(&program, function);
        sets.extend(with_context(&program, |cx| dominators::Automaton::new(&graph).dominators(cx)).expect("unlimited"));
    }
    let mut compared = 0;
    explored(DominatorAnalysis, &program, |node, state, ()| {
        assert_eq!(state.dominators(), sets[&node], "{node}");
        compared += 1;
    });
    explored(PostDominatorAnalysis, &program, |node, state, sets| {
        assert_eq!(state.post_dominators(), sets.at(node), "{node}");
    });
    let mut dependences = Dependences::new(&Arc::new(program.clone()));
    explored(ControlDependenceAnalysis, &program, |node, state, sets| {
        let Some((edge, _)) = program.leaving(node).next() else { return };
        let all = dependences.of(Vertex::Edge(edge));
        let beside = |on: &EdgeId| program.edges[*on].source == node;
        let control = all.iter().filter(|one| one.kind == DependenceKind::Control).filter_map(|one| one.on.edge());
        let control: BTreeSet<EdgeId> = control.filter(|on| !beside(on)).collect();
        let directly: BTreeSet<EdgeId> = state.directly(&program, sets, node).filter(|on| !beside(on)).collect();
        assert_eq!(control, directly, "{node}");
    });
    assert!(compared > 30, "{compared}");
}
