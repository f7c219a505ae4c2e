//! Assignment, compound assignment, `++` and `--`.
//!
//! As gcc orders them: in `a = b` the place first when `b` is a call by itself, the value first otherwise; in `a op= b` a
//! `b` with effects first, then the place, then what it holds.

use super::operand::{LValue, Operand};
use super::{Lower, Res};
use crate::ast::{self, SyntaxExpr, SyntaxExprKind, strip};
use cairn_base::Span;
use cairn_ir::types::Scalar;
use cairn_ir::{BinaryOp, ExprId, TypeId};

/// Use of an expression's value by its caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Want {
    Value,
    Nothing,
    Into(LValue),
}

impl Lower<'_> {
    pub fn assign(
        &mut self,
        op: Option<ast::BinaryOperator>,
        to: &SyntaxExpr,
        from: &SyntaxExpr,
        wanted: bool,
        span: Span,
    ) -> Res<Operand> {
        self.must_be_evaluated(span)?;
        match op {
            None => self.simple_assignment(to, from, wanted, span),
            Some(op) => self.compound_assignment(op, to, from, wanted, span),
        }
    }

    /// An effect where C wants a constant.
    pub fn must_be_evaluated(&self, span: Span) -> Res<()> {
        if self.is_start() && self.quiet == 0 && self.constant > 0 {
            return self.error("the initialiser of an object of static storage is not constant", span);
        }
        Ok(())
    }

    fn simple_assignment(&mut self, to: &SyntaxExpr, from: &SyntaxExpr, wanted: bool, span: Span) -> Res<Operand> {
        if self.value_goes_first(to, from) {
            let mut value = self.rvalue(from)?;
            if !self.quick(to) {
                value = self.save(value, from.span);
            }
            let lvalue = self.lvalue(to)?;
            self.check_assignable(lvalue, to.span)?;
            let value = self.convert(value, lvalue.ty.ty, span)?;
            if wanted && self.is_scalar(lvalue.ty.ty) {
                return self.store_value(lvalue, value, span);
            }
            self.write(lvalue, value, span);
            return Ok(if wanted { Operand::Place(lvalue) } else { Operand::Void });
        }
        let mut lvalue = self.lvalue(to)?;
        self.check_assignable(lvalue, to.span)?;
        let steady = self.is_steady(lvalue.place);
        if !steady && !self.quick(from) {
            lvalue = self.steady(lvalue, to.span);
        }
        if !wanted {
            self.value_into(from, lvalue, span)?;
            return Ok(Operand::Void);
        }
        let by_place = steady && !self.is_observed(lvalue) && !matches!(strip(from).kind, SyntaxExprKind::Int { .. });
        if self.is_record(lvalue.ty.ty) || by_place {
            self.value_into(from, lvalue, span)?;
            return Ok(Operand::Place(lvalue));
        }
        let value = self.rvalue(from)?;
        let value = self.convert(value, lvalue.ty.ty, span)?;
        self.store_value(lvalue, value, span)
    }

    /// Where the order shows, gcc evaluates the value of an assignment before its place, but for a call by itself, whose
    /// result goes straight to the place.
    fn value_goes_first(&self, to: &SyntaxExpr, from: &SyntaxExpr) -> bool {
        let plain = matches!(strip(to).kind, SyntaxExprKind::Name(_))
            || matches!(
                strip(from).kind,
                SyntaxExprKind::Call(..)
                    | SyntaxExprKind::Name(_)
                    | SyntaxExprKind::Int { .. }
                    | SyntaxExprKind::Float(..)
                    | SyntaxExprKind::Char(..)
                    | SyntaxExprKind::CompoundLiteral(..)
                    | SyntaxExprKind::Statement(_)
            );
        !(plain || self.quick(to) && self.quick(from))
    }

    fn check_assignable(&self, lvalue: LValue, span: Span) -> Res<()> {
        if self.is_array(lvalue.ty.ty) || self.is_function(lvalue.ty.ty) {
            return self.error("an array or function is assigned to", span);
        }
        if lvalue.ty.is_const && self.quiet == 0 {
            return self.error("a read-only object is assigned to", span);
        }
        Ok(())
    }

    /// Writes a value and returns it as an expression that later effects do not change.
    fn store_value(&mut self, lvalue: LValue, value: ExprId, span: Span) -> Res<Operand> {
        let width = self.bit_width(lvalue.place);
        // The value of an assignment to a volatile object is what was assigned: nothing is read again.
        if self.is_steady(lvalue.place) && !self.is_observed(lvalue) || self.quiet > 0 {
            self.store(lvalue.place, value, span);
            let plain_constant = self.constant_value(value).is_some() && width.is_none();
            return Ok(Operand::Value(if plain_constant { value } else { self.load(lvalue.place) }));
        }
        let saved = self.save(value, span);
        self.write(lvalue, saved, span);
        Ok(Operand::Value(match width {
            Some(width) => self.as_bit_field(saved, width),
            None => saved,
        }))
    }

    /// A value as a bit-field of its type would keep it.
    pub fn as_bit_field(&mut self, value: ExprId, width: u32) -> ExprId {
        let ty = self.type_of(value);
        let Scalar::Int { bits, signed } = self.scalar(ty) else { return value };
        if width >= bits {
            return value;
        }
        let kind = self.int_kind(ty).unwrap_or(cairn_ir::IntKind::Int);
        let unsigned = self.unsigned_of(kind);
        let shift = self.int_constant(i128::from(bits - width), self.basic.int);
        let wide = self.cast(value, unsigned);
        let up = self.binary(BinaryOp::Shl, wide, shift, unsigned);
        if signed {
            let up = self.cast(up, ty);
            self.binary(BinaryOp::Shr, up, shift, ty)
        } else {
            let down = self.binary(BinaryOp::Shr, up, shift, unsigned);
            self.cast(down, ty)
        }
    }

    pub fn unsigned_of(&mut self, kind: cairn_ir::IntKind) -> TypeId {
        use cairn_ir::IntKind as K;
        let kind = match kind {
            K::Bool | K::Char | K::SChar | K::UChar => K::UChar,
            K::Short | K::UShort => K::UShort,
            K::Int | K::UInt => K::UInt,
            K::Long | K::ULong => K::ULong,
            K::LongLong | K::ULongLong => K::ULongLong,
            K::Int128 | K::UInt128 => K::UInt128,
        };
        self.program.types.int(kind)
    }

    /// Evaluates an expression and writes its value, converted, to a place that its evaluation does not move.
    pub fn value_into(&mut self, from: &SyntaxExpr, to: LValue, span: Span) -> Res<()> {
        let inner = strip(from);
        match &inner.kind {
            _ if self.is_observed(to) => {
                let value = self.rvalue(from)?;
                let value = self.convert(value, to.ty.ty, from.span)?;
                self.write(to, value, span);
                Ok(())
            }
            SyntaxExprKind::Call(callee, args) => {
                self.call(callee, args, inner.span, Want::Into(to))?;
                Ok(())
            }
            SyntaxExprKind::Conditional(c, a, b) if self.by_control_flow() => {
                self.conditional(c, a.as_deref(), b, Want::Into(to), inner.span)?;
                Ok(())
            }
            SyntaxExprKind::Binary(ast::BinaryOperator::LogicalAnd | ast::BinaryOperator::LogicalOr, ..)
                if self.by_control_flow() && self.is_scalar(to.ty.ty) =>
            {
                self.logical(inner, Want::Into(to))?;
                Ok(())
            }
            _ => {
                let value = self.rvalue(from)?;
                let value = self.convert(value, to.ty.ty, from.span)?;
                self.store(to.place, value, span);
                Ok(())
            }
        }
    }

    fn compound_assignment(
        &mut self,
        op: ast::BinaryOperator,
        to: &SyntaxExpr,
        from: &SyntaxExpr,
        wanted: bool,
        span: Span,
    ) -> Res<Operand> {
        let (lvalue, y) = if self.quick(from) {
            let lvalue = self.lvalue(to)?;
            (lvalue, self.rvalue(from)?)
        } else {
            let mut y = self.rvalue(from)?;
            if !self.quick(to) {
                y = self.save_promoted(y, span);
            }
            (self.lvalue(to)?, y)
        };
        self.check_assignable(lvalue, to.span)?;
        if self.is_atomic_place(lvalue.place, span) {
            let y = self.before_step(y, span);
            self.begin_step(span);
            let x = self.read_place(lvalue, span);
            let value = self.arithmetic_operation(op, x, y, span)?;
            let value = self.convert(value, lvalue.ty.ty, span)?;
            let value = self.save(value, span);
            self.write(lvalue, value, span);
            self.end_step(span);
            return Ok(if wanted { Operand::Value(value) } else { Operand::Void });
        }
        let x = self.read_place(lvalue, span);
        let value = self.arithmetic_operation(op, x, y, span)?;
        let value = self.convert(value, lvalue.ty.ty, span)?;
        if wanted {
            self.store_value(lvalue, value, span)
        } else {
            self.write(lvalue, value, span);
            Ok(Operand::Void)
        }
    }

    /// `x++` and the like.
    pub fn increment(&mut self, of: &SyntaxExpr, up: bool, post: bool, wanted: bool, span: Span) -> Res<Operand> {
        self.must_be_evaluated(span)?;
        let lvalue = self.lvalue(of)?;
        self.check_assignable(lvalue, of.span)?;
        let ty = lvalue.ty.ty;
        if !self.is_scalar(ty) {
            let name = self.type_name(ty);
            return self.error(format!("a value of type '{name}' is incremented or decremented"), span);
        }
        let atomic = self.is_atomic_place(lvalue.place, span);
        if atomic {
            self.begin_step(span);
        }
        let mut old = self.read_place(lvalue, span);
        if post && wanted || atomic {
            // The value of a bit-field keeps the bit-field's type, which promotes by its width.
            let bit_field = self.bit_width(lvalue.place).is_some() && !self.is_wide_bit_field(old);
            let value = if bit_field { self.promote(old) } else { old };
            old = if self.is_wide_bit_field(value) { self.save_wide(value, span) } else { self.save(value, span) };
        }
        let new = if self.is_pointer(ty) {
            let step = self.int_constant(if up { 1 } else { -1 }, self.basic.ptrdiff);
            self.pointer_add(old, step, span)?
        } else {
            let promoted = self.promote(old);
            let wide = self.type_of(promoted);
            let one = self.int_constant(1, self.basic.int);
            let one = self.cast(one, wide);
            let sum = self.binary(if up { BinaryOp::Add } else { BinaryOp::Sub }, promoted, one, wide);
            self.cast(sum, ty)
        };
        if atomic {
            let new = self.save(new, span);
            self.write(lvalue, new, span);
            self.end_step(span);
            return Ok(if wanted { Operand::Value(if post { old } else { new }) } else { Operand::Void });
        }
        if !wanted || post {
            self.write(lvalue, new, span);
            return Ok(if wanted { Operand::Value(old) } else { Operand::Void });
        }
        self.store_value(lvalue, new, span)
    }
}
