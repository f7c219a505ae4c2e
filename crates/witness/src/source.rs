//! The text of a C file as a witness sees it: lines, columns, brackets, keywords; comments and literals are no code.
//!
//! Why not the front end's syntax tree: places of a witness are those of the file before the preprocessor, and a tool may
//! point anywhere in it.

/// A text, and which of its bytes are code.
pub struct Source {
    text: String,
    code: Vec<bool>,
    lines: Vec<usize>,
}

impl Source {
    /// Reads a text.
    pub fn new(text: String) -> Self {
        let bytes = text.as_bytes();
        let (mut code, mut at) = (vec![true; bytes.len()], 0);
        let mut hide = |from: usize, to: usize| code[from..to.min(bytes.len())].fill(false);
        while at < bytes.len() {
            let rest = &bytes[at..];
            let end = match rest {
                [b'/', b'/', ..] => at + rest.iter().position(|b| *b == b'\n').unwrap_or(rest.len()),
                [b'/', b'*', ..] => at + rest.windows(2).skip(2).position(|w| w == b"*/").map_or(rest.len(), |p| p + 4),
                [quote @ (b'"' | b'\''), ..] => {
                    let mut end = at + 1;
                    while end < bytes.len() && bytes[end] != *quote && bytes[end] != b'\n' {
                        end += if bytes[end] == b'\\' { 2 } else { 1 };
                    }
                    end + 1
                }
                // A directive, with the lines that continue it.
                [b'#', ..] if text[..at].rsplit('\n').next().is_some_and(|line| line.trim().is_empty()) => {
                    let mut end = at;
                    while end < bytes.len() && !(bytes[end] == b'\n' && bytes[end - 1] != b'\\') {
                        end += 1;
                    }
                    end
                }
                _ => {
                    at += 1;
                    continue;
                }
            };
            hide(at, end);
            at = end;
        }
        let starts = bytes.iter().enumerate().filter(|(_, b)| **b == b'\n').map(|(at, _)| at + 1);
        let lines = std::iter::once(0).chain(starts).collect();
        Self { text, code, lines }
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The byte at a line and a column, both from 1; without a column, where the line's text begins.
    pub fn offset(&self, line: u32, column: Option<u32>) -> Option<usize> {
        let start = *self.lines.get(line.checked_sub(1)? as usize)?;
        let rest = self.text.get(start..)?;
        let line = rest.split('\n').next()?;
        match column {
            None => Some(start + line.len() - line.trim_start().len()),
            Some(column) => {
                let (at, _) = line.char_indices().nth(column.checked_sub(1)? as usize)?;
                Some(start + at)
            }
        }
    }

    /// Line and column of a byte.
    pub fn place(&self, offset: usize) -> Option<(u32, u32)> {
        let line = self.lines.partition_point(|start| *start <= offset);
        let before = self.text.get(*self.lines.get(line.checked_sub(1)?)?..offset)?;
        Some((line as u32, before.chars().count() as u32 + 1))
    }

    fn is_code(&self, at: usize) -> bool {
        self.code.get(at) == Some(&true)
    }

    fn byte(&self, at: usize) -> Option<u8> {
        self.text.as_bytes().get(at).copied()
    }

    /// The next byte of code that is no space, from here on.
    pub fn next(&self, from: usize) -> Option<(usize, u8)> {
        (from..self.text.len()).filter(|at| self.is_code(*at)).find_map(|at| {
            let byte = self.byte(at)?;
            (!byte.is_ascii_whitespace()).then_some((at, byte))
        })
    }

    /// The last byte of code that is no space, before this place.
    pub fn last(&self, before: usize) -> Option<(usize, u8)> {
        (0..before.min(self.text.len())).rev().filter(|at| self.is_code(*at)).find_map(|at| {
            let byte = self.byte(at)?;
            (!byte.is_ascii_whitespace()).then_some((at, byte))
        })
    }

    /// The bracket that closes the one here.
    pub fn closing(&self, open: usize) -> Option<usize> {
        let mut depth = 0_usize;
        for at in (open..self.text.len()).filter(|at| self.is_code(*at)) {
            match self.byte(at)? {
                b'(' | b'[' | b'{' => depth += 1,
                b')' | b']' | b'}' => {
                    depth = depth.checked_sub(1)?;
                    if depth == 0 {
                        return Some(at);
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// The bracket that opens the one here.
    pub fn opening(&self, close: usize) -> Option<usize> {
        let mut depth = 0_usize;
        for at in (0..=close).rev().filter(|at| self.is_code(*at)) {
            match self.byte(at)? {
                b')' | b']' | b'}' => depth += 1,
                b'(' | b'[' | b'{' => {
                    depth = depth.checked_sub(1)?;
                    if depth == 0 {
                        return Some(at);
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// The word that begins here.
    pub fn word(&self, at: usize) -> &str {
        let rest = self.text.get(at..).unwrap_or("");
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
        if self.is_code(at) { &rest[..end] } else { "" }
    }

    /// Whether the code has this word.
    pub fn names(&self, word: &str) -> bool {
        let begins = |at: usize| !at.checked_sub(1).and_then(|at| self.byte(at)).is_some_and(is_letter);
        self.text.match_indices(word).any(|(at, _)| begins(at) && self.word(at) == word)
    }

    /// Where the word begins that ends before this place, spaces aside.
    pub fn word_before(&self, before: usize) -> Option<usize> {
        let (last, _) = self.last(before)?;
        let start = (0..=last).rev().take_while(|at| self.byte(*at).is_some_and(is_letter)).last()?;
        Some(start)
    }

    /// Semicolons between two brackets that are not within further ones.
    pub fn semicolons(&self, open: usize, close: usize) -> Vec<usize> {
        let (mut depth, mut found) = (0_usize, Vec::new());
        for at in (open + 1..close).filter(|at| self.is_code(*at)) {
            match self.byte(at) {
                Some(b'(' | b'[' | b'{') => depth += 1,
                Some(b')' | b']' | b'}') => depth = depth.saturating_sub(1),
                Some(b';') if depth == 0 => found.push(at),
                _ => {}
            }
        }
        found
    }

    /// Whether a statement may be put here: what is before ends one, or begins a block.
    pub fn begins_statement(&self, at: usize) -> bool {
        self.last(at).is_some_and(|(_, byte)| matches!(byte, b';' | b'{' | b'}' | b':'))
    }

    /// Whether an expression stands here that is the statement of an `if`, `else` or loop.
    pub fn begins_expression(&self, at: usize) -> bool {
        let keywords =
            ["if", "for", "while", "do", "switch", "return", "goto", "break", "continue", "asm", "__asm__", "case"];
        let follows = match self.last(at) {
            Some((close, b')')) => {
                let head = self.opening(close).and_then(|open| self.word_before(open));
                head.is_some_and(|head| ["if", "for", "while"].contains(&self.word(head)))
            }
            Some(_) => self.word_before(at).is_some_and(|word| self.word(word) == "else"),
            None => false,
        };
        follows
            && !keywords.contains(&self.word(at))
            && self.next(at).is_some_and(|(next, byte)| next == at && byte != b'{')
    }

    /// The line on which the statement begins that a line goes on with; of a line that begins one, itself.
    pub fn statement_line(&self, line: u32) -> u32 {
        let Some(mut at) = self.offset(line, None) else { return line };
        while !self.begins_statement(at) && !self.begins_expression(at) {
            let Some((before, _)) = self.last(at) else { break };
            at = before;
        }
        self.place(at).map_or(line, |(line, _)| line)
    }

    /// Whether what is declared at one place can be named at another: no block or head of a loop that holds the one ends
    /// before the other.
    pub fn is_visible(&self, declared: usize, from: usize) -> bool {
        let mut depth = 0_i64;
        let mut at = declared;
        while at < from {
            if self.is_code(at) {
                match self.byte(at) {
                    Some(b'{' | b'(') => depth += 1,
                    Some(b'}') => depth -= 1,
                    Some(b')') if depth == 0 => {
                        // The head of a loop, or parameters: its statement follows.
                        let Some((next, byte)) = self.next(at + 1) else { return false };
                        let end = if byte == b'{' { self.closing(next) } else { self.statement_end(next) };
                        return end.is_some_and(|end| from < end);
                    }
                    Some(b')') => depth -= 1,
                    _ => {}
                }
                if depth < 0 {
                    return false;
                }
            }
            at += 1;
        }
        declared < from
    }

    fn statement_end(&self, from: usize) -> Option<usize> {
        (from..self.text.len()).find(|at| self.is_code(*at) && self.byte(*at) == Some(b';'))
    }
}

fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}
