//! A violation in one sentence and at one place, for formats that have room for no more: an annotation of a pull
//! request, a row in a list of problems.
//!
//! The place is where a person looks first: that of the undefined behaviour, or the last place of the execution in the
//! program's own functions. Functions of the library that Cairn models are never the place; their caller is.

use crate::report::trace;
use cairn_base::{Location, SourceMap, Span};
use cairn_verify::violation::Violation;

pub fn span(violation: &Violation, sources: &SourceMap) -> Span {
    let is_placed = |span: &Span| sources.locate(*span).is_some_and(|at| !at.file.starts_with('<'));
    let undefined = violation.undefined.map(|(_, span)| span).filter(is_placed);
    let own = violation.moments.iter().rev().filter(|moment| !moment.in_library).map(|moment| moment.span);
    undefined.or_else(|| own.into_iter().find(is_placed)).unwrap_or(Span::NONE)
}

/// Event there, a sentence with its full stop.
pub fn sentence(violation: &Violation, property: &str) -> String {
    let mut text = match violation.undefined {
        Some((check, _)) => format!("{} ({}).", capital(check.violation()), check.word()),
        None => format!("An execution violates the property {property} here."),
    };
    let inputs = trace::inputs(violation);
    if !inputs.is_empty() {
        text += &format!(" {}.", inputs.trim_end());
    }
    text
}

/// With the column counted in characters of UTF-16, as editors count; Cairn counts bytes.
pub fn column(span: Span, at: &Location, sources: &SourceMap) -> u32 {
    let before = sources.line_text(span).get(..at.column as usize - 1);
    before.map_or(at.column, |before| before.encode_utf16().count() as u32 + 1)
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
