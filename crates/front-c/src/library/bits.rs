//! Bit counting, and arithmetic that reports overflow.

use super::Action;
use crate::lower::operand::Operand;
use crate::lower::{Lower, Res};
use cairn_base::Span;
use cairn_ir::types::FunctionType;
use cairn_ir::{BinaryOp, ExprId, IntKind, UnaryOp};

impl Lower<'_> {
    pub(super) fn bit_function(&mut self, action: Action, x: ExprId) -> ExprId {
        let int = self.basic.int;
        let ty = self.type_of(x);
        match action {
            Action::ByteSwap => self.unary(UnaryOp::ByteSwap, x, ty),
            Action::CountLeading => self.unary(UnaryOp::CountLeadingZeros, x, int),
            Action::CountTrailing => self.unary(UnaryOp::CountTrailingZeros, x, int),
            Action::PopCount => self.unary(UnaryOp::PopCount, x, int),
            Action::Parity => {
                let count = self.unary(UnaryOp::PopCount, x, int);
                let one = self.int_constant(1, int);
                self.binary(BinaryOp::And, count, one, int)
            }
            // ffs: the lowest set bit, counted from 1.
            _ => {
                let kind = self.int_kind(ty).unwrap_or(IntKind::Int);
                let unsigned = self.unsigned_of(kind);
                let bits = self.cast(x, unsigned);
                if self.constant_value(bits).is_some_and(|v| v.is_zero()) {
                    return self.int_constant(0, int);
                }
                let zeros = self.unary(UnaryOp::CountTrailingZeros, bits, int);
                let one = self.int_constant(1, int);
                let position = self.binary(BinaryOp::Add, zeros, one, int);
                let zero = self.zero(ty);
                let nothing = self.binary(BinaryOp::Eq, x, zero, int);
                let none = self.int_constant(0, int);
                self.choose(nothing, none, position)
            }
        }
    }

    /// `__builtin_add_overflow(a, b, &result)`: computes in a type wide enough, and compares.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn checked_arithmetic(
        &mut self,
        op: BinaryOp,
        predicate: bool,
        ty: &FunctionType,
        a: ExprId,
        b: ExprId,
        to: ExprId,
        span: Span,
    ) -> Res<Operand> {
        let (bool_, int) = (self.basic.bool_, self.basic.int);
        let target = if predicate {
            self.type_of(to)
        } else if ty.prototype {
            // `__builtin_sadd_overflow` and the like: the result has the operands' type.
            self.type_of(a)
        } else {
            self.program.types.pointee(self.type_of(to)).unwrap_or(int)
        };
        let kinds = [self.int_kind(self.type_of(a)), self.int_kind(self.type_of(b)), self.int_kind(target)];
        let [Some(ka), Some(kb), Some(kt)] = kinds else {
            return self.error("checked arithmetic on what is no integer", span);
        };
        let model = self.model();
        let most = [ka, kb, kt].iter().map(|k| k.bits(model)).max().unwrap_or(128);
        let both_unsigned = !ka.is_signed() && !kb.is_signed();
        let wide = match most {
            0..=16 => IntKind::Int,
            17..=32 if op == BinaryOp::Mul && both_unsigned => IntKind::ULongLong,
            17..=32 => IntKind::LongLong,
            33..=64 if op == BinaryOp::Mul && both_unsigned => IntKind::UInt128,
            33..=64 => IntKind::Int128,
            _ => {
                self.unsupported("checked arithmetic on 128 bits", span);
                return Ok(self.phantom(bool_, span));
            }
        };
        let wide = self.program.types.int(wide);
        let (x, y) = (self.cast(a, wide), self.cast(b, wide));
        let exact = self.binary(op, x, y, wide);
        let narrow = self.cast(exact, target);
        let back = self.cast(narrow, wide);
        let differs = self.binary(BinaryOp::Ne, back, exact, int);
        let mut overflow = self.cast(differs, bool_);
        if !predicate {
            // The result may be written over an operand.
            overflow = self.save(overflow, span);
            let pointer = self.program.types.pointer(target);
            let to = self.cast(to, pointer);
            let place = self.deref(to, span)?.place;
            self.store(place, narrow, span);
        }
        Ok(Operand::Value(overflow))
    }
}
