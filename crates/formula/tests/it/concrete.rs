//! Runs without inputs: every condition on the way folds to true, and what formulas say of scalars is what the
//! interpreter has. In the integer encoding what is left open may be anything, but no condition folds to false.

use crate::follow;

use cairn_formula::{Encoder, Encoding};
use cairn_interp::{Code, Interpreter};
use cairn_ir::{Program, Step};
use follow::{Dice, ENCODINGS, MODELS, follow, program_of, programs, scalars, term_of};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

#[derive(Default)]
struct Seen {
    wrong: Vec<String>,
    unmodelled: BTreeSet<String>,
    exact: usize,
    open: usize,
    steps: usize,
    time: Duration,
}

/// Follows the program's run for so many steps and compares.
fn compare(name: &str, program: &Program, encoding: Encoding, most: usize, seen: &mut Seen) {
    let what = format!("{name} {:?} {encoding:?}", program.types.model());
    let code = Code::new(program);
    let mut encoder = Encoder::new(program, encoding);
    let mut dice = Dice::new(7, &code);
    let mut run = Interpreter::new(&code, cairn_interp::InterpreterOptions::default());
    let start = Instant::now();
    let followed = follow(program, &mut encoder, &mut run, &mut dice, most);
    seen.time += start.elapsed();
    seen.steps += followed.steps.len();
    seen.unmodelled.extend(followed.unmodelled.iter().map(|why| format!("{name}: {why}")));
    if let Some(at) = followed.dead {
        seen.wrong.push(format!("{what}: dead after {at} steps: {}", text(program, followed.steps[at - 1])));
        return;
    }
    let is_determined = dice.indeterminate == 0 && followed.inputs.is_empty() && !follow::has_lists(program);
    if encoding == Encoding::BitVector
        && is_determined
        && encoder.terms.as_bool(followed.formula.condition) != Some(true)
    {
        seen.wrong.push(format!("{what}: a condition is undecided"));
    }
    for (var, term, value, of) in scalars(program, &encoder, &followed.formula, &run) {
        let expected = term_of(&mut encoder, term, value, of);
        if encoder.terms.constant(term).is_none() {
            seen.open += 1;
        } else if term != expected {
            seen.wrong.push(format!("{what}: {var} is not {value:?}"));
        } else {
            seen.exact += 1;
        }
    }
}

impl Seen {
    #[allow(clippy::print_stderr)] // Figures, for who runs the test to see.
    fn check(&self, exact: usize) {
        let rate = self.steps as f64 / self.time.as_secs_f64() / 1e3;
        eprintln!("{} steps, {rate:.0} thousand a second, {} exact, {} open", self.steps, self.exact, self.open);
        assert!(self.wrong.is_empty(), "{} wrong:\n{}", self.wrong.len(), self.wrong.join("\n"));
        assert!(self.unmodelled.is_empty(), "{:#?}", self.unmodelled);
        assert!(self.exact >= exact && self.open * 10 < self.exact, "{} exact, {} open", self.exact, self.open);
    }
}

#[test]
fn written_programs() {
    let mut seen = Seen::default();
    for model in MODELS {
        for (name, program) in programs(model, &["../interp/tests/programs"]) {
            for (encoding, most) in ENCODINGS.into_iter().flat_map(|e| [40, 130, 400, 2000].map(|most| (e, most))) {
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
            for (encoding, most) in ENCODINGS.into_iter().flat_map(|e| [200, 700, 3000].map(|most| (e, most))) {
                compare(&format!("seed {seed}"), &program, encoding, most, &mut seen);
            }
        }
    }
    seen.check(100);
}

fn text(program: &Program, step: Step) -> String {
    match step {
        Step::Edge(edge) => cairn_ir::format_op(program, &program.edges[edge].op),
        other => format!("{other:?}"),
    }
}
