//! A user's own blocks give the verdict of all others.

use cairn_bam::run;
use cairn_blocks::{Blocks, block_list};
use cairn_cpa::{AnyCpa, Composite, EngineOptions, NoObserver, Specification};
use cairn_domains::value::{Refining, ValueAnalysis};
use cairn_test_support::{ReplayChecker, budget, program, word};

const TEXT: &str = include_str!("../../../blocks/tests/parts.c");

#[test]
fn a_list_gives_the_verdict_of_the_others() {
    let program = program("lists.c", TEXT);
    let specification = Specification::default_reachability();
    for text in ["function twice", "loop main 7", "function twice\nloop main 5\nloop main 7", "lines main 8 9"] {
        let blocks = Blocks::Listed(block_list::parse(text).unwrap());
        let (options, mut checker) = (EngineOptions::default(), ReplayChecker::new(&program, &specification));
        let cpa = Composite::new(vec![AnyCpa::reducible(ValueAnalysis::new(Refining::Cegar))]);
        let outcome =
            run(&cpa, &program, &specification, &blocks, &options, &mut checker, &budget(10), &mut NoObserver).unwrap();
        assert_eq!(word(&outcome.verdict), "true", "{text}: {:?}", outcome.reasons);
        assert!(outcome.graph.figures.misses > 0, "{text}");
    }
}
