//! Each program of `tests/programs` has the verdict that its first line expects, under every combination of options, with
//! and without an index for the reached set; and two equal runs are equal, down to the drawing of the ARG.

use cairn_cpa::{Cpa, Explored, Order, Outcome, RefineFrom, Sharing, Specification, Verdict, write_dot};
use cairn_test_support::toy::{Constants, all_options, assemble, run_toy};
use std::path::Path;

fn programs() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let mut programs: Vec<(String, String)> = std::fs::read_dir(folder)
        .expect("the folder is there")
        .map(|entry| entry.expect("it can be read").path())
        .map(|path| (path.display().to_string(), std::fs::read_to_string(&path).expect("it can be read")))
        .collect();
    programs.sort();
    assert!(programs.len() > 10, "the programs are where they should be");
    programs
}

fn shown(outcome: &Outcome<Vec<i32>, Explored<'_, <Constants as Cpa>::State>>) -> String {
    let reasons: Vec<String> = outcome.reasons.iter().map(ToString::to_string).collect();
    match outcome.verdict {
        Verdict::True => "TRUE".to_owned(),
        Verdict::False(_) => "FALSE".to_owned(),
        Verdict::Unknown => format!("UNKNOWN {}", reasons.join("; ")),
    }
}

#[test]
fn every_combination_of_options_gives_the_expected_verdict() {
    let specification = Specification::default_reachability();
    for (name, text) in programs() {
        let expected = text.lines().next().and_then(|line| line.strip_prefix("// expect: ")).expect("an expectation");
        let program = assemble(&text);
        let except = text.lines().find_map(|line| line.strip_prefix("// except: ")).unwrap_or("-");
        for options in all_options().into_iter().filter(|o| format!("{:?}", o.order) != except) {
            for (indexed, late) in [(false, false), (true, false), (false, true)] {
                let cpa = Constants { indexed, late, ..Constants::default() };
                let outcome = run_toy(&cpa, &program, &specification, &options, 20_000);
                let shown = shown(&outcome);
                // Which of several reasons come first depends on the order; that the expected one is there does not.
                let found = expected
                    .strip_prefix("UNKNOWN ")
                    .map_or(shown == expected, |why| shown.starts_with("UNKNOWN") && shown.contains(why));
                assert!(found, "{name}: expected {expected}, got {shown} with {options:?}, {cpa:?}");
                outcome.graph.arg.check().expect("the ARG is sound");
            }
        }
    }
}

#[test]
fn equal_runs_are_equal() {
    let specification = Specification::default_reachability();
    for (name, text) in programs() {
        let program = assemble(&text);
        for options in all_options().into_iter().filter(|o| o.refine_from == RefineFrom::Cut) {
            let run = || {
                let outcome = run_toy(&Constants::default(), &program, &specification, &options, 20_000);
                let mut dot = String::new();
                write_dot(&outcome.graph.arg, &outcome.graph.controls, &program, &mut dot).expect("a string takes it");
                let counts: Vec<_> = outcome.statistics.counts().into_iter().filter(|(n, _)| *n != "time-us").collect();
                (outcome.error_path, counts, dot)
            };
            assert_eq!(run(), run(), "{name} with {options:?}");
        }
    }
}

#[test]
fn basic_blocks_store_less_and_find_the_same_path() {
    let specification = Specification::default_reachability();
    let text = programs().into_iter().find(|(name, _)| name.ends_with("calls-unsafe.toy")).expect("it is there").1;
    let program = assemble(&text);
    let mut options = all_options().remove(0);
    (options.order, options.sharing) = (Order::BreadthFirst, Sharing::Subtree);
    let run = |basic_blocks| {
        let options = cairn_cpa::EngineOptions { basic_blocks, ..options.clone() };
        let outcome = run_toy(&Constants::default(), &program, &specification, &options, 20_000);
        (outcome.error_path.expect("a violation"), outcome.statistics.states)
    };
    let ((every, states), (blocks, fewer)) = (run(false), run(true));
    assert_eq!(every, blocks);
    assert!(fewer < states, "{fewer} states with blocks, {states} without");
}
