//! `cairn validate`: is a witness right?
//!
//! A violation's inputs are executed as they are. Where that shows nothing, the program is made to count the witness's
//! segments, and is verified. A proof's invariants become conditions to be proved beside the property (`cairn_witness::instrument`).

use crate::arguments::{ReportFormat, Validate};
use crate::exit::{CommandEnd, Exit, InputError};
use crate::inputs::{self, InputSelection};
use crate::preprocess::preprocessed;
use crate::report::text::{Style, located};
use crate::report::{finding, violation_harness};
use crate::requests;
use crate::{console, interrupt, verify};
use cairn_base::{CancelToken, SourceMap, Span};
use cairn_front_c::Input;
use cairn_task::Property;
use cairn_verify::execute::{Finish, execute};
use cairn_verify::violation::Violation;
use cairn_verify::{Report, ReportedVerdict, front_options};
use cairn_witness::instrument;
use cairn_witness::lines::NamedLines;
use cairn_witness::model::{self, FileLocation, Waypoint, WitnessContent, WitnessEntry, WitnessInvariant};
use cairn_witness::source::Source;
use std::path::Path;
use std::time::Instant;

/// Moves of control of an execution, at most.
const STEPS: u64 = 50_000_000;

enum Outcome {
    Confirmed(String),
    Rejected(String),
    Unknown(String),
}

pub fn run(arguments: &Validate) -> CommandEnd {
    let start = Instant::now();
    let more = [("time-limit", &arguments.time_limit), ("analysis", &arguments.analysis)];
    let more: Vec<_> = more.iter().filter_map(|(name, value)| Some((*name, value.as_deref()?))).collect();
    let wanted = inputs::select(&arguments.program, arguments.property.as_deref(), &more)?;
    wanted.refuse_termination("validate")?;
    let name = arguments.witness.display();
    let said = |error: String| InputError::new(format!("{name}: {error}"));
    let yaml = std::fs::read(&arguments.witness).map_err(|error| said(error.to_string()))?;
    let entries = model::read(&String::from_utf8_lossy(&yaml)).map_err(said)?;
    let is_known = |entry: &&WitnessEntry| ["violation_sequence", "invariant_set"].contains(&entry.entry_type.as_str());
    let entry = entries.iter().find(is_known);
    let entry = entry.ok_or_else(|| said("neither a violation_sequence nor an invariant_set".to_owned()))?;
    let [file] = &wanted.files[..] else { return Err(said("a witness is about one file".to_owned())) };
    let bytes = std::fs::read(file).map_err(|error| InputError::new(format!("{}: {error}", file.display())))?;
    fits(entry, file, &bytes, &wanted).map_err(said)?;
    let source = Source::new(String::from_utf8_lossy(&bytes).into_owned());
    let cancel = CancelToken::new();
    interrupt::listen(cancel.clone());
    let task = Task { wanted: &wanted, file, source: &source, start, cancel: &cancel };
    let outcome = match entry.entry_type.as_str() {
        "violation_sequence" => task.violation(&entry.content)?,
        _ => task.proof(&entry.content)?,
    };
    let (word, why, exit) = match outcome {
        Outcome::Confirmed(why) => ("CONFIRMED", why, Exit::Done),
        Outcome::Rejected(why) => ("REJECTED", why, Exit::Violation),
        Outcome::Unknown(why) => ("UNKNOWN", why, Exit::Unknown),
    };
    console::out(&format!("{why}.\nValidation result: {word}.\n"));
    Ok(exit)
}

/// Whether a witness is about this program.
fn fits(entry: &WitnessEntry, file: &Path, bytes: &[u8], wanted: &InputSelection) -> Result<(), String> {
    let task = &entry.metadata.task;
    if !["2.0", "2.1"].contains(&entry.metadata.format_version.as_str()) {
        return Err(format!("format {}: only 2.0 and 2.1 are read", entry.metadata.format_version));
    }
    let hash = model::hash(bytes);
    let of_file = |name: &String| Path::new(name).file_name() == file.file_name();
    if task.input_file_hashes.iter().any(|(name, known)| of_file(name) && *known != hash) {
        return Err(format!("the witness is about another version of {}", file.display()));
    }
    let model = wanted.configuration.machine_model.data_model();
    if !task.data_model.is_empty() && task.data_model != model {
        let flag = if task.data_model == "ILP32" { "--32" } else { "--64" };
        return Err(format!("the witness is about {}: give {flag}", task.data_model));
    }
    Ok(())
}

struct Task<'t> {
    wanted: &'t InputSelection,
    file: &'t Path,
    source: &'t Source,
    start: Instant,
    cancel: &'t CancelToken,
}

impl Task<'_> {
    fn violation(&self, content: &[WitnessContent]) -> Result<Outcome, InputError> {
        let followed = content.iter().flat_map(|content| match content {
            WitnessContent::Segment { segment } => segment.iter().map(|item| &item.waypoint).collect::<Vec<_>>(),
            WitnessContent::Invariant { .. } => Vec::new(),
        });
        let followed: Vec<&Waypoint> = followed.filter(|waypoint| waypoint.action == "follow").collect();
        let target = followed.iter().rev().find(|waypoint| waypoint.kind == "target");
        let only_inputs = followed.iter().all(|waypoint| ["function_return", "target"].contains(&&*waypoint.kind));
        let values: Vec<String> = followed.iter().filter_map(|waypoint| result(waypoint)).collect();
        let target = target.map(|target| &target.location);
        if only_inputs && self.is_violated(&values, target)? {
            return Ok(Outcome::Confirmed("The execution with the inputs of the witness violates the property".into()));
        }
        let text = instrument::waypoints(self.source, &self.name(), content);
        let report = match text.map(|text| self.verify(text, self.wanted.property.clone())) {
            // The program by itself is C, so that it is for the waypoints that this one is not.
            Ok(Err(_)) if inputs::compile(self.wanted).is_ok() => {
                return Ok(Outcome::Unknown("A waypoint of the witness is at no place of a function".into()));
            }
            Ok(report) => report?,
            Err((at, why)) => return Ok(Outcome::Unknown(format!("{}{why}", place(&at)))),
        };
        Ok(match (report.answer, &report.violation) {
            // What counts segments only leaves executions out, so this is one of the program. It was executed.
            (ReportedVerdict::False, Some(violation)) => {
                let sources = report.program.as_ref().map(|program| &program.sources);
                if sources.is_some_and(|sources| self.is_at(target, violation, sources)) {
                    Outcome::Confirmed("An execution that the witness describes violates the property".into())
                } else {
                    Outcome::Unknown("The execution that was found violates the property elsewhere".into())
                }
            }
            (ReportedVerdict::True, _) => {
                Outcome::Rejected("No execution that the witness describes violates the property".into())
            }
            _ => Outcome::Unknown(reason(&report)),
        })
    }

    fn proof(&self, content: &[WitnessContent]) -> Result<Outcome, InputError> {
        let of = |content: &'_ WitnessContent| match content {
            WitnessContent::Invariant { invariant } => Some(invariant.clone()),
            WitnessContent::Segment { .. } => None,
        };
        let invariants: Vec<WitnessInvariant> = content.iter().filter_map(of).collect();
        let all: Vec<&WitnessInvariant> = invariants.iter().collect();
        let text = match instrument::invariants(self.source, &self.name(), &all) {
            Ok(text) => text,
            Err((at, why)) => return Ok(Outcome::Unknown(format!("{}{why}", place(&at)))),
        };
        let mut property = self.wanted.property.clone();
        property.functions.extend((0..all.len()).map(instrument::broken));
        let report = self.verify(text, property)?;
        Ok(match (report.answer, &report.violation, &report.program) {
            (ReportedVerdict::True, ..) => Outcome::Confirmed(self.proved(&all)?),
            (ReportedVerdict::False, Some(violation), Some(program)) => {
                let called = violation_harness::called(program, violation);
                let broken = (0..all.len()).find(|number| called.as_deref() == Some(&*instrument::broken(*number)));
                let inputs = crate::report::trace::inputs(violation);
                Outcome::Rejected(match broken {
                    Some(number) => {
                        let WitnessInvariant { location, value, .. } = all[number];
                        format!("{}the invariant `{value}` does not hold. {}", place(location), inputs.trim_end())
                    }
                    None => {
                        let sentence = finding::sentence(violation, &report.property);
                        format!("The program violates the property. {}", sentence.trim_end_matches('.'))
                    }
                })
            }
            _ => Outcome::Unknown(reason(&report)),
        })
    }

    /// Answer for a proof whose invariants hold.
    fn proved(&self, all: &[&WitnessInvariant]) -> Result<String, InputError> {
        let what = match all.len() {
            0 => return Ok("The property holds; the witness has no invariants".to_owned()),
            1 => "so does the invariant".to_owned(),
            count => format!("so do the {count} invariants"),
        };
        let places: Vec<String> = self.unreached(all)?.into_iter().map(place).collect();
        let places: Vec<&str> = places.iter().map(|at| at.trim_end_matches(": ")).collect();
        let unreached =
            if places.is_empty() { String::new() } else { format!("; no execution reaches {}", places.join(", ")) };
        Ok(format!("The property holds, and {what} of the witness{unreached}"))
    }

    /// The places of invariants that no execution reaches, as far as that is proved: there a condition that never holds would
    /// hold as well.
    fn unreached<'w>(&self, all: &[&'w WitnessInvariant]) -> Result<Vec<&'w FileLocation>, InputError> {
        let mut open: Vec<&WitnessInvariant> = all.to_vec();
        while !open.is_empty() {
            let never: Vec<WitnessInvariant> = open
                .iter()
                .map(|invariant| WitnessInvariant { value: "0".to_owned(), ..(*invariant).clone() })
                .collect();
            let never: Vec<&WitnessInvariant> = never.iter().collect();
            let Ok(text) = instrument::invariants(self.source, &self.name(), &never) else { break };
            let mut property = Property { functions: Vec::new(), checks: Vec::new(), ..self.wanted.property.clone() };
            property.functions.extend((0..open.len()).map(instrument::broken));
            let report = self.verify(text, property)?;
            let called = report.violation.as_ref().zip(report.program.as_ref());
            let called = called.and_then(|(violation, program)| violation_harness::called(program, violation));
            let reached = (0..open.len()).find(|number| called.as_deref() == Some(&*instrument::broken(*number)));
            match (report.answer, reached) {
                (ReportedVerdict::True, _) => return Ok(open.into_iter().map(|one| &one.location).collect()),
                (ReportedVerdict::False, Some(number)) => drop(open.remove(number)),
                _ => break,
            }
        }
        Ok(Vec::new())
    }

    fn name(&self) -> String {
        self.file.display().to_string()
    }

    /// Whether the program with these inputs violates the property, at the line of the target if there is one.
    fn is_violated(&self, values: &[String], target: Option<&FileLocation>) -> Result<bool, InputError> {
        let program = inputs::compile(self.wanted)?;
        let execution = execute(&program, &self.wanted.property, values, STEPS, true);
        if !matches!(execution.finish, Finish::Violation(..)) {
            return Ok(false);
        }
        Ok(self.is_at(target, &execution.narrative, &program.sources))
    }

    /// Whether an execution violates the property at the target of the witness, if there is one.
    fn is_at(&self, target: Option<&FileLocation>, violation: &Violation, sources: &SourceMap) -> bool {
        let Some(target) = target else { return true };
        let lines = NamedLines::new(self.source.text(), &self.name());
        let is_one = |span: Span| {
            let at = sources.locate(span);
            at.is_some_and(|at| lines.are_one(self.source, (&target.file_name, target.line), (&at.file, at.line)))
        };
        let span = finding::span(violation, sources);
        // A statement has several lines: the first, and those up to its end.
        is_one(span) || !span.is_none() && is_one(Span::new(span.end - 1, span.end))
    }

    fn verify(&self, text: String, property: Property) -> Result<Report, InputError> {
        let configuration = self.wanted.configuration.clone();
        let model = front_options(&configuration).model;
        let text = preprocessed(self.file, text, model, self.wanted.cc.as_deref(), &self.wanted.preprocessor)?;
        let input = Input { name: self.name(), text: text.into() };
        let request = requests::asked(vec![input], property, configuration, self.start, self.cancel);
        verify::answer(&request, self.cancel, &Style::of(ReportFormat::Concise))
    }
}

/// The value that a waypoint says a call returned.
fn result(waypoint: &Waypoint) -> Option<String> {
    let value = &waypoint.constraint.as_ref().filter(|_| waypoint.kind == "function_return")?.value;
    let (left, right) = value.split_once("==")?;
    let number = right.trim().trim_end_matches(['U', 'L', 'u', 'l']);
    let (sum, minus) = match number.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')) {
        Some(inner) => (inner.strip_suffix("- 1").unwrap_or(inner).trim(), inner.ends_with("- 1")),
        None => (number, false),
    };
    let number: i128 = sum.parse().ok()?;
    (left.trim() == "\\result").then(|| (number - i128::from(minus)).to_string())
}

fn place(at: &FileLocation) -> String {
    let column = at.column.map(|column| format!(":{column}")).unwrap_or_default();
    format!("{}:{}{column}: ", at.file_name, at.line)
}

fn reason(report: &Report) -> String {
    let sources = report.program.as_ref().map(|program| &program.sources);
    report.reasons.first().map_or_else(|| "nothing was decided".to_owned(), |reason| located(reason, sources))
}
