//! The settings of the user in the editor: the `initializationOptions` of the client.
//!
//! The idea: settings are words of `cairn check`'s command line, so that what an editor shows is what the command says. Invariant: a setting
//! that cannot be used is said, and the rest counts. Why not a table of settings of its own: each option would need a second name.

use crate::arguments::{CheckCommand, check_command};
use crate::exit::InputError;
use crate::project_file::{self, ProjectFile};
use cairn_options::quantity;
use serde_json::Value;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How long the check of an edit may take.
const TIME_LIMIT: &str = "10s";
/// The list of compile commands, as a folder or the folder of a build has it.
const LISTS: [&str; 2] = ["compile_commands.json", "build/compile_commands.json"];

#[derive(Clone, Debug)]
pub struct EditorSettings {
    /// How long the check of an edit may take.
    pub time_limit: Duration,
    /// The list of compile commands, or its folder.
    compile_commands: Option<String>,
    /// Further words of the command line.
    arguments: Vec<String>,
    /// What is open has diagnostics.
    pub unknown: bool,
}

impl EditorSettings {
    /// Reads the settings; what is wrong with them is a sentence each.
    pub fn read(options: Option<&Value>) -> (Self, Vec<String>) {
        let mut wrong = Vec::new();
        let default = quantity::duration(TIME_LIMIT).unwrap_or(Duration::from_secs(10));
        let mut this = Self { time_limit: default, compile_commands: None, arguments: Vec::new(), unknown: false };
        for (name, value) in options.and_then(Value::as_object).into_iter().flatten() {
            match (name.as_str(), value) {
                (_, Value::Null) => {}
                ("timeLimit", Value::String(text)) => match quantity::duration(text) {
                    Ok(time) => this.time_limit = time,
                    Err(why) => wrong.push(format!("timeLimit: {why}")),
                },
                ("compileCommands", Value::String(path)) => this.compile_commands = Some(path.clone()),
                ("arguments", Value::Array(words)) if words.iter().all(Value::is_string) => {
                    this.arguments = words.iter().filter_map(Value::as_str).map(str::to_owned).collect();
                }
                ("unknown", Value::Bool(is_shown)) => this.unknown = *is_shown,
                ("unknown", _) => wrong.push("unknown is true or false".to_owned()),
                ("timeLimit" | "compileCommands", _) => wrong.push(format!("{name} is a text")),
                ("arguments", _) => wrong.push("arguments is a list of texts".to_owned()),
                _ => wrong.push(format!("there is no setting '{name}': see `cairn lsp --help`")),
            }
        }
        (this, wrong)
    }

    /// The command that checks a file.
    ///
    /// # Errors
    /// The arguments are none of `cairn check`.
    pub fn command(&self, file: &Path) -> Result<Box<CheckCommand>, InputError> {
        let limit = format!("{}ms", self.time_limit.as_millis());
        let mut words: Vec<OsString> = ["--time-limit".to_owned(), limit].map(OsString::from).to_vec();
        if let Some(list) = self.list(file)? {
            words.extend([OsString::from("-p"), list.into()]);
        }
        words.push(file.into());
        words.extend(self.arguments.iter().map(OsString::from));
        check_command(words)
    }

    /// The list of compile commands that a file belongs to: the one that is set, or that of cairn.toml, or the first upwards.
    fn list(&self, file: &Path) -> Result<Option<PathBuf>, InputError> {
        if let Some(list) = &self.compile_commands {
            return Ok(Some(PathBuf::from(list)));
        }
        let is_given =
            self.arguments.iter().any(|word| word.starts_with("-p") || word.starts_with("--compile-commands"));
        let of_file = project_file::find(None, Some(file)).map(|path| ProjectFile::read(&path)).transpose()?;
        if is_given || of_file.is_some_and(|of_file| of_file.compile_commands.is_some()) {
            return Ok(None);
        }
        let mut all = file.ancestors().skip(1).flat_map(|folder| LISTS.map(|list| folder.join(list)));
        Ok(all.find(|list| list.is_file()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn settings_become_words_of_the_command_line() {
        let (settings, wrong) = EditorSettings::read(Some(
            &json!({ "timeLimit": "3s", "arguments": ["--check", "division", "-std=c99"], "unknown": true, "x": 1 }),
        ));
        assert_eq!(wrong, ["there is no setting 'x': see `cairn lsp --help`"]);
        let command = settings.command(Path::new("/nowhere/a.c")).unwrap();
        assert_eq!(command.time_limit.as_deref(), Some("3000ms"));
        assert!(settings.unknown);
        assert_eq!(command.program.check, ["division"]);
        assert_eq!(command.program.compiler_flag, ["-std=c99"]);
        let (settings, wrong) =
            EditorSettings::read(Some(&json!({ "timeLimit": 3, "unknown": 1, "arguments": ["--no-such"] })));
        assert_eq!(wrong, ["timeLimit is a text", "unknown is true or false"]);
        assert!(settings.command(Path::new("/nowhere/a.c")).is_err());
    }
}
