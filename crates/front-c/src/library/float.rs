//! Floating-point functions that are operations of the program.

use super::Action;
use crate::lower::{Lower, Res};
use cairn_base::Span;
use cairn_ir::types::{FloatKind, FunctionType, Scalar};
use cairn_ir::{BinaryOp, ExprId, UnaryOp};

impl Lower<'_> {
    /// The value of a floating-point function; `None` when the arguments do not fit.
    pub(super) fn float_function(
        &mut self,
        action: Action,
        ty: &FunctionType,
        args: &[ExprId],
        _span: Span,
    ) -> Res<Option<ExprId>> {
        let int = self.basic.int;
        let floats = args.iter().all(|arg| matches!(self.scalar_of(*arg), Some(Scalar::Float(_))));
        match (action, args) {
            (Action::Infinity, _) => Ok(self.special_value(ty, false)),
            (Action::Nan, _) => Ok(self.special_value(ty, true)),
            _ if !floats => Ok(None),
            (Action::Unary(op), [x]) => {
                let test = matches!(
                    op,
                    UnaryOp::FloatIsNan
                        | UnaryOp::FloatIsInf
                        | UnaryOp::FloatIsFinite
                        | UnaryOp::FloatIsNormal
                        | UnaryOp::FloatSignBit
                );
                let result = if test { int } else { self.type_of(*x) };
                Ok(Some(self.unary(op, *x, result)))
            }
            (Action::RoundTo(op), [x]) => {
                let of = self.type_of(*x);
                let rounded = self.unary(op, *x, of);
                Ok(Some(self.cast(rounded, ty.result)))
            }
            (Action::InfSign, [x]) => {
                let (one, minus, zero) =
                    (self.int_constant(1, int), self.int_constant(-1, int), self.int_constant(0, int));
                let infinite = self.unary(UnaryOp::FloatIsInf, *x, int);
                let negative = self.unary(UnaryOp::FloatSignBit, *x, int);
                let sign = self.choose(negative, minus, one);
                Ok(Some(self.choose(infinite, sign, zero)))
            }
            (Action::Binary(op), [x, y]) => {
                let (x, y, ty) = self.usual(*x, *y);
                let result = if op.is_comparison() { int } else { ty };
                Ok(Some(self.binary(op, x, y, result)))
            }
            (Action::Unordered, [x, y]) => {
                let x = self.unary(UnaryOp::FloatIsNan, *x, int);
                let y = self.unary(UnaryOp::FloatIsNan, *y, int);
                Ok(Some(self.binary(BinaryOp::Or, x, y, int)))
            }
            (Action::LessGreater, [x, y]) => {
                let (x, y, _) = self.usual(*x, *y);
                let less = self.binary(BinaryOp::Lt, x, y, int);
                let greater = self.binary(BinaryOp::Gt, x, y, int);
                Ok(Some(self.binary(BinaryOp::Or, less, greater, int)))
            }
            _ => Ok(None),
        }
    }

    fn scalar_of(&self, value: ExprId) -> Option<Scalar> {
        self.program.types.scalar(self.type_of(value))
    }

    fn special_value(&mut self, ty: &FunctionType, nan: bool) -> Option<ExprId> {
        let Some(Scalar::Float(kind)) = self.program.types.scalar(ty.result) else { return None };
        let (infinity, quiet): (u128, u128) = match kind {
            FloatKind::Float => (0x7f80_0000, 0x40_0000),
            FloatKind::Double => (0x7ff0_0000_0000_0000, 0x8_0000_0000_0000),
            FloatKind::LongDouble => (0x7fff_8000_0000_0000_0000, 0x4000_0000_0000_0000),
            FloatKind::Float128 => (0x7fff << 112, 1 << 111),
        };
        Some(self.constant_bits(if nan { infinity | quiet } else { infinity }, ty.result))
    }
}
