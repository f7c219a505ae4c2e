//! `cairn check --report DIR`: a page for each file, with a mark for each obligation at its line, and one that lists the files.
//!
//! Everything is in the pages: no network, and no other file. What is shown of an obligation is what the other outputs show; of
//! a violation it is the execution. Invariant: no text of a program gets into a page without being escaped.

use super::report::{CheckReport, CheckState, CheckedObligation, count};
use super::text;
use crate::exit::InputError;
use cairn_base::markup::escaped;
use cairn_report::template::fill;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

const TEMPLATE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// Makes the folder, so that a run does not end with a page that cannot be written.
///
/// # Errors
/// It cannot be made, or written to.
pub fn prepare(folder: &Path) -> Result<(), InputError> {
    let cannot = |why: std::io::Error| InputError::new(format!("cannot write {}: {why}", folder.display()));
    std::fs::create_dir_all(folder).map_err(cannot)?;
    std::fs::write(folder.join("index.html"), "").map_err(cannot)
}

/// Writes the pages: the report, and its rows by what they were checked from, each with a name.
///
/// # Errors
/// A page cannot be written.
pub fn write(folder: &Path, report: &CheckReport, entries: &[(String, String)]) -> Result<(), InputError> {
    let mut files: BTreeMap<&str, Vec<&CheckedObligation>> = BTreeMap::new();
    for one in &report.obligations {
        files.entry(one.at.as_ref().map_or("", |at| &at.file)).or_default().push(one);
    }
    for file in report.coverage.lines.keys() {
        files.entry(file).or_default();
    }
    files.remove("");
    let mut names: BTreeSet<String> = BTreeSet::from(["index.html".to_owned()]);
    let mut body = String::from("<h2>Files</h2><div class=wide><table><tr><th>file<th class=number>obligations");
    for state in CheckState::ALL {
        let _ = write!(body, "<th class=number>{}", state.word());
    }
    body += "<th>";
    for (file, all) in &files {
        let mut name = format!("{}.html", file.trim_start_matches(['/', '.']).replace(['/', '\\'], "-"));
        while !names.insert(name.clone()) {
            name.insert(0, '_');
        }
        let _ =
            write!(body, "<tr><td><a href=\"{}\">{}</a><td class=number>{}", escaped(&name), escaped(file), all.len());
        for state in CheckState::ALL {
            let _ = write!(body, "<td class=number>{}", text::cell(Some(count(all, state))));
        }
        let _ = write!(body, "<td>{}", bar(all));
        save(folder, &name, &page(file, &sums(all), &file_body(file, all, report)))?;
    }
    body += "</table></div>";
    if !entries.is_empty() {
        body += "<h2>Checked from</h2><div class=wide><table>";
        for (entry, said) in entries {
            let _ = write!(body, "<tr><td>{}<td>{}", escaped(entry), escaped(said));
        }
        body += "</table></div>";
    }
    body += "<h2>What the proofs stand on</h2>";
    for line in text::closing(report).lines() {
        let _ = write!(body, "<p>{}</p>", escaped(line));
    }
    save(folder, "index.html", &page("Checks", &text::sum(report), &body))
}

fn save(folder: &Path, name: &str, page: &str) -> Result<(), InputError> {
    let path = folder.join(name);
    std::fs::write(&path, page).map_err(|why| InputError::new(format!("cannot write {}: {why}", path.display())))
}

fn page(heading: &str, sum: &str, body: &str) -> String {
    fill(TEMPLATE, |name, page| match name {
        "style" => page.push_str(STYLE),
        "script" => page.push_str(SCRIPT),
        "title" | "heading" => page.push_str(&escaped(heading)),
        "sum" => page.push_str(&escaped(sum)),
        "body" => page.push_str(body),
        "version" => page.push_str(env!("CARGO_PKG_VERSION")),
        _ => {}
    })
}

fn sums(all: &[&CheckedObligation]) -> String {
    CheckState::ALL
        .iter()
        .map(|state| format!("{} {}", count(all, *state), state.word()))
        .collect::<Vec<_>>()
        .join(", ")
}

/// The shares of the states.
fn bar(all: &[&CheckedObligation]) -> String {
    let mut bar = String::from("<div class=bar>");
    for state in CheckState::ALL {
        // Hundredths of a per cent: no floating-point number is needed.
        let share = count(all, state) * 10_000 / all.len().max(1);
        let _ = write!(bar, "<i class={} style=\"width:{}.{:02}%\"></i>", state.word(), share / 100, share % 100);
    }
    bar + "</div>"
}

/// The text of a file with its obligations; without the text where it cannot be read.
fn file_body(file: &str, all: &[&CheckedObligation], report: &CheckReport) -> String {
    let mut body = String::from("<p><a href=\"index.html\">all files</a></p>");
    let kinds: BTreeSet<&str> = all.iter().map(|one| &*one.kind).collect();
    body += "<fieldset><legend>State</legend>";
    for state in CheckState::ALL {
        // What is proved is many and needs no reader: its marks show it.
        let checked = if state == CheckState::Proved { "" } else { " checked" };
        let word = state.word();
        let _ = write!(body, "<label><input type=checkbox value=\"state {word}\"{checked}> {word}</label>");
    }
    body += "</fieldset><fieldset><legend>Kind</legend>";
    for kind in kinds {
        let kind = escaped(kind);
        let _ = write!(body, "<label><input type=checkbox value=\"kind {kind}\" checked> {kind}</label>");
    }
    body += "</fieldset><div id=source>";
    let mut at: BTreeMap<u32, Vec<&CheckedObligation>> = BTreeMap::new();
    for one in all {
        at.entry(one.at.as_ref().map_or(0, |at| at.line)).or_default().push(one);
    }
    let reached = report.coverage.lines.get(file);
    let source = std::fs::read(file).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
    let last = at.keys().last().copied().unwrap_or(0).max(u32::try_from(source.lines().count()).unwrap_or(0));
    let mut lines = source.lines();
    for number in 1..=last {
        let here = at.get(&number).map_or(&[][..], Vec::as_slice);
        let line = lines.next().unwrap_or("");
        let never = reached.and_then(|lines| lines.get(&number)) == Some(&false);
        let class = if never { "row never" } else { "row" };
        let _ =
            write!(body, "<div class=\"{class}\" id=L{number}><span class=number>{number}</span><span class=marks>");
        for one in here {
            let word = one.state.word();
            let _ = write!(body, "<b class={word} title=\"{}: {word}\"></b>", escaped(&one.kind));
        }
        let _ = write!(body, "</span><code>{}</code></div>", escaped(line));
        here.iter().for_each(|one| obligation(&mut body, one));
    }
    body + "</div>"
}

fn obligation(body: &mut String, one: &CheckedObligation) {
    let (word, kind) = (one.state.word(), escaped(&one.kind));
    let by = one.by.as_ref().map_or(String::new(), |by| format!(" by {}", escaped(by)));
    let _ = write!(
        body,
        "<div class=\"obligation {word}\" data-state={word} data-kind=\"{kind}\">{kind} {word}{by}: <code>{}</code>",
        escaped(&one.text)
    );
    if let Some(reason) = one.reasons.first() {
        let _ = write!(body, "<p>{}. Next: {}.</p>", escaped(&reason.line), escaped(&reason.next));
    }
    if !one.known.is_empty() {
        let _ = write!(body, "<p>Known: {}.</p>", escaped(&one.known.join("; ")));
    }
    for need in &one.needs {
        let _ =
            write!(body, "<p>callers of {} must ensure <code>{}</code></p>", escaped(&need.of), escaped(&need.clause));
    }
    if let Some(steps) = &one.steps {
        let _ = write!(
            body,
            "<details><summary>an execution that violates it</summary><pre>{}</pre></details>",
            escaped(steps)
        );
    }
    *body += "</div>";
}
