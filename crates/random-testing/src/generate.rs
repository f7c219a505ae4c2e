//! Inputs of many executions, some near given ones: what a program does apart from the execution that is looked at.

use crate::STEPS_PER_TICK;
use crate::constants;
use crate::corpus::Base;
use crate::sampler::Sampler;
use cairn_base::{Budget, Stop};
use cairn_interp::{Code, Interpreter, InterpreterOptions, RecordedInput, RecordedInputs};
use cairn_ir::{Program, Value};
use fastrand::Rng;

/// How many inputs, and how long executions with them may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GenerationOptions {
    /// The inputs follow from it.
    pub seed: u64,
    /// So many executions are made.
    pub executions: u32,
    /// Moves of control of one execution at most.
    pub steps: u64,
    /// Bytes of memory of one execution at most.
    pub memory_bytes: u64,
}

/// The inputs of executions, each once, in the order in which they were made. Of four executions
/// one starts afresh, one repeats the given inputs but for a part, and two have numbers that are a little larger or smaller.
///
/// # Errors
/// The budget is used up.
pub fn generate(
    program: &Program,
    code: &Code<'_>,
    near: &RecordedInputs,
    options: GenerationOptions,
    budget: &Budget,
) -> Result<Vec<RecordedInputs>, Stop> {
    let constants = constants::of(program);
    let mut rng = Rng::with_seed(options.seed);
    let mut found: Vec<RecordedInputs> = Vec::new();
    for number in 0..options.executions {
        let length = near.sequence.len();
        let base = match number % 4 {
            _ if length == 0 => None,
            0 => None,
            1 => {
                let from = rng.usize(..length);
                let until = if rng.bool() { from + 1 } else { usize::MAX };
                Some(Base { inputs: near.sequence.clone(), from, until })
            }
            _ => Some(Base { inputs: moved(&near.sequence, &mut rng), from: length, until: length }),
        };
        let mut inputs = Sampler::new(&mut rng, &constants, base);
        let limits = InterpreterOptions {
            steps: options.steps,
            memory: options.memory_bytes,
            null_is_memory: true,
            ..InterpreterOptions::default()
        };
        let mut interpreter = Interpreter::new(code, limits);
        while interpreter.step(&mut inputs).is_ok() && !inputs.is_spoiled {
            if interpreter.steps().is_multiple_of(STEPS_PER_TICK) {
                budget.tick()?;
            }
        }
        let (asked, is_spoiled, given) = (inputs.was_asked(), inputs.is_spoiled, inputs.given);
        if !asked {
            break;
        }
        if !is_spoiled && !found.contains(&given) {
            found.push(given);
        }
    }
    Ok(found)
}

/// The same inputs, numbers of which are a little larger or smaller.
fn moved(inputs: &[RecordedInput], rng: &mut Rng) -> Vec<RecordedInput> {
    let one = |input: &RecordedInput| match input {
        // The interpreter takes as many bits of it as the input has.
        RecordedInput::Scalar(value) if rng.bool() => {
            RecordedInput::Scalar(Value(value.0.wrapping_add_signed(rng.i128(-3..=3))))
        }
        other => other.clone(),
    };
    inputs.iter().map(one).collect()
}
