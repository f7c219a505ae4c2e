//! Lists of tasks: a directory, a text file with the arguments of a task each line, or one task definition.
//!
//! Invariant: the order is that of the text, or of the paths' names; a file that a task definition names is no task by itself.

use crate::arguments::Verify;
use crate::exit::InputError;
use crate::project_file::{self, ProjectFile};
use clap::Parser;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A task: its line in the table, and what `cairn verify` would be told.
#[derive(Debug)]
pub struct ListedTask {
    /// Its name.
    pub name: String,
    /// Its request; or what is wrong with the line.
    pub verify: Result<Box<Verify>, String>,
    /// The verdict that its definition expects.
    pub expected: Option<bool>,
}

#[derive(Parser)]
#[command(name = "cairn verify", no_binary_name = true, disable_help_flag = true)]
struct Line {
    #[command(flatten)]
    verify: Verify,
}

/// The tasks of a list, or the harnesses that `cairn.toml` names; `options` are those of all tasks.
///
/// # Errors
/// As [`read`]; or there is neither.
pub fn of(list: Option<&Path>, options: &[String]) -> Result<Vec<ListedTask>, InputError> {
    if let Some(list) = list {
        return read(list, options);
    }
    let none = || InputError::new("name a list of tasks, or have 'harnesses' in cairn.toml (see --help)");
    let file = ProjectFile::read(&project_file::find(None, None).ok_or_else(none)?)?;
    match &file.harnesses[..] {
        [] => Err(none()),
        files => Ok(files.iter().map(|file| one(&[file.display().to_string()], options)).collect()),
    }
}

/// Reads a list; `options` are those of all tasks.
///
/// # Errors
/// The list cannot be read or is empty, with a message for the user.
pub fn read(list: &Path, options: &[String]) -> Result<Vec<ListedTask>, InputError> {
    let name = list.display();
    let tasks: Vec<ListedTask> = if list.is_dir() {
        let mut files = Vec::new();
        collect(list, &mut files);
        files.sort();
        let is_definition = |file: &PathBuf| ends(file, &["yml", "yaml"]);
        let named: BTreeSet<PathBuf> = files
            .iter()
            .filter(|file| is_definition(file))
            .filter_map(|file| definition(file).ok())
            .flat_map(|definition| definition.input_files)
            .map(|file| file.canonicalize().unwrap_or(file))
            .collect();
        let is_task = |file: &&PathBuf| {
            if is_definition(file) {
                return definition(file).is_ok();
            }
            file.parent() == Some(list)
                && ends(file, &["c", "i"])
                && !named.contains(&file.canonicalize().unwrap_or_else(|_| (*file).clone()))
        };
        files.iter().filter(is_task).map(|file| one(&[file.display().to_string()], options)).collect()
    } else if ends(list, &["yml", "yaml", "c", "i"]) {
        vec![one(&[name.to_string()], options)]
    } else {
        let text = cairn_task::input::read(list)?;
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        lines.map(|line| one(&words(line), options)).collect()
    };
    if tasks.is_empty() {
        return Err(InputError::new(format!("{name} lists no task: see `cairn verify-all --help`")));
    }
    Ok(tasks)
}

fn definition(file: &Path) -> Result<cairn_task::Definition, String> {
    cairn_task::Definition::parse(file, &cairn_task::input::read(file)?)
}

fn one(line: &[String], options: &[String]) -> ListedTask {
    let arguments = options.iter().chain(line).map(std::ffi::OsString::from);
    let arguments = crate::arguments::modern_options(arguments);
    let parsed = Line::try_parse_from(arguments);
    let verify = parsed.map(|line| Box::new(line.verify)).map_err(|why| {
        let text = why.to_string();
        text.lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned()
    });
    let files = verify.as_ref().map(|verify| &verify.program.files);
    let expected = files.ok().and_then(|files| expected(files));
    let shown =
        |files: &Vec<PathBuf>| files.iter().map(|file| file.display().to_string()).collect::<Vec<_>>().join(" ");
    ListedTask { name: files.map_or_else(|_| line.join(" "), shown), expected, verify }
}

fn expected(files: &[PathBuf]) -> Option<bool> {
    let [file] = files else { return None };
    let definition = ends(file, &["yml", "yaml"]).then(|| definition(file).ok())??;
    let of = |wanted: &cairn_task::definition::Wanted| {
        let name = wanted.file.file_name()?.to_str()?;
        name.starts_with("unreach-call").then_some(wanted.expected)?
    };
    definition.properties.iter().find_map(of)
}

/// The words of a line; quotes keep blanks.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for letter in line.chars() {
        match (quote, letter) {
            (Some(end), _) if end == letter => quote = None,
            (None, '"' | '\'') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (None, _) if letter.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    words
}

fn ends(file: &Path, endings: &[&str]) -> bool {
    file.extension().is_some_and(|ending| endings.iter().any(|known| ending == *known))
}

/// All files below a folder.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        // A link may lead back.
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            collect(&path, files);
        } else if path.is_file() {
            files.push(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn words_of_a_line() {
        assert_eq!(words("a.c  --32 \"b c.c\" 'd'e ''"), ["a.c", "--32", "b c.c", "de", ""]);
        assert!(words("  ").is_empty());
    }
}
