//! The names that the pages have between backticks exist: files, types, functions, and options, in `docs`, the README and
//! `CONTRIBUTING.md`.
//!
//! - A path of a source file (`refine/atoms.rs`, `domains/src/symbolic`) is the end of a path of the repository, where `src` may be
//!   left out: `smt/bits` is `crates/smt/src/bits`. So is each path whose first part is a folder of the root; the file of another
//!   one is in a crate that the page names. `*` and `{a,b}` are read.
//! - `Type`, `function()`: a word of the source. `a::b::c`: words of one crate, of crate `a` where there is one.
//! - `--option`: a field or a string of the source. `group.option`: a string, where some option is of that group.
//!
//! Blocks of code are not read. What other projects call theirs is in [`OTHERS`].

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// What pages name that is not of this repository: other tools' options, their types, and programs of benchmarks.
const OTHERS: &[&str] = &[
    // Options of cargo, rustc and GCC.
    "--no-default-features",
    "--remap-path-prefix",
    // A class of BenchExec.
    "BaseTool2",
    // Programs of the benchmark collection of SV-COMP.
    "McCarthy91",
    "EvenOdd",
];
/// Folders of the root that hold no source and are not looked into.
const NOT_OURS: &[&str] = &["target", ".git", ".z3", "mutants.out"];
/// The page that names files and types which are refused.
const GLOSSARY: &str = "docs/glossary.md";

/// What exists.
#[derive(Default)]
struct Known {
    /// Paths of files and folders, as they are and without `src`.
    paths: BTreeSet<String>,
    /// The folders of the root.
    roots: BTreeSet<String>,
    /// The words of each crate, by its name with underscores.
    words: BTreeMap<String, BTreeSet<String>>,
    /// What stands between quotes in the source.
    strings: BTreeSet<String>,
    /// What stands before the dot in the name of an option.
    groups: BTreeSet<String>,
}

/// What the pages name and is not there. The sources come with their paths below the root.
pub fn check<'f>(root: &Path, sources: impl Iterator<Item = (&'f Path, &'f str)>) -> Result<Vec<String>, String> {
    let mut known = Known::default();
    let mut pages = vec![root.join("README.md"), root.join("CONTRIBUTING.md")];
    collect(root, "", &mut known, &mut pages);
    for (path, text) in sources {
        known.learn(&path.display().to_string(), text);
    }
    let mut findings = Vec::new();
    pages.sort();
    for page in pages {
        let text = fs::read_to_string(&page).map_err(|error| format!("cannot read {}: {error}", page.display()))?;
        let name = page.strip_prefix(root).unwrap_or(&page).display().to_string();
        if text.lines().any(|line| line.starts_with("<<<<<<< ") || line.starts_with(">>>>>>> ")) {
            findings.push(format!("{name}: has a conflict of a merge in it"));
        }
        findings.extend(known.examine(&name, &text));
    }
    Ok(findings)
}

/// Files and folders below a folder, and the pages among them.
fn collect(folder: &Path, prefix: &str, known: &mut Known, pages: &mut Vec<std::path::PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let Ok(name) = entry.file_name().into_string() else { continue };
        let path = format!("{prefix}{name}");
        if NOT_OURS.contains(&name.as_str()) {
            continue;
        }
        known.add_path(&path);
        if entry.path().is_dir() {
            if prefix.is_empty() {
                known.roots.insert(name);
            }
            collect(&entry.path(), &format!("{path}/"), known, pages);
        } else if path.starts_with("docs/") && path.ends_with(".md") && !path.starts_with("docs/reference/") {
            pages.push(entry.path());
        }
    }
}

impl Known {
    fn add_path(&mut self, path: &str) {
        let short = path.strip_prefix("crates/").unwrap_or(path).replacen("/src/", "/", 1);
        let module = short.strip_suffix("/mod.rs").unwrap_or(&short);
        self.paths.insert(module.strip_suffix(".rs").unwrap_or(module).to_owned());
        self.paths.insert(short);
        self.paths.insert(path.to_owned());
    }

    fn learn(&mut self, path: &str, text: &str) {
        let mut parts = path.split('/');
        let of = parts.by_ref().find(|part| *part != "crates").unwrap_or("").replace('-', "_");
        let words = self.words.entry(of.clone()).or_default();
        words.insert(of);
        words.extend(parts.map(|part| part.trim_end_matches(".rs").replace('-', "_")));
        let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
        words.extend(text.split(|letter| !is_part(letter)).filter(|word| !word.is_empty()).map(str::to_owned));
        let strings = text.lines().flat_map(|line| line.split('"').skip(1).step_by(2));
        self.strings.extend(strings.map(str::to_owned));
        if path.starts_with("crates/options/") {
            let names = text.lines().filter_map(|line| line.trim_start().strip_prefix('"')?.split_once('.'));
            self.groups.extend(names.map(|(group, _)| group.to_owned()));
        }
    }

    /// What a page names and is not there.
    fn examine(&self, page: &str, text: &str) -> Vec<String> {
        let mut is_block = false;
        let named = self.crates_of(text);
        let mut findings = Vec::new();
        for (number, line) in text.lines().enumerate() {
            if line.trim_start().starts_with("```") {
                is_block = !is_block;
            }
            if is_block {
                continue;
            }
            for name in line.split('`').skip(1).step_by(2).filter(|name| !OTHERS.contains(name)) {
                let is_refused = page == GLOSSARY && (name.ends_with(".rs") || line.starts_with("| **"));
                if !is_refused && !self.has(name, &named) {
                    findings.push(format!("{page}:{}: there is no {name}", number + 1));
                }
            }
        }
        findings
    }

    /// Whether a name between backticks is none that is checked, or exists.
    fn has(&self, name: &str, named: &BTreeSet<String>) -> bool {
        let is_word = |word: &str| {
            word.chars().next().is_some_and(|first| first.is_ascii_alphabetic() || first == '_')
                && word.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
        };
        if let Some(option) = name.strip_prefix("--") {
            return self.has_option(option);
        }
        if is_path(name) {
            return self.has_path(name, named);
        }
        let item = name.strip_suffix("()").unwrap_or(name);
        let parts: Vec<&str> = item.split("::").collect();
        if parts.iter().all(|part| is_word(part)) {
            let is_type = item.starts_with(|first: char| first.is_ascii_uppercase())
                && item.contains(|letter: char| letter.is_ascii_lowercase())
                && !item.contains('_');
            let is_checked = parts.len() > 1 || item.len() < name.len() || is_type;
            return !is_checked || self.has_item(&parts);
        }
        let option = name.split_once('=').map_or(name, |(option, _)| option);
        let is_option = option.chars().all(|letter| letter.is_ascii_lowercase() || matches!(letter, '-' | '.'));
        let group = option.split_once('.').map(|(group, _)| group);
        let is_of_group = is_option && group.is_some_and(|group| self.groups.contains(group));
        !is_of_group || self.strings.contains(option)
    }

    fn has_option(&self, option: &str) -> bool {
        let end = option.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '-').unwrap_or(option.len());
        let option = &option[..end];
        let field = option.replace('-', "_");
        option.is_empty()
            || self.strings.contains(option)
            || self.strings.contains(&format!("--{option}"))
            || self.words.values().any(|words| words.contains(&field))
    }

    /// Whether one crate has all words, the one of the first word if that is a crate.
    fn has_item(&self, parts: &[&str]) -> bool {
        if matches!(parts, ["std" | "core" | "alloc" | "clippy", ..]) {
            return true;
        }
        let first = parts.first().map_or("", |first| first.strip_prefix("cairn_").unwrap_or(first));
        let has = |words: &BTreeSet<String>, parts: &[&str]| parts.iter().all(|part| words.contains(*part));
        match self.words.get(first) {
            Some(words) if parts.len() > 1 => has(words, &parts[1..]),
            _ => self.words.values().any(|words| has(words, parts)),
        }
    }

    /// The folders of the crates that a page names.
    fn crates_of(&self, text: &str) -> BTreeSet<String> {
        let quoted = text.lines().flat_map(|line| line.split('`').skip(1).step_by(2));
        let words =
            quoted.flat_map(|name| name.split(|letter: char| !letter.is_alphanumeric() && !"_-".contains(letter)));
        let words = words.map(|word| word.strip_prefix("cairn_").unwrap_or(word).replace('-', "_"));
        words.filter(|word| self.words.contains_key(word)).collect()
    }

    fn has_path(&self, name: &str, named: &BTreeSet<String>) -> bool {
        alternatives(name).iter().map(|path| path.trim_end_matches('/')).all(|path| {
            let is_rooted = path.split('/').next().is_some_and(|first| self.roots.contains(first));
            let is_source = path.ends_with(".rs") || path.ends_with(".md");
            if !is_rooted && !is_source {
                return true;
            }
            let ends = |known: &str| {
                let (known, wanted): (Vec<&str>, Vec<&str>) = (known.split('/').collect(), path.split('/').collect());
                let at = known.len().checked_sub(wanted.len());
                at.is_some_and(|at| known[at..].iter().zip(&wanted).all(|(part, wanted)| matches(part, wanted)))
            };
            let is_named = |known: &str| {
                let of = known.trim_start_matches("crates/").split('/').next().unwrap_or(known);
                !is_source || path.ends_with(".md") || named.contains(&of.replace('-', "_"))
            };
            self.paths.iter().any(|known| ends(known) && (is_rooted || is_named(known)))
        })
    }
}

/// Whether a name is a path: words with `/` between them, or the name of a Rust file.
fn is_path(name: &str) -> bool {
    let is_letter = |letter: char| letter.is_alphanumeric() || "/._-*{},".contains(letter);
    let is_made_of = name.chars().all(is_letter) && !name.starts_with('/') && !name.starts_with("..");
    is_made_of && (name.contains('/') || name.ends_with(".rs") || name.ends_with(".md"))
}

/// `a/{b,c}.rs` is `a/b.rs` and `a/c.rs`.
fn alternatives(path: &str) -> Vec<String> {
    let braces = path.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?)));
    let Some((before, (inner, after))) = braces else { return vec![path.to_owned()] };
    inner.split(',').flat_map(|one| alternatives(&format!("{before}{one}{after}"))).collect()
}

/// Whether a part of a path is what is wanted, where `*` is any text.
fn matches(part: &str, wanted: &str) -> bool {
    let Some((begin, rest)) = wanted.split_once('*') else { return part == wanted };
    let Some(part) = part.strip_prefix(begin) else { return false };
    part.char_indices().map(|(at, _)| at).chain([part.len()]).any(|at| matches(&part[at..], rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known() -> Known {
        let mut known = Known::default();
        known.roots.insert("crates".to_owned());
        let of_smt =
            ["src", "src/bits", "src/bits/mod.rs", "tests", "tests/a_b.c"].map(|path| format!("crates/smt/{path}"));
        for path in of_smt.iter().map(String::as_str).chain(["crates/smt", "crates/options"]) {
            known.add_path(path);
        }
        known.learn(
            "crates/smt/src/bits/mod.rs",
            "pub struct BitSolver { time_limit: u8 }\nfn solve() { \"print-all\" }",
        );
        known.learn("crates/options/src/table.rs", "    \"bam.blocks\" bam_blocks: Blocks = \"off\",\n");
        known
    }

    #[test]
    fn what_exists_is_not_found() {
        let page = "`bits/mod.rs`, `crates/smt/src/bits`, `smt/bits/mod.rs`, `mod.rs`, `crates/smt/tests/*_b.c`, `crates/smt/{src,tests}`,\n\
            `BitSolver`, `smt::BitSolver`, `cairn_smt::bits::solve`, `BitSolver::solve()`, `solve()`, `--time-limit 5s`, `--print-all`,\n\
            `bam.blocks=loops`, `McCarthy91`, `std::process::Command`, `a/b`, `x + y`, `some_program`, `NAME`, `a.b`\n\
            ```\n`Nothing`\n```\n";
        assert_eq!(known().examine("docs/a.md", page), Vec::<String>::new());
    }

    #[test]
    fn what_does_not_exist_is_found() {
        for name in [
            "crates/smt/src/bytes",
            "bits/no.rs",
            "no.rs",
            "crates/smt/{src,no}",
            "crates/smt/tests/*_c.c",
            "NoType",
            "smt::NoType",
            "options::BitSolver",
            "BitSolver::bam_blocks",
            "no()",
            "--no-option=5",
            "bam.no",
        ] {
            let found = known().examine("docs/a.md", &format!("text\n`{name}`\n"));
            assert_eq!(found, [format!("docs/a.md:2: there is no {name}")]);
        }
    }

    #[test]
    fn a_file_is_in_a_crate_that_the_page_names() {
        assert_eq!(known().examine("docs/a.md", "`crates/options`: `bits/mod.rs`\n").len(), 1);
        assert_eq!(known().examine("docs/a.md", "`crates/{options,smt}`: `bits/mod.rs`\n").len(), 0);
    }

    #[test]
    fn the_glossary_may_name_what_it_refuses() {
        assert_eq!(known().examine(GLOSSARY, "| **a** | | b | `Keep`, `keep.rs` |\n").len(), 0);
        assert_eq!(known().examine(GLOSSARY, "`NoType`\n").len(), 1);
    }
}
