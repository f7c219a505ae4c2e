//! The answers of `cairn check` for people: what is violated, what is unknown and why, a row for each function, and the sums by kind.

use super::View;
use crate::report::text::located;
use crate::report::trace::{self, Telling};
use cairn_options::values::TraceLength;
use cairn_verify::obligations::{Obligation, ObligationState, Obligations};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Letters of a place's text that are shown.
const TEXT_WIDTH: usize = 60;
/// Names of one assumption shown before the rest is only counted.
const NAMES_SHOWN: usize = 10;
/// The columns of the tables.
const STATES: [&str; 4] = ["proved", "violated", "unknown", "unreachable"];

/// All of it.
pub fn render(known: &Obligations, view: &View) -> String {
    let mut out = String::new();
    for word in ["violated", "unknown", "unreachable", "proved"] {
        let is_listed = view.list || word != "proved";
        for one in known.all.iter().filter(|one| one.state.word() == word && is_listed) {
            obligation(&mut out, one, known, view);
        }
    }
    if !out.is_empty() {
        out.push('\n');
    }
    table(&mut out, "function", known, |one| &one.function);
    out.push('\n');
    table(&mut out, "kind", known, |one| &one.kind);
    for assumed in &known.assumptions {
        let names = assumed.names.iter().take(NAMES_SHOWN).map(String::as_str).collect::<Vec<_>>().join(", ");
        let more = assumed.names.len().saturating_sub(NAMES_SHOWN);
        let more = if more == 0 { String::new() } else { format!(", and {more} more") };
        let colon = if names.is_empty() { "" } else { ": " };
        let _ = writeln!(out, "Assumption: {}{colon}{names}{more}.", assumed.what.sentence());
    }
    let count = known.all.len();
    let _ = writeln!(
        out,
        "{count} obligation{}: {} proved, {} violated, {} unknown, {} unreachable.",
        if count == 1 { "" } else { "s" },
        known.count("proved"),
        known.count("violated"),
        known.count("unknown") + known.count("open"),
        known.count("unreachable"),
    );
    out
}

fn obligation(out: &mut String, one: &Obligation, known: &Obligations, view: &View) {
    let sources = &known.program.sources;
    let place = sources.locate(one.span).map(|at| format!("{at}: ")).unwrap_or_default();
    let text = trace::one_line(&one.text, TEXT_WIDTH);
    let change = view.baseline.as_ref().map(|baseline| baseline.change(one)).filter(|change| *change != "same");
    let change = change.map_or(String::new(), |change| format!(" ({change})"));
    let by = match &one.state {
        ObligationState::Proved { by } => format!(" by {by}"),
        _ => String::new(),
    };
    let _ = writeln!(out, "{place}{}{by}{change}: {} in {}: {text}", one.state.word(), one.kind, one.function);
    match &one.state {
        ObligationState::Violated(violation) if view.executions => {
            for line in trace::render(violation, sources, &Telling::of(TraceLength::Short)).lines() {
                let _ = writeln!(out, "  {line}");
            }
        }
        ObligationState::Violated(violation) => {
            let inputs = trace::inputs(violation);
            if !inputs.is_empty() {
                let _ = writeln!(out, "  {}", inputs.trim_end());
            }
        }
        ObligationState::Unknown(reasons) => {
            if let Some(reason) = reasons.first() {
                let _ = writeln!(out, "  Reason: {}. Next: {}.", located(reason, Some(sources)), reason.next);
            }
        }
        ObligationState::Open | ObligationState::Proved { .. } | ObligationState::Unreachable => {}
    }
}

/// How many there are of each state, by something that they have in common.
fn table<'k>(out: &mut String, heading: &str, known: &'k Obligations, of: impl Fn(&'k Obligation) -> &'k str) {
    let mut rows: BTreeMap<&str, BTreeMap<&str, usize>> = BTreeMap::new();
    for one in &known.all {
        *rows.entry(of(one)).or_default().entry(one.state.word()).or_default() += 1;
    }
    let width = rows.keys().map(|row| row.chars().count()).chain([heading.len()]).max().unwrap_or(0);
    let _ = write!(out, "{heading:width$}");
    for state in STATES {
        let _ = write!(out, "  {state:>8}");
    }
    out.push('\n');
    for (row, counts) in rows {
        let _ = write!(out, "{row:width$}");
        for state in STATES {
            let count = counts.get(state).copied().unwrap_or(0);
            let cell = if count == 0 { "-".to_owned() } else { count.to_string() };
            let _ = write!(out, "  {cell:>w$}", w = state.len().max(8));
        }
        out.push('\n');
    }
}
