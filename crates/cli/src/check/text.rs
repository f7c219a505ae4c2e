//! The answers of `cairn check` for people: what is violated, what callers must ensure, what is open by its cause, the functions that are not
//! done, and the sums by kind (docs/design/check-output.md).

use super::View;
use super::access_rows::{access_rows, kinds_and_text, known};
use super::report::{CheckAssumption, CheckReason, CheckReport, CheckState, CheckedNeed, CheckedObligation};
use super::{causes, story, suppressions};
use crate::explain::KindPage;
use crate::report::trace;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Names of one assumption shown before the rest is only counted.
const NAMES_SHOWN: usize = 10;

/// Violations that are shown before the rest is only counted.
const VIOLATIONS_SHOWN: usize = 20;
/// Programs and functions by themselves, programs first, that are shown before the rest is only counted.
const ENTRIES_SHOWN: usize = 12;
/// Functions that are shown before the rest is only counted.
const FUNCTIONS_SHOWN: usize = 12;
/// So many letters of a name stand in a table: those of templates have hundreds.
const WIDEST_NAME: usize = 64;

/// All that was found; `entries` are what it was found from, with what was found from each.
pub fn render(report: &CheckReport, view: &View, entries: &[(String, String)]) -> String {
    let mut out = listed(report, view);
    if !out.is_empty() {
        out.push('\n');
    }
    out += &self::entries(entries, view);
    let functions = Table::of(report, |one| &one.function);
    out += &if view.list { functions.render("function") } else { functions.render_unfinished("function") };
    out.push('\n');
    out += &Table::of(report, |one| &one.kind).render("kind");
    out += &not_asked_about(&view.left_out);
    if let Some(kind) = report.obligations.iter().find(|one| one.state == CheckState::Violated).map(|one| &one.kind) {
        let kind = KindPage::of(kind).word;
        let _ = writeln!(out, "`cairn explain {kind}` says what that means, and how it is mended.");
    }
    out + &closing(report)
}

/// What was found from each entry, a line each; nothing where there is but one program.
pub fn entries(all: &[(String, String)], view: &View) -> String {
    let most = if view.list { all.len() } else { ENTRIES_SHOWN };
    let mut out: String = all.iter().take(most).map(|(name, said)| format!("{name}: {said}\n")).collect();
    let more = all.len().saturating_sub(most);
    if more > 0 {
        let _ = writeln!(out, "… {more} more (--list shows all)");
    }
    if !out.is_empty() {
        out.push('\n');
    }
    out
}

/// Checks that were not asked about, in a line; nothing where less was asked.
pub fn not_asked_about(left_out: &[&str]) -> String {
    match left_out {
        [] => String::new(),
        _ => format!("Not asked about, as --check would add it: {}.\n", left_out.join(", ")),
    }
}

/// Text of obligations, the worst first.
pub fn listed(report: &CheckReport, view: &View) -> String {
    let mut out = String::new();
    let show = |out: &mut String, row: &[&CheckedObligation]| obligation(out, row, view.executions);
    let mut violated = access_rows(report, CheckState::Violated, view.list);
    if !view.list {
        // What a shell shows comes first.
        violated.sort_by_key(|row| row.iter().all(|one| one.command_line.is_none()));
    }
    let most = if view.list { violated.len() } else { VIOLATIONS_SHOWN };
    violated.iter().take(most).for_each(|row| show(&mut out, row));
    let more = violated.len().saturating_sub(most);
    if more > 0 {
        let _ = writeln!(out, "… {more} more violated (--list shows all)");
    }
    if view.list {
        for state in [CheckState::Needs, CheckState::Unknown, CheckState::Unreachable, CheckState::Proved] {
            access_rows(report, state, true).iter().for_each(|row| show(&mut out, row));
        }
        out += &suppressions::list(report);
    } else {
        let open = causes::render(report);
        if !out.is_empty() && !open.is_empty() {
            out.push('\n');
        }
        out += &open;
    }
    out + &suppressions::warnings(report)
}

/// A row without its place, as it is shown at that place.
pub fn row_text(all: &[&CheckedObligation]) -> String {
    let mut out = String::new();
    obligation(&mut out, all, false);
    let place = all.first().and_then(|one| one.at.as_ref()).map(|at| format!("{at}: ")).unwrap_or_default();
    out.strip_prefix(&place).unwrap_or(&out).trim_end().to_owned()
}

/// Assumption of proofs, a sentence without a full stop.
pub fn assumption(assumed: &CheckAssumption) -> String {
    let names = assumed.names.iter().take(NAMES_SHOWN).map(String::as_str).collect::<Vec<_>>().join(", ");
    let more = assumed.names.len().saturating_sub(NAMES_SHOWN);
    let more = if more == 0 { String::new() } else { format!(", and {more} more") };
    let colon = if names.is_empty() { "" } else { ": " };
    format!("{}{colon}{names}{more}", assumed.text)
}

/// Assumptions of the proofs, coverage of executions, and the sum.
pub fn closing(report: &CheckReport) -> String {
    let mut out = String::new();
    for assumed in &report.assumptions {
        let _ = writeln!(out, "Assumption: {}.", assumption(assumed));
    }
    for ((by, reason), count) in suppressions::reasons(report) {
        let _ = writeln!(out, "Suppressed by {by}: {count} (reason: {reason}).");
    }
    out + &report.coverage.text() + &sum(report)
}

/// How many there are of each state, in a line.
pub fn sum(report: &CheckReport) -> String {
    let count = report.obligations.len();
    format!(
        "{count} obligation{}: {} proved, {} violated, {}{} unknown, {} unreachable{}.\n",
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
        match report.count(CheckState::Suppressed) {
            0 => String::new(),
            suppressed => format!(", {suppressed} suppressed"),
        },
    )
}

/// One or several obligations of one access.
fn obligation(out: &mut String, all: &[&CheckedObligation], executions: bool) {
    let Some(one) = all.first() else { return };
    let place = one.at.as_ref().map(|at| format!("{at}: ")).unwrap_or_default();
    let change = one.change.as_deref().filter(|change| *change != "same");
    let change = change.map_or(String::new(), |change| format!(" ({change})"));
    let by = one.by.as_ref().map_or(String::new(), |by| format!(" by {by}"));
    // What is proved of a function by itself is proved of the arguments that its harness has.
    let up_to = one.up_to_elements.map_or(String::new(), |most| format!(" up to {most} elements"));
    let whoever = if one.every_caller { ", whoever calls" } else { "" };
    let _ = writeln!(out, "{place}{}{whoever}{up_to}{by}{change}: {}", one.state.word(), kinds_and_text(all));
    match (&one.steps, &one.inputs) {
        (Some(steps), _) if executions => {
            for line in steps.lines() {
                let _ = writeln!(out, "  {line}");
            }
        }
        (_, inputs) => {
            for line in story::values(one).iter().chain(inputs) {
                let _ = writeln!(out, "  {line}");
            }
        }
    }
    if let Some(line) = &one.command_line {
        let _ = writeln!(out, "  Run: {line}");
    }
    for need in needs(all) {
        let said = need.of_callers(&need.of);
        let _ = writeln!(out, "  C{}.", said.strip_prefix('c').unwrap_or(&said));
    }
    if let Some(known) = known(all) {
        let _ = writeln!(out, "  {known}");
    }
    for reason in reasons(all) {
        let _ = writeln!(out, "  Reason: {}. Next: {}.", reason.line, reason.next);
    }
}

/// Why several rows are open: of each what a user must know, the same one once.
pub fn reasons<'r>(all: &[&'r CheckedObligation]) -> Vec<&'r CheckReason> {
    let mut reasons: Vec<_> = all.iter().filter_map(|one| one.reasons.first()).collect();
    reasons.dedup();
    reasons
}

/// Needs of several rows, each once.
pub fn needs<'r>(all: &[&'r CheckedObligation]) -> Vec<&'r CheckedNeed> {
    let mut needs: Vec<&CheckedNeed> = Vec::new();
    for need in all.iter().flat_map(|one| &one.needs) {
        if !needs.contains(&need) {
            needs.push(need);
        }
    }
    needs
}

/// How many there are of each state, by something that they have in common.
struct Table<'r> {
    rows: BTreeMap<&'r str, BTreeMap<CheckState, usize>>,
    states: Vec<CheckState>,
}

impl<'r> Table<'r> {
    fn of(report: &'r CheckReport, of: impl Fn(&'r CheckedObligation) -> &'r str) -> Self {
        let states = CheckState::ALL.into_iter().filter(|state| !state.is_rare() || report.count(*state) > 0).collect();
        Self { rows: report.counts(of), states }
    }

    fn render(&self, heading: &str) -> String {
        let mut out = String::new();
        let shown: Vec<String> = self.rows.keys().map(|row| trace::one_line(row, WIDEST_NAME)).collect();
        let width = shown.iter().map(|row| row.chars().count()).chain([heading.len()]).max().unwrap_or(0);
        let _ = write!(out, "{heading:width$}");
        for state in &self.states {
            let _ = write!(out, "  {:>8}", state.word());
        }
        out.push('\n');
        for (row, counts) in shown.iter().zip(self.rows.values()) {
            let _ = write!(out, "{row:width$}");
            for state in &self.states {
                let _ = write!(out, "  {:>w$}", cell(counts.get(state).copied()), w = state.word().len().max(8));
            }
            out.push('\n');
        }
        out
    }

    /// The rows with something that is not proved, those with the most of it where they are many.
    fn render_unfinished(mut self, heading: &str) -> String {
        let all = self.rows.len();
        let open = |counts: &BTreeMap<CheckState, usize>| {
            let of = |state: CheckState| counts.get(&state).copied().unwrap_or(0);
            (of(CheckState::Violated), of(CheckState::Needs), of(CheckState::Unknown))
        };
        if all > FUNCTIONS_SHOWN {
            let mut worst: Vec<&str> =
                self.rows.keys().copied().filter(|row| open(&self.rows[row]) != (0, 0, 0)).collect();
            worst.sort_by_key(|row| std::cmp::Reverse(open(&self.rows[row])));
            worst.truncate(FUNCTIONS_SHOWN);
            self.rows.retain(|row, _| worst.contains(row));
        }
        let left = all - self.rows.len();
        let mut out = if self.rows.is_empty() { String::new() } else { self.render(heading) };
        if left > 0 {
            let _ = writeln!(out, "… {left} more {heading}{} (--list shows all)", if left == 1 { "" } else { "s" });
        }
        out
    }
}

pub fn cell(count: Option<usize>) -> String {
    count.filter(|count| *count > 0).map_or_else(|| "-".to_owned(), |count| count.to_string())
}
