//! The verdict in the words of CPAchecker, which harnesses know, and for UNKNOWN the reason and what to try next.

use crate::arguments::ReportFormat;
use crate::report::trace;
use cairn_base::{Diagnostic, Severity, SourceMap};
use cairn_task::options::TraceLength;
use cairn_verify::{Answer, Assumed, Explanation, Placed, Report};
use std::fmt::Write;

/// Reasons shown before the rest is only counted.
const REASONS_SHOWN: usize = 8;
/// Names of one assumption shown before the rest is only counted; JSON has them all.
const NAMES_SHOWN: usize = 10;
/// Warnings shown before the rest is only counted.
const WARNINGS_SHOWN: usize = 5;

/// The whole report.
pub fn render(report: &Report, format: ReportFormat, length: TraceLength, with_figures: bool) -> String {
    let mut text = String::new();
    if let (Some(violation), Some(program), ReportFormat::Full) = (&report.violation, &report.program, format) {
        text += "An execution that violates the property:\n";
        text += &trace::render(violation, &program.sources, length);
        text.push('\n');
    }
    if with_figures {
        text += &report.figures.text();
        text.push('\n');
    }
    text += &assumptions(report);
    text += &undefined(report);
    text += &verdict_line(report);
    let sources = report.program.as_ref().map(|program| &program.sources);
    for reason in report.reasons.iter().take(REASONS_SHOWN) {
        if report.answer == Answer::Unknown {
            let _ = writeln!(text, "Reason: {}. Next: {}.", located(reason, sources), reason.next);
        }
    }
    if report.answer == Answer::Unknown && report.reasons.len() > REASONS_SHOWN {
        let _ = writeln!(text, "Reason: and {} more of that kind.", report.reasons.len() - REASONS_SHOWN);
    }
    text
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

/// What TRUE stands on beyond the C standard, a line each.
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

/// What TRUE rests on, a line a location.
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
    let property = &report.property;
    match report.answer {
        Answer::True => "Verification result: TRUE. No property violation found by chosen configuration.\n".to_owned(),
        Answer::False => {
            format!("Verification result: FALSE. Property violation ({property}) found by chosen configuration.\n")
        }
        Answer::Unknown => "Verification result: UNKNOWN, incomplete analysis.\n".to_owned(),
    }
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
