//! The semantics of programs, on which every analysis agrees: `tests/semantics/*.c`, each with its verdict in the first line
//! (`// expect: TRUE`). Lines `// option: name=value` set options, `// property: f` make calls of `f` the violation,
//! and `// check: all` undefined behaviour.
//!
//! The default must give the verdict. No analysis may contradict it; that it gives UNKNOWN is no contradiction. Where
//! UNKNOWN is expected, something is not modelled, and no analysis may pass over it. The analyses are those of the table
//! ([`variants`]), a test a family, so that they run side by side; a run takes a part of the pairs (`cairn_tools::takes`).

use crate::asked;

use cairn_options::variants::{Variant, variants};
use cairn_options::{Analysis, Capability};
use cairn_tools::{TestProgram, programs_in, takes_file};
use cairn_verify::ReportedVerdict;
use std::path::{Path, PathBuf};

/// The families of analyses, a test each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Family {
    Values,
    Symbols,
    Predicates,
    Workers,
    Others,
}

/// The family that an analysis is of; of the default only the first test asks.
fn family(analysis: Analysis) -> Option<Family> {
    match analysis {
        Analysis::Auto => None,
        _ if analysis.can(Capability::Distribution) => Some(Family::Workers),
        _ if analysis.can(Capability::Predicates) => Some(Family::Predicates),
        _ if analysis.can(Capability::Values) => Some(Family::Values),
        _ if analysis.can(Capability::Symbols) => Some(Family::Symbols),
        _ => Some(Family::Others),
    }
}

/// A program of the folder, with what its heading says.
struct Program {
    path: PathBuf,
    name: String,
    text: String,
    /// TRUE, FALSE, or UNKNOWN where something is not modelled.
    verdict: String,
}

impl Program {
    fn all() -> Vec<Program> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/semantics");
        let read = |TestProgram { path, name, text, .. }| {
            let [verdict] = headings(&text, "// expect:")[..] else { panic!("{name} says not what to expect") };
            Program { path, verdict: verdict.to_owned(), name, text }
        };
        programs_in(&folder).into_iter().map(read).collect()
    }

    fn answer(&self, configured: &[(&str, &str)]) -> ReportedVerdict {
        let own = headings(&self.text, "// option:").into_iter().map(|line| line.split_once('=').unwrap());
        let options: Vec<_> = own.chain(configured.iter().copied()).collect();
        let checks: Vec<&str> =
            headings(&self.text, "// check:").into_iter().flat_map(|line| line.split(',')).collect();
        let functions = headings(&self.text, "// property:");
        // Where UNKNOWN is right, an early end is no mistake.
        let ask = if self.verdict == "UNKNOWN" { asked::ask_little } else { asked::ask_and_check };
        ask(&self.name, &self.text, &options, &functions, &checks).answer
    }
}

/// The values of heading lines.
fn headings<'a>(text: &'a str, name: &str) -> Vec<&'a str> {
    text.lines().filter_map(|line| line.strip_prefix(name)).map(str::trim).collect()
}

#[test]
fn the_default_gives_the_verdict() {
    let mut wrong = Vec::new();
    let all = Program::all().into_iter().enumerate();
    for (_, program) in all.filter(|(index, program)| takes_file(&program.path, *index)) {
        let given = program.answer(&[]).word();
        if given != program.verdict {
            wrong.push(format!("{}: expected {}, got {given}", program.name, program.verdict));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// Each program with the variants of a family that have their turn.
fn agree(of: Family) {
    let variants: Vec<Variant> = variants().into_iter().filter(|one| family(one.analysis) == Some(of)).collect();
    let mut wrong = Vec::new();
    for (index, program) in Program::all().into_iter().enumerate() {
        for (_, variant) in variants.iter().enumerate().filter(|(turn, _)| takes_file(&program.path, index + turn)) {
            let given = program.answer(&variant.settings());
            if given != ReportedVerdict::Unknown && given.word() != program.verdict {
                let (name, expected) = (variant.name(), &program.verdict);
                wrong.push(format!("{}: expected {expected}, got {} by {name}", program.name, given.word()));
            }
        }
    }
    assert!(!variants.is_empty());
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn values_agree_on_what_programs_mean() {
    agree(Family::Values);
}

#[test]
fn symbolic_execution_agrees_on_what_programs_mean() {
    agree(Family::Symbols);
}

#[test]
fn predicates_agree_on_what_programs_mean() {
    agree(Family::Predicates);
}

#[test]
fn workers_agree_on_what_programs_mean() {
    agree(Family::Workers);
}

#[test]
fn other_analyses_agree_on_what_programs_mean() {
    agree(Family::Others);
}
