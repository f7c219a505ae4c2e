//! The first page: what there is to do, in the order in which it is to be done.
//!
//! Violations come first, each with what makes it happen; then what callers must ensure; then what is open, by its cause as in the output for the
//! terminal; then what is suppressed; then the tables. Why not the table of files first: a file is only where something is, and a reader wants to know
//! what.

use super::super::causes::{self, OpenCause};
use super::super::report::{CheckState, CheckedObligation};
use super::super::text;
use super::finding::{PageFinding, listed};
use super::history::ReportHistory;
use super::table::{self, TableRow, bar};
use super::{PageParts, Pages, file_of, filters, html};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Rows of a cause on this page; the others are on the pages of their files.
const ROWS_OF_CAUSE: usize = 200;
/// Files that are named where the rows of a cause are more.
const FILES_OF_CAUSE: usize = 30;

/// The page; `entries` are what the rows were checked from, with what was found from each.
pub fn page(entries: &[(String, String)], pages: &Pages<'_>, history: &ReportHistory, left_out: &[&str]) -> String {
    let report = pages.report;
    let all: Vec<&CheckedObligation> = report.obligations.iter().collect();
    let mut body = filters(&all, |_| true);
    body += &bar(&all);
    violations(&mut body, pages);
    needs(&mut body, pages);
    open(&mut body, pages);
    suppressed(&mut body, pages);
    history.render(&mut body);
    tables(&mut body, pages);
    if !entries.is_empty() {
        body += "<section><h2>Checked from</h2><ul class=plain>";
        for (entry, said) in entries {
            let _ = write!(body, "<li>{}: {}</li>", pages.said(entry), pages.said(said));
        }
        body += "</ul></section>";
    }
    body += "<section><h2>What the proofs stand on</h2>";
    let not_asked = text::not_asked_about(left_out);
    for line in not_asked.lines().chain(text::closing(report).lines()) {
        let _ = write!(body, "<p>{}</p>", pages.said(line));
    }
    body += "</section>";
    let (violated, unknown) = (report.count(CheckState::Violated), report.count(CheckState::Unknown));
    super::page(&PageParts {
        title: &format!("Checks: {violated} violated, {unknown} unknown"),
        heading: "Checks",
        above: "",
        sum: text::sum(report).trim_end(),
        body: &body,
    })
}

fn violations(body: &mut String, pages: &Pages<'_>) {
    let all: Vec<&PageFinding<'_>> = pages.with_state(CheckState::Violated).collect();
    if all.is_empty() {
        *body += "<section><h2>Violated</h2><p>Nothing that was checked is violated.</p></section>";
        return;
    }
    let _ = write!(body, "<section data-group id=violated><h2>Violated: {}</h2><ul class=findings>", all.len());
    all.iter().for_each(|finding| listed(body, &finding.row, pages, |_| {}));
    *body += "</ul></section>";
}

/// Rows that need the same are together.
fn needs(body: &mut String, pages: &Pages<'_>) {
    let mut groups: BTreeMap<Vec<(&str, &str)>, Vec<&PageFinding<'_>>> = BTreeMap::new();
    for finding in pages.with_state(CheckState::Needs) {
        let key = text::needs(&finding.row).into_iter().map(|need| (need.of.as_str(), need.clause.as_str())).collect();
        groups.entry(key).or_default().push(finding);
    }
    if groups.is_empty() {
        return;
    }
    let count = pages.report.count(CheckState::Needs);
    let _ = write!(body, "<section data-group id=needs><h2>What callers must ensure: {count}</h2><ul class=findings>");
    for finding in groups.values().flatten() {
        listed(body, &finding.row, pages, |_| {});
    }
    *body += "</ul></section>";
}

fn open(body: &mut String, pages: &Pages<'_>) {
    let causes = causes::causes(pages.report);
    if causes.is_empty() {
        return;
    }
    let count = pages.report.count(CheckState::Unknown);
    let _ = write!(body, "<section data-group id=unknown><h2>Open, by cause: {count}</h2>");
    causes.iter().for_each(|cause| one_cause(body, cause, pages));
    *body += "</section>";
}

fn one_cause(body: &mut String, cause: &OpenCause<'_>, pages: &Pages<'_>) {
    let _ = write!(body, "<section data-group><h3>{}: {}</h3>", cause.count(), pages.said(&cause.text));
    if !cause.next.is_empty() {
        let _ = write!(body, "<p>Next: {}.</p>", pages.said(cause.next));
    }
    let _ = write!(body, "<p>{}</p><ul class=findings>", html(&cause.kinds()));
    let row = |body: &mut String, row: &Vec<&CheckedObligation>| {
        listed(body, row, pages, |body| {
            if let Some(reason) = causes::elsewhere(row) {
                let _ = write!(body, "<p>Reason: {}.</p>", pages.said(&reason.line));
            }
        });
    };
    let (first, rest) = cause.rows.split_at(cause.rows.len().min(causes::SHOWN));
    first.iter().for_each(|one| row(body, one));
    *body += "</ul>";
    if !rest.is_empty() {
        let _ = write!(body, "<details class=rest><summary>{} more</summary><ul class=findings>", rest.len());
        rest.iter().take(ROWS_OF_CAUSE).for_each(|one| row(body, one));
        *body += "</ul>";
        if rest.len() > ROWS_OF_CAUSE {
            *body += "<p>The others are on the pages of their files: ";
            let files = cause.files();
            let named: Vec<String> = files.iter().take(FILES_OF_CAUSE).map(|of| file_link(of.0, pages)).collect();
            let more = files.len().saturating_sub(FILES_OF_CAUSE);
            let more = if more == 0 { String::new() } else { format!(", and {more} more") };
            let _ = write!(body, "{}{more}.</p>", named.join(", "));
        }
        *body += "</details>";
    }
    *body += "</section>";
}

fn suppressed(body: &mut String, pages: &Pages<'_>) {
    let count = pages.report.count(CheckState::Suppressed);
    let warnings = &pages.report.suppression_warnings;
    if count == 0 && warnings.is_empty() {
        return;
    }
    let _ = write!(body, "<section data-group id=suppressed><h2>Suppressed: {count}</h2>");
    for warning in warnings {
        let _ = write!(body, "<p>Warning: {}.</p>", pages.said(warning));
    }
    *body += "<ul class=findings>";
    pages.with_state(CheckState::Suppressed).for_each(|finding| listed(body, &finding.row, pages, |_| {}));
    *body += "</ul></section>";
}

/// The page of a file, where its first violation is.
fn file_link(file: &str, pages: &Pages<'_>) -> String {
    match pages.names.get(file) {
        Some(name) => {
            let first = pages.violations(file).first().map_or(String::new(), |one| format!("#{}", html(&one.anchor)));
            format!("<a href=\"{}{first}\">{}</a>", html(name), pages.said(file))
        }
        None => pages.said(file),
    }
}

/// Files and functions with their obligations. A file without one has no page, and is only counted.
fn tables(body: &mut String, pages: &Pages<'_>) {
    let mut files: BTreeMap<&str, Vec<&CheckedObligation>> = BTreeMap::new();
    let mut functions: BTreeMap<(&str, &str), Vec<&CheckedObligation>> = BTreeMap::new();
    for one in &pages.report.obligations {
        files.entry(file_of(one)).or_default().push(one);
        functions.entry((file_of(one), &one.function)).or_default().push(one);
    }
    files.remove("");
    let rows: Vec<TableRow<'_>> =
        files.iter().map(|(file, all)| TableRow { names: vec![file_link(file, pages)], all: all.clone() }).collect();
    table::render(body, "Files", &["file"], rows, pages);
    let without = pages.report.coverage.lines.keys().filter(|file| !files.contains_key(file.as_str())).count();
    if without > 0 {
        let s = if without == 1 { "" } else { "s" };
        let _ = write!(body, "<p>{without} file{s} without an obligation.</p>");
    }
    let row = |((file, function), all): (&(&str, &str), &Vec<_>)| {
        let first = all.iter().filter_map(|one: &&CheckedObligation| one.at.as_ref()).map(|at| at.line).min();
        let name = match (pages.names.get(file), first) {
            (Some(page), Some(line)) => format!("<a href=\"{}#L{line}\">{}</a>", html(page), html(function)),
            _ => html(function),
        };
        TableRow { names: vec![name, pages.said(file)], all: all.clone() }
    };
    let rows: Vec<TableRow<'_>> = functions.iter().map(row).collect();
    table::render(body, "Functions", &["function", "file"], rows, pages);
}
