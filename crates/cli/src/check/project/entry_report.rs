//! The process that checks an entry of a project: it reads a query, and prints the report as JSON.
//!
//! Invariant: what is printed is in the words of who does not see the harness: no row, no line and no reason is at a place in it. Which violations
//! every caller has, and what was not checked since each call fails before it, is said here, where the program is at hand.

use super::super::report::{CheckReason, CheckReport, CheckState};
use super::super::{NEXT_OF_TIME, reproduce};
use super::{entries, vacuity};
use crate::child;
use crate::exit::{CommandEnd, Exit, InputError};
use crate::{console, interrupt, query};
use cairn_base::{CancelToken, FastSet, Span};
use cairn_ir::FunctionId;
use cairn_verify::obligations::{self, ObligationLimits, Obligations};
use std::path::Path;
use std::time::Instant;

/// The process for an entry: reads a query, and prints the report as JSON. With `only_rows`, the reason and what to do next, nothing is decided;
/// with `only_memory` nothing but the analysis of memory is asked. `reproduce`: a folder for scripts, and how the program is built.
pub fn child(each: &str, only_rows: &[String], only_memory: bool, reproduce: &[String]) -> CommandEnd {
    let (start, query) = (Instant::now(), child::read_query()?);
    let cancel = CancelToken::new();
    interrupt::listen(cancel.clone());
    let request = query::request(query, start, &cancel)?;
    if let [why, next] = only_rows {
        let known = obligations::undecided(&request, why, next);
        let known = known.map_err(|error| InputError::at(&error.diagnostics, &error.sources))?;
        // It is not kept for the next run.
        console::out(&super::super::json::render(&CheckReport { is_interrupted: true, ..of_entry(&known) }));
        return Ok(Exit::Done);
    }
    let limits =
        ObligationLimits { each: super::super::each(each)?, stop_at_first: false, keeps_ranges: false, only_memory };
    let wanted = reproduce.to_vec();
    let tell = move |known: &Obligations| {
        if let [folder, build] = &wanted[..]
            && let Ok(build) = serde_json::from_str(build)
        {
            // The violations are told all the same.
            let _ = reproduce::write(Path::new(folder), known, &build);
        }
        console::out(&super::super::json::render(&of_entry(known)));
    };
    let tell_known = tell.clone();
    let print = move |known: Option<&Obligations>, why: &str| match known {
        Some(known) => tell_known(known),
        None => console::out(&crate::report::json::refusal(why)),
    };
    let known = super::super::decided(&request, limits, &cancel, false, None, print)?;
    tell(&known);
    Ok(Exit::Done)
}

/// Says a reason in the words of who does not see the harness, and has given time for all entries.
fn tell_of_entry(reason: &mut CheckReason, has_harness: bool) {
    if reason.text.starts_with("time limit of ") {
        *reason = CheckReason::new("its part of the time was used up", NEXT_OF_TIME);
    }
    let place = format!("{}:", entries::HARNESS_FILE);
    if has_harness && (reason.text.contains(&place) || reason.line.contains(&place)) {
        let words = reason
            .text
            .split(' ')
            .map(|word| if word.starts_with(&place) { "in the call that is made up:" } else { word });
        let text = words.collect::<Vec<_>>().join(" ");
        *reason =
            CheckReason::new(&text, "say with a contract what callers pass, or check it from a function that calls it");
    }
}

/// Results of an entry, without what is in its harness.
fn of_entry(known: &Obligations) -> CheckReport {
    let mut report = CheckReport::of(known);
    let is_of_harness =
        |span: Span| known.program.sources.locate(span).is_some_and(|at| &*at.file == entries::HARNESS_FILE);
    let functions = known.program.functions.iter_ids().filter(|(_, function)| is_of_harness(function.span));
    let harness: FastSet<FunctionId> = functions.map(|(id, _)| id).collect();
    // A program has none, and no caller.
    if !harness.is_empty() {
        for index in obligations::for_every_caller(known, &harness) {
            report.obligations[index].every_caller = true;
        }
        vacuity::unchecked(known, &mut report);
    }
    report.obligations.retain(|one| one.at.as_ref().is_none_or(|at| at.file != entries::HARNESS_FILE));
    report.coverage.lines.remove(entries::HARNESS_FILE);
    report.coverage.not_looked_at.remove(entries::HARNESS_FILE);
    vacuity::say(known, &mut report);
    let rows = report.obligations.iter_mut().filter(|one| one.state == CheckState::Unknown);
    rows.flat_map(|one| &mut one.reasons).for_each(|reason| tell_of_entry(reason, !harness.is_empty()));
    report
}
