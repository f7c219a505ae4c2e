//! `struct`, `union` and `enum`.

use super::Parser;
use super::declarator::Shape;
use crate::ast::{Declarator, EnumSpecifier, FieldDeclarator, MemberDeclaration, RecordSpecifier};
use crate::lex::ParseResult;
use crate::lex::token::Tok;

impl Parser<'_> {
    /// `struct tag { … }`, at `struct` or `union`.
    pub(super) fn record(&mut self) -> ParseResult<RecordSpecifier> {
        let start = self.tok.start;
        let is_union = self.tok.kind == Tok::Union;
        self.bump()?;
        let mut attributes = self.attributes()?;
        let tag = self.optional_identifier()?;
        if tag.is_none() && self.tok.kind != Tok::OpenBrace {
            return self.expected("identifier or '{'", if is_union { "after 'union'" } else { "after 'struct'" });
        }
        let mut pack = None;
        let members = if self.eat(Tok::OpenBrace)? {
            let mut members = Vec::new();
            while self.tok.kind != Tok::CloseBrace {
                match self.tok.kind {
                    Tok::Semicolon | Tok::Extension => self.bump()?,
                    Tok::Pragma => self.pragma_operator()?,
                    Tok::StaticAssert => members.push(MemberDeclaration::StaticAssert(self.static_assert()?)),
                    _ => members.push(self.member()?),
                }
            }
            // What counts is the state at the closing brace, before the lexer goes on.
            pack = self.lexer.pack.current;
            self.bump()?;
            self.attributes_into(&mut attributes)?;
            members.shrink_to_fit();
            Some(members)
        } else {
            None
        };
        Ok(RecordSpecifier { is_union, tag, members, attributes, pack, span: self.span_from(start) })
    }

    fn member(&mut self) -> ParseResult<MemberDeclaration> {
        if !self.starts_declaration() && !self.at_standard_attribute()? {
            if self.tok.kind == Tok::Ident {
                return self.fail(format!("unknown type name '{}'", self.text(&self.tok)), self.span(&self.tok));
            }
            return self.expected("member declaration or '}'", "");
        }
        let specifiers = self.specifiers(Vec::new())?;
        if specifiers.storage.is_some() {
            return self.fail("storage class in a member declaration", specifiers.span);
        }
        let mut fields = Vec::new();
        // The last `;` may be missing, with which gcc warns.
        while !matches!(self.tok.kind, Tok::Semicolon | Tok::CloseBrace) {
            if fields.is_empty() {
                fields.reserve_exact(1);
            }
            fields.push(self.field()?);
            if !self.eat(Tok::Comma)? {
                break;
            }
            let early = self.attributes()?;
            self.pending_attributes.extend(early);
        }
        if self.tok.kind != Tok::CloseBrace {
            self.expect(Tok::Semicolon, "after member declaration")?;
        }
        fields.shrink_to_fit();
        Ok(MemberDeclaration::Fields(specifiers, fields))
    }

    fn field(&mut self) -> ParseResult<FieldDeclarator> {
        let mut declarator = if self.tok.kind == Tok::Colon {
            Declarator { name: None, span: self.span(&self.tok), derived: Vec::new(), attributes: Vec::new() }
        } else {
            self.declarator(Shape::Named)?
        };
        let width = if self.eat(Tok::Colon)? { Some(self.constant()?) } else { None };
        self.after_declarator(&mut declarator)?;
        Ok(FieldDeclarator { declarator, width })
    }

    /// `enum tag { … }`, at `enum`.
    pub(super) fn enumeration(&mut self) -> ParseResult<EnumSpecifier> {
        let start = self.tok.start;
        self.bump()?;
        let mut attributes = self.attributes()?;
        let tag = self.optional_identifier()?;
        if tag.is_none() && self.tok.kind != Tok::OpenBrace {
            return self.expected("identifier or '{'", "after 'enum'");
        }
        let constants = if self.eat(Tok::OpenBrace)? {
            let mut constants = Vec::new();
            while self.tok.kind != Tok::CloseBrace {
                let place = self.span(&self.tok);
                let name = self.identifier("as enumeration constant")?;
                self.attributes()?;
                let value = if self.eat(Tok::Equal)? { Some(self.constant()?) } else { None };
                self.scopes.declare(name, false);
                constants.push((name, value, place));
                if !self.eat(Tok::Comma)? {
                    break;
                }
            }
            if constants.is_empty() {
                return self.expected("enumeration constant", "");
            }
            self.expect(Tok::CloseBrace, "after enumeration constants")?;
            self.attributes_into(&mut attributes)?;
            constants.shrink_to_fit();
            Some(constants)
        } else {
            None
        };
        Ok(EnumSpecifier { tag, constants, attributes, span: self.span_from(start) })
    }
}
