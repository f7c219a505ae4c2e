//! Tables of functions and files: how many obligations have each state, as numbers and as a bar.
//!
//! The bar is beside the numbers and not in place of them: colours alone tell nothing to who cannot see them.

use super::super::report::{CheckState, CheckedObligation, count};
use super::super::text::cell;
use super::{Pages, filtered_by, sums};
use std::fmt::Write;

/// The states from the left to the right of a bar.
const OF_BAR: [CheckState; 6] = [
    CheckState::Proved,
    CheckState::Unreachable,
    CheckState::Suppressed,
    CheckState::Needs,
    CheckState::Unknown,
    CheckState::Violated,
];

/// States in order from the worst.
const WORST: [CheckState; 3] = [CheckState::Violated, CheckState::Needs, CheckState::Unknown];

/// A row: what names it, as cells of markup, and its obligations.
pub struct TableRow<'r> {
    /// As many as there are headings.
    pub names: Vec<String>,
    /// At least one.
    pub all: Vec<&'r CheckedObligation>,
}

/// A table with its heading, the rows with the worst first. The script makes the headings of its columns sort.
pub fn render(out: &mut String, title: &str, headings: &[&str], mut rows: Vec<TableRow<'_>>, pages: &Pages<'_>) {
    // Stable: among equal ones the order of the names.
    rows.sort_by_key(|row| std::cmp::Reverse(WORST.map(|state| count(&row.all, state))));
    let is_there = |state: &CheckState| !state.is_rare() || pages.report.count(*state) > 0;
    let states: Vec<CheckState> = CheckState::BY_NEED.into_iter().filter(is_there).collect();
    let _ = write!(
        out,
        "<section data-group><h2>{title}</h2><div class=wide tabindex=0 role=region aria-label=\"{title}\"><table><thead><tr>"
    );
    headings.iter().for_each(|heading| _ = write!(out, "<th scope=col>{heading}</th>"));
    *out += "<th scope=col class=number>all</th>";
    states.iter().for_each(|state| _ = write!(out, "<th scope=col class=number>{}</th>", state.word()));
    *out += "<th scope=col class=bars>shares</th></tr></thead><tbody>";
    for row in &rows {
        let _ = write!(out, "<tr data-has=\"{}\">", filtered_by(row.all.iter().copied()));
        row.names.iter().for_each(|name| _ = write!(out, "<td>{name}</td>"));
        let _ = write!(out, "<td class=number>{}</td>", row.all.len());
        for state in &states {
            let _ = write!(out, "<td class=number>{}</td>", cell(Some(count(&row.all, *state))));
        }
        let _ = write!(out, "<td class=bars>{}</td></tr>", bar(&row.all));
    }
    *out += "</tbody></table></div></section>";
}

pub fn bar(all: &[&CheckedObligation]) -> String {
    let mut bar = format!("<div class=bar role=img aria-label=\"{}\">", sums(all));
    for state in OF_BAR.into_iter().filter(|state| count(all, *state) > 0) {
        // Hundredths of a per cent: no floating-point number is needed.
        let share = count(all, state) * 10_000 / all.len().max(1);
        let _ = write!(bar, "<i class={} style=\"width:{}.{:02}%\"></i>", state.word(), share / 100, share % 100);
    }
    bar + "</div>"
}
