//! `xtask measured PROGRAM …`: runs a test binary and writes down how much processor time it took.
//!
//! Cargo and nextest start test binaries by a *runner*, a command put before theirs (`CARGO_TARGET_…_RUNNER`); `cargo xtask
//! test` names this one. nextest starts a process for each test, so the times are those of tests; with `cargo test` they are
//! those of binaries. Why processor time and not the time on the clock: tests run side by side on a shared machine.
//!
//! Invariant: exit code, standard streams and arguments are those of the program.

use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::Command;

/// Names the file that gets a line for each program: seconds, binary and test, separated by tabs.
pub const TIMES: &str = "CAIRN_TEST_TIMES";

/// Ticks of a second in `/proc/self/stat`, the same on all Linux machines.
const TICKS: f64 = 100.0;

/// Runs the program; its exit code.
pub fn run(program: &[OsString]) -> Result<u8, String> {
    let (name, arguments) = program.split_first().ok_or("no program to run")?;
    let status = Command::new(name).args(arguments).status();
    let status = status.map_err(|error| format!("cannot run {}: {error}", name.display()))?;
    let lists = arguments.iter().any(|argument| argument == "--list");
    if let Some(file) = std::env::var_os(TIMES).filter(|_| !lists) {
        let line = format!("{:.2}\t{}\t{}\n", children_seconds(), binary(name), test(arguments));
        // A lost figure is no reason to fail a test.
        let file = std::fs::OpenOptions::new().create(true).append(true).open(file);
        let _ = file.and_then(|mut file| file.write_all(line.as_bytes()));
    }
    let code = status.code().unwrap_or_else(|| 128 + status.signal().unwrap_or(0));
    Ok(u8::try_from(code).unwrap_or(101))
}

/// The binary's name without the hash that cargo appends, behind its crate's: `cairn-ir it`.
fn binary(path: &OsStr) -> String {
    let name = Path::new(path).file_name().unwrap_or(path).to_string_lossy().into_owned();
    let name = name.rsplit_once('-').map_or(name.clone(), |(stem, _)| stem.to_owned());
    // Cargo and nextest both tell a test which package it is of.
    match std::env::var("CARGO_PKG_NAME") {
        Ok(package) if package.replace('-', "_") != name => format!("{package} {name}"),
        Ok(package) => package,
        Err(_) => name,
    }
}

/// The one test that is run, or nothing.
fn test(arguments: &[OsString]) -> String {
    let exact = arguments.iter().any(|argument| argument == "--exact");
    let names = arguments.iter().filter(|argument| !argument.to_string_lossy().starts_with('-'));
    names.map(|name| name.to_string_lossy().into_owned()).next().filter(|_| exact).unwrap_or_default()
}

/// Processor time of all children that were waited for, theirs included.
fn children_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The second field, a name in parentheses, may have spaces; `cutime` and `cstime` are the 16th and 17th.
    let fields = stat.rsplit_once(')').map_or("", |(_, rest)| rest).split_whitespace();
    fields.skip(13).take(2).filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / TICKS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_keeps_its_exit_code() {
        let program = |line: &str| ["sh", "-c", line].map(OsString::from);
        assert_eq!(run(&program("exit 7")), Ok(7));
        assert_eq!(run(&program("kill -9 $$")), Ok(137));
    }

    #[test]
    fn the_test_is_the_name_that_is_exact() {
        let arguments = ["solver::levels", "--exact", "--nocapture"].map(OsString::from);
        assert_eq!(test(&arguments), "solver::levels");
        assert_eq!(test(&arguments[..1]), "");
    }
}
