//! Symbolic execution over-approximates the interpreter, and keeps the laws of an analysis.
//!
//! Beside each step of the interpreter goes the abstract step, with everything kept and with random parts of it. There is
//! always a successor; what the state says of values is so; and the solver agrees that the symbols have values for which
//! the terms are what is in memory and the constraints hold.

use crate::follow;

use cairn_base::{Budget, CancelToken};
use cairn_cpa::{Cpa, Cx, Specification, Statistics, laws};
use cairn_domains::symbolic::transfer::{At, SymbolicWorkspace};
use cairn_domains::symbolic::{Refining, SymbolicExecution, SymbolicPrecision, SymbolicState};
use cairn_domains::value::ValuePrecision;
use cairn_interp::{Code, Interpreter, InterpreterOptions as RunOptions};
use cairn_ir::{MachineModel, Op, Program, Step};
use cairn_smt::{Answer, Solver, SolverLimits, Z3Solver};
use cairn_test_support::Random;
use follow::{Comparison, Source, place, precisions, program};
use std::collections::BTreeSet;

/// What a run has compared.
#[derive(Default)]
struct Seen {
    facts: usize,
    terms: usize,
    constraints: usize,
}

/// Whether the symbols have values for which the state holds of a memory.
fn holds(
    workspace: &SymbolicWorkspace,
    state: &SymbolicState,
    comparison: &Comparison<'_, '_, '_>,
) -> Result<usize, String> {
    let mut terms = workspace.symbols.terms.borrow_mut();
    let mut all: Vec<_> = state.constraints.parts().iter().flat_map(|part| part.conjuncts.iter().copied()).collect();
    let there = comparison.terms(&state.values);
    for (term, width, bits) in &there {
        let bits = terms.bits(*width, *bits);
        let equal = terms.eq(*term, bits);
        all.push(equal);
    }
    let mut solver = Z3Solver::new().map_err(|error| error.to_string())?;
    for term in all {
        solver.assert(&terms, term).map_err(|error| error.to_string())?;
    }
    match solver.check(&terms, &[], &SolverLimits::work(cairn_smt::work::SECOND)) {
        Ok(Answer::Unsat) => Err(format!("no values of the symbols make it so: {state:?}")),
        Ok(_) => Ok(there.len()),
        Err(error) => Err(error.to_string()),
    }
}

/// Runs a program beside its abstraction.
fn run(program: &Program, precision: &SymbolicPrecision, random: &mut Random, wild: bool) -> Result<Seen, String> {
    let code = Code::new(program);
    let options = RunOptions { steps: 300, memory: 1 << 24, depth: 200, ..RunOptions::default() };
    let mut interpreter = Interpreter::new(&code, options);
    let mut workspace = SymbolicWorkspace::default();
    let mut state = SymbolicState::initial();
    let (budget, mut statistics) = (Budget::unlimited(CancelToken::new()), Statistics::default());
    let mut cx = Cx { program, budget: &budget, statistics: &mut statistics };
    let mut seen = Seen::default();
    for number in 0.. {
        let depth = interpreter.top() as u32;
        let Ok(step) = interpreter.step(&mut Source { random, wild }) else { break };
        let at = At { step, depth, program, trace: None };
        let next = workspace.step(&state, precision, at, &mut cx).map_err(|e| e.to_string())?;
        let Some(next) = next else { return Err(format!("no successor at {}", place(program, step))) };
        state = next;
        let mut comparison = Comparison::new(&interpreter, program, 0);
        let wrong = |wrong: String| format!("{wrong}\nafter {}", place(program, step));
        comparison.check(&state.values).map_err(wrong)?;
        seen.facts += comparison.facts;
        seen.constraints += state.constraints.len();
        // Each answer of the solver costs a millisecond.
        if number % 23 == 0 {
            seen.terms += holds(&workspace, &state, &comparison).map_err(wrong)?;
        }
    }
    Ok(seen)
}

/// Some variables and some constraints.
fn symbolic(program: &Program, values: ValuePrecision, random: &mut Random) -> SymbolicPrecision {
    if values == ValuePrecision::Full && random.below(2) == 0 {
        return SymbolicPrecision::full();
    }
    let is_assumption = |edge: &cairn_ir::EdgeId| matches!(program.edges[*edge].op, Op::Assume { .. });
    let some: BTreeSet<_> = program.edges.ids().filter(is_assumption).filter(|_| random.below(2) == 0).collect();
    SymbolicPrecision::of(values, some)
}

fn all_runs(name: &str, text: &str, runs: usize, random: &mut Random, sum: &mut Seen) {
    for model in [MachineModel::Ilp32, MachineModel::Lp64] {
        let program = program(name, text, model);
        let wild = name.contains("unnamed");
        for _ in 0..runs {
            for values in precisions(&program, random) {
                let precision = symbolic(&program, values, random);
                match run(&program, &precision, random, wild) {
                    Ok(seen) => {
                        sum.facts += seen.facts;
                        sum.terms += seen.terms;
                        sum.constraints += seen.constraints;
                    }
                    Err(wrong) => panic!("{name} on {model:?} with {precision:?}: {wrong}\n{text}"),
                }
            }
        }
    }
}

fn files(folders: &[&str]) -> Vec<(String, String)> {
    let mut files = Vec::new();
    for folder in folders {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
        files.extend(std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()));
    }
    files.retain(|file| file.extension().is_some_and(|e| e == "c"));
    files.sort();
    files.into_iter().map(|file| (file.display().to_string(), std::fs::read_to_string(&file).unwrap())).collect()
}

#[test]
fn programs_from_files_are_over_approximated() {
    let (mut random, mut sum) = (Random::new(3), Seen::default());
    for (name, text) in files(&["programs", "symbolic", "../../predicate/tests/programs"]) {
        all_runs(&name, &text, 1, &mut random, &mut sum);
    }
    assert!(
        sum.facts > 1_000 && sum.terms > 20 && sum.constraints > 50,
        "{} {} {}",
        sum.facts,
        sum.terms,
        sum.constraints
    );
}

#[test]
fn generated_programs_are_over_approximated() {
    let mut sum = Seen::default();
    for seed in cairn_tools::seeds(12) {
        let mut random = Random::new(seed);
        let text = cairn_test_support::c_programs::program(&mut random);
        all_runs(&format!("seed-{seed}.c"), &text, 1, &mut random, &mut sum);
        let text = cairn_test_support::c_programs::conversions(&mut random);
        all_runs(&format!("conversions-{seed}.c"), &text, 1, &mut random, &mut sum);
    }
    assert!(sum.terms > 20, "{} {} {}", sum.facts, sum.terms, sum.constraints);
}

#[test]
fn laws_hold() {
    let mut figures = (0, 0);
    for (name, text) in files(&["symbolic", "../../predicate/tests/programs"]) {
        let program = program(&name, &text, MachineModel::Lp64);
        let specification = Specification::default_reachability();
        for refining in [Refining::None, Refining::Cegar] {
            let cpa = SymbolicExecution::new(refining);
            let budget = Budget::unlimited(CancelToken::new());
            let mut statistics = Statistics::default();
            let mut cx = Cx { program: &program, budget: &budget, statistics: &mut statistics };
            let (_, precision) = cpa.initial(&mut cx).unwrap();
            let checked = laws::sample(&cpa, &precision, &program, &specification, &budget, 120)
                .and_then(|(controls, samples)| laws::check(&cpa, &precision, &program, &controls, &samples, &budget));
            let found = checked.unwrap_or_else(|broken| panic!("{name} with {refining:?}: {broken}"));
            figures = (figures.0 + found.ordered, figures.1 + found.monotone);
        }
    }
    assert!(figures.0 > 20 && figures.1 > 20, "{figures:?}");
}

/// The verdict with refinement or without.
fn verdict(name: &str, text: &str, refining: Refining) -> &'static str {
    let program = cairn_test_support::program(name, text);
    let specification = Specification::default_reachability();
    let cpa = SymbolicExecution::new(refining);
    let outcome = cairn_test_support::analyse(
        vec![cairn_cpa::AnyCpa::new(cpa)],
        &program,
        &specification,
        &cairn_test_support::budget(5),
    );
    assert_eq!(cairn_test_support::internal(&outcome.reasons), None, "{name}");
    cairn_test_support::word(&outcome.verdict)
}

/// The first line has the verdicts with refinement and without; a dash where there would be no end.
#[test]
fn programs_get_their_verdicts() {
    for (name, text) in files(&["symbolic"]) {
        let expected = text.lines().next().and_then(|line| line.strip_prefix("// expect: ")).unwrap_or("");
        for (expected, refining) in expected.split(' ').zip([Refining::Cegar, Refining::None]) {
            if expected != "-" {
                assert_eq!(verdict(&name, &text, refining), expected, "{name} with {refining:?}");
            }
        }
    }
}

/// Symbols are named by what the state has: a step made twice gives the same state.
#[test]
fn a_step_is_a_function() {
    let text =
        "extern int in(void); int main(void) { int x = in(), y = in(); if (x > y && y > 3) return x + y; return 0; }";
    let program = program("function.c", text, MachineModel::Lp64);
    let (budget, mut statistics) = (Budget::unlimited(CancelToken::new()), Statistics::default());
    let mut cx = Cx { program: &program, budget: &budget, statistics: &mut statistics };
    let code = Code::new(&program);
    let mut interpreter = Interpreter::new(&code, RunOptions { steps: 200, ..RunOptions::default() });
    let mut random = Random::new(1);
    let (mut workspace, mut state) = (SymbolicWorkspace::default(), SymbolicState::initial());
    let mut path: Vec<(Step, u32)> = Vec::new();
    loop {
        let depth = interpreter.top() as u32;
        let Ok(step) = interpreter.step(&mut Source { random: &mut random, wild: false }) else { break };
        path.push((step, depth));
    }
    let full = SymbolicPrecision::full();
    for (step, depth) in path {
        let at = At { step, depth, program: &program, trace: None };
        let next = workspace.step(&state, &full, at, &mut cx).unwrap().expect("a successor");
        let again = workspace.step(&state, &full, at, &mut cx).unwrap().expect("a successor");
        assert_eq!(next, again);
        state = next;
    }
}

/// Inputs that are compared with what came before, or like those before, cost no question each.
#[test]
fn what_is_alike_is_asked_once() {
    let alike = "int a[80]; int main(void) { for (int i = 0; i < 80; i++) { a[i] = in(); if (a[i] < 3) return 0; }
        for (int i = 0; i < 80; i++) if (a[i] < 2) reach_error(); return 0; }";
    let related = "int a[80]; int main(void) { int last = 0; for (int i = 0; i < 80; i++) { int x = in();
        if (x <= last) return 0; last = x; a[i] = x; } if (last < 0) reach_error(); return 0; }";
    for text in [alike, related] {
        let text = format!("extern int in(void); extern void reach_error(void); {text}");
        let program = cairn_test_support::program("alike.c", &text);
        let specification = Specification::default_reachability();
        let cpa = SymbolicExecution::new(Refining::None);
        let outcome = cairn_test_support::analyse(
            vec![cairn_cpa::AnyCpa::new(cpa)],
            &program,
            &specification,
            &cairn_test_support::budget(5),
        );
        assert_eq!(cairn_test_support::word(&outcome.verdict), "true", "{:?}", outcome.reasons);
        let asked = outcome.counters.get("symbolic-decided-by-solver");
        assert!(asked <= 2, "{asked} of {}", outcome.counters.get("symbolic-branches"));
    }
}
