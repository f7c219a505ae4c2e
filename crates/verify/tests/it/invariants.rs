//! Invariants by location: what each analysis says of the programs in `invariants/` is what they say themselves, and no
//! execution of the interpreter breaks one.
//!
//! A row `// interval: loop 8: 0 <= i && i <= 10` behind a program is an invariant at the loop on line 8, as that
//! analysis knows it; `entry f` is the entry of a function. All rows of an analysis are all that it says. Where
//! `CAIRN_BLESS` is set the rows are written anew.

use crate::asked;

use asked::proof;
use cairn_ir::{Assertion, NodeId, Program};
use cairn_verify::{Placed, Report, ReportedVerdict};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::PathBuf;

/// Analyses, by the name that rows have, with their options.
const ANALYSES: [(&str, &[(&str, &str)]); 13] = [
    ("interval", &[("analysis", "interval")]),
    ("value", &[("analysis", "value")]),
    ("symbolic", &[("analysis", "symbolic")]),
    ("predicate", &[("analysis", "predicate")]),
    ("value-predicate", &[("analysis", "value-predicate")]),
    ("impact", &[("analysis", "impact")]),
    ("impact by edges", &[("analysis", "impact"), ("experiment.impact.block", "edges")]),
    ("k-induction", &[("analysis", "k-induction")]),
    ("interval by functions", &[("analysis", "interval"), ("bam.blocks", "functions")]),
    ("value by functions", &[("analysis", "value"), ("bam.blocks", "functions")]),
    ("value by loops", &[("analysis", "value"), ("bam.blocks", "loops")]),
    ("predicate by functions", &[("analysis", "predicate"), ("bam.blocks", "functions")]),
    ("distributed", &[("analysis", "distributed"), ("jobs", "1")]),
];

fn programs() -> Vec<(PathBuf, String)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/invariants");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.into_iter().map(|path| (path.clone(), std::fs::read_to_string(path).unwrap())).collect()
}

/// What an analysis says of a program, as rows.
fn rows(analysis: &str, report: &Report) -> String {
    let sources = &report.program.as_ref().expect("a program").sources;
    let mut rows = String::new();
    for Placed { function, is_entry, span, text, .. } in &report.invariants {
        let line = sources.locate(*span).map_or(0, |location| location.line);
        let _ = match is_entry {
            true => writeln!(rows, "// {analysis}: entry {function}: {text}"),
            false => writeln!(rows, "// {analysis}: loop {line}: {text}"),
        };
    }
    rows
}

#[test]
fn analyses_know_what_the_files_say() {
    for (path, text) in programs() {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let is_row = |line: &&str| ANALYSES.iter().any(|(of, _)| line.starts_with(&format!("// {of}: ")));
        let expected: String = text.lines().filter(is_row).map(|row| format!("{row}\n")).collect();
        let mut found = String::new();
        for (analysis, options) in ANALYSES {
            let report = proof(&name, &text, options);
            if report.answer == ReportedVerdict::True {
                found += &rows(analysis, &report);
            }
        }
        if std::env::var_os("CAIRN_BLESS").is_some() && found != expected {
            let rest: String = text.lines().filter(|line| !is_row(line)).map(|line| format!("{line}\n")).collect();
            std::fs::write(&path, format!("{rest}{found}")).unwrap();
            continue;
        }
        assert_eq!(found, expected, "{name}");
    }
}

/// Runs a program and evaluates the invariants of each location that it comes to: how many held.
fn follow(program: &Program, invariants: &[Placed], seed: u64) -> Result<usize, String> {
    let known: Vec<(NodeId, Assertion)> = invariants.iter().map(|known| (known.node, known.holds.clone())).collect();
    cairn_test_support::follow(program, &known, seed)
}

#[test]
fn no_execution_breaks_an_invariant() {
    let mut held: BTreeMap<String, usize> = BTreeMap::new();
    // What an analysis does not read is refused.
    let mut refused: BTreeSet<String> = BTreeSet::new();
    for (index, (path, text)) in programs().into_iter().enumerate() {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        for (which, (analysis, options)) in ANALYSES.into_iter().enumerate() {
            let ways = [&[][..], &[("encoding", "bit-vector")], &[("experiment.engine.basic-blocks", "false")]];
            for (_, more) in ways.into_iter().enumerate().filter(|(way, _)| cairn_tools::takes(index + 3 * which + way))
            {
                let options: Vec<_> = options.iter().chain(more).copied().collect();
                let report = proof(&name, &text, &options);
                if report.reasons.iter().any(|reason| reason.text.contains("has no effect")) {
                    refused.insert(format!("{analysis} {more:?}"));
                }
                let Some(program) = report.program.filter(|_| report.answer == ReportedVerdict::True) else { continue };
                for seed in 0..30 {
                    let all = follow(&program, &report.invariants, seed);
                    let all = all.unwrap_or_else(|wrong| panic!("{name} with {options:?}: {wrong}"));
                    *held.entry(format!("{analysis} {more:?}")).or_default() += all;
                }
            }
        }
    }
    assert!(held.values().sum::<usize>() > if cairn_tools::is_nightly() { 300 } else { 100 }, "{held:?}");
    // What each analysis has is seen by a run that takes all parts.
    if !cairn_tools::is_nightly() {
        return;
    }
    for (of, count) in &held {
        assert!(*count > 30, "only {count} invariants were seen to hold: {of}");
    }
    assert_eq!(held.len() + refused.len(), 3 * ANALYSES.len(), "{refused:?}");
    assert!(refused.len() < ANALYSES.len(), "{refused:?}");
}

#[test]
fn nobody_asked() {
    let text = include_str!("../invariants/count.c");
    let report = asked::verify("count.c", text, &[("analysis", "interval")], None);
    assert_eq!((report.answer, report.invariants.len()), (ReportedVerdict::True, 0));
}

#[test]
fn what_does_not_hold_is_found() {
    let text = include_str!("../invariants/count.c");
    let mut report = proof("count.c", text, &[("analysis", "interval")]);
    report.invariants[0].holds = cairn_ir::Assertion::all([]);
    let program = report.program.expect("a program");
    assert!(follow(&program, &report.invariants, 0).is_ok_and(|held| held == 11));
    report.invariants[0].holds = cairn_ir::Assertion::any([]);
    assert!(follow(&program, &report.invariants, 0).is_err());
}
