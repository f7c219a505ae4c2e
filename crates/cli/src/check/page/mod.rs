//! `cairn check --report DIR`: a page that says what there is to do, and one for each file with a mark beside each line that has an obligation.
//!
//! Everything is in the pages: no network, and no other file. What is shown of an obligation is what the other outputs show; of a violation it is the
//! execution too. All text is in the markup, and the script only hides, sorts and focuses: so a page without script is complete, and a build server
//! that forbids scripts shows it. Why not data beside a script, as the page of a run has: that page draws, this one is read.
//!
//! Invariant: no text of a program gets into a page without being escaped.

mod file;
mod finding;
mod history;
mod index;
mod kind;
mod table;

use super::access_rows::access_rows;
use super::report::{CheckReport, CheckState, CheckedObligation, count};
use crate::exit::InputError;
use cairn_base::markup::escaped;
use cairn_report::template::{fill, shown};
use finding::PageFinding;
use history::ReportHistory;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

const TEMPLATE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// Letters of the name of a page: file systems have names of 255 bytes.
const NAME_MOST: usize = 150;

/// Makes the folder, so that a run does not end with a page that cannot be written.
///
/// # Errors
/// It cannot be made, or written to.
pub fn prepare(folder: &Path) -> Result<(), InputError> {
    let cannot = |why: std::io::Error| InputError::new(format!("cannot write {}: {why}", folder.display()));
    std::fs::create_dir_all(folder).map_err(cannot)?;
    std::fs::write(folder.join("index.html"), "").map_err(cannot)
}

/// Writes the pages: the report, its rows by what they were checked from, each with a name, the folder that files are named from, and what was
/// not asked about.
///
/// # Errors
/// A page cannot be written, or the course of earlier runs cannot be read.
pub fn write(
    folder: &Path,
    report: &CheckReport,
    entries: &[(String, String)],
    root: &Path,
    left_out: &[&str],
) -> Result<(), InputError> {
    let pages = Pages::of(report, root);
    let history = ReportHistory::with(folder, root, report)?;
    history.save(folder)?;
    for (word, name) in &pages.kinds {
        save(folder, name, &kind::page(word, &pages))?;
    }
    for (file, name) in &pages.names {
        save(folder, name, &file::page(file, &pages))?;
    }
    save(folder, "index.html", &index::page(entries, &pages, &history, left_out))
}

fn save(folder: &Path, name: &str, page: &str) -> Result<(), InputError> {
    let path = folder.join(name);
    std::fs::write(&path, page).map_err(|why| InputError::new(format!("cannot write {}: {why}", path.display())))
}

/// What all pages know: which page a file has, and where each finding is on it.
struct Pages<'r> {
    report: &'r CheckReport,
    /// The folder that files are named from, with a slash behind it; empty where that says nothing.
    root: String,
    /// The page of each file that has an obligation.
    names: BTreeMap<&'r str, String>,
    /// The page of each kind that there is, by its word.
    kinds: BTreeMap<&'static str, String>,
    /// All rows, those of one access together; the worst first.
    findings: Vec<PageFinding<'r>>,
    /// The anchor of each finding by the id of its first row.
    anchors: BTreeMap<&'r str, String>,
}

impl<'r> Pages<'r> {
    fn of(report: &'r CheckReport, root: &Path) -> Self {
        let root = root.to_str().filter(|root| root.len() > 1).map_or(String::new(), |root| format!("{root}/"));
        let files: BTreeSet<&str> = report.obligations.iter().map(file_of).filter(|file| !file.is_empty()).collect();
        // File systems may not tell apart large and small letters.
        let kinds = kind::names(report.obligations.iter().map(|one| one.kind.as_str()));
        let mut taken: BTreeSet<String> = kinds.values().cloned().chain(["index.html".to_owned()]).collect();
        let mut names = BTreeMap::new();
        for file in files {
            let mut name = page_name(file.strip_prefix(&root).unwrap_or(file));
            while !taken.insert(name.to_lowercase()) {
                name.insert(0, '_');
            }
            names.insert(file, name);
        }
        let mut findings = Vec::new();
        let (mut anchors, mut taken) = (BTreeMap::new(), BTreeSet::new());
        for state in CheckState::BY_NEED {
            for row in access_rows(report, state, false) {
                let Some(one) = row.first() else { continue };
                let line = one.at.as_ref().map_or(0, |at| at.line);
                let base = format!("L{line}-{}", token(&one.kind));
                let mut anchor = base.clone();
                let mut number = 1;
                while !taken.insert((file_of(one), anchor.clone())) {
                    number += 1;
                    anchor = format!("{base}-{number}");
                }
                anchors.insert(one.id.as_str(), anchor.clone());
                findings.push(PageFinding { row, anchor });
            }
        }
        Self { report, root, names, kinds, findings, anchors }
    }

    /// A text that Cairn says, with files as they are called from the folder: pages may be read elsewhere.
    fn said(&self, text: &str) -> String {
        match self.root.is_empty() {
            true => html(text),
            false => html(&text.replace(&self.root, "")),
        }
    }

    fn with_state(&self, state: CheckState) -> impl Iterator<Item = &PageFinding<'r>> {
        self.findings.iter().filter(move |finding| finding.state() == state)
    }

    /// The violations of a file, in the order of its text.
    fn violations(&self, file: &str) -> Vec<&PageFinding<'r>> {
        let is_of = |finding: &&PageFinding<'_>| finding.first().is_some_and(|one| file_of(one) == file);
        let mut all: Vec<_> = self.with_state(CheckState::Violated).filter(is_of).collect();
        all.sort_by_key(|finding| finding.first().and_then(|one| one.at.clone()));
        all
    }

    /// A link to where a row is on the page of its file; only its text where there is none.
    fn link(&self, one: &CheckedObligation) -> String {
        let Some(at) = &one.at else { return String::new() };
        let place = self.said(&at.to_string());
        match (self.names.get(at.file.as_str()), self.anchors.get(one.id.as_str())) {
            (Some(name), Some(anchor)) => format!("<a href=\"{}#{}\">{place}</a>", html(name), html(anchor)),
            _ => place,
        }
    }
}

/// The file of a row; empty where it has no place.
fn file_of(one: &CheckedObligation) -> &str {
    one.at.as_ref().map_or("", |at| &at.file)
}

/// Name of the page of a file: only letters that mean nothing in a link.
fn page_name(file: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
    let name: Vec<char> = file.trim_start_matches(['/', '.']).chars().collect();
    let end = name.iter().skip(name.len().saturating_sub(NAME_MOST));
    end.map(|c| if is_plain(*c) { *c } else { '-' }).collect::<String>() + ".html"
}

/// A text in an element or an attribute: nothing in it is markup, and nothing turns the direction of what follows.
fn html(text: &str) -> String {
    escaped(&shown(text))
}

/// A kind as a word that may stand in a list of words.
fn token(kind: &str) -> String {
    kind.split_whitespace().collect::<Vec<_>>().join("-")
}

/// Keys of filters: `STATE:KIND` for each that there is among some rows.
fn filtered_by<'o>(all: impl IntoIterator<Item = &'o CheckedObligation>) -> String {
    let pairs: BTreeSet<String> =
        all.into_iter().map(|one| format!("{}:{}", one.state.word(), token(&one.kind))).collect();
    html(&pairs.into_iter().collect::<Vec<_>>().join(" "))
}

/// The parts of a page that depend on its kind.
struct PageParts<'p> {
    title: &'p str,
    heading: &'p str,
    /// Markup above the heading.
    above: &'p str,
    sum: &'p str,
    body: &'p str,
}

fn page(parts: &PageParts<'_>) -> String {
    fill(TEMPLATE, |name, page| match name {
        "style" => page.push_str(STYLE),
        "script" => page.push_str(SCRIPT),
        "title" => page.push_str(&html(parts.title)),
        "heading" => page.push_str(&html(parts.heading)),
        "above" => page.push_str(parts.above),
        "sum" => page.push_str(&html(parts.sum)),
        "body" => page.push_str(parts.body),
        "version" => page.push_str(env!("CARGO_PKG_VERSION")),
        _ => {}
    })
}

/// How many there are of each state, in words; of what is not there nothing.
fn sums(all: &[&CheckedObligation]) -> String {
    let states =
        CheckState::BY_NEED.iter().map(|state| (count(all, *state), state.word())).filter(|(count, _)| *count > 0);
    states.map(|(count, word)| format!("{count} {word}")).collect::<Vec<_>>().join(", ")
}

/// The search field and the filters. The script shows them: without it they would do nothing.
fn filters(all: &[&CheckedObligation], is_shown: impl Fn(CheckState) -> bool) -> String {
    let mut out = String::from(
        "<form id=filter role=search hidden><label>Search <input type=search id=search autocomplete=off></label>\
         <fieldset><legend>State</legend>",
    );
    for state in CheckState::BY_NEED.into_iter().filter(|state| count(all, *state) > 0) {
        let (word, checked) = (state.word(), if is_shown(state) { " checked" } else { "" });
        let _ = write!(out, "<label><input type=checkbox name=state value={word}{checked}> {word}</label>");
    }
    out += "</fieldset><label>Kind <select id=kind><option value=\"\">all</option>";
    let kinds: BTreeSet<&str> = all.iter().map(|one| one.kind.as_str()).collect();
    for kind in kinds {
        let _ = write!(out, "<option value=\"{}\">{}</option>", html(&token(kind)), html(kind));
    }
    out + "</select></label><button type=button id=keys>Keys</button><output id=count></output></form>"
}
