//! The programs of `programs/`, each with its expected verdict in its first line, under the paper's four combinations of
//! block size and abstraction, and under other block sizes.
//!
//! `// expected: true` holds for all; `// sbe-boolean: any` on a line of its own says that this configuration need not
//! find the verdict, but must not find the opposite.

#![allow(clippy::print_stderr)] // With SHOW=1: what each configuration did; ONLY=name: one program.

use cairn_cpa::{AnyCpa, Specification};
use cairn_domains::value::{Refining, ValueAnalysis};
use cairn_predicate::{
    AbstractionKind, BlockBoundaries, Encoding, Form, PredicateAnalysis, PredicateOptions, PredicateScope,
};
use cairn_test_support::{analyse, budget, internal, program, word};
use cairn_tools::takes;

/// A program may take so many seconds under one configuration; it takes a tenth of a second mostly.
const SECONDS: u64 = 10;

fn configurations() -> Vec<(&'static str, PredicateOptions)> {
    let default = PredicateOptions::default;
    let sbe = BlockBoundaries { every_edge: true, ..BlockBoundaries::default() };
    let cartesian = AbstractionKind::Cartesian;
    vec![
        ("lbe-boolean", default()),
        ("lbe-cartesian", PredicateOptions { abstraction: cartesian, ..default() }),
        ("sbe-boolean", PredicateOptions { blocks: sbe, ..default() }),
        ("sbe-cartesian", PredicateOptions { blocks: sbe, abstraction: cartesian, ..default() }),
    ]
}

fn variations() -> Vec<(&'static str, PredicateOptions)> {
    let default = PredicateOptions::default;
    let joins = BlockBoundaries { joins: true, calls: true, ..BlockBoundaries::default() };
    let fives = BlockBoundaries { edges: Some(5), ..BlockBoundaries::default() };
    vec![
        ("joins", PredicateOptions { blocks: joins, ..default() }),
        ("fives", PredicateOptions { blocks: fives, ..default() }),
        ("bits", PredicateOptions { encoding: Encoding::BitVector, ..default() }),
        ("whole", PredicateOptions { form: Form::Whole, ..default() }),
        ("location", PredicateOptions { scope: PredicateScope::Location, ..default() }),
        ("function", PredicateOptions { scope: PredicateScope::Function, ..default() }),
        ("global", PredicateOptions { scope: PredicateScope::Global, ..default() }),
    ]
}

fn run_all(configurations: &[(&str, PredicateOptions)]) {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs");
    let mut files: Vec<_> = std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let only = std::env::var("ONLY").ok();
    let mut wrong = Vec::new();
    let mut ran = 0;
    files.retain(|file| file.extension().is_some_and(|extension| extension == "c"));
    for (index, file) in files.iter().enumerate() {
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        if only.as_ref().is_some_and(|only| !name.contains(only.as_str())) {
            continue;
        }
        let text = std::fs::read_to_string(file).unwrap();
        let said = |key: &str| text.lines().find_map(|l| l.strip_prefix(&format!("// {key}: ")).map(str::trim));
        let expected = said("expected").unwrap();
        let program = program(&name, &text);
        let specification = Specification::default_reachability();
        for (_, (configuration, options)) in configurations.iter().enumerate().filter(|(turn, _)| takes(index + turn)) {
            ran += 1;
            let any = said(configuration) == Some("any");
            let analysis = PredicateAnalysis::new(options.clone());
            let start = std::time::Instant::now();
            let outcome =
                analyse(vec![AnyCpa::new(analysis)], &program, &specification, &budget(if any { 1 } else { SECONDS }));
            let verdict = word(&outcome.verdict);
            if std::env::var("SHOW").is_ok() {
                eprintln!(
                    "{name} {configuration}: {verdict} in {:?}, {} states, {} refinements, {:?}",
                    start.elapsed(),
                    outcome.statistics.states,
                    outcome.statistics.refinements,
                    outcome.reasons
                );
                if only.is_some() {
                    eprintln!("{:?}", outcome.counters);
                }
            }
            if let Some(what) = internal(&outcome.reasons) {
                wrong.push(format!("{name}, {configuration}: {what}"));
            } else if verdict != expected && !(any && verdict == "unknown") {
                wrong.push(format!("{name}, {configuration}: {verdict}, {:?}", outcome.reasons));
            }
        }
    }
    assert!(ran > 0);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn four_combinations() {
    run_all(&configurations());
}

#[test]
fn variations_of_blocks_and_predicates() {
    run_all(&variations());
}

/// What the values know, the predicates need not track: that `step` and `mode` are both 2, or both 5, is in the path formulas.
#[test]
fn values_strengthen_predicates() {
    let text = "extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
        int main(void) {
          int mode, step, x = __VERIFIER_nondet_int(), y = x;
          if (__VERIFIER_nondet_int()) mode = 2; else mode = 5;
          step = mode;
          while (__VERIFIER_nondet_int()) { x = x + step; y = y + mode; }
          if (x != y) reach_error();
          return 0;
        }";
    let program = program("strengthen", text);
    let specification = Specification::default_reachability();
    let run = |analyses: Vec<AnyCpa>| {
        let outcome = analyse(analyses, &program, &specification, &budget(SECONDS));
        assert_eq!(word(&outcome.verdict), "true", "{:?}", outcome.reasons);
        outcome.counters.iter().find(|(name, _)| *name == "predicate-predicates").map(|(_, count)| count)
    };
    let predicates = || AnyCpa::new(PredicateAnalysis::new(PredicateOptions::default()));
    let values = AnyCpa::new(ValueAnalysis::new(Refining::None));
    let (with, without) = (run(vec![values, predicates()]), run(vec![predicates()]));
    assert!(with < without, "{with:?} and {without:?} predicates");
}
