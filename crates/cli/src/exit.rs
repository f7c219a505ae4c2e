//! How a command ends.

use crate::console;
use cairn_base::{Diagnostic, Severity, SourceMap};
use cairn_verify::{Cause, Report, ReportedVerdict};
use std::process::ExitCode;

/// The exit codes of `cairn`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// TRUE, or a command that is not a question was done.
    Done = 0,
    /// FALSE; of a language server, that its client said `exit` without `shutdown`.
    Violation = 1,
    /// The input or the options cannot be used.
    Input = 2,
    Unknown = 3,
    /// An invariant of Cairn does not hold.
    Internal = 101,
    Interrupted = 130,
}

impl Exit {
    /// The exit code of a report.
    pub fn of(report: &Report) -> Exit {
        match report.answer {
            ReportedVerdict::True => Exit::Done,
            ReportedVerdict::False => Exit::Violation,
            ReportedVerdict::Unknown if report.ended(Cause::Internal) => Exit::Internal,
            ReportedVerdict::Unknown if report.ended(Cause::Interrupted) => Exit::Interrupted,
            // Options that cannot be combined are no question.
            ReportedVerdict::Unknown if report.ended(Cause::Refused) => Exit::Input,
            ReportedVerdict::Unknown => Exit::Unknown,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

/// The input or the options cannot be used: what the user reads.
#[derive(Debug)]
pub struct InputError(String);

pub type CommandEnd = Result<Exit, InputError>;

impl InputError {
    /// An error without a place in a text.
    pub fn new(message: impl std::fmt::Display) -> Self {
        Self(format!("error: {message}\n"))
    }
    /// Errors with places in texts; the first few are enough to act on.
    pub fn at(diagnostics: &[Diagnostic], sources: &SourceMap) -> Self {
        const SHOWN: usize = 10;
        let errors: Vec<&Diagnostic> = diagnostics.iter().filter(|d| d.severity == Severity::Error).collect();
        let mut text: String = errors.iter().take(SHOWN).map(|error| error.render(sources)).collect();
        if errors.is_empty() {
            text = "error: the program cannot be used\n".to_owned();
        }
        if errors.len() > SHOWN {
            text += &format!("error: and {} more\n", errors.len() - SHOWN);
        }
        Self(text)
    }
    /// All of it, as a person reads it.
    pub fn text(&self) -> &str {
        &self.0
    }
    pub fn report(&self) -> Exit {
        console::err(&self.0);
        Exit::Input
    }
}

impl std::fmt::Display for InputError {
    /// The first line, without what says that it is an error.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0.lines().next().unwrap_or_default().trim_start_matches("error: "))
    }
}

impl From<String> for InputError {
    fn from(message: String) -> Self {
        Self::new(message)
    }
}
