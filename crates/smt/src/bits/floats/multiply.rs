//! Products of floats: the product of two normalised significands has its top bit in one of two places.
//!
//! Invariant: the product before rounding is exact. Reference: Brain, Schanda and Sun, TACAS 2019. Why normalise operands and
//! not the product: a constant operand is normalised for nothing, and the shift is half as wide.

use super::round::Exact;
use super::{Layout, extended, signed, with_sign};
use crate::bits::gates::{Gates, Lit};
use crate::bits::machine_words::{Word, number};
use cairn_term::Rounding;

impl Gates {
    /// `a · b`.
    pub(super) fn float_product(&mut self, layout: Layout, mode: Rounding, a: &[Lit], b: &[Lit]) -> Word {
        let (a, b) = (self.unpack_normalised(layout, a), self.unpack_normalised(layout, b));
        let sign = self.xor(a.sign, b.sign);
        let double = 2 * layout.significand;
        let (x, y) = (extended(&a.significand, double, Lit::FALSE), extended(&b.significand, double, Lit::FALSE));
        let product = self.product(&x, &y);
        let two = product[double - 1];
        let significand = self.moved_up_if(!two, &product, 1);
        let (sum, _) = self.sum(&a.exponent, &b.exponent, two);
        let exponent = self.sum(&sum, &signed(-layout.bias(), layout.wide()), Lit::FALSE).0;
        let exact = Exact { sign, exponent, significand, sticky: Lit::FALSE, below: true, above: true };
        let finite = self.rounded(layout, mode, exact);

        let (zero, infinite) = (self.or(a.zero, b.zero), self.or(a.infinite, b.infinite));
        let undefined = self.and(zero, infinite);
        let operand = self.or(a.nan, b.nan);
        let nan = self.or(operand, undefined);
        self.special(layout, sign, (zero, infinite, nan), &finite)
    }

    /// Zero, infinity or NaN where it is one, with the sign that it has.
    pub(super) fn special(
        &mut self,
        layout: Layout,
        sign: Lit,
        (zero, infinite, nan): (Lit, Lit, Lit),
        finite: &[Lit],
    ) -> Word {
        let top = layout.bits() - 1;
        let result = self.choose(zero, &with_sign(number(0, top), sign), finite);
        let result = self.choose(infinite, &with_sign(number(layout.infinity(), top), sign), &result);
        self.choose(nan, &number(layout.nan(), top + 1), &result)
    }
}
