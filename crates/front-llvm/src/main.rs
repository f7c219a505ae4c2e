//! The program `cairn-llvm`: prints the C that means the same as a module of LLVM.
//!
//! Invariant: the standard output has a whole translation or nothing, and the exit code is 0 only with a translation. What goes
//! wrong is a sentence on the standard error. Why a program and not a part of `cairn`: a feature of `cairn` would be a second
//! build of all that stands on it, and a mistake in LLVM's code would end the process that decides.

use cairn_llvm_protocol::TranslationArguments;
use std::io::{Read, Write};
use std::process::ExitCode;

/// Answer to the command line.
fn answer() -> Result<String, String> {
    let arguments = TranslationArguments::of_words(std::env::args().skip(1))?;
    let mut bytes = Vec::new();
    let read = match arguments.file.as_str() {
        "-" => std::io::stdin().lock().read_to_end(&mut bytes),
        file => std::fs::File::open(file).and_then(|mut file| file.read_to_end(&mut bytes)),
    };
    read.map_err(|error| format!("{} cannot be read: {error}", arguments.name))?;
    cairn_front_llvm::translate(&arguments.name, &bytes, arguments.model, &arguments.watched)
}

#[allow(clippy::print_stderr)] // A program says what is wrong.
fn main() -> ExitCode {
    let written = answer().and_then(|text| {
        let mut out = std::io::stdout().lock();
        out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(|error| format!("cannot write: {error}"))
    });
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}
