//! A query in a form that needs no files: what a run over many processes sends.
//!
//! Invariant: a question from elsewhere makes no process read a file. The one option whose value may be a file's name is refused with
//! other values than its words.

use crate::exit::InputError;
use crate::inputs::{self, InputSelection};
use crate::requests;
use cairn_base::CancelToken;
use cairn_front_c::Input;
use cairn_ir::behaviour::Check;
use cairn_options::{Origin, Settings};
use cairn_task::Property;
use cairn_verify::Request;
use cairn_wire::entry::{self, Query};
use std::time::Instant;

/// Values of `bam.blocks` that are no file's name.
const BLOCKS: [&str; 5] = ["off", "functions", "loops", "functions-loops", "looping-functions"];

/// The question that a command line asks: reads and preprocesses the files.
///
/// # Errors
/// A message for the user.
pub fn of(wanted: &InputSelection) -> Result<Query, InputError> {
    let files = inputs::read(wanted)?.into_iter().map(|input| (input.name, input.text.to_string())).collect();
    of_files(files, &wanted.property, wanted.options.clone()).map_err(InputError::new)
}

/// The same of texts.
///
/// # Errors
/// An option names a file, as a sentence.
pub fn of_files(
    files: Vec<(String, String)>,
    property: &Property,
    options: Vec<(String, String)>,
) -> Result<Query, String> {
    let Property { name, entry, functions, labels, checks, terminates } = property.clone();
    if terminates {
        return Err("termination is decided in one process: leave --distributed out".to_owned());
    }
    let checks = checks.into_iter().map(|check| check.word().to_owned()).collect();
    let property = entry::WireProperty { name, entry, functions, labels, checks };
    needs_no_file(&options)?;
    Ok(Query { files, property, options })
}

fn needs_no_file(options: &[(String, String)]) -> Result<(), String> {
    let is_file = |(name, value): &&(String, String)| name == "bam.blocks" && !BLOCKS.contains(&value.as_str());
    let is_command = |(name, value): &&(String, String)| name == "solver" && value != "z3";
    if let Some((_, command)) = options.iter().find(is_command) {
        return Err(format!("solver={command}: a command is not sent to other processes"));
    }
    options.iter().find(is_file).map_or(Ok(()), |(_, file)| {
        Err(format!("bam.blocks={file}: a list of blocks in a file is not sent to other processes"))
    })
}

/// Request to the library.
///
/// # Errors
/// What is wrong with the question, a sentence.
pub fn request(query: Query, start: Instant, cancel: &CancelToken) -> Result<Request, String> {
    needs_no_file(&query.options)?;
    let mut settings = Settings::new()?;
    for (name, value) in &query.options {
        settings.set(name, value, Origin::Task("the question".to_owned()))?;
    }
    let entry::WireProperty { name, entry, functions, labels, checks } = query.property;
    let checked = |word: &String| Check::named(word).ok_or_else(|| format!("there is no check '{word}'"));
    let checks = checks.iter().map(checked).collect::<Result<Vec<Check>, String>>()?;
    let property = Property { name, entry, functions, labels, checks, terminates: false };
    let inputs = query.files.into_iter().map(|(name, text)| Input { name, text: text.into() }).collect();
    Ok(requests::asked(inputs, property, settings.configuration().clone(), start, cancel))
}
