//! Attributes, `asm` labels and `_Pragma`.
//!
//! Attributes are kept with their arguments; which of them matter is for `sema`. An `asm` label becomes an attribute
//! named `asm`, because it gives the declared thing another meaning (a register, another symbol). Standard attributes
//! `[[…]]` keep their arguments only with the prefix `gnu::`.

use super::Parser;
use crate::ast::{Attribute, Declarator, Derived, LiteralEncoding, Symbol, SyntaxExpr, SyntaxExprKind};
use crate::lex::ParseResult;
use crate::lex::directive::{self, Directive};
use crate::lex::token::Tok;

impl Parser<'_> {
    /// Attributes that stand here, none perhaps.
    pub(super) fn attributes(&mut self) -> ParseResult<Vec<Attribute>> {
        let mut attributes = Vec::new();
        self.attributes_into(&mut attributes)?;
        Ok(attributes)
    }

    /// Appends the attributes that stand here, none perhaps.
    pub(super) fn attributes_into(&mut self, attributes: &mut Vec<Attribute>) -> ParseResult<()> {
        loop {
            let kind = self.tok.kind;
            match kind {
                Tok::Attribute => self.gnu_attribute(attributes)?,
                Tok::OpenBracket if self.at_standard_attribute()? => self.standard_attribute(attributes)?,
                _ => return Ok(()),
            }
        }
    }

    /// `[[`, which is nowhere else in C.
    pub(super) fn at_standard_attribute(&mut self) -> ParseResult<bool> {
        Ok(self.tok.kind == Tok::OpenBracket && self.peek()?.kind == Tok::OpenBracket)
    }

    fn gnu_attribute(&mut self, attributes: &mut Vec<Attribute>) -> ParseResult<()> {
        self.bump()?;
        self.expect(Tok::OpenParen, "after '__attribute__'")?;
        self.expect(Tok::OpenParen, "after '__attribute__('")?;
        loop {
            if self.tok.kind == Tok::Ident || self.tok.kind.is_keyword() {
                let start = self.tok.start;
                let name = self.attribute_name()?;
                let args = if self.tok.kind == Tok::OpenParen { self.attribute_args()? } else { Vec::new() };
                self.keep(attributes, Attribute { name, args, span: self.span_from(start) });
            }
            if !self.eat(Tok::Comma)? {
                break;
            }
        }
        self.expect(Tok::CloseParen, "after attributes")?;
        self.expect(Tok::CloseParen, "after attributes")
    }

    fn keep(&mut self, attributes: &mut Vec<Attribute>, attribute: Attribute) {
        if matches!(&self.symbols[attribute.name], "noreturn" | "const" | "pure") {
            self.promises.push(attribute.span);
        }
        attributes.push(attribute);
    }

    fn standard_attribute(&mut self, attributes: &mut Vec<Attribute>) -> ParseResult<()> {
        self.bump()?;
        self.bump()?;
        loop {
            if self.tok.kind == Tok::Ident || self.tok.kind.is_keyword() {
                let start = self.tok.start;
                let prefix = self.attribute_name()?;
                let mut name = prefix;
                let mut is_gnu = false;
                if self.tok.kind == Tok::Colon && self.peek()?.kind == Tok::Colon {
                    self.bump()?;
                    self.bump()?;
                    is_gnu = &self.symbols[prefix] == "gnu";
                    name = self.attribute_name()?;
                }
                let mut args = Vec::new();
                if self.tok.kind == Tok::OpenParen {
                    if is_gnu {
                        args = self.attribute_args()?;
                    } else {
                        self.skip_parentheses()?;
                    }
                }
                if is_gnu || name == prefix {
                    self.keep(attributes, Attribute { name, args, span: self.span_from(start) });
                }
            }
            if !self.eat(Tok::Comma)? {
                break;
            }
        }
        self.expect(Tok::CloseBracket, "after attributes")?;
        self.expect(Tok::CloseBracket, "after attributes")
    }

    /// `aligned` for `__aligned__` too.
    fn attribute_name(&mut self) -> ParseResult<Symbol> {
        if self.tok.kind != Tok::Ident && !self.tok.kind.is_keyword() {
            return self.expected("attribute name", "");
        }
        let name = self.tok.name;
        let spelling = &self.symbols[name];
        let core = spelling.strip_prefix("__").map(|s| s.strip_suffix("__").unwrap_or(s));
        let name = match core.filter(|core| !core.is_empty()).map(str::to_owned) {
            Some(core) => self.symbols.intern(&core),
            None => name,
        };
        self.bump()?;
        Ok(name)
    }

    fn attribute_args(&mut self) -> ParseResult<Vec<SyntaxExpr>> {
        self.bump()?;
        let mut args = Vec::new();
        while self.tok.kind != Tok::CloseParen {
            let next = self.peek()?.kind;
            if self.tok.kind == Tok::Ident && matches!(next, Tok::Comma | Tok::CloseParen) {
                // A name, even where it is that of a type.
                let span = self.span(&self.tok);
                args.push(SyntaxExpr { kind: SyntaxExprKind::Name(self.tok.name), span });
                self.bump()?;
            } else if self.starts_type(&self.tok) {
                self.type_name()?; // of no known attribute that matters
            } else {
                args.push(self.assignment()?);
            }
            if !self.eat(Tok::Comma)? {
                break;
            }
        }
        self.expect(Tok::CloseParen, "after attribute arguments")?;
        args.shrink_to_fit();
        Ok(args)
    }

    /// Skips balanced parentheses, at the first.
    fn skip_parentheses(&mut self) -> ParseResult<()> {
        let mut open = 0usize;
        loop {
            match self.tok.kind {
                Tok::OpenParen => open += 1,
                Tok::CloseParen => open -= 1,
                Tok::End => return self.expected("')'", "after attribute arguments"),
                _ => {}
            }
            self.bump()?;
            if open == 0 {
                return Ok(());
            }
        }
    }

    /// `asm("name")` and attributes after a declarator.
    pub(super) fn after_declarator(&mut self, declarator: &mut Declarator) -> ParseResult<()> {
        if self.tok.kind == Tok::Attribute {
            self.attributes_into(&mut declarator.attributes)?;
        }
        if self.tok.kind == Tok::Asm {
            let start = self.tok.start;
            self.bump()?;
            self.expect(Tok::OpenParen, "after 'asm'")?;
            let label = self.plain_string("as assembler name")?.into_iter().map(u32::from).collect();
            self.expect(Tok::CloseParen, "after assembler name")?;
            let span = self.span_from(start);
            let name = self.symbols.intern("asm");
            let label = SyntaxExpr { kind: SyntaxExprKind::String(label, LiteralEncoding::Plain), span };
            declarator.attributes.push(Attribute { name, args: vec![label], span });
        }
        if self.tok.kind == Tok::Attribute {
            self.attributes_into(&mut declarator.attributes)?;
        }
        if matches!(declarator.derived.first(), Some(Derived::Function { .. })) {
            let clauses = self.function_clauses()?;
            declarator.attributes.extend(clauses);
        }
        Ok(())
    }

    /// `_Pragma("…")`.
    pub(super) fn pragma_operator(&mut self) -> ParseResult<()> {
        let start = self.tok.start;
        self.bump()?;
        self.expect(Tok::OpenParen, "after '_Pragma'")?;
        let text = self.plain_string("in '_Pragma'")?;
        match directive::pragma(&String::from_utf8_lossy(&text), &mut self.lexer.pack) {
            Directive::Bad(message) => return self.fail(message, self.span_from(start)),
            Directive::Noted(kind) => self.lexer.pragmas.push((kind, self.span_from(start))),
            _ => {}
        }
        self.expect(Tok::CloseParen, "after '_Pragma'")
    }
}
