//! The answers to requests of the client about a text: lenses, what stands at a place, and what can be done about it.
//!
//! Invariant: an answer is made of what is known at that moment, and nothing is checked for it. Why a lens has no command: what it says is
//! all that there is to say, and an editor shows it without.

use super::diagnostics::{self, PlacedRow};
use super::documents::{Document, Documents, KnownOfText};
use super::locations;
use crate::check::{CheckState, CheckedFunction, ShownRange, row_text};
use crate::explain::KindPage;
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionResponse, CodeLens, Command, DocumentChanges, Hover,
    HoverContents, MarkupContent, MarkupKind, OneOf, OptionalVersionedTextDocumentIdentifier, Position, Range,
    TextDocumentEdit, TextEdit, WorkspaceEdit,
};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

/// A line above each function: how many of its checks have each answer.
pub fn lenses(document: &Document, file: &Path) -> Vec<CodeLens> {
    let known = &document.known;
    let name = file.to_string_lossy();
    let counts = |function: &CheckedFunction| {
        let is_own = |at: &str| at == name;
        let rows = known
            .report
            .obligations
            .iter()
            .filter(|one| one.function == function.name && one.at.as_ref().is_none_or(|at| is_own(&at.file)));
        let states: Vec<CheckState> = rows.map(|one| one.state).collect();
        let all = [
            (CheckState::Proved, "proved"),
            (CheckState::Needs, "with needs of callers"),
            (CheckState::Unknown, "open"),
            (CheckState::Violated, "violated"),
            (CheckState::Unreachable, "unreachable"),
        ];
        let count = |state: CheckState| states.iter().filter(|one| **one == state).count();
        let shown: Vec<String> = all
            .into_iter()
            .filter(|(state, _)| count(*state) > 0)
            .map(|(state, word)| format!("{} {word}", count(state)))
            .collect();
        (!shown.is_empty()).then(|| shown.join(", "))
    };
    let lens = |function: &CheckedFunction| {
        let command = Command { title: counts(function)?, command: String::new(), arguments: None };
        let range = locations::whole_line(&known.text, function.line);
        Some(CodeLens { range, command: Some(command), data: None })
    };
    known.functions.iter().filter_map(lens).collect()
}

/// All rows of the line of a place, the proved ones too.
pub fn hover(documents: &Documents, known: &KnownOfText, file: &Path, at: Position) -> Option<Hover> {
    let mut rows = diagnostics::placed(documents, known, file, &CheckState::BY_NEED);
    rows.retain(|row| row.file == file && row.range.start.line == at.line);
    let inside = |row: &&PlacedRow<'_>| row.range.start <= at && at <= row.range.end;
    let is_meant = rows.iter().any(|row| inside(&row));
    let shown = rows.iter().filter(|row| !is_meant || inside(row));
    let mut text =
        shown.clone().map(|row| format!("```text\n{}\n```", row_text(&row.all))).collect::<Vec<_>>().join("\n");
    // What is proved needs no explanation.
    let open = shown.flat_map(|row| &row.all).filter(|one| one.state != CheckState::Proved);
    let kinds: BTreeSet<&str> = open.map(|one| KindPage::of(&one.kind).word).collect();
    for page in kinds.into_iter().map(KindPage::of) {
        let _ = write!(text, "\n\n**{}**: {}. {}", page.word, page.title(), page.summary());
    }
    if let Some(values) = values_at(known, file, at) {
        let is_violated = rows.first().is_some_and(|row| row.state == CheckState::Violated);
        text = match (text.is_empty(), is_violated) {
            (true, _) => values,
            (false, true) => format!("{text}\n\n{values}"),
            (false, false) => format!("{values}\n\n{text}"),
        };
    }
    let contents = HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value: text.clone() });
    (!text.is_empty()).then_some(Hover { contents, range: None })
}

/// Facts about the variable at a place.
fn values_at(known: &KnownOfText, file: &Path, at: Position) -> Option<String> {
    let name = locations::word_at(&known.text, at)?;
    let is_meant = |row: &&ShownRange| row.variable == name && row.line == at.line + 1 && Path::new(&row.file) == file;
    let row = known.report.line_ranges.iter().find(is_meant)?;
    Some(format!("`{name}` is {} on this line.", row.values))
}

/// The clauses that rows in a range need, each to be put behind its function's declarator.
pub fn actions(documents: &Documents, file: &Path, range: Range) -> CodeActionResponse {
    let Some(document) = documents.get(file) else { return Vec::new() };
    let known = &document.known;
    // Places are those of the text that was checked.
    if known.text != document.text {
        return Vec::new();
    }
    let mut actions: Vec<CodeActionOrCommand> = Vec::new();
    let mut offer = |title: String, at: usize, new_text: String| {
        let place = locations::position(&known.text, at);
        let edit = TextEdit { range: Range::new(place, place), new_text };
        let text_document =
            OptionalVersionedTextDocumentIdentifier { uri: document.uri.clone(), version: Some(document.version) };
        let changes = TextDocumentEdit { text_document, edits: vec![OneOf::Left(edit)] };
        let is_it =
            |one: &CodeActionOrCommand| matches!(one, CodeActionOrCommand::CodeAction(one) if one.title == title);
        if !actions.iter().any(is_it) {
            let changes = DocumentChanges::Edits(vec![changes]);
            let edit = WorkspaceEdit { document_changes: Some(changes), ..WorkspaceEdit::default() };
            let (kind, edit) = (Some(CodeActionKind::QUICKFIX), Some(edit));
            actions.push(CodeActionOrCommand::CodeAction(CodeAction { title, kind, edit, ..CodeAction::default() }));
        }
    };
    let shown = [CheckState::Violated, CheckState::Needs, CheckState::Unknown];
    for row in diagnostics::placed(documents, known, file, &shown) {
        let is_meant =
            row.file == file && !row.is_stated() && row.range.start <= range.end && range.start <= row.range.end;
        let clauses = row.all.iter().flat_map(|one| &one.needs).filter(|need| is_meant && !need.clause.is_empty());
        for need in clauses {
            let name = need.of.rsplit(": ").next().unwrap_or_default();
            let function = known.functions.iter().find(|function| function.name == name);
            let Some(at) = function.and_then(|function| behind_declarator(&known.text, function)) else { continue };
            offer(format!("Callers of {name} must ensure {}", need.clause), at, format!(" {}", need.clause));
        }
        let line = row.all.first().and_then(|one| one.at.as_ref()).map(|at| at.line);
        if let Some((start, _)) = line.filter(|_| is_meant).and_then(|line| locations::line(&known.text, line)) {
            let kinds: Vec<&str> = row.all.iter().map(|one| one.kind.as_str()).collect();
            let kinds = kinds.join(", ");
            let blanks: String =
                known.text[start..].chars().take_while(|letter| matches!(letter, ' ' | '\t')).collect();
            // Without a reason it suppresses nothing: that is the author's to write.
            offer(format!("Allow {kinds} here"), start, format!("{blanks}// cairn: allow({kinds}) \n"));
        }
    }
    actions
}

/// The byte behind the parameters of a function, where its body or a clause comes next.
fn behind_declarator(text: &str, function: &CheckedFunction) -> Option<usize> {
    let (start, _) = locations::line(text, function.line)?;
    let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut from = start;
    loop {
        let at = from + text[from..].find(&function.name)?;
        let end = at + function.name.len();
        from = end;
        let is_whole = !text[..at].ends_with(is_letter) && !text[end..].starts_with(is_letter);
        if !is_whole || !text[end..].trim_start().starts_with('(') {
            continue;
        }
        let mut depth = 0_usize;
        let close = text[end..].char_indices().find_map(|(offset, letter)| {
            match letter {
                '(' => depth += 1,
                ')' => depth = depth.checked_sub(1)?,
                _ => {}
            }
            (letter == ')' && depth == 0).then_some(end + offset + 1)
        })?;
        let next = text[close..].trim_start();
        return (next.starts_with('{') || next.starts_with("__CPROVER")).then_some(close);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clause_comes_behind_the_parameters() {
        let text = "int g;\nstatic int\nfoo(int (*f)(int), int n)\n{ return f(n); }\nint k(a) int a; { return a; }\n";
        let function = |name: &str, line: u32| CheckedFunction { name: name.to_owned(), line };
        let at = behind_declarator(text, &function("foo", 2)).unwrap();
        assert!(text[..at].ends_with("int n)") && text[at..].starts_with("\n{"), "{at}");
        assert_eq!(behind_declarator(text, &function("k", 5)), None);
    }
}
