//! Rows of programs that were translated: they show the line of the source, and names as its language has them.
//!
//! What is decided is the C that `cairn-llvm` writes; its places are those of the source. Where the source is not at hand the row keeps that C.

use cairn_base::SourceMap;
use cairn_base::source::Span;
use cairn_llvm_protocol::{demangled, is_module};
use std::collections::BTreeMap;

/// The sources of translated files, each read once.
#[derive(Default)]
pub struct TranslatedSources {
    lines: BTreeMap<String, Option<Vec<String>>>,
}

impl TranslatedSources {
    /// Text of a row: its text, or the line of the source where that is a translation.
    pub fn text(&mut self, text: &str, span: Span, sources: &SourceMap) -> String {
        let is_translated = sources.name_of(span).is_some_and(is_module);
        let Some(place) = sources.locate(span).filter(|_| is_translated) else { return text.to_owned() };
        let name = &place.file;
        let lines = self.lines.entry(name.to_string()).or_insert_with(|| {
            let text = std::fs::read_to_string(&**name).ok()?;
            Some(text.lines().map(str::to_owned).collect())
        });
        let line = lines.as_ref().and_then(|lines| lines.get((place.line as usize).checked_sub(1)?));
        // From the place on: a line may have several.
        let from =
            |line: &String| line.get((place.column as usize).saturating_sub(1)..).unwrap_or(line).trim().to_owned();
        let line = line.map(from).filter(|line| !line.is_empty());
        let shown = match text.strip_prefix("assert(").and_then(|rest| rest.strip_suffix(')')) {
            Some(asserted) => asserted,
            None => return line.unwrap_or_else(|| text.to_owned()),
        };
        // What a panic says stands in no line, but for a macro's.
        match line {
            Some(line) if line.starts_with("assert(") => format!("assert({shown})"),
            Some(line) => format!("panic, {shown}: {line}"),
            None => format!("panic, {shown}"),
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
