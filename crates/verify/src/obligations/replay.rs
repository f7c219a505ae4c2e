//! The execution of a violation once more, for who plays it step by step (docs/design/debug-adapter.md).
//!
//! The idea: an execution is determined by its program and by what it was given, so both are enough to come to any of its steps again.
//! Invariant: it is the execution that was told: the same inputs in the program that was asked about. Why the program is made again:
//! a query changes the program for its question, and keeping one for each violation would keep many.

use super::fuzz::WholeProgram;
use super::query_program::only;
use super::{ObligationState, Obligations};
use crate::request::Request;
use crate::violation::Violation;
use cairn_interp::{Code, Host, InputRequest, Inputs, Interpreter, InterpreterOptions, ObjectOrdinal, Printed};
use cairn_interp::{RecordedInputs, RunInput};
use cairn_ir::{Program, Step, Value};
use cairn_random_testing::fuzzing::{Choices, TestCase};
use std::ops::Range;
use std::sync::Arc;

/// An execution that violates an obligation, ready to be run.
pub struct Replay {
    /// The program that is executed.
    pub program: Program,
    /// The violation.
    pub violation: Arc<Violation>,
    case: Option<TestCase>,
}

/// Inputs of the execution. Who keeps a copy of a run keeps one of this.
#[derive(Clone)]
pub struct ReplayInputs {
    from: InputsFrom,
    /// Output of the program since somebody took it.
    pub printed: Vec<(Printed, Vec<u8>)>,
}

#[derive(Clone)]
enum InputsFrom {
    Recorded(RecordedInputs),
    Hosted(Choices),
}

impl Replay {
    /// The execution of a violated obligation, by its number; `None` for one that is not violated.
    pub fn of(known: &Obligations, index: usize, request: &Request) -> Option<Self> {
        let ObligationState::Violated(violation) = &known.all.get(index)?.state else { return None };
        let violation = Arc::clone(violation);
        let Some(given) = &violation.given else {
            return Some(Self { program: only(&known.program, &known.all, &[index]), violation, case: None });
        };
        let (given, watched): (RunInput, u64) = (given.clone(), violation.watched);
        let case = TestCase { given, failing: violation.failing_allocation.unwrap_or(0), watched };
        Some(Self { program: WholeProgram::of(request)?.into_program(), violation, case: Some(case) })
    }

    /// The program made ready to run: with room behind variables where the execution rests on that.
    pub fn code(&self) -> Code<'_> {
        Code::new(&self.program)
    }

    /// The code in which the execution takes its steps.
    pub fn chosen<'c, 'p>(&self, code: &'c Code<'p>) -> &'c Code<'p> {
        // What a record of steps ends with says which layout it is of.
        let Some(last) = self.violation.trace.entries.last().map(|entry| entry.step) else { return code };
        if self.last_step(code) == Some(last) { code } else { code.roomy() }
    }

    fn last_step(&self, code: &Code<'_>) -> Option<Step> {
        let (mut run, mut inputs) = (self.start(code), self.inputs());
        let mut last = None;
        for _ in 0..self.violation.steps {
            last = Some(run.step(&mut inputs).ok()?);
        }
        last
    }

    /// The run at its beginning.
    pub fn start<'c, 'p>(&self, code: &'c Code<'p>) -> Interpreter<'c, 'p> {
        let Some(case) = &self.case else {
            return Interpreter::new(
                code,
                InterpreterOptions { null_is_memory: true, ..InterpreterOptions::default() },
            );
        };
        let mut run = Interpreter::new(code, InterpreterOptions::default());
        run.set_host(Host::new(case.given.clone()));
        run
    }

    /// Its inputs at the beginning.
    pub fn inputs(&self) -> ReplayInputs {
        let recorded = || InputsFrom::Recorded(self.violation.recorded.clone());
        let from = self.case.as_ref().map_or_else(recorded, |case| InputsFrom::Hosted(case.inputs()));
        ReplayInputs { from, printed: Vec::new() }
    }
}

impl ReplayInputs {
    fn source(&mut self) -> &mut dyn Inputs {
        match &mut self.from {
            InputsFrom::Recorded(inputs) => inputs,
            InputsFrom::Hosted(inputs) => inputs,
        }
    }
}

impl Inputs for ReplayInputs {
    fn havoc(&mut self, request: &InputRequest<'_>) -> Value {
        self.source().havoc(request)
    }
    fn havoc_bytes(&mut self, request: &InputRequest<'_>, bytes: &mut [u8]) {
        self.source().havoc_bytes(request, bytes);
    }
    fn memory_byte(&mut self, object: ObjectOrdinal, offset: u64) -> u8 {
        self.source().memory_byte(object, offset)
    }
    fn wild_byte(&mut self, address: u64) -> u8 {
        self.source().wild_byte(address)
    }
    fn changed_outside(&mut self, time: u32, range: Range<u64>) -> Vec<(u64, u8)> {
        self.source().changed_outside(time, range)
    }
    fn print(&mut self, to: Printed, bytes: &[u8]) {
        self.printed.push((to, bytes.to_vec()));
    }
}
