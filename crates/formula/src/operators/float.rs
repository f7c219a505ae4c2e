//! C's floating-point operators on terms.
//!
//! A float is carried as its bits, as in memory, so that copying, negation and sign are exact on NaNs. Arithmetic goes
//! through SMT-LIB's floats and back by the canonical encoding, which is what [`cairn_ir::eval`] computes too. x87's 80
//! bits have an explicit integer bit, which the terms' format hides: it is dropped on the way in and made again on the
//! way out.
//!
//! `fmod` and `remainder` have no usable theory: their results are left open, and the replay decides.

use super::{Malformed, Operators};
use cairn_ir::types::{FloatKind, Scalar};
use cairn_ir::{BinaryOp, UnaryOp};
use cairn_term::{FloatFormat, Rounding, Sort, TermId, TermOp};

const NEAREST: Rounding = Rounding::NearestEven;

/// Result of an operator with one floating operand.
pub(crate) enum OfFloat {
    /// The bits of a float.
    Bits(TermId),
    Truth(TermId),
}

const fn format(kind: FloatKind) -> FloatFormat {
    match kind {
        FloatKind::Float => FloatFormat::Single,
        FloatKind::Double => FloatFormat::Double,
        FloatKind::LongDouble => FloatFormat::Extended,
        FloatKind::Float128 => FloatFormat::Quad,
    }
}

/// The encoding of 2^power; infinity when it is too large.
const fn power_of_two(format: FloatFormat, power: u32) -> u128 {
    let bias = (1u128 << (format.exponent() - 1)) - 1;
    let exponent = bias + power as u128;
    if exponent >= (1 << format.exponent()) - 1 {
        return format.infinity();
    }
    exponent << (format.significand() - 1)
}

impl Operators<'_> {
    /// The float of its bits in memory.
    fn float_of(&mut self, bits: TermId, kind: FloatKind) -> TermId {
        let encoding = match kind {
            FloatKind::LongDouble => {
                let top = self.terms.extract(bits, 79, 64);
                let fraction = self.terms.extract(bits, 62, 0);
                self.terms.concat(top, fraction)
            }
            _ => bits,
        };
        self.terms.float_of_bits(format(kind), encoding)
    }

    /// The bits in memory of a float.
    fn bits_of(&mut self, float: TermId, kind: FloatKind) -> TermId {
        let encoding = self.terms.bits_of_float(float);
        if kind != FloatKind::LongDouble {
            return encoding;
        }
        let top = self.terms.extract(encoding, 78, 63);
        let fraction = self.terms.extract(encoding, 62, 0);
        let exponent = self.terms.extract(top, 14, 0);
        let zero = self.terms.bits(15, 0);
        let subnormal = self.terms.eq(exponent, zero);
        let (clear, set) = (self.terms.bits(1, 0), self.terms.bits(1, 1));
        let integer = self.terms.ite(subnormal, clear, set);
        let low = self.terms.concat(integer, fraction);
        self.terms.concat(top, low)
    }

    fn sign_mask(&mut self, kind: FloatKind) -> TermId {
        self.terms.bits(kind.bits(), 1 << (kind.bits() - 1))
    }

    /// True unless the float is zero of either sign.
    pub(crate) fn float_is_true(&mut self, bits: TermId, kind: FloatKind) -> TermId {
        let magnitude = self.terms.extract(bits, kind.bits() - 2, 0);
        let zero = self.terms.bits(kind.bits() - 1, 0);
        let is_zero = self.terms.eq(magnitude, zero);
        self.terms.not(is_zero)
    }

    /// An operator with one operand.
    pub(crate) fn float_unary(&mut self, op: UnaryOp, x: TermId, kind: FloatKind) -> Result<OfFloat, Malformed> {
        let test = |op: TermOp, state: &mut Self| {
            let float = state.float_of(x, kind);
            state.terms.float_test(op, &[float])
        };
        let rounded = |mode: Rounding, state: &mut Self| {
            let float = state.float_of(x, kind);
            let result = state.terms.float_unary(TermOp::FloatRound(mode), float);
            Ok(OfFloat::Bits(state.bits_of(result, kind)))
        };
        let truth = match op {
            UnaryOp::Neg => {
                let sign = self.sign_mask(kind);
                return Ok(OfFloat::Bits(self.terms.bv_xor(x, sign)));
            }
            UnaryOp::FloatAbs => {
                let magnitude = self.terms.extract(x, kind.bits() - 2, 0);
                return Ok(OfFloat::Bits(self.terms.zero_extend(magnitude, kind.bits())));
            }
            UnaryOp::FloatSqrt => {
                let float = self.float_of(x, kind);
                let root = self.terms.float_unary(TermOp::FloatSqrt(NEAREST), float);
                return Ok(OfFloat::Bits(self.bits_of(root, kind)));
            }
            UnaryOp::FloatFloor => return rounded(Rounding::Down, self),
            UnaryOp::FloatCeil => return rounded(Rounding::Up, self),
            UnaryOp::FloatTrunc => return rounded(Rounding::Zero, self),
            UnaryOp::FloatRound => return rounded(Rounding::NearestAway, self),
            UnaryOp::FloatRoundEven => return rounded(NEAREST, self),
            UnaryOp::FloatIsNan => test(TermOp::FloatIsNan, self),
            UnaryOp::FloatIsInf => test(TermOp::FloatIsInf, self),
            UnaryOp::FloatIsFinite => {
                let (nan, infinite) = (test(TermOp::FloatIsNan, self), test(TermOp::FloatIsInf, self));
                let neither = self.terms.or(&[nan, infinite]);
                self.terms.not(neither)
            }
            UnaryOp::FloatIsNormal => test(TermOp::FloatIsNormal, self),
            UnaryOp::FloatSignBit => {
                let sign = self.terms.extract(x, kind.bits() - 1, kind.bits() - 1);
                let one = self.terms.bits(1, 1);
                self.terms.eq(sign, one)
            }
            _ => return Err(Malformed("an operator that does not apply to floats")),
        };
        Ok(OfFloat::Truth(truth))
    }

    /// An operator with two operands that is no comparison.
    pub(crate) fn float_binary(
        &mut self,
        op: BinaryOp,
        x: TermId,
        y: TermId,
        kind: FloatKind,
    ) -> Result<TermId, Malformed> {
        if op == BinaryOp::FloatCopySign {
            let sign = self.terms.extract(y, kind.bits() - 1, kind.bits() - 1);
            let magnitude = self.terms.extract(x, kind.bits() - 2, 0);
            return Ok(self.terms.concat(sign, magnitude));
        }
        if matches!(op, BinaryOp::FloatRem | BinaryOp::FloatRemainder) {
            return Ok(self.opened("a floating-point remainder", kind.bits()));
        }
        let (a, b) = (self.float_of(x, kind), self.float_of(y, kind));
        let arithmetic = match op {
            BinaryOp::Add => Some(TermOp::FloatAdd(NEAREST)),
            BinaryOp::Sub => Some(TermOp::FloatSub(NEAREST)),
            BinaryOp::Mul => Some(TermOp::FloatMul(NEAREST)),
            BinaryOp::Div => Some(TermOp::FloatDiv(NEAREST)),
            _ => None,
        };
        if let Some(op) = arithmetic {
            let result = self.terms.float_binary(op, a, b);
            return Ok(self.bits_of(result, kind));
        }
        if matches!(op, BinaryOp::FloatMin | BinaryOp::FloatMax) {
            // The other operand when one is NaN. Which of two zeros is the smaller C leaves open: the replay decides.
            let (low, high) = if op == BinaryOp::FloatMin { (a, b) } else { (b, a) };
            let first = self.terms.float_test(TermOp::FloatLt, &[low, high]);
            let y_is_nan = self.terms.float_test(TermOp::FloatIsNan, &[b]);
            let x_counts = self.terms.or(&[first, y_is_nan]);
            return Ok(self.terms.ite(x_counts, x, y));
        }
        Err(Malformed("an operator that does not apply to floats"))
    }

    /// The truth of a comparison; `None` for another operator.
    pub(crate) fn float_compare(&mut self, op: BinaryOp, x: TermId, y: TermId, kind: FloatKind) -> Option<TermId> {
        if !op.is_comparison() {
            return None;
        }
        let (a, b) = (self.float_of(x, kind), self.float_of(y, kind));
        Some(match op {
            BinaryOp::Eq => self.terms.float_test(TermOp::FloatEq, &[a, b]),
            BinaryOp::Lt => self.terms.float_test(TermOp::FloatLt, &[a, b]),
            BinaryOp::Le => self.terms.float_test(TermOp::FloatLe, &[a, b]),
            BinaryOp::Gt => self.terms.float_test(TermOp::FloatLt, &[b, a]),
            BinaryOp::Ge => self.terms.float_test(TermOp::FloatLe, &[b, a]),
            _ => {
                let equal = self.terms.float_test(TermOp::FloatEq, &[a, b]);
                self.terms.not(equal)
            }
        })
    }

    pub(crate) fn float_to_float(&mut self, x: TermId, from: FloatKind, to: FloatKind) -> TermId {
        if from == to {
            return x;
        }
        let float = self.float_of(x, from);
        let result = self.terms.float_convert(TermOp::FloatOfFloat(NEAREST), float, Sort::Float(format(to)));
        self.bits_of(result, to)
    }

    pub(crate) fn integer_to_float(&mut self, x: TermId, from: Scalar, to: FloatKind) -> TermId {
        let op = if from.is_signed() { TermOp::FloatOfSigned(NEAREST) } else { TermOp::FloatOfUnsigned(NEAREST) };
        let result = self.terms.float_convert(op, x, Sort::Float(format(to)));
        self.bits_of(result, to)
    }

    /// Toward zero; out of range the machine's "indefinite", the sign bit alone.
    pub(crate) fn float_to_integer(&mut self, x: TermId, from: FloatKind, to: Scalar) -> TermId {
        let (format, width) = (format(from), to.bits());
        let float = self.float_of(x, from);
        let whole = self.terms.float_unary(TermOp::FloatRound(Rounding::Zero), float);
        let (low, high, op) = if to.is_signed() {
            let high = power_of_two(format, width - 1);
            (high | format.sign(), high, TermOp::SignedOfFloat(Rounding::Zero))
        } else {
            (format.sign(), power_of_two(format, width), TermOp::UnsignedOfFloat(Rounding::Zero))
        };
        let (low, high) = (self.terms.float(format, low), self.terms.float(format, high));
        let above = self.terms.float_test(TermOp::FloatLe, &[low, whole]);
        let below = self.terms.float_test(TermOp::FloatLt, &[whole, high]);
        let fits = self.terms.and(&[above, below]);
        let converted = self.terms.float_convert(op, float, Sort::BitVec(width));
        let indefinite = self.terms.bits(width, 1 << (width - 1));
        self.terms.ite(fits, converted, indefinite)
    }
}
