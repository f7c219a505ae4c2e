//! Block graphs of generated programs: complete, disjoint, each block with one entry, whatever the decomposition.

use cairn_blocks::{BlockGraph, Decomposition};
use cairn_differential::grammar::{Class, classes};
use cairn_differential::seeded::{compile, program};

const PROGRAMS: u64 = 40;

#[test]
fn block_graphs_of_generated_programs_are_complete_and_disjoint() {
    let from: Vec<&'static Class> = classes().into_iter().filter(|class| class.excluded.is_none()).collect();
    for seed in 0..PROGRAMS {
        let Ok(found) = program(seed, &from) else { continue };
        let program = compile(&found.tree.text(), found.model).unwrap();
        let linear = BlockGraph::new(&program, Decomposition::Linear).len();
        for decomposition in [
            Decomposition::Single,
            Decomposition::Linear,
            Decomposition::GivenSize(1),
            Decomposition::GivenSize(linear / 2),
            Decomposition::FunctionsAndLoops,
            Decomposition::Loops,
        ] {
            let graph = BlockGraph::new(&program, decomposition);
            graph.check().unwrap_or_else(|why| panic!("seed {seed}, {decomposition:?}: {why}"));
            assert!(graph.len() <= linear, "seed {seed}, {decomposition:?}");
        }
    }
}
