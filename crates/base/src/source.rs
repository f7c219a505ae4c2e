//! Source texts and positions in them.
//!
//! A [`Span`] is a pair of 32-bit byte offsets into the concatenation of all texts of one [`SourceMap`], as in rustc:
//! eight bytes, copied freely, and resolved to a file, line and column only when a person is to read it. Linemarkers
//! (`# 12 "file.h"`, `#line`) that a preprocessor left are entries of a table beside the text.

use crate::define_id;
use crate::id::IdVec;
use std::sync::Arc;

define_id!(
    /// One source text: a file, or the output of the preprocessor for it.
    pub FileId, "file"
);

/// A half-open range of bytes in a [`SourceMap`]. The default, [`Span::NONE`], is "no place in the source".
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Span {
    /// First byte, counted over all texts; texts start at 1, so that 0 is no position.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// No place in the source (an operation that the front end made up).
    pub const NONE: Span = Span { start: 0, end: 0 };
    /// The range from `start` to `end`.
    pub const fn new(start: u32, end: u32) -> Self {
        Self { start, end }
    }
    /// The smallest range that holds both.
    pub fn to(self, other: Span) -> Span {
        match (self.is_none(), other.is_none()) {
            (true, _) => other,
            (_, true) => self,
            _ => Span { start: self.start.min(other.start), end: self.end.max(other.end) },
        }
    }
    /// True for [`Span::NONE`].
    pub fn is_none(self) -> bool {
        self.start == 0
    }
}

/// A position as a person reads it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Location {
    /// The name of the file, as given on the command line or in the last linemarker.
    pub file: Arc<str>,
    /// Line, from 1, in that file.
    pub line: u32,
    /// Column in bytes, from 1.
    pub column: u32,
}

impl std::fmt::Display for Location {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// A linemarker: from byte `offset` of the text on (the first byte of the line after the marker), lines count from
/// `line` in `file`.
#[derive(Clone, Debug)]
struct LineMarker {
    offset: u32,
    line: u32,
    file: Arc<str>,
}

#[derive(Clone, Debug)]
struct SourceText {
    name: Arc<str>,
    text: Arc<str>,
    base: u32,
    line_starts: Vec<u32>,
    markers: Vec<LineMarker>,
}

/// All source texts of one verification task.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    files: IdVec<FileId, SourceText>,
}

impl SourceMap {
    /// No texts.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a text. `None` when all texts together would exceed 4 GiB.
    pub fn add(&mut self, name: &str, text: Arc<str>) -> Option<FileId> {
        let base = self.files.iter().next_back().map_or(1, |f| f.base + f.text.len() as u32 + 1);
        u32::try_from(base as u64 + text.len() as u64 + 1).ok()?;
        let mut line_starts = vec![0];
        line_starts.extend(text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(i, _)| i as u32 + 1));
        Some(self.files.push(SourceText { name: name.into(), text, base, line_starts, markers: Vec::new() }))
    }

    /// Records a linemarker: the line that starts at byte `offset` of `file` is line `line` of the file `name`.
    /// Markers must come in the order of the text.
    pub fn add_marker(&mut self, file: FileId, offset: u32, line: u32, name: Option<&str>) {
        let source = &mut self.files[file];
        let file = match name {
            Some(name) => match source.markers.iter().rev().take(8).find(|m| &*m.file == name) {
                Some(marker) => marker.file.clone(),
                None => name.into(),
            },
            None => source.markers.last().map_or(source.name.clone(), |m| m.file.clone()),
        };
        source.markers.push(LineMarker { offset, line, file });
    }

    /// The text of one file.
    pub fn text(&self, file: FileId) -> &Arc<str> {
        &self.files[file].text
    }

    /// The name that a text was added under.
    pub fn name(&self, file: FileId) -> &str {
        &self.files[file].name
    }

    /// The name under which the text was added that a span is in.
    pub fn name_of(&self, span: Span) -> Option<&str> {
        if span.is_none() {
            return None;
        }
        self.find(span.start).map(|source| &*source.name)
    }

    /// Offset to be added to one in the text of `file` to make it a position of a [`Span`].
    pub fn base(&self, file: FileId) -> u32 {
        self.files[file].base
    }

    /// All texts, in the order they were added.
    pub fn files(&self) -> impl Iterator<Item = FileId> + use<> {
        self.files.ids()
    }

    fn find(&self, position: u32) -> Option<&SourceText> {
        let files = self.files.as_slice();
        let source = &files[files.partition_point(|f| f.base <= position).checked_sub(1)?];
        (position - source.base <= source.text.len() as u32).then_some(source)
    }

    /// Where a span starts, linemarkers respected. `None` for [`Span::NONE`] and positions outside all texts.
    pub fn locate(&self, span: Span) -> Option<Location> {
        if span.is_none() {
            return None;
        }
        let source = self.find(span.start)?;
        let offset = span.start - source.base;
        let physical = source.line_starts.partition_point(|s| *s <= offset) - 1;
        let start = source.line_starts[physical];
        // A byte that is not UTF-8 is one character of four bytes in the text.
        let before = source.text.get(start as usize..offset as usize).unwrap_or("");
        let made = 3 * before.chars().filter(|c| crate::text::byte_of(*c).is_some()).count() as u32;
        let column = offset - start + 1 - made;
        let (file, line) = match source.markers.partition_point(|m| m.offset <= offset).checked_sub(1) {
            Some(index) => {
                let marker = &source.markers[index];
                let from = source.line_starts.partition_point(|s| *s <= marker.offset) - 1;
                (marker.file.clone(), marker.line + (physical - from) as u32)
            }
            None => (source.name.clone(), physical as u32 + 1),
        };
        Some(Location { file, line, column })
    }

    /// The text of a span. Empty for [`Span::NONE`].
    pub fn snippet(&self, span: Span) -> &str {
        if span.is_none() {
            return "";
        }
        let Some(source) = self.find(span.start) else { return "" };
        source.text.get((span.start - source.base) as usize..(span.end - source.base) as usize).unwrap_or("")
    }

    /// The whole physical line in which a span starts, without its end.
    pub fn line_text(&self, span: Span) -> &str {
        if span.is_none() {
            return "";
        }
        let Some(source) = self.find(span.start) else { return "" };
        let offset = (span.start - source.base) as usize;
        let start = source.text[..offset.min(source.text.len())].rfind('\n').map_or(0, |i| i + 1);
        let end = source.text[start..].find('\n').map_or(source.text.len(), |i| start + i);
        source.text[start..end].trim_end_matches('\r')
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_respect_linemarkers() {
        let mut map = SourceMap::new();
        let file = map.add("a.i", "int x;\n# 40 \"b.c\"\nint y;\nint z;\n".into()).unwrap();
        map.add_marker(file, 18, 40, Some("b.c"));
        let base = map.base(file);
        assert_eq!(map.locate(Span::new(base + 4, base + 5)).unwrap().to_string(), "a.i:1:5");
        assert_eq!(map.locate(Span::new(base + 29, base + 30)).unwrap().to_string(), "b.c:41:5");
        assert_eq!(map.line_text(Span::new(base + 29, base + 30)), "int z;");
        assert_eq!(map.snippet(Span::new(base, base + 3)), "int");
        assert_eq!(map.locate(Span::NONE), None);
    }
}
