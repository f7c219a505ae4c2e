//! The text about one finding: the rows of one access that are in the same state.
//!
//! The page that lists findings and the page of a file say the same of it, but for the execution, which stands where the code is.

use super::super::access_rows::known_values;
use super::super::report::{CheckState, CheckedObligation};
use super::super::{story, text};
use super::{Pages, filtered_by, html, kind};
use std::fmt::Write;

/// The rows of one access.
pub struct PageFinding<'r> {
    /// At least one.
    pub row: Vec<&'r CheckedObligation>,
    /// Target of links on the page of its file.
    pub anchor: String,
}

impl<'r> PageFinding<'r> {
    /// The first row.
    pub fn first(&self) -> Option<&'r CheckedObligation> {
        self.row.first().copied()
    }

    /// The state of all its rows.
    pub fn state(&self) -> CheckState {
        self.first().map_or(CheckState::Unknown, |one| one.state)
    }

    /// The finding on the page of its file: a line, and below it what is known. What a reader must do something about is unfolded.
    pub fn unfolded(&self, out: &mut String, pages: &Pages<'_>) {
        let Some(one) = self.first() else { return };
        let state = self.state();
        let open = if matches!(state, CheckState::Violated | CheckState::Needs) { " open" } else { "" };
        let _ = write!(
            out,
            "<details class=\"finding {word}\" id=\"{anchor}\" data-has=\"{has}\"{open}><summary>{head} in {function}: \
             <code>{text}</code></summary>",
            word = state.word(),
            anchor = html(&self.anchor),
            has = filtered_by(self.row.iter().copied()),
            head = head(&self.row, pages),
            function = html(&one.function),
            text = html(&one.text)
        );
        let mut known = String::new();
        facts(&mut known, &self.row, pages);
        reasons(&mut known, &self.row, pages);
        if let Some(steps) = &one.steps {
            let without = if state == CheckState::Needs { " without that" } else { "" };
            let _ = write!(known, "<p>An execution that violates it{without}:</p><pre>{}</pre>", pages.said(steps));
        }
        *out += if known.is_empty() { "<p>Nothing more is known.</p>" } else { &known };
        *out += "</details>";
    }
}

/// The finding in a list, with a link to its place.
pub fn listed(out: &mut String, row: &[&CheckedObligation], pages: &Pages<'_>, more: impl FnOnce(&mut String)) {
    let Some(one) = row.first() else { return };
    let _ = write!(
        out,
        "<li class=\"finding {word}\" data-has=\"{has}\"><p>{head} in {function} {link}</p><p class=text><code>{text}</code></p>",
        word = one.state.word(),
        has = filtered_by(row.iter().copied()),
        head = head(row, pages),
        function = html(&one.function),
        link = pages.link(one),
        text = html(&one.text)
    );
    facts(out, row, pages);
    more(out);
    *out += "</li>";
}

fn kinds(row: &[&CheckedObligation], pages: &Pages<'_>) -> String {
    row.iter().map(|one| kind::link(&one.kind, pages)).collect::<Vec<_>>().join(", ")
}

fn head(row: &[&CheckedObligation], pages: &Pages<'_>) -> String {
    let Some(one) = row.first() else { return String::new() };
    let word = one.state.word();
    let change = one.change.as_deref().filter(|change| *change != "same");
    let change = change.map_or(String::new(), |change| format!(" ({})", html(change)));
    format!("<span class=state>{word}</span>{change} <b>{}</b>", kinds(row, pages))
}

/// Facts about it, but for reasons and the execution.
fn facts(out: &mut String, row: &[&CheckedObligation], pages: &Pages<'_>) {
    let Some(one) = row.first() else { return };
    if let Some(suppressed) = &one.suppressed {
        let (state, reason, by) = (suppressed.state.word(), html(&suppressed.reason), pages.said(&suppressed.by));
        let _ = write!(out, "<p>It would be {state}. Allowed by {by}: {reason}</p>");
    }
    for need in text::needs(row) {
        let (of, clause) = (pages.said(&need.of), html(&need.sentence()));
        let _ = match need.clause.is_empty() {
            true => write!(out, "<p>Callers of {of} must not make the call <code>{}</code></p>", html(&need.not_call)),
            false => write!(out, "<p>Callers of {of} must ensure <code>{clause}</code></p>"),
        };
    }
    if let Some(by) = &one.by {
        let with = if one.state == CheckState::Needs { "With that p" } else { "P" };
        let up_to = one.up_to_elements.map_or(String::new(), |most| format!(", up to {most} elements"));
        let _ = write!(out, "<p>{with}roved by {}{up_to}.</p>", html(by));
    }
    // Of what callers must ensure: an execution that shows that it does not hold without.
    let (values, inputs) = (story::values(one), &one.inputs);
    if one.state == CheckState::Needs && (values.is_some() || inputs.is_some()) {
        *out += "<p>Without that an execution violates it:</p>";
    }
    for line in values.iter().chain(inputs) {
        let _ = write!(out, "<p>{}</p>", html(line));
    }
    if let Some(line) = &one.command_line {
        let _ = write!(out, "<p>Run: <code>{}</code></p>", html(line));
    }
    let known = known_values(row);
    if !known.is_empty() {
        let _ = write!(out, "<p>Known: {}.</p>", pages.said(&known.join("; ")));
    }
}

fn reasons(out: &mut String, row: &[&CheckedObligation], pages: &Pages<'_>) {
    for reason in text::reasons(row) {
        let _ = write!(out, "<p>{}. Next: {}.</p>", pages.said(&reason.line), pages.said(&reason.next));
    }
}
