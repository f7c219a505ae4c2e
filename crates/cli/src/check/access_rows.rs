//! Rows: the obligations of one access together, with what each output says of them in the same words.
//!
//! Invariant: the obligations of a row are of one state; the order is that of the report.

use super::report::{CheckReport, CheckState, CheckedObligation};
use crate::report::trace;

/// Letters of a place's text that are shown.
const TEXT_WIDTH: usize = 60;
/// Sentences about the values of a row.
const KNOWN_SHOWN: usize = 4;

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

/// Whether two obligations are of the same text at the same place.
fn is_one_access(one: &CheckedObligation, other: &CheckedObligation) -> bool {
    let of = |one: &CheckedObligation| (one.at.clone(), one.function.clone(), one.text.clone(), one.change.clone());
    one.at.is_some() && of(one) == of(other)
}

/// Where obligations of one access are, their kinds and their text.
pub fn named(all: &[&CheckedObligation]) -> String {
    let Some(one) = all.first() else { return String::new() };
    let place = one.at.as_ref().map(|at| format!("{at}: ")).unwrap_or_default();
    format!("{place}{}", kinds_and_text(all))
}

/// The kinds of obligations of one access, and their text.
pub fn kinds_and_text(all: &[&CheckedObligation]) -> String {
    let kinds: Vec<&str> = all.iter().map(|one| one.kind.as_str()).collect();
    let (function, text) = all.first().map_or(("", ""), |one| (&one.function, &one.text));
    format!("{} in {function}: {}", kinds.join(", "), trace::one_line(text, TEXT_WIDTH))
}

/// Facts about the values that obligations ask about, a sentence each, without a full stop.
pub fn known_values<'r>(all: &[&'r CheckedObligation]) -> Vec<&'r str> {
    let mut known: Vec<&str> = Vec::new();
    for one in all.iter().flat_map(|one| &one.known) {
        if !known.contains(&one.as_str()) {
            known.push(one);
        }
    }
    known
}

/// The first of it, in a line.
pub fn known(all: &[&CheckedObligation]) -> Option<String> {
    let known = known_values(all);
    (!known.is_empty()).then(|| format!("Known: {}.", known[..known.len().min(KNOWN_SHOWN)].join("; ")))
}
