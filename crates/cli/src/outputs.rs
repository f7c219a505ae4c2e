//! The outputs that a run is to write: looked at before the run, so that hours of work do not end with a folder that is not
//! there.
//!
//! What is looked at may change until the run ends. A verdict counts all the same, and what could not be written is a warning.

use crate::console;
use crate::exit::InputError;
use std::fs::{self, OpenOptions};
use std::path::Path;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Output {
    /// A file, in a folder that is there.
    File,
    /// A folder, which is made if it is not there.
    Folder,
}

/// Looks whether all of these can be written.
///
/// # Errors
/// The first that cannot, with the reason.
pub fn check<'p>(outputs: impl IntoIterator<Item = (Option<&'p Path>, Output)>) -> Result<(), InputError> {
    for (path, what) in outputs {
        let Some(path) = path else { continue };
        let looked = match what {
            Output::File => file(path),
            Output::Folder => folder(path),
        };
        looked.map_err(|why| InputError::new(format!("cannot write {}: {why}", path.display())))?;
    }
    Ok(())
}

/// Says what could not be written; the verdict counts.
pub fn warn<E: std::fmt::Display>(written: Result<(), E>) {
    if let Err(why) = written {
        console::err(&format!("warning: {why}\n"));
    }
}

fn file(path: &Path) -> Result<(), String> {
    match fs::metadata(path) {
        Ok(known) if known.is_dir() => Err("it is a folder".to_owned()),
        // To open what is neither a file nor a folder may wait for somebody at its other end.
        Ok(known) if !known.is_file() => Ok(()),
        Ok(_) => OpenOptions::new().append(true).open(path).map(drop).map_err(|why| why.to_string()),
        Err(_) => {
            let above = path.parent().filter(|above| !above.as_os_str().is_empty()).unwrap_or(Path::new("."));
            if !above.is_dir() {
                return Err(format!("there is no folder {}", above.display()));
            }
            made(path)
        }
    }
}

fn folder(path: &Path) -> Result<(), String> {
    let there = path.ancestors().find(|above| above.exists() && !above.as_os_str().is_empty());
    let there = there.unwrap_or(Path::new("."));
    if !there.is_dir() {
        return Err(format!("{} is no folder", there.display()));
    }
    made(&there.join(format!(".cairn-{}", std::process::id())))
}

/// Makes a file that is not there, and removes it.
fn made(path: &Path) -> Result<(), String> {
    OpenOptions::new().write(true).create_new(true).open(path).map_err(|why| why.to_string())?;
    fs::remove_file(path).map_err(|why| why.to_string())
}
