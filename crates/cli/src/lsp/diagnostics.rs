//! The diagnostics of a text: the rows of the report at their places.
//!
//! Violated is an error, and a need of callers a warning. What is open has a diagnostic only where the user asks for it: an information, or a
//! hint while the check goes on. Invariant: each row is somewhere: one without a place stands at its function, or at the first line. Why no
//! diagnostic for what is proved or open: there is nothing to be mended; lenses count it.

use super::documents::{Documents, KnownOfText, text_of};
use super::locations;
use crate::check::{CheckState, CheckedObligation, access_rows, row_text};
use lsp_types::{Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString, Range};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const SOURCE: &str = "cairn";
/// Steps of an execution that are shown, the last ones.
const STEPS: usize = 100;

/// Rows of one access, in a file.
pub struct PlacedRow<'k> {
    pub file: PathBuf,
    pub range: Range,
    /// The state of all of them.
    pub state: CheckState,
    pub all: Vec<&'k CheckedObligation>,
}

impl PlacedRow<'_> {
    /// Whether it asks callers for what the function's contract already says, at that clause: there is nothing to be done.
    pub fn is_stated(&self) -> bool {
        self.all.iter().all(|one| {
            let is_own = |clause: &str| {
                let condition = clause.strip_prefix("__CPROVER_requires(").and_then(|rest| rest.strip_suffix(')'));
                condition == Some(&one.text)
            };
            !one.needs.is_empty() && one.needs.iter().all(|need| is_own(&need.clause))
        })
    }
}

/// Finds places in texts, each of which is read once.
struct Texts<'d> {
    documents: &'d Documents,
    known: &'d KnownOfText,
    own: &'d Path,
    read: BTreeMap<PathBuf, Arc<str>>,
}

impl Texts<'_> {
    fn range(&mut self, file: &Path, line: u32, column: u32, what: &str) -> Range {
        let (documents, known, own) = (self.documents, self.known, self.own);
        let text = self.read.entry(file.to_owned()).or_insert_with(|| text_of(documents, known, own, file));
        locations::range(text, line, column, what)
    }
}

/// The rows of some states, placed.
pub fn placed<'k>(
    documents: &'k Documents,
    known: &'k KnownOfText,
    own: &'k Path,
    states: &[CheckState],
) -> Vec<PlacedRow<'k>> {
    let mut texts = Texts { documents, known, own, read: BTreeMap::new() };
    let mut rows = Vec::new();
    for state in states.iter().copied() {
        for all in access_rows(&known.report, state, false) {
            let Some(first) = all.first() else { continue };
            let at = first.at.as_ref().filter(|at| Path::new(&at.file).is_absolute());
            let (file, range) = match at {
                Some(at) => {
                    let file = locations::plain(&at.file);
                    let range = texts.range(&file, at.line, at.column, &first.text);
                    (file, range)
                }
                None => {
                    let function = known.functions.iter().find(|function| function.name == first.function);
                    let line = function.map_or(1, |function| function.line);
                    (own.to_owned(), locations::whole_line(&known.text, line))
                }
            };
            rows.push(PlacedRow { file, range, state, all });
        }
    }
    rows
}

/// The diagnostics of what is known, by files; of what is open only with `unknown`.
pub fn of(documents: &Documents, own: &Path, unknown: bool) -> BTreeMap<PathBuf, Vec<Diagnostic>> {
    let mut files = BTreeMap::from([(own.to_owned(), Vec::new())]);
    let Some(known) = documents.get(own).map(|document| &document.known) else { return files };
    if let Some(text) = &known.refusal {
        let (file, one) = refusal(documents, known, own, text);
        files.entry(file).or_default().push(one);
    }
    let states = [CheckState::Violated, CheckState::Needs, CheckState::Unknown];
    let mut texts = Texts { documents, known, own, read: BTreeMap::new() };
    for row in placed(documents, known, own, &states[..if unknown { 3 } else { 2 }]) {
        if row.is_stated() {
            continue;
        }
        let severity = match row.state {
            CheckState::Violated => DiagnosticSeverity::ERROR,
            CheckState::Needs => DiagnosticSeverity::WARNING,
            _ if known.is_last => DiagnosticSeverity::INFORMATION,
            _ => DiagnosticSeverity::HINT,
        };
        let kinds: Vec<&str> = row.all.iter().map(|one| one.kind.as_str()).collect();
        let steps = row.all.iter().find_map(|one| one.counterexample.as_ref());
        let related = steps.map(|counterexample| related(counterexample, &mut texts));
        let one = Diagnostic {
            range: row.range,
            severity: Some(severity),
            code: Some(NumberOrString::String(kinds.join(", "))),
            source: Some(SOURCE.to_owned()),
            message: row_text(&row.all),
            related_information: related.filter(|all| !all.is_empty()),
            ..Diagnostic::default()
        };
        files.entry(row.file).or_default().push(one);
    }
    files
}

/// Why a text cannot be checked, at the first place that is named.
fn refusal(documents: &Documents, known: &KnownOfText, own: &Path, text: &str) -> (PathBuf, Diagnostic) {
    let place = text.lines().find_map(|line| {
        let (place, said) = line.split_once(": error: ").or_else(|| line.split_once(": fatal error: "))?;
        let mut parts = place.rsplitn(3, ':');
        let (column, number) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
        let file = parts.next()?;
        // The compiler's first message stands behind what was called.
        let file = file.rsplit_once(" failed: ").map_or(file, |(_, file)| file);
        Some((locations::plain(file), number, column, said))
    });
    let (file, range, message) = match place {
        Some((file, line, column, said)) if file == own || file.is_file() => {
            let range = locations::range(&text_of(documents, known, own, &file), line, column, "");
            (file, range, said)
        }
        _ => {
            let range = locations::whole_line(&known.text, 1);
            (own.to_owned(), range, text.trim_start_matches("error: ").trim_end())
        }
    };
    let diagnostic = Diagnostic {
        range,
        severity: Some(DiagnosticSeverity::ERROR),
        code: Some(NumberOrString::String("not-checked".to_owned())),
        source: Some(SOURCE.to_owned()),
        message: message.to_owned(),
        ..Diagnostic::default()
    };
    (file, diagnostic)
}

/// The steps of an execution: what each does, and what changes.
fn related(counterexample: &Value, texts: &mut Texts<'_>) -> Vec<DiagnosticRelatedInformation> {
    let moments = counterexample["execution"].as_array().map_or(&[][..], Vec::as_slice);
    let step = |moment: &Value| {
        let (file, source) =
            (locations::plain(moment["at"]["file"].as_str()?), moment["source"].as_str().unwrap_or(""));
        let number = |name: &str| moment["at"][name].as_u64().and_then(|number| u32::try_from(number).ok());
        let is_shown = file.is_absolute() && moment["library"] != true;
        let uri = locations::uri(&file).filter(|_| is_shown)?;
        let range = texts.range(&file, number("line")?, number("column")?, source);
        let truth = moment["truth"].as_bool().map_or("", |truth| if truth { ": true" } else { ": false" });
        let what = match moment["what"].as_str().unwrap_or_default() {
            "statement" | "decision" => format!("{source}{truth}"),
            what @ ("enter" | "leave") => format!("{what} {}", moment["function"].as_str().unwrap_or_default()),
            what => format!("{what}: {source}"),
        };
        let changes = moment["changes"].as_array().into_iter().flatten().filter_map(change);
        let changes = changes.collect::<Vec<_>>().join(", ");
        let message = if changes.is_empty() { what } else { format!("{what} [{changes}]") };
        Some(DiagnosticRelatedInformation { location: Location::new(uri, range), message })
    };
    let all: Vec<_> = moments.iter().filter_map(step).collect();
    let from = all.len().saturating_sub(STEPS);
    all.into_iter().skip(from).collect()
}

/// Change by one step: `x = 3`.
fn change(change: &Value) -> Option<String> {
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let value = change["readable"].as_str().map_or_else(|| text(&change["value"]), str::to_owned);
    Some(format!("{} = {value}", change["place"].as_str()?))
}
