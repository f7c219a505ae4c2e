//! Races with what a library function reads behind its arguments: each call of `tests/library_reads/calls` in each of the programs there,
//! by `cairn verify` and by `cairn check`, which must say the same.

use crate::cairn;

use cairn::{Folder, cairn};
use cairn_tools::takes;
use rayon::prelude::*;
use std::path::Path;

/// The programs, and whether the call in it races with what the other thread writes.
const PROGRAMS: [(&str, bool); 3] = [("beside.c", true), ("locked.c", false), ("joined.c", false)];

/// What is asked of each program.
const QUESTIONS: [[&str; 3]; 2] = [["verify", "--property", "no-data-race"], ["check", "--check", "data-race"]];

/// The answer to a question about a program.
fn answer(question: &[&str], limit: &str, text: &str) -> &'static str {
    let folder = Folder::new(&[("p.c", text.as_bytes())]);
    let ended = cairn(&folder, &[question, &["--64", "--time-limit", limit, "p.c"]].concat(), &[]);
    match ended.code {
        0 => "TRUE",
        1 => "FALSE",
        3 => "UNKNOWN",
        _ => "an error",
    }
}

#[test]
fn races_with_what_a_call_reads() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/library_reads");
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    let calls = read("calls");
    let rows: Vec<[&str; 3]> = calls
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| line.splitn(3, ' ').collect::<Vec<_>>().try_into().expect("two answers and a call"))
        .collect();
    assert!(rows.len() >= 60, "only {} calls", rows.len());
    let runs: Vec<(String, &str, String)> = PROGRAMS
        .iter()
        .flat_map(|(name, races)| {
            let program = read(name);
            rows.iter()
                .map(move |[beside, apart, call]| {
                    let expected = if *races { *beside } else { *apart };
                    (format!("{name}: {call}"), expected, program.replace("puts(text); /* the call */", call))
                })
                .collect::<Vec<_>>()
        })
        .collect();
    let wrong: Vec<String> = runs
        .par_iter()
        .enumerate()
        .filter(|(index, _)| takes(*index))
        .flat_map_iter(|(_, (name, expected, text))| {
            // Where UNKNOWN is right, an early end is no mistake.
            let limit = if expected.contains("UNKNOWN") { "2s" } else { "60s" };
            let told = QUESTIONS.map(|question| (question[0], answer(&question, limit, text)));
            let is_wrong = |told: &str| !expected.split('|').any(|expected| expected == told);
            told.into_iter()
                .filter(move |(_, told)| is_wrong(told))
                .map(move |(command, told)| format!("{command} of {name}: {told}, not {expected}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
