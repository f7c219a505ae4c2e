//! Clauses of contracts, as CBMC and Kani have them: `__CPROVER_requires(e)` and its kin behind the declarator of a function, and
//! `__CPROVER_loop_invariant(e)` and its kin behind the head of a loop.
//!
//! The clauses of ACSL come here too, in that spelling and before what they are about: `crate::contracts::acsl` has rewritten the comments.
//! What they mean is said in `crate::contracts`; here they are attributes by their names without `__CPROVER_`.

use super::Parser;
use super::external::Declared;
use crate::ast::{
    Attribute, BinaryOperator, Declarator, Derived, PrefixOperator, StatementKind, StorageClass, Symbol, SyntaxExpr,
    SyntaxExprKind, SyntaxStatement, TypeName,
};
use crate::contracts::has_contract;
use crate::lex::ParseResult;
use crate::lex::token::Tok;

const OF_FUNCTION: [&str; 4] = ["requires", "ensures", "assigns", "frees"];
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

    /// Whether a name is that of a quantifier.
    pub(super) fn is_quantifier(&self, name: Symbol) -> bool {
        ["__CPROVER_forall", "__CPROVER_exists"].contains(&&self.symbols[name])
    }

    /// `{ T i; formula }` behind the name of a quantifier, as a call of it: `((T)i, formula)`.
    pub(super) fn quantifier(&mut self, quantifier: Symbol, start: u32) -> ParseResult<SyntaxExpr> {
        let called = self.made(start, SyntaxExprKind::Name(quantifier));
        self.expect(Tok::OpenBrace, "after the name of a quantifier")?;
        let begin = self.tok.start;
        let specifiers = self.specifiers(Vec::new())?;
        let (name, span) = (self.tok.name, self.span(&self.tok));
        if self.tok.kind != Tok::Ident {
            return self.expected("a name", "in a quantifier");
        }
        self.bump()?;
        self.expect(Tok::Semicolon, "after the declaration of a quantifier")?;
        let declarator = Declarator { name: None, span, derived: Vec::new(), attributes: Vec::new() };
        let ty = TypeName { specifiers, declarator, span: self.span_from(begin) };
        let of = SyntaxExpr { kind: SyntaxExprKind::Name(name), span };
        let cell = self.made(begin, SyntaxExprKind::Cast(Box::new(ty), Box::new(of)));
        let formula = self.assignment()?;
        if self.tok.kind == Tok::Semicolon {
            self.bump()?;
        }
        self.expect(Tok::CloseBrace, "after a quantifier")?;
        Ok(self.made(start, SyntaxExprKind::Call(Box::new(called), vec![cell, formula])))
    }

    /// A formula of ACSL in parentheses, which is what they have inside.
    pub(super) fn formula_of_acsl(&mut self) -> ParseResult<SyntaxExpr> {
        self.bump()?;
        let was = std::mem::replace(&mut self.is_whole, true);
        let formula = self.expr()?;
        self.is_whole = was;
        self.expect(Tok::CloseParen, "after a formula of ACSL")?;
        Ok(formula)
    }

    /// An operator in a formula of ACSL is that of whole numbers.
    pub(super) fn whole(&self, of: SyntaxExpr) -> SyntaxExpr {
        use BinaryOperator::{Comma, LogicalAnd, LogicalOr};
        let is_one = match &of.kind {
            SyntaxExprKind::Binary(op, ..) => !matches!(op, Comma | LogicalAnd | LogicalOr),
            SyntaxExprKind::Unary(op, _) => matches!(op, PrefixOperator::Minus | PrefixOperator::BitNot),
            SyntaxExprKind::Conditional(..) => true,
            _ => false,
        };
        if !self.is_whole || !is_one {
            return of;
        }
        SyntaxExpr { span: of.span, kind: SyntaxExprKind::Whole(Box::new(of)) }
    }

    /// Whether `==>` comes, which no text of C has.
    pub(super) fn is_implication(&mut self) -> ParseResult<bool> {
        if self.tok.kind != Tok::EqualEqual {
            return Ok(false);
        }
        Ok(self.peek()?.kind == Tok::Greater)
    }

    /// Meaning of `==>`: the left is false, or the right is true.
    pub(super) fn implication(&mut self, left: SyntaxExpr, start: u32) -> ParseResult<SyntaxExpr> {
        self.bump()?;
        self.bump()?;
        let right = self.assignment()?;
        let not = self.made(start, SyntaxExprKind::Unary(PrefixOperator::LogicalNot, Box::new(left)));
        Ok(self.made(start, SyntaxExprKind::Binary(BinaryOperator::LogicalOr, Box::new(not), Box::new(right))))
    }

    /// The clauses of a function, before it or behind its declarator.
    pub(super) fn function_clauses(&mut self) -> ParseResult<Vec<Attribute>> {
        self.clauses(&OF_FUNCTION)
    }

    /// Clauses that stood before a declaration are those of the first function that it declares.
    pub(super) fn with_clauses_before(&self, declared: &mut Declared, mut clauses: Vec<Attribute>) -> ParseResult<()> {
        let Some(first) = clauses.first().map(|clause| clause.span) else { return Ok(()) };
        let declarator = match declared {
            Declared::Function(function) => Some(&mut function.declarator),
            Declared::Names(all) if all.specifiers.storage == Some(StorageClass::Typedef) => None,
            Declared::Names(all) => {
                all.declarators.iter_mut().map(|one| &mut one.declarator).find(|one| is_function(one))
            }
        };
        let Some(declarator) = declarator else {
            return self
                .fail("a contract of what is no function (a pointer to one, for example) is not supported", first);
        };
        clauses.append(&mut declarator.attributes);
        declarator.attributes = clauses;
        Ok(())
    }

    /// Refuses a contract of a parameter.
    pub(super) fn refuse_clauses(&self, declarator: &Declarator) -> ParseResult<()> {
        match has_contract(declarator, self.symbols) {
            true => self.fail("a contract of a parameter is not supported", declarator.span),
            false => Ok(()),
        }
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

    pub(super) fn with_clauses(&self, kind: StatementKind, clauses: Vec<Attribute>, start: u32) -> StatementKind {
        match clauses.is_empty() {
            true => kind,
            false => StatementKind::Contract(clauses, Box::new(SyntaxStatement { kind, span: self.span_from(start) })),
        }
    }
}

fn is_function(declarator: &Declarator) -> bool {
    matches!(declarator.derived.first(), Some(Derived::Function { .. }))
}
