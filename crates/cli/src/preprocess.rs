//! Preprocessing by the system's compiler, for texts with directives only.

use crate::exit::InputError;
use cairn_front_c::preprocess::{self, Options, RunError, Runner};
use cairn_ir::MachineModel;
use std::path::Path;
use std::process::{Command, Stdio};

/// Runs programs of the system.
struct System;

impl Runner for System {
    fn run(&mut self, program: &str, args: &[String]) -> Result<Vec<u8>, RunError> {
        let output = Command::new(program).args(args).stdin(Stdio::null()).output();
        match output {
            Ok(output) if output.status.success() => Ok(output.stdout),
            Ok(output) => Err(RunError::Failed(String::from_utf8_lossy(&output.stderr).into_owned())),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Err(RunError::Missing),
            Err(error) => Err(RunError::Failed(error.to_string())),
        }
    }
}

/// The text as the compiler proper sees it.
///
/// # Errors
/// A message for the user: there is no compiler, or what it said.
pub fn preprocessed(
    file: &Path,
    text: String,
    model: MachineModel,
    arguments: &[String],
) -> Result<String, InputError> {
    if !preprocess::needs_preprocessing(&text) {
        return Ok(text);
    }
    let name = file.to_str().ok_or_else(|| format!("{} has a name that is not a text", file.display()))?;
    if name == "-" {
        return Err(InputError::new("the standard input has preprocessing directives: give a file instead"));
    }
    let cc = std::env::var("CC").ok();
    let options = Options { cc, lp64: model == MachineModel::Lp64, args: arguments.to_vec() };
    Ok(preprocess::preprocess(name, &options, &mut System)?)
}
