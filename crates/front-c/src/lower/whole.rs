//! Arithmetic of whole numbers: the operators in clauses of ACSL.
//!
//! Of each operand it is known by its type, and by the operations that made it, between which numbers it is. The operation is done in a type that has both operands
//! and every result (`int`, `long long` or `__int128`), so it is exact: nothing wraps or overflows. Comparisons are made in a type that has both sides. Where
//! no type has them, the clause is refused. Pointers, and floating numbers where nothing is computed of them, are treated as in C.

use super::operand::Operand;
use super::{Lower, Res};
use crate::ast::{BinaryOperator as B, PrefixOperator, SyntaxExpr, SyntaxExprKind};
use cairn_base::Span;
use cairn_ir::types::{IntKind, Scalar};
use cairn_ir::{BinaryOp, ExprId, ExprKind, TypeId};

/// The least and the greatest number.
type Range = (i128, i128);

impl Lower<'_> {
    pub(super) fn whole(&mut self, of: &SyntaxExpr) -> Res<Operand> {
        let span = of.span;
        match &of.kind {
            SyntaxExprKind::Binary(op, a, b) => {
                let x = self.rvalue(a)?;
                let x = if self.quick(b) { x } else { self.save_promoted(x, span) };
                let y = self.rvalue(b)?;
                Ok(Operand::Value(self.whole_operation(*op, x, y, span)?))
            }
            SyntaxExprKind::Unary(op, a) => {
                let x = self.unevaluated(|this| this.rvalue(a))?;
                if !self.is_integer(self.type_of(x)) {
                    return self.operand(of);
                }
                let x = self.rvalue(a)?;
                // `~x` is `-x - 1` of numbers with as many digits as there are.
                let from = if *op == PrefixOperator::BitNot { -1 } else { 0 };
                let from = self.int_constant(from, self.basic.int);
                Ok(Operand::Value(self.whole_operation(B::Sub, from, x, span)?))
            }
            SyntaxExprKind::Conditional(c, Some(a), b) => self.whole_choice((c, a, b), of),
            SyntaxExprKind::Conditional(..) => self.error("'?:' without a middle in a clause of ACSL", span),
            _ => self.operand(of),
        }
    }

    /// `c ? a : b` of whole numbers: in a type that has both.
    fn whole_choice(&mut self, (c, a, b): (&SyntaxExpr, &SyntaxExpr, &SyntaxExpr), of: &SyntaxExpr) -> Res<Operand> {
        let mut range = None;
        for arm in [a, b] {
            // Records and void have no value to ask for.
            let value = self.unevaluated(|this| match this.operand(arm)? {
                Operand::Void => Ok(None),
                operand => this.value(operand, arm.span).map(Some),
            })?;
            let Some(value) = value.filter(|value| self.is_integer(self.type_of(*value))) else {
                return self.operand(of);
            };
            let (low, high) = self.known_range(value, arm.span)?;
            range = Some(range.map_or((low, high), |(least, most): Range| (least.min(low), most.max(high))));
        }
        let Some(range) = range else { return self.operand(of) };
        let (kind, _) = self.whole_type(range, of.span)?;
        let in_type = |arm: &SyntaxExpr| crate::contracts::whole_cast(kind, arm.clone());
        self.conditional(c, Some(&in_type(a)), &in_type(b), super::assign::Want::Value, of.span)
    }

    fn whole_operation(&mut self, op: B, x: ExprId, y: ExprId, span: Span) -> Res<ExprId> {
        let (tx, ty) = (self.type_of(x), self.type_of(y));
        if !self.is_integer(tx) || !self.is_integer(ty) {
            let is_float = |this: &Self, of| this.arithmetic(of).is_some() && !this.is_integer(of);
            let of_floats = is_float(self, tx) || is_float(self, ty);
            if of_floats && matches!(op, B::Add | B::Sub | B::Mul | B::Div) {
                return self.error("arithmetic of floating numbers in a clause of ACSL, which is that of reals", span);
            }
            if of_floats && (self.is_integer(tx) || self.is_integer(ty)) {
                return self.error("a clause of ACSL compares an integer with a floating number", span);
            }
            return self.arithmetic_operation(op, x, y, span);
        }
        let (rx, ry) = (self.known_range(x, span)?, self.known_range(y, span)?);
        let of = |op: BinaryOp, this: &mut Self, result: Option<Range>| {
            let Some((low, high)) = result else { return this.too_wide(span) };
            let both = (rx.0.min(ry.0).min(low), rx.1.max(ry.1).max(high));
            let (_, ty) = this.whole_type(both, span)?;
            let (x, y) = (this.cast(x, ty), this.cast(y, ty));
            Ok(this.binary(op, x, y, ty))
        };
        match op {
            B::Add => of(BinaryOp::Add, self, sum(rx, ry)),
            B::Sub => of(BinaryOp::Sub, self, negated(ry).and_then(|ry| sum(rx, ry))),
            B::Mul => of(BinaryOp::Mul, self, product(rx, ry)),
            // What is left has the sign of the dividend, and neither is farther from zero.
            B::Div => of(BinaryOp::Div, self, negated(rx).map(|of| (of.0.min(rx.0), of.1.max(rx.1)))),
            B::Rem => of(BinaryOp::Rem, self, negated(rx).map(|of| (of.0.min(rx.0), of.1.max(rx.1)))),
            B::Lt | B::Gt | B::Le | B::Ge | B::Eq | B::Ne | B::BitAnd | B::BitXor | B::BitOr => {
                // The type that C takes is right where it has both.
                let (_, _, common) = self.usual(x, y);
                let has = |(low, high): Range, of: Range| low <= of.0 && of.1 <= high;
                if self.type_range(common).is_some_and(|all| has(all, rx) && has(all, ry)) {
                    return self.arithmetic_operation(op, x, y, span);
                }
                let (_, ty) = self.whole_type((rx.0.min(ry.0), rx.1.max(ry.1)), span)?;
                let (x, y) = (self.cast(x, ty), self.cast(y, ty));
                self.arithmetic_operation(op, x, y, span)
            }
            B::Shl | B::Shr => {
                let Some(by) = self.constant_integer(y).filter(|by| (0..126).contains(by)) else {
                    return self.error("a shift by what is no small constant, in a clause of ACSL", span);
                };
                let power = 1_i128 << by;
                if op == B::Shl {
                    let (_, ty) = self.whole_type((power, power), span)?;
                    let power = self.int_constant(power, ty);
                    return self.whole_operation(B::Mul, x, power, span);
                }
                let (_, ty) = self.whole_type((rx.0.min(-power), rx.1.max(power)), span)?;
                let (x, y) = (self.cast(x, ty), self.int_constant(by, self.basic.int));
                self.arithmetic_operation(op, x, y, span)
            }
            B::LogicalAnd | B::LogicalOr | B::Comma => self.error("an operator of control flow among values", span),
        }
    }

    fn too_wide<T>(&self, span: Span) -> Res<T> {
        self.error("a clause of ACSL has numbers that do not fit in 128 bits", span)
    }

    /// The least of the types that computing is done in that has all numbers of a range.
    fn whole_type(&mut self, of: Range, span: Span) -> Res<(IntKind, TypeId)> {
        for kind in [IntKind::Int, IntKind::LongLong, IntKind::Int128] {
            let ty = self.program.types.int(kind);
            if self.type_range(ty).is_some_and(|(low, high)| low <= of.0 && of.1 <= high) {
                return Ok((kind, ty));
            }
        }
        self.too_wide(span)
    }

    /// All numbers of an integer type; `None` where there are some that no signed number of 128 bits is.
    fn type_range(&self, ty: TypeId) -> Option<Range> {
        match self.program.types.scalar(ty)? {
            Scalar::Bool => Some((0, 1)),
            Scalar::Int { bits: 128, signed } => signed.then_some((i128::MIN, i128::MAX)),
            Scalar::Int { bits, signed: true } => Some((-(1_i128 << (bits - 1)), (1_i128 << (bits - 1)) - 1)),
            Scalar::Int { bits, signed: false } => Some((0, (1_i128 << bits) - 1)),
            _ => None,
        }
    }

    fn known_range(&self, value: ExprId, span: Span) -> Res<Range> {
        match cairn_base::deep(|| self.range(value)) {
            Some(range) => Ok(range),
            None => self.too_wide(span),
        }
    }

    /// Numbers among which the value of an integer is. An operation that leaves its type has any value of it.
    fn range(&self, value: ExprId) -> Option<Range> {
        let all = self.type_range(self.type_of(value))?;
        if let Some(number) = self.constant_integer(value) {
            return Some((number, number));
        }
        let narrow = match self.program.exprs[value].kind {
            ExprKind::Cast(of) if self.is_integer(self.type_of(of)) => self.range(of),
            ExprKind::Binary(op, x, y) if self.is_integer(self.type_of(x)) && self.is_integer(self.type_of(y)) => {
                let ranges = self.range(x).zip(self.range(y));
                match op {
                    BinaryOp::Add => ranges.and_then(|(x, y)| sum(x, y)),
                    BinaryOp::Sub => ranges.and_then(|(x, y)| sum(x, negated(y)?)),
                    BinaryOp::Mul => ranges.and_then(|(x, y)| product(x, y)),
                    BinaryOp::Div => ranges.and_then(|(x, _)| negated(x).map(|of| (of.0.min(x.0), of.1.max(x.1)))),
                    op if op.is_comparison() => Some((0, 1)),
                    _ => None,
                }
            }
            _ => None,
        };
        Some(narrow.filter(|(low, high)| all.0 <= *low && *high <= all.1).unwrap_or(all))
    }
}

fn sum(x: Range, y: Range) -> Option<Range> {
    Some((x.0.checked_add(y.0)?, x.1.checked_add(y.1)?))
}

fn negated(x: Range) -> Option<Range> {
    Some((x.1.checked_neg()?, x.0.checked_neg()?))
}

fn product(x: Range, y: Range) -> Option<Range> {
    let all = [x.0.checked_mul(y.0)?, x.0.checked_mul(y.1)?, x.1.checked_mul(y.0)?, x.1.checked_mul(y.1)?];
    let bounds = all.iter().fold((i128::MAX, i128::MIN), |(low, high), one| (low.min(*one), high.max(*one)));
    Some(bounds)
}
