//! Which function the program starts with: `main`, or the one that the user names.
//!
//! Any function with a body will do, a `static` one too, since a user who checks one function of a library cares about
//! that function and not about its linkage. A name that several files define for themselves is told apart by the file:
//! `parse.c:next`. When there is no such function, the message lists those that there are.

use crate::lower::{Lower, Res};
use cairn_base::{Diagnostic, Span};
use cairn_ir::FunctionId;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Entry<'a> {
    /// In a function, `name` or `file:name`.
    Named(&'a str),
    /// In any one of the functions that the files define.
    Any,
}

/// How many functions a message names.
const SHOWN: usize = 12;

impl Lower<'_> {
    /// The function of this name among those that the files define.
    pub fn entry_function(&self, wanted: &str, own: &[FunctionId]) -> Res<FunctionId> {
        let (file, name) = match wanted.rsplit_once(':') {
            Some((file, name)) => (Some(file), name),
            None => (None, wanted),
        };
        let in_file = |id: &FunctionId| file.is_none_or(|file| is_named(&self.file_of(*id), file));
        let mut found = own.iter().copied().filter(|id| self.program.functions[*id].name == name && in_file(id));
        let problem = match (found.next(), found.next()) {
            (Some(only), None) => return Ok(only),
            (None, _) => self.no_entry(wanted, own),
            // The one with external linkage is what the linker would take.
            (Some(_), Some(_)) => match self.external_function(name).filter(|id| own.contains(id) && in_file(id)) {
                Some(external) => return Ok(external),
                None => self.many_entries(name, own),
            },
        };
        Err(Box::new(Diagnostic::error(problem, Span::NONE)))
    }

    fn file_of(&self, function: FunctionId) -> String {
        let span = self.program.functions[function].span;
        self.program.sources.locate(span).map_or_else(String::new, |location| location.file.to_string())
    }

    fn no_entry(&self, wanted: &str, own: &[FunctionId]) -> String {
        let mut names: Vec<&str> = Vec::new();
        // Functions of the files themselves before those of headers.
        for of_header in [false, true] {
            for id in own {
                let name = self.program.functions[*id].name.as_str();
                if !names.contains(&name) && self.file_of(*id).ends_with(".h") == of_header {
                    names.push(name);
                }
            }
        }
        let rest = names.len().saturating_sub(SHOWN);
        names.truncate(SHOWN);
        let more = if rest > 0 { format!(" and {rest} more") } else { String::new() };
        let missing = format!("the program has no function '{wanted}' with a body");
        match names[..] {
            [] => format!("{missing}, nor any other"),
            _ => format!("{missing}: say with --entry where it starts: {}{more}", names.join(", ")),
        }
    }

    fn many_entries(&self, name: &str, own: &[FunctionId]) -> String {
        let same = own.iter().filter(|id| self.program.functions[**id].name == name);
        let places: Vec<String> = same.map(|id| format!("--entry {}:{name}", self.file_of(*id))).collect();
        format!("several files have a function '{name}': say which one: {}", places.join(", "))
    }
}

/// Whether a file is the one that the user means: the same path, or the end of it.
fn is_named(file: &str, wanted: &str) -> bool {
    file == wanted || file.strip_suffix(wanted).is_some_and(|rest| rest.ends_with('/'))
}
