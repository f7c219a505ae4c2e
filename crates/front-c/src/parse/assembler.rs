//! Inline assembler: `asm volatile ("…" : outputs : inputs : clobbers : labels)`.
//!
//! Only what reaches C is kept: operands, clobbers, labels. A symbolic name matters where an input is said to be in the
//! place of an output by its name.

use super::Parser;
use crate::ast::{Asm, Expr};
use crate::lex::Res;
use crate::lex::token::Tok;

impl Parser<'_> {
    /// Up to and with the closing parenthesis, at `asm`.
    pub(super) fn asm(&mut self) -> Res<Asm> {
        self.bump()?;
        while matches!(self.tok.kind, Tok::Volatile | Tok::Inline | Tok::Goto | Tok::Const) {
            self.bump()?;
        }
        self.expect(Tok::OpenParen, "after 'asm'")?;
        let mut asm = Asm {
            template: self.plain_string("as assembler template")?,
            is_basic: self.tok.kind == Tok::CloseParen,
            names: Vec::new(),
            outputs: Vec::new(),
            inputs: Vec::new(),
            clobbers: Vec::new(),
            labels: Vec::new(),
        };
        if self.eat(Tok::Colon)? {
            (asm.outputs, asm.names) = self.asm_operands()?;
        }
        if self.eat(Tok::Colon)? {
            asm.inputs = self.asm_operands()?.0;
        }
        if self.eat(Tok::Colon)? {
            while self.tok.kind == Tok::StringLiteral {
                asm.clobbers.push(self.plain_string("")?);
                if !self.eat(Tok::Comma)? {
                    break;
                }
            }
        }
        if self.eat(Tok::Colon)? {
            while self.tok.kind == Tok::Ident {
                asm.labels.push(self.identifier("")?);
                if !self.eat(Tok::Comma)? {
                    break;
                }
            }
        }
        self.expect(Tok::CloseParen, "after 'asm'")?;
        Ok(asm)
    }

    #[allow(clippy::type_complexity)]
    fn asm_operands(&mut self) -> Res<(Vec<(Vec<u8>, Expr)>, Vec<Option<String>>)> {
        let (mut operands, mut names) = (Vec::new(), Vec::new());
        while matches!(self.tok.kind, Tok::StringLiteral | Tok::OpenBracket) {
            let mut name = None;
            if self.eat(Tok::OpenBracket)? {
                let symbol = self.identifier("as operand name")?;
                name = Some(self.symbols[symbol].to_owned());
                self.expect(Tok::CloseBracket, "after operand name")?;
            }
            names.push(name);
            let constraint = self.plain_string("as constraint")?;
            self.expect(Tok::OpenParen, "before asm operand")?;
            let value = self.expr()?;
            self.expect(Tok::CloseParen, "after asm operand")?;
            operands.push((constraint, value));
            if !self.eat(Tok::Comma)? {
                break;
            }
        }
        Ok((operands, names))
    }
}
