//! The integration tests of this crate as one binary: each module is one subject (docs/design/builds-and-tests.md).

mod against_value;
mod verdicts;

use cairn_cpa::{Reason, Specification, Verdict};
use cairn_explicit::{ExplicitOptions, run};
use cairn_interp::{Code, Interpreter, InterpreterOptions};
use cairn_ir::Program;
use cairn_test_support::budget;

/// The verdict as a word, and why it is unknown. A violation is confirmed by the interpreter.
fn explicit(program: &Program, options: ExplicitOptions, seconds: u64) -> (&'static str, Vec<Reason>) {
    let specification = Specification::default_reachability();
    let code = Code::new(program);
    let budget = budget(seconds);
    let mut confirm = |mut inputs: cairn_interp::RecordedInputs, steps| {
        let limits = InterpreterOptions { steps, ..InterpreterOptions::default() };
        let mut interpreter = Interpreter::new(&code, limits);
        let mut state = specification.initial();
        while let Ok(step) = interpreter.step(&mut inputs) {
            state = specification.next(state, step, program);
            if specification.is_violated(state) {
                return Ok(Some(()));
            }
        }
        Ok(None)
    };
    let outcome = run(program, &specification, options, &budget, &mut confirm);
    let word = match outcome.verdict {
        Verdict::False(()) => "false",
        Verdict::True => "true",
        Verdict::Unknown => "unknown",
    };
    (word, outcome.reasons)
}
