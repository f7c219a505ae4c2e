//! `cargo xtask run -- …`: builds Cairn and runs it, the first thing that a new user does.
//!
//! Only what the run needs is built: the profile `quick`, and the client for many machines and the program that reads C++, Rust and
//! modules of LLVM only where the arguments ask for them (docs/design/builds-and-tests.md has the figures), or with `--all`. Who waits
//! is told what happens.

use crate::llvm::{self, Linking};
use crate::{command, prepare};
use std::path::Path;
use std::time::Instant;

/// Builds and runs; the exit code of the run.
pub fn run(root: &Path, all: bool, arguments: &[String]) -> Result<u8, String> {
    let start = Instant::now();
    let binary = command::built(root).join("quick/cairn");
    let is_first = !binary.exists();
    if is_first {
        say("Building Cairn: about four minutes on two cores, once.");
    }
    prepare(root)?;
    if all {
        llvm::must_be_there()?;
    }
    let net: &[&str] = if all || needs_net(arguments) { &["--features", "net"] } else { &[] };
    let options = [&["--profile", "quick", "--package", "cairn-cli", "--no-default-features"], net].concat();
    if (all || needs_llvm(arguments)) && llvm::is_there() {
        llvm::build(root, "quick", Linking::Dynamic, &[])?;
    }
    // Where little is to be built there is nothing to see.
    let quiet: &[&str] = if is_first || all { &[] } else { &["--quiet"] };
    command::cargo(root, &[&["build"], options.as_slice(), quiet].concat(), &[])?;
    if is_first {
        say(&format!("Built in {} s.", start.elapsed().as_secs()));
    }
    command::exit_code(root, &[&["run"], options.as_slice(), &["--quiet", "--"]].concat(), arguments)
}

/// Whether the arguments ask for runs over many machines.
fn needs_net(arguments: &[String]) -> bool {
    arguments.iter().any(|argument| argument == "worker" || argument.starts_with("--distributed"))
}

/// How files end that are read through LLVM.
const OF_LLVM: [&str; 8] = [".ll", ".bc", ".cpp", ".cc", ".cxx", ".c++", ".C", ".rs"];

/// Whether the arguments name a file that is read through LLVM.
fn needs_llvm(arguments: &[String]) -> bool {
    arguments.iter().any(|argument| OF_LLVM.iter().any(|ending| argument.ends_with(ending)))
}

#[allow(clippy::print_stderr)] // A chore talks to the person who runs it.
pub fn say(line: &str) {
    eprintln!("{line}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_machines_are_asked_for_by_name() {
        let words = |line: &str| line.split(' ').map(str::to_owned).collect::<Vec<_>>();
        assert!(needs_net(&words("worker --connect nats://127.0.0.1:4222")));
        assert!(needs_net(&words("verify --distributed=nats://127.0.0.1:4222 a.c")));
        assert!(!needs_net(&words("verify --jobs 2 a.c")));
    }

    #[test]
    fn files_of_llvm_are_known_by_their_names() {
        assert!(needs_llvm(&["verify".to_owned(), "a.bc".to_owned()]));
        assert!(needs_llvm(&["check".to_owned(), "main.cpp".to_owned()]));
        assert!(!needs_llvm(&["verify".to_owned(), "a.c".to_owned()]));
    }
}
