//! One diagnostic type for every crate, one renderer: `file:line:column: error: message`, the line, a caret.

use crate::source::{SourceMap, Span};
use std::fmt::Write;

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// Worth knowing; the analysis goes on and stays sound.
    Note,
    /// The analysis goes on, but its result rests on an assumption that the user should know.
    Warning,
    /// The input cannot be used.
    Error,
}

/// A message about the input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// One sentence without a full stop, in the words of the C standard where it has them.
    pub message: String,
    /// The place, or [`Span::NONE`].
    pub span: Span,
    /// Further lines: what to do about it, or the other place that matters.
    pub notes: Vec<(String, Span)>,
}

impl Diagnostic {
    /// An error at a place.
    pub fn error(message: impl Into<String>, span: Span) -> Self {
        Self { severity: Severity::Error, message: message.into(), span, notes: Vec::new() }
    }
    /// A warning at a place.
    pub fn warning(message: impl Into<String>, span: Span) -> Self {
        Self { severity: Severity::Warning, message: message.into(), span, notes: Vec::new() }
    }
    /// Adds a line.
    pub fn with_note(mut self, message: impl Into<String>, span: Span) -> Self {
        self.notes.push((message.into(), span));
        self
    }

    /// The text that a person reads; ends in a newline. Tabs in the source are kept so that the caret stays below.
    pub fn render(&self, sources: &SourceMap) -> String {
        let mut out = String::new();
        let word = match self.severity {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        };
        render_line(&mut out, sources, word, &self.message, self.span);
        for (message, span) in &self.notes {
            render_line(&mut out, sources, "note", message, *span);
        }
        out
    }
}

fn render_line(out: &mut String, sources: &SourceMap, word: &str, message: &str, span: Span) {
    let Some(location) = sources.locate(span) else {
        let _ = writeln!(out, "{word}: {message}");
        return;
    };
    let _ = writeln!(out, "{location}: {word}: {message}");
    let line = sources.line_text(span);
    // A generated line of megabytes helps nobody: show a window around the place.
    let column = location.column as usize - 1;
    let (from, to) = window(line, column);
    let number = location.line.to_string();
    let _ = writeln!(out, "{number:>5} | {}", &line[from..to]);
    let pad: String = line[from..column.clamp(from, to)].chars().map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
    let length = line.get(column..(column + (span.end - span.start) as usize).min(to)).map_or(1, |s| s.chars().count());
    let _ = writeln!(out, "{:>5} | {pad}{}", "", "^".repeat(length.max(1)));
}

fn window(line: &str, column: usize) -> (usize, usize) {
    const WIDTH: usize = 160;
    if line.len() <= WIDTH {
        return (0, line.len());
    }
    let mut from = column.min(line.len()).saturating_sub(WIDTH / 2);
    while !line.is_char_boundary(from) {
        from -= 1;
    }
    let mut to = (from + WIDTH).min(line.len());
    while !line.is_char_boundary(to) {
        to -= 1;
    }
    (from, to.max(from))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_the_line_with_a_caret() {
        let mut map = SourceMap::new();
        let file = map.add("a.c", "int f(void) {\n\treturn x;\n}\n".into()).unwrap();
        let at = map.base(file) + 22;
        let text = Diagnostic::error("'x' is not declared", Span::new(at, at + 1)).render(&map);
        assert_eq!(text, "a.c:2:9: error: 'x' is not declared\n    2 | \treturn x;\n      | \t       ^\n");
    }

    #[test]
    fn long_lines_are_cut_to_a_window() {
        let mut map = SourceMap::new();
        let file = map.add("a.c", format!("{}é{}", "x".repeat(1000), "y".repeat(1000)).into()).unwrap();
        let at = map.base(file) + 1000;
        assert!(Diagnostic::error("here", Span::new(at, at + 2)).render(&map).len() < 500);
    }
}
