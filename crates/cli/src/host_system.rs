//! The system that `cairn run` runs a program on: arguments, standard input, environment and files from the command line.
//!
//! Invariant: an option is used or refused. There is such a system when one of its options is given, and none otherwise.

use crate::arguments::RunCommand;
use crate::console;
use crate::exit::InputError;
use crate::inputs::InputSelection;
use crate::system;
use cairn_interp::{Host, InterpreterOptions, Printed, RunInput};
use cairn_ir::Program;
use cairn_task::Property;
use cairn_verify::execute::{FinishedExecution, Hosting, execute_hosted};
use std::ffi::OsStr;

/// A system, and what it gives the program.
pub struct System(RunInput);

/// The system that the options ask for.
///
/// # Errors
/// A message for the user.
pub fn system(arguments: &RunCommand, wanted: &InputSelection) -> Result<Option<System>, InputError> {
    let RunCommand { arg, stdin, env, root, .. } = arguments;
    if arg.is_empty() && stdin.is_none() && env.is_empty() && root.is_none() {
        return Ok(None);
    }
    let why = "--arg, --stdin, --env and --root are for a C program that begins at main";
    let is_c = |name: &OsStr| !cairn_llvm_protocol::is_module(&name.to_string_lossy());
    if wanted.configuration.entry != "main" || !wanted.files.iter().all(|file| is_c(file.as_os_str())) {
        return Err(InputError::new(why));
    }
    let name = system::bytes(wanted.files.first().and_then(|file| file.file_stem()).unwrap_or_default());
    let mut given = RunInput { arguments: vec![name], root: root.clone(), ..RunInput::default() };
    given.arguments.extend(arg.iter().map(|text| system::bytes(text)));
    for text in env {
        let text = system::bytes(text);
        if text.iter().position(|byte| *byte == b'=').is_none_or(|at| at == 0) {
            let text = String::from_utf8_lossy(&text);
            return Err(InputError::new(format!("'{text}' is no variable of an environment: write --env NAME=VALUE")));
        }
        given.environment.push(text);
    }
    if let Some(file) = stdin {
        given.input = std::fs::read(file).map_err(|error| InputError::new(format!("{}: {error}", file.display())))?;
    }
    if let Some(root) = root.as_ref().filter(|root| !root.is_dir()) {
        return Err(InputError::new(format!("{} is no folder", root.display())));
    }
    Ok(Some(System(given)))
}

/// Runs a program on a system.
pub fn execute(system: System, program: &Program, property: &Property, arguments: &RunCommand) -> FinishedExecution {
    let options =
        InterpreterOptions { steps: arguments.steps, trace: arguments.trace, ..InterpreterOptions::default() };
    let mut print = |to: Printed, bytes: &[u8]| match to {
        Printed::Out => console::out_bytes(bytes),
        Printed::Err => console::err_bytes(bytes),
    };
    let hosting = Hosting { host: Host::new(system.0), print: &mut print };
    let execution = execute_hosted(program, property, &arguments.input, options, hosting);
    console::out_bytes(&[]);
    execution
}
