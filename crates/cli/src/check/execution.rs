//! The check for who plays the execution of a violation: what `cairn check --stop-at-first` does, up to the first execution.
//!
//! Invariant: the execution is one that the check tells of, by the same limits. Why the check ends with it and not with its table: who waits
//! for an execution waits for nothing else, and a violation is known long before the last row is decided.

use super::report::CheckReport;
use super::{FromRoot, TIME, task, text};
use crate::arguments::CheckCommand;
use crate::exit::InputError;
use crate::progress::ProgressBoard;
use crate::requests;
use cairn_base::CancelToken;
use cairn_verify::Request;
use cairn_verify::obligations::{self, Obligation, ObligationState, Obligations, Replay};
use std::path::Path;
use std::time::{Duration, Instant};

/// Between two reports of how far the check is.
const BETWEEN: Duration = Duration::from_secs(1);

/// An execution, and what it violates.
pub struct PlayedExecution {
    pub replay: Replay,
    pub kind: String,
    /// Where the violated row stands, as messages begin.
    pub place: String,
    /// The row: the check, its function, and the text there.
    pub row: String,
}

/// News of the search.
pub enum SearchNews {
    /// How far it is: a line.
    Progress(String),
    /// The end that was wished for.
    Found(Box<PlayedExecution>),
}

pub struct ExecutionSearch<'c> {
    /// As the command line has them.
    pub arguments: &'c CheckCommand,
    /// The row that is to be violated: its id, or FILE:LINE. Without one, any.
    pub obligation: Option<&'c str>,
    pub cancel: &'c CancelToken,
}

impl ExecutionSearch<'_> {
    /// Checks until there is an execution; what is known where there is none.
    ///
    /// # Errors
    /// The text is no C that is understood, or the options cannot be used.
    pub fn run(self, tell: &mut dyn FnMut(SearchNews)) -> Result<String, InputError> {
        if self.arguments.program.files.is_empty() || self.arguments.contracts {
            return Err(InputError::new("an execution is one of a program: name its files, and leave out --contracts"));
        }
        let mut task = task(self.arguments, TIME)?;
        task.limits.stop_at_first = self.obligation.is_none();
        let request = requests::request(task.wanted, task.start, self.cancel)?;
        let mut files = FromRoot::new(&task.view.root);
        let (mut is_found, mut last) = (false, Instant::now());
        let mut look = |known: &Obligations| {
            if is_found {
                return;
            }
            if let Some(found) = self.execution(known, &request, &mut files) {
                is_found = true;
                tell(SearchNews::Found(Box::new(found)));
                self.cancel.cancel();
            } else if self.is_decided(known, &mut files) {
                self.cancel.cancel();
            } else if last.elapsed() > BETWEEN {
                last = Instant::now();
                tell(SearchNews::Progress(so_far(known)));
            }
        };
        let known = obligations::decide(&request, task.limits, &mut ProgressBoard::default(), &mut look)
            .map_err(|error| InputError::at(&error.diagnostics, &error.sources))?;
        look(&known);
        let mut said = text::render(&CheckReport::of(&known), &task.view, &[]);
        if let Some(wanted) = self.obligation {
            let rows: Vec<String> = (known.all.iter())
                .filter(|one| is_meant(one, wanted, &known, &mut files))
                .map(|one| format!("{}{}: {}\n", place(&known, one), row(one), one.state.word()))
                .collect();
            if rows.is_empty() {
                return Err(InputError::new(format!(
                    "no obligation is called '{wanted}': give an id of `cairn check --format json`, or FILE:LINE"
                )));
            }
            said = rows.concat();
        }
        Ok(said)
    }

    fn execution(&self, known: &Obligations, request: &Request, files: &mut FromRoot<'_>) -> Option<PlayedExecution> {
        let is_wanted = |one: &Obligation, files: &mut FromRoot<'_>| {
            self.obligation.is_none_or(|wanted| is_meant(one, wanted, known, files))
        };
        let index = (0..known.all.len()).find(|index| {
            let one = &known.all[*index];
            matches!(one.state, ObligationState::Violated(_)) && is_wanted(one, files)
        })?;
        let replay = Replay::of(known, index, request)?;
        let one = &known.all[index];
        Some(PlayedExecution { replay, kind: one.kind.clone(), place: place(known, one), row: row(one) })
    }

    /// Whether no execution can be found any more of what is looked for.
    fn is_decided(&self, known: &Obligations, files: &mut FromRoot<'_>) -> bool {
        let Some(wanted) = self.obligation else { return false };
        let mut rows = known.all.iter().filter(|one| is_meant(one, wanted, known, files)).peekable();
        let is_over =
            |one: &Obligation| matches!(one.state, ObligationState::Proved { .. } | ObligationState::Unreachable);
        rows.peek().is_none() || rows.all(is_over)
    }
}

/// Whether a row is meant by its id, or by its file and line.
fn is_meant(one: &Obligation, wanted: &str, known: &Obligations, files: &mut FromRoot<'_>) -> bool {
    let Some(at) = known.program.sources.locate(one.span) else { return one.id == wanted };
    let mut id = one.id.clone();
    files.rename(&mut id, &at.file);
    let of_line = wanted.rsplit_once(':').filter(|(_, line)| *line == at.line.to_string());
    id == wanted || one.id == wanted || of_line.is_some_and(|(file, _)| Path::new(&*at.file).ends_with(file))
}

fn place(known: &Obligations, one: &Obligation) -> String {
    known.program.sources.locate(one.span).map(|at| format!("{at}: ")).unwrap_or_default()
}

/// Check of a row, in which function, and the text there.
fn row(one: &Obligation) -> String {
    format!("{} in {}: {}", one.kind, one.function, one.text)
}

fn so_far(known: &Obligations) -> String {
    let count = |word: &str| known.count(word);
    format!("{} of {} proved, {} open", count("proved") + count("unreachable"), known.all.len(), count("open"))
}
