//! The texts of rows as the user wrote them: before macros were expanded, and of programs that were translated the line of the source, with names
//! as its language has them.
//!
//! What is decided is the preprocessed text, or the C that `cairn-llvm` writes; its places are those of the source. Where the source is not at hand
//! the row keeps that text. Ids are made of it in any case, so that they are the same wherever the source is.

use crate::report::unexpanded_lines::Originals;
use cairn_base::SourceMap;
use cairn_base::source::Span;
use cairn_llvm_protocol::{demangled, is_module};

/// So many lines more than the text of a row has may be those that it was written on.
const MORE_LINES: usize = 3;

/// The texts of the rows of a program.
pub struct RowTexts<'s> {
    sources: &'s SourceMap,
    originals: Originals<'s>,
}

impl<'s> RowTexts<'s> {
    pub fn new(sources: &'s SourceMap) -> Self {
        Self { sources, originals: Originals::new(sources) }
    }

    /// Text of a row, which is read at a place.
    pub fn text(&self, text: &str, span: Span) -> String {
        let is_translated = self.sources.name_of(span).is_some_and(is_module);
        match is_translated {
            true => self.translated(text, span),
            false => self.unexpanded(text, span).unwrap_or_else(|| text.to_owned()),
        }
    }

    /// The line as it was written, where the text is not in it: a macro was expanded.
    fn unexpanded(&self, text: &str, span: Span) -> Option<String> {
        let place = self.sources.locate(span).filter(|_| self.originals.is_of_file(span))?;
        let count = self.sources.snippet(span).lines().count() + MORE_LINES;
        let lines = self.originals.lines_from(&place, count);
        let without_blanks = |text: &str| text.split_whitespace().collect::<String>();
        let line = lines.lines().next()?.trim();
        // What an assertion asserts is as it was written.
        let is_expanded = !text.starts_with("assert(") && !without_blanks(&lines).contains(&without_blanks(text));
        (is_expanded && !line.is_empty()).then(|| line.to_owned())
    }

    fn translated(&self, text: &str, span: Span) -> String {
        let Some(place) = self.sources.locate(span) else { return text.to_owned() };
        let line = self.originals.lines_from(&place, 1);
        // From the place on: a line may have several.
        let line = line.get((place.column as usize).saturating_sub(1)..).unwrap_or(&line).trim();
        let asserted = text.strip_prefix("assert(").and_then(|rest| rest.strip_suffix(')'));
        // What a panic says stands in no line, but for a macro's.
        match (asserted, line) {
            (None, "") => text.to_owned(),
            (None, line) => line.to_owned(),
            (Some(asserted), line) if line.starts_with("assert(") => format!("assert({asserted})"),
            (Some(asserted), "") => format!("panic, {asserted}"),
            (Some(asserted), line) => format!("panic, {asserted}: {line}"),
        }
    }
}

/// A text with the names of functions in it as their language has them.
pub fn with_function_names(text: &str) -> String {
    let is_of_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(is_of_name) {
        let (before, word) = rest.split_at(at);
        let end = word.find(|c| !is_of_name(c)).unwrap_or(word.len());
        shown.push_str(before);
        shown.push_str(&function_name(&word[..end]));
        rest = &word[end..];
    }
    shown + rest
}

/// A function's name as its language has it; `cairn-llvm` puts `v_` before a name that is no identifier of C.
pub fn function_name(name: &str) -> String {
    let mended = name.strip_prefix("v_").filter(|rest| rest.starts_with("_Z"));
    demangled(mended.unwrap_or(name)).map_or_else(|| name.to_owned(), |(name, _)| name)
}
