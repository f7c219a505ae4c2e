//! Random programs, for which the search and the value analysis must not answer TRUE and FALSE, and no execution with random
//! inputs may violate what the search proves.
//!
//! The programs have integers of several widths that wrap around, inputs that are kept, compared, computed with and used as
//! subscripts, loops in loops, jumps into loops, and calls from several places.

use crate::explicit;
use cairn_cpa::{EngineOptions, NoObserver, Specification};
use cairn_domains::value::{Refining, ValueAnalysis};
use cairn_explicit::ExplicitOptions;
use cairn_interp::{Code, InputRequest, Inputs, Interpreter, InterpreterOptions, ObjectOrdinal};
use cairn_ir::{Program, Value};
use cairn_test_support::{Random, ReplayChecker, budget, internal, program, word};
use cairn_tools::has_rates;
use std::fmt::Write;

struct Writer {
    random: Random,
    label: u64,
}

const VARIABLES: [&str; 9] = ["a", "b", "g", "c", "u", "t[0]", "t[2]", "s.x", "s.y"];

impl Writer {
    fn below(&mut self, limit: u64) -> u64 {
        self.random.below(limit)
    }
    fn var(&mut self) -> &'static str {
        VARIABLES[self.below(VARIABLES.len() as u64) as usize]
    }
    fn input(&mut self) -> &'static str {
        ["int()", "uchar()", "bool()", "int()", "uint()"][self.below(5) as usize]
    }
    fn condition(&mut self) -> String {
        let (x, y, k) = (self.var(), self.var(), self.below(5));
        match self.below(9) {
            0 => format!("{x} == {k}"),
            1 => format!("{x} < {k}"),
            2 => format!("{x} != {y}"),
            3 => format!("{x} <= {y}"),
            4 => format!("({x} & 1) == {}", k & 1),
            5 => format!("{x} > {k}u"),
            6 => format!("!({x} - {k})"),
            7 => format!("({x} ? {y} : {k}) >= {k}"),
            _ => format!("__VERIFIER_nondet_{}", self.input()),
        }
    }
    fn statements(&mut self, depth: u64, calls: bool, text: &mut String) {
        for _ in 0..=self.below(3) {
            let (x, y, k) = (self.var(), self.var(), self.below(5));
            let _ = match self.below(if depth == 0 { 11 } else { 15 }) {
                0 => writeln!(text, "{x} = {k};"),
                1 => writeln!(text, "{x} = {y} + {k};"),
                2 => writeln!(text, "{x} = {x} * {k} - {y};"),
                3 => writeln!(text, "{x} = {y} % {} / {};", k + 1, self.below(3) + 1),
                4 | 5 => {
                    let (one, other) = (self.condition(), self.condition());
                    writeln!(text, "if ({one} && {other}) reach_error();")
                }
                6 if calls => writeln!(text, "{x} = f({y});"),
                6 => writeln!(text, "{x} = -{y};"),
                7 | 8 => writeln!(text, "{x} = __VERIFIER_nondet_{};", self.input()),
                9 => writeln!(text, "t[{y} & 1] = {x};"),
                10 => writeln!(text, "{x} = t[({y} & 3) > 2 ? 1 : ({y} & 3)];"),
                11 => {
                    let condition = self.condition();
                    let _ = writeln!(text, "if ({condition}) {{");
                    self.statements(depth - 1, calls, text);
                    let _ = writeln!(text, "}} else {{");
                    self.statements(depth - 1, calls, text);
                    writeln!(text, "}}")
                }
                12 => {
                    let condition = self.condition();
                    let _ = writeln!(text, "while ({condition}) {{");
                    self.statements(depth - 1, calls, text);
                    writeln!(text, "}}")
                }
                13 => {
                    self.label += 1;
                    let (name, condition, again) = (self.label, self.condition(), self.condition());
                    let _ = writeln!(text, "if ({condition}) goto in{name};\nwhile ({again}) {{");
                    self.statements(depth - 1, calls, text);
                    let _ = writeln!(text, "in{name}:;");
                    self.statements(depth - 1, calls, text);
                    writeln!(text, "}}")
                }
                _ => {
                    let _ = writeln!(text, "for ({x} = 0; {x} < {k}; {x}++) {{");
                    self.statements(depth - 1, calls, text);
                    writeln!(text, "}}")
                }
            };
        }
    }
}

fn generate(seed: u64) -> String {
    let mut writer = Writer { random: Random::new(seed), label: 0 };
    let mut text = String::new();
    for (ty, name) in [("int", "int"), ("unsigned", "uint"), ("unsigned char", "uchar"), ("_Bool", "bool")] {
        let _ = writeln!(text, "extern {ty} __VERIFIER_nondet_{name}(void);");
    }
    text.push_str(
        "extern void reach_error(void);\nint g = 1;\nsigned char c;\nstruct { short x; unsigned char y; } s;\n",
    );
    let _ = writeln!(text, "static int f(int a) {{\nint b = a, t[3] = {{ 1, 2 }}; unsigned u = a;");
    writer.statements(1, false, &mut text);
    let _ = writeln!(text, "return b;\n}}\nint main(void) {{\nint a = 0, b = 1, t[3] = {{ 0, 3 }}; unsigned u = 2;");
    writer.statements(2, true, &mut text);
    writer.statements(2, true, &mut text);
    text.push_str("return 0;\n}\n");
    text
}

/// Inputs that are small, mostly.
struct Made<'r>(&'r mut Random);

impl Inputs for Made<'_> {
    fn havoc(&mut self, _: &InputRequest<'_>) -> Value {
        Value(if self.0.chance(80) { self.0.below(6_u64).into() } else { self.0.word().into() })
    }
    fn memory_byte(&mut self, _: ObjectOrdinal, _: u64) -> u8 {
        self.0.below(3_u64) as u8
    }
}

/// Whether one of many executions violates the specification.
fn is_violated(program: &Program, random: &mut Random) -> bool {
    let (code, specification) = (Code::new(program), Specification::default_reachability());
    (0..60).any(|_| {
        let options = InterpreterOptions { steps: 400, ..InterpreterOptions::default() };
        let (mut interpreter, mut inputs) = (Interpreter::new(&code, options), Made(random));
        let mut state = specification.initial();
        while let Ok(step) = interpreter.step(&mut inputs) {
            state = specification.next(state, step, program);
            if specification.is_violated(state) {
                return true;
            }
        }
        false
    })
}

#[test]
fn no_verdict_is_contradicted() {
    let specification = Specification::default_reachability();
    let (mut proved, mut refuted) = (0, 0);
    let seeds = cairn_tools::seeds(13);
    let count = seeds.end - seeds.start;
    for seed in seeds {
        let text = generate(seed);
        let program = program(&format!("seed-{seed}.c"), &text);
        let (answer, reasons) = explicit(&program, ExplicitOptions::default(), 1);
        assert_eq!(internal(&reasons), None, "seed {seed}\n{text}");
        proved += u32::from(answer == "true");
        refuted += u32::from(answer == "false");
        if answer == "true" {
            assert!(!is_violated(&program, &mut Random::new(seed)), "seed {seed}: an execution violates it\n{text}");
        }
        let mut checker = ReplayChecker::new(&program, &specification);
        let options = EngineOptions { refinement_limit: Some(12), unrefuted_limit: 3, ..EngineOptions::default() };
        let value = ValueAnalysis::new(Refining::Cegar);
        let other =
            cairn_cpa::run(&value, &program, &specification, &options, &mut checker, &budget(1), &mut NoObserver);
        let other = word(&other.verdict);
        assert!(![("true", "false"), ("false", "true")].contains(&(answer, other)), "seed {seed}: {answer}\n{text}");
    }
    let are_rates = proved > count as u32 / 10 && refuted > count as u32 / 10;
    assert!(has_rates(count, are_rates), "{proved} proved, {refuted} refuted");
}
