//! How the answers of a project changed from commit to commit: `history.json` in the folder of the report, and the drawing of it on the first page.
//!
//! A run adds what it found for the commit that is checked out, and replaces what an earlier run found for the same one. Invariant: where the files
//! have changes that no commit has, the entry is of the commit with a `+`, and the next run replaces it: a course is one of commits. Why in the folder
//! of the report and not in the repository's: it is what a build server keeps from run to run, and no file of the project changes.

use super::super::report::{CheckReport, CheckState};
use super::html;
use crate::exit::InputError;
use serde::{Deserialize, Serialize};
use std::fmt::Write;
use std::path::Path;
use std::process::{Command, Stdio};

const FILE: &str = "history.json";
/// Commits that are kept and drawn; the oldest go first.
const MOST: usize = 200;
/// The size of the drawing, in its own units.
const WIDTH: usize = 600;
const HEIGHT: usize = 120;

/// The states that are drawn, from below.
const DRAWN: [CheckState; 4] = [CheckState::Proved, CheckState::Needs, CheckState::Unknown, CheckState::Violated];

/// Results of a commit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct FoundOfCommit {
    /// Its name, with a `+` where there were changes beside it.
    commit: String,
    /// When it was made, by its author's clock.
    time: String,
    proved: usize,
    needs: usize,
    unknown: usize,
    violated: usize,
}

impl FoundOfCommit {
    fn count(&self, state: CheckState) -> usize {
        match state {
            CheckState::Proved => self.proved,
            CheckState::Needs => self.needs,
            CheckState::Unknown => self.unknown,
            CheckState::Violated => self.violated,
            CheckState::Suppressed | CheckState::Unreachable => 0,
        }
    }
}

/// The course of a project so far.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ReportHistory(Vec<FoundOfCommit>);

impl ReportHistory {
    /// History in the folder, with what this run found; empty where the project is in no repository.
    ///
    /// # Errors
    /// The file is there and cannot be read: what it has would be lost.
    pub fn with(folder: &Path, root: &Path, report: &CheckReport) -> Result<Self, InputError> {
        let path = folder.join(FILE);
        let mut all: Vec<FoundOfCommit> = match std::fs::read_to_string(&path) {
            Ok(text) => serde_json::from_str(&text).map_err(|why| {
                InputError::new(format!("{}: {why}; remove it to begin a new course", path.display()))
            })?,
            Err(_) => Vec::new(),
        };
        let Some((commit, time)) = commit(root) else { return Ok(Self(all)) };
        all.retain(|one| one.commit != commit && !one.commit.ends_with('+'));
        let count = |state| report.count(state);
        all.push(FoundOfCommit {
            commit,
            time,
            proved: count(CheckState::Proved),
            needs: count(CheckState::Needs),
            unknown: count(CheckState::Unknown),
            violated: count(CheckState::Violated),
        });
        let left = all.len().saturating_sub(MOST);
        Ok(Self(all.split_off(left)))
    }

    /// Writes it.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn save(&self, folder: &Path) -> Result<(), InputError> {
        if self.0.is_empty() {
            return Ok(());
        }
        let text = serde_json::to_string_pretty(&self.0).map_err(|why| InputError::new(why.to_string()))?;
        super::save(folder, FILE, &(text + "\n"))
    }

    /// The drawing, and the same as a table; nothing for a single commit.
    pub fn render(&self, body: &mut String) {
        if self.0.len() < 2 {
            return;
        }
        let (first, last) = (&self.0[0], &self.0[self.0.len() - 1]);
        let said: Vec<String> = DRAWN
            .iter()
            .filter(|state| self.0.iter().any(|one| one.count(**state) > 0))
            .map(|state| format!("{} {} to {}", state.word(), first.count(*state), last.count(*state)))
            .collect();
        let said = format!("{} commits: {}", self.0.len(), said.join(", "));
        let _ = write!(body, "<section id=history><h2>Course</h2><p>{}.</p>", html(&said));
        let _ = write!(
            body,
            "<svg role=img aria-label=\"{}\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" preserveAspectRatio=none>",
            html(&said)
        );
        let all = |one: &FoundOfCommit| DRAWN.iter().map(|state| one.count(*state)).sum::<usize>();
        let most = self.0.iter().map(all).max().unwrap_or(0).max(1);
        let mut below = vec![0; self.0.len()];
        for state in DRAWN {
            let above: Vec<usize> = self.0.iter().zip(&below).map(|(one, below)| below + one.count(state)).collect();
            let point = |at: usize, count: usize| {
                let x = at * WIDTH / (self.0.len() - 1);
                format!("{x},{}", HEIGHT - count * HEIGHT / most)
            };
            let up = above.iter().enumerate().map(|(at, count)| point(at, *count));
            let down = below.iter().enumerate().rev().map(|(at, count)| point(at, *count));
            let points = up.chain(down).collect::<Vec<_>>().join(" ");
            let _ = write!(body, "<polygon class={} points=\"{points}\"/>", state.word());
            below = above;
        }
        *body += "</svg><details class=rest><summary>As a table</summary><div class=wide><table><thead><tr><th>commit</th><th>made</th>";
        for state in DRAWN {
            let _ = write!(body, "<th class=number>{}</th>", state.word());
        }
        *body += "</tr></thead><tbody>";
        for one in self.0.iter().rev() {
            let _ = write!(body, "<tr><td>{}</td><td>{}</td>", html(&one.commit), html(&one.time));
            for state in DRAWN {
                let _ = write!(body, "<td class=number>{}</td>", one.count(state));
            }
            *body += "</tr>";
        }
        *body += "</tbody></table></div></details></section>";
    }
}

/// The commit that is checked out, and when it was made.
fn commit(root: &Path) -> Option<(String, String)> {
    let said = |words: &[&str]| {
        let mut git = Command::new("git");
        git.arg("-C").arg(root).args(words).stdin(Stdio::null()).stderr(Stdio::null());
        let output = git.output().ok().filter(|output| output.status.success())?;
        Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    let line = said(&["log", "-1", "--format=%h %cI"])?;
    let (name, time) = line.split_once(' ')?;
    let changes = said(&["status", "--porcelain", "--untracked-files=no"])?;
    let plus = if changes.is_empty() { "" } else { "+" };
    Some((format!("{name}{plus}"), time.to_owned()))
}
