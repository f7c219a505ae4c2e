//! What programs mean, and that every analysis agrees: `tests/semantics/*.c`, each with its verdict in the first line
//! (`// expect: TRUE`). Lines `// option: name=value` set options, `// property: f` make calls of `f` the violation,
//! and `// check: all` undefined behaviour.
//!
//! The default must give the verdict. No analysis may contradict it; that it gives UNKNOWN is no contradiction. Where
//! UNKNOWN is expected, something is not modelled, and no analysis may pass over it. A test a family of analyses, so
//! that they run side by side.

use crate::asked;

use cairn_tools::takes;
use cairn_verify::ReportedVerdict;
use std::path::Path;
use std::time::Duration;

type Configured = &'static [(&'static str, &'static str)];

const VALUES: &[Configured] = &[
    &[("analysis", "value")],
    &[("analysis", "value"), ("value.refinement", "none")],
    &[("analysis", "value"), ("bam.blocks", "functions")],
    &[("analysis", "value"), ("bam.blocks", "loops")],
    &[("analysis", "value"), ("slicing", "target-path")],
    &[("analysis", "value"), ("slicing", "target-path"), ("bam.blocks", "functions")],
    &[("analysis", "value"), ("value.refinement", "none"), ("slicing", "eager")],
];

const SYMBOLIC: &[Configured] = &[
    &[("analysis", "symbolic")],
    &[("analysis", "symbolic"), ("symbolic.refinement", "none")],
    &[("analysis", "symbolic"), ("slicing", "target-path")],
    &[("analysis", "symbolic"), ("symbolic.refinement", "none"), ("slicing", "eager")],
];

const PREDICATES: &[Configured] = &[
    &[("analysis", "predicate")],
    &[("analysis", "predicate"), ("encoding", "bit-vector")],
    &[("analysis", "value-predicate")],
    &[("analysis", "predicate"), ("bam.blocks", "functions")],
    &[("analysis", "predicate"), ("bam.blocks", "loops")],
    &[("analysis", "predicate"), ("slicing", "target-path")],
    &[("analysis", "value-predicate"), ("slicing", "target-location")],
];

const DISTRIBUTED: &[Configured] = &[&[("analysis", "distributed"), ("jobs", "2")]];

const OTHERS: &[Configured] = &[
    &[("analysis", "impact")],
    &[("analysis", "bmc")],
    &[("analysis", "k-induction")],
    &[("analysis", "impact"), ("slicing", "eager")],
    &[("analysis", "bmc"), ("slicing", "eager")],
    &[("analysis", "k-induction"), ("slicing", "eager")],
    &[("analysis", "interval")],
    &[("analysis", "interval"), ("bam.blocks", "functions")],
    &[("analysis", "random-testing")],
];

/// A program of the folder, with what its heading says.
struct Program {
    name: String,
    text: String,
    /// TRUE, FALSE, or UNKNOWN where something is not modelled.
    verdict: String,
}

impl Program {
    fn all() -> Vec<Program> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/semantics");
        let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        let read = |path: &std::path::PathBuf| {
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            let text = std::fs::read_to_string(path).unwrap();
            let [verdict] = headings(&text, "// expect:")[..] else { panic!("{name} says not what to expect") };
            Program { verdict: verdict.to_owned(), name, text }
        };
        paths.iter().map(read).collect()
    }

    fn answer(&self, configured: &[(&str, &str)]) -> ReportedVerdict {
        let own = headings(&self.text, "// option:").into_iter().map(|line| line.split_once('=').unwrap());
        let options: Vec<_> = own.chain(configured.iter().copied()).collect();
        let checks: Vec<&str> =
            headings(&self.text, "// check:").into_iter().flat_map(|line| line.split(',')).collect();
        // Where UNKNOWN is right, an early end is no mistake; elsewhere a limit is only there so that the test ends.
        let time = Duration::from_secs(if self.verdict == "UNKNOWN" { 4 } else { 120 });
        asked::ask_within(time, &self.name, &self.text, &options, &headings(&self.text, "// property:"), &checks).answer
    }
}

/// The values of heading lines.
fn headings<'a>(text: &'a str, name: &str) -> Vec<&'a str> {
    text.lines().filter_map(|line| line.strip_prefix(name)).map(str::trim).collect()
}

#[test]
fn the_default_gives_the_verdict() {
    let mut wrong = Vec::new();
    for program in Program::all() {
        let given = program.answer(&[]).word();
        if given != program.verdict {
            wrong.push(format!("{}: expected {}, got {given}", program.name, program.verdict));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// Each program with each `every`-th of the configurations.
fn agree(analyses: &[Configured], every: usize) {
    let mut wrong = Vec::new();
    for (index, program) in Program::all().into_iter().enumerate() {
        for (_, analysis) in analyses.iter().enumerate().filter(|(turn, _)| takes(index + turn, every)) {
            let given = program.answer(analysis);
            if given != ReportedVerdict::Unknown && given.word() != program.verdict {
                let expected = &program.verdict;
                wrong.push(format!("{}: expected {expected}, got {} by {analysis:?}", program.name, given.word()));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn values_agree_on_what_programs_mean() {
    agree(VALUES, 1);
}

#[test]
fn symbolic_execution_agrees_on_what_programs_mean() {
    agree(SYMBOLIC, 1);
}

#[test]
fn predicates_agree_on_what_programs_mean() {
    agree(PREDICATES, 3);
}

#[test]
fn workers_agree_on_what_programs_mean() {
    agree(DISTRIBUTED, 2);
}

#[test]
fn other_analyses_agree_on_what_programs_mean() {
    agree(OTHERS, 2);
}
