//! Programs in C++ and Rust, as data: the first line of each says what is violated and on which lines, what stays open, or that all is proved.

use crate::cairn::{Ended, Folder, cairn};
use crate::llvm::{has_clang, has_program};
use cairn_tools::takes_file;
use rayon::prelude::*;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// The rows in a state, each a kind and a line.
fn rows(report: &Value, state: &str) -> Vec<(String, u64)> {
    let all = report["obligations"].as_array().into_iter().flatten();
    let row = |row: &Value| (row["kind"].as_str().unwrap_or("").to_owned(), row["at"]["line"].as_u64().unwrap_or(0));
    let mut rows: Vec<_> = all.filter(|row| row["state"] == state).map(row).collect();
    rows.sort();
    rows
}

/// `overflow 9, division 10` as kinds and lines; 0 for a kind without a line.
fn expected(list: &str) -> Vec<(String, u64)> {
    let row = |row: &str| match row.trim().rsplit_once(' ').and_then(|(kind, line)| Some((kind, line.parse().ok()?))) {
        Some((kind, line)) => (kind.to_owned(), line),
        None => (row.trim().to_owned(), 0),
    };
    let mut rows: Vec<_> = list.split(", ").map(row).collect();
    rows.sort();
    rows
}

/// What is wrong with the answer about a program.
fn complaint(source: &Path) -> Option<String> {
    let text = std::fs::read_to_string(source).unwrap();
    let first = text.lines().next()?.strip_prefix("// ")?;
    let name = source.file_name()?.to_str()?;
    let here = Folder::new(&[(name, text.as_bytes())]);
    let ended = cairn(&here, &["check", "--time-limit", "4s", "--format", "json", name], &[]);
    let Ok(report) = serde_json::from_str::<Value>(&ended.out) else { return Some(format!("{name}: {ended:?}")) };
    let (violated, open) = (rows(&report, "violated"), rows(&report, "unknown"));
    let without_lines = |rows: Vec<(String, u64)>| rows.into_iter().map(|(kind, _)| (kind, 0)).collect::<Vec<_>>();
    let is_right = match first.split_once(": ") {
        None => first == "proved" && violated.is_empty() && open.is_empty() && ended.code == 0,
        Some(("violated", list)) => {
            let expected = expected(list);
            violated == expected || without_lines(violated.clone()) == expected
        }
        Some(("open", row)) => {
            let (kind, line) = row.rsplit_once(' ').unwrap();
            violated.is_empty() && open == [(kind.to_owned(), line.parse().unwrap())]
        }
        Some(_) => false,
    };
    (!is_right).then(|| format!("{name}: {first}; violated {violated:?}, open {open:?}"))
}

fn programs(ending: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/other_languages");
    let mut sources: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    sources.retain(|source| source.extension().is_some_and(|extension| extension == ending));
    sources.sort();
    assert!(sources.len() > 5, "{sources:?}");
    sources
}

fn complaints(ending: &str) -> Vec<String> {
    let all = programs(ending);
    let taken = all.iter().enumerate().filter(|(index, source)| takes_file(source, *index));
    let chosen: Vec<&PathBuf> = taken.map(|(_, source)| source).collect();
    chosen.par_iter().filter_map(|source| complaint(source)).collect()
}

#[test]
fn programs_in_cpp_have_the_answers_that_they_say() {
    if has_clang() {
        assert_eq!(complaints("cpp"), Vec::<String>::new());
    }
}

#[test]
fn programs_in_rust_have_the_answers_that_they_say() {
    if has_program() {
        assert_eq!(complaints("rs"), Vec::<String>::new());
    }
}

fn says(ended: &Ended, code: i32, text: &str) {
    assert!(ended.code == code && format!("{}{}", ended.out, ended.err).contains(text), "{text}: {ended:?}");
}

/// The names of a language, and its text, are what is shown; what its compiler says of a wrong program too.
#[test]
fn rows_are_those_of_the_source() {
    if !has_program() {
        return;
    }
    let stack = programs("rs").into_iter().find(|source| source.ends_with("stack.rs")).unwrap();
    let text = std::fs::read(stack).unwrap();
    let here = Folder::new(&[
        ("stack.rs", &text),
        ("wrong.rs", b"fn main() { let x: u8 = true; }\n"),
        ("a.cpp", b"int main() {}\n"),
    ]);
    let ended = cairn(&here, &["check", "--time-limit", "10s", "stack.rs"], &[]);
    says(&ended, 1, "in <stack::Stack>::push: panic, index out of bounds: self.items[self.len] = item;");
    says(&ended, 1, "Not asked about, as --check would add it: uninitialised, conversion, alignment,");
    says(&cairn(&here, &["check", "wrong.rs"], &[]), 2, "mismatched types");
    says(&cairn(&here, &["check", "-DX", "stack.rs"], &[]), 2, "rustc takes flags from the variable RUSTFLAGS");
    says(
        &cairn(&here, &["check", "--check", "alignment", "stack.rs"], &[]),
        2,
        "--check alignment cannot be answered of this program",
    );
    says(&cairn(&here, &["check", "none.rs"], &[]), 2, "none.rs does not exist");
    says(
        &cairn(&here, &["check", "a.cpp"], &[("CXX", ""), ("PATH", "/nowhere")]),
        2,
        "install clang-19, or name a clang++",
    );
    says(&cairn(&here, &["verify", "stack.rs"], &[]), 1, "Verification result: FALSE");
}
