//! Task definitions (`.yml`) of the software verification competition, format 2: input files, properties with expected
//! verdicts, language and data model. Paths in one are relative to it.

use cairn_base::choice::OptionValue;
use cairn_ir::MachineModel;
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// A verification task.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Definition {
    /// The program.
    pub input_files: Vec<PathBuf>,
    /// Properties to decide.
    pub properties: Vec<Wanted>,
    /// Sizes of types, when the task says so.
    pub data_model: Option<MachineModel>,
}

/// A property of a task.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// The property file.
    pub file: PathBuf,
    /// The verdict that the task's authors expect.
    pub expected: Option<bool>,
}

#[derive(Deserialize)]
struct Document {
    format_version: Scalar,
    input_files: OneOrMany,
    #[serde(default)]
    properties: Vec<Entry>,
    #[serde(default)]
    options: Details,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Scalar {
    Text(String),
    Number(f64),
}

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

#[derive(Deserialize)]
struct Entry {
    property_file: String,
    expected_verdict: Option<bool>,
}

#[derive(Deserialize, Default)]
struct Details {
    language: Option<String>,
    data_model: Option<String>,
}

impl Definition {
    /// Reads a task definition; `path` is its file, which names it in errors and which its paths are relative to.
    ///
    /// # Errors
    /// A sentence for the user.
    pub fn parse(path: &Path, text: &str) -> Result<Self, String> {
        let name = path.display();
        let document: Document = serde_yaml_ng::from_str(text).map_err(|error| match error.location() {
            Some(at) => format!("{name}:{}:{}: not a task definition: {error}", at.line(), at.column()),
            None => format!("{name}: not a task definition: {error}"),
        })?;
        let version = match &document.format_version {
            Scalar::Text(text) => text.clone(),
            Scalar::Number(number) => format!("{number:?}"),
        };
        if version.split('.').next() != Some("2") {
            return Err(format!("{name}: task definitions of format {version} are not supported: format 2 is"));
        }
        if let Some(language) = document.options.language.filter(|language| language != "C") {
            return Err(format!("{name}: the language {language} is not supported: C is"));
        }
        let data_model = document.options.data_model.as_deref().map(MachineModel::parse).transpose();
        let folder = path.parent().unwrap_or(Path::new(""));
        let files = match document.input_files {
            OneOrMany::One(file) => vec![file],
            OneOrMany::Many(files) => files,
        };
        if files.is_empty() {
            return Err(format!("{name}: names no input file"));
        }
        let wanted = |entry: Entry| Wanted { file: folder.join(entry.property_file), expected: entry.expected_verdict };
        Ok(Self {
            input_files: files.into_iter().map(|file| folder.join(file)).collect(),
            properties: document.properties.into_iter().map(wanted).collect(),
            data_model: data_model.map_err(|why| format!("{name}: data_model: {why}"))?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Definition, String> {
        Definition::parse(Path::new("set/task.yml"), text)
    }

    #[test]
    fn a_task_as_the_competition_writes_it() {
        let task = parse(
            "format_version: '2.0'\ninput_files: 'loop.c'\nproperties:\n  - property_file: ../p/unreach-call.prp\n    \
             expected_verdict: false\n  - property_file: ../p/coverage.prp\noptions:\n  language: C\n  data_model: ILP32\n",
        )
        .unwrap();
        assert_eq!(task.input_files, [PathBuf::from("set/loop.c")]);
        assert_eq!(task.properties[0], Wanted { file: "set/../p/unreach-call.prp".into(), expected: Some(false) });
        assert_eq!(task.properties[1].expected, None);
        assert_eq!(task.data_model, Some(MachineModel::Ilp32));
    }

    #[test]
    fn several_files_and_a_number_as_version() {
        let task = parse("format_version: 2.1\ninput_files: [a.c, b.c]\n").unwrap();
        assert_eq!(task.input_files.len(), 2);
        assert_eq!(task.data_model, None);
    }

    #[test]
    fn mistakes_are_named() {
        for (text, part) in [
            ("format_version: '1.0'\ninput_files: a.c", "format 1.0"),
            ("format_version: '2.0'\ninput_files: []", "no input file"),
            ("format_version: '2.0'\ninput_files: a.c\noptions: {language: Java}", "Java"),
            ("format_version: '2.0'\ninput_files: a.c\noptions: {data_model: LP65}", "ILP32|LP64"),
            ("input_files: a.c", "format_version"),
            ("{", "not a task definition"),
        ] {
            let error = parse(text).unwrap_err();
            assert!(error.starts_with("set/task.yml") && error.contains(part), "{error}");
        }
    }
}
