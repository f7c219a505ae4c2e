//! Line continuations (translation phase 2): a backslash before the end of a line joins it with the next.
//!
//! Done on the whole text before lexing, so that no rule of the lexer needs to know that `in\⏎t` is `int`. Preprocessed
//! text has none, in which case nothing is copied. A table of the removed places turns positions in the joined text
//! back into positions in the file.

use std::borrow::Cow;

/// The text without continuations.
#[derive(Debug)]
pub struct Spliced<'t> {
    /// Text to lex.
    pub text: Cow<'t, str>,
    /// From this offset in the joined text on, this many bytes were removed before.
    removed: Vec<(u32, u32)>,
}

impl<'t> Spliced<'t> {
    /// Joins the lines of `text`. Blanks between the backslash and the end of the line are allowed, as in gcc.
    pub fn new(text: &'t str) -> Self {
        let bytes = text.as_bytes();
        let mut joined = String::new();
        let mut removed = Vec::new();
        let mut kept_from = 0;
        let mut gone = 0;
        let mut at = 0;
        while let Some(found) = text[at..].find('\\') {
            let backslash = at + found;
            let mut next = backslash + 1;
            while matches!(bytes.get(next), Some(b' ' | b'\t' | b'\r' | 0x0b | 0x0c)) {
                next += 1;
            }
            at = backslash + 1;
            if bytes.get(next) == Some(&b'\n') {
                joined.push_str(&text[kept_from..backslash]);
                kept_from = next + 1;
                at = kept_from;
                gone += (kept_from - backslash) as u32;
                removed.push((joined.len() as u32, gone));
            }
        }
        if removed.is_empty() {
            return Self { text: Cow::Borrowed(text), removed };
        }
        joined.push_str(&text[kept_from..]);
        Self { text: Cow::Owned(joined), removed }
    }

    /// The offset in the file of an offset in the joined text.
    pub fn original(&self, offset: u32) -> u32 {
        if self.removed.is_empty() {
            return offset;
        }
        match self.removed.partition_point(|(from, _)| *from <= offset) {
            0 => offset,
            n => offset + self.removed[n - 1].1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_survive_joining() {
        let text = "in\\\nt x\\ \r\n;\\n";
        let spliced = Spliced::new(text);
        assert_eq!(spliced.text, "int x;\\n");
        let places: Vec<u32> = (0..7).map(|offset| spliced.original(offset)).collect();
        assert_eq!(places, [0, 1, 4, 5, 6, 11, 12]);
        assert!(matches!(Spliced::new("a\\b \\ c").text, Cow::Borrowed(_)));
    }
}
