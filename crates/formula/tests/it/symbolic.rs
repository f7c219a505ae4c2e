//! Runs with random inputs: with the inputs pinned, the formula of the path is satisfiable, and what it says of variables
//! is what the interpreter has; in the bit-vector encoding nothing else is possible.

use crate::follow;

use cairn_base::FastMap;
use cairn_formula::{Encoder, Encoding};
use cairn_interp::{Code, Interpreter};
use cairn_smt::{Answer, Solver, SolverLimits, Z3Solver};
use cairn_term::TermId;
use follow::{Dice, ENCODINGS, MODELS, follow, programs, scalars, term_of};

/// Whether a condition with pinned inputs can hold; `None` when the solver does not know.
fn possible(encoder: &mut Encoder, condition: TermId, pins: &FastMap<TermId, TermId>) -> Option<bool> {
    let pinned = encoder.terms.substitute(condition, pins);
    if let Some(value) = encoder.terms.as_bool(pinned) {
        return Some(value);
    }
    let mut parts = vec![condition, encoder.facts(&[condition])];
    let mut inputs: Vec<_> = pins.iter().collect();
    inputs.sort();
    for (input, value) in inputs {
        parts.push(encoder.terms.eq(*input, *value));
    }
    let all = encoder.terms.and(&parts);
    let mut solver = Z3Solver::new().unwrap();
    solver.assert(&encoder.terms, all).unwrap();
    let limits = SolverLimits::work(cairn_smt::work::SECOND.times(5));
    match solver.check(&encoder.terms, &[], &limits).unwrap() {
        Answer::Sat => Some(true),
        Answer::Unsat => Some(false),
        Answer::Unknown(_) => None,
    }
}

/// The operation after which the path is not possible any more.
fn first_impossible(program: &cairn_ir::Program, encoding: Encoding, seed: u64, most: usize) -> String {
    let code = Code::new(program);
    for most in 1..=most {
        let mut encoder = Encoder::new(program, encoding);
        let mut dice = Dice::new(seed * 31 + 5, &code);
        let mut run = Interpreter::new(&code, cairn_interp::InterpreterOptions::default());
        let followed = follow(program, &mut encoder, &mut run, &mut dice, most);
        let mut pins = FastMap::default();
        for (term, value, of) in &followed.inputs {
            let value = term_of(&mut encoder, *term, *value, *of);
            pins.insert(*term, value);
        }
        if possible(&mut encoder, followed.formula.condition, &pins) == Some(false) {
            return match followed.steps.last() {
                Some(cairn_ir::Step::Edge(edge)) => cairn_ir::format_op(program, &program.edges[*edge].op),
                other => format!("{other:?}"),
            };
        }
    }
    String::new()
}

#[test]
fn runs_with_inputs() {
    let mut wrong = Vec::new();
    let (mut paths, mut values, mut unknown, mut steps) = (0, 0, 0, 0);
    let seeds: u64 = std::env::var("SEEDS").ok().and_then(|s| s.parse().ok()).unwrap_or(6);
    for model in MODELS {
        for (name, program) in programs(model, &["tests/programs", "../feasibility/tests/programs"]) {
            let code = Code::new(&program);
            for encoding in ENCODINGS {
                let mut encoder = Encoder::new(&program, encoding);
                for seed in 0..seeds {
                    let mut dice = Dice::new(seed * 31 + 5, &code);
                    let mut run = Interpreter::new(&code, cairn_interp::InterpreterOptions::default());
                    let most = 14 + 23 * seed as usize;
                    let followed = follow(&program, &mut encoder, &mut run, &mut dice, most);
                    let what = format!("{name} {model:?} {encoding:?} seed {seed}, {} steps", followed.steps.len());
                    if let Some(why) = &followed.unmodelled {
                        wrong.push(format!("{what}: not modelled: {why}"));
                    }
                    (paths, steps) = (paths + 1, steps + followed.steps.len());
                    let mut pins = FastMap::default();
                    for (term, value, of) in &followed.inputs {
                        let value = term_of(&mut encoder, *term, *value, *of);
                        pins.insert(*term, value);
                    }
                    let condition = followed.formula.condition;
                    match possible(&mut encoder, condition, &pins) {
                        Some(true) => {}
                        Some(false) => {
                            let at = first_impossible(&program, encoding, seed, most);
                            wrong.push(format!("{what}: the path is taken, but not possible: {at}"));
                            continue;
                        }
                        None => {
                            unknown += 1;
                            continue;
                        }
                    }
                    let mut equal = Vec::new();
                    for (var, term, value, of) in scalars(&program, &encoder, &followed.formula, &run) {
                        let expected = term_of(&mut encoder, term, value, of);
                        let is = encoder.terms.eq(term, expected);
                        values += 1;
                        if encoding == Encoding::BitVector && dice.indeterminate == 0 && !follow::has_lists(&program) {
                            let not = encoder.terms.not(is);
                            let other = encoder.terms.and(&[condition, not]);
                            match possible(&mut encoder, other, &pins) {
                                Some(false) => {}
                                Some(true) => wrong.push(format!("{what}: {var} can be other than {value:?}")),
                                None => unknown += 1,
                            }
                        }
                        equal.push(is);
                    }
                    equal.push(condition);
                    let all = encoder.terms.and(&equal);
                    match possible(&mut encoder, all, &pins) {
                        Some(true) => {}
                        Some(false) => wrong.push(format!("{what}: the values of the run are not possible")),
                        None => unknown += 1,
                    }
                }
            }
        }
    }
    #[allow(clippy::print_stderr)] // Figures, for who runs the test to see.
    {
        eprintln!("{paths} paths, {steps} steps, {values} values, {unknown} unknown");
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(values > 150 && unknown * 10 < paths);
}
