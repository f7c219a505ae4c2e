//! Arithmetic on bit-fields that are wider than an int and narrower than their type.
//!
//! gcc gives such a bit-field a type of its own with as many bits as it has, which integer promotion keeps: with an
//! unsigned `f` of 40 bits, `f - 1` wraps at 2^40 and `f == -1` compares with 2^40 - 1. Nothing else in C has such a type,
//! so it is not in the type table: a value of it is an expression of the declared type, its bits above the width made
//! those that the width implies, and the lowering remembers the width. To tell such a value from the same expression
//! written out in C, it is wrapped in a conversion to its own type.

use super::Lower;
use crate::ast;
use cairn_base::Span;
use cairn_ir::types::IntKind;
use cairn_ir::{BinaryOp, ExprId, ExprKind, TypeId, UnaryOp};

/// The type of a value that has a width of its own.
#[derive(Clone, Copy)]
pub struct Wide {
    width: u32,
    ty: TypeId,
    kind: IntKind,
}

impl Lower<'_> {
    fn wide(&self, value: ExprId) -> Option<Wide> {
        let ty = self.type_of(value);
        let kind = self.int_kind(ty)?;
        let width = match self.program.exprs[value].kind {
            ExprKind::Load(place) => self.bit_width(place)?,
            ExprKind::Cast(_) => *self.wide_values.get(&value)?,
            _ => return None,
        };
        (width > 32 && width < kind.bits(self.model())).then_some(Wide { width, ty, kind })
    }

    /// True for the value of a bit-field wider than an int and narrower than its type, and for what is computed of it.
    pub fn is_wide_bit_field(&self, value: ExprId) -> bool {
        self.wide(value).is_some()
    }

    /// The value in its declared type, for a cast to it.
    pub fn without_width(&self, value: ExprId) -> ExprId {
        match self.program.exprs[value].kind {
            ExprKind::Cast(inner) if self.wide_values.contains_key(&value) => inner,
            _ => value,
        }
    }

    /// The value with its declared type where it was that of a bit-field, narrow or wide, which promotes by its width.
    pub fn in_declared_type(&mut self, value: ExprId) -> ExprId {
        match self.program.exprs[value].kind {
            ExprKind::Load(place) if self.bit_width(place).is_some() => {
                let ty = self.type_of(value);
                self.program.exprs.expr(ExprKind::Cast(value), ty)
            }
            _ => self.without_width(value),
        }
    }

    /// An operator on two values of which one is wide; nothing when the other's type is the wider one, and the usual
    /// conversions do.
    pub fn wide_operation(&mut self, op: ast::BinaryOperator, x: ExprId, y: ExprId) -> Option<ExprId> {
        use ast::BinaryOperator as B;
        if matches!(op, B::Shl | B::Shr) {
            let of = self.wide(x)?;
            let y = self.promote(y);
            let op = if op == B::Shl { BinaryOp::Shl } else { BinaryOp::Shr };
            let x = self.without_width(x);
            let value = self.binary(op, x, y, of.ty);
            return Some(self.of_width(value, of));
        }
        let common = self.wide_common(x, y)?;
        let (x, y) = (self.in_wide(x, common), self.in_wide(y, common));
        let (op, comparison) = match op {
            B::Lt => (BinaryOp::Lt, true),
            B::Gt => (BinaryOp::Gt, true),
            B::Le => (BinaryOp::Le, true),
            B::Ge => (BinaryOp::Ge, true),
            B::Eq => (BinaryOp::Eq, true),
            B::Ne => (BinaryOp::Ne, true),
            B::Add => (BinaryOp::Add, false),
            B::Sub => (BinaryOp::Sub, false),
            B::Mul => (BinaryOp::Mul, false),
            B::Div => (BinaryOp::Div, false),
            B::Rem => (BinaryOp::Rem, false),
            B::BitAnd => (BinaryOp::And, false),
            B::BitOr => (BinaryOp::Or, false),
            B::BitXor => (BinaryOp::Xor, false),
            B::Shl | B::Shr | B::LogicalAnd | B::LogicalOr | B::Comma => return None,
        };
        if comparison {
            return Some(self.binary(op, x, y, self.basic.int));
        }
        let value = self.binary(op, x, y, common.ty);
        Some(self.of_width(value, common))
    }

    /// `+x`, `-x`, `~x` of a wide value.
    pub fn wide_unary(&mut self, op: ast::PrefixOperator, x: ExprId) -> Option<ExprId> {
        let of = self.wide(x)?;
        let op = match op {
            ast::PrefixOperator::Minus => UnaryOp::Neg,
            ast::PrefixOperator::BitNot => UnaryOp::BitNot,
            _ => return Some(x),
        };
        let x = self.without_width(x);
        let value = self.unary(op, x, of.ty);
        Some(self.of_width(value, of))
    }

    /// The common type of two operands, when it is a wide one.
    fn wide_common(&self, x: ExprId, y: ExprId) -> Option<Wide> {
        match (self.wide(x), self.wide(y)) {
            (Some(a), Some(b)) if a.width != b.width => Some(if a.width > b.width { a } else { b }),
            (Some(a), Some(b)) => Some(if a.kind.is_signed(self.model()) { b } else { a }),
            (Some(a), None) => self.wider_than(a, y),
            (None, Some(b)) => self.wider_than(b, x),
            (None, None) => None,
        }
    }

    /// The arms of `c ? x : y` in their common type, which is `ty` unless it is a wide one.
    pub fn wide_arms(&mut self, x: ExprId, y: ExprId, ty: TypeId) -> (ExprId, ExprId, TypeId, Option<Wide>) {
        let Some(common) = self.wide_common(x, y) else { return (x, y, ty, None) };
        (self.in_wide(x, common), self.in_wide(y, common), common.ty, Some(common))
    }

    /// Result of [`Lower::wide_arms`].
    pub fn wide_result(&mut self, value: ExprId, wide: Option<Wide>) -> ExprId {
        match wide {
            Some(of) => {
                let value = self.without_width(value);
                self.marked(value, of)
            }
            None => value,
        }
    }

    /// A value as that of a bit-field wider than an int.
    pub fn with_width_of(&mut self, value: ExprId, field: ExprId) -> ExprId {
        match self.wide(field) {
            Some(of) => self.of_width(value, of),
            None => value,
        }
    }

    /// An operand converted to the wide type, not marked.
    fn in_wide(&mut self, value: ExprId, common: Wide) -> ExprId {
        let value = self.without_width(value);
        let value = self.cast(value, common.ty);
        if common.kind.is_signed(self.model()) { value } else { self.low_bits(value, common) }
    }

    /// Saves a wide value with its width.
    pub fn save_wide(&mut self, value: ExprId, span: Span) -> ExprId {
        let Some(of) = self.wide(value) else { return self.save(value, span) };
        let value = self.without_width(value);
        let saved = self.save(value, span);
        self.marked(saved, of)
    }

    /// The wide type, unless the other operand's has more bits or is no integer type.
    fn wider_than(&self, wide: Wide, other: ExprId) -> Option<Wide> {
        let bits = self.int_kind(self.type_of(other))?.bits(self.model());
        (bits < wide.width).then_some(wide)
    }

    /// A result cut to the width and marked with it.
    fn of_width(&mut self, value: ExprId, of: Wide) -> ExprId {
        let value = self.low_bits(value, of);
        self.marked(value, of)
    }

    fn marked(&mut self, value: ExprId, of: Wide) -> ExprId {
        // A bit-field itself needs no mark, and the wrapper around one is what a cast to its declared type leaves.
        if let ExprKind::Load(place) = self.program.exprs[value].kind
            && self.bit_width(place).is_some()
        {
            return value;
        }
        let marked = self.program.exprs.expr(ExprKind::Cast(value), of.ty);
        self.wide_values.insert(marked, of.width);
        marked
    }

    /// The bits below the width, extended as the type's sign says.
    fn low_bits(&mut self, value: ExprId, of: Wide) -> ExprId {
        if !of.kind.is_signed(self.model()) {
            let mask = self.constant_bits((1 << of.width) - 1, of.ty);
            return self.binary(BinaryOp::And, value, mask, of.ty);
        }
        let unsigned = match of.kind {
            IntKind::Long => IntKind::ULong,
            IntKind::Int128 => IntKind::UInt128,
            _ => IntKind::ULongLong,
        };
        let unsigned = self.program.types.int(unsigned);
        let by = self.int_constant(i128::from(of.kind.bits(self.model()) - of.width), self.basic.int);
        let bits = self.cast(value, unsigned);
        let high = self.binary(BinaryOp::Shl, bits, by, unsigned);
        let high = self.cast(high, of.ty);
        self.binary(BinaryOp::Shr, high, by, of.ty)
    }
}
