//! The verdict in the words of CPAchecker, which harnesses know, and for UNKNOWN the reason and what to try next.

use crate::arguments::ReportFormat;
use crate::report::finding;
use crate::report::page::Page;
use crate::report::trace::{self, Telling};
use cairn_base::{Diagnostic, Severity, SourceMap};
use cairn_options::values::TraceLength;
use cairn_verify::{Assumed, BoundedProof, Endless, Explanation, Placed, RankedCycle, Report, ReportedVerdict};
use std::fmt::Write;

/// Loops that are named before the rest is only counted.
const LOOPS_SHOWN: usize = 3;
/// Names of one assumption shown before the rest is only counted; JSON has them all.
const NAMES_SHOWN: usize = 10;
/// Warnings shown before the rest is only counted.
const WARNINGS_SHOWN: usize = 5;

/// How much of a report is shown.
#[derive(Clone, Debug)]
pub struct Style {
    pub format: ReportFormat,
    pub telling: Telling,
    /// Figures of the run follow the verdict.
    pub figures: bool,
    pub quiet: bool,
    /// A page for a browser that is written beside what is printed.
    pub page: Option<Page>,
    /// Undefined behaviour is no part of the property, and the user may not know.
    pub behaviour_unasked: bool,
}

impl Style {
    /// A form, and nothing more than it must have.
    pub fn of(format: ReportFormat) -> Self {
        let telling = Telling::of(TraceLength::Short);
        Self { format, telling, figures: false, quiet: true, page: None, behaviour_unasked: false }
    }

    pub fn shows_progress(&self) -> bool {
        !self.quiet && self.format.is_text()
    }
}

pub fn render(report: &Report, style: &Style) -> String {
    let mut text = String::new();
    if let (Some(violation), Some(program), ReportFormat::Full) = (&report.violation, &report.program, style.format) {
        text += "An execution that violates the property:\n";
        text += &trace::render(violation, &program.sources, &style.telling);
        text.push('\n');
    }
    text += &assumptions(report);
    if let Some(check) = &report.proof_check {
        let _ = writeln!(text, "Proof: {check}.");
    }
    if style.format == ReportFormat::Full && !style.quiet {
        text += &ranking_functions(report);
    }
    text += &endless(report);
    text += &undefined(report);
    if style.format == ReportFormat::Concise {
        text += &reached(report);
    }
    if report.answer == ReportedVerdict::True
        && style.behaviour_unasked
        && !style.quiet
        && style.format == ReportFormat::Full
    {
        text += "Note: undefined behaviour was not checked: --check all\n";
    }
    text += &verdict_line(report);
    let sources = report.program.as_ref().map(|program| &program.sources);
    // The first is the cause; JSON has the others.
    if let (ReportedVerdict::Unknown, Some(reason)) = (report.answer, report.reasons.first()) {
        let _ = writeln!(text, "Reason: {}. Next: {}.", located(reason, sources), reason.next);
    }
    if let Some(bounded) = &report.bounded {
        let _ = writeln!(text, "Known: {}.", known(bounded, sources));
    }
    if style.figures {
        text.push('\n');
        text += &report.figures.text();
    }
    text
}

/// Ranking functions of each loop and recursion of a program that ends.
fn ranking_functions(report: &Report) -> String {
    let Some(program) = report.program.as_ref().filter(|_| report.answer == ReportedVerdict::True) else {
        return String::new();
    };
    let mut text = String::new();
    for RankedCycle { span, function, is_loop, ranking, .. } in &report.ranked {
        if text.is_empty() {
            text += "Ranking functions:\n";
        }
        let place = program.sources.locate(*span).map(|location| format!("{location}: ")).unwrap_or_default();
        let what = if *is_loop { "loop in" } else { "recursion of" };
        let _ = writeln!(text, "  {place}{what} {function}: {ranking}");
    }
    text
}

/// Why an execution has no end.
fn endless(report: &Report) -> String {
    let found = report.violation.as_ref().and_then(|violation| violation.endless.as_ref());
    let Some((Endless { span, repeats }, program)) = found.zip(report.program.as_ref()) else { return String::new() };
    let place = program.sources.locate(*span).map(|location| format!("{location}: ")).unwrap_or_default();
    match repeats {
        Some((first, again)) => format!(
            "{place}an execution does not end: after {again} steps it is in the state that it was in after {first}, and repeats \
             its inputs from there on\n"
        ),
        None => format!("{place}an execution does not end: with its inputs no end of the program can be reached\n"),
    }
}

/// The undefined behaviour that violates the property.
fn undefined(report: &Report) -> String {
    let found = report.violation.as_ref().and_then(|violation| violation.undefined);
    let Some(((check, span), program)) = found.zip(report.program.as_ref()) else { return String::new() };
    let place = program.sources.locate(span).map(|location| format!("{location}: ")).unwrap_or_default();
    let text = program.sources.snippet(span);
    let text = if text.is_empty() || text.contains('\n') { String::new() } else { format!(" in `{text}`") };
    format!("{place}{} ({}){text}\n", check.violation(), check.word())
}

/// The place of a violation that is no undefined behaviour: of an assertion that fails, a call or a label.
fn reached(report: &Report) -> String {
    let violation = report.violation.as_ref().filter(|violation| violation.undefined.is_none());
    let Some((violation, program)) = violation.zip(report.program.as_ref()) else { return String::new() };
    let span = finding::span(violation, &program.sources);
    let Some(place) = program.sources.locate(span) else { return String::new() };
    let property = report.violated.as_ref().unwrap_or(&report.property);
    format!("{place}: the property {property} is violated\n")
}

/// Assumptions of TRUE beyond the C standard, a line each.
fn assumptions(report: &Report) -> String {
    if report.assumptions.is_empty() {
        return String::new();
    }
    let mut text = "Assumptions:\n".to_owned();
    for Assumed { what, names } in &report.assumptions {
        let _ = write!(text, "  {}", what.sentence());
        let shown = names.iter().take(NAMES_SHOWN).map(String::as_str).collect::<Vec<_>>();
        if !names.is_empty() {
            let _ = write!(text, ": {}", shown.join(", "));
        }
        if names.len() > NAMES_SHOWN {
            let _ = write!(text, " and {} more", names.len() - NAMES_SHOWN);
        }
        text.push('\n');
    }
    text
}

/// Invariants of TRUE, a line a location.
pub fn invariants(report: &Report, sources: &SourceMap) -> String {
    let mut text = String::new();
    for Placed { function, is_entry, span, text: holds, .. } in &report.invariants {
        let place = sources.locate(*span).map(|location| format!("{location}: ")).unwrap_or_default();
        let kind = if *is_entry { "entry of" } else { "loop in" };
        let _ = writeln!(text, "{place}{kind} {function}: {holds}");
    }
    text
}

/// The line that harnesses look for.
fn verdict_line(report: &Report) -> String {
    let property = report.violated.as_ref().unwrap_or(&report.property);
    match report.answer {
        ReportedVerdict::True => {
            "Verification result: TRUE. No property violation found by chosen configuration.\n".to_owned()
        }
        ReportedVerdict::False => {
            format!("Verification result: FALSE. Property violation ({property}) found by chosen configuration.\n")
        }
        ReportedVerdict::Unknown => "Verification result: UNKNOWN, incomplete analysis.\n".to_owned(),
    }
}

/// Up to where there is no violation, a sentence without a full stop.
pub fn known(bounded: &BoundedProof, sources: Option<&SourceMap>) -> String {
    let BoundedProof { iterations, loops } = bounded;
    let places = loops.iter().filter_map(|span| sources?.locate(*span)).map(|at| format!("{}:{}", at.file, at.line));
    let mut places: Vec<String> = places.collect();
    places.dedup();
    let more = places.len().saturating_sub(LOOPS_SHOWN);
    places.truncate(LOOPS_SHOWN);
    let times = if *iterations == 1 { "1 iteration".to_owned() } else { format!("{iterations} iterations") };
    let whose = match (&places[..], more) {
        ([], _) => "each loop".to_owned(),
        ([one], _) => format!("the loop at {one}"),
        ([first @ .., last], 0) => format!("the loops at {} and {last}", first.join(", ")),
        (shown, more) => format!("the loops at {} and {more} more", shown.join(", ")),
    };
    format!("no violation within {times} of {whose}")
}

/// A reason with its place in front.
pub fn located(reason: &Explanation, sources: Option<&SourceMap>) -> String {
    match sources.and_then(|sources| sources.locate(reason.span)) {
        Some(location) => format!("{location}: {}", reason.text),
        None => reason.text.clone(),
    }
}

/// The warnings of the front end, the first few in full.
pub fn warnings(diagnostics: &[Diagnostic], sources: &SourceMap) -> String {
    let warnings: Vec<&Diagnostic> = diagnostics.iter().filter(|d| d.severity == Severity::Warning).collect();
    let mut text: String = warnings.iter().take(WARNINGS_SHOWN).map(|warning| warning.render(sources)).collect();
    if warnings.len() > WARNINGS_SHOWN {
        let rest = warnings.len() - WARNINGS_SHOWN;
        let _ = writeln!(text, "warning: and {rest} more; --output-dir DIR writes them all");
    }
    text
}
