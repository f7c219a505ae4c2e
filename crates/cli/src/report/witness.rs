//! `--witness FILE.yml`: the verdict's witness, for a validator (`cairn_witness`); in format 1.0 where the file's name ends in
//! `.graphml`.
//!
//! Places are those of the file as the user has it. Where Cairn read that very text, they are counted in it; where a
//! preprocessor was between, they are those of its line markers.

use crate::clock;
use crate::console;
use crate::report::finding;
use cairn_base::{SourceMap, Span};
use cairn_ir::Program;
use cairn_ir::assumption::Assumption;
use cairn_verify::{Report, ReportedVerdict};
use cairn_witness::graphml;
use cairn_witness::invariants::{self, LocationFacts};
use cairn_witness::model::{self, Task, WitnessContent, WitnessEntry};
use cairn_witness::source::Source;
use cairn_witness::violation::{self, File};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Writes the witness of a report; says why where there is none.
///
/// # Errors
/// A file cannot be read or written, as a sentence for the user.
pub fn write(path: &Path, report: &Report, files: &[PathBuf], start: &str) -> Result<(), String> {
    let (Some(program), [file]) = (&report.program, files) else {
        console::err("note: no witness is written: it would have to be about several files\n");
        return Ok(());
    };
    if assumes_no_wrapping(report) {
        console::err("note: no witness is written: TRUE assumes that integers never wrap, which no witness says\n");
        return Ok(());
    }
    let bytes = std::fs::read(file).map_err(|error| format!("cannot read {}: {error}", file.display()))?;
    let Some(entry) = entry(report, program, file, &bytes) else {
        console::err("note: no witness is written: nothing was decided\n");
        return Ok(());
    };
    let text = match path.extension().is_some_and(|ending| ending == "graphml") {
        false => model::write(&[entry])?,
        true => {
            let source = Source::new(String::from_utf8_lossy(&bytes).into_owned());
            let Some(text) = graphml::write(&entry, &source, start.rsplit(':').next().unwrap_or(start)) else {
                console::err("note: no witness is written: of a proof there is one in YAML only\n");
                return Ok(());
            };
            text
        }
    };
    std::fs::write(path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))
}

/// Whether TRUE is about executions in which no arithmetic leaves the range of its type.
pub fn assumes_no_wrapping(report: &Report) -> bool {
    report.assumptions.iter().any(|assumed| assumed.what == Assumption::IntegersNeverWrap)
}

fn entry(report: &Report, program: &Program, path: &Path, bytes: &[u8]) -> Option<WitnessEntry> {
    let name = path.display().to_string();
    let (kind, content): (&str, Vec<WitnessContent>) = match report.answer {
        ReportedVerdict::Unknown => return None,
        ReportedVerdict::False => {
            let violation = report.violation.as_ref()?;
            let target = finding::span(violation, &program.sources);
            let segments = |file: &File<'_>| violation::segments(program, &violation.trace, target, file);
            ("violation_sequence", in_file(program, path, bytes, segments))
        }
        ReportedVerdict::True => ("invariant_set", proof(report, program, path, bytes)),
    };
    let task = Task {
        input_files: vec![name.clone()],
        input_file_hashes: BTreeMap::from([(name.clone(), model::hash(bytes))]),
        specification: specification(&report.property),
        data_model: program.types.model().data_model().to_owned(),
        language: "C".to_owned(),
    };
    Some(model::entry(kind, content, task, &clock::now(), env!("CARGO_PKG_VERSION")))
}

/// The invariants of a proof at places of the file, as far as C can say them.
pub fn proof(report: &Report, program: &Program, path: &Path, bytes: &[u8]) -> Vec<WitnessContent> {
    let placed = report.invariants.iter().filter(|placed| !placed.is_entry);
    let known: Vec<LocationFacts<'_>> = placed
        .map(|placed| LocationFacts {
            function: program.nodes[placed.node].function,
            span: placed.span,
            holds: &placed.holds,
        })
        .collect();
    in_file(program, path, bytes, |file| invariants::of(program, &known, file))
}

/// Content that is made with the places of the file as the user has it.
fn in_file<T>(program: &Program, path: &Path, bytes: &[u8], make: impl FnOnce(&File<'_>) -> T) -> T {
    let text = String::from_utf8_lossy(bytes).into_owned();
    let (name, sources) = (path.display().to_string(), &program.sources);
    let raw = sources.files().find(|id| **sources.text(*id) == *text);
    let source = Source::new(text);
    let offset = |span: Span| offset(span, raw.map(|id| sources.base(id)), &name, &source, sources);
    make(&File { name: name.clone(), source: Source::new(source.text().to_owned()), offset: &offset })
}

/// The byte of the file at which a span starts. `base`: where the text begins that is the file's, if one is.
fn offset(span: Span, base: Option<u32>, name: &str, source: &Source, sources: &SourceMap) -> Option<usize> {
    if span.is_none() {
        return None;
    }
    if let Some(base) = base {
        let at = span.start.checked_sub(base)? as usize;
        return (at < source.text().len()).then_some(at);
    }
    let at = sources.locate(span).filter(|at| *at.file == *name)?;
    source.offset(at.line, Some(at.column))
}

/// The property as the competition writes it.
fn specification(property: &str) -> String {
    let ltl = match property {
        "unreach-call" => "G ! call(reach_error())".to_owned(),
        "no-overflow" => "G ! overflow".to_owned(),
        name if name.starts_with("valid-") => format!("G {name}"),
        name => return name.to_owned(),
    };
    format!("CHECK( init(main()), LTL({ltl}) )")
}
