//! Random configurations never end in a panic: each is read in this process as `cairn check` and `cairn verify` read it, up to where a program would be
//! decided. What entries are then checked for, `tests/it/configurations.rs` asks of whole runs.

use super::entries::{Caller, EntryTexts};
use crate::arguments::{Arguments, Command, modern_spelling};
use crate::exit::InputError;
use crate::inputs;
use cairn_options::{Settings, TABLE};
use cairn_test_support::configurations::{KnownOption, Part, RandomConfiguration, configuration};
use clap::Parser;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

/// A folder that is removed at the end.
struct TemporaryFolder(PathBuf);

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Reads a configuration; whether it was accepted.
fn read(one: &RandomConfiguration) -> Result<(), InputError> {
    let words = std::iter::once("cairn").chain(one.words.iter().map(String::as_str)).map(Into::into);
    let arguments =
        Arguments::try_parse_from(modern_spelling(words)).map_err(|error| InputError::new(error.to_string()))?;
    let wanted = match &arguments.command {
        Command::Check(command) => {
            let task = super::super::prepared(command)?;
            if super::super::has_entries(command) {
                let (units, linked) = super::linked(command, &task)?;
                for (at, one) in linked.iter().enumerate().filter(|(_, one)| one.is_checked) {
                    let _ = one.text_key(&linked, &units, super::base_key(&task));
                    let caller =
                        Caller { before: one.before.iter().map(|at| (*at, Vec::new())).collect(), ..Caller::any() };
                    // What cannot be called is a row.
                    let _ = EntryTexts::new(at, &linked, &units, &task.wanted).program(&caller);
                }
                return Ok(());
            }
            task.wanted
        }
        Command::Verify(command) => inputs::select(&command.program, command.property.as_deref(), &[])?,
        _ => return Ok(()),
    };
    inputs::compile(&wanted).map(drop)
}

/// The seeds of configurations that panic, of those of which this part is made up.
fn try_all(part: Part, each: u64) {
    let folder = std::env::temp_dir().join(format!("cairn-configurations-{part:?}-{}", std::process::id()));
    let folder = TemporaryFolder(folder);
    std::fs::create_dir_all(&folder.0).unwrap();
    let name = folder.0.display().to_string();
    let options: Vec<KnownOption> = TABLE.iter().map(|row| (row.name, row.kind, row.default)).collect();
    let (mut accepted, mut all) = (0, 0);
    let mut failed = Vec::new();
    for seed in cairn_tools::seeds(each) {
        let one = configuration(part, seed, &name, &options);
        one.files.iter().for_each(|(file, text)| std::fs::write(folder.0.join(file), text).unwrap());
        all += 1;
        match catch_unwind(AssertUnwindSafe(|| read(&one))) {
            Ok(end) => accepted += u64::from(end.is_ok()),
            Err(_) => failed.push(format!("seed {seed}: {one:?}")),
        }
    }
    assert!(failed.is_empty(), "{} of {all} panic\n{}", failed.len(), failed.join("\n"));
    // Where all are refused, nothing behind the first look was tried.
    assert!(accepted * 20 >= all, "{part:?}: {accepted} of {all} are accepted");
}

#[test]
fn project_files() {
    try_all(Part::ProjectFile, 80);
}

#[test]
fn command_lines() {
    try_all(Part::CommandLine, 40);
}

#[test]
fn compile_commands() {
    try_all(Part::CompileCommands, 40);
}

/// Options alone are read so fast that many more can be tried.
#[test]
fn options_of_project_files() {
    let options: Vec<KnownOption> = TABLE.iter().map(|row| (row.name, row.kind, row.default)).collect();
    for seed in cairn_tools::seeds(200) {
        let one = configuration(Part::ProjectFile, seed, "", &options);
        for (_, text) in one.files.iter().filter(|(name, _)| Path::new(name).extension().is_some_and(|of| of == "toml"))
        {
            let Ok(mut settings) = Settings::new() else { panic!("the defaults are no options") };
            let _ = settings.set_all("cairn.toml", text);
            let _ = cairn_options::table::refusal(settings.configuration());
        }
    }
}
