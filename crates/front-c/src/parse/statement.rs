//! Statements and blocks.
//!
//! `else if` chains and rows of labels (`case 1: case 2: …`) are read by loops and folded afterwards.

use super::Parser;
use super::external::Declared;
use crate::ast::{
    BlockItem, CompoundStatement, ForInit, StatementKind, Symbol, SyntaxExpr, SyntaxExprKind, SyntaxStatement,
};
use crate::lex::ParseResult;
use crate::lex::token::Tok;

enum Label {
    Name(Symbol),
    Case(SyntaxExpr, Option<SyntaxExpr>),
    Default,
}

impl Parser<'_> {
    /// `{ … }`, at the brace, in a scope of its own.
    pub(super) fn block(&mut self) -> ParseResult<CompoundStatement> {
        self.scopes.enter();
        let block = self.block_in_open_scope()?;
        self.scopes.leave();
        Ok(block)
    }

    /// `{ … }`, at the brace, in the scope that is open (a function's body shares that of its parameters).
    pub(super) fn block_in_open_scope(&mut self) -> ParseResult<CompoundStatement> {
        let start = self.tok.start;
        self.expect(Tok::OpenBrace, "")?;
        let mut items = Vec::new();
        loop {
            match self.tok.kind {
                Tok::CloseBrace => break,
                Tok::End => return self.expected("'}'", "at the end of a block"),
                Tok::Pragma => self.pragma_operator()?,
                _ => {
                    if let Some(item) = self.block_item()? {
                        items.push(item);
                    }
                }
            }
        }
        self.bump()?;
        items.shrink_to_fit();
        Ok(CompoundStatement { items, span: self.span_from(start) })
    }

    /// `None` for an attribute declaration, which says nothing that matters.
    fn block_item(&mut self) -> ParseResult<Option<BlockItem>> {
        let start = self.tok.start;
        while self.tok.kind == Tok::Extension {
            // Before a declaration, or part of an expression.
            let next = self.peek()?;
            if !matches!(next.kind, Tok::Extension | Tok::StaticAssert) && !self.can_start_declaration(&next) {
                return self.statement_item().map(Some);
            }
            self.bump()?;
        }
        let kind = self.tok.kind;
        match kind {
            Tok::LocalLabel => return self.local_labels().map(Some),
            Tok::StaticAssert => return Ok(Some(BlockItem::StaticAssert(self.static_assert()?))),
            Tok::Ident if self.peek()?.kind == Tok::Colon => return self.statement_item().map(Some),
            _ => {}
        }
        let attributes = self.attributes()?;
        if !attributes.is_empty() && self.eat(Tok::Semicolon)? {
            return Ok(None); // `__attribute__((fallthrough));`
        }
        if !self.starts_declaration() {
            return self.statement_item().map(Some);
        }
        Ok(Some(match self.declaration(start, attributes)? {
            Declared::Names(declaration) => BlockItem::Declaration(declaration),
            Declared::Function(function) => BlockItem::Function(function),
        }))
    }

    fn statement_item(&mut self) -> ParseResult<BlockItem> {
        self.nested(|p| p.labelled(true)).map(BlockItem::Statement)
    }

    fn local_labels(&mut self) -> ParseResult<BlockItem> {
        let mut labels = Vec::new();
        self.bump()?;
        loop {
            labels.push(self.identifier("in label declaration")?);
            if !self.eat(Tok::Comma)? {
                break;
            }
        }
        self.expect(Tok::Semicolon, "after label declaration")?;
        Ok(BlockItem::LocalLabels(labels))
    }

    /// A statement that is part of another one.
    fn statement(&mut self) -> ParseResult<SyntaxStatement> {
        self.nested(|p| p.labelled(false))
    }

    /// A statement with its labels. In a block, a label may stand before a declaration or at the end (C23, GNU): before
    /// an empty statement, that is.
    fn labelled(&mut self, in_block: bool) -> ParseResult<SyntaxStatement> {
        let mut labels = Vec::new();
        let mut links = 0;
        loop {
            let start = self.tok.start;
            let kind = self.tok.kind;
            let label = match kind {
                Tok::Ident if self.peek()?.kind == Tok::Colon => Label::Name(self.identifier("")?),
                Tok::Case => {
                    self.bump()?;
                    let from = self.constant()?;
                    let to = if self.eat(Tok::Ellipsis)? { Some(self.constant()?) } else { None };
                    Label::Case(from, to)
                }
                Tok::Default => {
                    self.bump()?;
                    Label::Default
                }
                _ => break,
            };
            self.link(&mut links)?;
            self.expect(Tok::Colon, "after label")?;
            labels.push((start, label));
            self.attributes()?; // the label's own
        }
        let nothing_follows = in_block
            && !labels.is_empty()
            && (matches!(self.tok.kind, Tok::CloseBrace | Tok::StaticAssert) || self.starts_declaration());
        let mut result = if nothing_follows {
            SyntaxStatement { kind: StatementKind::Empty, span: self.span_from(self.tok.start) }
        } else {
            self.unlabelled()?
        };
        for (start, label) in labels.into_iter().rev() {
            let body = Box::new(result);
            let kind = match label {
                Label::Name(name) => StatementKind::Label(name, body),
                Label::Case(from, to) => StatementKind::Case(from, to, body),
                Label::Default => StatementKind::Default(body),
            };
            result = SyntaxStatement { kind, span: self.span_from(start) };
        }
        Ok(result)
    }

    fn unlabelled(&mut self) -> ParseResult<SyntaxStatement> {
        self.attributes()?; // `[[likely]]`, `fallthrough`
        self.clauses_before_loop()?;
        let start = self.tok.start;
        let kind = match self.tok.kind {
            Tok::OpenBrace => StatementKind::Block(self.block()?),
            Tok::Semicolon => {
                self.bump()?;
                StatementKind::Empty
            }
            Tok::If => return self.if_statement(),
            Tok::Switch => {
                self.bump()?;
                self.scopes.enter();
                let cond = self.condition("after 'switch'")?;
                let body = Box::new(self.substatement()?);
                self.scopes.leave();
                StatementKind::Switch(cond, body)
            }
            Tok::While => {
                self.bump()?;
                self.scopes.enter();
                let cond = self.condition("after 'while'")?;
                let clauses = self.loop_clauses()?;
                let body = Box::new(self.substatement()?);
                self.scopes.leave();
                self.with_clauses(StatementKind::While(cond, body), clauses, start)
            }
            Tok::Do => {
                self.bump()?;
                let before = self.loop_clauses()?;
                self.scopes.enter();
                let body = Box::new(self.substatement()?);
                self.expect(Tok::While, "after the body of 'do'")?;
                let cond = self.condition("after 'while'")?;
                let mut clauses = self.loop_clauses()?;
                clauses.extend(before);
                self.scopes.leave();
                self.expect(Tok::Semicolon, "after 'do … while'")?;
                self.with_clauses(StatementKind::DoWhile(body, cond), clauses, start)
            }
            Tok::For => self.for_statement()?,
            Tok::Goto => {
                self.bump()?;
                let kind = if self.eat(Tok::Star)? {
                    StatementKind::GotoComputed(self.expr()?)
                } else {
                    StatementKind::Goto(self.identifier("after 'goto'")?)
                };
                self.expect(Tok::Semicolon, "after 'goto'")?;
                kind
            }
            Tok::Continue => {
                self.bump()?;
                self.expect(Tok::Semicolon, "after 'continue'")?;
                StatementKind::Continue
            }
            Tok::Break => {
                self.bump()?;
                self.expect(Tok::Semicolon, "after 'break'")?;
                StatementKind::Break
            }
            Tok::Return => {
                self.bump()?;
                let value = if self.tok.kind == Tok::Semicolon { None } else { Some(self.expr()?) };
                self.expect(Tok::Semicolon, "after 'return'")?;
                StatementKind::Return(value)
            }
            Tok::Asm => {
                let asm = Box::new(self.asm()?);
                self.expect(Tok::Semicolon, "after 'asm'")?;
                StatementKind::Asm(asm)
            }
            Tok::Pragma => {
                self.pragma_operator()?;
                return self.statement();
            }
            Tok::Else => return self.fail("'else' without a previous 'if'", self.span(&self.tok)),
            Tok::CloseBrace => return self.expected("statement", ""),
            _ => {
                let expr = self.expr()?;
                if let SyntaxExprKind::Name(name) = expr.kind
                    && self.tok.kind == Tok::Ident
                {
                    return self.fail(format!("unknown type name '{}'", &self.symbols[name]), expr.span);
                }
                self.expect(Tok::Semicolon, "after expression")?;
                StatementKind::Expr(expr)
            }
        };
        Ok(SyntaxStatement { kind, span: self.span_from(start) })
    }

    /// A statement within another, which is a block (C11 6.8.4p3, 6.8.5p5).
    fn substatement(&mut self) -> ParseResult<SyntaxStatement> {
        self.scopes.enter();
        let statement = self.statement()?;
        self.scopes.leave();
        Ok(statement)
    }

    /// `(expr)`.
    fn condition(&mut self, place: &str) -> ParseResult<SyntaxExpr> {
        self.expect(Tok::OpenParen, place)?;
        let cond = self.expr()?;
        self.expect(Tok::CloseParen, "after condition")?;
        Ok(cond)
    }

    fn if_statement(&mut self) -> ParseResult<SyntaxStatement> {
        let mut arms = Vec::new();
        let mut links = 0;
        let mut otherwise = None;
        loop {
            let start = self.tok.start;
            self.bump()?;
            self.link(&mut links)?;
            self.scopes.enter();
            let cond = self.condition("after 'if'")?;
            arms.push((start, cond, Box::new(self.substatement()?)));
            if !self.eat(Tok::Else)? {
                break;
            }
            if self.tok.kind != Tok::If {
                otherwise = Some(Box::new(self.substatement()?));
                break;
            }
        }
        for _ in &arms {
            self.scopes.leave();
        }
        let mut arms = arms.into_iter().rev();
        let Some((start, cond, then)) = arms.next() else { return self.expected("'if'", "") };
        let mut result =
            SyntaxStatement { kind: StatementKind::If(cond, then, otherwise), span: self.span_from(start) };
        for (start, cond, then) in arms {
            let kind = StatementKind::If(cond, then, Some(Box::new(result)));
            result = SyntaxStatement { kind, span: self.span_from(start) };
        }
        Ok(result)
    }

    fn for_statement(&mut self) -> ParseResult<StatementKind> {
        let start = self.tok.start;
        self.bump()?;
        self.expect(Tok::OpenParen, "after 'for'")?;
        self.scopes.enter();
        while self.tok.kind == Tok::Extension && {
            let next = self.peek()?;
            next.kind == Tok::Extension || self.can_start_declaration(&next)
        } {
            self.bump()?;
        }
        let init = if self.eat(Tok::Semicolon)? {
            None
        } else if self.starts_declaration() {
            match self.declaration(self.tok.start, Vec::new())? {
                Declared::Names(declaration) => Some(ForInit::Declaration(Box::new(declaration))),
                Declared::Function(function) => {
                    return self.fail("function definition in the first clause of 'for'", function.span);
                }
            }
        } else {
            let expr = self.expr()?;
            self.expect(Tok::Semicolon, "after the first clause of 'for'")?;
            Some(ForInit::Expr(expr))
        };
        let cond = if self.tok.kind == Tok::Semicolon { None } else { Some(self.expr()?) };
        self.expect(Tok::Semicolon, "after the condition of 'for'")?;
        let step = if self.tok.kind == Tok::CloseParen { None } else { Some(self.expr()?) };
        self.expect(Tok::CloseParen, "after the clauses of 'for'")?;
        let clauses = self.loop_clauses()?;
        let body = Box::new(self.substatement()?);
        self.scopes.leave();
        Ok(self.with_clauses(StatementKind::For(init, cond, step, body), clauses, start))
    }
}
