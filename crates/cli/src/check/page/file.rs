//! The page of a file: its text, with a mark in front of each line that has an obligation, and below the line what is known of it.
//!
//! Marks have a column of their own, so that none is in front of the code. The code scrolls sideways in its box, and what is said of a finding
//! stays in view. The text is what the file has now; without it, where it cannot be read, the findings stand alone.

use super::super::report::{CheckState, CheckedObligation};
use super::finding::PageFinding;
use super::table::bar;
use super::{PageParts, Pages, file_of, filters, html, sums};
use std::collections::BTreeMap;
use std::fmt::Write;

/// A file of more lines has its violations listed beside them.
const LONG: u32 = 50;
/// Letters of a line that are shown.
const LINE_MOST: usize = 1000;

pub fn page(file: &str, pages: &Pages<'_>) -> String {
    let all: Vec<&CheckedObligation> = pages.report.obligations.iter().filter(|one| file_of(one) == file).collect();
    let mut at: BTreeMap<u32, Vec<&PageFinding<'_>>> = BTreeMap::new();
    for finding in &pages.findings {
        if let Some(place) = finding.first().and_then(|one| one.at.as_ref()).filter(|at| at.file == file) {
            at.entry(place.line).or_default().push(finding);
        }
    }
    // What is proved is many and needs no reader: its marks show it.
    let mut body = filters(&all, |state| !matches!(state, CheckState::Proved | CheckState::Unreachable));
    body += &bar(&all);
    let reached = pages.report.coverage.lines.get(file);
    if reached.is_some_and(|lines| lines.values().any(|is_reached| !is_reached)) {
        body += "<p>No execution comes to a line that is <span class=never>grey and slanted</span>.</p>";
    }
    let source = std::fs::read(file).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
    let last = at.keys().last().copied().unwrap_or(0).max(u32::try_from(source.lines().count()).unwrap_or(0));
    body += "<div class=beside>";
    if last > LONG {
        violations(&mut body, &pages.violations(file));
    }
    body += "<div id=source tabindex=0 role=region aria-label=\"The text with its findings\">";
    let mut lines = source.lines();
    for number in 1..=last {
        let here = at.get(&number).map_or(&[][..], Vec::as_slice);
        let is_never = reached.and_then(|lines| lines.get(&number)) == Some(&false);
        let class = if is_never { "row never" } else { "row" };
        let _ = write!(body, "<div class=\"{class}\" id=L{number}><span class=number>{number}</span>{}", mark(here));
        let _ = writeln!(body, "<code>{}</code></div>", html(&cut(lines.next().unwrap_or(""))));
        here.iter().for_each(|finding| finding.unfolded(&mut body, pages));
    }
    body += "</div></div>";
    let short = file.strip_prefix(&pages.root).unwrap_or(file);
    super::page(&PageParts {
        title: short,
        heading: short,
        above: "<nav aria-label=\"Pages\"><a href=\"index.html\">All findings</a></nav>",
        sum: &sums(&all),
        body: &body,
    })
}

/// The list of the violations of a long file: their lines, kinds and texts.
fn violations(body: &mut String, all: &[&PageFinding<'_>]) {
    if all.is_empty() {
        return;
    }
    *body += "<nav id=violations aria-labelledby=listed><h2 id=listed>Violated</h2><ul class=plain>";
    for finding in all {
        let Some(one) = finding.first() else { continue };
        let line = one.at.as_ref().map_or(0, |at| at.line);
        let (anchor, kind, text) = (html(&finding.anchor), html(&one.kind), html(&cut(&one.text)));
        let _ = write!(body, "<li><a href=\"#{anchor}\">{line}: {kind}</a> <code>{text}</code></li>");
    }
    *body += "</ul></nav>";
}

/// Mark before a line: the worst of its findings by its kind, how many more are in that state, and a link to it.
fn mark(here: &[&PageFinding<'_>]) -> String {
    let worst = CheckState::BY_NEED.iter().find_map(|state| here.iter().find(|finding| finding.state() == *state));
    let Some(worst) = worst else { return "<span class=marks></span>".to_owned() };
    let state = worst.state();
    let first = worst.first().map_or("", |one| &one.kind);
    let same = here.iter().filter(|finding| finding.state() == state);
    let more = same.map(|finding| finding.row.len()).sum::<usize>() - 1;
    let more = if more == 0 { String::new() } else { format!(" +{more}") };
    let (word, anchor) = (state.word(), html(&worst.anchor));
    format!(
        "<span class=marks><a class={word} href=\"#{anchor}\"><span aria-hidden=true>{}</span> <span class=spoken>{word}:</span> \
         <span class=kind>{}</span>{more}</a></span>",
        sign(state),
        html(first)
    )
}

/// A state as a sign: its colour alone would tell nothing to who cannot see it.
const fn sign(state: CheckState) -> &'static str {
    match state {
        CheckState::Violated => "✗",
        CheckState::Needs => "↑",
        CheckState::Unknown => "?",
        CheckState::Suppressed => "○",
        CheckState::Unreachable => "∅",
        CheckState::Proved => "✓",
    }
}

fn cut(line: &str) -> String {
    match line.char_indices().nth(LINE_MOST) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    }
}
