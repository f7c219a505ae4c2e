//! Programs with their verdicts: `tests/verdicts/*.c`, most of them a safe program and, with a macro, one with a bug. A line
//! `// expect: TRUE` is a run of the program and says what to expect of it; a line `// flags: …` below it holds arguments.
//! A program that several analyses see differently has several runs.
//!
//! `tests/ends/*.c` is about termination. Its programs were written by somebody who had not seen how Cairn decides it, so some are open:
//! `// expect: TRUE|UNKNOWN` says that the other verdict is wrong.

use crate::cairn;

use cairn::{Ended, Folder, cairn};
use cairn_tools::{TestProgram, programs_in, takes_file};
use rayon::prelude::*;
use std::path::Path;

/// One verification of a program.
struct Run<'a> {
    expected: &'a str,
    flags: &'a str,
}

/// The runs that a program asks for.
fn runs(text: &str) -> Vec<Run<'_>> {
    let mut runs = Vec::new();
    for line in text.lines() {
        if let Some(expected) = line.strip_prefix("// expect:") {
            runs.push(Run { expected: expected.trim(), flags: "" });
        } else if let Some(flags) = line.strip_prefix("// flags:") {
            runs.last_mut().expect("flags stand below what they are expected to give").flags = flags;
        }
    }
    runs
}

fn verdict(ended: &Ended) -> &str {
    let line = ended.out.lines().find_map(|line| line.strip_prefix("Verification result: "));
    line.and_then(|line| line.split([',', '.']).next()).unwrap_or("none")
}

#[test]
fn every_program_has_its_verdict() {
    have_their_verdicts("tests/verdicts", 60);
}

#[test]
fn every_program_ends_as_it_says() {
    have_their_verdicts("tests/ends", 100);
}

/// Verifies this run's part of the programs of a folder, which has at least so many.
fn have_their_verdicts(folder: &str, least: usize) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let programs = programs_in(&folder);
    assert!(programs.len() >= least, "only {} programs", programs.len());
    let taken = programs.par_iter().enumerate().filter(|(index, program)| takes_file(&program.path, *index));
    let wrong: Vec<String> = taken.flat_map_iter(|(_, program)| complaints(program)).collect();
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// What is wrong about the verdicts on a program.
fn complaints(program: &TestProgram) -> Vec<String> {
    let runs = runs(&program.text);
    assert!(!runs.is_empty(), "{} says not what to expect", program.name);
    runs.iter().filter_map(|run| complaint(program, run)).collect()
}

fn complaint(program: &TestProgram, run: &Run<'_>) -> Option<String> {
    let here = Folder::new(&[]);
    // A limit is only there so that the test ends: no verdict may hang on it, however busy the machine is.
    let may_be_open = run.expected.ends_with("|UNKNOWN");
    let mut arguments = vec!["verify", "--time-limit", if may_be_open { "3s" } else { "60s" }];
    // Where UNKNOWN is right an early end is no mistake: after some work, the same on each machine.
    if run.expected == "UNKNOWN" {
        arguments.extend(["--option", "solver-limit=1000000"]);
        if !run.flags.contains("step-limit") {
            arguments.extend(["--option", "step-limit=20000"]);
        }
    }
    // What the strategy proves is proved once more: a proof that rests on what does not hold is no TRUE.
    if run.expected == "TRUE" && !run.flags.contains("--analysis") && !run.flags.contains("termination") {
        arguments.push("--check-proof");
    }
    arguments.extend(run.flags.split_whitespace());
    let file = program.file(&here.path(""));
    arguments.push(file.to_str().unwrap());
    let ended = cairn(&here, &arguments, &[]);
    let expected = run.expected;
    let code = |verdict| match verdict {
        "TRUE" => 0,
        "FALSE" => 1,
        _ => 3,
    };
    if expected.split('|').any(|expected| verdict(&ended) == expected && ended.code == code(expected)) {
        return None;
    }
    let last: Vec<&str> = ended.out.lines().rev().take(2).collect();
    let (name, flags) = (&program.name, run.flags);
    Some(format!("{name}{flags}: expected {expected}, got exit code {}: {last:?} {}", ended.code, ended.err))
}
