//! The reasons of UNKNOWN, ranked by how many programs each stops.
//!
//! The idea: two reasons are of one kind when they differ in places and numbers alone, and a program counts once for a kind
//! however often it is named. What the verifier says of several paths in one reason is taken apart, and the words with which
//! it introduces them are left out. A run names several reasons, the cause first. Ranking the first ones alone would hide what
//! comes next once that is mended, so both counts are shown. Names in quotation marks stay: a function of the library that
//! is not supported is what a person wants to see.

use super::report::Outcome;
use super::table::{Row, cell};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The words before the reasons that end at a path.
const INTRODUCTIONS: [&str; 2] =
    ["an error path could not be checked: ", "a spurious error path could not be refuted: "];

/// The programs that a kind of reason stops.
#[derive(Default)]
struct Stopped<'a> {
    all: usize,
    first: usize,
    /// The smallest program, with the first such reason in it.
    smallest: Option<(&'a Row, &'a str)>,
}

/// The ranking as a table; empty where nothing is unknown.
pub fn ranking(rows: &[Row]) -> String {
    let mut kinds: BTreeMap<String, Stopped> = BTreeMap::new();
    for row in rows {
        let mut seen: BTreeMap<String, (bool, &str)> = BTreeMap::new();
        for (number, (text, line)) in reasons(&row.outcome).enumerate() {
            for part in parts(text) {
                seen.entry(kind(part)).or_insert((number == 0, line));
            }
        }
        for (kind, (is_first, line)) in seen {
            let stopped = kinds.entry(kind).or_default();
            stopped.all += 1;
            stopped.first += usize::from(is_first);
            if stopped.smallest.is_none_or(|(smallest, _)| row.lines < smallest.lines) {
                stopped.smallest = Some((row, line));
            }
        }
    }
    if kinds.is_empty() {
        return String::new();
    }
    let mut kinds: Vec<(String, Stopped)> = kinds.into_iter().collect();
    kinds.sort_by_key(|(_, stopped)| std::cmp::Reverse((stopped.all, stopped.first)));
    let mut text = String::from(
        "\n| programs | where it comes first | reason | smallest program | there |\n|---:|---:|---|---|---|\n",
    );
    for (kind, Stopped { all, first, smallest }) in kinds {
        let (program, line) = smallest.map_or(("", ""), |(row, line)| (row.program.as_str(), line));
        let there = line.split_whitespace().find(|word| is_place(word)).unwrap_or("").trim_end_matches(':');
        let _ = writeln!(text, "| {all} | {first} | {} | {program} | {} |", cell(&kind), cell(there));
    }
    text
}

/// The reasons of an outcome, without and with their places.
fn reasons(outcome: &Outcome) -> impl Iterator<Item = (&str, &str)> {
    let several = match outcome {
        Outcome::Unknown(reasons) => reasons.as_slice(),
        _ => &[],
    };
    let one = match outcome {
        Outcome::Unsupported(text) => Some((text.as_str(), text.as_str())),
        _ => None,
    };
    several.iter().map(|reason| (reason.text.as_str(), reason.line.as_str())).chain(one)
}

/// What a reason says, one thing each.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    let introduced = INTRODUCTIONS.iter().find_map(|words| text.strip_prefix(words));
    introduced.unwrap_or(text).split("; ")
}

/// A reason without places and numbers.
fn kind(text: &str) -> String {
    let mut words: Vec<&str> = Vec::new();
    for word in text.split_whitespace() {
        if is_place(word) {
            words.pop_if(|before| *before == "at");
        } else if word.starts_with(|c: char| c.is_ascii_digit()) {
            words.push("N");
        } else {
            words.push(word);
        }
    }
    words.join(" ")
}

/// Whether a word is `FILE:LINE` or `FILE:LINE:COLUMN`.
fn is_place(word: &str) -> bool {
    let mut parts = word.trim_end_matches([':', ',', ';']).rsplit(':');
    let last = parts.next().is_some_and(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()));
    last && parts.next().is_some()
}

#[cfg(test)]
mod tests {
    use super::super::report::Reason;
    use super::*;

    fn unknown(program: &str, lines: usize, texts: &[&str]) -> Row {
        let reason = |text: &&str| Reason { text: (*text).to_owned(), line: format!("a.c:1:2: {text}") };
        let outcome = Outcome::Unknown(texts.iter().map(reason).collect());
        Row { program: program.to_owned(), package: "p".to_owned(), lines, outcome, confirmed: None, seconds: 1.0 }
    }

    #[test]
    fn places_and_numbers_make_no_kind() {
        assert_eq!(kind("time limit of 20 s reached"), "time limit of N s reached");
        assert_eq!(kind("the assumption at x/a.c:3:4 decides"), "the assumption decides");
        assert_eq!(kind("not checked: a.h:3:4: the path"), "not checked: the path");
        assert_eq!(kind("set by 'signal' is not supported"), "set by 'signal' is not supported");
    }

    #[test]
    fn a_program_counts_once_for_a_kind() {
        let rows = [
            unknown("large", 90, &["limit of 5 s", "an error path could not be checked: b.c:3:4: path 1 lost; other"]),
            unknown("small", 10, &["path 3 lost", "path 4 lost"]),
        ];
        let text = ranking(&rows);
        let lines: Vec<&str> = text.lines().skip(3).collect();
        assert_eq!(lines[0], "| 2 | 1 | path N lost | small | a.c:1:2 |");
        assert_eq!(lines[1], "| 1 | 1 | limit of N s | large | a.c:1:2 |");
        assert_eq!(lines[2], "| 1 | 0 | other | large | a.c:1:2 |");
        assert_eq!(ranking(&[]), "");
    }
}
