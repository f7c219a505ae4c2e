//! Programs that once had a wrong answer: `tests/found/*.c`, each with the class of the mistake, its answer and perhaps flags in its
//! first lines. All are asked about in each run, of every command and every analysis: none may give the other answer again.
//!
//! `verify` must decide as the program says. An analysis by itself, and `check` of the file and of a project with it, may leave it open. Steps
//! and work of solvers say where they give up, not the clock.

use crate::cairn;

use cairn::{Ended, Folder, cairn};
use rayon::prelude::*;
use std::path::{Path, PathBuf};

/// A program with what is said of it.
struct Program {
    name: String,
    path: PathBuf,
    expected: String,
    flags: Vec<String>,
}

fn programs() -> Vec<Program> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/found");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let one = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).unwrap();
        let heading = |name: &str| text.lines().take(4).find_map(|line| line.strip_prefix(name)).map(str::trim);
        assert!(heading("// class:").is_some(), "{path:?} says not of which class it is");
        let expected = heading("// expect:").unwrap_or_else(|| panic!("{path:?} says not what to expect")).to_owned();
        let flags = heading("// flags:").unwrap_or("--property unreach-call").split_whitespace();
        let flags = flags.map(str::to_owned).collect();
        Program { name: path.file_name().unwrap().to_str().unwrap().to_owned(), expected, flags, path }
    };
    paths.into_iter().map(one).collect()
}

/// Where an analysis gives up.
const LIMITS: [&str; 6] = ["--time-limit", "60s", "--option", "step-limit=3000", "--option", "solver-limit=300000"];

fn verdict(ended: &Ended) -> &'static str {
    match ended.code {
        0 => "TRUE",
        1 => "FALSE",
        3 => "UNKNOWN",
        _ => "broken",
    }
}

fn run(program: &Program, here: &Folder, words: &[&str], file: &str) -> Ended {
    let flags = program.flags.iter().map(String::as_str);
    let all: Vec<&str> = words.iter().copied().chain(flags).chain(Some(file).filter(|file| !file.is_empty())).collect();
    cairn(here, &all, &[])
}

/// The states of the rows that `check` has.
fn states(ended: &Ended) -> Vec<String> {
    let report: serde_json::Value =
        serde_json::from_str(&ended.out).unwrap_or_else(|error| panic!("{error}: {ended:?}"));
    let rows = report["obligations"].as_array().cloned().unwrap_or_default();
    rows.iter().filter_map(|row| row["state"].as_str().map(str::to_owned)).collect()
}

fn complaints(program: &Program, analyses: &[String]) -> Vec<String> {
    let here = Folder::new(&[]);
    std::fs::copy(&program.path, here.path(&program.name)).unwrap();
    let row = serde_json::json!([{ "directory": ".", "file": program.name, "arguments": ["cc", "-c", program.name] }]);
    std::fs::write(here.path("compile_commands.json"), row.to_string()).unwrap();
    let mut wrong = Vec::new();
    let mut say =
        |by: &str, what: &str| wrong.push(format!("{} by {by}: {what}, and not {}", program.name, program.expected));
    let fits = |found: &str| program.expected.split('|').any(|expected| expected == found);
    let decided = verdict(&run(program, &here, &["verify", "--time-limit", "60s"], &program.name));
    if !fits(decided) {
        say("verify", decided);
    }
    for analysis in analyses {
        let words = [&["verify", "--analysis", analysis], &LIMITS[..]].concat();
        let found = verdict(&run(program, &here, &words, &program.name));
        if found != "UNKNOWN" && !fits(found) {
            say(analysis, found);
        }
    }
    let check = [
        "check",
        "--format",
        "json",
        "--each-limit",
        "200ms",
        "--time-limit",
        "4s",
        "--option",
        "memory.malloc-may-fail=false",
    ];
    for (by, more, file) in [("check", &[][..], program.name.as_str()), ("check -p", &["-p", "."][..], "")] {
        let states = states(&run(program, &here, &[&check[..], more].concat(), file));
        let has = |state: &str| states.iter().any(|one| one == state);
        let is_wrong = match program.expected.as_str() {
            "TRUE" => has("violated"),
            _ => !has("violated") && !has("unknown"),
        };
        if is_wrong || states.is_empty() {
            say(by, &states.join(", "));
        }
    }
    wrong
}

#[test]
fn what_was_wrong_once_is_not_wrong_again() {
    let here = Folder::new(&[]);
    let listed = cairn(&here, &["options", "--analyses"], &[]).out;
    // A row begins with its name; below it the rest of its columns may go on.
    let rows = listed.lines().skip(1).take_while(|line| !line.is_empty()).filter(|line| !line.starts_with(' '));
    let analyses: Vec<String> = rows.filter_map(|row| row.split_whitespace().next().map(str::to_owned)).collect();
    assert!(analyses.len() > 10, "{analyses:?}");
    let programs = programs();
    assert!(programs.len() >= 18, "only {} programs", programs.len());
    let wrong: Vec<String> = programs.par_iter().flat_map_iter(|program| complaints(program, &analyses)).collect();
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}
