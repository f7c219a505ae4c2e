//! Recursive programs with their verdicts: `tests/programs/*.c`, whose first line says what to expect of the value
//! analysis by functions. Every other analysis and partitioning may know less, but nothing else.

use cairn_bam::{Graphs, run};
use cairn_base::{Budget, CancelToken};
use cairn_blocks::Blocks;
use cairn_cpa::{AnyCpa, Composite, EngineOptions, NoObserver, Outcome, Specification};
use cairn_domains::interval::IntervalAnalysis;
use cairn_domains::value::{Refining, ValueAnalysis};
use cairn_ir::Program;
use cairn_predicate::{self as predicate, PredicateAnalysis};
use cairn_test_support::{ReplayChecker, internal, program, word};
use cairn_tools::{TestProgram, programs_in, takes};
use std::path::Path;

/// Each program with its name and what to expect.
fn programs() -> Vec<(String, String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let programs = programs_in(&folder).into_iter().map(|TestProgram { name, text, .. }| {
        let expected = text.lines().next().and_then(|line| line.strip_prefix("// expect: ")).expect("an expectation");
        (name, expected.to_lowercase(), text)
    });
    let programs: Vec<_> = programs.collect();
    assert!(programs.len() >= 20, "the programs are where they should be");
    programs
}

/// Ticks and work of solvers, so that what is decided does not depend on the machine.
fn budget(ticks: u64) -> Budget {
    let work = Some(cairn_smt::work::SECOND.times(2));
    Budget::unlimited(CancelToken::new()).with_ticks(Some(ticks)).with_work(work)
}

/// By one engine for all analyses: each is erased, so that the engine is compiled once.
fn analyse<'p>(
    cpa: AnyCpa,
    program: &'p Program,
    specification: &'p Specification,
    blocks: &Blocks,
    budget: &Budget,
) -> Outcome<(), Graphs<'p, Composite>> {
    let cpa = Composite::new(vec![cpa]);
    let (options, mut checker) = (EngineOptions::default(), ReplayChecker::new(program, specification));
    let outcome = run(&cpa, program, specification, blocks, &options, &mut checker, budget, &mut NoObserver);
    outcome.unwrap_or_else(|why| panic!("{why}"))
}

fn found(cpa: AnyCpa, name: &str, text: &str, blocks: &Blocks) -> String {
    let program = program(name, text);
    let specification = Specification::default_reachability();
    let outcome = analyse(cpa, &program, &specification, blocks, &budget(20_000));
    assert!(internal(&outcome.reasons).is_none(), "{name} with {blocks:?}: {:?}", outcome.reasons);
    outcome.graph.check().unwrap_or_else(|why| panic!("{name} with {blocks:?}: {why}"));
    word(&outcome.verdict).to_owned()
}

#[test]
fn values_by_functions_decide_every_program() {
    let mut wrong = Vec::new();
    for (name, expected, text) in programs().into_iter().filter(|(_, _, text)| !text.contains("values unroll it")) {
        for blocks in [Blocks::Functions, Blocks::FunctionsAndLoops] {
            let found = found(AnyCpa::reducible(ValueAnalysis::new(Refining::Cegar)), &name, &text, &blocks);
            if found != expected {
                wrong.push(format!("{name}: {found} with {blocks:?}, expected {expected}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn no_analysis_and_no_partitioning_contradicts() {
    let modular = predicate::PredicateOptions { modular: true, ..predicate::PredicateOptions::default() };
    let mut wrong = Vec::new();
    for (index, (name, expected, text)) in programs().into_iter().enumerate() {
        let mut look = |found: String, what: &str| {
            if found != expected && found != "unknown" {
                wrong.push(format!("{name}: {found} with {what}, expected {expected}"));
            }
        };
        if takes(index) {
            look(
                found(AnyCpa::reducible(ValueAnalysis::new(Refining::Cegar)), &name, &text, &Blocks::Loops),
                "values by loops",
            );
        }
        for (way, blocks) in [Blocks::Functions, Blocks::Loops, Blocks::FunctionsAndLoops].into_iter().enumerate() {
            if takes(index + 1 + way) {
                look(found(AnyCpa::reducible(ValueAnalysis::new(Refining::None)), &name, &text, &blocks), "all values");
            }
            if takes(index + 4 + way) {
                look(found(AnyCpa::reducible(IntervalAnalysis::new()), &name, &text, &blocks), "intervals");
            }
        }
        if takes(index + 7) {
            look(
                found(AnyCpa::reducible(PredicateAnalysis::new(modular.clone())), &name, &text, &Blocks::Functions),
                "predicates",
            );
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn intervals_of_a_recursion_come_to_an_end() {
    let growing: Vec<_> = programs().into_iter().filter(|(_, _, text)| text.contains("// intervals: TRUE")).collect();
    assert!(growing.len() >= 2);
    for (name, _, text) in growing {
        for blocks in [Blocks::Functions, Blocks::FunctionsAndLoops] {
            assert_eq!(
                found(AnyCpa::reducible(IntervalAnalysis::new()), &name, &text, &blocks),
                "true",
                "{name} with {blocks:?}"
            );
        }
    }
}

/// However early a run is stopped, what it has is in order, and no verdict is said that a longer run would not say.
fn stopped_anywhere(turn: usize, cpa: impl Fn() -> AnyCpa, what: &str, blocks: &Blocks, stops: u64) {
    let specification = Specification::default_reachability();
    let programs = programs().into_iter().enumerate().filter(|(index, _)| takes(index + 3 * turn));
    for (_, (name, expected, text)) in programs {
        let program = program(&name, &text);
        let whole = budget(5_000);
        analyse(cpa(), &program, &specification, blocks, &whole);
        for stop in 1..=stops {
            let ticks = whole.ticks().min(5_000) * stop / (stops + 1);
            let outcome = analyse(cpa(), &program, &specification, blocks, &budget(ticks));
            let found = word(&outcome.verdict);
            let is_fine = internal(&outcome.reasons).is_none() && (found == "unknown" || found == expected);
            assert!(is_fine, "{name}, {what}, {ticks} ticks: {found}, {:?}", outcome.reasons);
            outcome.graph.check().unwrap_or_else(|why| panic!("{name}, {what}, {ticks} ticks: {why}"));
        }
    }
}

#[test]
fn a_run_may_be_stopped_anywhere() {
    stopped_anywhere(0, || AnyCpa::reducible(ValueAnalysis::new(Refining::Cegar)), "values", &Blocks::Functions, 12);
    stopped_anywhere(
        1,
        || AnyCpa::reducible(ValueAnalysis::new(Refining::None)),
        "all values",
        &Blocks::FunctionsAndLoops,
        6,
    );
    stopped_anywhere(2, || AnyCpa::reducible(IntervalAnalysis::new()), "intervals", &Blocks::FunctionsAndLoops, 6);
    let modular = predicate::PredicateOptions { modular: true, ..predicate::PredicateOptions::default() };
    stopped_anywhere(
        3,
        || AnyCpa::reducible(PredicateAnalysis::new(modular.clone())),
        "predicates",
        &Blocks::Functions,
        1,
    );
}
