//! Statements.

use super::operand::Operand;
use super::{Lower, Res};
use crate::ast::{BlockItem, CompoundStatement, ForInit, StatementKind, SyntaxExpr, SyntaxStatement};
use cairn_base::Span;
use cairn_base::deep;
use cairn_ir::{ExprKind, PlaceKind, VarKind};

impl Lower<'_> {
    pub fn statement(&mut self, statement: &SyntaxStatement) -> Res<()> {
        deep(|| self.statement_in(statement))
    }

    fn statement_in(&mut self, statement: &SyntaxStatement) -> Res<()> {
        let span = statement.span;
        match &statement.kind {
            StatementKind::If(..)
            | StatementKind::Switch(..)
            | StatementKind::While(..)
            | StatementKind::DoWhile(..)
            | StatementKind::For(..) => self.in_block(span, |this| this.selection_or_iteration(statement)),
            // What a contract says has become statements before ([`crate::contracts`]).
            StatementKind::Contract(_, inner) => self.statement(inner),
            StatementKind::Empty => Ok(()),
            StatementKind::Expr(expr) => self.discard(expr),
            StatementKind::Block(block) => self.block(block),
            StatementKind::Goto(label) => {
                self.goto(*label, span);
                Ok(())
            }
            StatementKind::GotoComputed(target) => self.goto_computed(target, span),
            StatementKind::Continue => match self.fun.continues.last() {
                Some(target) => {
                    let target = *target;
                    self.leave_to(target, self.fun.continue_marks.last().copied().unwrap_or(0), span);
                    Ok(())
                }
                None => self.error("a continue statement outside of a loop", span),
            },
            StatementKind::Break => match self.fun.breaks.last() {
                Some(target) => {
                    let target = *target;
                    self.leave_to(target, self.fun.break_marks.last().copied().unwrap_or(0), span);
                    Ok(())
                }
                None => self.error("a break statement outside of a loop or switch", span),
            },
            StatementKind::Return(value) => self.return_statement(value.as_ref(), span),
            StatementKind::Label(name, inner) => {
                self.define_label(*name, Span::new(span.start, span.start + self.text(*name).len() as u32))?;
                self.statement(inner)
            }
            StatementKind::Case(low, high, inner) => {
                self.case(low, high.as_ref(), low.span)?;
                self.statement(inner)
            }
            StatementKind::Default(inner) => {
                self.default_label(span)?;
                self.statement(inner)
            }
            StatementKind::Asm(asm) => self.assembler(asm, span),
        }
    }

    /// Such a statement is a block (C11 6.8.4p3, 6.8.5p5): what its condition declares, a tag or an enumerator, ends with it.
    fn selection_or_iteration(&mut self, statement: &SyntaxStatement) -> Res<()> {
        let span = statement.span;
        match &statement.kind {
            StatementKind::If(cond, yes, no) => self.if_chain(cond, yes, no.as_deref(), span),
            StatementKind::Switch(on, body) => self.switch(on, body, span),
            StatementKind::While(cond, body) => {
                let (head, end) = (self.fixed_node(), self.fixed_node());
                self.jump(head, span);
                self.resume(head);
                let inside = self.node();
                self.condition(cond, inside, end)?;
                self.resume(inside);
                self.loop_body(body, end, head)?;
                self.jump(head, span);
                self.resume(end);
                Ok(())
            }
            StatementKind::DoWhile(body, cond) => {
                let (head, test, end) = (self.fixed_node(), self.fixed_node(), self.fixed_node());
                self.jump(head, span);
                self.resume(head);
                self.loop_body(body, end, test)?;
                self.jump(test, span);
                self.resume(test);
                self.condition(cond, head, end)?;
                self.resume(end);
                Ok(())
            }
            StatementKind::For(init, cond, step, body) => {
                self.for_loop(init.as_ref(), cond.as_ref(), step.as_ref(), body, span)
            }
            _ => self.statement(statement),
        }
    }

    /// A statement within one, which is a block too.
    pub(super) fn substatement(&mut self, statement: &SyntaxStatement) -> Res<()> {
        self.in_block(statement.span, |this| this.statement(statement))
    }

    /// `if` with its `else if`s, which are as deep as they are long.
    fn if_chain(
        &mut self,
        cond: &SyntaxExpr,
        yes: &SyntaxStatement,
        no: Option<&SyntaxStatement>,
        span: Span,
    ) -> Res<()> {
        let join = self.node();
        let (mut cond, mut yes, mut no) = (cond, yes, no);
        let mut scopes = 0;
        let result = loop {
            let then = self.node();
            let other = self.node();
            if let Err(why) = self.condition(cond, then, other) {
                break Err(why);
            }
            self.resume(then);
            if let Err(why) = self.substatement(yes) {
                break Err(why);
            }
            self.jump(join, span);
            self.resume(other);
            match no {
                None => break Ok(()),
                Some(SyntaxStatement { kind: StatementKind::If(next, then, other), .. }) => {
                    self.scopes.enter();
                    scopes += 1;
                    (cond, yes, no) = (next, then, other.as_deref());
                }
                Some(other) => break self.substatement(other),
            }
        };
        for _ in 0..scopes {
            self.scopes.leave();
        }
        result?;
        self.jump(join, span);
        self.resume(join);
        Ok(())
    }

    fn loop_body(&mut self, body: &SyntaxStatement, end: cairn_ir::NodeId, next: cairn_ir::NodeId) -> Res<()> {
        self.fun.breaks.push(end);
        self.fun.continues.push(next);
        self.fun.break_marks.push(self.fun.open.len());
        self.fun.continue_marks.push(self.fun.open.len());
        let result = self.substatement(body);
        self.fun.break_marks.pop();
        self.fun.continue_marks.pop();
        self.fun.continues.pop();
        self.fun.breaks.pop();
        result
    }

    fn for_loop(
        &mut self,
        init: Option<&ForInit>,
        cond: Option<&SyntaxExpr>,
        step: Option<&SyntaxExpr>,
        body: &SyntaxStatement,
        span: Span,
    ) -> Res<()> {
        match init {
            Some(ForInit::Declaration(declaration)) => self.local_declaration(declaration)?,
            Some(ForInit::Expr(expr)) => self.discard(expr)?,
            None => {}
        }
        let (head, next, end) = (self.fixed_node(), self.fixed_node(), self.fixed_node());
        self.jump(head, span);
        self.resume(head);
        if let Some(cond) = cond {
            let inside = self.node();
            self.condition(cond, inside, end)?;
            self.resume(inside);
        }
        self.loop_body(body, end, next)?;
        self.jump(next, span);
        self.resume(next);
        if let Some(step) = step {
            self.discard(step)?;
        }
        self.jump(head, span);
        self.resume(end);
        Ok(())
    }

    fn return_statement(&mut self, value: Option<&SyntaxExpr>, span: Span) -> Res<()> {
        match (value, self.fun.result) {
            (Some(value), Some(result)) => {
                let to = self.var_lvalue(result);
                self.value_into(value, to, span)?;
            }
            (Some(value), None) => self.discard(value)?,
            (None, _) => {}
        }
        let open = self.fun.open.clone();
        self.run_cleanups(&open, span)?;
        let exit = self.fun.exit;
        self.jump(exit, span);
        Ok(())
    }

    pub fn block(&mut self, block: &CompoundStatement) -> Res<()> {
        let end = Span::new(block.span.end.saturating_sub(1), block.span.end);
        self.in_block(end, |this| this.items(&block.items))
    }

    fn items(&mut self, items: &[BlockItem]) -> Res<()> {
        let mut hidden = Vec::new();
        for item in items {
            self.item(item, &mut hidden)?;
        }
        self.end_local_labels(hidden)
    }

    fn item(
        &mut self,
        item: &BlockItem,
        hidden: &mut Vec<(crate::ast::Symbol, Option<super::function_state::Label>)>,
    ) -> Res<()> {
        match item {
            BlockItem::Declaration(declaration) => self.local_declaration(declaration),
            BlockItem::Function(function) => {
                if self.quiet > 0 {
                    return self.error("a function is defined where nothing is evaluated", function.span);
                }
                self.function_definition(function)
            }
            BlockItem::StaticAssert(assert) => self.static_assert(assert),
            BlockItem::Statement(statement) => self.statement(statement),
            BlockItem::LocalLabels(names) => {
                hidden.extend(self.local_labels(names));
                Ok(())
            }
        }
    }

    /// `({ … })`.
    pub fn statement_expression(&mut self, block: &CompoundStatement, wanted: bool) -> Res<Operand> {
        if self.is_start() && self.quiet == 0 {
            return self.error("a statement expression outside of a function", block.span);
        }
        self.in_block(block.span, |this| this.statement_expression_items(block, wanted))
    }

    fn statement_expression_items(&mut self, block: &CompoundStatement, wanted: bool) -> Res<Operand> {
        let mut hidden = Vec::new();
        let mut value = Operand::Void;
        // gcc looks past empty statements at the end: `({ x;; })` has the value of x.
        let is_empty = |item: &BlockItem| matches!(item, BlockItem::Statement(statement) if matches!(statement.kind, StatementKind::Empty));
        let last = block.items.iter().rposition(|item| !is_empty(item));
        for (position, item) in block.items.iter().enumerate() {
            match item {
                BlockItem::Statement(statement) if Some(position) == last && wanted => {
                    let mut last = statement;
                    while let StatementKind::Label(name, inner) = &last.kind {
                        self.define_label(*name, last.span)?;
                        last = inner;
                    }
                    match &last.kind {
                        StatementKind::Expr(expr) => {
                            let operand = self.operand(expr)?;
                            value = self.outlive(operand, expr.span)?;
                        }
                        _ => self.statement(last)?,
                    }
                }
                item => self.item(item, &mut hidden)?,
            }
        }
        self.end_local_labels(hidden)?;
        Ok(value)
    }

    /// A value that does not depend on the block that it comes from.
    fn outlive(&mut self, operand: Operand, span: Span) -> Res<Operand> {
        if self.quiet > 0 {
            return Ok(self.decayed(operand));
        }
        match operand {
            Operand::Place(lvalue) if lvalue.ty.ty == self.basic.void => Ok(Operand::Void),
            Operand::Void | Operand::Function(_) => Ok(operand),
            Operand::Place(lvalue) if self.is_temp(lvalue.place) => Ok(operand),
            other => {
                let value = self.value(other, span)?;
                let saved = match self.program.exprs[value].kind {
                    ExprKind::Load(place) if self.is_temp(place) => value,
                    _ => self.save_promoted(value, span),
                };
                Ok(self.as_operand(saved))
            }
        }
    }

    fn is_temp(&self, place: cairn_ir::PlaceId) -> bool {
        matches!(self.program.exprs[place].kind, PlaceKind::Var(var) if self.program.vars[var].kind == VarKind::Temp)
    }
}
