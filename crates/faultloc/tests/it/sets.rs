//! Sets of statements against what looking at every subset says (DCPA 4.3.1: 2ⁿ questions): on generated programs whose
//! executions violate, with loops too. What is reported as a correction set is asked of a solver that knows nothing of
//! selectors, and a statement that is executed often is compared with its executions one by one.

use cairn_base::{Budget, CancelToken};
use cairn_faultloc::blocks::{Visit, visits};
use cairn_faultloc::enumerate::{Enumeration, EnumerationBounds, EnumerationEnd, enumerate};
use cairn_faultloc::invariants::{Invariants, relevant};
use cairn_faultloc::oracle::{Oracle, SubsetOracle, SubsetVerdict};
use cairn_faultloc::statement::{Split, StepRole, TraceStatement, split};
use cairn_faultloc::trace::TraceFormula;
use cairn_front_c::Input;
use cairn_interp::{Code, Interpreter, InterpreterOptions, RecordedInputs, Trace};
use cairn_ir::{MachineModel, Program, Step};
use cairn_smt::{Answer, Solver, SolverLimits, Z3Solver};
use std::collections::BTreeSet;

fn compiled(text: &str) -> Program {
    let input = Input { name: "generated.c".to_owned(), text: text.into() };
    cairn_front_c::compile(&[input], &cairn_front_c::FrontEndOptions::new(MachineModel::Lp64, "main")).expect("valid C")
}

/// The execution without inputs up to a call of `reach_error`, if it gets there.
fn violation(program: &Program) -> Option<Trace> {
    let code = Code::new(program);
    let mut run =
        Interpreter::new(&code, InterpreterOptions { steps: 1000, trace: true, ..InterpreterOptions::default() });
    let target = program.function_named("reach_error");
    let end = run.run_until(&mut RecordedInputs::default(), |_, step| match step {
        Step::Enter(call, _) => program.calls[call].callee == target,
        Step::Edge(edge) => program.edges[edge].op.marked_call() == Some("reach_error"),
        _ => false,
    });
    end.is_none().then(|| run.into_trace())
}

/// A program without inputs: assignments to three variables, branches, and a loop at times.
fn generated(dice: &mut fastrand::Rng) -> String {
    let mut body = String::from("  int x = 1;\n  int y = 2;\n  int a[2] = {3, 4};\n");
    let names = ["x", "y", "a[0]", "a[1]", "a[x & 1]"];
    let name = |dice: &mut fastrand::Rng| names[dice.usize(..names.len())];
    let assignment = |dice: &mut fastrand::Rng| {
        let (to, left, right) = (name(dice), name(dice), name(dice));
        let operator = ["+", "-", "*", "^"][dice.usize(..4)];
        if dice.bool() {
            format!("{to} = {left} {operator} {right};\n")
        } else {
            format!("{to} = {left} + {};\n", dice.u8(..4))
        }
    };
    for _ in 0..dice.usize(1..4) {
        match dice.usize(..4) {
            0 => body += &format!("  if (x < {})\n    {}", dice.u8(..6), assignment(dice)),
            1 => {
                let rounds = dice.usize(1..3);
                body += &format!("  for (int i = 0; i < {rounds}; i++)\n    {}", assignment(dice));
            }
            _ => body += &format!("  {}", assignment(dice)),
        }
    }
    let condition = ["x != 1", "y > 2", "a[0] + x == 4", "a[1] != y", "x < y && y < 9"][dice.usize(..5)];
    format!(
        "extern void reach_error(void);\nint main(void) {{\n{body}  if ({condition})\n    reach_error();\n  return 0;\n}}\n"
    )
}

fn formula(program: &Program, trace: &Trace, split: &Split) -> TraceFormula {
    TraceFormula::new(program, trace, split, true).expect("all of it is modelled")
}

fn found(program: &Program, trace: &Trace, split: &Split, cores: bool) -> (Enumeration, u64) {
    let mut formula = formula(program, trace, split);
    let budget = Budget::unlimited(CancelToken::new());
    let mut oracle = Oracle::new(&mut formula, split, &budget).expect("a solver");
    let found = enumerate(&mut oracle, EnumerationBounds { sets: usize::MAX, cores }, &budget).expect("a solver");
    assert_eq!(found.ending, EnumerationEnd::Complete);
    let asked = oracle.asked();
    (found, asked)
}

/// Whether the trace formula is satisfiable with only these statements: asserted as it is, in a solver of its own.
fn is_possible(formula: &mut TraceFormula, split: &Split, kept: &BTreeSet<usize>) -> bool {
    let mut solver = Z3Solver::new().expect("a solver");
    let mut parts = vec![formula.wanted(), formula.given];
    for (decision, skipped) in formula.skips.clone() {
        if !matches!(split.roles[decision], StepRole::Soft(statement) if !kept.contains(&statement)) {
            parts.push(formula.encoder.terms.not(skipped));
        }
    }
    for (at, role) in split.roles.iter().enumerate() {
        match role {
            StepRole::Hard => parts.push(formula.effects[at]),
            StepRole::Soft(statement) => {
                parts.push(formula.always[at]);
                if kept.contains(statement) {
                    parts.push(formula.effects[at]);
                }
            }
            StepRole::Post => {}
        }
    }
    for part in parts {
        solver.assert(&formula.encoder.terms, part).expect("a solver");
    }
    match solver.check(&formula.encoder.terms, &[], &SolverLimits::default()).expect("a solver") {
        Answer::Sat => true,
        Answer::Unsat => false,
        Answer::Unknown(why) => panic!("{why}"),
    }
}

/// The minimal sets to take away, and the minimal sets that contradict each other, by looking at all subsets.
fn by_force(formula: &mut TraceFormula, split: &Split) -> (BTreeSet<BTreeSet<usize>>, BTreeSet<BTreeSet<usize>>) {
    let count = split.statements.len();
    let set = |bits: u32| (0..count).filter(|number| bits >> number & 1 == 1).collect::<BTreeSet<usize>>();
    let possible: Vec<bool> = (0..1u32 << count).map(|kept| is_possible(formula, split, &set(kept))).collect();
    let full = (1u32 << count) - 1;
    let corrects = |away: u32| possible[(full & !away) as usize];
    let (mut corrections, mut cores) = (BTreeSet::new(), BTreeSet::new());
    for bits in 0..=full {
        let below: Vec<u32> = (0..count).map(|n| bits & !(1 << n)).filter(|smaller| *smaller != bits).collect();
        if corrects(bits) && below.iter().all(|smaller| !corrects(*smaller)) {
            corrections.insert(set(bits));
        }
        if !possible[bits as usize] && below.iter().all(|smaller| possible[*smaller as usize]) {
            cores.insert(set(bits));
        }
    }
    (corrections, cores)
}

fn sets(of: &[Vec<usize>]) -> BTreeSet<BTreeSet<usize>> {
    of.iter().map(|set| set.iter().copied().collect()).collect()
}

/// The same trace with each execution a statement of its own.
fn execution_by_execution(whole: &Split) -> (Split, Vec<usize>) {
    let (mut statements, mut of, mut roles) = (Vec::new(), Vec::new(), whole.roles.clone());
    for (number, statement) in whole.statements.iter().enumerate() {
        for step in &statement.steps {
            roles[*step] = StepRole::Soft(statements.len());
            statements.push(TraceStatement { steps: vec![*step], ..statement.clone() });
            of.push(number);
        }
    }
    (Split { roles, statements, ..whole.clone() }, of)
}

/// Those of some sets that lie above no other.
fn smallest(of: BTreeSet<BTreeSet<usize>>) -> BTreeSet<BTreeSet<usize>> {
    let is_smallest = |set: &&BTreeSet<usize>| !of.iter().any(|other| other != *set && other.is_subset(set));
    of.iter().filter(is_smallest).cloned().collect()
}

/// Generated programs whose execution violates, with the execution and few enough statements.
fn violations(seed: u64, number: usize, most: usize) -> Vec<(String, Program, Trace, Split)> {
    let mut dice = fastrand::Rng::with_seed(seed);
    let mut all = Vec::new();
    while all.len() < number {
        let text = generated(&mut dice);
        let program = compiled(&text);
        let Some(trace) = violation(&program) else { continue };
        let split = split(&program, &trace, dice.bool()).expect("a branch leads there");
        if split.statements.len() <= most {
            all.push((text, program, trace, split));
        }
    }
    all
}

#[test]
fn enumeration_finds_what_looking_at_every_subset_finds() {
    let mut spared = (0, 0);
    for (text, program, trace, split) in violations(1, 16, 6) {
        let (expected, cores) = by_force(&mut formula(&program, &trace, &split), &split);
        let (corrections, asked) = found(&program, &trace, &split, false);
        let sizes: Vec<usize> = corrections.corrections.iter().map(Vec::len).collect();
        assert!(sizes.is_sorted(), "{text}");
        assert_eq!(sets(&corrections.corrections), expected, "{text}");
        let (both, _) = found(&program, &trace, &split, true);
        assert_eq!((sets(&both.corrections), sets(&both.cores)), (expected, cores), "{text}");
        spared = (spared.0 + asked, spared.1 + (1u64 << split.statements.len()));
    }
    assert!(spared.0 * 2 < spared.1, "{} questions instead of {}", spared.0, spared.1);
}

#[test]
fn statements_are_to_blame_as_their_executions_are() {
    let (mut repeated, mut seen) = (0, 0);
    for (text, program, trace, split) in violations(2, 20, 9) {
        let (single, of) = execution_by_execution(&split);
        repeated += usize::from(single.statements.len() > split.statements.len());
        let (whole, _) = found(&program, &trace, &split, false);
        let (parts, _) = found(&program, &trace, &single, false);
        let projected = parts.corrections.iter().map(|set| set.iter().map(|number| of[*number]).collect()).collect();
        assert_eq!(sets(&whole.corrections), smallest(projected), "{text}");
        seen += 1;
    }
    assert!(seen == 20 && repeated >= 3, "{repeated} of {seen} have loops");
}

#[test]
fn a_correction_set_makes_the_formula_satisfiable_and_a_core_does_not() {
    for (text, program, trace, split) in violations(3, 20, 14) {
        let (both, _) = found(&program, &trace, &split, true);
        let mut formula = formula(&program, &trace, &split);
        let all: BTreeSet<usize> = (0..split.statements.len()).collect();
        assert!(!is_possible(&mut formula, &split, &all), "{text}");
        for set in &both.corrections {
            let kept = all.iter().copied().filter(|number| !set.contains(number)).collect();
            assert!(is_possible(&mut formula, &split, &kept), "{set:?} of\n{text}");
        }
        for core in &both.cores {
            assert!(!is_possible(&mut formula, &split, &core.iter().copied().collect()), "{core:?} of\n{text}");
        }
        assert!(!both.corrections.is_empty(), "{text}");
    }
}

#[test]
fn block_by_block_finds_the_sets_that_lie_in_one_visit() {
    let (mut sets_of_one, mut all) = (0, 0);
    for (text, program, trace, split) in violations(5, 20, 9) {
        let (whole, _) = found(&program, &trace, &split, false);
        let whole = sets(&whole.corrections);
        let mut by_blocks = BTreeSet::new();
        let visits = visits(&program, &trace, &split);
        for visit in &visits {
            let (here, _) = found(&program, &trace, &visit.split, false);
            for set in &here.corrections {
                let steps = set.iter().flat_map(|number| &visit.split.statements[*number].steps);
                assert!(steps.clone().all(|step| split.roles[*step] != StepRole::Hard), "{text}");
                by_blocks.insert(set.iter().map(|number| visit.of[*number]).collect::<BTreeSet<usize>>());
            }
        }
        for set in &by_blocks {
            assert!(whole.iter().any(|smaller| smaller.is_subset(set)), "{set:?} of\n{text}");
        }
        for set in &whole {
            let is_in = |visit: &Visit| {
                let here: BTreeSet<usize> = visit.split.statements.iter().flat_map(|one| one.steps.clone()).collect();
                set.iter().all(|number| split.statements[*number].steps.iter().all(|step| here.contains(step)))
            };
            if visits.iter().any(is_in) {
                sets_of_one += 1;
                assert!(by_blocks.contains(set), "{set:?} of\n{text}");
            }
            all += 1;
        }
    }
    assert!(sets_of_one > 10, "{sets_of_one} of {all}");
}

/// With invariants between them, the statements that are relevant imply the violation: there are some, they are not everything,
/// and one of them is among those to blame.
#[test]
fn relevant_statements_are_some_and_not_all() {
    let budget = Budget::unlimited(CancelToken::new());
    let (mut statements, mut relevant_ones) = (0, 0);
    for (text, program, trace, split) in violations(4, 12, 9) {
        let (invariants, _) = relevant(&mut formula(&program, &trace, &split), &split, &budget).expect("a solver");
        let Invariants::Relevant(steps) = invariants else { panic!("{invariants:?} of\n{text}") };
        let these: BTreeSet<usize> = steps.iter().map(|(statement, _)| *statement).collect();
        assert!(!these.is_empty(), "{text}");
        let (corrections, _) = found(&program, &trace, &split, false);
        let blamed = corrections.corrections.iter().flatten().any(|one| these.contains(one));
        assert!(blamed, "{these:?} of\n{text}");
        (statements, relevant_ones) = (statements + split.statements.len(), relevant_ones + these.len());
    }
    assert!(relevant_ones < statements, "{relevant_ones} of {statements}");
}

#[test]
fn what_the_solver_does_not_know_is_never_a_correction_set() {
    /// Knows nothing of sets with statement 1.
    struct Shy;
    impl SubsetOracle for Shy {
        fn count(&self) -> usize {
            3
        }
        fn ask(&mut self, kept: &[usize]) -> Result<SubsetVerdict, cairn_smt::SolverError> {
            Ok(match kept {
                kept if kept.contains(&1) => SubsetVerdict::Unknown(cairn_smt::Unknown::WorkLimit),
                kept if kept.len() > 1 => SubsetVerdict::Impossible(kept.to_vec()),
                _ => SubsetVerdict::Possible,
            })
        }
        fn asked(&self) -> u64 {
            0
        }
    }
    let budget = Budget::unlimited(CancelToken::new());
    let found = enumerate(&mut Shy, EnumerationBounds { sets: 100, cores: false }, &budget).expect("no error");
    assert!(matches!(&found.ending, EnumerationEnd::Stopped(why) if why.contains("limit of work")), "{found:?}");
    assert_eq!(sets(&found.corrections), [BTreeSet::from([0, 1]), BTreeSet::from([1, 2])].into());
}
