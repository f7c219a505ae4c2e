//! The external declarations at file scope, and declarations wherever they stand.

use super::Parser;
use super::declarator::Shape;
use crate::ast::{
    Attribute, CompoundStatement, Declaration, Declarator, Derived, ExternalDeclaration, FunctionDefinition,
    InitDeclarator, Specifiers, StaticAssert, StorageClass, TypeSpecifier,
};
use crate::lex::ParseResult;
use crate::lex::token::Tok;

/// A declaration, or what turned out to be a function definition.
pub(super) enum Declared {
    Names(Declaration),
    Function(Box<FunctionDefinition>),
}

impl Parser<'_> {
    /// The next item at file scope; `None` at the end of the file.
    pub(super) fn item(&mut self) -> ParseResult<Option<ExternalDeclaration>> {
        loop {
            match self.tok.kind {
                Tok::End => return Ok(None),
                Tok::Semicolon | Tok::Extension => self.bump()?,
                Tok::Pragma => self.pragma_operator()?,
                Tok::StaticAssert => return Ok(Some(ExternalDeclaration::StaticAssert(self.static_assert()?))),
                Tok::Asm => {
                    let start = self.tok.start;
                    let asm = self.asm()?;
                    self.expect(Tok::Semicolon, "after 'asm'")?;
                    return Ok(Some(ExternalDeclaration::Asm(asm.template, self.span_from(start))));
                }
                _ => break,
            }
        }
        let clauses = self.function_clauses()?;
        let start = self.tok.start;
        let mut declared = self.declaration(start, Vec::new())?;
        self.with_clauses_before(&mut declared, clauses)?;
        Ok(Some(match declared {
            Declared::Names(declaration) => ExternalDeclaration::Declaration(declaration),
            Declared::Function(function) => ExternalDeclaration::Function(function),
        }))
    }

    /// `_Static_assert(cond, "message");`
    pub(super) fn static_assert(&mut self) -> ParseResult<StaticAssert> {
        let start = self.tok.start;
        self.bump()?;
        self.expect(Tok::OpenParen, "after '_Static_assert'")?;
        let cond = self.constant()?;
        let message = if self.eat(Tok::Comma)? { Some(self.plain_string("as the message")?) } else { None };
        self.expect(Tok::CloseParen, "after '_Static_assert'")?;
        self.expect(Tok::Semicolon, "after '_Static_assert'")?;
        Ok(StaticAssert { cond, message, span: self.span_from(start) })
    }

    /// A declaration or a function definition, of which `attributes` are already read.
    pub(super) fn declaration(&mut self, start: u32, attributes: Vec<Attribute>) -> ParseResult<Declared> {
        let specifiers = self.specifiers(attributes)?;
        if self.eat(Tok::Semicolon)? {
            return Ok(Declared::Names(Declaration {
                specifiers,
                declarators: Vec::new(),
                span: self.span_from(start),
            }));
        }
        if says_nothing(&specifiers) && !matches!(self.tok.kind, Tok::Ident | Tok::Star | Tok::OpenParen) {
            return self.expected("declaration", "");
        }
        let mut declarators = Vec::new();
        loop {
            let name_start = self.tok.start;
            let mut declarator = self.declarator(Shape::Named)?;
            self.after_declarator(&mut declarator)?;
            if matches!(specifiers.ty, TypeSpecifier::Missing) {
                self.check_for_unknown_type(&declarator)?;
            }
            if declarators.is_empty() && self.begins_body(&declarator) {
                return self.function(start, specifiers, declarator).map(Declared::Function);
            }
            if let Some(name) = declarator.name {
                self.scopes.declare(name, specifiers.storage == Some(StorageClass::Typedef));
            }
            let init = if self.eat(Tok::Equal)? { Some(self.initializer()?) } else { None };
            // One name is what most declarations have.
            if declarators.is_empty() {
                declarators.reserve_exact(1);
            }
            declarators.push(InitDeclarator { declarator, init, span: self.span_from(name_start) });
            if !self.eat(Tok::Comma)? {
                break;
            }
            // GNU: attributes of the next name alone. They join those after its declarator.
            let early = self.attributes()?;
            if !early.is_empty() {
                self.pending_attributes.extend(early);
            }
        }
        if self.tok.kind != Tok::Semicolon {
            return self.expected("',' or ';'", "after declaration");
        }
        self.bump()?;
        declarators.shrink_to_fit();
        Ok(Declared::Names(Declaration { specifiers, declarators, span: self.span_from(start) }))
    }

    /// `T x;` where nobody declared `T`: `T` was read as the name.
    pub(super) fn check_for_unknown_type(&self, declarator: &Declarator) -> ParseResult<()> {
        match declarator.name {
            Some(name) if declarator.derived.is_empty() && matches!(self.tok.kind, Tok::Ident | Tok::Star) => {
                self.fail(format!("unknown type name '{}'", &self.symbols[name]), declarator.span)
            }
            _ => Ok(()),
        }
    }

    fn begins_body(&self, declarator: &Declarator) -> bool {
        match declarator.derived.first() {
            Some(Derived::Function { identifiers, .. }) => {
                self.tok.kind == Tok::OpenBrace || (!identifiers.is_empty() && self.starts_declaration())
            }
            _ => false,
        }
    }

    fn function(
        &mut self,
        start: u32,
        specifiers: Specifiers,
        declarator: Declarator,
    ) -> ParseResult<Box<FunctionDefinition>> {
        if specifiers.storage == Some(StorageClass::Typedef) {
            return self.fail("function definition declared 'typedef'", declarator.span);
        }
        if let Some(name) = declarator.name {
            self.scopes.declare(name, false);
        }
        self.scopes.enter();
        if let Some(Derived::Function { params, identifiers, .. }) = declarator.derived.first() {
            let names = params.iter().filter_map(|p| p.declarator.name).chain(identifiers.iter().copied());
            for name in names {
                self.scopes.declare(name, false);
            }
        }
        let mut old_style_params = Vec::new();
        while self.tok.kind != Tok::OpenBrace {
            if !self.starts_declaration() {
                return self.expected("declaration of a parameter or '{'", "");
            }
            let param_start = self.tok.start;
            match self.declaration(param_start, Vec::new())? {
                Declared::Names(declaration) => old_style_params.push(declaration),
                Declared::Function(function) => {
                    return self.fail("function definition among parameters", function.span);
                }
            }
        }
        let body: CompoundStatement = self.nested(Self::block_in_open_scope)?;
        self.scopes.leave();
        Ok(Box::new(FunctionDefinition { specifiers, declarator, old_style_params, body, span: self.span_from(start) }))
    }
}

fn says_nothing(specifiers: &Specifiers) -> bool {
    matches!(specifiers.ty, TypeSpecifier::Missing)
        && specifiers.storage.is_none()
        && !specifiers.inline
        && !specifiers.noreturn
        && specifiers.qualifiers == crate::ast::Qualifiers::default()
}
