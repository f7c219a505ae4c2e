//! Breakpoints: lines of files that the client names.
//!
//! Invariant: one is verified only when the execution comes to an operation of its line, and says why not otherwise. Why lines that the
//! execution does not come to are not moved to another: where it does not go is what the user wants to know.

use super::player::{Player, is_shown};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Breakpoint {
    pub id: u64,
    /// Its line, from 1.
    pub line: u32,
}

/// The breakpoints of all files, by the names that the client has for them.
#[derive(Default)]
pub struct Breakpoints {
    all: BTreeMap<String, Vec<Breakpoint>>,
    numbers: u64,
}

impl Breakpoints {
    /// Sets those of a file in place of what it had.
    pub fn set(&mut self, file: &str, lines: &[u32]) -> Vec<Breakpoint> {
        let numbers = self.numbers + 1..;
        let new: Vec<Breakpoint> = numbers.zip(lines).map(|(id, line)| Breakpoint { id, line: *line }).collect();
        self.numbers += new.len() as u64;
        self.all.insert(file.to_owned(), new.clone());
        new
    }

    /// All of them with their files.
    pub fn all(&self) -> impl Iterator<Item = (&str, Breakpoint)> {
        self.all.iter().flat_map(|(file, of)| of.iter().map(|one| (file.as_str(), *one)))
    }

    /// The numbers of their lines in an execution.
    pub fn lines(&self, player: &Player<'_, '_>) -> Vec<u32> {
        self.all().flat_map(|(file, one)| player.lines_of(|other| is_same_file(file, other), one.line)).collect()
    }
}

/// How a breakpoint is shown while the execution is not known.
pub fn pending(one: Breakpoint, line: u64) -> Value {
    json!({ "id": one.id, "verified": false, "line": line, "message": "the execution is not known yet", "reason": "pending" })
}

/// How a breakpoint is shown: verified, or why it is not.
pub fn shown(file: &str, one: Breakpoint, line: u64, player: &Player<'_, '_>) -> Value {
    let lines = player.lines_of(|other| is_same_file(file, other), one.line);
    let is_met = |line: &u32| player.stops.all().iter().any(|stop| stop.line == *line);
    if lines.iter().any(is_met) {
        return json!({ "id": one.id, "verified": true, "line": line });
    }
    let program = player.program();
    let mut edges = program.edges.iter_ids();
    let is_there = edges.any(|(id, edge)| {
        let at = program.sources.locate(edge.span);
        at.is_some_and(|at| at.line == one.line && is_same_file(file, &at.file)) && is_shown(program, id)
    });
    let why = match is_there {
        true => "the execution does not come to this line",
        false => "there is no operation on this line",
    };
    json!({ "id": one.id, "verified": false, "line": line, "message": why, "reason": "failed" })
}

/// Whether a name of the client's and one of the program's are of one file.
pub fn is_same_file(client: &str, program: &str) -> bool {
    client == program || full(client) == full(program)
}

/// The whole path of a file, with links followed where it is there.
pub fn full(file: &str) -> PathBuf {
    let path = Path::new(file);
    path.canonicalize().or_else(|_| std::path::absolute(path)).unwrap_or_else(|_| path.to_owned())
}
