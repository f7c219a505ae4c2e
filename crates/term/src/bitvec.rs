//! Constructors of bit-vector terms.
//!
//! Normal forms: constants first in commutative operations and merged through nested ones; `x - c` is `(-c) + x`;
//! nested extractions, extensions and concatenations are fused; only `<` remains of the order relations.

use crate::sort::Sort;
use crate::store::Terms;
use crate::term::{TermId, TermOp};
use crate::value::{mask, signed};

impl Terms {
    /// `bvnot`.
    pub fn bv_not(&mut self, a: TermId) -> TermId {
        self.bitvec_unary(TermOp::BvNot, a, self.width(a))
    }
    /// `bvneg`.
    pub fn bv_neg(&mut self, a: TermId) -> TermId {
        self.bitvec_unary(TermOp::BvNeg, a, self.width(a))
    }
    /// `bvadd`.
    pub fn bv_add(&mut self, a: TermId, b: TermId) -> TermId {
        self.bitvec_binary(TermOp::BvAdd, a, b)
    }
    /// `bvsub`.
    pub fn bv_sub(&mut self, a: TermId, b: TermId) -> TermId {
        self.bitvec_binary(TermOp::BvSub, a, b)
    }
    /// `bvmul`.
    pub fn bv_mul(&mut self, a: TermId, b: TermId) -> TermId {
        self.bitvec_binary(TermOp::BvMul, a, b)
    }
    /// `bvand`.
    pub fn bv_and(&mut self, a: TermId, b: TermId) -> TermId {
        self.bitvec_binary(TermOp::BvAnd, a, b)
    }
    /// `bvor`.
    pub fn bv_or(&mut self, a: TermId, b: TermId) -> TermId {
        self.bitvec_binary(TermOp::BvOr, a, b)
    }
    /// `bvxor`.
    pub fn bv_xor(&mut self, a: TermId, b: TermId) -> TermId {
        self.bitvec_binary(TermOp::BvXor, a, b)
    }
    /// `bvult`.
    pub fn bv_ult(&mut self, a: TermId, b: TermId) -> TermId {
        self.bitvec_binary(TermOp::BvULt, a, b)
    }
    /// `bvule`.
    pub fn bv_ule(&mut self, a: TermId, b: TermId) -> TermId {
        let above = self.bitvec_binary(TermOp::BvULt, b, a);
        self.not(above)
    }
    /// Whether the machine has a result for `a / b` and `a % b`: not by zero, and where they have a sign, not the least
    /// number by -1.
    pub fn bv_divides(&mut self, a: TermId, b: TermId, signed: bool) -> TermId {
        let width = self.width(b);
        let zero = self.bits(width, 0);
        let by_zero = self.eq(b, zero);
        let defined = self.not(by_zero);
        if !signed {
            return defined;
        }
        let (least, minus_one) = (self.bits(width, 1 << (width - 1)), self.bits(width, u128::MAX >> (128 - width)));
        let (is_least, by_minus_one) = (self.eq(a, least), self.eq(b, minus_one));
        let overflows = self.and(&[is_least, by_minus_one]);
        let fits = self.not(overflows);
        self.and(&[defined, fits])
    }
    /// `bvslt`.
    pub fn bv_slt(&mut self, a: TermId, b: TermId) -> TermId {
        self.bitvec_binary(TermOp::BvSLt, a, b)
    }
    /// `bvsle`.
    pub fn bv_sle(&mut self, a: TermId, b: TermId) -> TermId {
        let above = self.bitvec_binary(TermOp::BvSLt, b, a);
        self.not(above)
    }

    /// An operation on one bit-vector with a result of `width` bits.
    pub fn bitvec_unary(&mut self, op: TermOp, a: TermId, width: u32) -> TermId {
        match op {
            TermOp::Extract { high, low } => return self.extract(a, high, low),
            TermOp::ZeroExtend => return self.zero_extend(a, width),
            TermOp::SignExtend => return self.sign_extend(a, width),
            TermOp::BvNot | TermOp::BvNeg if self.op(a) == op => return self.arg(a, 0),
            _ => {}
        }
        self.fold_or_intern(op, &[a], Sort::BitVec(width))
    }

    /// An operation on two bit-vectors.
    pub fn bitvec_binary(&mut self, op: TermOp, a: TermId, b: TermId) -> TermId {
        let width = self.width(a);
        let sort = match op {
            TermOp::Concat => return self.concat(a, b),
            TermOp::BvULt => return self.unsigned_less(a, b),
            TermOp::BvSLt => return self.signed_less(a, b),
            _ => Sort::BitVec(width),
        };
        debug_assert_eq!(self.sort(a), self.sort(b));
        if self.as_bits(a).is_some() && self.as_bits(b).is_some() {
            return self.fold_or_intern(op, &[a, b], sort);
        }
        let simple = match op {
            TermOp::BvAdd | TermOp::BvMul | TermOp::BvAnd | TermOp::BvOr | TermOp::BvXor => {
                return self.commutative(op, a, b);
            }
            TermOp::BvSub => self.difference(a, b),
            TermOp::BvUDiv | TermOp::BvURem | TermOp::BvSDiv | TermOp::BvSRem => self.division(op, a, b),
            TermOp::BvShl | TermOp::BvLShr | TermOp::BvAShr => self.shift(op, a, b),
            _ => None,
        };
        match simple {
            Some(term) => term,
            None => self.fold_or_intern(op, &[a, b], sort),
        }
    }

    fn commutative(&mut self, op: TermOp, a: TermId, b: TermId) -> TermId {
        let width = self.width(a);
        let sort = Sort::BitVec(width);
        let (a, b) = match (self.as_bits(a), self.as_bits(b)) {
            (None, Some(_)) => (b, a),
            (None, None) if b < a => (b, a),
            _ => (a, b),
        };
        if a == b {
            match op {
                TermOp::BvAnd | TermOp::BvOr => return a,
                TermOp::BvXor => return self.bits(width, 0),
                _ => {}
            }
        }
        let Some(k) = self.as_bits(a) else {
            // (c + x) + y keeps its constant in front, so that addresses with the same symbolic part compare.
            if op == TermOp::BvAdd
                && let Some((x, c, y)) = self.sum_with(a, b)
            {
                let inner = self.bv_add(x, y);
                let c = self.bits(width, c);
                return self.bv_add(c, inner);
            }
            return self.intern(op, &[a, b], sort);
        };
        let ones = mask(width);
        match (op, k) {
            (TermOp::BvAdd | TermOp::BvOr | TermOp::BvXor, 0) | (TermOp::BvMul, 1) => return b,
            (TermOp::BvMul | TermOp::BvAnd, 0) => return a,
            (TermOp::BvAnd, k) if k == ones => return b,
            (TermOp::BvOr, k) if k == ones => return a,
            (TermOp::BvXor, k) if k == ones => return self.bv_not(b),
            (TermOp::BvMul, k) if k == ones => return self.bv_neg(b),
            _ => {}
        }
        // A low mask selects bits.
        if op == TermOp::BvAnd && (k & (k + 1)) == 0 {
            let low = self.extract(b, k.trailing_ones() - 1, 0);
            return self.zero_extend(low, width);
        }
        if self.op(b) == op
            && let Some(inner) = self.as_bits(self.arg(b, 0))
        {
            let rest = self.arg(b, 1);
            let k = match op {
                TermOp::BvAdd => k.wrapping_add(inner),
                TermOp::BvMul => k.wrapping_mul(inner),
                TermOp::BvAnd => k & inner,
                TermOp::BvOr => k | inner,
                _ => k ^ inner,
            };
            let k = self.bits(width, k);
            return self.commutative(op, k, rest);
        }
        self.intern(op, &[a, b], sort)
    }

    /// `a` or `b` as `c + x`: the rest, the constant, the other operand.
    fn sum_with(&self, a: TermId, b: TermId) -> Option<(TermId, u128, TermId)> {
        let part = |t: TermId| (self.op(t) == TermOp::BvAdd).then(|| self.as_bits(self.arg(t, 0))).flatten();
        if let Some(c) = part(a) {
            return Some((self.arg(a, 1), c, b));
        }
        part(b).map(|c| (self.arg(b, 1), c, a))
    }

    /// A bit-vector as `x + c`: every one is, with `c = 0`.
    pub fn as_sum(&self, a: TermId) -> Option<(TermId, u128)> {
        if self.width(a) == 0 {
            return None;
        }
        if self.op(a) == TermOp::BvAdd
            && let Some(c) = self.as_bits(self.arg(a, 0))
        {
            return Some((self.arg(a, 1), c));
        }
        Some((a, 0))
    }

    fn difference(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let width = self.width(a);
        if a == b {
            return Some(self.bits(width, 0));
        }
        if let Some(k) = self.as_bits(b) {
            let minus = self.bits(width, k.wrapping_neg());
            return Some(self.bv_add(minus, a));
        }
        if self.as_bits(a) == Some(0) {
            return Some(self.bv_neg(b));
        }
        let ((x, c), (y, d)) = (self.as_sum(a)?, self.as_sum(b)?);
        if c == 0 && d == 0 {
            return None;
        }
        let rest = self.bv_sub(x, y);
        let k = self.bits(width, c.wrapping_sub(d));
        Some(self.bv_add(k, rest))
    }

    fn division(&mut self, op: TermOp, a: TermId, b: TermId) -> Option<TermId> {
        let width = self.width(a);
        let k = self.as_bits(b)?;
        match (op, k) {
            (TermOp::BvUDiv | TermOp::BvSDiv, 1) => Some(a),
            (TermOp::BvURem | TermOp::BvSRem, 1) => Some(self.bits(width, 0)),
            (TermOp::BvUDiv, k) if k.is_power_of_two() => {
                let amount = self.bits(width, u128::from(k.trailing_zeros()));
                Some(self.bitvec_binary(TermOp::BvLShr, a, amount))
            }
            (TermOp::BvURem, k) if k.is_power_of_two() => {
                let low = self.bits(width, k - 1);
                Some(self.bv_and(a, low))
            }
            _ => None,
        }
    }

    fn shift(&mut self, op: TermOp, a: TermId, b: TermId) -> Option<TermId> {
        let width = self.width(a);
        if self.as_bits(a) == Some(0) {
            return Some(a);
        }
        let k = self.as_bits(b)?;
        if k == 0 {
            return Some(a);
        }
        if k >= u128::from(width) {
            return Some(if op == TermOp::BvAShr {
                let sign = self.extract(a, width - 1, width - 1);
                self.sign_extend(sign, width)
            } else {
                self.bits(width, 0)
            });
        }
        // A shift by a constant is a rearrangement of bits, which the fusions below see through.
        let k = k as u32;
        Some(match op {
            TermOp::BvShl => {
                let kept = self.extract(a, width - 1 - k, 0);
                let zeros = self.bits(k, 0);
                self.concat(kept, zeros)
            }
            TermOp::BvLShr => {
                let kept = self.extract(a, width - 1, k);
                self.zero_extend(kept, width)
            }
            _ => {
                let kept = self.extract(a, width - 1, k);
                self.sign_extend(kept, width)
            }
        })
    }

    /// Bits `high` down to `low`.
    pub fn extract(&mut self, a: TermId, high: u32, low: u32) -> TermId {
        let width = self.width(a);
        debug_assert!(low <= high && high < width);
        if low == 0 && high + 1 == width {
            return a;
        }
        let size = high - low + 1;
        match self.op(a) {
            TermOp::BitVec(bits) => return self.bits(size, bits >> low),
            TermOp::Extract { low: inner_low, .. } => {
                let inner = self.arg(a, 0);
                return self.extract(inner, inner_low + high, inner_low + low);
            }
            TermOp::Concat => {
                let (top, bottom) = (self.arg(a, 0), self.arg(a, 1));
                let cut = self.width(bottom);
                if high < cut {
                    return self.extract(bottom, high, low);
                }
                if low >= cut {
                    return self.extract(top, high - cut, low - cut);
                }
                let (top, bottom) = (self.extract(top, high - cut, 0), self.extract(bottom, cut - 1, low));
                return self.concat(top, bottom);
            }
            TermOp::ZeroExtend => {
                let inner = self.arg(a, 0);
                let cut = self.width(inner);
                if high < cut {
                    return self.extract(inner, high, low);
                }
                if low >= cut {
                    return self.bits(size, 0);
                }
                let kept = self.extract(inner, cut - 1, low);
                return self.zero_extend(kept, size);
            }
            TermOp::SignExtend => {
                let inner = self.arg(a, 0);
                let cut = self.width(inner);
                if high < cut {
                    return self.extract(inner, high, low);
                }
                let kept = self.extract(inner, cut - 1, low.min(cut - 1));
                return self.sign_extend(kept, size);
            }
            TermOp::Ite => {
                let (c, x, y) = (self.arg(a, 0), self.arg(a, 1), self.arg(a, 2));
                if self.as_bits(x).is_some() && self.as_bits(y).is_some() {
                    let (x, y) = (self.extract(x, high, low), self.extract(y, high, low));
                    return self.ite(c, x, y);
                }
            }
            _ => {}
        }
        self.intern(TermOp::Extract { high, low }, &[a], Sort::BitVec(size))
    }

    /// `a`'s bits above `b`'s.
    pub fn concat(&mut self, a: TermId, b: TermId) -> TermId {
        let (wa, wb) = (self.width(a), self.width(b));
        debug_assert!(wa + wb <= 128);
        // Concatenations lean to the right: the upper part is never one itself.
        if self.op(a) == TermOp::Concat {
            let (top, middle) = (self.arg(a, 0), self.arg(a, 1));
            let lower = self.concat(middle, b);
            return self.concat(top, lower);
        }
        let (next, rest) = match self.op(b) {
            TermOp::Concat => (self.arg(b, 0), Some(self.arg(b, 1))),
            _ => (b, None),
        };
        if let Some(fused) = self.fuse(a, next) {
            return match rest {
                Some(rest) => self.concat(fused, rest),
                None => fused,
            };
        }
        if self.as_bits(a) == Some(0) {
            return self.zero_extend(b, wa + wb);
        }
        self.intern(TermOp::Concat, &[a, b], Sort::BitVec(wa + wb))
    }

    /// One term for two neighbours, where there is one: constants, or adjacent bits of one term.
    fn fuse(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let (wa, wb) = (self.width(a), self.width(b));
        match (self.op(a), self.op(b)) {
            (TermOp::BitVec(x), TermOp::BitVec(y)) => Some(self.bits(wa + wb, x << wb | y)),
            (TermOp::Extract { high, low }, TermOp::Extract { high: below, low: bottom })
                if low == below + 1 && self.arg(a, 0) == self.arg(b, 0) =>
            {
                let whole = self.arg(a, 0);
                Some(self.extract(whole, high, bottom))
            }
            (TermOp::Extract { high, low }, _) if self.arg(a, 0) == b && low == 0 && high + 1 == wb => None,
            _ => None,
        }
    }

    /// Zeros above, up to `width` bits.
    pub fn zero_extend(&mut self, a: TermId, width: u32) -> TermId {
        let from = self.width(a);
        debug_assert!(from <= width && width <= 128);
        if from == width {
            return a;
        }
        match self.op(a) {
            TermOp::BitVec(bits) => self.bits(width, bits),
            TermOp::ZeroExtend => {
                let inner = self.arg(a, 0);
                self.intern(TermOp::ZeroExtend, &[inner], Sort::BitVec(width))
            }
            _ => self.intern(TermOp::ZeroExtend, &[a], Sort::BitVec(width)),
        }
    }

    /// Copies of the sign above, up to `width` bits.
    pub fn sign_extend(&mut self, a: TermId, width: u32) -> TermId {
        let from = self.width(a);
        debug_assert!(from <= width && width <= 128);
        if from == width {
            return a;
        }
        match self.op(a) {
            TermOp::BitVec(bits) => self.bits(width, signed(bits, from) as u128),
            op @ (TermOp::ZeroExtend | TermOp::SignExtend) => {
                let inner = self.arg(a, 0);
                self.intern(op, &[inner], Sort::BitVec(width))
            }
            _ => self.intern(TermOp::SignExtend, &[a], Sort::BitVec(width)),
        }
    }
}
