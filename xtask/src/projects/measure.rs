//! How far each unit of a project gets: gcc preprocesses and accepts it, then the driver parses and lowers it in a
//! process of its own, so that a crash costs one unit.

use super::fetch::Source;
use super::list::Project;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// The part of a call through a pointer that no function matches: in a library, that is every call through a pointer.
const NO_CANDIDATE: &str = "a call through a pointer that matches no function";

/// What the units of a project gave.
#[derive(Default)]
pub struct Figures {
    /// Units that gcc accepts.
    pub units: u64,
    /// Those that were parsed.
    pub parsed: u64,
    /// Those that were lowered.
    pub lowered: u64,
    /// Calls through pointers.
    pub pointer_calls: u64,
    /// Places that are not modelled, by kind.
    pub unmodelled: BTreeMap<String, u64>,
    /// Time in the driver.
    pub time: Duration,
    /// What was said of the units that failed.
    pub failures: Vec<String>,
}

impl Figures {
    /// Adds the counts of another project.
    pub fn add(&mut self, other: &Figures) {
        self.units += other.units;
        self.parsed += other.parsed;
        self.lowered += other.lowered;
        self.pointer_calls += other.pointer_calls;
        self.time += other.time;
        for (what, count) in &other.unmodelled {
            *self.unmodelled.entry(what.clone()).or_default() += count;
        }
    }

    /// One line for a person who waits.
    pub fn summary(&self) -> String {
        format!("{} of {} units lowered", self.lowered, self.units)
    }
}

/// Runs the driver on all units of a project.
pub fn all(driver: &Path, project: &Project, source: &Source, cache: &Path) -> Result<Figures, String> {
    let mut figures = Figures::default();
    let mut files = Vec::new();
    for unit in project.units {
        collect(&source.root.join(unit), !unit.ends_with('/'), &mut files);
    }
    files.sort();
    let text = cache.join(format!("unit-{}.i", std::process::id()));
    for file in files {
        let name = file.strip_prefix(&source.root).unwrap_or(&file).display().to_string();
        if project.without.iter().any(|part| name.contains(part)) {
            continue;
        }
        if accepted(project, source, cache, &name, &text)? {
            figures.units += 1;
            examine(driver, &text, &format!("{} {name}", project.package), &mut figures)?;
        }
    }
    let _ = fs::remove_file(&text);
    Ok(figures)
}

fn collect(path: &Path, below: bool, files: &mut Vec<PathBuf>) {
    if path.is_file() {
        files.push(path.to_path_buf());
        return;
    }
    for entry in fs::read_dir(path).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            if below {
                collect(&path, below, files);
            }
        } else if path.extension().is_some_and(|extension| extension == "c") {
            files.push(path);
        }
    }
}

/// Preprocesses a unit; false when gcc refuses it (a unit of another machine, or of a library that is not here).
fn accepted(project: &Project, source: &Source, cache: &Path, name: &str, text: &Path) -> Result<bool, String> {
    let zlib = fs::read_dir(cache.join("zlib")).into_iter().flatten().flatten().find(|entry| entry.path().is_dir());
    let zlib = zlib.map_or_else(String::new, |entry| entry.path().display().to_string());
    let flags: Vec<String> = project.flags.iter().map(|flag| flag.replace("{zlib}", &zlib)).collect();
    let gcc = |arguments: &[&str]| {
        let mut command = Command::new("gcc");
        command.current_dir(&source.root).args(&flags).args(arguments).stdin(Stdio::null());
        command.output().map_err(|error| format!("cannot run gcc: {error}"))
    };
    let preprocessed = gcc(&["-E", name])?;
    if !preprocessed.status.success() {
        return Ok(false);
    }
    fs::write(text, &preprocessed.stdout).map_err(|error| format!("cannot write {}: {error}", text.display()))?;
    let plain: Vec<&String> = flags.iter().filter(|flag| flag.starts_with("-std") || flag.starts_with("-f")).collect();
    let mut checked = Command::new("gcc");
    checked.args(plain).args(["-fsyntax-only", "-w", "-x", "cpp-output"]).arg(text);
    let checked = checked.output().map_err(|error| format!("cannot run gcc: {error}"))?;
    Ok(checked.status.success())
}

fn examine(driver: &Path, text: &Path, name: &str, figures: &mut Figures) -> Result<(), String> {
    let start = Instant::now();
    let output = Command::new(driver).arg(text).stdin(Stdio::null()).output();
    let output = output.map_err(|error| format!("cannot run {}: {error}", driver.display()))?;
    figures.time += start.elapsed();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        match line.split(' ').collect::<Vec<_>>()[..] {
            ["parsed"] => figures.parsed += 1,
            ["lowered"] => figures.lowered += 1,
            ["unsupported", count, ..] => {
                let what = line.splitn(3, ' ').nth(2).unwrap_or("");
                let count: u64 = count.parse().unwrap_or(0);
                match what == NO_CANDIDATE {
                    true => figures.pointer_calls += count,
                    false => *figures.unmodelled.entry(what.to_owned()).or_default() += count,
                }
            }
            _ => {}
        }
    }
    if !output.status.success() {
        figures.failures.push(format!("{name}: {}", failure(&output)));
    }
    Ok(())
}

fn failure(output: &Output) -> String {
    let said = String::from_utf8_lossy(&output.stderr);
    let lines: Vec<&str> = said.lines().take(3).collect();
    if lines.is_empty() { output.status.to_string() } else { lines.join("\n    ") }
}
