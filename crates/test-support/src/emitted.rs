//! Output of a program on the interpreter: the arguments of its calls of `emit`, and what `main` returns.

use cairn_interp::{Code, Interpreter, RecordedInputs, RunEnd};
use cairn_ir::{Program, Step};

/// Far more than any program of the tests takes.
const STEPS: u64 = 50_000_000;

/// The values and the status.
pub fn emitted(program: &Program) -> Result<(Vec<u64>, u8), String> {
    let code = Code::new(program);
    let options = cairn_interp::InterpreterOptions { steps: STEPS, ..Default::default() };
    let mut run = Interpreter::new(&code, options);
    let emit = program.function_named("emit");
    let value = emit.and_then(|f| program.functions[f].params.first().copied());
    let mut values = Vec::new();
    let end = run.run_until(&mut RecordedInputs::default(), |run, step| {
        if let Step::Enter(call, _) = step
            && program.calls[call].callee == emit
            && let Some(value) = value.and_then(|v| run.variable(run.top(), v))
        {
            values.push(value.0 as u64);
        }
        false
    });
    let place = |span| program.sources.locate(span).map_or("?".to_owned(), |l| l.to_string());
    match end {
        Some(RunEnd::Returned(Some(status))) => Ok((values, status.0 as u8)),
        Some(RunEnd::Undefined { what, span }) => Err(format!("{}: {what}, after {values:?}", place(span))),
        Some(RunEnd::Unsupported { what, span }) => Err(format!("{}: unsupported: {what}", place(span))),
        Some(RunEnd::Malformed { what, span }) => Err(format!("{}: malformed: {what}", place(span))),
        end => Err(format!("{end:?}, after {values:?}")),
    }
}
