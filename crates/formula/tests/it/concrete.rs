//! Runs without inputs: every condition on the way folds to true, and what formulas say of scalars is what the
//! interpreter has. In the integer encoding what is left open may be anything, but no condition folds to false.

use crate::follow::{Dice, ENCODINGS, MODELS, has_lists, program_of, programs, scalars, term_of};

use cairn_formula::{Encoder, Encoding, PathFormula};
use cairn_interp::{Code, Interpreter, InterpreterOptions};
use cairn_ir::{ExprId, Program, Step, Value, eval};
use cairn_test_support::Random;
use cairn_test_support::executor_laws::{FollowedMachine, add_choices, follow};
use std::time::{Duration, Instant};

#[derive(Default)]
struct Seen {
    wrong: Vec<String>,
    exact: usize,
    open: usize,
    steps: usize,
    time: Duration,
}

/// A path formula beside a run.
struct Formulas<'a> {
    program: &'a Program,
    encoder: Encoder,
    formula: PathFormula,
    exact: usize,
    open: usize,
}

impl FollowedMachine for Formulas<'_> {
    fn take(&mut self, step: Step, depth: u32) -> Result<(), String> {
        let next = self.encoder.step(self.program, &self.formula, step, depth);
        self.formula = next.map_err(|error| format!("not modelled: {}", error.what))?;
        match self.encoder.terms.as_bool(self.formula.condition) {
            Some(false) => Err("the condition is false".to_owned()),
            _ => Ok(()),
        }
    }
    /// Of an expression that is open nothing is said.
    fn allows(&mut self, expr: ExprId, value: Value, run: &Interpreter<'_, '_>) -> Result<(), String> {
        let Some(of) = self.program.types.scalar(self.program.type_of(expr)) else { return Ok(()) };
        let depth = run.top() as u32;
        let truth = self.encoder.value_of_condition(self.program, &self.formula, expr, depth);
        let truth = truth.map_err(|error| format!("modelled: {}", error.what))?;
        match self.encoder.terms.as_bool(truth) {
            Some(known) if known != eval::is_true(value, of) => Err(format!("{}", u8::from(known))),
            _ => Ok(()),
        }
    }
    fn compare(&mut self, run: &Interpreter<'_, '_>) -> Result<usize, String> {
        let all = scalars(self.program, &self.encoder, &self.formula, run);
        let count = all.len();
        for (var, term, value, of) in all {
            let expected = term_of(&mut self.encoder, term, value, of);
            if self.encoder.terms.constant(term).is_none() {
                self.open += 1;
            } else if term != expected {
                return Err(format!("{var} is not {value:?}"));
            } else {
                self.exact += 1;
            }
        }
        Ok(count)
    }
}

/// Follows the program's run for so many steps and compares.
fn compare(name: &str, program: &Program, encoding: Encoding, most: u64, seen: &mut Seen) {
    let what = format!("{name} {:?} {encoding:?}", program.types.model());
    let code = Code::new(program);
    let mut encoder = Encoder::new(program, encoding);
    let formula = encoder.entry();
    let mut dice = Dice::new(7, &code);
    let mut run = Interpreter::new(&code, InterpreterOptions { steps: most, ..Default::default() });
    let mut formulas = Formulas { program, encoder, formula, exact: 0, open: 0 };
    let start = Instant::now();
    match follow(program, &mut run, &mut dice, &mut formulas) {
        Ok(compared) => seen.steps += compared.steps,
        Err(wrong) => return seen.wrong.push(format!("{what}: {wrong}")),
    }
    seen.time += start.elapsed();
    seen.exact += formulas.exact;
    seen.open += formulas.open;
    let is_determined = dice.indeterminate == 0 && dice.given.is_empty() && !has_lists(program);
    if encoding == Encoding::BitVector
        && is_determined
        && formulas.encoder.terms.as_bool(formulas.formula.condition) != Some(true)
    {
        seen.wrong.push(format!("{what}: a condition is undecided"));
    }
}

impl Seen {
    #[allow(clippy::print_stderr)] // Figures, for who runs the test to see.
    fn check(&self, exact: usize) {
        let rate = self.steps as f64 / self.time.as_secs_f64() / 1e3;
        eprintln!("{} steps, {rate:.0} thousand a second, {} exact, {} open", self.steps, self.exact, self.open);
        assert!(self.wrong.is_empty(), "{} wrong:\n{}", self.wrong.len(), self.wrong.join("\n"));
        assert!(self.exact >= exact && self.open * 10 < self.exact, "{} exact, {} open", self.exact, self.open);
    }
}

#[test]
fn written_programs() {
    let mut seen = Seen::default();
    for model in MODELS {
        for (name, mut program) in programs(model, &["../interp/tests/programs"]) {
            add_choices(&mut program, &mut Random::new(1));
            for (encoding, most) in ENCODINGS.map(|e| (e, 2000)) {
                compare(&name, &program, encoding, most, &mut seen);
            }
        }
    }
    seen.check(2000);
}

#[test]
fn generated_programs() {
    let mut seen = Seen::default();
    for model in MODELS {
        for seed in 0..std::env::var("SEEDS").map_or(8, |s| s.parse().unwrap()) {
            // Without the one macro, for want of a preprocessor.
            let text = cairn_test_support::defined_programs::file(seed, 4, model);
            let text: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
            let text = text.join("\n").replace("KIND(", "(int)sizeof(");
            let program = program_of("generated.c", text, model).unwrap();
            for (encoding, most) in ENCODINGS.map(|e| (e, 3000)) {
                compare(&format!("seed {seed}"), &program, encoding, most, &mut seen);
            }
        }
    }
    seen.check(100);
}
