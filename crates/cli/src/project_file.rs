//! `cairn.toml`: what a project wants of Cairn, found upwards from the file that is verified.
//!
//! It has the options of `cairn options`, plain or in tables, and what the command line says by flags: checks, the property, the flags of
//! the compiler, the list of compile commands. Flags win over it. Paths in it begin at its folder. An assumption that a proof is to
//! rest on is an option with a reason, and each proof names both.
//!
//! Invariant: a key that is not known is an error with its line, so that no setting is passed over.

use crate::allowed_finding::AllowedFinding;
use crate::exit::InputError;
use cairn_options::Settings;
use std::path::{Path, PathBuf};

/// The name that is looked for.
pub const NAME: &str = "cairn.toml";

/// Content of a file beside options.
#[derive(Clone, Debug, Default)]
pub struct ProjectFile {
    pub folder: PathBuf,
    /// `check`: as --check.
    pub check: Vec<String>,
    /// `property`: as --property, a file from the folder or a name.
    pub property: Option<PathBuf>,
    /// `flags`: of the compiler.
    pub flags: Vec<String>,
    /// `compile-commands`: as -p.
    pub compile_commands: Option<PathBuf>,
    /// `entries`: the programs and functions that `cairn check -p` checks, FILE:FUNCTION or FUNCTION; all where there are none.
    pub entries: Vec<String>,
    /// `harnesses`: files that `cairn verify-all` verifies where it is given no list.
    pub harnesses: Vec<PathBuf>,
    /// `[[allow]]`: findings that do not count.
    pub allowed: Vec<AllowedFinding>,
    /// `[[assumption]]`: an option with the reason for it, a sentence each.
    pub assumptions: Vec<String>,
    name: String,
    options: toml::Table,
}

/// The file that is meant: the named one, or the first `cairn.toml` from the folder of a file upwards.
pub fn find(named: Option<&Path>, file: Option<&Path>) -> Option<PathBuf> {
    if let Some(named) = named {
        return Some(named.to_owned());
    }
    let start = file.map_or_else(
        || Path::new("."),
        |file| if file.is_dir() { file } else { file.parent().unwrap_or(Path::new(".")) },
    );
    let start = if start.as_os_str().is_empty() { Path::new(".") } else { start };
    let folder = start.canonicalize().ok()?;
    folder.ancestors().map(|folder| folder.join(NAME)).find(|path| path.is_file())
}

impl ProjectFile {
    /// Reads a file.
    ///
    /// # Errors
    /// It cannot be read, is no TOML, or has a value of another kind than its key wants.
    pub fn read(path: &Path) -> Result<Self, InputError> {
        let name = path.display().to_string();
        let text = cairn_task::input::read(path)?;
        let table = Settings::table(&name, &text)?;
        let folder = path.parent().unwrap_or(Path::new("")).to_owned();
        let mut this = Self { folder, name, ..Self::default() };
        for (key, value) in table {
            match key.as_str() {
                "check" => this.check = this.list(&key, &value)?,
                "flags" => this.flags = this.list(&key, &value)?,
                "entries" => this.entries = this.list(&key, &value)?,
                "harnesses" => {
                    let files = this.list(&key, &value)?;
                    this.harnesses = files.iter().map(|file| this.folder.join(file)).collect();
                }
                "compile-commands" => this.compile_commands = Some(this.folder.join(this.word(&key, &value)?)),
                "property" => {
                    let word = this.word(&key, &value)?;
                    let file = this.folder.join(&word);
                    this.property = Some(if file.exists() { file } else { PathBuf::from(word) });
                }
                "assumption" => this.assume(&value)?,
                "allow" => {
                    let all = value.as_array().ok_or_else(|| this.wrong(&key, "a list of tables"))?;
                    let all = all.iter().map(|one| AllowedFinding::of_table(&this.name, one));
                    this.allowed = all.collect::<Result<_, _>>()?;
                }
                _ => {
                    this.options.insert(key, value);
                }
            }
        }
        Ok(this)
    }

    /// Sets its options, which give way to all others.
    ///
    /// # Errors
    /// There is no such option, or not that value.
    pub fn set(&self, settings: &mut Settings) -> Result<(), InputError> {
        Ok(settings.set_table(&self.name, "", &self.options)?)
    }

    fn wrong(&self, key: &str, kind: &str) -> InputError {
        InputError::new(format!("{}: '{key}' is {kind}", self.name))
    }

    fn word(&self, key: &str, value: &toml::Value) -> Result<String, InputError> {
        value.as_str().map(str::to_owned).ok_or_else(|| self.wrong(key, "a text"))
    }

    fn list(&self, key: &str, value: &toml::Value) -> Result<Vec<String>, InputError> {
        let all = value.as_array().ok_or_else(|| self.wrong(key, "a list of texts"))?;
        let word =
            |one: &toml::Value| one.as_str().map(str::to_owned).ok_or_else(|| self.wrong(key, "a list of texts"));
        all.iter().map(word).collect()
    }

    /// `[[assumption]]` tables, each with an `option` and a `reason`.
    fn assume(&mut self, value: &toml::Value) -> Result<(), InputError> {
        let wrong = || {
            InputError::new(format!("{}: each [[assumption]] has an 'option' (NAME=VALUE) and a 'reason'", self.name))
        };
        let mut found = Vec::new();
        for one in value.as_array().ok_or_else(wrong)? {
            let of = |key: &str| one.get(key).and_then(toml::Value::as_str).filter(|text| !text.trim().is_empty());
            let (Some(option), Some(reason), Some(2)) =
                (of("option"), of("reason"), one.as_table().map(toml::Table::len))
            else {
                return Err(wrong());
            };
            let (name, value) = option.split_once('=').ok_or_else(wrong)?;
            found.push((name.trim().to_owned(), value.trim().to_owned(), reason.to_owned()));
        }
        for (name, value, reason) in found {
            self.assumptions.push(format!(
                "{}: {name}={value} is assumed: {}",
                self.name,
                reason.trim_end_matches('.')
            ));
            self.options.insert(name, toml::Value::String(value));
        }
        Ok(())
    }
}
