//! Reading what the user names. Every failure is one sentence that names the file and says what to do.
//!
//! Texts need not be UTF-8: comments and strings of old programs are Latin-1. Their bytes are kept as
//! [`cairn_base::text`] says. A file with NUL bytes is not a text, and is refused before a lexer has to explain it.

use std::io::{ErrorKind, Read};
use std::path::Path;

/// The text of a file, `-` for the standard input.
///
/// # Errors
/// A sentence for the user: the file is missing, is a directory, is binary, cannot be read.
pub fn read(path: &Path) -> Result<String, String> {
    match read_with(path, |_| false)? {
        FileContent::Text(text) => Ok(text),
        FileContent::Binary(_) => Err(format!("{} is not a text", path.display())),
    }
}

/// Content of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FileContent {
    /// A text.
    Text(String),
    /// Something else that is wanted.
    Binary(Vec<u8>),
}

/// The content of a file, `-` for the standard input; what `is_wanted` knows by its bytes need not be a text.
///
/// # Errors
/// As [`read`].
pub fn read_with(path: &Path, is_wanted: fn(&[u8]) -> bool) -> Result<FileContent, String> {
    let bytes = if path == Path::new("-") { read_stdin()? } else { read_bytes(path)? };
    if is_wanted(&bytes) {
        return Ok(FileContent::Binary(bytes));
    }
    if bytes.contains(&0) {
        let name = path.display();
        return Err(match magic(&bytes) {
            Some(what) => format!("{name} is {what}, not a text: give the C source"),
            None => format!("{name} is binary data, not a text: give the C source"),
        });
    }
    Ok(FileContent::Text(cairn_base::text::of_bytes(bytes)))
}

fn read_stdin() -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let read = std::io::stdin().lock().read_to_end(&mut bytes);
    read.map(|_| bytes).map_err(|error| format!("cannot read the standard input: {error}"))
}

fn read_bytes(path: &Path) -> Result<Vec<u8>, String> {
    let name = path.display();
    if path.is_dir() {
        return Err(format!("{name} is a directory: name the files in it"));
    }
    std::fs::read(path).map_err(|error| match error.kind() {
        ErrorKind::NotFound => format!("{name} does not exist"),
        ErrorKind::PermissionDenied => format!("{name} cannot be read: permission denied"),
        _ => format!("{name} cannot be read: {error}"),
    })
}

/// Binary formats that are easily named instead of a source.
fn magic(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0x7f, b'E', b'L', b'F', ..] => Some("an ELF program or object file"),
        [b'B', b'C', 0xc0, 0xde, ..] => Some("LLVM bitcode"),
        [b'!', b'<', b'a', b'r', b'c', b'h', b'>', ..] => Some("a library archive"),
        [0x1f, 0x8b, ..] => Some("a gzip archive"),
        _ => None,
    }
}
