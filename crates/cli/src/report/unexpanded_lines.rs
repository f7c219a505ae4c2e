//! The lines that the user wrote, before macros were expanded.
//!
//! What Cairn reads was preprocessed, and an `assert` is a page of text in it. Where it had the file preprocessed itself, the
//! file that a line comes from is there, and is read again. Why not for text that came preprocessed (`.i`): a file of that
//! name may be another version, and a trace must not show text that was not verified.

use cairn_base::{Location, SourceMap, Span};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;

/// Files larger than this are not read.
const MOST_BYTES: u64 = 50_000_000;

pub struct Originals<'s> {
    sources: &'s SourceMap,
    files: RefCell<BTreeMap<String, Option<String>>>,
}

impl<'s> Originals<'s> {
    /// None is read yet.
    pub fn new(sources: &'s SourceMap) -> Self {
        Self { sources, files: RefCell::default() }
    }

    /// Whether Cairn had the text preprocessed itself.
    pub fn is_of_file(&self, span: Span) -> bool {
        self.sources.name_of(span).is_some_and(|name| !name.ends_with(".i") && name.contains('.'))
    }

    /// The line in which a span starts: the user's where it is there, else what was verified.
    pub fn line(&self, span: Span, location: Option<&Location>) -> String {
        let verified = || self.sources.line_text(span).to_owned();
        let Some(location) = location.filter(|_| self.is_of_file(span)) else { return verified() };
        let line = self.lines_from(location, 1);
        Some(line).filter(|line| !line.trim().is_empty()).unwrap_or_else(verified)
    }

    /// Lines of the file itself, from a place on; as many as there are.
    pub fn lines_from(&self, location: &Location, count: usize) -> String {
        let mut files = self.files.borrow_mut();
        let text = files.entry(location.file.to_string()).or_insert_with(|| read(Path::new(&*location.file)));
        let Some((text, before)) = text.as_ref().zip(location.line.checked_sub(1)) else { return String::new() };
        text.lines().skip(before as usize).take(count).collect::<Vec<_>>().join("\n")
    }
}

fn read(path: &Path) -> Option<String> {
    let is_small = std::fs::metadata(path).is_ok_and(|file| file.is_file() && file.len() <= MOST_BYTES);
    std::fs::read(path).ok().filter(|_| is_small).map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}
