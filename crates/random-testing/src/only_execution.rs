//! A program that asks for nothing has one execution, and one that was seen from its start to its end without a violation is
//! a proof.
//!
//! The execution is made once more by an interpreter that watches what the first look does not: whether anything at all was
//! asked of the outside, whether an address was computed outside of its object or made a number ([`crate::addresses`]), whether
//! undefined arithmetic was given a result, and whether several edges were open. Each of these means that there may be other
//! executions.
//!
//! Invariant: true is said only where the semantics leaves no choice from the entry to the end.

use crate::STEPS_PER_TICK;
use crate::addresses::Addresses;
use cairn_base::{Budget, Stop};
use cairn_interp::{Accelerator, Code, InputRequest, Inputs, Interpreter, InterpreterOptions, ObjectOrdinal, RunEnd};
use cairn_ir::{Program, Value};
use std::ops::Range;

/// Whether an execution that ended so was seen to its end.
pub(crate) fn is_whole(end: &RunEnd) -> bool {
    match end {
        RunEnd::Halted { .. } | RunEnd::Returned(_) | RunEnd::Blocked { .. } => true,
        RunEnd::Undefined { .. } | RunEnd::Unsupported { .. } | RunEnd::LimitReached(_) | RunEnd::Malformed { .. } => {
            false
        }
    }
}

/// Whether the program has no execution but this one.
///
/// # Errors
/// The budget is used up.
pub(crate) fn is_only(
    program: &Program,
    code: &Code<'_>,
    memory: u64,
    accelerates: bool,
    budget: &Budget,
) -> Result<bool, Stop> {
    let options = InterpreterOptions { memory, watches_addresses: true, ..InterpreterOptions::default() };
    let mut interpreter = Interpreter::new(code, options);
    let mut inputs = NoInputs { was_asked: false };
    let mut addresses = Addresses::new(program);
    // Rounds that are skipped ask for nothing, and show what the rounds before them showed.
    let (mut accelerator, mut executed) = (Accelerator::default(), 0_u64);
    let end = loop {
        if executed.is_multiple_of(STEPS_PER_TICK) {
            budget.tick()?;
        }
        executed += 1;
        match interpreter.step(&mut inputs) {
            Ok(step) if cairn_ir::behaviour::doubt(program, step).is_some() => return Ok(false),
            Ok(step) if addresses.shows(step) => return Ok(false),
            Ok(step) if accelerates => _ = accelerator.after(&mut interpreter, step, |_| true),
            Ok(_) => {}
            Err(end) => break end,
        }
    };
    let had_choice = inputs.was_asked
        || interpreter.chose_edge()
        || interpreter.left_object().is_some()
        || interpreter.followed_null().is_some()
        || interpreter.recorded_undefined().is_some();
    Ok(is_whole(&end) && !had_choice)
}

/// Notes that something was asked for.
struct NoInputs {
    was_asked: bool,
}

impl Inputs for NoInputs {
    fn havoc(&mut self, _: &InputRequest<'_>) -> Value {
        self.was_asked = true;
        Value(0)
    }
    fn havoc_bytes(&mut self, _: &InputRequest<'_>, bytes: &mut [u8]) {
        self.was_asked = true;
        bytes.fill(0);
    }
    fn memory_byte(&mut self, _: ObjectOrdinal, _: u64) -> u8 {
        self.was_asked = true;
        0
    }
    fn wild_byte(&mut self, _: u64) -> u8 {
        self.was_asked = true;
        0
    }
    fn changed_outside(&mut self, _: u32, _: Range<u64>) -> Vec<(u64, u8)> {
        self.was_asked = true;
        Vec::new()
    }
}
