//! The check of a text that an editor has: what `cairn check FILE` does, with the text in place of the file's.
//!
//! Invariant: nothing is printed and the process goes on, whatever comes of it; what is known so far is told as it becomes known. Why not
//! a process for the whole check: the first table would have to be sent in pieces, and what is kept to be written to a file.

use super::kept::{self, KeptReports};
use super::project::functions_of_text;
use super::report::{CheckReason, CheckReport};
use super::{CheckTask, TIME, suppressions, task};
use crate::arguments::CheckCommand;
use crate::exit::InputError;
use crate::inputs::{self, EditedTexts};
use crate::progress::ProgressBoard;
use crate::project::{self, Unit};
use crate::requests;
use cairn_base::CancelToken;
use cairn_front_c::Input;
use cairn_verify::obligations::{self, ObligationState, Obligations};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Between two reports of what is known so far.
const BETWEEN: Duration = Duration::from_millis(500);

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckedFunction {
    pub name: String,
    /// The line where it begins, from 1.
    pub line: u32,
}

/// News while a text is checked.
pub enum CheckNews {
    Functions(Vec<CheckedFunction>),
    SoFar(Box<CheckReport>),
}

/// Context of a check.
pub struct EditedCheck<'c> {
    /// As the command line has them; the first file is the text's.
    pub arguments: &'c CheckCommand,
    /// The texts that stand for files.
    pub texts: EditedTexts,
    /// Results of earlier texts.
    pub kept: &'c Mutex<KeptReports>,
    pub cancel: &'c CancelToken,
}

/// The kept reports; a thread that failed had written all or nothing.
pub fn keeping(kept: &Mutex<KeptReports>) -> MutexGuard<'_, KeptReports> {
    kept.lock().unwrap_or_else(PoisonError::into_inner)
}

impl EditedCheck<'_> {
    /// Checks the text: from its entry function, or each of its functions by itself where it has none.
    ///
    /// # Errors
    /// The text is no C that is understood, or the options cannot be used.
    pub fn run(self, tell: &mut dyn FnMut(CheckNews)) -> Result<CheckReport, InputError> {
        let mut task = task(self.arguments, TIME)?;
        let (texts, allowed) = (self.texts.clone(), task.wanted.project_file.allowed.clone());
        let read = |file: &str| {
            let same = |path: &Path| {
                path == Path::new(file) || path.canonicalize().ok() == Path::new(file).canonicalize().ok()
            };
            let edited = texts.iter().find(|(path, _)| same(path)).map(|(_, text)| text.to_string());
            edited.or_else(|| std::fs::read_to_string(file).ok())
        };
        let mut suppressed = |news: CheckNews| match news {
            CheckNews::SoFar(mut report) => {
                suppressions::apply(&mut report, &allowed, read);
                tell(CheckNews::SoFar(report));
            }
            other => tell(other),
        };
        task.limits.keeps_ranges = true;
        task.wanted.edited = self.texts.clone();
        let mut report = self.check(task, &mut suppressed)?;
        suppressions::apply(&mut report, &allowed, read);
        Ok(report)
    }

    fn check(self, task: CheckTask, tell: &mut dyn FnMut(CheckNews)) -> Result<CheckReport, InputError> {
        let inputs = inputs::read(&task.wanted)?;
        let is_c = !inputs.iter().any(inputs::is_translated);
        let unit_of = |input: &Input| project::unit(input.name.clone(), input.text.to_string());
        let units: Vec<Unit> =
            if is_c { inputs.iter().map(unit_of).collect::<Option<_>>().unwrap_or_default() } else { Vec::new() };
        let entry = cairn_verify::front_options(&task.wanted.configuration).entry;
        let entry = entry.rsplit(':').next().unwrap_or_default();
        if let Some(own) = units.first() {
            let functions = own.pieces.iter().filter(|piece| piece.is_function && !piece.is_of_header);
            let functions = functions.map(|piece| CheckedFunction { name: piece.name.clone(), line: piece.line });
            tell(CheckNews::Functions(functions.collect()));
            if !units.iter().any(|unit| unit.pieces.iter().any(|piece| piece.is_function && piece.name == entry)) {
                let mut tell = |report| tell(CheckNews::SoFar(Box::new(report)));
                let contracts = self.arguments.contracts;
                return Ok(functions_of_text(&task, units, contracts, self.kept, self.cancel, &mut tell));
            }
        }
        let options = task.wanted.options.clone();
        let (property, configuration) = (task.wanted.property, task.wanted.configuration);
        let request = requests::asked(inputs, property, configuration, task.start, self.cancel);
        let key = kept::key_of_texts(&request, &options, task.limits);
        if let Some(report) = keeping(self.kept).get(&key, &[]) {
            return Ok(report);
        }
        let mut last = None;
        let mut tell = |known: &Obligations| {
            // What memory answers is told at once, and each violation.
            let found = (known.interpretations.min(2), known.count("violated"));
            if last.is_none_or(|(before, at): (_, Instant)| before != found || at.elapsed() > BETWEEN) {
                last = Some((found, Instant::now()));
                tell(CheckNews::SoFar(Box::new(so_far(known))));
            }
        };
        let known = obligations::decide(&request, task.limits, &mut ProgressBoard::default(), &mut tell)
            .map_err(|error| InputError::at(&error.diagnostics, &error.sources))?;
        let report = CheckReport::of(&known);
        if !self.cancel.is_cancelled() {
            keeping(self.kept).put(&key, &report, &[]);
        }
        Ok(report)
    }
}

/// Results while the check goes on.
fn so_far(known: &Obligations) -> CheckReport {
    let mut report = CheckReport::of(known);
    for (row, one) in report.obligations.iter_mut().zip(&known.all) {
        if matches!(one.state, ObligationState::Open) {
            row.reasons = vec![CheckReason::new("it is not decided yet", "wait for the end of the check")];
        }
    }
    report
}
