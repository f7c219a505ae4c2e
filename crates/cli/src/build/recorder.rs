//! `cairn record-compilation`: what a script in front of a compiler runs. It notes the call in a line and becomes the compiler.

use super::{COMPILERS_PATH, LOG};
use crate::exit::{CommandEnd, InputError};
use std::ffi::OsString;
use std::fs::OpenOptions;
use std::io::Write;
use std::process::Command;

/// Notes a call of a compiler and becomes it; it comes back where there is none.
pub fn run(compiler: &OsString, words: &[OsString]) -> CommandEnd {
    if let (Some(log), Ok(folder)) = (std::env::var_os(LOG), std::env::current_dir()) {
        let all: Vec<_> = std::iter::once(compiler).chain(words).map(|word| word.to_string_lossy()).collect();
        let line = format!("{}\n", serde_json::json!({ "directory": folder.to_string_lossy(), "arguments": all }));
        // One write of a line that is appended: compilers that run side by side do not mix theirs. A build does not fail for the list.
        if let Ok(mut file) = OpenOptions::new().append(true).create(true).open(log) {
            let _ = file.write_all(line.as_bytes());
        }
    }
    // The folder with the scripts is not in the path in which the compiler is looked for.
    let path = std::env::var_os(COMPILERS_PATH).unwrap_or_default();
    let found = match std::path::Path::new(compiler).is_absolute() {
        true => Some(compiler.into()),
        false => std::env::split_paths(&path).map(|folder| folder.join(compiler)).find(|at| at.is_file()),
    };
    let name = compiler.to_string_lossy();
    let found = found.ok_or_else(|| InputError::new(format!("there is no '{name}'")))?;
    let why = crate::system::replace(Command::new(found).args(words));
    Err(InputError::new(format!("cannot run '{name}': {why}")))
}
