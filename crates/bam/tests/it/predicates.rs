//! The predicate analysis by functions: programs with expected verdicts under each strategy of interpolation, and random
//! programs against random executions.
//!
//! `// expect: true` in the first line holds for the default; `// tree: any` says that the strategies of the paper need
//! not find it, but must not find the opposite.

#![allow(clippy::print_stderr)] // With SHOW=1: what each strategy did; ONLY=name: one program.

use cairn_bam::{Graphs, run};
use cairn_base::{Budget, CancelToken, Work};
use cairn_blocks::{Blocks, Partition};
use cairn_cpa::Outcome;
use cairn_cpa::{AnyCpa, Composite, EngineOptions, NoObserver, Specification};
use cairn_domains::value::{Refining, ValueAnalysis};
use cairn_interp::{Code, InputRequest, Inputs, Interpreter, InterpreterOptions as RunOptions, ObjectOrdinal};
use cairn_ir::{Program, Value};
use cairn_predicate::{Encoding, PredicateAnalysis, PredicateOptions, Trees};
use cairn_smt::work::SECOND;
use cairn_test_support::Random;
use cairn_test_support::{ReplayChecker, internal, program, word};
use cairn_tools::takes;
use rayon::prelude::*;
use std::path::Path;
use std::time::Instant;

fn modular(trees: Trees) -> PredicateOptions {
    PredicateOptions { modular: true, trees, ..PredicateOptions::default() }
}

/// More steps than any program here needs.
const TICKS: u64 = 100_000;
/// Enough for most programs, where not much is asked for.
const LITTLE: Work = SECOND.part(5);

fn analyse<'p>(
    cpa: &Composite,
    program: &'p Program,
    specification: &'p Specification,
    blocks: &Blocks,
    work: Work,
) -> Outcome<(), Graphs<'p, Composite>> {
    let budget = Budget::unlimited(CancelToken::new())
        .with_ticks(Some(if work > LITTLE { TICKS } else { TICKS / 5 }))
        .with_work(Some(work));
    let (options, mut checker) = (EngineOptions::default(), ReplayChecker::new(program, specification));
    let outcome = run(cpa, program, specification, blocks, &options, &mut checker, &budget, &mut NoObserver);
    outcome.unwrap_or_else(|why| panic!("{why}"))
}

/// The predicate analysis as the engine of the tool has it, so that the engine is compiled once.
fn erased(options: PredicateOptions) -> Composite {
    Composite::new(vec![AnyCpa::reducible(PredicateAnalysis::new(options))])
}

/// Options that follow the calls of functions that are no blocks.
fn following(program: &Program, blocks: &Blocks, trees: Trees) -> PredicateOptions {
    let followed = match blocks {
        Blocks::LoopingFunctions => Partition::new(program, blocks).unwrap().followed(program),
        _ => Vec::new(),
    };
    PredicateOptions { calls_followed: *blocks == Blocks::Loops, followed, ..modular(trees) }
}

/// The programs of `predicates/`, by name and text.
fn programs() -> Vec<(String, String)> {
    let programs = cairn_tools::programs_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/predicates"));
    let only = std::env::var("ONLY").ok();
    let named = programs.into_iter().map(|program| (program.name, program.text));
    named.filter(|(name, _)| only.as_ref().is_none_or(|only| name.contains(only.as_str()))).collect()
}

fn said<'t>(text: &'t str, key: &str) -> Option<&'t str> {
    text.lines().find_map(|line| line.strip_prefix("// ")?.strip_prefix(key)?.strip_prefix(": ")).map(str::trim)
}

fn found(cpa: &Composite, name: &str, text: &str, what: &str, blocks: &Blocks, work: Work) -> String {
    let program = program(name, text);
    let specification = Specification::default_reachability();
    let start = Instant::now();
    let outcome = analyse(cpa, &program, &specification, blocks, work);
    assert_eq!(internal(&outcome.reasons), None, "{name} with {what}");
    outcome.graph.check().unwrap_or_else(|why| panic!("{name} with {what}: {why}"));
    let verdict = word(&outcome.verdict).to_owned();
    if std::env::var("SHOW").is_ok() {
        let refinements = outcome.statistics.refinements;
        eprintln!(
            "{name} {what}: {verdict} in {:?}, {refinements} refinements, {:?}",
            start.elapsed(),
            outcome.reasons
        );
    }
    verdict
}

#[test]
fn programs_by_default() {
    let mut wrong = Vec::new();
    let programs = programs();
    for (name, text) in &programs {
        let expected = said(text, "expect").unwrap();
        let analysis = erased(modular(Trees::default()));
        let found = found(&analysis, name, text, "closed", &Blocks::Functions, SECOND.times(20));
        if found != expected {
            wrong.push(format!("{name}: {found}, expected {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(programs.len() >= 20 || std::env::var("ONLY").is_ok());
}

#[test]
fn programs_by_the_strategies_for_trees() {
    let mut wrong = Vec::new();
    let all = [Trees::Tree, Trees::TreeFromBinary, Trees::WellScoped, Trees::Nested];
    for (index, (name, text)) in programs().into_iter().enumerate() {
        let expected = said(&text, "expect").unwrap();
        for (_, trees) in all.into_iter().enumerate().filter(|(tree, _)| takes(index + 3 * tree)) {
            let any = said(&text, "tree") == Some("any");
            let analysis = erased(modular(trees));
            let work = if any { SECOND.part(3) } else { SECOND.times(15) };
            let found = found(&analysis, &name, &text, &format!("{trees:?}"), &Blocks::Functions, work);
            if found != expected && !(any && found == "unknown") {
                wrong.push(format!("{name} with {trees:?}: {found}, expected {expected}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn other_partitionings_and_encodings_do_not_contradict() {
    let programs = programs();
    let wrong = programs.par_iter().enumerate();
    let wrong: Vec<String> = wrong.flat_map_iter(|(index, (name, text))| contradictions(index, name, text)).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// What other configurations say against what is expected of a program: a part of them in each run.
fn contradictions(index: usize, name: &str, text: &str) -> Vec<String> {
    let expected = said(text, "expect").unwrap();
    let mut wrong = Vec::new();
    let mut look = |found: String, what: &str| {
        if found != expected && found != "unknown" {
            wrong.push(format!("{name} with {what}: {found}, expected {expected}"));
        }
    };
    let others = [Blocks::Loops, Blocks::FunctionsAndLoops, Blocks::LoopingFunctions];
    for (_, blocks) in others.into_iter().enumerate().filter(|(way, _)| takes(index + way)) {
        let analysis = erased(following(&program(name, text), &blocks, Trees::default()));
        look(found(&analysis, name, text, "other blocks", &blocks, LITTLE), &format!("{blocks:?}"));
    }
    if takes(index + 4) {
        let bits = PredicateOptions { encoding: Encoding::BitVector, ..modular(Trees::Tree) };
        look(found(&erased(bits), name, text, "bits", &Blocks::Functions, LITTLE), "bits");
    }
    let is_beside = said(text, "beside").is_some();
    if !is_beside && !takes(index + 8) {
        return wrong;
    }
    let both = Composite::new(vec![
        AnyCpa::reducible(ValueAnalysis::new(Refining::Cegar)),
        AnyCpa::reducible(PredicateAnalysis::new(modular(Trees::default()))),
    ]);
    let work = if is_beside { SECOND.times(15) } else { LITTLE };
    let found = found(&both, name, text, "values beside", &Blocks::Functions, work);
    let undecided = found == "unknown" && work > LITTLE;
    look(found, "values beside");
    wrong.extend(undecided.then(|| format!("{name} is undecided with values beside")));
    wrong
}

/// Inputs of an execution that is made up.
struct MadeUp<'r>(&'r mut Random);

impl Inputs for MadeUp<'_> {
    fn havoc(&mut self, request: &InputRequest<'_>) -> Value {
        let bits = if self.0.chance(17) { self.0.word() } else { self.0.below(6_u64).wrapping_sub(1) };
        Value::truncated(u128::from(bits), request.scalar.map_or(64, |s| s.bits()))
    }
    fn memory_byte(&mut self, _: ObjectOrdinal, _: u64) -> u8 {
        0
    }
}

/// Statements over statics, a parameter, a local, and what a pointer points to.
fn statements(random: &mut Random, names: &[&str], addresses: &[&str], lines: u64, text: &mut String) {
    for _ in 0..lines {
        let (to, from, other) = (random.pick(names), random.pick(names), random.pick(names));
        let number = random.below(4) as i64 - 1;
        *text += &match random.below(9) {
            0 => format!("  {to} = {from} + {number};\n"),
            1 => format!("  {to} = {number};\n"),
            2 => format!("  if ({from} < {other}) {to} = {from};\n"),
            3 => format!("  if ({from} == {number}) {to} = {other};\n"),
            4 => format!("  {to} = {from} - {other};\n"),
            5 => format!("  while ({from} > 3) {from} = {from} - 2;\n"),
            _ => {
                let (callee, address) = (random.pick(&["f", "g"]), random.pick(addresses));
                let argument = if names.contains(&"n") { "n - 1".to_owned() } else { random.below(4).to_string() };
                format!("  {to} = {callee}({argument}, {address});\n")
            }
        };
    }
}

/// Two functions that call each other, with statics and with pointers to the callers' variables.
fn random_program(random: &mut Random) -> String {
    let mut text = "extern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\nint a, b;\n".to_owned();
    text += "int f(int n, int *p);\nint g(int n, int *p);\n";
    for name in ["f", "g"] {
        let result = random.pick(&["n", "a", "*p", "0", "1"]);
        text += &format!("int {name}(int n, int *p) {{\n  int x = {};\n", random.below(3));
        text += &format!("  if (n <= 0) return {result};\n");
        let lines = 1 + random.below(3);
        statements(random, &["a", "b", "n", "x", "*p"], &["p", "&x", "&a"], lines, &mut text);
        text += &format!("  return {};\n}}\n", random.pick(&["n", "a", "b", "x", "*p", "x + 1"]));
    }
    text += "int main(void) {\n  int i = __VERIFIER_nondet_int(), x = 1;\n  a = 0; b = i;\n";
    let lines = 1 + random.below(3);
    statements(random, &["a", "b", "x", "i"], &["&x", "&b"], lines, &mut text);
    let (left, right) = (random.pick(&["a", "b", "x"]), random.below(7) as i64 - 2);
    text += &format!("  if ({left} {} {right}) reach_error();\n  return 0;\n}}\n", random.pick(&["==", "<", ">"]));
    text
}

/// Whether one of some random executions reaches the error.
fn is_hit(program: &Program, random: &mut Random) -> bool {
    let (code, specification) = (Code::new(program), Specification::default_reachability());
    (0..300).any(|_| {
        let mut state = specification.initial();
        let mut interpreter = Interpreter::new(&code, RunOptions { steps: 600, ..RunOptions::default() });
        while let Ok(step) = interpreter.step(&mut MadeUp(random)) {
            state = specification.next(state, step, program);
            if specification.is_violated(state) {
                return true;
            }
        }
        false
    })
}

#[test]
fn no_execution_of_random_programs_is_lost() {
    let rounds = cairn_tools::seeds(6);
    let count = rounds.end - rounds.start;
    let (mut decided, mut hits, mut safe) = (0, 0, 0);
    for round in rounds {
        let mut random = Random::new(round);
        let text = random_program(&mut random);
        let program = program("random.c", &text);
        let hit = is_hit(&program, &mut random);
        let specification = Specification::default_reachability();
        let blocks = match round % 4 {
            3 => Blocks::FunctionsAndLoops,
            2 => Blocks::LoopingFunctions,
            _ => Blocks::Functions,
        };
        let trees = Trees::WITHOUT_INVARIANTS[(round / 4) as usize % Trees::WITHOUT_INVARIANTS.len()];
        let analysis = erased(following(&program, &blocks, trees));
        let outcome = analyse(&analysis, &program, &specification, &blocks, SECOND);
        assert_eq!(internal(&outcome.reasons), None, "with {trees:?}, {blocks:?} on\n{text}");
        let verdict = word(&outcome.verdict);
        assert!(!(verdict == "true" && hit), "wrong TRUE with {trees:?}, {blocks:?} on\n{text}");
        decided += u64::from(verdict != "unknown");
        safe += u64::from(verdict == "true");
        hits += u64::from(hit);
    }
    // Rates mean nothing of the few programs of one run.
    let are_rates = count < 60 || decided * 3 > count && safe > 0 && hits > 0;
    assert!(are_rates, "{decided} of {count} decided, {safe} safe, {hits} hit");
}
