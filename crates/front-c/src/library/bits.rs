//! Bit counting, and arithmetic that reports overflow.

use super::call::LibraryCall;
use crate::lower::operand::Operand;
use crate::lower::{Lower, Res};
use cairn_ir::{BinaryOp, ExprId, ExprKind, IntKind, PlaceKind, TypeId, UnaryOp};

impl Lower<'_> {
    /// A function of the bits of its argument.
    pub(super) fn bits(&mut self, call: &LibraryCall<'_>, of: fn(&mut Self, ExprId, TypeId) -> ExprId) -> Res<Operand> {
        let Some(x) = call.args.first().copied() else { return self.bad_arguments(call) };
        let value = of(self, x, self.type_of(x));
        self.result(value, call)
    }

    pub(super) fn byte_swap(&mut self, x: ExprId, ty: TypeId) -> ExprId {
        self.unary(UnaryOp::ByteSwap, x, ty)
    }

    /// `__builtin_bitreverse32`: neighbouring groups of bits change places, each time of twice the size.
    pub(super) fn bit_reverse(&mut self, x: ExprId, ty: TypeId) -> ExprId {
        let Some(bits) = self.int_kind(ty).map(|kind| kind.bits(self.model())) else { return x };
        let (mut value, mut size) = (x, 1);
        while size < bits {
            // The lower half of each pair of groups: `0x5555…`, `0x3333…`, `0x0f0f…`.
            let lower = (0..bits).filter(|bit| bit / size % 2 == 0).fold(0_i128, |mask, bit| mask | 1 << bit);
            let (mask, by) = (self.int_constant(lower, ty), self.int_constant(i128::from(size), self.basic.int));
            let low = self.binary(BinaryOp::And, value, mask, ty);
            let up = self.binary(BinaryOp::Shl, low, by, ty);
            let high = self.binary(BinaryOp::Shr, value, by, ty);
            let down = self.binary(BinaryOp::And, high, mask, ty);
            value = self.binary(BinaryOp::Or, up, down, ty);
            size *= 2;
        }
        value
    }

    pub(super) fn leading_zeros(&mut self, x: ExprId, _: TypeId) -> ExprId {
        self.unary(UnaryOp::CountLeadingZeros, x, self.basic.int)
    }

    pub(super) fn trailing_zeros(&mut self, x: ExprId, _: TypeId) -> ExprId {
        self.unary(UnaryOp::CountTrailingZeros, x, self.basic.int)
    }

    pub(super) fn pop_count(&mut self, x: ExprId, _: TypeId) -> ExprId {
        self.unary(UnaryOp::PopCount, x, self.basic.int)
    }

    pub(super) fn parity(&mut self, x: ExprId, _: TypeId) -> ExprId {
        let int = self.basic.int;
        let count = self.unary(UnaryOp::PopCount, x, int);
        let one = self.int_constant(1, int);
        self.binary(BinaryOp::And, count, one, int)
    }

    /// `ffs`: the lowest set bit, counted from 1.
    pub(super) fn find_first(&mut self, x: ExprId, ty: TypeId) -> ExprId {
        let int = self.basic.int;
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

    /// `__builtin_add_overflow(a, b, &result)`: computes in a type wide enough, and compares.
    pub(super) fn checked_arithmetic(&mut self, op: BinaryOp, predicate: bool, call: &LibraryCall<'_>) -> Res<Operand> {
        let LibraryCall { ty, span, want, .. } = *call;
        let [a, b, to] = call.args[..] else {
            self.unsupported(format!("a call of '{}' with other arguments than it has", call.name), span);
            return self.deliver_phantom(Operand::Void, self.basic.bool_, span, want);
        };
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
        let both_unsigned = !ka.is_signed(model) && !kb.is_signed(model);
        let wide = match most {
            0..=16 => IntKind::Int,
            17..=32 if op == BinaryOp::Mul && both_unsigned => IntKind::ULongLong,
            17..=32 => IntKind::LongLong,
            33..=64 if op == BinaryOp::Mul && both_unsigned => IntKind::UInt128,
            33..=64 => IntKind::Int128,
            _ => {
                self.unsupported("checked arithmetic on 128 bits", span);
                let phantom = self.phantom(bool_, span);
                return self.deliver(phantom, span, want);
            }
        };
        let wide = self.program.types.int(wide);
        let (x, y) = (self.cast(a, wide), self.cast(b, wide));
        let exact = self.binary(op, x, y, wide);
        let narrow = self.cast(exact, target);
        let back = self.cast(narrow, wide);
        let differs = self.binary(BinaryOp::Ne, back, exact, int);
        let mut overflow = self.cast(differs, bool_);
        if let Some((least, most)) = self.bit_field_range(to).filter(|_| predicate) {
            // gcc asks whether the result fits the bit-field, of as many bits as that has.
            let (least, most) = (self.int_constant(least, wide), self.int_constant(most, wide));
            let below = self.binary(BinaryOp::Lt, exact, least, int);
            let above = self.binary(BinaryOp::Gt, exact, most, int);
            let outside = self.binary(BinaryOp::Or, below, above, int);
            overflow = self.cast(outside, bool_);
        }
        if !predicate {
            // The result may be written over an operand.
            overflow = self.save(overflow, span);
            let pointer = self.program.types.pointer(target);
            let to = self.cast(to, pointer);
            let place = self.deref(to, span)?.place;
            self.store(place, narrow, span);
        }
        self.deliver(Operand::Value(overflow), span, want)
    }
    /// The least and the greatest value of the bit-field that a value is read from, if it is read from one.
    fn bit_field_range(&self, mut value: ExprId) -> Option<(i128, i128)> {
        while let ExprKind::Cast(of) = self.program.exprs[value].kind {
            value = of;
        }
        let ExprKind::Load(place) = self.program.exprs[value].kind else { return None };
        let PlaceKind::Field(record, field) = self.program.exprs[place].kind else { return None };
        let field = self.program.types.fields(self.program.exprs[record].ty)?.get(field as usize)?;
        let (width, signed) = (field.bits?.width, self.int_kind(field.ty)?.is_signed(self.model()));
        let half = 1i128 << (width.max(1) - 1);
        Some(if signed { (-half, half - 1) } else { (0, 2 * half - 1) })
    }
}
