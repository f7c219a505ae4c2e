//! Conditions, `&&`, `||`, `?:` by control flow: each way through them is a path, as the papers' automata have it.
//!
//! Where nothing is evaluated (constants, `sizeof`) they are expressions.

use super::assign::Want;
use super::operand::Operand;
use super::{Lower, Res};
use crate::ast::{BinaryOperator, PrefixOperator, SyntaxExpr, SyntaxExprKind, strip};
use cairn_base::Span;
use cairn_base::deep;
use cairn_ir::types::{IntKind, Qualified, Type};
use cairn_ir::{ExprId, ExprKind as IrKind, NodeId, Op, TypeId};

impl Lower<'_> {
    /// Goes on at a node that jumps were made to.
    pub fn resume(&mut self, node: NodeId) {
        if self.quiet == 0 {
            self.fun.cur = node;
        }
    }

    pub fn condition(&mut self, expr: &SyntaxExpr, yes: NodeId, no: NodeId) -> Res<()> {
        deep(|| self.condition_in(expr, yes, no))
    }

    fn condition_in(&mut self, expr: &SyntaxExpr, yes: NodeId, no: NodeId) -> Res<()> {
        let inner = strip(expr);
        match &inner.kind {
            SyntaxExprKind::Unary(PrefixOperator::LogicalNot, of) => self.condition(of, no, yes),
            SyntaxExprKind::Binary(BinaryOperator::LogicalAnd, a, b) => {
                let second = self.node();
                self.condition(a, second, no)?;
                self.resume(second);
                self.condition(b, yes, no)
            }
            SyntaxExprKind::Binary(BinaryOperator::LogicalOr, a, b) => {
                let second = self.node();
                self.condition(a, yes, second)?;
                self.resume(second);
                self.condition(b, yes, no)
            }
            SyntaxExprKind::Binary(BinaryOperator::Comma, a, b) => {
                self.discard(a)?;
                self.condition(b, yes, no)
            }
            SyntaxExprKind::Conditional(c, Some(a), b) => {
                let (first, second) = (self.node(), self.node());
                self.condition(c, first, second)?;
                self.resume(first);
                self.condition(a, yes, no)?;
                self.resume(second);
                self.condition(b, yes, no)
            }
            SyntaxExprKind::Call(callee, args) if self.is_expect(callee) && self.is_mere_hint(args)? => {
                self.condition(&args[0], yes, no)
            }
            _ => {
                let value = self.scalar_value(inner)?;
                let value = self.plain_condition(value);
                // `!x` as a value: branch on x the other way round.
                if let IrKind::Unary(cairn_ir::UnaryOp::LogicalNot, x) = self.program.exprs[value].kind {
                    self.branch(x, no, yes, expr.span);
                } else {
                    self.branch(value, yes, no, expr.span);
                }
                Ok(())
            }
        }
    }

    fn is_expect(&self, callee: &SyntaxExpr) -> bool {
        match &strip(callee).kind {
            SyntaxExprKind::Name(name) => {
                matches!(self.text(*name), "__builtin_expect" | "__builtin_expect_with_probability")
            }
            _ => false,
        }
    }

    /// True when `__builtin_expect` of these arguments is as true as the first: the others have no effect, and the
    /// conversion to `long` makes no zero of it.
    fn is_mere_hint(&mut self, args: &[SyntaxExpr]) -> Res<bool> {
        let Some((first, rest)) = args.split_first().filter(|(_, rest)| !rest.is_empty()) else { return Ok(false) };
        if !rest.iter().all(|arg| self.quick(arg)) {
            return Ok(false);
        }
        let is_truth = match &strip(first).kind {
            SyntaxExprKind::Unary(PrefixOperator::LogicalNot, _) => true,
            SyntaxExprKind::Binary(op, ..) => matches!(
                op,
                BinaryOperator::Eq
                    | BinaryOperator::Ne
                    | BinaryOperator::Lt
                    | BinaryOperator::Le
                    | BinaryOperator::Gt
                    | BinaryOperator::Ge
                    | BinaryOperator::LogicalAnd
                    | BinaryOperator::LogicalOr
            ),
            _ => false,
        };
        if is_truth {
            return Ok(true);
        }
        let value = self.unevaluated(|this| this.rvalue(first))?;
        let (kind, long) = (self.int_kind(self.type_of(value)), IntKind::Long.bits(self.model()));
        Ok(kind.is_some_and(|kind| kind.bits(self.model()) <= long))
    }

    /// Takes widening conversions off a truth value: `(long)(a == b)` branches on `a == b`.
    fn plain_condition(&self, mut value: ExprId) -> ExprId {
        while let IrKind::Cast(inner) = self.program.exprs[value].kind {
            let truth = match self.program.exprs[inner].kind {
                IrKind::Binary(op, ..) => op.is_comparison(),
                IrKind::Unary(cairn_ir::UnaryOp::LogicalNot, _) | IrKind::Cast(_) => {
                    self.program.exprs[inner].ty == self.basic.int || self.program.exprs[inner].ty == self.basic.bool_
                }
                _ => false,
            };
            let keeps = truth && self.keeps_truth(inner, value);
            if !keeps {
                break;
            }
            value = inner;
        }
        value
    }

    /// True when the conversion cannot make a nonzero value zero: to `_Bool`, or to an integer as wide or wider.
    fn keeps_truth(&self, from: ExprId, to: ExprId) -> bool {
        let (from, to) = (self.type_of(from), self.type_of(to));
        if to == self.basic.bool_ {
            return true;
        }
        match (self.int_kind(from), self.int_kind(to)) {
            (Some(from), Some(to)) => to.bits(self.model()) >= from.bits(self.model()),
            _ => false,
        }
    }

    /// `a && b`, `a || b` as a value.
    pub fn logical(&mut self, expr: &SyntaxExpr, want: Want) -> Res<Operand> {
        if !self.by_control_flow() {
            return self.logical_quietly(expr);
        }
        let (yes, no) = (self.node(), self.node());
        self.condition(expr, yes, no)?;
        self.truth_value(yes, no, want, expr.span)
    }

    /// False where nothing is evaluated or a constant is wanted.
    pub fn by_control_flow(&self) -> bool {
        self.quiet == 0 && self.constant == 0
    }

    /// `!(a && b)` as a value.
    pub fn logical_not(&mut self, of: &SyntaxExpr, span: Span) -> Res<Operand> {
        let (yes, no) = (self.node(), self.node());
        self.condition(of, no, yes)?;
        self.truth_value(yes, no, Want::Value, span)
    }

    fn truth_value(&mut self, yes: NodeId, no: NodeId, want: Want, span: Span) -> Res<Operand> {
        let to = match want {
            Want::Into(lvalue) => Some(lvalue),
            _ => None,
        };
        let ty = to.map_or(self.basic.int, |lvalue| lvalue.ty.ty);
        let int = self.basic.int;
        let (one, zero) = (self.int_constant(1, int), self.int_constant(0, int));
        let (one, zero) = (self.cast(one, ty), self.cast(zero, ty));
        self.resume(yes);
        let yes_dead = self.dead();
        self.resume(no);
        let no_dead = self.dead();
        if yes_dead || no_dead {
            let value = if no_dead { one } else { zero };
            self.resume(if no_dead { yes } else { no });
            if let Some(lvalue) = to {
                self.store(lvalue.place, value, span);
            }
            return Ok(Operand::Value(value));
        }
        let place = match to {
            Some(lvalue) => lvalue.place,
            None => {
                let temp = self.temp(int, span);
                self.var_place(temp)
            }
        };
        let join = self.node();
        for (node, value) in [(yes, one), (no, zero)] {
            self.resume(node);
            self.store(place, value, span);
            self.jump(join, span);
        }
        self.resume(join);
        Ok(Operand::Value(self.load(place)))
    }

    fn logical_quietly(&mut self, expr: &SyntaxExpr) -> Res<Operand> {
        let SyntaxExprKind::Binary(op, a, b) = &expr.kind else { return self.error("no logical operator", expr.span) };
        let int = self.basic.int;
        let a = self.scalar_value(a)?;
        let is_and = *op == BinaryOperator::LogicalAnd;
        // The second operand is checked in any case.
        let b = self.scalar_value(b)?;
        let b = self.nonzero(b);
        let short = self.int_constant(i128::from(!is_and), int);
        Ok(Operand::Value(match self.truth(a) {
            Some(truth) if truth == is_and => b,
            Some(_) => short,
            None if is_and => self.program.exprs.expr(IrKind::Conditional(a, b, short), int),
            None => self.program.exprs.expr(IrKind::Conditional(a, short, b), int),
        }))
    }

    /// `c ? a : b`, `c ?: b`.
    pub fn conditional(
        &mut self,
        c: &SyntaxExpr,
        a: Option<&SyntaxExpr>,
        b: &SyntaxExpr,
        want: Want,
        span: Span,
    ) -> Res<Operand> {
        if !self.by_control_flow() {
            return self.conditional_quietly(c, a, b, span);
        }
        let (yes, no, join) = (self.node(), self.node(), self.node());
        let first = match a {
            Some(a) => {
                self.condition(c, yes, no)?;
                self.resume(yes);
                self.operand(a)?
            }
            None => {
                let value = self.scalar_value(c)?;
                let value = self.save(value, c.span);
                self.branch(value, yes, no, c.span);
                self.resume(yes);
                Operand::Value(value)
            }
        };
        let first = self.arm(first, span)?;
        let end_of_first = self.fun.cur;
        let first_dead = self.dead();
        self.resume(no);
        let second = self.operand(b)?;
        let second = self.arm(second, span)?;
        let second_dead = self.dead();
        let end_of_second = self.fun.cur;
        let Some(ty) = self.conditional_type(first, second, span)? else {
            self.resume(end_of_first);
            self.jump(join, span);
            self.resume(end_of_second);
            self.jump(join, span);
            self.resume(join);
            return Ok(Operand::Void);
        };
        let (Some(first), Some(second)) = (first, second) else { return Ok(Operand::Void) };
        let (first, second, ty, wide) = self.wide_arms(first, second, ty);
        let to = match want {
            Want::Into(lvalue) => Some(lvalue),
            _ => None,
        };
        // A condition that is known leaves one arm.
        if first_dead != second_dead {
            let (end, value) = if first_dead { (end_of_second, second) } else { (end_of_first, first) };
            self.resume(end);
            let value = self.convert(value, ty, span)?;
            let value = self.in_declared_type(value);
            if let Some(to) = to {
                let value = self.convert(value, to.ty.ty, span)?;
                self.store(to.place, value, span);
            }
            let value = self.wide_result(value, wide);
            return Ok(self.as_operand(value));
        }
        let to = match to {
            Some(lvalue) => lvalue,
            None => {
                let temp = self.temp(ty, span);
                self.var_lvalue(temp)
            }
        };
        for (end, value) in [(end_of_first, first), (end_of_second, second)] {
            self.resume(end);
            let value = self.convert(value, ty, span)?;
            let value = self.convert(value, to.ty.ty, span)?;
            self.store(to.place, value, span);
            self.jump(join, span);
        }
        self.resume(join);
        if self.is_record(ty) {
            return Ok(Operand::Place(to));
        }
        let value = self.load(to.place);
        Ok(Operand::Value(self.wide_result(value, wide)))
    }

    /// The value of an arm; nothing for `void`.
    fn arm(&mut self, operand: Operand, span: Span) -> Res<Option<ExprId>> {
        match operand {
            Operand::Void => Ok(None),
            Operand::Place(lvalue) if lvalue.ty.ty == self.basic.void => Ok(None),
            other => self.value(other, span).map(Some),
        }
    }

    /// A record's value is a place.
    pub fn as_operand(&mut self, value: ExprId) -> Operand {
        let e = &self.program.exprs[value];
        match e.kind {
            IrKind::Load(place) if self.is_record(e.ty) => {
                Operand::Place(super::operand::LValue { place, ty: e.ty.into() })
            }
            _ => Operand::Value(value),
        }
    }

    fn conditional_quietly(
        &mut self,
        c: &SyntaxExpr,
        a: Option<&SyntaxExpr>,
        b: &SyntaxExpr,
        span: Span,
    ) -> Res<Operand> {
        let cond = self.scalar_value(c)?;
        let first = match a {
            Some(a) => self.operand(a)?,
            None => Operand::Value(cond),
        };
        let first = self.arm(first, span)?;
        let second = self.operand(b)?;
        let second = self.arm(second, span)?;
        let Some(ty) = self.conditional_type(first, second, span)? else { return Ok(Operand::Void) };
        let (Some(first), Some(second)) = (first, second) else { return Ok(Operand::Void) };
        let (first, second, ty, wide) = self.wide_arms(first, second, ty);
        let first = self.convert(first, ty, span)?;
        let second = self.convert(second, ty, span)?;
        let (first, second) = (self.in_declared_type(first), self.in_declared_type(second));
        let value = match self.truth(cond) {
            Some(true) => first,
            Some(false) => second,
            None if self.is_scalar(ty) => self.program.exprs.expr(IrKind::Conditional(cond, first, second), ty),
            None => first,
        };
        let value = self.wide_result(value, wide);
        Ok(self.as_operand(value))
    }

    /// The type of `c ? a : b` (C11 6.5.15); nothing for `void`.
    fn conditional_type(&mut self, a: Option<ExprId>, b: Option<ExprId>, span: Span) -> Res<Option<TypeId>> {
        let (Some(a), Some(b)) = (a, b) else { return Ok(None) };
        let (x, y) = (self.type_of(a), self.type_of(b));
        if self.arithmetic(x).is_some() && self.arithmetic(y).is_some() {
            let (x, y) = (self.promoted_value_type(a), self.promoted_value_type(b));
            return Ok(self.common(x, y));
        }
        if x == y {
            return Ok(Some(x));
        }
        match (self.program.types.get(x).clone(), self.program.types.get(y).clone()) {
            (Type::Pointer(to), Type::Pointer(other)) => {
                let mut is_const = to.is_const || other.is_const;
                let mut is_volatile = to.is_volatile || other.is_volatile;
                let target = if self.is_null(a) {
                    other.ty
                } else if self.is_null(b) {
                    to.ty
                } else if to.ty == self.basic.void || other.ty == self.basic.void {
                    self.basic.void
                } else if !self.compatible(to.ty, other.ty) {
                    // gcc warns, and goes on with `void *`.
                    (is_const, is_volatile) = (false, false);
                    self.basic.void
                } else if let Type::Array(_, None) = self.program.types.get(to.ty) {
                    other.ty
                } else {
                    to.ty
                };
                Ok(Some(self.program.types.pointer(Qualified { ty: target, is_const, is_volatile })))
            }
            (Type::Pointer(_), _) if self.is_integer(y) => Ok(Some(x)),
            (_, Type::Pointer(_)) if self.is_integer(x) => Ok(Some(y)),
            _ if self.compatible(x, y) => Ok(Some(x)),
            _ => {
                let (x, y) = (self.type_name(x), self.type_name(y));
                self.error(format!("'?:' has operands of types '{x}' and '{y}'"), span)
            }
        }
    }

    /// `__VERIFIER_assume(expr)`: goes on only when it holds.
    pub fn assume(&mut self, expr: &SyntaxExpr) -> Res<()> {
        deep(|| self.assume_in(expr))
    }

    fn assume_in(&mut self, expr: &SyntaxExpr) -> Res<()> {
        let inner = strip(expr);
        match &inner.kind {
            SyntaxExprKind::Binary(BinaryOperator::LogicalAnd, a, b) => {
                self.assume(a)?;
                self.assume(b)
            }
            SyntaxExprKind::Binary(BinaryOperator::LogicalOr, a, b) => {
                let (yes, second) = (self.node(), self.node());
                self.condition(a, yes, second)?;
                self.resume(second);
                self.assume(b)?;
                self.jump(yes, expr.span);
                self.resume(yes);
                Ok(())
            }
            _ => {
                let value = self.scalar_value(inner)?;
                let value = self.plain_condition(value);
                let (cond, truth) = match self.program.exprs[value].kind {
                    IrKind::Unary(cairn_ir::UnaryOp::LogicalNot, x) => (x, false),
                    _ => (value, true),
                };
                match self.truth(cond) {
                    Some(known) if known == truth => {}
                    Some(_) => {
                        let halt = Op::Halt;
                        self.stop(halt, expr.span);
                    }
                    None => self.emit(Op::Assume { cond, truth }, expr.span),
                }
                Ok(())
            }
        }
    }
}
