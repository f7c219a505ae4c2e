//! The engine with the toy analysis: partitions, memoization, depth, drawings.

use crate::reduced;

use cairn_bam::Graphs;
use cairn_blocks::Blocks;
use cairn_cpa::Outcome;
use cairn_cpa::{EngineOptions, Specification, Verdict};
use cairn_ir::Program;
use cairn_test_support::toy::{Constants, assemble};
use reduced::{Modular, run_blocks};

const ALL: [Blocks; 4] = [Blocks::Functions, Blocks::Loops, Blocks::FunctionsAndLoops, Blocks::LoopingFunctions];

fn full() -> Modular {
    Modular(Constants { full: true, indexed: true, ..Constants::default() })
}

fn analyse<'p>(
    program: &'p Program,
    cpa: Modular,
    blocks: &Blocks,
    ticks: u64,
) -> (String, Outcome<Vec<i32>, Graphs<'p, Modular>>) {
    // Nothing in an outcome borrows the specification, but its type says so.
    let specification = Box::leak(Box::new(Specification::default_reachability()));
    // Leaked, too: one cpa a test.
    let cpa = Box::leak(Box::new(cpa));
    let outcome = run_blocks(cpa, program, specification, blocks, &EngineOptions::default(), ticks);
    let shown = match outcome.verdict {
        Verdict::True => "TRUE".to_owned(),
        Verdict::False(_) => "FALSE".to_owned(),
        Verdict::Unknown => format!("UNKNOWN {}", outcome.reasons[0]),
    };
    (shown, outcome)
}

#[test]
fn the_plain_engines_programs_have_their_verdicts_by_blocks() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../cpa/tests/programs");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("it can be read").path();
        let text = std::fs::read_to_string(&path).expect("it can be read");
        let expected = text.lines().next().and_then(|line| line.strip_prefix("// expect: ")).expect("an expectation");
        let program = assemble(&text);
        for blocks in &ALL {
            let (shown, _) = analyse(&program, Modular::default(), blocks, 20_000);
            let why = expected.strip_prefix("UNKNOWN ");
            let fits = why.map_or(shown == expected, |why| shown.starts_with("UNKNOWN") && shown.contains(why));
            // By blocks the endless recursion has an end.
            let endless = path.ends_with("endless.toy") && shown == "TRUE";
            assert!(fits || endless, "{}: expected {expected}, got {shown} with {blocks:?}", path.display());
            count += 1;
        }
    }
    assert!(count > 30);
}

#[test]
fn a_block_is_explored_once_for_each_reduced_state() {
    let text = "fun main\nx = 1\ny = 1\nz = 1\ncall f\ny = 2\ncall f\nx = 2\ncall f\nif z == 3 goto bad\nhalt\nbad:\nerror\nhalt\n\
                fun f\nz = x + 0\n";
    let program = assemble(text);
    let (shown, outcome) = analyse(&program, full(), &Blocks::Functions, 20_000);
    assert_eq!(shown, "TRUE");
    // f does not use y: its second call is a hit; its third has another x.
    assert_eq!((outcome.graph.figures.misses, outcome.graph.figures.hits), (2, 1), "{:?}", outcome.graph.figures);
}

#[test]
fn what_a_block_leaves_out_counts_for_every_use() {
    let text = "fun main\nx = 1\ncall f\ncall f\nhalt\nfun f\nif x == 2 goto out\nunsupported magic\nout:\n";
    let program = assemble(text);
    for blocks in &ALL {
        let (shown, _) = analyse(&program, full(), blocks, 20_000);
        assert_eq!(shown, "UNKNOWN magic is not supported");
    }
}

#[test]
fn a_recursion_of_a_hundred_thousand_calls() {
    let text = "fun main\nn = 100000\ns = 0\ncall down\nif s == 100000 goto ok\nerror\nok:\nhalt\n\
                fun down\nif n == 0 goto out\nn = n - 1\ns = s + 1\ncall down\nout:\n";
    let program = assemble(text);
    let (shown, outcome) = analyse(&program, full(), &Blocks::Functions, 10_000_000);
    assert_eq!(shown, "TRUE");
    assert!(outcome.graph.figures.deepest > 100_000);
}

const TWO_LOOPS: &str = "fun main\na = 0\nouter:\nif a == 2 goto done\nb = 0\ninner:\nif b == 2 goto next\nb = b + 1\n\
                         if 0 == 0 goto inner\nnext:\na = a + 1\nif 0 == 0 goto outer\ndone:\nif b == 3 goto bad\nhalt\nbad:\nerror\nhalt\n";

#[test]
fn nested_loops_are_nested_blocks() {
    let program = assemble(TWO_LOOPS);
    let (shown, outcome) = analyse(&program, full(), &Blocks::Loops, 20_000);
    assert_eq!(shown, "TRUE");
    // The outer loop once, the inner for each of the two ways in; b is 0 then, so the second is a hit.
    assert_eq!((outcome.graph.figures.misses, outcome.graph.figures.hits), (2, 1), "{:?}", outcome.graph.figures);
}

#[test]
fn drawings_show_blocks_and_how_they_were_entered_and_left() {
    let program = assemble("fun main\nx = 1\ncall f\nhalt\nfun f\ny = x + 1\n");
    let (_, outcome) = analyse(&program, full(), &Blocks::Functions, 20_000);
    let graphs = cairn_cpa::Graph::dot(&outcome.graph, &program).unwrap();
    for part in ["subgraph cluster_m0", "subgraph cluster_m1", "label=\"reduce\"", "label=\"expand\"", "x=1 y=2"] {
        assert!(graphs.contains(part), "{part} is missing in\n{graphs}");
    }
}
