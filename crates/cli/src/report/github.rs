//! `--format github`: what a job of GitHub Actions prints so that the place of a violation is marked in a pull request.
//!
//! Workflow commands: `::error file=…,line=…,col=…,title=…::text`. What a program's text puts into a message can neither
//! end the line nor begin a command: `%`, ends of lines and, in properties, `:` and `,` are escaped as GitHub says. The
//! verdict follows as everywhere, for who reads the log.

use crate::arguments::ReportFormat;
use crate::report::finding;
use crate::report::text::{self, Style, located};
use cairn_base::{Severity, SourceMap, Span};
use cairn_verify::{Report, ReportedVerdict};
use std::fmt::Write;

pub fn render(report: &Report, style: &Style) -> String {
    let mut text = String::new();
    let sources = report.program.as_ref().map(|program| &program.sources);
    for warning in report.program.iter().flat_map(|program| &program.diagnostics) {
        if warning.severity == Severity::Warning {
            command(&mut text, "warning", place(warning.span, sources), "Cairn", &warning.message);
        }
    }
    match (report.answer, &report.violation, report.reasons.first()) {
        (ReportedVerdict::False, Some(violation), _) => {
            let property = report.violated.as_ref().unwrap_or(&report.property);
            let span = sources.map_or(Span::NONE, |sources| finding::span(violation, sources));
            let sentence = finding::sentence(violation, property);
            command(&mut text, "error", place(span, sources), &format!("Cairn: {property}"), &sentence);
        }
        (ReportedVerdict::Unknown, _, Some(reason)) => {
            let message = format!("Not decided: {}. Next: {}.", located(reason, sources), reason.next);
            command(&mut text, "warning", place(reason.span, sources), "Cairn: UNKNOWN", &message);
        }
        _ => {}
    }
    text + &text::render(report, &Style { format: ReportFormat::Concise, ..style.clone() })
}

fn place(span: Span, sources: Option<&SourceMap>) -> String {
    let Some((sources, at)) = sources.and_then(|sources| Some((sources, sources.locate(span)?))) else {
        return String::new();
    };
    if at.file.starts_with('<') {
        return String::new();
    }
    let column = finding::column(span, &at, sources);
    format!("file={},line={},col={column},", property(&at.file), at.line)
}

/// A workflow command; `place` is properties that end with a comma.
pub fn command(text: &mut String, which: &str, place: String, title: &str, message: &str) {
    let _ = writeln!(text, "::{which} {place}title={}::{}", property(title), data(message));
}

fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// A text as the value of a property.
pub fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_ends_a_command_or_begins_one() {
        let mut text = String::new();
        command(&mut text, "error", format!("file={},", property("a,b:c\n.c")), "t::x", "100%\r\n::error::no");
        assert_eq!(text, "::error file=a%2Cb%3Ac%0A.c,title=t%3A%3Ax::100%25%0D%0A::error::no\n");
    }
}
