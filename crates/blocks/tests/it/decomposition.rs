//! Block graphs of C programs. Those of generated programs are in `cairn-differential`.

use cairn_blocks::{BlockGraph, Decomposition, SupergraphEdge, graph_dot, graph_json};
use cairn_front_c::{FrontEndOptions, Input, compile};
use cairn_ir::{MachineModel, Program};
use std::collections::BTreeSet;

fn program(text: &str) -> Program {
    let input = Input { name: "a.c".to_owned(), text: text.into() };
    compile(&[input], &FrontEndOptions::new(MachineModel::Lp64, "main")).unwrap_or_else(|_| panic!("it is correct"))
}

fn graph(program: &Program, decomposition: Decomposition) -> BlockGraph {
    let graph = BlockGraph::new(program, decomposition);
    graph.check().unwrap_or_else(|why| panic!("{decomposition:?}: {why}"));
    graph
}

/// The program of the paper's figure 10, with an input for its first value.
const FIGURE: &str = "extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  x = x + 1;
  if (x == 1)
    x = x + 1;
  else
    x = x - 1;
  if (x != 0)
    reach_error();
  return 0;
}
";

#[test]
fn a_linear_block_has_one_way() {
    for text in [FIGURE, include_str!("../parts.c")] {
        let program = program(text);
        let graph = graph(&program, Decomposition::Linear);
        for (id, block) in graph.iter() {
            assert_eq!(block.ends.len(), 1, "{id}");
            let sources: BTreeSet<_> = block.edges.iter().map(|edge| graph.supergraph.source(*edge)).collect();
            assert_eq!(sources.len(), block.edges.len(), "{id} parts");
        }
    }
}

#[test]
fn merging_goes_on_to_the_size_that_is_asked_for_and_no_further() {
    let program = program(FIGURE);
    let linear = graph(&program, Decomposition::Linear).len();
    let least = graph(&program, Decomposition::GivenSize(1)).len();
    assert!(linear >= 5 && least <= 4, "{linear} {least}");
    for size in 1..=linear {
        let blocks = graph(&program, Decomposition::GivenSize(size)).len();
        assert_eq!(blocks, size.max(least));
    }
}

#[test]
fn an_if_becomes_one_block_and_a_loop_stays_its_own_successor() {
    let program = program(include_str!("../parts.c"));
    let graph = graph(&program, Decomposition::GivenSize(1));
    let heads: Vec<_> = program.nodes.iter_ids().filter(|(_, node)| node.loop_head).map(|(id, _)| id).collect();
    assert_eq!(heads.len(), 2);
    for head in heads {
        assert!(!graph.entered_at(head).is_empty(), "a loop is cut at its head");
    }
    let own = graph.iter().filter(|(id, _)| graph.successors(*id).any(|next| next == *id)).count();
    assert_eq!(own, 1, "the inner loop");
}

/// Merged as far as possible, blocks are what is between heads of loops, with as many ends as that takes.
#[test]
fn merged_blocks_get_several_ends_when_no_more_can_be_done_with_one() {
    let has_several = |graph: &BlockGraph| graph.iter().any(|(_, block)| block.ends.len() > 1);
    let parts = program(include_str!("../parts.c"));
    let (least, loops) = (graph(&parts, Decomposition::GivenSize(1)), graph(&parts, Decomposition::Loops));
    assert!(has_several(&least) && least.len() == loops.len());
    // The two ways of an `if` become one, and what is before and behind it.
    let figure = program(FIGURE);
    let linear = graph(&figure, Decomposition::Linear).len();
    let first = (1..linear).rev().find(|size| has_several(&graph(&figure, Decomposition::GivenSize(*size))));
    assert!(first.is_some_and(|size| size + 2 < linear), "{first:?} of {linear}");
}

#[test]
fn one_block_has_everything_and_what_is_never_called_is_in_none() {
    let program = program(
        "int g;
void never(void) { g = 1; }
int once(int x) { return x + 1; }
int main(void) { g = once(once(2)); return g; }
",
    );
    for decomposition in
        [Decomposition::Single, Decomposition::Linear, Decomposition::GivenSize(4), Decomposition::FunctionsAndLoops]
    {
        let graph = graph(&program, decomposition);
        let edges: Vec<SupergraphEdge> = graph.supergraph.ids().map(|edge| graph.supergraph.get(edge)).collect();
        let calls = edges.iter().filter(|edge| matches!(edge, SupergraphEdge::Call(_))).count();
        let returns = edges.iter().filter(|edge| matches!(edge, SupergraphEdge::Return(_))).count();
        assert_eq!((calls, returns), (3, 3), "of main, and twice of once");
        let never = program.function_named("never");
        assert!(
            graph
                .iter()
                .flat_map(|(_, block)| &block.edges)
                .all(|edge| { Some(program.nodes[graph.supergraph.source(*edge)].function) != never })
        );
    }
    assert_eq!(graph(&program, Decomposition::Single).len(), 1);
}

#[test]
fn by_loops_a_block_goes_through_calls_and_no_cycle_is_in_one() {
    let program = program(include_str!("../parts.c"));
    let graph = graph(&program, Decomposition::Loops);
    let heads = program.nodes.iter().filter(|node| node.loop_head).count();
    assert!(graph.len() <= heads + 2, "{}", graph.len());
    for (id, block) in graph.iter() {
        let inside =
            block.edges.iter().map(|edge| graph.supergraph.source(*edge)).filter(|source| *source != block.entry);
        assert!(inside.into_iter().all(|node| !program.nodes[node].loop_head), "{id}");
    }
}

#[test]
fn predecessors_are_those_of_whom_one_is_a_successor() {
    let program = program(include_str!("../parts.c"));
    let graph = graph(&program, Decomposition::FunctionsAndLoops);
    for (id, _) in graph.iter() {
        for next in graph.successors(id) {
            assert!(graph.predecessors(next).any(|before| before == id));
        }
    }
}

#[test]
fn drawings_have_each_block() {
    let program = program(FIGURE);
    let graph = graph(&program, Decomposition::Linear);
    let dot = graph_dot(&program, &graph);
    assert_eq!(dot.matches("[label=").count(), graph.len());
    let json: serde_json::Value = serde_json::from_str(&graph_json(&program, &graph)).unwrap();
    let blocks = json.as_array().unwrap();
    assert_eq!(blocks.len(), graph.len());
    let operations: usize = blocks.iter().map(|block| block["operations"].as_array().unwrap().len()).sum();
    assert_eq!(operations, graph.supergraph.len());
}
