//! `cargo xtask test`: all tests, by `cargo nextest` where it is installed and by `cargo test` where not.
//!
//! Both run the same tests in the same binaries; nextest runs each in a process of its own and the dearest first
//! (`.config/nextest.toml`). At the end stand the processor time of all tests, the ten dearest of them, and what was left out
//! because a tool is missing; `target/test-times.tsv` has all times. With `CI` set a crate over its budget ([`budget`]) fails the
//! run. Which part of the tables of programs is taken is a number of the commit ([`rotation`]). Where LLVM is here, the program
//! `cairn-llvm` is built first, since cargo builds it for no test of another crate.

use crate::budget::{self, Budget};
use crate::llvm::{self, Linking};
use crate::{command, measured, rotation};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What runs the tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Runner {
    /// `cargo nextest` where it is installed, else `cargo test`
    Auto,
    /// `cargo nextest`
    Nextest,
    /// `cargo test`
    Cargo,
}

/// The arguments of the chore.
#[derive(clap::Args)]
pub struct Tests {
    /// What runs the tests
    #[arg(long, value_enum, default_value = "auto")]
    runner: Runner,
    /// Further arguments of `cargo nextest run` or `cargo test`: -p cairn-ir
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<String>,
}

impl Tests {
    /// All of them, whatever fails.
    pub fn all() -> Self {
        Self { runner: Runner::Auto, arguments: vec!["--no-fail-fast".to_owned()] }
    }
}

/// Runs the chore.
pub fn run(root: &Path, asked: &Tests) -> Result<(), String> {
    let nextest = match asked.runner {
        Runner::Auto => has_nextest(),
        Runner::Nextest => true,
        Runner::Cargo => false,
    };
    let whole = !asked.arguments.iter().any(|argument| argument.starts_with("-p") || argument == "--package");
    let verb: &[&str] = if nextest { &["nextest", "run"] } else { &["test"] };
    let arguments = [verb, if whole { &["--workspace"] } else { &[] }].concat();
    // Tests of the command line start the program beside `cairn`.
    let is_started = |argument: &String| argument.ends_with("cairn-cli");
    if (whole || asked.arguments.iter().any(is_started)) && llvm::is_there() {
        llvm::build(root, "dev", Linking::Dynamic, &[])?;
    }
    let built = command::built(root);
    let (times, skipped) = (built.join("test-times.tsv"), built.join("test-skipped.txt"));
    for file in [&times, &skipped] {
        let _ = std::fs::remove_file(file);
    }
    let mut environment =
        vec![(measured::TIMES.to_owned(), times.clone()), ("CAIRN_SKIPPED".to_owned(), skipped.clone())];
    environment.extend(runner());
    environment.extend(llvm::prefix().map(|(name, folder)| (name.to_owned(), folder.into())));
    let turn = rotation::turn(root);
    say(&turn.to_string());
    environment.extend(turn.environment());
    let budget = Budget::read(root)?;
    let before = budget::slowness();
    let ended = command::cargo_in(root, &arguments, &asked.arguments, &environment);
    // nextest runs no documentation tests; the one that there is compiles the contributor's guide.
    let guide = &["test", "--quiet", "--doc", "--package", "cairn-cpa"];
    let guide = if nextest && whole { command::cargo(root, guide, &[]) } else { Ok(()) };
    let times = report(&times, &skipped);
    let slower = before.max(budget::slowness());
    say(&format!("this machine now takes {slower:.2} times as long as the one that the budget is for"));
    let over = budget.over(&times, slower);
    over.iter().for_each(|line| say(line));
    // A part of a crate's tests is not what its budget is for, and a developer's machine does other things, too.
    let is_binding = whole && cairn_tools::is_ci();
    let budget = if is_binding && !over.is_empty() { Err(format!("{} over the budget", over.len())) } else { Ok(()) };
    ended.and(guide).and(budget)
}

#[allow(clippy::print_stdout)] // A chore talks to the person who runs it.
fn say(line: &str) {
    println!("{line}");
}

fn has_nextest() -> bool {
    let status =
        Command::new("cargo").args(["nextest", "--version"]).stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}

/// The variable that puts [`measured`] before each test binary. Cargo splits it at spaces, so there is none where this
/// program's path has one; then there are no times.
fn runner() -> Option<(String, PathBuf)> {
    let rustc = Command::new("rustc").arg("-vV").output().ok()?;
    let text = String::from_utf8_lossy(&rustc.stdout).into_owned();
    let host = text.lines().find_map(|line| line.strip_prefix("host: "))?;
    let name = format!("CARGO_TARGET_{}_RUNNER", host.to_uppercase().replace('-', "_"));
    let this = std::env::current_exe().ok()?;
    let path = this.to_str().filter(|path| !path.contains(' '))?;
    Some((name, format!("{path} measured").into()))
}

/// Rewrites the file of times, the dearest first, and shows what matters of both. The times.
fn report(times: &Path, skipped: &Path) -> Vec<(f64, String)> {
    let mut rows = rows(&std::fs::read_to_string(times).unwrap_or_default());
    rows.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    let total: f64 = rows.iter().map(|row| row.0).sum();
    say(&format!("tests: {total:.0} s of processor time; the dearest ten:"));
    for (seconds, name) in rows.iter().take(10) {
        say(&format!("{seconds:>8.1} s  {name}"));
    }
    let table: String = rows.iter().map(|(seconds, name)| format!("{seconds:.2}\t{name}\n")).collect();
    let _ = std::fs::write(times, table);
    let text = std::fs::read_to_string(skipped).unwrap_or_default();
    left_out(&text).iter().for_each(|line| say(line));
    rows
}

/// Seconds and names out of the lines of [`measured`].
fn rows(text: &str) -> Vec<(f64, String)> {
    let row = |line: &str| {
        let (seconds, name) = line.split_once('\t')?;
        Some((seconds.parse().ok()?, name.trim_end().replace('\t', " ")))
    };
    text.lines().filter_map(row).collect()
}

/// One line for each reason, with the tests that it keeps from running.
fn left_out(text: &str) -> Vec<String> {
    let mut by_reason = std::collections::BTreeMap::<&str, std::collections::BTreeSet<&str>>::new();
    for (why, test) in text.lines().filter_map(|line| line.split_once('\t')) {
        by_reason.entry(why).or_default().insert(test);
    }
    let line = |(why, tests): (&str, std::collections::BTreeSet<&str>)| {
        let names: Vec<&str> = tests.into_iter().collect();
        format!("left out: {why}: {}", names.join(", "))
    };
    by_reason.into_iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read() {
        assert_eq!(rows("1.50\tcairn-ir it\tprint::all\nrubbish\n"), [(1.5, "cairn-ir it print::all".to_owned())]);
    }

    #[test]
    fn what_is_left_out_is_said_once_for_each_reason() {
        let text = "x is missing\tb\nx is missing\ta\nx is missing\ta\ny is missing\tc\n";
        assert_eq!(left_out(text), ["left out: x is missing: a, b", "left out: y is missing: c"]);
        assert!(left_out("").is_empty());
    }
}
