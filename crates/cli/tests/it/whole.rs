//! The real program decides: whole programs with one bug each (`tests/whole/*.c`), which reads arguments, standard input,
//! files or the environment.
//!
//! Cairn has to find it (`// check:` says which check) at the line that ends in `/* BUG */`; the program compiled by gcc with
//! sanitizers and the harness of the found execution has to fail at that line, too. A harness that says that it cannot give
//! all that the execution needs is a failure here.

use crate::cairn;

use cairn::{Folder, cairn};
use cairn_tools::takes_file;
use rayon::prelude::*;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What a line of a program's heading says.
fn heading<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    text.lines().find_map(|line| line.strip_prefix(name)).map(str::trim)
}

/// What is wrong with the answer for a program, if something is.
fn wrong(program: &Path) -> Option<String> {
    let name = program.file_name()?.to_str()?;
    let text = std::fs::read_to_string(program).unwrap();
    let line = text.lines().position(|line| line.ends_with("/* BUG */"))? + 1;
    let folder = Folder::new(&[(name, text.as_bytes())]);
    let check = heading(&text, "// check:")?;
    let ended = cairn(&folder, &["verify", "--time-limit", "90s", "--check", check, "--harness", "h.c", name], &[]);
    if ended.code != 1 {
        return Some(format!("{name}: no violation is found: {}", ended.out));
    }
    let harness = folder.read("h.c");
    if ended.err.contains("the harness cannot give all") {
        let why = harness.lines().find(|line| line.contains("Not everything")).unwrap_or_default();
        return Some(format!("{name}: {why}"));
    }
    let place = format!("{name}:{line}:");
    if !harness.lines().any(|line| line.starts_with(&format!(" * {place}"))) {
        return Some(format!("{name}: the violation is elsewhere: {}", harness.lines().nth(2).unwrap_or_default()));
    }
    let command = harness.lines().find_map(|line| line.strip_prefix(" *     "))?;
    let command = command.replace("cc -g", "gcc -w -O0 -g").replace("THIS-FILE", "h.c");
    let ran =
        Command::new("timeout").args(["60", "sh", "-c", &command]).current_dir(folder.path(".")).output().unwrap();
    let said = String::from_utf8_lossy(&ran.stderr);
    let complains = said.contains("AddressSanitizer") || said.contains("runtime error");
    let names_it = said
        .match_indices(place.trim_end_matches(':'))
        .any(|(at, text)| !said[at + text.len()..].starts_with(|next: char| next.is_ascii_digit()));
    (!complains || !names_it).then(|| format!("{name}: the sanitizers say otherwise: {said}"))
}

#[test]
fn what_is_found_in_a_whole_program_really_happens() {
    if !cairn_tools::needs(cairn_tools::Tool::Gcc) {
        return;
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/whole");
    let mut programs: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    programs.sort();
    assert!(programs.len() >= 60, "only {} programs", programs.len());
    let taken = programs.par_iter().enumerate().filter(|(index, program)| takes_file(program, *index));
    let wrong: Vec<String> = taken.filter_map(|(_, program)| wrong(program)).collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), programs.len(), wrong.join("\n"));
}
