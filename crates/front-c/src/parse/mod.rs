//! The parser: recursive descent over tokens that are made as it goes.
//!
//! One token of lookahead and the table of typedef names decide everything. Not a generated parser: C's grammar with
//! GNU's extensions needs the table in the middle of rules, and messages in the words of the standard.
//!
//! Two limits keep any input from exhausting the stack or the patience of what follows. *Nesting* (parentheses, blocks,
//! types within types) is refused beyond [`NESTING_LIMIT`]; stack segments are added on the way (`stacker`). *Chains*
//! (`a + b + …`, `else if`, `case` after `case`, `x ? y : z ? …`) are read by loops, so that programs written by programs
//! pass: only their tree is deep, and [`CHAIN_LIMIT`] bounds one chain.

mod assembler;
mod attribute;
mod contract;
mod declarator;
mod expression;
mod external;
mod init;
mod primary;
mod record;
mod scope;
mod specifier;
mod statement;

use crate::ast::{ExternalDeclaration, Symbol, TranslationUnit};
use crate::lex::splice::Spliced;
use crate::lex::token::{Tok, Token};
use crate::lex::{Lexer, ParseResult};
use crate::symbols::Symbols;
use cairn_base::{Diagnostic, FileId, SourceMap, Span};
use scope::Scopes;

/// Deepest nesting of parentheses, blocks, types and initialisers in one another.
pub const NESTING_LIMIT: u32 = 5_000;
/// Longest chain of operators, postfix operators, `else if`s or labels.
pub const CHAIN_LIMIT: u32 = 200_000;

/// Parses one preprocessed file. Its linemarkers go into `sources`, its names into `symbols`.
///
/// # Errors
/// The first place that is not C, or not supported.
pub fn parse(sources: &mut SourceMap, file: FileId, symbols: &mut Symbols) -> Result<TranslationUnit, Diagnostic> {
    let mut items = Vec::new();
    let promises = parse_items(sources, file, symbols, |item, _, _| {
        items.push(item);
        Ok(())
    })?;
    items.shrink_to_fit();
    Ok(TranslationUnit { items, promises })
}

/// Parses one preprocessed file and hands over each item as soon as it is complete, so that its tree need not outlive
/// it. The linemarkers up to there are in `sources` then. Returns where the attributes `noreturn`, `const` and `pure` stand.
///
/// # Errors
/// The first place that is not C, or not supported; or what `take` returned.
pub fn parse_items(
    sources: &mut SourceMap,
    file: FileId,
    symbols: &mut Symbols,
    mut take: impl FnMut(ExternalDeclaration, &SourceMap, &mut Symbols) -> Result<(), Diagnostic>,
) -> Result<Vec<Span>, Diagnostic> {
    let text = sources.text(file).clone();
    let spliced = Spliced::new(&text);
    let lexer = Lexer::new(&spliced, sources.base(file));
    let nothing = Token { kind: Tok::End, start: 0, end: 0, name: symbols.intern("auto") };
    let mut parser = Parser {
        lexer,
        tok: nothing,
        ahead: None,
        prev_end: 0,
        symbols,
        scopes: Scopes::default(),
        pending_attributes: Vec::new(),
        promises: Vec::new(),
        clauses_before: Vec::new(),
        is_whole: false,
        depth: 0,
    };
    let mut started = false;
    loop {
        let item = match started {
            true => parser.item(),
            false => parser.bump().and_then(|()| parser.item()),
        };
        started = true;
        for marker in parser.lexer.markers.drain(..) {
            sources.add_marker(file, marker.offset, marker.line, marker.file.as_deref());
        }
        for (kind, span) in std::mem::take(&mut parser.lexer.pragmas) {
            take(ExternalDeclaration::Pragma(kind, span), sources, parser.symbols)?;
        }
        match item {
            Ok(Some(item)) => take(item, sources, parser.symbols)?,
            Ok(None) => return Ok(parser.promises),
            Err(diagnostic) => return Err(*diagnostic),
        }
    }
}

/// The state of parsing one file.
struct Parser<'t> {
    lexer: Lexer<'t>,
    /// The current token: read, not consumed.
    tok: Token,
    /// The one after it, when somebody looked.
    ahead: Option<Token>,
    /// End of the last consumed token, in the lexed text.
    prev_end: u32,
    symbols: &'t mut Symbols,
    scopes: Scopes,
    /// Attributes before a declarator that belong to it alone.
    pending_attributes: Vec<crate::ast::Attribute>,
    /// Where the attributes `noreturn`, `const` and `pure` stand.
    promises: Vec<Span>,
    /// Clauses of contracts that stand before what they are about.
    clauses_before: Vec<crate::ast::Attribute>,
    /// Operators are those of whole numbers: in a formula of ACSL.
    is_whole: bool,
    depth: u32,
}

impl Parser<'_> {
    fn bump(&mut self) -> ParseResult<()> {
        self.prev_end = self.tok.end;
        self.tok = match self.ahead.take() {
            Some(token) => token,
            None => self.lexer.next(self.symbols)?,
        };
        Ok(())
    }

    fn peek(&mut self) -> ParseResult<Token> {
        if let Some(token) = self.ahead {
            return Ok(token);
        }
        let token = self.lexer.next(self.symbols)?;
        self.ahead = Some(token);
        Ok(token)
    }

    fn eat(&mut self, kind: Tok) -> ParseResult<bool> {
        let found = self.tok.kind == kind;
        if found {
            self.bump()?;
        }
        Ok(found)
    }

    /// Consumes the token, or says "expected ';' after expression, found 'x'".
    fn expect(&mut self, kind: Tok, place: &str) -> ParseResult<()> {
        if self.tok.kind == kind { self.bump() } else { self.expected(kind.describe(), place) }
    }

    fn identifier(&mut self, place: &str) -> ParseResult<Symbol> {
        let name = self.tok.name;
        self.expect(Tok::Ident, place)?;
        Ok(name)
    }

    fn optional_identifier(&mut self) -> ParseResult<Option<Symbol>> {
        if self.tok.kind == Tok::Ident { self.identifier("").map(Some) } else { Ok(None) }
    }

    fn expected<T>(&self, what: &str, place: &str) -> ParseResult<T> {
        let found = match self.tok.kind {
            Tok::End => "end of file".to_owned(),
            _ => {
                let text = self.text(&self.tok);
                match text.char_indices().nth(40) {
                    Some((cut, _)) => format!("'{}…'", &text[..cut]),
                    None => format!("'{text}'"),
                }
            }
        };
        let space = if place.is_empty() { "" } else { " " };
        self.fail(format!("expected {what}{space}{place}, found {found}"), self.span(&self.tok))
    }

    fn fail<T>(&self, message: impl Into<String>, span: Span) -> ParseResult<T> {
        Err(Box::new(Diagnostic::error(message, span)))
    }

    fn fail_unsupported<T>(&self, token: &Token) -> ParseResult<T> {
        self.fail(format!("'{}' is not supported", self.text(token)), self.span(token))
    }

    fn text(&self, token: &Token) -> &str {
        self.lexer.text(token)
    }

    fn span(&self, token: &Token) -> Span {
        self.lexer.span(token)
    }

    /// From the token that began at `start` to the last consumed one.
    fn span_from(&self, start: u32) -> Span {
        self.lexer.span_between(start, self.prev_end)
    }

    /// Runs a rule one level deeper, on a stack that is large enough for it.
    fn nested<T>(&mut self, rule: impl FnOnce(&mut Self) -> ParseResult<T>) -> ParseResult<T> {
        if self.depth >= NESTING_LIMIT {
            return self.fail(format!("nesting deeper than {NESTING_LIMIT} levels"), self.span(&self.tok));
        }
        self.depth += 1;
        let result = cairn_base::deep(|| rule(self));
        self.depth -= 1;
        result
    }

    /// Counts a link of a chain.
    fn link(&self, links: &mut u32) -> ParseResult<()> {
        *links += 1;
        if *links > CHAIN_LIMIT {
            return self.fail(format!("more than {CHAIN_LIMIT} links in one chain"), self.span(&self.tok));
        }
        Ok(())
    }
}
