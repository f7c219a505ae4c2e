//! Constants among expressions, as signed offsets: an index, the offset of a member written with a null pointer.

use super::constraints::Constraints;
use cairn_ir::types::Scalar;
use cairn_ir::{ExprId, ExprKind, PlaceId, PlaceKind, UnaryOp};

impl Constraints<'_> {
    /// The value of a constant expression, as a signed number.
    pub fn constant(&self, expr: ExprId) -> Option<i64> {
        self.constant_within(expr, 8)
    }

    fn constant_within(&self, expr: ExprId, depth: u32) -> Option<i64> {
        let program = self.program;
        let depth = depth.checked_sub(1)?;
        let of = program.types.scalar(program.exprs[expr].ty)?;
        match program.exprs[expr].kind {
            ExprKind::Constant(bits) if !matches!(of, Scalar::Float(_)) => {
                // As an offset 0xfffffff8 is -8.
                let signed = of.bits() == self.pointer_bytes as u32 * 8 || of.is_signed();
                let value = cairn_ir::Value(bits);
                if signed { Some(value.as_signed(of.bits()) as i64) } else { i64::try_from(bits).ok() }
            }
            ExprKind::Cast(x) if self.carries(program.exprs[expr].ty) && !matches!(of, Scalar::Float(_)) => {
                let value = self.constant_within(x, depth)?;
                // Only what the narrower type holds: others are too rare to matter.
                let fits = of.bits() >= 64 || value.unsigned_abs() < 1 << (of.bits() - 1);
                fits.then_some(value)
            }
            ExprKind::Unary(UnaryOp::Neg, x) if self.carries(program.exprs[expr].ty) => {
                self.constant_within(x, depth).map(i64::wrapping_neg)
            }
            ExprKind::AddressOf(place) => self.constant_address(place),
            _ => None,
        }
    }

    fn constant_address(&self, place: PlaceId) -> Option<i64> {
        let program = self.program;
        let mut offset = 0i64;
        let mut at = place;
        loop {
            match program.exprs[at].kind {
                PlaceKind::Var(_) => return None,
                PlaceKind::Deref(pointer) => {
                    return match program.exprs[pointer].kind {
                        ExprKind::Constant(bits) => Some(offset.wrapping_add(bits as i64)),
                        _ => None,
                    };
                }
                PlaceKind::Field(record, field) => {
                    let fields = program.types.fields(program.exprs[record].ty)?;
                    offset = offset.wrapping_add(fields.get(field as usize)?.offset as i64);
                    at = record;
                }
                PlaceKind::Index(array, index) => {
                    let ExprKind::Constant(_) = program.exprs[index].kind else { return None };
                    let size = program.types.size_of(program.exprs[at].ty)?;
                    offset = offset.wrapping_add(self.constant_within(index, 2)?.wrapping_mul(size as i64));
                    at = array;
                }
            }
        }
    }
}
