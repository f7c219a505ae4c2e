//! The rules that the compiler and clippy do not check: every source file opens with a module documentation, none grows past a
//! bound without a reason, none has a name that says nothing, no documentation has an example that nobody would run
//! (documentation tests are switched off, docs/design/builds-and-tests.md), names keep to the glossary ([`words`]), a module
//! with submodules is one folder, the table of crates is what their manifests say ([`crates`]), no manifest names what no line
//! uses ([`dependencies`]), each can be published ([`layout`]), the
//! files that the list of papers names are there ([`paths`]), and so is what all pages name ([`references`]).
//!
//! A file that must be longer says so in a line `// tidy: long because …` near its top.

mod crates;
mod dependencies;
mod layout;
mod paths;
mod references;
mod words;

use std::fs;
use std::path::{Path, PathBuf};

/// Lines beyond which a file wants a reason.
const LONGEST: usize = 500;
/// Names of modules that say nothing about what is in them.
const EMPTY_NAMES: &[&str] = &["utils", "util", "manager", "helpers", "helper", "impl", "misc", "common"];

/// Checks all Rust files below `crates`, `xtask` and `fuzz`, and the table of crates; the error lists every finding. With `write`
/// the table is put right.
pub fn check(root: &Path, write: bool) -> Result<(), String> {
    let mut files = Vec::new();
    for folder in ["crates", "xtask", "fuzz"] {
        collect(&root.join(folder), &mut files)?;
    }
    files.sort();
    let mut findings = Vec::new();
    let mut lengths = Vec::new();
    let mut texts = Vec::new();
    for file in &files {
        let text = fs::read_to_string(file).map_err(|error| format!("cannot read {}: {error}", file.display()))?;
        let name = file.strip_prefix(root).unwrap_or(file).display().to_string();
        lengths.push(text.lines().count());
        findings.extend(examine(file, &text).into_iter().map(|finding| format!("{name}: {finding}")));
        if is_beside_its_folder(file, &files) {
            findings.push(format!("{name}: has a folder of its name: it is that folder's mod.rs"));
        }
        texts.push((PathBuf::from(name), text));
    }
    let read = |name: &str| fs::read_to_string(root.join(name)).map_err(|error| format!("cannot read {name}: {error}"));
    let (page, allowed) = (read("docs/glossary.md")?, read("xtask/src/tidy/allowed.txt")?);
    findings.extend(words::check(&page, &allowed, texts.iter().map(|(path, text)| (path.as_path(), text.as_str()))));
    findings.extend(crates::check(root, write)?);
    findings.extend(dependencies::check(root, &texts)?);
    findings.extend(layout::check(root)?);
    findings.extend(paths::check(root, &read("docs/papers.md")?));
    let sources = texts.iter().map(|(path, text)| (path.as_path(), text.as_str()));
    findings.extend(references::check(root, sources)?);
    lengths.sort_unstable();
    let median = lengths.get(lengths.len() / 2).copied().unwrap_or(0);
    let total: usize = lengths.iter().sum();
    #[allow(clippy::print_stdout)] // A chore talks to the person who runs it.
    {
        println!("tidy: {} files, {total} lines, median {median}, {} findings", files.len(), findings.len());
    }
    if findings.is_empty() { Ok(()) } else { Err(format!("not tidy:\n  {}", findings.join("\n  "))) }
}

/// Whether a module's submodules are in a folder beside it. A module with submodules is one folder, with its `mod.rs`: so an
/// analysis is one folder.
fn is_beside_its_folder(file: &Path, files: &[PathBuf]) -> bool {
    let folder = file.with_extension("");
    files.iter().any(|other| other.starts_with(&folder))
}

fn examine(file: &Path, text: &str) -> Vec<String> {
    let mut findings = Vec::new();
    let lines = text.lines().count();
    if !text.trim_start().starts_with("//!") {
        findings.push("does not open with a module documentation (//!)".to_owned());
    }
    let excused = text.lines().take(30).any(|line| line.starts_with("// tidy: long because "));
    if lines > LONGEST && !excused {
        findings.push(format!("has {lines} lines; split it, or say `// tidy: long because …` near its top"));
    }
    if has_example(text) {
        findings.push("has an example of Rust in its documentation, which is not run: make it a test".to_owned());
    }
    let stem = file.file_stem().and_then(|stem| stem.to_str()).unwrap_or("");
    if EMPTY_NAMES.contains(&stem) {
        findings.push(format!("the name '{stem}' says nothing about what is in the file"));
    }
    findings
}

/// Whether a block of code in a documentation comment would be a documentation test: one that names no other language.
fn has_example(text: &str) -> bool {
    let mut is_inside = false;
    text.lines().map(str::trim_start).any(|line| {
        let comment = line.strip_prefix("//!").or_else(|| line.strip_prefix("///"));
        let Some(language) = comment.and_then(|comment| comment.trim_start().strip_prefix("```")) else { return false };
        is_inside = !is_inside;
        is_inside && matches!(language.trim(), "" | "rust" | "no_run" | "should_panic" | "ignore" | "compile_fail")
    })
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    let Ok(entries) = fs::read_dir(folder) else { return Ok(()) };
    for entry in entries {
        let path = entry.map_err(|error| format!("cannot read {}: {error}", folder.display()))?.path();
        let hidden = path.file_name().and_then(|name| name.to_str()).is_some_and(|name| name.starts_with('.'));
        // Programs that Cairn checks are data.
        let is_of_programs = path.ends_with("tests/other_languages");
        if path.is_dir() && !hidden && !path.ends_with("target") && !is_of_programs {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_with_submodules_is_one_folder() {
        let files: Vec<PathBuf> = ["a/x.rs", "a/x/y.rs", "b/x/mod.rs", "b/xy.rs"].iter().map(PathBuf::from).collect();
        let found: Vec<bool> = files.iter().map(|file| is_beside_its_folder(file, &files)).collect();
        assert_eq!(found, [true, false, false, false]);
    }

    #[test]
    fn findings() {
        let long = "//! Doc.\n".to_owned() + &"\n".repeat(LONGEST);
        assert_eq!(examine(Path::new("a.rs"), "//! Doc.\nfn f() {}\n"), Vec::<String>::new());
        assert_eq!(examine(Path::new("a.rs"), "fn f() {}\n").len(), 1);
        assert_eq!(examine(Path::new("a.rs"), "//! Doc.\n/// ```\n/// f();\n/// ```\nfn f() {}\n").len(), 1);
        assert_eq!(examine(Path::new("a.rs"), "//! ```text\n//! f();\n//! ```\nfn f() {}\n").len(), 0);
        assert_eq!(examine(Path::new("utils.rs"), "//! Doc.\n").len(), 1);
        assert_eq!(examine(Path::new("a.rs"), &long).len(), 1);
        assert_eq!(examine(Path::new("a.rs"), &long.replacen('\n', "\n// tidy: long because so\n", 1)).len(), 0);
    }
}
