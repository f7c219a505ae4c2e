//! How much of a program executions come to, and assumptions that none gets past, as outputs show them.

use super::report::CheckedPlace;
use cairn_base::{SourceMap, Span};
use cairn_verify::obligations::Obligations;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Names of functions that are shown before the rest is only counted.
const NAMES_SHOWN: usize = 10;

/// An assumption that no execution gets past.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct BlockedPlace {
    pub at: Option<CheckedPlace>,
    /// The text there, on one line.
    pub text: String,
}

/// Coverage by executions with made-up command lines: lines and branches are those of [`CheckCoverage`], and what stands behind
/// what is not modelled.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ExecutedCoverage {
    pub executions: u64,
    pub lines: usize,
    /// Those that an execution came to.
    pub reached_lines: usize,
    /// Ways that a branch can go.
    pub branches: usize,
    pub reached_branches: usize,
}

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
    /// By file, lines with a statement that were not looked at, since they stand only behind what is not modelled: with the
    /// function, where no line of it was looked at.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub not_looked_at: BTreeMap<String, BTreeMap<u32, Option<String>>>,
    /// Coverage by executions of the whole program; left out where it was not executed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub executed: Option<ExecutedCoverage>,
}

impl BlockedPlace {
    pub fn of(span: Span, sources: &SourceMap) -> Self {
        let text = sources.snippet(span).split_whitespace().collect::<Vec<_>>().join(" ");
        Self { at: CheckedPlace::of(span, sources), text }
    }
}

impl CheckCoverage {
    pub fn of(known: &Obligations) -> Self {
        let sources = &known.program.sources;
        let not_looked_at = known.not_looked_at.clone();
        let executed = known.executed.as_ref().map(|(executions, reached)| ExecutedCoverage {
            executions: *executions,
            lines: reached.count_lines(),
            reached_lines: reached.count_reached_lines(),
            branches: reached.branches,
            reached_branches: reached.reached_branches,
        });
        let Some(coverage) = &known.coverage else { return Self { not_looked_at, executed, ..Self::default() } };
        let blocked = coverage.blocked.iter().map(|span| BlockedPlace::of(*span, sources));
        Self {
            lines: coverage.lines.clone(),
            branches: coverage.branches,
            reached_branches: coverage.reached_branches,
            blocked: blocked.collect(),
            not_looked_at,
            executed,
        }
    }

    /// How much was not looked at, in a line for people; nothing where all was.
    fn text_not_looked_at(&self) -> String {
        let lines = self.not_looked_at.values().map(BTreeMap::len).sum::<usize>();
        if lines == 0 {
            return String::new();
        }
        let functions = self.not_looked_at.values().flat_map(BTreeMap::values).flatten();
        let functions: BTreeSet<&str> = functions.map(String::as_str).collect();
        let shown: Vec<&str> = functions.iter().copied().take(NAMES_SHOWN).collect();
        let more = if functions.len() > shown.len() { ", …" } else { "" };
        let names = if shown.is_empty() { String::new() } else { format!(" ({}{more})", shown.join(", ")) };
        let plural = |count: usize| if count == 1 { "" } else { "s" };
        format!(
            "Not looked at: {lines} line{} and {} whole function{}{names}, behind what is not modelled.\n",
            plural(lines),
            functions.len(),
            plural(functions.len())
        )
    }

    /// For people; nothing where nothing is known.
    pub fn text(&self) -> String {
        let mut out = String::new();
        for blocked in &self.blocked {
            let at = blocked.at.as_ref().map_or_else(String::new, |at| format!("{at}: "));
            out += &format!("{at}no execution gets past {}: what is proved behind it says nothing.\n", blocked.text);
        }
        let unseen = self.text_not_looked_at();
        let which = if unseen.is_empty() { "Executions come to" } else { "Of the rest, executions come to" };
        out += &unseen;
        let all = self.lines.values().map(BTreeMap::len).sum::<usize>();
        let reached = self.lines.values().flat_map(BTreeMap::values).filter(|is_reached| **is_reached).count();
        if let Some(percent) = percent(reached, all) {
            out += &format!("{which} at most {percent} % of {all} lines");
            match self::percent(self.reached_branches, self.branches) {
                Some(percent) => out += &format!(" and {percent} % of {} branches.\n", self.branches),
                None => out += ".\n",
            }
        }
        if let Some(executed) = &self.executed
            && let Some(lines) = percent(executed.reached_lines, executed.lines)
        {
            let branches = percent(executed.reached_branches, executed.branches);
            let branches = branches.map_or_else(String::new, |percent| format!(" and {percent} % of all branches"));
            out += &format!("Made-up command lines came to {lines} % of all lines{branches}.\n");
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
        for (file, lines) in &other.not_looked_at {
            self.not_looked_at.entry(file.clone()).or_default().extend(lines.clone());
        }
        let known = &self.lines;
        self.not_looked_at.retain(|file, lines| {
            lines.retain(|line, _| known.get(file).is_none_or(|known| !known.contains_key(line)));
            !lines.is_empty()
        });
        self.branches = self.branches.max(other.branches);
        self.reached_branches = self.reached_branches.max(other.reached_branches);
        self.blocked.extend(other.blocked.iter().cloned());
    }
}

/// A share, rounded down: 100 only where it is all.
fn percent(part: usize, whole: usize) -> Option<usize> {
    (part * 100).checked_div(whole)
}
