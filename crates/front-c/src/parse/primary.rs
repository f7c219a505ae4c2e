//! Primary expressions: names, literals, parentheses, `_Generic` and the built-ins with a syntax of their own.

use super::Parser;
use crate::ast::{Designator, IntSuffix, LiteralEncoding, SyntaxExpr, SyntaxExprKind};
use crate::contracts::acsl::FORMULA_OF_ACSL;
use crate::lex::ParseResult;
use crate::lex::number::{Number, number};
use crate::lex::string;
use crate::lex::token::Tok;
use std::borrow::Cow;

impl Parser<'_> {
    pub(super) fn primary(&mut self) -> ParseResult<SyntaxExpr> {
        let start = self.tok.start;
        let kind = match self.tok.kind {
            Tok::Ident => {
                let name = self.tok.name;
                self.bump()?;
                if self.tok.kind == Tok::OpenBrace && self.is_quantifier(name) {
                    return self.nested(|p| p.quantifier(name, start));
                }
                if self.tok.kind == Tok::OpenParen && &self.symbols[name] == FORMULA_OF_ACSL {
                    return self.nested(Self::formula_of_acsl);
                }
                SyntaxExprKind::Name(name)
            }
            Tok::Number => self.number()?,
            Tok::CharLiteral => self.character()?,
            Tok::StringLiteral => {
                let (units, encoding) = self.strings()?;
                SyntaxExprKind::String(units, encoding)
            }
            Tok::OpenParen => return self.parenthesized(),
            Tok::Generic => self.nested(Self::generic)?,
            Tok::VaArg => {
                self.bump()?;
                self.expect(Tok::OpenParen, "after '__builtin_va_arg'")?;
                let list = Box::new(self.assignment()?);
                self.expect(Tok::Comma, "in '__builtin_va_arg'")?;
                let ty = Box::new(self.type_name()?);
                self.expect(Tok::CloseParen, "after '__builtin_va_arg'")?;
                SyntaxExprKind::VaArg(list, ty)
            }
            Tok::Offsetof => self.offsetof()?,
            Tok::TypesCompatible => {
                self.bump()?;
                self.expect(Tok::OpenParen, "after '__builtin_types_compatible_p'")?;
                let one = Box::new(self.type_name()?);
                self.expect(Tok::Comma, "in '__builtin_types_compatible_p'")?;
                let other = Box::new(self.type_name()?);
                self.expect(Tok::CloseParen, "after '__builtin_types_compatible_p'")?;
                SyntaxExprKind::TypesCompatible(one, other)
            }
            Tok::ChooseExpr => {
                self.bump()?;
                self.expect(Tok::OpenParen, "after '__builtin_choose_expr'")?;
                let cond = Box::new(self.assignment()?);
                self.expect(Tok::Comma, "in '__builtin_choose_expr'")?;
                let then = Box::new(self.assignment()?);
                self.expect(Tok::Comma, "in '__builtin_choose_expr'")?;
                let otherwise = Box::new(self.assignment()?);
                self.expect(Tok::CloseParen, "after '__builtin_choose_expr'")?;
                SyntaxExprKind::ChooseExpr(cond, then, otherwise)
            }
            Tok::Unsupported => return self.fail_unsupported(&self.tok),
            _ => return self.expected("expression", ""),
        };
        Ok(self.made(start, kind))
    }

    fn number(&mut self) -> ParseResult<SyntaxExprKind> {
        // The commonest literal by far: one digit.
        if let [digit @ b'0'..=b'9'] = self.text(&self.tok).as_bytes() {
            let value = u128::from(*digit - b'0');
            self.bump()?;
            return Ok(SyntaxExprKind::Int { value, suffix: IntSuffix::default(), decimal: value != 0 });
        }
        let text = self.lexer.text(&self.tok);
        // What parts digits (C23 6.4.4.1) has no meaning.
        let text = if text.contains('\'') { Cow::Owned(text.replace('\'', "")) } else { Cow::Borrowed(text) };
        let kind = match number(&text) {
            Ok(Number::Int(value, suffix, decimal)) => SyntaxExprKind::Int { value, suffix, decimal },
            Ok(Number::Float(text, suffix)) => SyntaxExprKind::Float(self.symbols.intern(text), suffix),
            Err(message) => return self.fail(message, self.span(&self.tok)),
        };
        self.bump()?;
        Ok(kind)
    }

    fn character(&mut self) -> ParseResult<SyntaxExprKind> {
        let (encoding, text) = string::split_prefix(self.lexer.text(&self.tok));
        let mut units = Vec::new();
        if let Err(message) = string::decode(text, encoding, &mut units) {
            return self.fail(message, self.span(&self.tok));
        }
        if units.is_empty() {
            return self.fail("empty character constant", self.span(&self.tok));
        }
        // Too long for its type: the last ones count, as in gcc, which warns.
        let most = if matches!(encoding, LiteralEncoding::Plain | LiteralEncoding::Utf8) { 4 } else { 1 };
        units.drain(..units.len().saturating_sub(most));
        units.shrink_to_fit();
        self.bump()?;
        Ok(SyntaxExprKind::Char(units, encoding))
    }

    /// Adjacent string literals, joined. One with a prefix gives it to those without.
    pub(super) fn strings(&mut self) -> ParseResult<(Vec<u32>, LiteralEncoding)> {
        let (mut encoding, text) = string::split_prefix(self.lexer.text(&self.tok));
        let mut parts = vec![(text, self.tok)];
        self.bump()?;
        while self.tok.kind == Tok::StringLiteral {
            let (prefix, text) = string::split_prefix(self.lexer.text(&self.tok));
            if prefix != LiteralEncoding::Plain && encoding != LiteralEncoding::Plain && prefix != encoding {
                let message = "unsupported concatenation of string literals of different encodings";
                return self.fail(message, self.span(&self.tok));
            }
            if prefix != LiteralEncoding::Plain {
                encoding = prefix;
            }
            parts.push((text, self.tok));
            self.bump()?;
        }
        let mut units = Vec::with_capacity(parts.iter().map(|(text, _)| text.len()).sum());
        for (text, token) in parts {
            if let Err(message) = string::decode(text, encoding, &mut units) {
                return self.fail(message, self.span(&token));
            }
        }
        units.shrink_to_fit();
        Ok((units, encoding))
    }

    /// String literals without prefix, as bytes.
    pub(super) fn plain_string(&mut self, place: &str) -> ParseResult<Vec<u8>> {
        if self.tok.kind != Tok::StringLiteral {
            return self.expected("string literal", place);
        }
        let span = self.span(&self.tok);
        match self.strings()? {
            (units, LiteralEncoding::Plain | LiteralEncoding::Utf8) => {
                Ok(units.into_iter().map(|unit| unit as u8).collect())
            }
            _ => self.fail("string literal with a wide prefix where a plain one is needed", span),
        }
    }

    fn parenthesized(&mut self) -> ParseResult<SyntaxExpr> {
        let start = self.tok.start;
        self.bump()?;
        if self.tok.kind == Tok::OpenBrace {
            let block = Box::new(self.nested(Self::block)?);
            self.expect(Tok::CloseParen, "after statement expression")?;
            return Ok(self.made(start, SyntaxExprKind::Statement(block)));
        }
        let mut inner = self.expr()?;
        self.expect(Tok::CloseParen, "after expression")?;
        if matches!(inner.kind, SyntaxExprKind::String(..)) {
            return Ok(self.made(start, SyntaxExprKind::Paren(Box::new(inner))));
        }
        inner.span = self.span_from(start);
        Ok(inner)
    }

    fn generic(&mut self) -> ParseResult<SyntaxExprKind> {
        self.bump()?;
        self.expect(Tok::OpenParen, "after '_Generic'")?;
        let control = Box::new(self.assignment()?);
        let mut associations = Vec::new();
        while self.eat(Tok::Comma)? {
            let ty = if self.eat(Tok::Default)? { None } else { Some(self.type_name()?) };
            self.expect(Tok::Colon, "in generic association")?;
            associations.push((ty, self.assignment()?));
        }
        if associations.is_empty() {
            return self.expected("','", "in '_Generic'");
        }
        self.expect(Tok::CloseParen, "after generic associations")?;
        Ok(SyntaxExprKind::Generic(control, associations))
    }

    fn offsetof(&mut self) -> ParseResult<SyntaxExprKind> {
        self.bump()?;
        self.expect(Tok::OpenParen, "after '__builtin_offsetof'")?;
        let ty = Box::new(self.type_name()?);
        self.expect(Tok::Comma, "in '__builtin_offsetof'")?;
        let place = self.span(&self.tok);
        let mut path = vec![Designator::Field(self.identifier("in '__builtin_offsetof'")?, place)];
        loop {
            self.designators(&mut path)?;
            if self.tok.kind != Tok::Arrow {
                break;
            }
            // `a->b` is `a[0].b`.
            let span = self.span(&self.tok);
            self.bump()?;
            let zero = SyntaxExprKind::Int { value: 0, suffix: IntSuffix::default(), decimal: false };
            path.push(Designator::Index(SyntaxExpr { kind: zero, span }));
            let span = self.span(&self.tok);
            path.push(Designator::Field(self.identifier("after '->'")?, span));
        }
        self.expect(Tok::CloseParen, "after '__builtin_offsetof'")?;
        Ok(SyntaxExprKind::Offsetof(ty, path))
    }
}
