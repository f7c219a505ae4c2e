//! Words that `docs/glossary.md` refuses, in names of files below `crates` and in all names of the code there, and public types
//! that two crates call the same: a word means one thing.
//!
//! What is left of both is in `allowed.txt` beside this file, a line each: `file NAME`, `item NAME` or `twice NAME`. Names come without
//! their crates, so that a file may move. An entry that no longer applies is an error: the list only gets shorter.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path};

/// What defines a type.
const TYPES: &[&str] = &["struct", "enum", "trait", "type", "union"];
/// What else has a name.
const OTHERS: &[&str] = &["fn", "const", "static", "mod"];
/// What may stand between `pub` and one of these.
const QUALIFIERS: &[&str] = &["const", "unsafe", "async", "extern", "\"C\""];

/// The words that the glossary refuses, and the types that it names.
#[derive(Default, Debug, PartialEq, Eq)]
struct Glossary {
    /// Refused as a part of any name.
    parts: BTreeSet<String>,
    /// Refused as the name of a file or folder.
    files: BTreeSet<String>,
    /// Crate and name of each type of the column *type*.
    types: BTreeSet<(String, String)>,
}

/// The words between backticks.
fn quoted(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}

impl Glossary {
    /// Reads the rows `| **word** | type | meaning | not |` of a page.
    fn of(page: &str) -> Self {
        let mut glossary = Self::default();
        for row in page.lines().filter(|line| line.starts_with("| **")) {
            let cells: Vec<&str> = row.trim_matches('|').split('|').collect();
            let [_, ty, .., not] = cells[..] else { continue };
            for path in quoted(ty).filter_map(|path| path.strip_prefix("cairn_")) {
                let name = path.rsplit("::").next().unwrap_or(path);
                let of = path.split("::").next().unwrap_or(path);
                glossary.types.insert((of.replace('_', "-"), name.to_owned()));
            }
            for word in quoted(not) {
                match word.strip_suffix(".rs") {
                    Some(file) => glossary.files.insert(file.to_owned()),
                    None => glossary.parts.insert(word.to_owned()),
                };
            }
        }
        glossary
    }

    /// The first word in a name that is refused there.
    fn refused(&self, name: &str) -> Option<String> {
        parts(name).into_iter().find(|part| self.parts.contains(part))
    }
}

/// The words of which a name is made: `read_back`, `ReadBack` and `READ_BACK` are `read` and `back`.
fn parts(name: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut before = '_';
    for letter in name.chars() {
        if matches!(letter, '_' | '-' | '.') || letter.is_uppercase() && before.is_lowercase() {
            parts.push(String::new());
        }
        if let (Some(part), true) = (parts.last_mut(), letter.is_alphanumeric()) {
            part.extend(letter.to_lowercase());
        }
        before = letter;
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// Keyword and name of the public item that a line begins, if it does.
fn public_item(line: &str) -> Option<(&str, &str)> {
    let mut words = line.trim_start().strip_prefix("pub ")?.split_whitespace().peekable();
    let mut keyword = words.next()?;
    while QUALIFIERS.contains(&keyword)
        && words.peek().is_some_and(|next| QUALIFIERS.contains(next) || matches!(*next, "fn" | "trait"))
    {
        keyword = words.next()?;
    }
    if !TYPES.contains(&keyword) && !OTHERS.contains(&keyword) {
        return None;
    }
    let name = words.next()?;
    let end = name.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(name.len());
    (end > 0).then_some((keyword, &name[..end]))
}

/// The names in a text of Rust, without those in comments and literals.
fn names(text: &str) -> BTreeSet<&str> {
    let (mut names, mut rest) = (BTreeSet::new(), text);
    while let Some(first) = rest.chars().next() {
        let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if first == '"' || rest.starts_with("r\"") || rest.starts_with("r#\"") {
            string(rest)
        } else if let Some(literal) = rest.strip_prefix('\'') {
            // A lifetime is a name behind a quote; a letter ends with one.
            match literal.char_indices().nth(if literal.starts_with('\\') { 2 } else { 1 }) {
                Some((at, '\'')) => at + 2,
                _ => 1,
            }
        } else if is_part(first) {
            let end = rest.find(|letter| !is_part(letter)).unwrap_or(rest.len());
            names.insert(&rest[..end]);
            end
        } else {
            first.len_utf8()
        };
        rest = &rest[length..];
    }
    names
}

/// The length of the string that a text begins with.
fn string(text: &str) -> usize {
    let hashes = text.trim_start_matches('r').bytes().take_while(|byte| *byte == b'#').count();
    let open = usize::from(text.starts_with('r')) + hashes + 1;
    if text.starts_with('r') {
        let end = format!("\"{}", "#".repeat(hashes));
        return text[open..].find(&end).map_or(text.len(), |at| open + at + end.len());
    }
    let mut is_escaped = false;
    let end = text[1..].find(|letter| {
        let ends = letter == '"' && !is_escaped;
        is_escaped = letter == '\\' && !is_escaped;
        ends
    });
    end.map_or(text.len(), |at| at + 2)
}

/// Compares source files, each with its path below the root, with the glossary and the list of what is left.
pub(super) fn check<'f>(page: &str, allowed: &str, files: impl Iterator<Item = (&'f Path, &'f str)>) -> Vec<String> {
    let glossary = Glossary::of(page);
    // What is refused, as an entry of the list, with a sentence.
    let mut refused: BTreeMap<String, String> = BTreeMap::new();
    let mut homes: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let mut items: BTreeSet<(String, String)> = BTreeSet::new();
    for (path, text) in files {
        let folders: Vec<&str> = path.components().filter_map(name_of).collect();
        let ["crates", of, rest @ ..] = folders.as_slice() else { continue };
        for folder in std::iter::once(of).chain(rest) {
            let name = folder.strip_suffix(".rs").unwrap_or(folder);
            let word = glossary.files.contains(name).then(|| name.to_owned()).or_else(|| glossary.refused(name));
            if let Some(word) = word {
                let why = format!("{}: the glossary refuses '{word}' in the name of a file", path.display());
                refused.entry(format!("file {name}")).or_insert(why);
            }
        }
        if rest.first() != Some(&"src") {
            continue;
        }
        for name in names(text) {
            if let Some(word) = glossary.refused(name) {
                let why = format!("{}: the glossary refuses '{word}' in the name '{name}'", path.display());
                refused.entry(format!("item {name}")).or_insert(why);
            }
        }
        for line in text.lines() {
            let Some((keyword, name)) = public_item(line) else { continue };
            items.insert(((*of).to_owned(), name.to_owned()));
            if TYPES.contains(&keyword) && !line.starts_with(' ') {
                homes.entry(name).or_default().insert(of);
            }
        }
    }
    for (name, of) in homes.iter().filter(|(_, of)| of.len() > 1) {
        let of = of.iter().copied().collect::<Vec<_>>().join(", ");
        refused.insert(format!("twice {name}"), format!("{name} is a public type of several crates: {of}"));
    }
    let entries = allowed.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let allowed: BTreeSet<&str> = entries.collect();
    let stale = allowed.iter().filter(|entry| !refused.contains_key(**entry));
    let stale = stale.map(|entry| format!("xtask/src/tidy/allowed.txt: '{entry}' no longer applies: remove it"));
    let new = refused.iter().filter(|(entry, _)| !allowed.contains(entry.as_str())).map(|(_, why)| why.clone());
    let unknown = glossary.types.iter().filter(|ty| !items.contains(*ty));
    let unknown = unknown.map(|(of, name)| format!("docs/glossary.md: '{of}' has no public item '{name}'"));
    new.chain(stale).chain(unknown).collect()
}

fn name_of(component: Component<'_>) -> Option<&str> {
    component.as_os_str().to_str()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "| word | type | meaning | say it, not |\n|---|---|---|---|\n\
        | **Session** | `cairn_a_b::c::Session` | A worker. | `desk`, `keep.rs` |\n| **Target** |  | A state. |  |\n";

    fn findings(allowed: &str, files: &[(&str, &str)]) -> Vec<String> {
        let session = ("crates/a-b/src/c.rs", "pub struct Session;\n");
        let files = files.iter().chain([&session]).map(|(path, text)| (Path::new(path), *text));
        check(PAGE, allowed, files)
    }

    #[test]
    fn names_have_parts() {
        assert_eq!(parts("DeskOf"), ["desk", "of"]);
        assert_eq!(parts("MOST_DESKS"), ["most", "desks"]);
        assert_eq!(parts("read_back.rs"), ["read", "back", "rs"]);
    }

    #[test]
    fn items_are_found() {
        assert_eq!(public_item("pub struct Desk<'a> {"), Some(("struct", "Desk")));
        assert_eq!(public_item("    pub const fn desk(&self) -> u32 {"), Some(("fn", "desk")));
        assert_eq!(public_item("pub const fn at(desk: u32) {}"), Some(("fn", "at")));
        assert_eq!(public_item("pub unsafe extern \"C\" fn desk() {}"), Some(("fn", "desk")));
        assert_eq!(public_item("pub const DESK: u32 = 1;"), Some(("const", "DESK")));
        assert_eq!(public_item("pub(crate) fn desk() {}"), None);
        assert_eq!(public_item("    pub desk: u32,"), None);
    }

    #[test]
    fn names_are_not_those_of_comments_and_literals() {
        let text = "// desk\nfn a<'b>(c: &'b str) { d(\"desk \\\" desk\", r#\"desk \" desk\"#, 'e', '\\'', f); }";
        assert_eq!(names(text).into_iter().collect::<Vec<_>>(), ["a", "b", "c", "d", "f", "fn", "str"]);
    }

    #[test]
    fn words_are_refused() {
        assert_eq!(findings("", &[("crates/x/src/mail.rs", "pub fn mail() {}\n")]), Vec::<String>::new());
        assert_eq!(findings("", &[("crates/x/src/desk.rs", "")]).len(), 1);
        assert_eq!(findings("", &[("crates/x/src/keep.rs", "")]).len(), 1);
        assert_eq!(findings("", &[("crates/x/src/keep/mod.rs", "")]).len(), 1);
        assert_eq!(findings("", &[("crates/x/src/a.rs", "pub fn keep() {}\n")]).len(), 0);
        assert_eq!(findings("", &[("crates/x/src/a.rs", "pub struct DeskOf;\n")]).len(), 1);
        assert_eq!(findings("", &[("crates/x/src/a.rs", "fn a() { let desk_of = 1; }\n")]).len(), 1);
        assert_eq!(findings("", &[("crates/x/tests/it/a.rs", "pub struct DeskOf;\n")]).len(), 0);
        assert_eq!(findings("", &[("xtask/src/desk.rs", "pub struct Desk;\n")]).len(), 0);
    }

    #[test]
    fn types_have_one_home() {
        let twice = [("crates/x/src/a.rs", "pub enum End {}\n"), ("crates/y/src/a.rs", "pub type End = u32;\n")];
        assert_eq!(findings("", &twice).len(), 1);
        assert_eq!(findings("# left\ntwice End\n", &twice).len(), 0);
        let once = [("crates/x/src/a.rs", "pub enum End {}\n"), ("crates/x/src/b.rs", "pub type End = u32;\n")];
        assert_eq!(findings("", &once).len(), 0);
    }

    #[test]
    fn the_list_only_gets_shorter() {
        assert_eq!(findings("file desk\n", &[("crates/x/src/desk.rs", "")]).len(), 0);
        assert_eq!(findings("file desk\nitem desk\n", &[("crates/x/src/desk.rs", "")]).len(), 1);
    }

    #[test]
    fn types_of_the_glossary_exist() {
        assert_eq!(check(PAGE, "", std::iter::empty()).len(), 1);
    }
}
