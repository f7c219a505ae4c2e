//! From what a command line selects to what the library is asked.

use crate::exit::InputError;
use crate::inputs::{self, InputSelection};
use crate::limits;
use cairn_base::CancelToken;
use cairn_front_c::Input;
use cairn_options::Configuration;
use cairn_task::Property;
use cairn_verify::{Request, RunLimits};
use std::time::Instant;

/// Request to the library about a program; nothing is drawn or kept.
///
/// # Errors
/// A file of the program cannot be read, with a message for the user.
pub fn request(wanted: InputSelection, start: Instant, cancel: &CancelToken) -> Result<Request, InputError> {
    let inputs = inputs::read(&wanted)?;
    Ok(asked(inputs, wanted.property, wanted.configuration, start, cancel))
}

/// Request to the library about texts.
pub fn asked(
    inputs: Vec<Input>,
    property: Property,
    configuration: Configuration,
    start: Instant,
    cancel: &CancelToken,
) -> Request {
    let limits = RunLimits {
        start,
        time: limits::time(configuration.time_limit),
        processor: limits::cpu(configuration.cpu_limit),
        memory: limits::memory(configuration.memory_limit),
        steps: limits::count(configuration.step_limit),
        work: limits::count(configuration.solver_limit).map(cairn_base::Work::units),
    };
    Request::new(inputs, property, configuration, limits, cancel.clone())
}
