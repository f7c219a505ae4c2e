//! `cairn check --format junit`: a test case for each obligation, as build servers read them.
//!
//! A function is a test suite. Violated is a failure, unknown is skipped with its reason: a build server shows it beside the passed and
//! does not count it as passed. The exit code tells what a build is to do.

use super::report::{CheckReport, CheckState, CheckedObligation, count};
use super::text::assumption;
use cairn_base::markup::escaped;
use std::collections::BTreeMap;
use std::fmt::Write;

pub fn render(report: &CheckReport) -> String {
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let (tests, failures) = (report.obligations.len(), report.count(CheckState::Violated));
    let skipped = report.count(CheckState::Unknown);
    let _ =
        writeln!(out, "<testsuites name=\"cairn\" tests=\"{tests}\" failures=\"{failures}\" skipped=\"{skipped}\">");
    let mut suites: BTreeMap<(&str, &str), Vec<&CheckedObligation>> = BTreeMap::new();
    for one in &report.obligations {
        suites.entry((one.at.as_ref().map_or("", |at| &at.file), &one.function)).or_default().push(one);
    }
    for ((file, function), all) in suites {
        let name = attribute(&format!("{file}: {function}"));
        let (failures, skipped) = (count(&all, CheckState::Violated), count(&all, CheckState::Unknown));
        let _ = writeln!(
            out,
            "  <testsuite name=\"{name}\" tests=\"{}\" failures=\"{failures}\" skipped=\"{skipped}\">",
            all.len()
        );
        properties(&mut out, report);
        for one in all {
            case(&mut out, one, &name);
        }
        out += "  </testsuite>\n";
    }
    out + "</testsuites>\n"
}

/// Assumptions of the proofs; a suite has properties, and the document has none.
fn properties(out: &mut String, report: &CheckReport) {
    if report.assumptions.is_empty() {
        return;
    }
    *out += "    <properties>\n";
    for assumed in &report.assumptions {
        let value = attribute(&assumption(assumed));
        let _ = writeln!(out, "      <property name=\"assumption\" value=\"{value}\"/>");
    }
    *out += "    </properties>\n";
}

fn case(out: &mut String, one: &CheckedObligation, suite: &str) {
    let line = one.at.as_ref().map_or(String::new(), |at| format!(" line=\"{}\"", at.line));
    let file = one.at.as_ref().map_or(String::new(), |at| format!(" file=\"{}\"", attribute(&at.file)));
    let _ = write!(out, "    <testcase classname=\"{suite}\" name=\"{}\"{file}{line}", attribute(&one.id));
    let place = one.at.as_ref().map_or(String::new(), |at| format!("{at}: "));
    match one.state {
        CheckState::Violated => {
            let message = attribute(&format!("{place}{} is violated", one.kind));
            let steps = attribute(one.steps.as_deref().unwrap_or_default());
            let _ = writeln!(
                out,
                "><failure message=\"{message}\" type=\"{}\">{steps}</failure></testcase>",
                attribute(&one.kind)
            );
        }
        CheckState::Unknown => {
            let why =
                one.reasons.first().map_or(String::new(), |reason| format!("{}. Next: {}.", reason.line, reason.next));
            let _ = writeln!(out, "><skipped message=\"{}\"/></testcase>", attribute(&why));
        }
        CheckState::Proved | CheckState::Unreachable | CheckState::Needs | CheckState::Suppressed => {
            out.push_str("/>\n")
        }
    }
}

/// A text in a document or an attribute: no control character but the end of a line and the tabulator is in XML.
fn attribute(text: &str) -> String {
    let plain: String =
        text.chars().map(|c| if c.is_control() && !matches!(c, '\n' | '\t') { '\u{fffd}' } else { c }).collect();
    escaped(&plain)
}
