//! Inline assembler: `asm volatile ("…" : outputs : inputs : clobbers : labels)`.
//!
//! Only what reaches C is kept: operands, clobbers, labels. A symbolic name matters where an input is said to be in the
//! place of an output by its name.

use super::Parser;
use crate::ast::{Asm, AsmOperand};
use crate::lex::ParseResult;
use crate::lex::token::Tok;

impl Parser<'_> {
    /// Up to and with the closing parenthesis, at `asm`.
    pub(super) fn asm(&mut self) -> ParseResult<Asm> {
        self.bump()?;
        while matches!(self.tok.kind, Tok::Volatile | Tok::Inline | Tok::Goto | Tok::Const) {
            self.bump()?;
        }
        self.expect(Tok::OpenParen, "after 'asm'")?;
        let mut asm = Asm {
            template: self.plain_string("as assembler template")?,
            is_basic: self.tok.kind == Tok::CloseParen,
            outputs: Vec::new(),
            inputs: Vec::new(),
            clobbers: Vec::new(),
            labels: Vec::new(),
        };
        if self.eat(Tok::Colon)? {
            asm.outputs = self.asm_operands()?;
        }
        if self.eat(Tok::Colon)? {
            asm.inputs = self.asm_operands()?;
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

    fn asm_operands(&mut self) -> ParseResult<Vec<AsmOperand>> {
        let mut operands = Vec::new();
        while matches!(self.tok.kind, Tok::StringLiteral | Tok::OpenBracket) {
            let mut name = None;
            if self.eat(Tok::OpenBracket)? {
                let symbol = self.identifier("as operand name")?;
                name = Some(self.symbols[symbol].to_owned());
                self.expect(Tok::CloseBracket, "after operand name")?;
            }
            let constraint = self.plain_string("as constraint")?;
            self.expect(Tok::OpenParen, "before asm operand")?;
            let value = self.expr()?;
            self.expect(Tok::CloseParen, "after asm operand")?;
            operands.push(AsmOperand { name, constraint, value });
            if !self.eat(Tok::Comma)? {
                break;
            }
        }
        Ok(operands)
    }
}
