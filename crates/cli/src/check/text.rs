//! The answers of `cairn check` for people: what is violated, what is unknown and why, a row for each function, and the sums by kind.

use super::View;
use super::report::{CheckReport, CheckState, CheckedNeed, CheckedObligation};
use crate::report::trace;
use std::fmt::Write;

/// Letters of a place's text that are shown.
const TEXT_WIDTH: usize = 60;
/// Sentences about the values of a row.
const KNOWN_SHOWN: usize = 4;
/// Names of one assumption shown before the rest is only counted.
const NAMES_SHOWN: usize = 10;

/// All of it.
pub fn render(report: &CheckReport, view: &View) -> String {
    let mut out = listed(report, view);
    if !out.is_empty() {
        out.push('\n');
    }
    table(&mut out, "function", report, |one| &one.function);
    out.push('\n');
    table(&mut out, "kind", report, |one| &one.kind);
    out + &closing(report)
}

/// Each obligation that is shown, the worst first.
pub fn listed(report: &CheckReport, view: &View) -> String {
    let mut out = String::new();
    for state in
        [CheckState::Violated, CheckState::Needs, CheckState::Unknown, CheckState::Unreachable, CheckState::Proved]
    {
        let is_listed = view.list || state != CheckState::Proved;
        if is_listed {
            access_rows(report, state, view.list).iter().for_each(|row| obligation(&mut out, row, view.executions));
        }
    }
    out
}

/// The obligations of a state, those of one access together, unless each is to be by itself.
pub fn access_rows(report: &CheckReport, state: CheckState, each: bool) -> Vec<Vec<&CheckedObligation>> {
    let mut rows: Vec<Vec<&CheckedObligation>> = Vec::new();
    for one in report.obligations.iter().filter(|one| one.state == state) {
        // What is asked of one access is one row; an execution is of one of them.
        let joins = |row: &&mut Vec<&CheckedObligation>| {
            row.first().is_some_and(|first| is_one_access(first, one)) && !each && state != CheckState::Violated
        };
        match rows.last_mut().filter(joins) {
            Some(row) => row.push(one),
            None => rows.push(vec![one]),
        }
    }
    rows
}

/// A row without its place, as it is shown at that place.
pub fn row_text(all: &[&CheckedObligation]) -> String {
    let mut out = String::new();
    obligation(&mut out, all, false);
    let place = all.first().and_then(|one| one.at.as_ref()).map(|at| format!("{at}: ")).unwrap_or_default();
    out.strip_prefix(&place).unwrap_or(&out).trim_end().to_owned()
}

/// What the proofs stand on, what executions come to, and the sum.
pub fn closing(report: &CheckReport) -> String {
    let mut out = String::new();
    for assumed in &report.assumptions {
        let names = assumed.names.iter().take(NAMES_SHOWN).map(String::as_str).collect::<Vec<_>>().join(", ");
        let more = assumed.names.len().saturating_sub(NAMES_SHOWN);
        let more = if more == 0 { String::new() } else { format!(", and {more} more") };
        let colon = if names.is_empty() { "" } else { ": " };
        let _ = writeln!(out, "Assumption: {}{colon}{names}{more}.", assumed.text);
    }
    out + &report.coverage.text() + &sum(report)
}

/// How many there are of each state, in a line.
pub fn sum(report: &CheckReport) -> String {
    let count = report.obligations.len();
    format!(
        "{count} obligation{}: {} proved, {} violated, {}{} unknown, {} unreachable.\n",
        if count == 1 { "" } else { "s" },
        report.count(CheckState::Proved),
        report.count(CheckState::Violated),
        // A program has callers: only functions by themselves need something.
        match report.count(CheckState::Needs) {
            0 => String::new(),
            needs => format!("{needs} with needs of callers, "),
        },
        report.count(CheckState::Unknown),
        report.count(CheckState::Unreachable),
    )
}

/// Whether two obligations are of the same text at the same place.
fn is_one_access(one: &CheckedObligation, other: &CheckedObligation) -> bool {
    let of = |one: &CheckedObligation| (one.at.clone(), one.function.clone(), one.text.clone(), one.change.clone());
    one.at.is_some() && of(one) == of(other)
}

/// One or several obligations of one access.
fn obligation(out: &mut String, all: &[&CheckedObligation], executions: bool) {
    let Some(one) = all.first() else { return };
    let kinds: Vec<&str> = all.iter().map(|one| one.kind.as_str()).collect();
    let place = one.at.as_ref().map(|at| format!("{at}: ")).unwrap_or_default();
    let text = trace::one_line(&one.text, TEXT_WIDTH);
    let change = one.change.as_deref().filter(|change| *change != "same");
    let change = change.map_or(String::new(), |change| format!(" ({change})"));
    let by = one.by.as_ref().map_or(String::new(), |by| format!(" by {by}"));
    // What is proved of a function by itself is proved of the arguments that its harness has.
    let up_to = one.up_to_elements.map_or(String::new(), |most| format!(" up to {most} elements"));
    let (state, kinds) = (one.state.word(), kinds.join(", "));
    let _ = writeln!(out, "{place}{state}{up_to}{by}{change}: {kinds} in {}: {text}", one.function);
    match (&one.steps, &one.inputs) {
        (Some(steps), _) if executions => {
            for line in steps.lines() {
                let _ = writeln!(out, "  {line}");
            }
        }
        (_, Some(inputs)) => {
            let _ = writeln!(out, "  {inputs}");
        }
        _ => {}
    }
    if let Some(line) = &one.command_line {
        let _ = writeln!(out, "  Run: {line}");
    }
    for need in needs(all) {
        let _ = writeln!(out, "  Callers of {} must ensure {}.", need.of, need.clause);
    }
    let mut known: Vec<&str> = Vec::new();
    for one in all.iter().flat_map(|one| &one.known) {
        if !known.contains(&one.as_str()) {
            known.push(one);
        }
    }
    if !known.is_empty() {
        let _ = writeln!(out, "  Known: {}.", known[..known.len().min(KNOWN_SHOWN)].join("; "));
    }
    let mut reasons: Vec<_> = all.iter().filter_map(|one| one.reasons.first()).collect();
    reasons.dedup();
    for reason in reasons {
        let _ = writeln!(out, "  Reason: {}. Next: {}.", reason.line, reason.next);
    }
}

/// What several rows need, each once.
fn needs<'r>(all: &[&'r CheckedObligation]) -> Vec<&'r CheckedNeed> {
    let mut needs: Vec<&CheckedNeed> = Vec::new();
    for need in all.iter().flat_map(|one| &one.needs) {
        if !needs.contains(&need) {
            needs.push(need);
        }
    }
    needs
}

/// How many there are of each state, by something that they have in common.
fn table<'r>(out: &mut String, heading: &str, report: &'r CheckReport, of: impl Fn(&'r CheckedObligation) -> &'r str) {
    let rows = report.counts(of);
    let width = rows.keys().map(|row| row.chars().count()).chain([heading.len()]).max().unwrap_or(0);
    let _ = write!(out, "{heading:width$}");
    let has_needs = report.count(CheckState::Needs) > 0;
    let states = || CheckState::ALL.into_iter().filter(|state| *state != CheckState::Needs || has_needs);
    for state in states() {
        let _ = write!(out, "  {:>8}", state.word());
    }
    out.push('\n');
    for (row, counts) in rows {
        let _ = write!(out, "{row:width$}");
        for state in states() {
            let _ = write!(out, "  {:>w$}", cell(counts.get(&state).copied()), w = state.word().len().max(8));
        }
        out.push('\n');
    }
}

/// A number in a table.
pub fn cell(count: Option<usize>) -> String {
    count.filter(|count| *count > 0).map_or_else(|| "-".to_owned(), |count| count.to_string())
}
