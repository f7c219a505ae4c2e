//! The arguments of the `launch` request.
//!
//! The idea: `args` are words of `cairn check`, so that what is played is what the command finds. Invariant: what cannot be used is an
//! error that says so; what clients add for themselves is passed over.

use crate::arguments::{CheckCommand, check_command};
use serde_json::Value;
use std::ffi::OsString;
use std::path::Path;

pub struct LaunchSettings {
    pub command: Box<CheckCommand>,
    /// The row whose violation is wanted.
    pub obligation: Option<String>,
    /// Stop at the first line.
    pub stops_on_entry: bool,
}

impl LaunchSettings {
    /// Reads the arguments of the request.
    ///
    /// # Errors
    /// They cannot be used: why.
    pub fn read(arguments: &Value) -> Result<Self, String> {
        let text = |name: &str| match &arguments[name] {
            Value::Null => Ok(None),
            Value::String(text) => Ok(Some(text.clone())),
            _ => Err(format!("{name} is a text")),
        };
        let list = |name: &str| match &arguments[name] {
            Value::Null => Ok(Vec::new()),
            Value::String(text) if name != "args" => Ok(vec![text.clone()]),
            Value::Array(all) if all.iter().all(Value::is_string) => {
                Ok(all.iter().filter_map(Value::as_str).map(str::to_owned).collect())
            }
            _ => Err(format!("{name} is a list of texts")),
        };
        if let Some(folder) = text("cwd")?.filter(|folder| !folder.is_empty()) {
            std::env::set_current_dir(Path::new(&folder)).map_err(|why| format!("cwd: {folder}: {why}"))?;
        }
        let files = [list("program")?, list("files")?].concat();
        let mut words: Vec<String> = Vec::new();
        if let Some(time) = text("timeLimit")? {
            words.extend(["--time-limit".to_owned(), time]);
        }
        words.extend(list("args")?);
        words.extend(files);
        let command = check_command(words.into_iter().map(OsString::from)).map_err(|why| why.text().to_owned())?;
        if command.program.files.is_empty() {
            return Err("name the program's file in 'program', or its files in 'files'".to_owned());
        }
        let stops_on_entry = arguments["stopOnEntry"].as_bool().unwrap_or(false);
        Ok(Self { command, obligation: text("obligation")?.filter(|text| !text.is_empty()), stops_on_entry })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn arguments_are_words_of_the_command_line() {
        let read = |arguments: Value| LaunchSettings::read(&arguments);
        let settings = read(json!({ "program": "a.c", "files": ["b.c"], "args": ["--check", "division"],
            "timeLimit": "3s", "type": "cairn", "__sessionId": 1 }))
        .unwrap();
        assert_eq!(settings.command.program.files.len(), 2);
        assert_eq!(settings.command.program.check, ["division"]);
        assert_eq!(settings.command.time_limit.as_deref(), Some("3s"));
        let refused = |arguments: Value| read(arguments).err().unwrap();
        assert!(refused(json!({})).contains("'program'"));
        assert!(refused(json!({ "program": 1 })).contains("program is a list of texts"));
        assert!(refused(json!({ "program": "a.c", "args": "--check" })).contains("args is a list of texts"));
        assert!(refused(json!({ "program": "a.c", "args": ["--no-such"] })).contains("--no-such"));
    }
}
