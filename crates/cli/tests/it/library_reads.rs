//! Races with what a library function reads behind its arguments: each call of `tests/library_reads/calls` in each of the programs there,
//! by `cairn verify` and by `cairn check`, which must say the same.

use crate::cairn;

use cairn::{Folder, cairn};
use cairn_tools::takes;
use rayon::prelude::*;
use std::path::Path;

/// The programs, and whether the call in it races with what the other thread writes.
const PROGRAMS: [(&str, bool); 3] = [("beside.c", true), ("locked.c", false), ("joined.c", false)];

/// The answer to a question about a program.
fn answer(question: &[&str], limits: &[&str], text: &str) -> &'static str {
    let folder = Folder::new(&[("p.c", text.as_bytes())]);
    let ended = cairn(&folder, &[question, &["--64"], limits, &["p.c"]].concat(), &[]);
    match (question[0], ended.code) {
        ("verify", 0) | ("check", 0) => "TRUE",
        ("verify", 1) | ("check", 1) => "FALSE",
        ("verify", 3) | ("check", 3) => "UNKNOWN",
        _ => "neither",
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
                    (format!("{name}: {call}"), expected, program.replace("CALL", call))
                })
                .collect::<Vec<_>>()
        })
        .collect();
    let wrong: Vec<String> = runs
        .par_iter()
        .enumerate()
        .filter(|(index, _)| takes(*index))
        .flat_map_iter(|(_, (name, expected, text))| {
            let verify = answer(&["verify", "--property", "no-data-race"], &["--time-limit", "60s"], text);
            let check = answer(&["check", "--check", "data-race"], &["--time-limit", "60s"], text);
            let told = [("verify", verify), ("check", check)]
                .map(|(what, told)| format!("{what} of {name}: {told}, not {expected}"));
            told.into_iter().zip([verify, check]).filter(|(_, told)| told != expected).map(|(text, _)| text)
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
