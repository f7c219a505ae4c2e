//! Places as the protocol has them: files as URIs, columns in units of UTF-16.
//!
//! The idea: a report has a file, a line and a column in bytes, from 1; the protocol counts from 0, and in UTF-16. Invariant: a place that
//! the text does not have becomes the nearest that it has, and never a failure. Why not UTF-8 columns, which a client may offer: all
//! clients have UTF-16.

use lsp_types::{Position, Range, Uri};
use std::fmt::Write;
use std::path::{Component, Path, PathBuf};
use std::str::FromStr;

/// The file of a URI; none for what is no file.
pub fn path(uri: &Uri) -> Option<PathBuf> {
    let rest = uri.as_str().strip_prefix("file://")?;
    // An authority is a machine; only this one has files.
    let rest = rest.strip_prefix("localhost").unwrap_or(rest);
    if !rest.starts_with('/') {
        return None;
    }
    let mut bytes = Vec::new();
    let mut left = rest.as_bytes();
    while let [first, after @ ..] = left {
        let code = after.get(..2).and_then(|two| std::str::from_utf8(two).ok());
        match code.and_then(|two| u8::from_str_radix(two, 16).ok()).filter(|_| *first == b'%') {
            Some(byte) => {
                bytes.push(byte);
                left = &after[2..];
            }
            None => {
                bytes.push(*first);
                left = after;
            }
        }
    }
    String::from_utf8(bytes).ok().map(PathBuf::from)
}

/// A file as a client calls it: lists of compile commands name files from the folder of the build, with `..`.
pub fn plain(name: &str) -> PathBuf {
    let file = PathBuf::from(name);
    let has_parent = file.components().any(|part| part == Component::ParentDir);
    if has_parent { file.canonicalize().unwrap_or(file) } else { file }
}

pub fn uri(path: &Path) -> Option<Uri> {
    let mut text = "file://".to_owned();
    for byte in path.to_str()?.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' => text.push(char::from(byte)),
            _ => {
                let _ = write!(text, "%{byte:02X}");
            }
        }
    }
    Uri::from_str(&text).ok()
}

/// The text up to a byte, or a little less: no character is cut.
fn up_to(text: &str, byte: usize) -> &str {
    let mut end = byte.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

fn units(text: &str) -> u32 {
    u32::try_from(text.encode_utf16().count()).unwrap_or(u32::MAX)
}

/// The position of a byte in a text.
pub fn position(text: &str, byte: usize) -> Position {
    let before = up_to(text, byte);
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    let line = before.bytes().filter(|byte| *byte == b'\n').count();
    Position::new(u32::try_from(line).unwrap_or(u32::MAX), units(&before[start..]))
}

/// Where a line begins, and its text; lines begin at 1.
pub fn line(text: &str, number: u32) -> Option<(usize, &str)> {
    let mut start = 0;
    for (at, line) in text.split_inclusive('\n').enumerate() {
        if at + 1 == number as usize {
            return Some((start, line.trim_end()));
        }
        start += line.len();
    }
    None
}

/// The range of what stands at a place: as far as it is there, else to the end of the line.
pub fn range(text: &str, number: u32, column: u32, what: &str) -> Range {
    let Some((_, line)) = line(text, number) else {
        let last = position(text, text.len());
        return Range::new(last, last);
    };
    let from = up_to(line, (column.max(1) - 1) as usize).len();
    let to = if !what.is_empty() && line[from..].starts_with(what) { from + what.len() } else { line.len() };
    let at = |byte: usize| Position::new(number - 1, units(&line[..byte]));
    Range::new(at(from), at(to))
}

/// The range of a line without its indentation.
pub fn whole_line(text: &str, number: u32) -> Range {
    let indentation = line(text, number).map_or(0, |(_, line)| line.len() - line.trim_start().len());
    range(text, number.max(1), u32::try_from(indentation).unwrap_or(0) + 1, "")
}

pub fn word_at(text: &str, at: Position) -> Option<&str> {
    let (_, line) = line(text, at.line + 1)?;
    let byte = line
        .char_indices()
        .map(|(byte, _)| byte)
        .chain([line.len()])
        .find(|byte| units(&line[..*byte]) >= at.character)?;
    let is_of_word = |c: char| c.is_alphanumeric() || c == '_';
    let start = line[..byte]
        .rfind(|c| !is_of_word(c))
        .map_or(0, |before| before + line[before..].chars().next().map_or(1, char::len_utf8));
    let end = line[byte..].find(|c| !is_of_word(c)).map_or(line.len(), |after| byte + after);
    Some(&line[start..end]).filter(|word| word.starts_with(|c: char| c.is_alphabetic() || c == '_'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_comes_back_from_its_uri() {
        let file = Path::new("/tmp/a b/ü%.c");
        let uri = uri(file).unwrap();
        assert_eq!(uri.as_str(), "file:///tmp/a%20b/%C3%BC%25.c");
        assert_eq!(path(&uri).as_deref(), Some(file));
        assert_eq!(path(&Uri::from_str("untitled:a.c").unwrap()), None);
    }

    #[test]
    fn columns_are_units_of_utf_16() {
        let text = "int a;\n/* 𝄞 */ x = y / 0;\n";
        let range = range(text, 2, 12, "x = y");
        assert_eq!((range.start, range.end), (Position::new(1, 9), Position::new(1, 14)));
        assert_eq!(super::range(text, 9, 1, "").start, Position::new(2, 0));
        assert_eq!(position(text, 8), Position::new(1, 1));
    }

    #[test]
    fn words_are_found_from_any_of_their_letters() {
        let text = "int x;\n  𝄞 = count_1+n;\n";
        for (character, word) in
            [(7, Some("count_1")), (10, Some("count_1")), (14, Some("count_1")), (15, Some("n")), (3, None), (90, None)]
        {
            assert_eq!(word_at(text, Position::new(1, character)), word, "{character}");
        }
        assert_eq!(word_at(text, Position::new(9, 0)), None);
    }
}
