//! Declarators: a name and what is wrapped around it, from the name outward.
//!
//! In `int (*f[3])(void)` the suffixes bind tighter than the stars and parentheses turn that round, so a declarator in
//! parentheses comes first in the list, then the suffixes, then the stars from right to left.

use super::Parser;
use crate::ast::{
    BasicWords, Declarator, Derived, Parameter, Qualifiers, Specifiers, StorageClass, Symbol, TypeSpecifier,
};
use crate::lex::ParseResult;
use crate::lex::token::Tok;
use cairn_base::Span;

/// Whether a declarator has a name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// It must: a declaration or member.
    Named,
    /// It must not: a type name.
    Abstract,
    Either,
}

impl Parser<'_> {
    /// A declarator. The attributes after it are for [`Self::after_declarator`].
    pub(super) fn declarator(&mut self, shape: Shape) -> ParseResult<Declarator> {
        let mut declarator = Declarator {
            name: None,
            span: Span::NONE,
            derived: Vec::new(),
            attributes: std::mem::take(&mut self.pending_attributes),
        };
        let start = self.tok.start;
        self.declarator_into(shape, &mut declarator)?;
        declarator.derived.shrink_to_fit();
        if declarator.name.is_none() {
            declarator.span = if self.tok.start == start { self.span(&self.tok) } else { self.span_from(start) };
        }
        Ok(declarator)
    }

    fn declarator_into(&mut self, shape: Shape, declarator: &mut Declarator) -> ParseResult<()> {
        let mut stars = Vec::new();
        loop {
            match self.tok.kind {
                Tok::Star => {
                    self.bump()?;
                    let mut qualifiers = self.qualifiers()?;
                    while self.tok.kind == Tok::Attribute {
                        self.attributes_into(&mut declarator.attributes)?;
                        let more = self.qualifiers()?;
                        qualifiers.is_const |= more.is_const;
                        qualifiers.is_volatile |= more.is_volatile;
                        qualifiers.is_restrict |= more.is_restrict;
                        qualifiers.is_atomic |= more.is_atomic;
                    }
                    stars.push(Derived::Pointer(qualifiers));
                }
                Tok::Attribute => self.attributes_into(&mut declarator.attributes)?,
                Tok::Caret => return self.fail("blocks are not supported", self.span(&self.tok)),
                _ => break,
            }
        }
        let kind = self.tok.kind;
        match kind {
            Tok::Ident if shape != Shape::Abstract => {
                declarator.name = Some(self.tok.name);
                declarator.span = self.span(&self.tok);
                self.bump()?;
            }
            Tok::OpenParen if self.is_grouping(shape)? => {
                self.bump()?;
                self.nested(|p| p.declarator_into(shape, declarator))?;
                self.expect(Tok::CloseParen, "after declarator")?;
            }
            _ if shape == Shape::Named => return self.expected("identifier or '('", "in declarator"),
            _ => {}
        }
        loop {
            match self.tok.kind {
                Tok::OpenBracket => {
                    if self.at_standard_attribute()? {
                        self.attributes_into(&mut declarator.attributes)?;
                        continue;
                    }
                    let array = self.nested(Self::array_suffix)?;
                    push_one(&mut declarator.derived, array);
                }
                Tok::OpenParen => {
                    let function = self.nested(Self::function_suffix)?;
                    push_one(&mut declarator.derived, function);
                }
                _ => break,
            }
        }
        declarator.derived.reserve_exact(stars.len());
        declarator.derived.extend(stars.into_iter().rev());
        Ok(())
    }

    /// Is the parenthesis here one around a declarator, not one around parameters?
    fn is_grouping(&mut self, shape: Shape) -> ParseResult<bool> {
        if shape == Shape::Named {
            return Ok(true);
        }
        let next = self.peek()?;
        Ok(match next.kind {
            Tok::Star | Tok::OpenParen | Tok::OpenBracket | Tok::Caret | Tok::Attribute => true,
            Tok::Ident => shape == Shape::Either && !self.scopes.is_typedef(next.name),
            _ => false,
        })
    }

    fn array_suffix(&mut self) -> ParseResult<Derived> {
        self.bump()?;
        let (mut qualifiers, mut is_promised) = (Qualifiers::default(), false);
        loop {
            let before = self.tok.start;
            let more = self.qualifiers()?;
            qualifiers.is_const |= more.is_const;
            qualifiers.is_volatile |= more.is_volatile;
            qualifiers.is_restrict |= more.is_restrict;
            is_promised |= self.eat(Tok::Static)?;
            if self.tok.start == before {
                break;
            }
        }
        if self.tok.kind == Tok::Star && self.peek()?.kind == Tok::CloseBracket {
            self.bump()?;
            self.bump()?;
            return Ok(Derived::Array { size: None, star: true, is_promised, qualifiers });
        }
        let size = if self.tok.kind == Tok::CloseBracket { None } else { Some(Box::new(self.assignment()?)) };
        self.expect(Tok::CloseBracket, "after array size")?;
        Ok(Derived::Array { size, star: false, is_promised, qualifiers })
    }

    fn function_suffix(&mut self) -> ParseResult<Derived> {
        self.bump()?;
        let mut function =
            Derived::Function { params: Vec::new(), variadic: false, prototype: false, identifiers: Vec::new() };
        let Derived::Function { params, variadic, prototype, identifiers } = &mut function else {
            return Ok(function);
        };
        if self.eat(Tok::CloseParen)? {
            return Ok(function);
        }
        if self.tok.kind == Tok::Ident
            && !self.scopes.is_typedef(self.tok.name)
            && matches!(self.peek()?.kind, Tok::Comma | Tok::CloseParen)
        {
            self.identifier_list(identifiers)?;
            return Ok(function);
        }
        *prototype = true;
        self.scopes.enter();
        loop {
            if self.eat(Tok::Ellipsis)? {
                *variadic = true;
                break;
            }
            params.push(self.parameter()?);
            if !self.eat(Tok::Comma)? {
                break;
            }
        }
        self.scopes.leave();
        if self.tok.kind == Tok::Semicolon {
            return self.fail("forward declaration of parameters is not supported", self.span(&self.tok));
        }
        self.expect(Tok::CloseParen, "after parameters")?;
        if let [only] = params.as_slice()
            && is_void(only)
        {
            params.clear();
        }
        params.shrink_to_fit();
        Ok(function)
    }

    fn identifier_list(&mut self, identifiers: &mut Vec<Symbol>) -> ParseResult<()> {
        loop {
            identifiers.push(self.identifier("in identifier list")?);
            if !self.eat(Tok::Comma)? {
                return self.expect(Tok::CloseParen, "after identifier list");
            }
        }
    }

    fn parameter(&mut self) -> ParseResult<Parameter> {
        let specifiers = self.specifiers(Vec::new())?;
        if matches!(
            specifiers.storage,
            Some(StorageClass::Typedef | StorageClass::Extern | StorageClass::Static | StorageClass::Auto)
        ) {
            return self.fail("storage class in a parameter declaration", specifiers.span);
        }
        let empty = matches!(specifiers.ty, TypeSpecifier::Missing);
        if empty && specifiers.storage.is_none() && specifiers.qualifiers == Qualifiers::default() {
            if self.tok.kind == Tok::Ident {
                let message = format!("unknown type name '{}'", self.text(&self.tok));
                return self.fail(message, self.span(&self.tok));
            }
            return self.expected("parameter declaration", "");
        }
        let mut declarator = self.declarator(Shape::Either)?;
        if empty {
            self.check_for_unknown_type(&declarator)?;
        }
        self.after_declarator(&mut declarator)?;
        self.refuse_clauses(&declarator)?;
        if let Some(name) = declarator.name {
            self.scopes.declare(name, false);
        }
        Ok(Parameter { specifiers, declarator })
    }
}

/// Most declarators have one derivation, so that doubling from four would waste most of the list.
fn push_one(derived: &mut Vec<Derived>, one: Derived) {
    if derived.is_empty() {
        derived.reserve_exact(1);
    }
    derived.push(one);
}

/// Is this the `void` of `f(void)`?
fn is_void(parameter: &Parameter) -> bool {
    let void = BasicWords { void: true, ..BasicWords::default() };
    let Specifiers { ty, storage: None, qualifiers, .. } = &parameter.specifiers else { return false };
    matches!(ty, TypeSpecifier::Basic(words) if *words == void)
        && *qualifiers == Qualifiers::default()
        && parameter.declarator.name.is_none()
        && parameter.declarator.derived.is_empty()
}
