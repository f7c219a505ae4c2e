//! Preprocessing by the system's compiler, for texts with directives only.

pub mod layout;

use crate::exit::InputError;
use cairn_front_c::preprocess::{self, PreprocessorOptions, RunError, Runner};
use cairn_ir::MachineModel;
use cairn_ir::machine::Machine;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

struct System;

impl Runner for System {
    fn run(&mut self, program: &str, args: &[String], input: Option<&str>) -> Result<Vec<u8>, RunError> {
        match output(program, args, &[], input) {
            Ok(output) if output.status.success() => Ok(output.stdout),
            Ok(output) => Err(RunError::Failed(String::from_utf8_lossy(&output.stderr).into_owned())),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Err(RunError::Missing),
            Err(error) => Err(RunError::Failed(error.to_string())),
        }
    }
}

/// Looks whether a compiler that the user names is there, also where nothing has to be preprocessed.
///
/// # Errors
/// It is not, as a sentence.
pub fn must_exist(cc: &str) -> Result<(), InputError> {
    let program = cc.split_whitespace().next().ok_or_else(|| InputError::new("--cc names no compiler"))?;
    let is_there = match program.contains('/') {
        true => Path::new(program).is_file(),
        false => is_in_path(program),
    };
    match is_there {
        true => Ok(()),
        false => Err(InputError::new(format!("--cc {cc}: there is no such compiler"))),
    }
}

/// Whether a folder of PATH has a program.
pub fn is_in_path(program: &str) -> bool {
    std::env::var_os("PATH")
        .is_some_and(|path| std::env::split_paths(&path).any(|folder| folder.join(program).is_file()))
}

/// Feeds a program and takes what it says; the feeding goes on beside, since a pipe holds little. `variables`: more of its environment.
///
/// # Errors
/// It cannot be started or talked to.
pub fn output(
    program: &str,
    args: &[String],
    variables: &[(&str, &str)],
    input: Option<&str>,
) -> std::io::Result<Output> {
    let mut command = Command::new(program);
    command.args(args).envs(variables.iter().copied()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.stdin(if input.is_some() { Stdio::piped() } else { Stdio::null() });
    let mut child = command.spawn()?;
    std::thread::scope(|scope| {
        if let (Some(input), Some(mut stdin)) = (input, child.stdin.take()) {
            // A compiler that stops reading says why itself.
            std::thread::Builder::new().spawn_scoped(scope, move || drop(stdin.write_all(input.as_bytes())))?;
        }
        child.wait_with_output()
    })
}

/// The text as the compiler proper sees it. A text without directives needs no preprocessor, unless there are flags for it.
///
/// # Errors
/// A message for the user: there is no compiler, or what it said.
pub fn preprocessed(
    file: &Path,
    text: String,
    model: MachineModel,
    cc: Option<&str>,
    arguments: &[String],
) -> Result<String, InputError> {
    of_text(file, text, false, model, cc, arguments)
}

/// The same, also of a text that is not on the disk.
///
/// # Errors
/// As [`preprocessed`].
pub fn of_text(
    file: &Path,
    text: String,
    is_edited: bool,
    model: MachineModel,
    cc: Option<&str>,
    arguments: &[String],
) -> Result<String, InputError> {
    let is_done = file.extension().is_some_and(|extension| extension == "i") || file == Path::new("-");
    if !preprocess::needs_preprocessing(&text) && (arguments.is_empty() || is_done) {
        return Ok(text);
    }
    let name = file.to_str().ok_or_else(|| format!("{} has a name that is not a text", file.display()))?;
    let mut arguments = arguments.to_vec();
    for flag in model.flags().into_iter().rev() {
        arguments.insert(0, flag);
    }
    match cc {
        Some(cc) => layout::must_fit(cc, model, &arguments)?,
        None if model.machine() == Machine::Arm32 => {
            let why = format!("{name} needs a preprocessor for {}: name its compiler with --cc", model.word());
            return Err(InputError::new(why));
        }
        None => {}
    }
    let (is_named, lp64) = (cc.is_some(), model.pointer_bits() == 64);
    let cc = cc.map(str::to_owned).or_else(|| std::env::var("CC").ok());
    let options = PreprocessorOptions { cc, lp64, is_for_machine: is_named, args: arguments, is_edited };
    Ok(preprocess::preprocess(name, &text, &options, &mut System)?)
}
