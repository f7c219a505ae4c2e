//! The findings of executions with made-up inputs, and what they must not claim.

use cairn_base::{Budget, CancelToken};
use cairn_cpa::{Outcome, Reason, Specification, Verdict};
use cairn_front_c::{FrontEndOptions as FrontOptions, Input, compile};
use cairn_interp::{Code, Interpreter, RecordedInputs};
use cairn_ir::{MachineModel, Program};
use cairn_random_testing::{RandomTestingOptions, ViolatingExecution, run};

const HEAD: &str = "extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void);\n\
                    extern double __VERIFIER_nondet_double(void); extern double sin(double);\n\
                    extern void reach_error(void); extern void abort(void);\n";

fn program(body: &str) -> Program {
    let input = Input { name: "tested.c".to_owned(), text: format!("{HEAD}{body}").into() };
    match compile(&[input], &FrontOptions::new(MachineModel::Lp64, "main")) {
        Ok(program) => program,
        Err(error) => panic!("{}", error.diagnostics.iter().map(|d| d.render(&error.sources)).collect::<String>()),
    }
}

/// What came of a search.
struct Tested {
    found: Option<ViolatingExecution>,
    reason: Option<Reason>,
    executions: u64,
}

impl From<Outcome<ViolatingExecution, ()>> for Tested {
    fn from(outcome: Outcome<ViolatingExecution, ()>) -> Self {
        let Outcome { verdict, reasons, counters, .. } = outcome;
        let found = match verdict {
            Verdict::False(found) => Some(found),
            Verdict::True | Verdict::Unknown => None,
        };
        Self { found, reason: reasons.into_iter().next(), executions: counters.get("executions") }
    }
}

fn tested(program: &Program, seed: u64, ticks: u64) -> Tested {
    with_options(program, RandomTestingOptions { seed, ..RandomTestingOptions::default() }, ticks)
}

fn with_options(program: &Program, options: RandomTestingOptions, ticks: u64) -> Tested {
    let budget = Budget::unlimited(CancelToken::new()).with_ticks(Some(ticks));
    let specification = Specification::default_reachability();
    run(program, &Code::new(program), &specification, options, &budget, &mut |found| Ok(Some(found))).into()
}

/// Whether an execution with these inputs calls `reach_error`.
fn violates(program: &Program, mut inputs: RecordedInputs, steps: u64) -> bool {
    let (code, specification) = (Code::new(program), Specification::default_reachability());
    let mut interpreter = Interpreter::new(&code, cairn_interp::InterpreterOptions { steps, ..Default::default() });
    let mut state = specification.initial();
    let end = interpreter.run_until(&mut inputs, |_, step| {
        state = specification.next(state, step, program);
        specification.is_violated(state)
    });
    end.is_none()
}

#[test]
fn what_is_found_is_inputs_that_violate() {
    let programs = [
        // Nearly any input will do, however hard the formula.
        "int main(void) { long long x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
           if (x < 2 || y < 2) abort();
           if (x * x * y != y * y * x) reach_error(); return 0; }",
        // A float that is no whole number.
        "int main(void) { double x = __VERIFIER_nondet_double(); long n;
           if (!(x > 1.0 && x < 50.0)) return 0;
           n = (long)x; if (x - n > 0.25) reach_error(); return 0; }",
        // A number of the program.
        "int main(void) { unsigned x = __VERIFIER_nondet_uint(); if (x == 305419896u) reach_error(); return 0; }",
        // Memory that nobody wrote.
        "int main(void) { int cells[4]; if (cells[2] != 0) reach_error(); return 0; }",
        // A record as an input.
        "struct pair { int a, b; }; extern struct pair __VERIFIER_nondet_pair(void);
         int main(void) { struct pair p = __VERIFIER_nondet_pair(); if (p.a != p.b) reach_error(); return 0; }",
    ];
    for text in programs {
        let program = program(text);
        let Some(found) = tested(&program, 0, 100_000).found else { panic!("nothing found: {text}") };
        assert!(violates(&program, found.inputs, found.steps), "{text}");
    }
}

#[test]
fn what_was_covered_leads_on() {
    // One in 7^8 of the executions without a memory.
    let program = program(
        "int main(void) { int keys[8] = {811, 127, 644, 390, 577, 213, 958, 702}, i;
           for (i = 0; i < 8; i++) if (__VERIFIER_nondet_int() != keys[i]) return 0;
           reach_error(); return 0; }",
    );
    assert!(tested(&program, 0, 200_000).found.is_some());
}

#[test]
fn the_inputs_follow_from_the_seed() {
    let program = program(
        "int main(void) { int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
           if (a > 5 && b > a) reach_error(); return 0; }",
    );
    let inputs = |seed| tested(&program, seed, 100_000).found.map(|found| found.inputs);
    assert!(inputs(7).is_some());
    assert_eq!(inputs(7), inputs(7));
    assert_ne!(inputs(7), inputs(8));
}

#[test]
fn a_program_without_inputs_is_executed_once() {
    let outcome =
        tested(&program("int main(void) { int i, n = 0; for (i = 0; i < 9; i++) n += i; return n; }"), 0, 100_000);
    assert_eq!((outcome.executions, outcome.reason), (1, None));
}

#[test]
fn what_a_library_returns_is_not_made_up() {
    // The sine is no input: an execution with one that is made up shows nothing.
    let outcome = tested(&program("int main(void) { if (sin(1.0) > 1.0) reach_error(); return 0; }"), 0, 1_000);
    assert!(outcome.found.is_none());
    assert!(matches!(outcome.reason, Some(Reason::Stopped(_))));
}

#[test]
fn endless_executions_are_cut_and_tried_longer() {
    // The violation lies behind more moves of control than an execution may take at first.
    let program = program(
        "int main(void) { unsigned n = __VERIFIER_nondet_uint(), i;
           for (i = 0; i < 30000; i++) { n = n * 3 + 1; }
           if (n != 0) reach_error(); for (;;) {} }",
    );
    assert!(tested(&program, 0, 200_000).found.is_some());
}

#[test]
fn one_execution_is_a_proof_only_where_there_is_no_other() {
    let is_proved = |text: &str| {
        let outcome = tested(&program(text), 0, 100_000);
        outcome.found.is_none() && outcome.reason.is_none()
    };
    for whole in [
        "int f(int n) { return n < 2 ? n : f(n - 1) + f(n - 2); } int main(void) { if (f(15) != 610) reach_error(); return 0; }",
        "int main(void) { int a[99], i; for (i = 0; i < 99; i++) a[i] = i; if (a[98] != 98) reach_error(); return 0; }",
        "int main(void) { int *p = malloc(sizeof *p); *p = 3; if (*p != 3) reach_error(); free(p); exit(1); }",
        // The first of several cases that hold.
        "int main(void) { int n = 3; switch (n) { case 1: return 1; case 3: n = 4; } if (n != 4) reach_error(); return 0; }",
    ] {
        assert!(is_proved(whole), "{whole}");
    }
    for part in [
        // Inputs, in the ways they come.
        "int main(void) { int n = __VERIFIER_nondet_int(); if (n == 77777777) reach_error(); return 0; }",
        "int main(int argc, char **argv) { if (argc == 77) reach_error(); return 0; }",
        "int main(void) { int n; if (n == 77777777) reach_error(); return 0; }",
        "int main(void) { char *p = malloc(4); if (p[2] == 77) reach_error(); return 0; }",
        "extern int g; int main(void) { if (g == 77777777) reach_error(); return 0; }",
        "int f(void); int main(void) { if (f() == 77777777) reach_error(); return 0; }",
        // What the addresses of objects decide.
        "int main(void) { int a, b; if (&a < &b) return 0; return 1; }",
        "int main(void) { int a; if (((unsigned long)&a >> 4) % 1024 == 5) reach_error(); return 0; }",
        "int main(void) { int a = 128, *p = &a; if (p == (int *)128) reach_error(); return 0; }",
        "int main(void) { int a, b; if (&a + 1 == &b) reach_error(); return 0; }",
        "int main(void) { int a[2], b[2]; long d = &a[1] - &b[0]; if (d == 77) reach_error(); return 0; }",
        "int main(void) { int a; union { int *p; unsigned long n; } u; u.p = &a; if (u.n % 64 == 8) reach_error(); return 0; }",
        "int main(void) { int a, *p = &a; if (*(char *)&p == 77) reach_error(); return 0; }",
        "int f(int *p) { return *(unsigned char *)&p; } int main(void) { int a; if (f(&a) == 77) reach_error(); return 0; }",
        "struct s { int *p; }; int main(void) { int a; struct s s = { &a }; long n; memcpy(&n, &s, sizeof n); if (n == 77) reach_error(); return 0; }",
        "int main(void) { int a, *p = &a, n[2]; memcpy(n, &p, sizeof p); if (n[0] == 77) reach_error(); return 0; }",
        // Behaviour that is undefined may be anything.
        "int main(void) { int a[2] = {1, 2}, i = 2; return a[i]; }",
        "int main(void) { int n = 2147483647; n = n + 1; if (n > 0) reach_error(); return 0; }",
        // No end.
        "int main(void) { for (;;) {} }",
    ] {
        assert!(!is_proved(part), "{part}");
    }
}

#[test]
fn a_violation_with_too_many_inputs_to_be_told_is_none_and_no_proof() {
    let program = program(
        "int main(void) { unsigned i; for (i = 0; i < 3000; i++) { __VERIFIER_nondet_int(); } reach_error(); return 0; }",
    );
    let outcome = |most_inputs| {
        with_options(&program, RandomTestingOptions { most_inputs, ..RandomTestingOptions::default() }, 5_000)
    };
    let short = outcome(2_000);
    assert!(short.found.is_none());
    assert!(short.reason.is_some());
    assert!(outcome(5_000).found.is_some());
}

/// Programs whose executions are long, and whether they violate the property.
const LONG: [(&str, bool); 12] = [
    // Late: at step 10^6, of an execution that cannot be skipped.
    (
        "unsigned a[1000]; int main(void) { unsigned i; for (i = 0; i < 200000; i++) a[i % 1000] += i;
      if (a[7] != 19901400u) reach_error(); return 0; }",
        false,
    ),
    (
        "unsigned a[1000]; int main(void) { unsigned i; for (i = 0; i < 200000; i++) a[i % 1000] += i;
      if (a[7] == 19901400u) reach_error(); return 0; }",
        true,
    ),
    // 10^9 rounds.
    (
        "int main(void) { unsigned x = 0; while (x < 1000000007u) x++; if (x == 1000000007u) reach_error(); return 0; }",
        true,
    ),
    (
        "int main(void) { unsigned x = 0; while (x < 1000000007u) x++; if (x != 1000000007u) reach_error(); return 0; }",
        false,
    ),
    ("int main(void) { unsigned x = 268435441u; while (x > 1) x -= 2; if (x % 2) reach_error(); return 0; }", true),
    ("int main(void) { unsigned x = 268435441u; while (x > 1) x -= 2; if (!(x % 2)) reach_error(); return 0; }", false),
    // Around the end of the type.
    (
        "int main(void) { unsigned x = 4000000000u, n = 0; while (x != 5u) { x++; n++; } if (n == 294967301u) reach_error(); return 0; }",
        true,
    ),
    (
        "int main(void) { unsigned x = 4000000000u, n = 0; while (x != 5u) { x++; n++; } if (n != 294967301u) reach_error(); return 0; }",
        false,
    ),
    // Two phases.
    (
        "int main(void) { unsigned x = 0, y = 0; while (x < 100000000u) { if (x < 50000000u) y++; else y--; x++; }
      if (y == 0) reach_error(); return 0; }",
        true,
    ),
    (
        "int main(void) { unsigned x = 0, y = 0; while (x < 100000000u) { if (x < 50000000u) y++; else y--; x++; }
      if (y != 0) reach_error(); return 0; }",
        false,
    ),
    // A call, and an inner loop.
    (
        "unsigned f(unsigned z) { unsigned i; for (i = 0; i < 5; i++) z++; return z; }
      int main(void) { unsigned x = 0; while (x < 268435455u) x = f(x); if (x % 5 == 0) reach_error(); return 0; }",
        true,
    ),
    (
        "unsigned f(unsigned z) { unsigned i; for (i = 0; i < 5; i++) z++; return z; }
      int main(void) { unsigned x = 0; while (x < 268435455u) x = f(x); if (x % 5 != 0) reach_error(); return 0; }",
        false,
    ),
];

#[test]
fn long_executions_are_seen_to_their_end() {
    for (text, is_violated) in LONG {
        let program = program(text);
        let outcome = tested(&program, 0, 100_000);
        assert_eq!(outcome.found.is_some(), is_violated, "{text}");
        // The only execution without a violation is a proof.
        assert_eq!(outcome.reason, None, "{text}");
        if let Some(found) = outcome.found.filter(|found| found.steps < 3_000_000) {
            // Without skipping it is the same.
            assert!(violates(&program, found.inputs, found.steps), "{text}");
        }
    }
}

#[test]
fn an_execution_whose_rounds_overflow_is_no_proof() {
    // A signed overflow behind rounds that are skipped.
    let text = "int main(void) { int x = 2000000000, n = 0; while (n < 200000000) { x++; n++; } return x; }";
    let outcome = tested(&program(text), 0, 100_000);
    assert!(outcome.found.is_none());
    assert!(outcome.reason.is_some());
}
