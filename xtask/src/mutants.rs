//! `cargo xtask mutants`: does the differential harness find mistakes that were put there on purpose?
//!
//! A mutant (`crates/differential/mutants.json`) is one text in one file of an analysis and what it becomes. All of them are
//! put into a copy of the checkout at once, each behind a question for the environment variable `CAIRN_MUTANT`, so that one
//! build serves all. Then generated programs are judged with each mutant at work, and without any. A mutant may name a test of
//! a package that must find it instead: the solver's circuits have a generator of their own.
//!
//! A mistake in what analyses and interpreter share (the front end, what a function without a body is lowered to) cannot be
//! found by comparing them: that is what gcc is compared for, in `tests/it/expected.rs` and by the semantics tests.

use crate::command;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The arguments of the chore.
#[derive(clap::Args)]
pub struct Mutants {
    /// Programs for each mutant, at most
    #[arg(long, default_value_t = 150)]
    programs: u64,
    /// Only these mutants
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
}

/// A mistake.
struct Mutant {
    name: String,
    file: PathBuf,
    find: String,
    replace: String,
    classes: String,
    /// Whether programs are asked how they use memory, instead of their assertions.
    memory: bool,
    /// The package and the test that must find it, where generated programs are not what does.
    test: Option<(String, String)>,
}

fn read(root: &Path) -> Result<Vec<Mutant>, String> {
    let path = root.join("crates/differential/mutants.json");
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let table: Vec<Value> = serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))?;
    let mutant = |row: &Value| {
        let field = |name: &str| row[name].as_str().map(str::to_owned).ok_or(format!("a mutant without {name}: {row}"));
        let test = row["test"].as_str().and_then(|test| test.split_once(' '));
        let test = test.map(|(package, test)| (package.to_owned(), test.to_owned()));
        let classes = if test.is_some() { String::new() } else { field("classes")? };
        let (name, file, memory) = (field("name")?, field("file")?.into(), row.get("memory").is_some());
        Ok(Mutant { name, file, find: field("find")?, replace: field("replace")?, classes, memory, test })
    };
    table.iter().map(mutant).collect()
}

/// The text with the mutant beside what it replaces: an arm of a match, a statement or an expression.
fn mutated(text: &str, mutant: &Mutant) -> Result<String, String> {
    let Mutant { name, file, find, replace, .. } = mutant;
    if text.matches(find.as_str()).count() != 1 {
        return Err(format!("mutant {name}: {} has not exactly one '{find}'", file.display()));
    }
    let asks = format!("std::env::var(\"CAIRN_MUTANT\").is_ok_and(|mutant| mutant == \"{name}\")");
    let both = match (find.split_once(" => "), replace.split_once(" => ")) {
        (Some((pattern, old)), Some((_, new))) => {
            let (old, new) = (old.trim_end_matches(','), new.trim_end_matches(','));
            format!("{pattern} => if {asks} {{ {new} }} else {{ {old} }},")
        }
        _ if find.ends_with(';') && replace.is_empty() => format!("if !{asks} {{ {find} }}"),
        _ => match (find.strip_suffix(';'), replace.strip_suffix(';')) {
            (Some(old), Some(new)) => format!("if {asks} {{ {new} }} else {{ {old} }};"),
            _ => format!("(if {asks} {{ {replace} }} else {{ {find} }})"),
        },
    };
    Ok(text.replacen(find.as_str(), &both, 1))
}

/// The texts of the files that mutants are in, with all of them.
fn texts(root: &Path, mutants: &[Mutant]) -> Result<BTreeMap<PathBuf, String>, String> {
    let mut texts = BTreeMap::new();
    for mutant in mutants {
        let text = match texts.remove(&mutant.file) {
            Some(text) => text,
            None => std::fs::read_to_string(root.join(&mutant.file))
                .map_err(|error| format!("{}: {error}", mutant.file.display()))?,
        };
        texts.insert(mutant.file.clone(), mutated(&text, mutant)?);
    }
    Ok(texts)
}

/// The files of the checkout, copied to another place, some with other texts.
fn copy(root: &Path, to: &Path, texts: &BTreeMap<PathBuf, String>) -> Result<(), String> {
    let listed = Command::new("git").args(["ls-files", "-co", "--exclude-standard"]).current_dir(root).output();
    let listed = listed.map_err(|error| format!("cannot run git: {error}"))?;
    for name in String::from_utf8_lossy(&listed.stdout).lines() {
        let (from, to) = (root.join(name), to.join(name));
        let fails = |error: std::io::Error| format!("{}: {error}", from.display());
        if !from.is_file() {
            continue;
        }
        let text = match texts.get(Path::new(name)) {
            Some(text) => text.clone().into_bytes(),
            None => std::fs::read(&from).map_err(fails)?,
        };
        // What is the same stays, so that it is not built again.
        if std::fs::read(&to).is_ok_and(|old| old == text) {
            continue;
        }
        std::fs::create_dir_all(to.parent().unwrap_or(&to)).map_err(fails)?;
        std::fs::write(&to, text).map_err(fails)?;
    }
    Ok(())
}

/// Runs the chore.
#[allow(clippy::print_stdout)] // It talks to the person who runs it.
pub fn run(root: &Path, arguments: &Mutants) -> Result<(), String> {
    let mutants = read(root)?;
    let checkout = command::built(root).join("mutants");
    let target = checkout.join("target");
    copy(root, &checkout, &texts(root, &mutants)?)?;
    let z3 = checkout.join(".z3");
    if !z3.exists() {
        std::os::unix::fs::symlink(root.join(".z3"), &z3).map_err(|error| format!("{}: {error}", z3.display()))?;
    }
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let fuzz = |mutant: &str, classes: &str, memory: bool, programs: u64| {
        let mut command = Command::new(&cargo);
        command.current_dir(&checkout).env("CARGO_TARGET_DIR", &target).env("CAIRN_MUTANT", mutant);
        command.args(["run", "--release", "--quiet", "--package", "cairn-differential", "--example", "fuzz", "--"]);
        command.args([
            "--failures",
            "1",
            "--whole",
            "--steps",
            "800",
            "--deadline",
            "500",
            "--programs",
            &programs.to_string(),
        ]);
        command.args(memory.then_some("--memory"));
        let output =
            command.args(["--classes", classes]).output().map_err(|error| format!("cannot run cargo: {error}"))?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let found = text.lines().find(|line| line.starts_with("seed ")).map(str::to_owned);
        match (output.status.success(), found) {
            (true, _) => Ok(None),
            (false, Some(found)) => Ok(Some(found)),
            (false, None) => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
        }
    };
    // Of tables of files all are taken, whatever part of the rotation this is.
    let listed = Command::new("git").args(["ls-files", "crates/cli/tests/check"]).current_dir(root).output();
    let listed = listed.map_err(|error| format!("cannot run git: {error}"))?.stdout;
    let listed = String::from_utf8_lossy(&listed).into_owned();
    let tested = |mutant: &str, (package, test): &(String, String)| {
        let mut command = Command::new(&cargo);
        command.current_dir(&checkout).env("CARGO_TARGET_DIR", &target).env("CAIRN_MUTANT", mutant);
        command.env(cairn_tools::CHANGED, &listed);
        command.args(["test", "--quiet", "--no-fail-fast", "--package", package, "--test", "it", &format!("{test}::")]);
        let output = command.output().map_err(|error| format!("cannot run cargo: {error}"))?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let failed = text.lines().filter(|line| line.starts_with("---- ") && line.ends_with(" stdout ----"));
        let failed: Vec<&str> = failed.filter_map(|line| line.split_whitespace().nth(1)).collect();
        match (output.status.success(), failed.is_empty()) {
            (true, _) => Ok(None),
            (false, false) => Ok(Some(failed.join(", "))),
            (false, true) => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
        }
    };
    let tested = |name: &str, mutant: &Mutant, programs: u64| match &mutant.test {
        Some(test) => tested(name, test),
        None => fuzz(name, &mutant.classes, mutant.memory, programs),
    };
    let (mut missed, mut passed) = (0, BTreeSet::new());
    for mutant in &mutants {
        if !arguments.only.is_empty() && !arguments.only.contains(&mutant.name) {
            continue;
        }
        // A test that passes without a mutant does so again.
        let again = mutant.test.as_ref().is_some_and(|test| !passed.insert(test));
        if let Some(found) = if again { None } else { tested("none", mutant, 10)? } {
            return Err(format!("without a mutant, {} fail: {found}", mutant.classes));
        }
        let found = tested(&mutant.name, mutant, arguments.programs)?;
        missed += u64::from(found.is_none());
        println!("{:24} {}", mutant.name, found.unwrap_or_else(|| "not found".to_owned()));
    }
    if missed == 0 { Ok(()) } else { Err(format!("{missed} mutants were not found")) }
}
