//! C's integer operators on bit-vectors, exactly as [`cairn_ir::eval`] computes them on constants: wrap-around, shift amounts
//! modulo the width.

use crate::work::{Res, Work};
use cairn_ir::types::Scalar;
use cairn_ir::{BinaryOp, UnaryOp};
use cairn_term::{Op, TermId};

impl Work<'_, '_> {
    /// A value extended or cut to a width, by the signedness of its type.
    pub(crate) fn resized(&mut self, x: TermId, from: Scalar, width: u32) -> TermId {
        let is = self.e.terms.width(x);
        if width < is {
            self.e.terms.extract(x, width - 1, 0)
        } else if from.is_signed() {
            self.e.terms.sign_extend(x, width)
        } else {
            self.e.terms.zero_extend(x, width)
        }
    }

    pub(crate) fn bits_unary(&mut self, op: UnaryOp, x: TermId) -> Res<TermId> {
        let width = self.e.terms.width(x);
        let result = match op {
            UnaryOp::Neg => self.e.terms.bv_neg(x),
            UnaryOp::BitNot => self.e.terms.bv_not(x),
            UnaryOp::PopCount => {
                // A tree of adders that are just wide enough: far easier for a solver than a chain of wide ones.
                let mut sums: Vec<TermId> = (0..width).map(|i| self.e.terms.extract(x, i, i)).collect();
                while sums.len() > 1 {
                    let wider = self.e.terms.width(sums[0]) + 1;
                    let wide: Vec<TermId> = sums.iter().map(|sum| self.e.terms.zero_extend(*sum, wider)).collect();
                    let pair = |pair: &[TermId]| match pair {
                        [a, b] => self.e.terms.bv_add(*a, *b),
                        _ => pair[0],
                    };
                    sums = wide.chunks(2).map(pair).collect();
                }
                self.e.terms.zero_extend(sums[0], 32)
            }
            UnaryOp::CountLeadingZeros | UnaryOp::CountTrailingZeros => {
                let zero = self.e.terms.bits(width, 0);
                let is_zero = self.e.terms.eq(x, zero);
                let defined = self.e.terms.not(is_zero);
                self.require(defined);
                let leading = op == UnaryOp::CountLeadingZeros;
                // The bit that counts decides last, so it is the outermost condition.
                let mut count = self.e.terms.bits(32, 0);
                for step in (0..width).rev() {
                    let at = if leading { width - 1 - step } else { step };
                    let bit = self.e.terms.extract(x, at, at);
                    let one = self.e.terms.bits(1, 1);
                    let set = self.e.terms.eq(bit, one);
                    let here = self.e.terms.bits(32, u128::from(step));
                    count = self.e.terms.ite(set, here, count);
                }
                count
            }
            UnaryOp::ByteSwap => {
                let mut swapped = None;
                for i in 0..width / 8 {
                    let byte = self.e.terms.extract(x, i * 8 + 7, i * 8);
                    swapped = Some(match swapped {
                        None => byte,
                        Some(above) => self.e.terms.concat(above, byte),
                    });
                }
                swapped.unwrap_or(x)
            }
            _ => return Err(self.malformed("an operator that does not apply to integers")),
        };
        Ok(result)
    }

    /// A comparison of two values of one type; `None` for another operator.
    pub(crate) fn bits_compare(&mut self, op: BinaryOp, x: TermId, y: TermId, left: Scalar) -> Option<TermId> {
        let less = if left.is_signed() { Op::BvSLt } else { Op::BvULt };
        Some(match op {
            BinaryOp::Eq => self.e.terms.eq(x, y),
            BinaryOp::Ne => {
                let equal = self.e.terms.eq(x, y);
                self.e.terms.not(equal)
            }
            BinaryOp::Lt => self.e.terms.bitvec_binary(less, x, y),
            BinaryOp::Gt => self.e.terms.bitvec_binary(less, y, x),
            BinaryOp::Le => {
                let above = self.e.terms.bitvec_binary(less, y, x);
                self.e.terms.not(above)
            }
            BinaryOp::Ge => {
                let below = self.e.terms.bitvec_binary(less, x, y);
                self.e.terms.not(below)
            }
            _ => return None,
        })
    }

    pub(crate) fn bits_binary(&mut self, op: BinaryOp, x: TermId, y: TermId, left: Scalar) -> Res<TermId> {
        let signed = left.is_signed();
        let result = match op {
            BinaryOp::Add => self.e.terms.bv_add(x, y),
            BinaryOp::Sub => self.e.terms.bv_sub(x, y),
            BinaryOp::Mul => self.e.terms.bv_mul(x, y),
            BinaryOp::And => self.e.terms.bv_and(x, y),
            BinaryOp::Or => self.e.terms.bv_or(x, y),
            BinaryOp::Xor => self.e.terms.bv_xor(x, y),
            BinaryOp::Div | BinaryOp::Rem => {
                let defined = self.e.terms.bv_divides(x, y, signed);
                self.require(defined);
                let op = match (op, signed) {
                    (BinaryOp::Div, true) => Op::BvSDiv,
                    (BinaryOp::Div, false) => Op::BvUDiv,
                    (_, true) => Op::BvSRem,
                    (_, false) => Op::BvURem,
                };
                self.e.terms.bitvec_binary(op, x, y)
            }
            BinaryOp::Shl | BinaryOp::Shr => {
                let width = self.e.terms.width(x);
                if !width.is_power_of_two() {
                    return Err(self.malformed("a shift in an odd width"));
                }
                // Modulo the width: the low bits of the amount, whatever its type.
                let low = width.trailing_zeros().min(self.e.terms.width(y)).max(1);
                let amount = self.e.terms.extract(y, low - 1, 0);
                let amount = self.e.terms.zero_extend(amount, width);
                let op = match (op, signed) {
                    (BinaryOp::Shl, _) => Op::BvShl,
                    (_, true) => Op::BvAShr,
                    (_, false) => Op::BvLShr,
                };
                self.e.terms.bitvec_binary(op, x, amount)
            }
            _ => return Err(self.malformed("an operator that does not apply to integers")),
        };
        Ok(result)
    }
}
