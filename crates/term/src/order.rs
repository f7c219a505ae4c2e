//! The order relations of bit-vectors. Only `<` remains; extensions are taken off both sides, and what lies outside the
//! range of an extended side is decided.

use crate::sort::Sort;
use crate::store::Terms;
use crate::term::{TermId, TermOp};
use crate::value::{mask, signed};

impl Terms {
    pub(crate) fn unsigned_less(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.width(a);
        if a == b || self.as_bits(b) == Some(0) || self.as_bits(a) == Some(mask(width)) {
            return self.bool(false);
        }
        if self.as_bits(a) == Some(0) {
            let zero = self.eq(a, b);
            return self.not(zero);
        }
        if self.as_bits(b) == Some(1) {
            let zero = self.bits(width, 0);
            return self.eq(a, zero);
        }
        if self.as_bits(b).is_some()
            && let Some(result) = self.over_arms(a, &mut |terms, arm| terms.bv_ult(arm, b))
        {
            return result;
        }
        if self.as_bits(a).is_some()
            && let Some(result) = self.over_arms(b, &mut |terms, arm| terms.bv_ult(a, arm))
        {
            return result;
        }
        if let Some((x, y)) = self.narrowed(TermOp::ZeroExtend, a, b) {
            return self.bv_ult(x, y);
        }
        // What is outside the range of the extended side is decided.
        if self.op(a) == TermOp::ZeroExtend
            && let Some(k) = self.as_bits(b)
            && k > mask(self.width(self.arg(a, 0)))
        {
            return self.bool(true);
        }
        if self.op(b) == TermOp::ZeroExtend
            && let Some(k) = self.as_bits(a)
            && k >= mask(self.width(self.arg(b, 0)))
        {
            return self.bool(false);
        }
        self.fold_or_intern(TermOp::BvULt, &[a, b], Sort::Bool)
    }

    pub(crate) fn signed_less(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.width(a);
        let least = 1u128 << (width - 1);
        if a == b || self.as_bits(b) == Some(least) || self.as_bits(a) == Some(least - 1) {
            return self.bool(false);
        }
        if self.as_bits(b).is_some()
            && let Some(result) = self.over_arms(a, &mut |terms, arm| terms.bv_slt(arm, b))
        {
            return result;
        }
        if self.as_bits(a).is_some()
            && let Some(result) = self.over_arms(b, &mut |terms, arm| terms.bv_slt(a, arm))
        {
            return result;
        }
        if let Some((x, y)) = self.narrowed(TermOp::SignExtend, a, b) {
            return self.bv_slt(x, y);
        }
        if let Some((x, y)) = self.narrowed(TermOp::ZeroExtend, a, b) {
            return self.bv_ult(x, y);
        }
        if let Some(result) = self.range_decides(a, b) {
            return self.bool(result);
        }
        self.fold_or_intern(TermOp::BvSLt, &[a, b], Sort::Bool)
    }

    /// Both sides without their extension, when both have the same or one is a constant that fits below it.
    fn narrowed(&mut self, extension: TermOp, a: TermId, b: TermId) -> Option<(TermId, TermId)> {
        let inner = |terms: &Terms, t: TermId| (terms.op(t) == extension).then(|| terms.arg(t, 0));
        let fits = |terms: &mut Terms, k: u128, width: u32, narrow: u32| {
            let again = if extension == TermOp::ZeroExtend { k & mask(narrow) } else { signed(k, narrow) as u128 };
            (again & mask(width) == k).then(|| terms.bits(narrow, k))
        };
        let width = self.width(a);
        match (inner(self, a), inner(self, b)) {
            (Some(x), Some(y)) if self.sort(x) == self.sort(y) => Some((x, y)),
            (Some(x), None) => {
                let k = self.as_bits(b)?;
                let narrow = self.width(x);
                fits(self, k, width, narrow).map(|y| (x, y))
            }
            (None, Some(y)) => {
                let k = self.as_bits(a)?;
                let narrow = self.width(y);
                fits(self, k, width, narrow).map(|x| (x, y))
            }
            _ => None,
        }
    }

    /// Decides `a <s b` of an extension and a constant outside its range.
    fn range_decides(&self, a: TermId, b: TermId) -> Option<bool> {
        let width = self.width(a);
        let range = |t: TermId| -> Option<(i128, i128)> {
            if let Some(k) = self.as_bits(t) {
                let k = signed(k, width);
                return Some((k, k));
            }
            let narrow = match self.op(t) {
                TermOp::ZeroExtend | TermOp::SignExtend => self.width(self.arg(t, 0)),
                _ => return None,
            };
            Some(match self.op(t) {
                TermOp::ZeroExtend => (0, mask(narrow) as i128),
                _ => (-(1i128 << (narrow - 1)), (1i128 << (narrow - 1)) - 1),
            })
        };
        let ((low_a, high_a), (low_b, high_b)) = (range(a)?, range(b)?);
        if high_a < low_b {
            return Some(true);
        }
        (low_a >= high_b).then_some(false)
    }
}
