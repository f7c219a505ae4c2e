//! Conversion of floating numbers to integers, also of those that have no such value: what C leaves undefined, as gcc does
//! it for x86 (`cvttsd2si`, `fistp`).
//!
//! The machine has conversions to signed integers of 32 and 64 bits (of the x87 also 16). All others are made of these:
//! a narrow type takes the low bits of 32, `unsigned` the low bits of 64, and the upper half of `unsigned long` is moved
//! down and up again. Only those of the machine are left to the engines, where a number without a value becomes the
//! smallest integer. A constant is folded instead, to the nearest number of the type.

use super::Lower;
use cairn_ir::eval;
use cairn_ir::types::{FloatKind, IntKind, Scalar};
use cairn_ir::{BinaryOp, ExprId, ExprKind, TypeId, Value};

impl Lower<'_> {
    /// The value of a constant, or the least or the greatest number of the type; 0 for what is no number.
    pub(super) fn saturated(&mut self, value: Value, from: TypeId, to: TypeId) -> ExprId {
        let (from, of) = (self.scalar(from), self.scalar(to));
        let zero = eval::cast(Value(0), Scalar::Int { bits: 32, signed: true }, from).value;
        let is = |op| eval::binary(op, value, zero, from, from, Scalar::Int { bits: 32, signed: true });
        let holds = |op| is(op).is_ok_and(|outcome| !outcome.value.is_zero());
        let (bits, signed) = (of.bits(), of.is_signed());
        let all = u128::MAX >> (128 - bits.clamp(1, 128));
        let least = if signed { 1 << (bits.clamp(1, 128) - 1) } else { 0 };
        let number = match (holds(BinaryOp::Lt), holds(BinaryOp::Gt)) {
            (true, _) => least,
            (_, true) => all ^ least,
            _ => 0,
        };
        self.constant_bits(number, to)
    }

    /// A conversion that the machine makes of others; `None` for one that it has, or that no machine code is known of.
    pub(super) fn float_to_integer(
        &mut self,
        x: ExprId,
        kind: FloatKind,
        (bits, signed): (u32, bool),
        to: TypeId,
    ) -> Option<ExprId> {
        if self.model().row().machine == cairn_ir::machine::Machine::Arm32 {
            return None;
        }
        let x87 = kind == FloatKind::LongDouble;
        let long_model = self.model().pointer_bits() == 64;
        let by = match (bits, signed) {
            _ if kind == FloatKind::Float128 => return None,
            (16, true) if x87 => return None,
            (8, _) if x87 => IntKind::Short,
            (8 | 16, _) => IntKind::Int,
            (32, false) if long_model || x87 => IntKind::LongLong,
            (32, false) => return Some(self.in_halves(x, IntKind::Int, to)),
            (64, false) => return Some(self.in_halves(x, IntKind::LongLong, to)),
            _ => return None,
        };
        let by = self.program.types.int(by);
        let number = self.program.exprs.expr(ExprKind::Cast(x), by);
        Some(self.cast(number, to))
    }

    /// `x >= HALF ? (to)(by)(x - HALF) ^ HALF : (to)(by)x`, where `by` is signed and has as many bits as `to`.
    fn in_halves(&mut self, x: ExprId, by: IntKind, to: TypeId) -> ExprId {
        let of = self.type_of(x);
        let bits = self.scalar(to).bits();
        let half = Value(1 << (bits - 1));
        let from = Scalar::Int { bits: 128, signed: false };
        let border = eval::cast(half, from, self.scalar(of)).value;
        let border = self.constant_bits(border.0, of);
        let by = self.program.types.int(by);
        let (int, exprs) = (self.basic.int, &mut self.program.exprs);
        let mut low = exprs.expr(ExprKind::Cast(x), by);
        low = exprs.expr(ExprKind::Cast(low), to);
        let mut high = exprs.expr(ExprKind::Binary(BinaryOp::Sub, x, border), of);
        high = exprs.expr(ExprKind::Cast(high), by);
        high = exprs.expr(ExprKind::Cast(high), to);
        let upper = exprs.expr(ExprKind::Binary(BinaryOp::Ge, x, border), int);
        let half = self.constant_bits(half.0, to);
        let exprs = &mut self.program.exprs;
        high = exprs.expr(ExprKind::Binary(BinaryOp::Xor, high, half), to);
        exprs.expr(ExprKind::Conditional(upper, high, low), to)
    }
}
