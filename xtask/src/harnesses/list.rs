//! The list of harnesses, and the flags with which one sees its sources, correct or with its mistake.
//!
//! A mistake is named by the text that it replaces, which must stand in the file: a newer package that reads otherwise
//! is noticed, where a pattern might hit elsewhere.

use crate::projects::fetch::{self, Apt};
use crate::projects::list::Project;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// What `list.json` says.
pub struct List {
    projects: Value,
    /// In the order of the file.
    pub harnesses: Vec<Harness>,
}

/// A harness.
pub struct Harness {
    /// `PROJECT/NAME`, which is its file too.
    pub name: String,
    /// The project.
    pub project: String,
    /// The bound that CBMC unwinds loops to.
    pub unwind: u64,
    /// Whether memory and arithmetic are checked too, beside its assertions.
    pub memory: bool,
    file: String,
    find: String,
    replace: String,
}

/// The sources of a harness.
pub struct Sources {
    root: PathBuf,
    copies: PathBuf,
    flags: Vec<String>,
}

fn text(value: &Value, key: &str) -> Result<String, String> {
    value[key].as_str().map(str::to_owned).ok_or_else(|| format!("list.json: no {key} in {value}"))
}

impl List {
    /// Reads the list.
    pub fn read(file: &Path) -> Result<List, String> {
        let read = fs::read_to_string(file).map_err(|e| format!("cannot read {}: {e}", file.display()))?;
        let value: Value = serde_json::from_str(&read).map_err(|e| format!("{}: {e}", file.display()))?;
        let mut harnesses = Vec::new();
        for entry in value["harnesses"].as_array().into_iter().flatten() {
            let project = text(entry, "project")?;
            harnesses.push(Harness {
                name: format!("{project}/{}", text(entry, "name")?),
                project,
                unwind: entry["unwind"].as_u64().unwrap_or(20),
                memory: entry["memory"].as_bool().unwrap_or(false),
                file: text(&entry["bug"], "file")?,
                find: text(&entry["bug"], "find")?,
                replace: text(&entry["bug"], "replace")?,
            });
        }
        Ok(List { projects: value["projects"].clone(), harnesses })
    }

    /// Fetches what a harness includes, unless the cache has it.
    pub fn sources(&self, apt: &Apt, cache: &Path, harness: &Harness) -> Result<Sources, String> {
        let entry = &self.projects[harness.project.as_str()];
        let package = text(entry, "package")?;
        let project = Project { package: &package, prepare: "", units: &[], without: &[], flags: &[] };
        // Sources that another chore has prepared are as good: a configured project has more headers, not others.
        let root = fetch::source(apt, cache, &project).map_err(|why| format!("{package}: {why}"))?.root;
        let flags = entry["flags"].as_array().into_iter().flatten().filter_map(|f| Some(f.as_str()?.to_owned()));
        let copies = cache.join("mistakes").join(&harness.name);
        Ok(Sources { root, copies, flags: flags.collect() })
    }
}

impl Sources {
    /// The compiler's flags; with the mistake, it is put into a copy first.
    pub fn flags(&self, harness: &Harness, mistaken: bool) -> Result<Vec<String>, String> {
        if mistaken {
            self.mistake(harness)?;
        }
        let mut flags = Vec::new();
        for flag in &self.flags {
            match flag.strip_prefix("-I") {
                Some(folder) => {
                    if mistaken {
                        flags.push(format!("-I{}", self.copies.join(folder).display()));
                    }
                    flags.push(format!("-I{}", self.root.join(folder).display()));
                }
                None => flags.push(flag.clone()),
            }
        }
        if let (true, Some(folder)) = (mistaken, Path::new(&harness.file).parent()) {
            flags.push(format!("-I{}", self.root.join(folder).display()));
        }
        Ok(flags)
    }

    fn mistake(&self, harness: &Harness) -> Result<(), String> {
        let from = self.root.join(&harness.file);
        let bytes = fs::read(&from).map_err(|e| format!("cannot read {}: {e}", from.display()))?;
        // Some projects keep the line ends of Windows; the list does not.
        let source = String::from_utf8_lossy(&bytes).replace("\r\n", "\n");
        if !source.contains(&harness.find) {
            return Err(format!("{}: {} does not hold the text to replace", harness.name, from.display()));
        }
        let to = self.copies.join(&harness.file);
        let folder = to.parent().unwrap_or(&self.copies);
        fs::create_dir_all(folder).map_err(|e| format!("cannot create {}: {e}", folder.display()))?;
        let changed = source.replacen(&harness.find, &harness.replace, 1);
        fs::write(&to, changed).map_err(|e| format!("cannot write {}: {e}", to.display()))
    }
}
