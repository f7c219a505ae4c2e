//! Runs programs with pseudo-random inputs and says how each run ends: a survey of what the interpreter meets.
//! `survey <steps> <32|64> FILE...`; the files are preprocessed already, or by `gcc -E`.
#![allow(clippy::print_stdout)]

use cairn_front_c::{FrontEndOptions, Input};
use cairn_interp::{Code, InputRequest, Inputs, Interpreter, ObjectOrdinal, RunEnd};
use cairn_ir::{MachineModel, Value};

/// Small numbers often, any bits sometimes.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}

impl Inputs for Random {
    fn havoc(&mut self, _: &InputRequest<'_>) -> Value {
        let bits = self.next();
        Value(u128::from(if bits & 3 == 0 { self.next() } else { bits >> 2 & 7 }))
    }
    fn memory_byte(&mut self, _: ObjectOrdinal, _: u64) -> u8 {
        0
    }
}

fn main() {
    let mut args = std::env::args().skip(1);
    let steps = args.next().and_then(|s| s.parse().ok()).unwrap_or(100_000);
    let model = if args.next().as_deref() == Some("32") { MachineModel::Ilp32 } else { MachineModel::Lp64 };
    for name in args {
        let text = if name.ends_with(".i") {
            std::fs::read(&name).ok()
        } else {
            let word = if model == MachineModel::Ilp32 { "-m32" } else { "-m64" };
            std::process::Command::new("gcc").args(["-E", word, &name]).output().ok().map(|out| out.stdout)
        };
        let Some(text) = text else { continue };
        let text = cairn_base::text::of_bytes(text);
        let input = Input { name: name.clone(), text: text.into() };
        let program = match cairn_front_c::compile(&[input], &FrontEndOptions::new(model, "main")) {
            Ok(program) => program,
            Err(error) => {
                println!("{name}: not compiled: {:?}", error.diagnostics.first().map(|d| &d.message));
                continue;
            }
        };
        let code = Code::new(&program);
        for seed in 1..4u64 {
            let mut run = Interpreter::new(&code, cairn_interp::InterpreterOptions { steps, ..Default::default() });
            let end = run.run(&mut Random(seed * 0x9e37_79b9));
            let place = |span| program.sources.locate(span).map_or("?".to_owned(), |l| l.to_string());
            let end = match end {
                RunEnd::Undefined { what, span } => format!("undefined: {what} at {}", place(span)),
                RunEnd::Unsupported { what, span } => format!("unsupported: {what} at {}", place(span)),
                RunEnd::Malformed { what, span } => format!("malformed: {what} at {}", place(span)),
                RunEnd::Blocked { .. } => "blocked".to_owned(),
                RunEnd::Halted { .. } => "halted".to_owned(),
                RunEnd::Returned(_) => "returned".to_owned(),
                RunEnd::LimitReached(what) => format!("limit: {what}"),
            };
            println!("{name}: {seed}: {end} after {} steps", run.steps());
        }
    }
}
