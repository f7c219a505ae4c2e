//! Clauses of contracts, as CBMC and Kani have them: `__CPROVER_requires(e)` and its kin behind the declarator of a function, and
//! `__CPROVER_loop_invariant(e)` and its kin behind the head of a loop.
//!
//! The clauses of ACSL come here too, in that spelling and before what they are about: `crate::contracts::acsl` has rewritten the comments.
//! What they mean is said in `crate::contracts`; here they are attributes by their names without `__CPROVER_`.

use super::Parser;
use crate::ast::{Attribute, StatementKind, SyntaxStatement};
use crate::lex::ParseResult;
use crate::lex::token::Tok;

/// Clauses of a function.
const OF_FUNCTION: [&str; 4] = ["requires", "ensures", "assigns", "frees"];
/// Clauses of a loop.
const OF_LOOP: [&str; 3] = ["loop_invariant", "decreases", "assigns"];

impl Parser<'_> {
    /// The name of a clause without `__CPROVER_`, if the current token is one of these.
    fn clause_name(&self, names: &[&'static str]) -> Option<&'static str> {
        if self.tok.kind != Tok::Ident {
            return None;
        }
        let name = self.symbols[self.tok.name].strip_prefix("__CPROVER_")?;
        names.iter().find(|known| **known == name).copied()
    }

    fn clauses(&mut self, names: &[&'static str]) -> ParseResult<Vec<Attribute>> {
        let mut all = Vec::new();
        while let Some(clause) = self.clause_name(names) {
            let start = self.tok.start;
            self.bump()?;
            self.expect(Tok::OpenParen, "after the name of a clause")?;
            let mut args = Vec::new();
            while self.tok.kind != Tok::CloseParen {
                args.push(self.assignment()?);
                if !matches!(self.tok.kind, Tok::Comma | Tok::Semicolon) {
                    break;
                }
                self.bump()?;
            }
            self.expect(Tok::CloseParen, "after a clause")?;
            let name = self.symbols.intern(clause);
            all.push(Attribute { name, args, span: self.span_from(start) });
        }
        Ok(all)
    }

    /// The clauses of a function, before it or behind its declarator.
    pub(super) fn function_clauses(&mut self) -> ParseResult<Vec<Attribute>> {
        self.clauses(&OF_FUNCTION)
    }

    /// The clauses of a loop behind its head, with those that stood before it.
    pub(super) fn loop_clauses(&mut self) -> ParseResult<Vec<Attribute>> {
        let mut all = std::mem::take(&mut self.clauses_before);
        all.extend(self.clauses(&OF_LOOP)?);
        Ok(all)
    }

    /// Clauses that stand before a loop.
    pub(super) fn clauses_before_loop(&mut self) -> ParseResult<()> {
        let found = self.clauses(&OF_LOOP)?;
        if !found.is_empty() && !matches!(self.tok.kind, Tok::While | Tok::For | Tok::Do) {
            return self.fail("a clause of a loop must stand at a loop", self.span(&self.tok));
        }
        self.clauses_before = found;
        Ok(())
    }

    /// A loop with its clauses.
    pub(super) fn with_clauses(&self, kind: StatementKind, clauses: Vec<Attribute>, start: u32) -> StatementKind {
        match clauses.is_empty() {
            true => kind,
            false => StatementKind::Contract(clauses, Box::new(SyntaxStatement { kind, span: self.span_from(start) })),
        }
    }
}
