//! Character and string literals: from their text to code units.
//!
//! A literal without prefix is the bytes of its text in the file, UTF-8 or not ([`cairn_base::text`]), as in gcc with its
//! defaults; the others are in the units of their encoding, for which the text must be UTF-8, as gcc has it. An escape that does not fit a unit is cut to it, with which gcc warns and goes on.

use crate::ast::LiteralEncoding;
use cairn_base::text;

/// The encoding that a literal's prefix asks for, and the text between its quotes.
pub fn split_prefix(literal: &str) -> (LiteralEncoding, &str) {
    let (encoding, rest) = match literal.as_bytes() {
        [b'u', b'8', ..] => (LiteralEncoding::Utf8, &literal[2..]),
        [b'u', ..] => (LiteralEncoding::Utf16, &literal[1..]),
        [b'U', ..] => (LiteralEncoding::Utf32, &literal[1..]),
        [b'L', ..] => (LiteralEncoding::Wide, &literal[1..]),
        _ => (LiteralEncoding::Plain, literal),
    };
    (encoding, rest.get(1..rest.len().saturating_sub(1)).unwrap_or(""))
}

/// Appends the code units of the text between quotes.
///
/// # Errors
/// What is wrong with an escape, in a sentence.
pub fn decode(literal: &str, encoding: LiteralEncoding, units: &mut Vec<u32>) -> Result<(), String> {
    let mask = match encoding {
        LiteralEncoding::Plain | LiteralEncoding::Utf8 => 0xff,
        LiteralEncoding::Utf16 => 0xffff,
        LiteralEncoding::Utf32 | LiteralEncoding::Wide => u32::MAX,
    };
    let mut chars = literal.chars();
    while let Some(c) = chars.next() {
        if let Some(byte) = text::byte_of(c) {
            if matches!(encoding, LiteralEncoding::Plain | LiteralEncoding::Utf8) {
                units.push(u32::from(byte));
            } else {
                push_char(character(byte, &mut chars)?, encoding, units);
            }
            continue;
        }
        if c != '\\' {
            push_char(c, encoding, units);
            continue;
        }
        let escape = chars.next().ok_or("escape sequence without a character")?;
        let unit = match escape {
            'n' => 10,
            't' => 9,
            'r' => 13,
            'a' => 7,
            'b' => 8,
            'f' => 12,
            'v' => 11,
            'e' | 'E' => 27,
            '0'..='7' => {
                let mut value = escape as u32 - '0' as u32;
                for _ in 0..2 {
                    let Some(digit) = chars.clone().next().and_then(|c| c.to_digit(8)) else { break };
                    value = value * 8 + digit;
                    chars.next();
                }
                value
            }
            'x' => {
                let mut value = 0u32;
                let mut digits = 0;
                while let Some(digit) = chars.clone().next().and_then(|c| c.to_digit(16)) {
                    value = (value << 4) | digit;
                    digits += 1;
                    chars.next();
                }
                if digits == 0 {
                    return Err("'\\x' used with no following hex digits".into());
                }
                value
            }
            'u' | 'U' => {
                push_char(universal(&mut chars, escape)?, encoding, units);
                continue;
            }
            // `\\`, `\"`, `\'`, `\?`; gcc takes any other for the character itself.
            other => {
                push_char(other, encoding, units);
                continue;
            }
        };
        units.push(unit & mask);
    }
    Ok(())
}

/// The character of a universal name, of which `\u` or `\U` is already read.
///
/// # Errors
/// Too few digits, or no character.
pub fn universal(chars: &mut std::str::Chars<'_>, letter: char) -> Result<char, String> {
    let length = if letter == 'u' { 4 } else { 8 };
    let mut value = 0;
    for _ in 0..length {
        let digit = chars.next().and_then(|c| c.to_digit(16));
        let digit = digit.ok_or_else(|| format!("incomplete universal character name '\\{letter}'"))?;
        value = (value << 4) | digit;
    }
    char::from_u32(value).ok_or_else(|| format!("'\\{letter}{value:0length$x}' is not a valid universal character"))
}

/// The character of UTF-8 whose bytes stand one by one in a text, the first of them read already.
fn character(first: u8, chars: &mut std::str::Chars<'_>) -> Result<char, String> {
    let mut bytes = vec![first];
    while bytes.len() < 4 {
        let Some(byte) = chars.clone().next().and_then(text::byte_of) else { break };
        bytes.push(byte);
        chars.next();
    }
    let found = std::str::from_utf8(&bytes).ok().and_then(|text| text.chars().next());
    found.ok_or_else(|| "a byte that is not UTF-8 in a wide literal".into())
}

fn push_char(c: char, encoding: LiteralEncoding, units: &mut Vec<u32>) {
    match encoding {
        LiteralEncoding::Plain | LiteralEncoding::Utf8 => {
            let mut buffer = [0; 4];
            units.extend(c.encode_utf8(&mut buffer).bytes().map(u32::from));
        }
        LiteralEncoding::Utf16 => {
            let mut buffer = [0; 2];
            units.extend(c.encode_utf16(&mut buffer).iter().map(|u| u32::from(*u)));
        }
        LiteralEncoding::Utf32 | LiteralEncoding::Wide => units.push(c as u32),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn units(literal: &str) -> Result<Vec<u32>, String> {
        let (encoding, text) = split_prefix(literal);
        let mut units = Vec::new();
        decode(text, encoding, &mut units)?;
        Ok(units)
    }

    #[test]
    fn escapes() {
        assert_eq!(units(r#""a\n\e\0\1234\x7f\"\?""#).unwrap(), [97, 10, 27, 0, 0o123, 52, 127, 34, 63]);
        assert_eq!(units(r"'\''").unwrap(), [39]);
        assert_eq!(units(r"'ab'").unwrap(), [97, 98]);
        assert_eq!(units(r#""\x1ff""#).unwrap(), [255]);
        assert_eq!(units(r#"L"\x1ff""#).unwrap(), [511]);
    }

    #[test]
    fn encodings() {
        assert_eq!(units("\"é\"").unwrap(), [0xc3, 0xa9]);
        assert_eq!(units("u8\"\\u00e9\"").unwrap(), [0xc3, 0xa9]);
        assert_eq!(units("L'é'").unwrap(), [0xe9]);
        assert_eq!(units("u\"😀\"").unwrap(), [0xd83d, 0xde00]);
        assert_eq!(units("U\"\\U0001F600\"").unwrap(), [0x1f600]);
    }

    #[test]
    fn bytes_that_are_not_utf8_stay() {
        let text = |bytes: &[u8]| text::of_bytes(bytes.to_vec());
        assert_eq!(units(&text(b"\"\xff\xe9a\"")).unwrap(), [0xff, 0xe9, 97]);
        assert_eq!(units(&text(b"'\xe9'")).unwrap(), [0xe9]);
        assert_eq!(units(&text("\"\u{10ff90}\"".as_bytes())).unwrap(), [0xf4, 0x8f, 0xbe, 0x90]);
        assert_eq!(units(&text("L\"\u{10ff90}\"".as_bytes())).unwrap(), [0x10ff90]);
        assert!(units(&text(b"L\"\xff\"")).is_err());
    }

    #[test]
    fn bad_escapes() {
        for literal in [r"'\x'", r#""\u12""#, r#""\ud800""#] {
            assert!(units(literal).is_err(), "{literal}");
        }
    }
}
