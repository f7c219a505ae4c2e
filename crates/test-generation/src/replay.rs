//! One execution with the values of a test and nothing else.
//!
//! A test gives what `__VERIFIER_nondet_*` return, in order: that is what the formats can say. All else that a program
//! does not know is fixed: `argc` is 1, the rest is 0.

use cairn_interp::{
    Code, InputRequest, Inputs, Interpreter, InterpreterOptions, ObjectOrdinal, RecordedInputs, RunEnd,
};
use cairn_ir::types::Scalar;
use cairn_ir::{EdgeId, NondetSource, Op, Program, Step, Value};
use std::collections::BTreeSet;

/// Moves of control of a test, at most.
const STEPS: u64 = 1_000_000;
/// Bytes of memory of a test, at most.
const MEMORY: u64 = 256 << 20;

/// A value that a test gives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Given {
    /// The function that returns it.
    pub function: String,
    /// Its type.
    pub of: Scalar,
    /// The value.
    pub value: Value,
}

/// A test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Test {
    /// Its values, in the order in which the program asks.
    pub given: Vec<Given>,
    /// The branches and the calls that its execution takes.
    pub taken: BTreeSet<EdgeId>,
    /// Whether its execution came to an end.
    pub ends: bool,
}

struct Recorder<'r> {
    recorded: &'r mut RecordedInputs,
    given: Vec<Given>,
}

impl Inputs for Recorder<'_> {
    fn havoc(&mut self, request: &InputRequest<'_>) -> Value {
        // Asked for, so that the values after it stay in their places.
        let value = self.recorded.havoc(request);
        match (request.source, request.scalar) {
            (NondetSource::Verifier(function), Some(of)) => {
                let value = if of == Scalar::Bool { Value(value.0 & 1) } else { Value::truncated(value.0, of.bits()) };
                self.given.push(Given { function: function.clone(), of, value });
                value
            }
            (NondetSource::Other(what), _) if what == "argc" => Value(1),
            _ => Value(0),
        }
    }
    fn memory_byte(&mut self, _: ObjectOrdinal, _: u64) -> u8 {
        0
    }
}

/// Executes with the values that some inputs have for `__VERIFIER_nondet_*`.
pub fn replay(program: &Program, code: &Code<'_>, inputs: &RecordedInputs) -> Test {
    let options = InterpreterOptions { steps: STEPS, memory: MEMORY, ..InterpreterOptions::default() };
    let mut interpreter = Interpreter::new(code, options);
    let mut recorded = inputs.clone();
    let mut recorder = Recorder { recorded: &mut recorded, given: Vec::new() };
    let mut taken = BTreeSet::new();
    let end = loop {
        match interpreter.step(&mut recorder) {
            Ok(Step::Edge(edge)) => {
                let op = &program.edges[edge].op;
                if matches!(op, Op::Assume { .. }) || op.marked_call().is_some() {
                    taken.insert(edge);
                }
            }
            Ok(Step::Enter(..)) => taken.extend(interpreter.calls().next_back().map(|(_, edge)| edge)),
            Ok(Step::Leave(..) | Step::Hidden(_)) => {}
            Err(end) => break end,
        }
    };
    let ends = matches!(end, RunEnd::Halted { .. } | RunEnd::Returned(_));
    Test { given: recorder.given, taken, ends }
}
