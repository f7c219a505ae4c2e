//! Initialisers, with C99's designators and GNU's old ones (`field: value`, `[i] value`).

use super::Parser;
use crate::ast::{Designator, InitItem, Initializer};
use crate::lex::ParseResult;
use crate::lex::token::Tok;

impl Parser<'_> {
    /// Initializer after `=`.
    pub(super) fn initializer(&mut self) -> ParseResult<Initializer> {
        if self.tok.kind != Tok::OpenBrace {
            return Ok(Initializer::Expr(self.assignment()?));
        }
        let start = self.tok.start;
        let items = self.nested(Self::init_list)?;
        Ok(Initializer::List(items, self.span_from(start)))
    }

    /// `{ … }`, at the brace.
    pub(super) fn init_list(&mut self) -> ParseResult<Vec<InitItem>> {
        self.bump()?;
        let mut items = Vec::new();
        while self.tok.kind != Tok::CloseBrace {
            let designators = self.designation()?;
            let value = self.initializer()?;
            items.push(InitItem { designators, value });
            if !self.eat(Tok::Comma)? {
                break;
            }
        }
        self.expect(Tok::CloseBrace, "after initializer list")?;
        items.shrink_to_fit();
        Ok(items)
    }

    fn designation(&mut self) -> ParseResult<Vec<Designator>> {
        if self.tok.kind == Tok::Ident && self.peek()?.kind == Tok::Colon {
            let field = Designator::Field(self.tok.name, self.span(&self.tok));
            self.bump()?;
            self.bump()?;
            return Ok(vec![field]);
        }
        let mut designators = Vec::new();
        self.designators(&mut designators)?;
        if designators.is_empty() || self.eat(Tok::Equal)? {
            designators.shrink_to_fit();
            return Ok(designators);
        }
        // GNU's old `[i] value` has no `=`.
        if matches!(designators.as_slice(), [Designator::Index(_) | Designator::Range(..)]) {
            return Ok(designators);
        }
        self.expected("'='", "after designator")
    }

    /// `.a[3].b`, none perhaps.
    pub(super) fn designators(&mut self, designators: &mut Vec<Designator>) -> ParseResult<()> {
        loop {
            match self.tok.kind {
                Tok::Dot => {
                    self.bump()?;
                    let span = self.span(&self.tok);
                    designators.push(Designator::Field(self.identifier("after '.'")?, span));
                }
                Tok::OpenBracket => {
                    self.bump()?;
                    let from = self.constant()?;
                    designators.push(match self.eat(Tok::Ellipsis)? {
                        true => Designator::Range(from, self.constant()?),
                        false => Designator::Index(from),
                    });
                    self.expect(Tok::CloseBracket, "after array index")?;
                }
                _ => return Ok(()),
            }
        }
    }
}
