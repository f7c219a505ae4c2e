//! The open obligations, by their causes: a paragraph a cause with its count, what would help, and a few of its rows.
//!
//! A large program has hundreds of open rows and a handful of causes; what a user can do is the same for all rows of a cause. Why a few rows
//! are shown all the same: what is known of the values there often says at once what is missing.

use super::access_rows::{access_rows, known, named};
use super::report::{CheckReason, CheckReport, CheckState, CheckedObligation};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Rows of a cause that are shown.
pub const SHOWN: usize = 3;
const CAUSES: usize = 12;

/// The rows that are open for one reason.
pub struct OpenCause<'r> {
    /// The reason, a sentence without a full stop.
    pub text: &'r str,
    /// Next step, a sentence without a full stop; perhaps empty.
    pub next: &'r str,
    /// Those of one access together.
    pub rows: Vec<Vec<&'r CheckedObligation>>,
}

/// The causes, the one with the most rows first.
pub fn causes(report: &CheckReport) -> Vec<OpenCause<'_>> {
    let mut all: Vec<OpenCause<'_>> = Vec::new();
    for row in access_rows(report, CheckState::Unknown, false) {
        let reason = row.first().and_then(|one| one.reasons.first());
        let (text, next) = reason.map_or(("it was not decided", ""), |reason| (&reason.text, &reason.next));
        match all.iter_mut().find(|cause| (cause.text, cause.next) == (text, next)) {
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

/// All that is open, for people; nothing where nothing is.
pub fn render(report: &CheckReport) -> String {
    let all = causes(report);
    if all.is_empty() {
        return String::new();
    }
    let mut out = "Open, by cause (--list shows each):\n".to_owned();
    all.iter().take(CAUSES).for_each(|cause| cause.render(&mut out));
    let (causes, rows) =
        (all.len().saturating_sub(CAUSES), all.iter().skip(CAUSES).map(OpenCause::count).sum::<usize>());
    if causes > 0 {
        let _ = writeln!(out, "{rows:>5}  for {causes} other causes");
    }
    out
}
