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

    /// The line in which a span starts: the user's where it is there, else what was verified.
    pub fn line(&self, span: Span, location: Option<&Location>) -> String {
        let verified = || self.sources.line_text(span).to_owned();
        let was_preprocessed =
            self.sources.name_of(span).is_some_and(|name| !name.ends_with(".i") && name.contains('.'));
        let Some(location) = location.filter(|_| was_preprocessed) else { return verified() };
        let mut files = self.files.borrow_mut();
        let text = files.entry(location.file.to_string()).or_insert_with(|| read(Path::new(&*location.file)));
        let line = location.line.checked_sub(1).and_then(|number| text.as_ref()?.lines().nth(number as usize));
        line.filter(|line| !line.trim().is_empty()).map_or_else(verified, str::to_owned)
    }
}

fn read(path: &Path) -> Option<String> {
    let is_small = std::fs::metadata(path).is_ok_and(|file| file.is_file() && file.len() <= MOST_BYTES);
    std::fs::read(path).ok().filter(|_| is_small).map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}
