//! How much of a program executions come to, and assumptions that none gets past, as outputs show them.

use super::report::CheckedPlace;
use cairn_verify::obligations::Obligations;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// An assumption that no execution gets past.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct BlockedPlace {
    /// Where.
    pub at: Option<CheckedPlace>,
    /// The text there, on one line.
    pub text: String,
}

/// Lines and branches.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct CheckCoverage {
    /// By file, each line with a statement: whether an execution may come there.
    pub lines: BTreeMap<String, BTreeMap<u32, bool>>,
    /// Ways that a branch can go.
    pub branches: usize,
    /// Those that an execution may go.
    pub reached_branches: usize,
    /// Assumptions that no execution gets past.
    pub blocked: Vec<BlockedPlace>,
}

impl CheckCoverage {
    /// Of what was checked.
    pub fn of(known: &Obligations) -> Self {
        let sources = &known.program.sources;
        let Some(coverage) = &known.coverage else { return Self::default() };
        let blocked = coverage.blocked.iter().map(|span| BlockedPlace {
            at: CheckedPlace::of(*span, sources),
            text: sources.snippet(*span).split_whitespace().collect::<Vec<_>>().join(" "),
        });
        Self {
            lines: coverage.lines.clone(),
            branches: coverage.branches,
            reached_branches: coverage.reached_branches,
            blocked: blocked.collect(),
        }
    }

    /// For people; nothing where nothing is known.
    pub fn text(&self) -> String {
        let mut out = String::new();
        for blocked in &self.blocked {
            let at = blocked.at.as_ref().map_or_else(String::new, |at| format!("{at}: "));
            out += &format!("{at}no execution gets past {}: what is proved behind it says nothing.\n", blocked.text);
        }
        let all = self.lines.values().map(BTreeMap::len).sum::<usize>();
        let reached = self.lines.values().flat_map(BTreeMap::values).filter(|is_reached| **is_reached).count();
        if let Some(percent) = percent(reached, all) {
            out += &format!("Executions come to at most {percent} % of {all} lines");
            match self::percent(self.reached_branches, self.branches) {
                Some(percent) => out += &format!(" and {percent} % of {} branches.\n", self.branches),
                None => out += ".\n",
            }
        }
        out
    }

    /// Adds what is known of another entry: a line is reached where one of them reaches it.
    pub fn join(&mut self, other: &Self) {
        for (file, lines) in &other.lines {
            let known = self.lines.entry(file.clone()).or_default();
            for (line, is_reached) in lines {
                *known.entry(*line).or_insert(false) |= is_reached;
            }
        }
        self.branches = self.branches.max(other.branches);
        self.reached_branches = self.reached_branches.max(other.reached_branches);
        self.blocked.extend(other.blocked.iter().cloned());
    }
}

/// A share, rounded down: 100 only where it is all.
fn percent(part: usize, whole: usize) -> Option<usize> {
    (part * 100).checked_div(whole)
}
