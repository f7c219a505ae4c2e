//! `cairn check --format github`: what a job of GitHub Actions prints so that places are marked in a pull request.
//!
//! A violated obligation is an error, an unknown one a warning; with a baseline only those that are new or were better, since a pull
//! request is about what it changes. Escaping is that of `crate::report::github`.

use super::report::{CheckReport, CheckState};
use crate::report::github::{command, property};

pub fn render(report: &CheckReport) -> String {
    let mut text = String::new();
    for one in report.obligations.iter().filter(|one| one.is_worse()) {
        let at = one.at.as_ref().filter(|at| !at.file.starts_with('<'));
        let place =
            at.map_or(String::new(), |at| format!("file={},line={},col={},", property(&at.file), at.line, at.column));
        let title = format!("Cairn: {}", one.kind);
        match one.state {
            CheckState::Violated => {
                let inputs = one.inputs.as_ref().map_or(String::new(), |inputs| format!(" {inputs}"));
                let message = format!("An execution violates it: {}.{inputs}", one.text);
                command(&mut text, "error", place, &title, &message);
            }
            CheckState::Unknown => {
                let why = one.reasons.first();
                let why = why.map_or(String::new(), |why| format!(" {}. Next: {}.", why.line, why.next));
                command(&mut text, "warning", place, &title, &format!("Not decided: {}.{why}", one.text));
            }
            CheckState::Needs => {
                command(&mut text, "notice", place, &title, &format!("{}: {}", one.text, one.needs_sentence()))
            }
            CheckState::Proved | CheckState::Unreachable | CheckState::Suppressed => {}
        }
    }
    text
}
