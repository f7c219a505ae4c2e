//! The parts that the tests of checks share: compiling a text, and running it with checks.

use cairn_front_c::{FrontEndOptions, Input};
use cairn_interp::{Code, Interpreter, RecordedInputs};
use cairn_ir::behaviour::Check;
use cairn_ir::{Op, Program, Step};
use cairn_transform::instrumentation::{self, InitialisationFlags};

pub fn program(text: &str) -> Program {
    let input = Input { name: "u.c".into(), text: text.into() };
    cairn_front_c::compile(&[input], &FrontEndOptions { checks: Check::ALL.to_vec(), ..FrontEndOptions::default() })
        .unwrap_or_else(|error| panic!("{:?}\n{text}", error.diagnostics))
}

/// The check that an execution of the program with these checks violates.
pub fn by_checks(mut program: Program, wanted: &[Check]) -> Option<Check> {
    let flags = match wanted.contains(&Check::Uninitialised) {
        true => instrumentation::track(&mut program),
        false => InitialisationFlags::default(),
    };
    let checks = instrumentation::find(&mut program, wanted, &|_| false, &flags);
    instrumentation::splice(&mut program, &checks);
    assert_eq!(program.check(), Ok(()));
    let code = Code::new(&program);
    let mut run = Interpreter::new(&code, cairn_interp::InterpreterOptions::default());
    let mut inputs = RecordedInputs::default();
    while let Ok(step) = run.step(&mut inputs) {
        if let Step::Edge(edge) = step
            && let op @ Op::Label(_) = &program.edges[edge].op
            && let Some(check) = op.marked_check()
        {
            return Some(check);
        }
    }
    None
}
