//! The obligations that are not settled, in groups: those that callers must ensure something for by what that is, the open ones by their causes. A
//! paragraph each with its count, what would help, and a few of its rows.
//!
//! A large program has hundreds of open rows and a handful of causes; what a user can do is the same for all rows of a cause. Why a few rows
//! are shown all the same: what is known of the values there often says at once what is missing.

use super::access_rows::{access_rows, known, named};
use super::report::{CheckReason, CheckReport, CheckState, CheckedObligation};
use super::text;
use crate::report::trace;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Rows of a cause that are shown.
pub const SHOWN: usize = 3;
const CAUSES: usize = 12;
/// Letters of a call that are shown: one may have dozens of arguments.
const WIDEST_CALL: usize = 160;
/// Needs of callers that are shown, those that most rows hang on.
const NEEDS: usize = 3;

/// The rows that are open for one reason, or that callers must ensure one thing for.
pub struct OpenCause<'r> {
    /// The reason, a sentence without a full stop.
    pub text: Cow<'r, str>,
    /// Next step, a sentence without a full stop; perhaps empty.
    pub next: &'r str,
    /// Those of one access together.
    pub rows: Vec<Vec<&'r CheckedObligation>>,
}

/// The causes, the one with the most rows first.
pub fn causes(report: &CheckReport) -> Vec<OpenCause<'_>> {
    groups(report, CheckState::Unknown, &|row| {
        let reason = row.first().and_then(|one| one.reasons.first());
        reason.map_or((Cow::Borrowed("it was not decided"), ""), |reason| (Cow::Borrowed(&reason.text), &reason.next))
    })
}

/// What callers must ensure, what most rows hang on first. Where no clause was found, by the function, behind the clauses.
fn needs(report: &CheckReport) -> Vec<OpenCause<'_>> {
    let mut all = groups(report, CheckState::Needs, &|row| {
        let all = text::needs(row);
        let without = all.iter().find(|need| need.clause.is_empty());
        let text = match without {
            Some(need) => format!("a call of {} that Cairn made up violates it, and no clause was found", need.of),
            None => {
                let of = |name: &str| {
                    let own = all.iter().filter(|need| need.of == name).map(|need| need.sentence());
                    format!("callers of {name} must ensure {}", own.collect::<Vec<_>>().join(" and "))
                };
                let mut names: Vec<&str> = all.iter().map(|need| need.of.as_str()).collect();
                names.dedup();
                names.into_iter().map(of).collect::<Vec<_>>().join("; ")
            }
        };
        (Cow::Owned(text), "")
    });
    let is_without = |row: &Vec<&CheckedObligation>| text::needs(row).iter().any(|need| need.clause.is_empty());
    all.sort_by_key(|cause| cause.rows.iter().any(is_without));
    all
}

/// What rows have in common: a text and a next step.
type Common<'r> = (Cow<'r, str>, &'r str);

/// The rows of a state by what they have in common, the most rows first.
fn groups<'r>(
    report: &'r CheckReport,
    state: CheckState,
    of: &dyn Fn(&[&'r CheckedObligation]) -> Common<'r>,
) -> Vec<OpenCause<'r>> {
    let mut all: Vec<OpenCause<'_>> = Vec::new();
    for row in access_rows(report, state, false) {
        let (text, next) = of(&row);
        match all.iter_mut().find(|cause| cause.text == text && cause.next == next) {
            Some(cause) => cause.rows.push(row),
            None => all.push(OpenCause { text, next, rows: vec![row] }),
        }
    }
    // Stable: among equal ones the order of the text.
    all.sort_by_key(|cause| std::cmp::Reverse(cause.count()));
    all
}

impl OpenCause<'_> {
    /// How many rows there are, each by itself.
    pub fn count(&self) -> usize {
        self.rows.iter().map(Vec::len).sum()
    }

    /// How many there are by something, the most first.
    fn by<'s>(&'s self, of: impl Fn(&'s CheckedObligation) -> &'s str) -> Vec<(&'s str, usize)> {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for one in self.rows.iter().flatten() {
            *counts.entry(of(one)).or_default() += 1;
        }
        let mut counts: Vec<_> = counts.into_iter().collect();
        counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        counts
    }

    /// How many rows there are of each kind, in a line.
    pub fn kinds(&self) -> String {
        let kinds: Vec<String> =
            self.by(|one| &one.kind).iter().map(|(kind, count)| format!("{kind} {count}")).collect();
        kinds.join(", ")
    }

    /// How many rows there are in each file, the most first; without a place they are in none.
    pub fn files(&self) -> Vec<(&str, usize)> {
        self.by(|one| one.at.as_ref().map_or("", |at| &at.file))
    }

    fn render(&self, out: &mut String) {
        let _ = writeln!(out, "{:>5}  {}", self.count(), self.text);
        if !self.next.is_empty() {
            let _ = writeln!(out, "       Next: {}.", self.next);
        }
        let files = self.files();
        let files = match files[..] {
            [(file, count), _, ..] if !file.is_empty() => format!("; {count} of them in {file}"),
            _ => String::new(),
        };
        let _ = writeln!(out, "       {}{files}", self.kinds());
        for row in self.rows.iter().take(SHOWN) {
            let _ = writeln!(out, "       {}", named(row));
            for need in text::needs(row).iter().filter(|need| need.clause.is_empty()) {
                let _ = writeln!(out, "         Not the call {}.", trace::one_line(&need.not_call, WIDEST_CALL));
            }
            if let Some(known) = known(row) {
                let _ = writeln!(out, "         {known}");
            }
            if let Some(reason) = elsewhere(row) {
                let _ = writeln!(out, "         Reason: {}.", reason.line);
            }
        }
        let rest: usize = self.rows.iter().skip(SHOWN).map(Vec::len).sum();
        if rest > 0 {
            let _ = writeln!(out, "       … {rest} more");
        }
    }
}

/// The reason of a row where it is elsewhere: then its place is part of what a user must know.
pub fn elsewhere<'r>(row: &[&'r CheckedObligation]) -> Option<&'r CheckReason> {
    let one = row.first()?;
    one.reasons.first().filter(|reason| reason.at.is_some() && reason.at != one.at)
}

/// All that is not settled, for people; nothing where nothing is.
pub fn render(report: &CheckReport) -> String {
    let mut out = String::new();
    section(&mut out, "What callers must ensure", &needs(report), (NEEDS, "needs"));
    section(&mut out, "Open, by cause", &causes(report), (CAUSES, "causes"));
    out
}

fn section(out: &mut String, heading: &str, all: &[OpenCause<'_>], (most, called): (usize, &str)) {
    if all.is_empty() {
        return;
    }
    let blank = if out.is_empty() { "" } else { "\n" };
    let _ = writeln!(out, "{blank}{heading} (--list shows each):");
    all.iter().take(most).for_each(|cause| cause.render(out));
    let (more, rows) = (all.len().saturating_sub(most), all.iter().skip(most).map(OpenCause::count).sum::<usize>());
    if more > 0 {
        let _ = writeln!(out, "{rows:>5}  for {more} other {called}");
    }
}
