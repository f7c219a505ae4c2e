//! C's integer operators on terms, exactly as [`cairn_ir::eval`] computes them on constants: wrap-around, shift amounts
//! modulo the width.

use super::{Malformed, Operators};
use cairn_ir::types::Scalar;
use cairn_ir::{BinaryOp, UnaryOp};
use cairn_term::{TermId, TermOp};

impl Operators<'_> {
    /// `int` 1 or 0.
    pub fn int_of(&mut self, truth: TermId) -> TermId {
        let (one, zero) = (self.terms.bits(32, 1), self.terms.bits(32, 0));
        self.terms.ite(truth, one, zero)
    }

    /// A value extended or cut to a width, by the signedness of its type.
    pub fn resized(&mut self, x: TermId, from: Scalar, width: u32) -> TermId {
        let is = self.terms.width(x);
        if width < is {
            self.terms.extract(x, width - 1, 0)
        } else if from.is_signed() {
            self.terms.sign_extend(x, width)
        } else {
            self.terms.zero_extend(x, width)
        }
    }

    /// 1 or 0 in the eight bits of a `_Bool`.
    pub fn bool_of(&mut self, truth: TermId) -> TermId {
        let (one, zero) = (self.terms.bits(8, 1), self.terms.bits(8, 0));
        self.terms.ite(truth, one, zero)
    }

    /// The bits computed as a value of the type wanted.
    fn stored(&mut self, x: TermId, to: Scalar) -> TermId {
        if to == Scalar::Bool {
            let zero = self.terms.bits(self.terms.width(x), 0);
            let is_zero = self.terms.eq(x, zero);
            let truth = self.terms.not(is_zero);
            return self.bool_of(truth);
        }
        self.resized(x, Scalar::Pointer { bits: 0 }, to.bits())
    }

    pub(super) fn integer_unary(&mut self, op: UnaryOp, x: TermId, to: Scalar) -> Result<TermId, Malformed> {
        let result = self.bits_unary(op, x)?;
        Ok(self.stored(result, to))
    }

    /// An operator with one operand; a count of bits has 32, every other result as many as the operand.
    pub(crate) fn bits_unary(&mut self, op: UnaryOp, x: TermId) -> Result<TermId, Malformed> {
        let width = self.terms.width(x);
        let result = match op {
            UnaryOp::Neg => self.terms.bv_neg(x),
            UnaryOp::BitNot => self.terms.bv_not(x),
            UnaryOp::PopCount => {
                // A tree of adders that are just wide enough: far easier for a solver than a chain of wide ones.
                let mut sums: Vec<TermId> = (0..width).map(|i| self.terms.extract(x, i, i)).collect();
                while sums.len() > 1 {
                    let wider = self.terms.width(sums[0]) + 1;
                    let wide: Vec<TermId> = sums.iter().map(|sum| self.terms.zero_extend(*sum, wider)).collect();
                    let pair = |pair: &[TermId]| match pair {
                        [a, b] => self.terms.bv_add(*a, *b),
                        _ => pair[0],
                    };
                    sums = wide.chunks(2).map(pair).collect();
                }
                self.terms.zero_extend(sums[0], 32)
            }
            UnaryOp::CountLeadingZeros | UnaryOp::CountTrailingZeros => {
                let zero = self.terms.bits(width, 0);
                let is_zero = self.terms.eq(x, zero);
                let defined = self.terms.not(is_zero);
                self.conditions.push(defined);
                let leading = op == UnaryOp::CountLeadingZeros;
                // The bit that counts decides last, so it is the outermost condition.
                let mut count = self.terms.bits(32, 0);
                for step in (0..width).rev() {
                    let at = if leading { width - 1 - step } else { step };
                    let bit = self.terms.extract(x, at, at);
                    let one = self.terms.bits(1, 1);
                    let set = self.terms.eq(bit, one);
                    let here = self.terms.bits(32, u128::from(step));
                    count = self.terms.ite(set, here, count);
                }
                count
            }
            UnaryOp::ByteSwap => {
                let mut swapped = None;
                for i in 0..width / 8 {
                    let byte = self.terms.extract(x, i * 8 + 7, i * 8);
                    swapped = Some(match swapped {
                        None => byte,
                        Some(above) => self.terms.concat(above, byte),
                    });
                }
                swapped.unwrap_or(x)
            }
            _ => return Err(Malformed("an operator that does not apply to integers")),
        };
        Ok(result)
    }

    pub(super) fn integer_binary(
        &mut self,
        op: BinaryOp,
        x: TermId,
        y: TermId,
        left: Scalar,
        to: Scalar,
    ) -> Result<TermId, Malformed> {
        let result = match self.bits_compare(op, x, y, left) {
            Some(truth) => self.int_of(truth),
            None => self.bits_binary(op, x, y, left)?,
        };
        Ok(self.stored(result, to))
    }

    /// The truth of a comparison of two values of one type; `None` for another operator.
    pub(crate) fn bits_compare(&mut self, op: BinaryOp, x: TermId, y: TermId, of: Scalar) -> Option<TermId> {
        let less = if of.is_signed() { TermOp::BvSLt } else { TermOp::BvULt };
        Some(match op {
            BinaryOp::Eq => self.terms.eq(x, y),
            BinaryOp::Ne => {
                let equal = self.terms.eq(x, y);
                self.terms.not(equal)
            }
            BinaryOp::Lt => self.terms.bitvec_binary(less, x, y),
            BinaryOp::Gt => self.terms.bitvec_binary(less, y, x),
            BinaryOp::Le => {
                let above = self.terms.bitvec_binary(less, y, x);
                self.terms.not(above)
            }
            BinaryOp::Ge => {
                let below = self.terms.bitvec_binary(less, x, y);
                self.terms.not(below)
            }
            _ => return None,
        })
    }

    /// An arithmetic operator; the result has as many bits as the left operand.
    pub(crate) fn bits_binary(
        &mut self,
        op: BinaryOp,
        x: TermId,
        y: TermId,
        left: Scalar,
    ) -> Result<TermId, Malformed> {
        let signed = left.is_signed();
        let result = match op {
            BinaryOp::Add => self.terms.bv_add(x, y),
            BinaryOp::Sub => self.terms.bv_sub(x, y),
            BinaryOp::Mul => self.terms.bv_mul(x, y),
            BinaryOp::And => self.terms.bv_and(x, y),
            BinaryOp::Or => self.terms.bv_or(x, y),
            BinaryOp::Xor => self.terms.bv_xor(x, y),
            BinaryOp::Div | BinaryOp::Rem => {
                let defined = self.terms.bv_divides(x, y, signed);
                self.conditions.push(defined);
                let op = match (op, signed) {
                    (BinaryOp::Div, true) => TermOp::BvSDiv,
                    (BinaryOp::Div, false) => TermOp::BvUDiv,
                    (_, true) => TermOp::BvSRem,
                    (_, false) => TermOp::BvURem,
                };
                self.terms.bitvec_binary(op, x, y)
            }
            BinaryOp::Shl | BinaryOp::Shr => {
                let width = self.terms.width(x);
                if !width.is_power_of_two() {
                    return Err(Malformed("a shift in an odd width"));
                }
                // Modulo the width: the low bits of the amount, whatever its type.
                let low = width.trailing_zeros().min(self.terms.width(y)).max(1);
                let amount = self.terms.extract(y, low - 1, 0);
                let amount = self.terms.zero_extend(amount, width);
                let op = match (op, signed) {
                    (BinaryOp::Shl, _) => TermOp::BvShl,
                    (_, true) => TermOp::BvAShr,
                    (_, false) => TermOp::BvLShr,
                };
                self.terms.bitvec_binary(op, x, amount)
            }
            _ => return Err(Malformed("an operator that does not apply to integers")),
        };
        Ok(result)
    }
}
