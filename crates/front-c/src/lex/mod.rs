//! The lexer: tokens one at a time, straight from the text.
//!
//! There is no token vector: a file of megabytes would make one of ten times its size, and the parser looks at most one
//! token ahead. Line continuations are gone before ([`splice`]), lines that begin with `#` are understood on the way
//! ([`directive`]), literals are only delimited here and decoded when the parser reaches them ([`number`], [`string`]).
//!
//! Invariant: positions only grow, and each is a boundary of a character, so that slices of the text cannot fail.

pub mod directive;
pub mod keyword;
pub mod number;
pub mod splice;
pub mod string;
pub mod token;

use crate::ast::{PragmaKind, Symbol};
use crate::symbols::Symbols;
use cairn_base::id::Id;
use cairn_base::{Diagnostic, Span};
use directive::{Directive, Pack};
use keyword::KEYWORDS;
use splice::Spliced;
use token::{Tok, Token};

/// A linemarker: the line at this offset of the file is that line of that file.
#[derive(Clone, Debug)]
pub struct Marker {
    /// Offset in the file of the line after the marker.
    pub offset: u32,
    /// Its number.
    pub line: u32,
    /// The file, when the marker says it.
    pub file: Option<String>,
}

/// A lexer over one text.
#[derive(Debug)]
pub struct Lexer<'t> {
    spliced: &'t Spliced<'t>,
    bytes: &'t [u8],
    base: u32,
    at: usize,
    line_start: bool,
    /// State of `#pragma pack` up to here.
    pub pack: Pack,
    /// Linemarkers met up to here.
    pub markers: Vec<Marker>,
    /// Pragmas met up to here that matter beyond their text.
    pub pragmas: Vec<(PragmaKind, Span)>,
}

/// The result of a step of lexing or parsing; the error is boxed to keep results small.
pub type ParseResult<T> = Result<T, Box<Diagnostic>>;

const NO_NAME: fn() -> Symbol = || Symbol::from_index(0);

impl<'t> Lexer<'t> {
    /// A lexer at the start of the text. `base` makes offsets positions (see [`cairn_base::SourceMap::base`]).
    pub fn new(spliced: &'t Spliced<'t>, base: u32) -> Self {
        let bytes = spliced.text.as_bytes();
        let at = if bytes.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 }; // a byte order mark
        Self {
            spliced,
            bytes,
            base,
            at,
            line_start: true,
            pack: Pack::default(),
            markers: Vec::new(),
            pragmas: Vec::new(),
        }
    }

    /// The text of a token.
    pub fn text(&self, token: &Token) -> &'t str {
        self.spliced.text.get(token.start as usize..token.end as usize).unwrap_or("")
    }

    /// The position of an offset in the lexed text.
    pub fn position(&self, offset: u32) -> u32 {
        self.base + self.spliced.original(offset)
    }

    /// The place of a token.
    pub fn span(&self, token: &Token) -> Span {
        self.span_between(token.start, token.end)
    }

    /// The place of a range of offsets in the lexed text.
    pub fn span_between(&self, start: u32, end: u32) -> Span {
        let start_position = self.position(start);
        // The end is the position after the last byte, which may stand before a continuation.
        let end_position = if end > start { self.position(end - 1) + 1 } else { start_position };
        Span::new(start_position, end_position)
    }

    fn span_of(&self, start: usize, end: usize) -> Span {
        self.span_between(start as u32, end as u32)
    }

    fn fail<T>(&self, message: impl Into<String>, start: usize, end: usize) -> ParseResult<T> {
        Err(Box::new(Diagnostic::error(message, self.span_of(start, end))))
    }

    fn byte(&self, at: usize) -> u8 {
        self.bytes.get(at).copied().unwrap_or(0)
    }

    /// The next token; [`Tok::End`] for ever at the end.
    ///
    /// # Errors
    /// What is no token of C, or a preprocessing directive.
    pub fn next(&mut self, symbols: &mut Symbols) -> ParseResult<Token> {
        self.skip_blanks()?;
        let start = self.at;
        let Some(&first) = self.bytes.get(start) else {
            return Ok(self.token(Tok::End, start, start));
        };
        match first {
            b'L' | b'u' | b'U' => match self.prefixed_literal(first) {
                Some(quote) => self.quoted(start, quote),
                None => self.identifier(symbols),
            },
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' | 0x80.. | b'\\' => self.identifier(symbols),
            b'0'..=b'9' => Ok(self.number()),
            b'.' if self.byte(start + 1).is_ascii_digit() => Ok(self.number()),
            b'"' | b'\'' => self.quoted(start, start),
            _ => self.punctuator(first),
        }
    }

    fn token(&mut self, kind: Tok, start: usize, end: usize) -> Token {
        self.at = end;
        Token { kind, start: start as u32, end: end as u32, name: NO_NAME() }
    }

    fn skip_blanks(&mut self) -> ParseResult<()> {
        loop {
            match self.byte(self.at) {
                b'\n' => {
                    self.line_start = true;
                    self.at += 1;
                }
                b' ' | b'\t' | b'\r' | 0x0b | 0x0c => self.at += 1,
                b'/' if self.byte(self.at + 1) == b'/' => self.at = self.line_end(self.at),
                b'/' if self.byte(self.at + 1) == b'*' => {
                    let body = self.at + 2;
                    match self.bytes[body..].windows(2).position(|w| w == b"*/") {
                        Some(length) => self.at = body + length + 2,
                        None => return self.fail("unterminated comment", self.at, body),
                    }
                }
                b'#' if self.line_start => self.line_of_the_preprocessor(self.at + 1)?,
                b'%' if self.line_start && self.byte(self.at + 1) == b':' => {
                    self.line_of_the_preprocessor(self.at + 2)?;
                }
                _ => {
                    self.line_start = false;
                    return Ok(());
                }
            }
        }
    }

    fn line_end(&self, from: usize) -> usize {
        self.bytes[from..].iter().position(|b| *b == b'\n').map_or(self.bytes.len(), |n| from + n)
    }

    fn line_of_the_preprocessor(&mut self, from: usize) -> ParseResult<()> {
        let start = self.at;
        let end = self.line_end(from);
        let line = self.spliced.text.get(from..end).unwrap_or("");
        match directive::directive(line, &mut self.pack) {
            Directive::Marker(number, file) => {
                let offset = self.spliced.original((end + 1).min(self.bytes.len()) as u32);
                self.markers.push(Marker { offset, line: number, file });
            }
            Directive::Pragma | Directive::Nothing => {}
            Directive::Noted(kind) => self.pragmas.push((kind, self.span_of(start, end))),
            Directive::Preprocessor(name) => {
                let message = format!("preprocessing directive '#{name}' in the input: the file must be preprocessed");
                return self.fail(message, start, end);
            }
            Directive::Bad(message) => return self.fail(message, start, end),
        }
        self.at = end;
        Ok(())
    }

    /// The position of the quote, when a literal with a prefix starts here.
    fn prefixed_literal(&self, first: u8) -> Option<usize> {
        let is_quote = |at| matches!(self.byte(at), b'"' | b'\'');
        let after = self.at + 1;
        if is_quote(after) {
            return Some(after);
        }
        (first == b'u' && self.byte(after) == b'8' && is_quote(after + 1)).then_some(after + 1)
    }

    fn quoted(&mut self, start: usize, quote: usize) -> ParseResult<Token> {
        let delimiter = self.byte(quote);
        let mut at = quote + 1;
        loop {
            match self.bytes.get(at) {
                Some(b'\\') if at + 1 < self.bytes.len() => at += 2,
                Some(b'\n') | None => {
                    let message = format!("missing terminating '{}'", delimiter as char);
                    return self.fail(message, start, at.min(self.bytes.len()));
                }
                Some(b) if *b == delimiter => break,
                Some(_) => at += 1,
            }
        }
        let kind = if delimiter == b'"' { Tok::StringLiteral } else { Tok::CharLiteral };
        Ok(self.token(kind, start, at + 1))
    }

    fn number(&mut self) -> Token {
        let start = self.at;
        let mut at = start + 1;
        loop {
            match self.byte(at) {
                b'e' | b'E' | b'p' | b'P' if matches!(self.byte(at + 1), b'+' | b'-') => at += 2,
                b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'.' => at += 1,
                // C23 parts digits by quotes. Before, a quote there began a character, which no program can have there.
                b'\'' if self.byte(at + 1).is_ascii_alphanumeric() && self.byte(at - 1).is_ascii_alphanumeric() => {
                    at += 1
                }
                _ => return self.token(Tok::Number, start, at),
            }
        }
    }

    fn identifier(&mut self, symbols: &mut Symbols) -> ParseResult<Token> {
        let start = self.at;
        let mut at = start;
        while matches!(self.byte(at), b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'$') {
            at += 1;
        }
        if matches!(self.byte(at), 0x80.. | b'\\') {
            return self.unusual_identifier(start, symbols);
        }
        let name = symbols.intern(self.spliced.text.get(start..at).unwrap_or(""));
        let kind = KEYWORDS.get(name.index()).map_or(Tok::Ident, |(_, keyword)| *keyword);
        self.at = at;
        Ok(Token { kind, start: start as u32, end: at as u32, name })
    }

    /// An identifier with letters beyond ASCII or universal names.
    fn unusual_identifier(&mut self, start: usize, symbols: &mut Symbols) -> ParseResult<Token> {
        let mut name = String::new();
        let mut chars = self.spliced.text.get(start..).unwrap_or("").chars();
        loop {
            let mut ahead = chars.clone();
            let c = match ahead.next() {
                Some('\\') => match ahead.next() {
                    Some(letter @ ('u' | 'U')) => match string::universal(&mut ahead, letter) {
                        Ok(c) => Some(c),
                        Err(message) => return self.fail(message, start, start + 1),
                    },
                    _ => None,
                },
                c => c,
            };
            match c {
                Some(c) if c.is_alphanumeric() || matches!(c, '_' | '$') => name.push(c),
                _ => break,
            }
            chars = ahead;
        }
        let end = self.bytes.len() - chars.as_str().len();
        if name.is_empty() {
            let c = chars.next().unwrap_or(' ');
            let shown = match cairn_base::text::byte_of(c) {
                Some(byte) => format!("byte {byte:#04x}"),
                None => format!("'{c}'"),
            };
            return self.fail(format!("stray {shown} in program"), start, start + c.len_utf8());
        }
        self.at = end;
        Ok(Token { kind: Tok::Ident, start: start as u32, end: end as u32, name: symbols.intern(&name) })
    }

    fn punctuator(&mut self, first: u8) -> ParseResult<Token> {
        let start = self.at;
        let second = self.byte(start + 1);
        let third = self.byte(start + 2);
        let (kind, length) = match (first, second, third) {
            (b'(', ..) => (Tok::OpenParen, 1),
            (b')', ..) => (Tok::CloseParen, 1),
            (b'[', ..) => (Tok::OpenBracket, 1),
            (b']', ..) => (Tok::CloseBracket, 1),
            (b'{', ..) => (Tok::OpenBrace, 1),
            (b'}', ..) => (Tok::CloseBrace, 1),
            (b';', ..) => (Tok::Semicolon, 1),
            (b',', ..) => (Tok::Comma, 1),
            (b'?', ..) => (Tok::Question, 1),
            (b'~', ..) => (Tok::Tilde, 1),
            (b'.', b'.', b'.') => (Tok::Ellipsis, 3),
            (b'.', ..) => (Tok::Dot, 1),
            (b':', b'>', _) => (Tok::CloseBracket, 2),
            (b':', ..) => (Tok::Colon, 1),
            (b'-', b'>', _) => (Tok::Arrow, 2),
            (b'-', b'-', _) => (Tok::MinusMinus, 2),
            (b'-', b'=', _) => (Tok::MinusEqual, 2),
            (b'-', ..) => (Tok::Minus, 1),
            (b'+', b'+', _) => (Tok::PlusPlus, 2),
            (b'+', b'=', _) => (Tok::PlusEqual, 2),
            (b'+', ..) => (Tok::Plus, 1),
            (b'&', b'&', _) => (Tok::AndAnd, 2),
            (b'&', b'=', _) => (Tok::AndEqual, 2),
            (b'&', ..) => (Tok::And, 1),
            (b'|', b'|', _) => (Tok::OrOr, 2),
            (b'|', b'=', _) => (Tok::OrEqual, 2),
            (b'|', ..) => (Tok::Or, 1),
            (b'*', b'=', _) => (Tok::StarEqual, 2),
            (b'*', ..) => (Tok::Star, 1),
            (b'/', b'=', _) => (Tok::SlashEqual, 2),
            (b'/', ..) => (Tok::Slash, 1),
            (b'^', b'=', _) => (Tok::CaretEqual, 2),
            (b'^', ..) => (Tok::Caret, 1),
            (b'!', b'=', _) => (Tok::NotEqual, 2),
            (b'!', ..) => (Tok::Not, 1),
            (b'=', b'=', _) => (Tok::EqualEqual, 2),
            (b'=', ..) => (Tok::Equal, 1),
            (b'%', b'=', _) => (Tok::PercentEqual, 2),
            (b'%', b'>', _) => (Tok::CloseBrace, 2),
            (b'%', ..) => (Tok::Percent, 1),
            (b'<', b'<', b'=') => (Tok::ShiftLeftEqual, 3),
            (b'<', b'<', _) => (Tok::ShiftLeft, 2),
            (b'<', b'=', _) => (Tok::LessEqual, 2),
            (b'<', b':', _) => (Tok::OpenBracket, 2),
            (b'<', b'%', _) => (Tok::OpenBrace, 2),
            (b'<', ..) => (Tok::Less, 1),
            (b'>', b'>', b'=') => (Tok::ShiftRightEqual, 3),
            (b'>', b'>', _) => (Tok::ShiftRight, 2),
            (b'>', b'=', _) => (Tok::GreaterEqual, 2),
            (b'>', ..) => (Tok::Greater, 1),
            _ if first.is_ascii_graphic() => {
                return self.fail(format!("stray '{}' in program", first as char), start, start + 1);
            }
            _ => return self.fail(format!("stray byte {first:#04x} in program"), start, start + 1),
        };
        Ok(self.token(kind, start, start + length))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Result<Vec<Tok>, String> {
        let spliced = Spliced::new(text);
        let mut lexer = Lexer::new(&spliced, 1);
        let mut symbols = Symbols::new();
        let mut kinds = Vec::new();
        loop {
            let token = lexer.next(&mut symbols).map_err(|d| d.message)?;
            if token.kind == Tok::End {
                return Ok(kinds);
            }
            kinds.push(token.kind);
        }
    }

    #[test]
    fn longest_match_and_digraphs() {
        use Tok::*;
        assert_eq!(kinds("a+++b").unwrap(), [Ident, PlusPlus, Plus, Ident]);
        assert_eq!(kinds("<<=>>=...->").unwrap(), [ShiftLeftEqual, ShiftRightEqual, Ellipsis, Arrow]);
        assert_eq!(kinds("<: :> <% %>").unwrap(), [OpenBracket, CloseBracket, OpenBrace, CloseBrace]);
        assert_eq!(kinds("x = ..1").unwrap(), [Ident, Equal, Dot, Number]);
        assert_eq!(kinds("L'a' u8\"b\" u8 L").unwrap(), [CharLiteral, StringLiteral, Ident, Ident]);
        assert_eq!(kinds("1.e+3-x 0x1p-2f").unwrap(), [Number, Minus, Ident, Number]);
        assert_eq!(
            kinds("__volatile__ __int128 \\u00e9t\\u00e9 $x é").unwrap(),
            [Volatile, Int128, Ident, Ident, Ident]
        );
        assert_eq!(kinds("a // b\n/* c */ d /**/").unwrap(), [Ident, Ident]);
    }

    #[test]
    fn what_is_no_token() {
        for (text, message) in [
            ("/* x", "unterminated comment"),
            ("\"x\n\"", "missing terminating '\"'"),
            ("'\\", "missing terminating '''"),
            ("a @ b", "stray '@' in program"),
            ("x # y", "stray '#' in program"),
            ("\u{10ffe9}", "stray byte 0xe9 in program"),
            ("\u{1}", "stray byte 0x01 in program"),
            ("a \\ b", "stray '\\' in program"),
            ("\n #include <x.h>\n", "preprocessing directive '#include' in the input: the file must be preprocessed"),
            ("\\u12", "incomplete universal character name '\\u'"),
        ] {
            assert_eq!(kinds(text), Err(message.to_owned()), "{text}");
        }
    }

    #[test]
    fn spans_cross_continuations() {
        let spliced = Spliced::new("in\\\nt\\\n x");
        let mut lexer = Lexer::new(&spliced, 1);
        let mut symbols = Symbols::new();
        let int = lexer.next(&mut symbols).unwrap();
        assert_eq!((int.kind, lexer.span(&int)), (Tok::Int, Span::new(1, 6)));
        let x = lexer.next(&mut symbols).unwrap();
        assert_eq!(lexer.span(&x), Span::new(9, 10));
    }
}
