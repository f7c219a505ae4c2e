//! The interval analysis: the laws of an analysis, claims along real executions, and what it proves.
//!
//! Beside each step of the interpreter goes the abstract step; after each, every range of the state, and every range of
//! the invariants at the location, is compared with the memory.

use crate::follow::ranges::compare;

use cairn_base::{Budget, CancelToken};
use cairn_cpa::{Specification, laws};
use cairn_domains::interval::evaluate::View;
use cairn_domains::interval::{IntervalAnalysis, IntervalInvariants, IntervalState, Thresholds, transfer};
use cairn_domains::memory;
use cairn_front_c::{FrontEndOptions, Input, compile};
use cairn_interp::{Code, InputRequest, Inputs, Interpreter, InterpreterOptions as RunOptions, ObjectOrdinal};
use cairn_ir::{ExprId, MachineModel, Op, Program, Step, Value};
use cairn_test_support::Random;
use cairn_test_support::executor_laws::{FollowedMachine, add_choices, follow};

fn program(name: &str, text: &str, model: MachineModel) -> Program {
    let input = Input { name: name.to_owned(), text: text.into() };
    match compile(&[input], &FrontEndOptions::new(model, "main")) {
        Ok(program) => program,
        Err(error) => {
            let rendered: String = error.diagnostics.iter().map(|d| d.render(&error.sources)).collect();
            panic!("{name}: {rendered}\n{text}")
        }
    }
}

fn budget() -> Budget {
    Budget::unlimited(CancelToken::new())
}

struct Source<'r>(&'r mut Random);

impl Inputs for Source<'_> {
    fn havoc(&mut self, request: &InputRequest<'_>) -> Value {
        let bits = if self.0.below(3) == 0 { self.0.word() } else { self.0.below(40) };
        let width = request.scalar.map_or(64, |s| s.bits());
        let negated = if self.0.below(3) == 0 { bits.wrapping_neg() } else { bits };
        Value::truncated(i128::from(negated as i64) as u128, width)
    }
    fn memory_byte(&mut self, _: ObjectOrdinal, _: u64) -> u8 {
        self.0.below(2) as u8
    }
}

/// The interval analysis and the invariants beside an execution.
struct Ranges<'a> {
    program: &'a Program,
    known: &'a IntervalInvariants,
    state: IntervalState,
}

impl FollowedMachine for Ranges<'_> {
    fn take(&mut self, step: Step, depth: u32) -> Result<(), String> {
        let next = transfer::step(&self.state, step, depth, self.program).map_err(|error| error.to_string())?;
        self.state = next.ok_or("no successor")?;
        Ok(())
    }
    fn allows(&mut self, expr: ExprId, value: Value, run: &Interpreter<'_, '_>) -> Result<(), String> {
        let range = View::new(&self.state, run.top() as u32, self.program).value(expr);
        let of = self.program.types.scalar(self.program.type_of(expr));
        let (Some(range), Some(of)) = (range, of) else { return Ok(()) };
        let number = if of.is_signed() { value.as_signed(of.bits()) } else { value.0 as i128 };
        if range.contains(number) { Ok(()) } else { Err(format!("{range:?}")) }
    }
    fn compare(&mut self, run: &Interpreter<'_, '_>) -> Result<usize, String> {
        let compared = compare(&self.state, |depth| depth, run, self.program)?;
        let Some(holds) = self.known.at(run.node()) else { return Err("reached, which no invariant has".to_owned()) };
        let top = run.top() as u32;
        let of_invariants =
            compare(holds, |_| top, run, self.program).map_err(|wrong| format!("invariant: {wrong}"))?;
        Ok(compared + of_invariants)
    }
}

/// Runs a program beside its abstraction; the number of ranges compared.
fn run(program: &Program, known: &IntervalInvariants, random: &mut Random) -> Result<usize, String> {
    let code = Code::new(program);
    let options = RunOptions { steps: 3000, memory: 1 << 24, depth: 200, ..RunOptions::default() };
    let mut interpreter = Interpreter::new(&code, options);
    let mut ranges = Ranges { program, known, state: IntervalState::new() };
    let compared = follow(program, &mut interpreter, &mut Source(random), &mut ranges)?;
    Ok(compared.facts)
}

fn all_runs(name: &str, text: &str, runs: usize, random: &mut Random) -> usize {
    let mut compared = 0;
    for model in [MachineModel::Ilp32, MachineModel::Lp64] {
        let mut program = program(name, text, model);
        add_choices(&mut program, random);
        // Those of ranges, met with what memory knows: what is wrong of either is wrong of both.
        let known = memory::invariants(&program, memory::UndefinedAccess::Ends, &budget()).expect("no limit");
        for _ in 0..runs {
            match run(&program, &known, random) {
                Ok(more) => compared += more,
                Err(wrong) => panic!("{name} on {model:?}: {wrong}\n{text}"),
            }
        }
    }
    compared
}

const FILES: [(&str, &str); 4] = [
    ("pointers.c", include_str!("../interval/pointers.c")),
    ("arithmetic.c", include_str!("../interval/arithmetic.c")),
    ("records.c", include_str!("../interval/records.c")),
    ("recursion.c", include_str!("../interval/recursion.c")),
];

#[test]
fn claims_hold_along_executions_of_files() {
    let mut random = Random::new(7);
    for (name, text) in FILES {
        let compared = all_runs(name, text, 25, &mut random);
        assert!(compared > 1000, "{name}: only {compared} ranges compared");
    }
}

#[test]
fn claims_hold_along_executions_of_generated_programs() {
    let mut compared = 0;
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let text = cairn_test_support::c_programs::program(&mut random);
        compared += all_runs(&format!("seed-{seed}.c"), &text, 2, &mut random);
        let text = cairn_test_support::c_programs::conversions(&mut random);
        compared += all_runs(&format!("conversions-{seed}.c"), &text, 2, &mut random);
    }
    assert!(compared > 5_000, "{compared}");
}

#[test]
fn the_laws_hold() {
    let specification = Specification::default_reachability();
    let (mut ordered, mut monotone, mut merged) = (0, 0, 0);
    for (name, text) in FILES {
        let program = program(name, text, MachineModel::Lp64);
        let precision = Thresholds::of(&program);
        let budget = budget();
        let cpa = IntervalAnalysis::new();
        let (controls, samples) =
            laws::sample(&cpa, &precision, &program, &specification, &budget, 600).expect("samples");
        let figures = laws::check(&cpa, &precision, &program, &controls, &samples, &budget).expect("laws");
        ordered += figures.ordered;
        monotone += figures.monotone;
        merged += figures.merged;
    }
    assert!(ordered > 100 && monotone > 100 && merged > 100, "{ordered} {monotone} {merged}");
}

/// The ranges of the locals of `main` at its label `HERE`, by name.
fn ranges_here(text: &str) -> Vec<(String, i128, i128)> {
    let program = program("here.c", text, MachineModel::Lp64);
    let known = cairn_domains::interval::invariants(&program, &budget()).expect("no limit");
    let edge = program.edges.iter().find(|e| matches!(&e.op, Op::Label(l) if l == "HERE")).expect("a label");
    let mut ranges = Vec::new();
    known.at(edge.source).expect("reached").for_each(|cell, interval| {
        let name = program.vars[cell.var].name.clone();
        ranges.push((name, interval.low, interval.high));
    });
    ranges.sort();
    ranges.retain(|(name, ..)| name.len() == 1);
    ranges
}

#[test]
fn loops_stop_at_their_constants() {
    let text = "int main(void) { int i, s = 0; for (i = 0; i < 100; i++) { if (s < 7) s++; } HERE: return s; }";
    let expected = [("i".to_owned(), 100, 100), ("s".to_owned(), 0, 7)];
    assert_eq!(ranges_here(text), expected);
}

#[test]
fn wrap_around_is_kept_in_mind() {
    let text = "unsigned __VERIFIER_nondet_uint(void);
        int main(void) { unsigned u = __VERIFIER_nondet_uint(), w, x = 3; unsigned char c;
          if (u - 10 >= 5) return 0;       /* 10..14 */
          w = 5 - u;                       /* all of it below zero: one period down */
          c = (unsigned char)(u + 250);    /* 260..264 */
          while (u != 3) { x = u - 4; u++; if (x > 1000) u = 3; }
          HERE: return w + c; }";
    let ranges = ranges_here(text);
    assert!(ranges.contains(&("c".to_owned(), 4, 8)), "{ranges:?}");
    assert!(ranges.contains(&("w".to_owned(), (1 << 32) - 9, (1 << 32) - 5)), "{ranges:?}");
    assert!(ranges.contains(&("u".to_owned(), 3, 3)), "{ranges:?}");
}

#[test]
fn calls_and_conditions_narrow() {
    let text = "int __VERIFIER_nondet_int(void); int g;
        static int clamp(int v) { if (v < -5) return -5; if (v > 5) return 5; return v; }
        int main(void) { int a = clamp(__VERIFIER_nondet_int()), b = __VERIFIER_nondet_int();
          long l; if (!(b >= 2 && (long)b < 9)) return 0; l = 3L * b; g = a + 1;
          if (2 * a + 1 <= 4) { HERE: return g; } return 1; }";
    let ranges = ranges_here(text);
    assert!(ranges.contains(&("a".to_owned(), -5, 1)), "{ranges:?}");
    assert!(ranges.contains(&("b".to_owned(), 2, 8)), "{ranges:?}");
    assert!(ranges.contains(&("l".to_owned(), 6, 24)), "{ranges:?}");
    assert!(ranges.contains(&("g".to_owned(), -4, 6)), "{ranges:?}");
}
