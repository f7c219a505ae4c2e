//! Source bytes as text and back, without loss.
//!
//! C sources are bytes: comments and strings of old programs are Latin-1. The rest of Cairn works on `str`, so a byte that
//! is not part of UTF-8 stands in a text as one character of its own, the last of Unicode's private use (U+10FF80 for
//! 0x80 up to U+10FFFF for 0xff), which no alphabet contains. Where a source has one of these characters itself, its four
//! bytes stand in the text one by one, so that every text means one sequence of bytes. U+FFFD instead would make a
//! string of another length and other bytes.

use std::borrow::Cow;

const FIRST: u32 = 0x10_ff80;

/// The text of some bytes.
pub fn of_bytes(bytes: Vec<u8>) -> String {
    match String::from_utf8(bytes) {
        Ok(text) if !text.chars().any(is_byte) => text,
        Ok(text) => encode(text.as_bytes()),
        Err(error) => encode(error.as_bytes()),
    }
}

fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() + bytes.len() / 8);
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            if is_byte(c) {
                c.encode_utf8(&mut [0; 4]).bytes().for_each(|byte| text.push(of_byte(byte)));
            } else {
                text.push(c);
            }
        }
        chunk.invalid().iter().for_each(|byte| text.push(of_byte(*byte)));
    }
    text
}

fn is_byte(c: char) -> bool {
    c as u32 >= FIRST
}

/// The character that stands for a byte from 0x80 on.
fn of_byte(byte: u8) -> char {
    char::from_u32(FIRST + u32::from(byte & 0x7f)).unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// The byte that a character stands for, when it stands for one.
pub fn byte_of(c: char) -> Option<u8> {
    is_byte(c).then(|| (c as u32 - FIRST) as u8 | 0x80)
}

/// A text for a person: what is not UTF-8 is shown as U+FFFD.
pub fn shown(text: &str) -> Cow<'_, str> {
    if !text.contains(is_byte) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().map(|c| if is_byte(c) { char::REPLACEMENT_CHARACTER } else { c }).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes_of(text: &str) -> Vec<u8> {
        let mut bytes = Vec::new();
        for c in text.chars() {
            match byte_of(c) {
                Some(byte) => bytes.push(byte),
                None => bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
            }
        }
        bytes
    }

    #[test]
    fn every_sequence_of_bytes_survives() {
        for bytes in [
            &b"abc"[..],
            "é".as_bytes(),
            b"caf\xe9",
            b"\xff\xfe\x80",
            b"\xe2\x82",
            "\u{10ff90}".as_bytes(),
            b"\xf4\x90\x80\x80",
        ] {
            let text = of_bytes(bytes.to_vec());
            assert_eq!(bytes_of(&text), bytes);
        }
        assert_eq!(shown(&of_bytes(b"caf\xe9".to_vec())), "caf\u{fffd}");
        assert_eq!(shown("plain"), "plain");
    }
}
