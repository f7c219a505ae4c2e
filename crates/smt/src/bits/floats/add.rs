//! Sums of floats.
//!
//! The operand of the larger magnitude stays, the other one is moved down to its exponent and added or taken away, so the result
//! has a known sign. Three bits below the significand are enough, the lowest of them sticky: where more than one bit is
//! lost, the result loses at most one at the top. What was cancelled is moved up again, but not below the smallest exponent:
//! so a subnormal result comes out as such, and is exact.
//!
//! Invariant: the sum before rounding is exact but for the sticky bit. Why not normalised operands: the result has to be
//! normalised anyway, and a subnormal operand aligns as it is.

use super::unpack::Parts;
use super::{Layout, extended, with_sign};
use crate::bits::gates::{Gates, Lit};
use crate::bits::machine_words::{Word, number};
use cairn_term::Rounding;

const EXTRA: usize = 3;

impl Gates {
    /// `a + b`.
    pub(super) fn float_sum(&mut self, layout: Layout, mode: Rounding, a: &[Lit], b: &[Lit]) -> Word {
        let top = layout.bits() - 1;
        let swap = self.less(&a[..top], &b[..top]);
        let (large, small) = (self.choose(swap, b, a), self.choose(swap, a, b));
        let (large, small) = (self.unpack(layout, &large), self.unpack(layout, &small));
        let minus = self.xor(large.sign, small.sign);

        let sum = self.aligned_sum(&large, &small, minus);
        let (sum, field) = self.without_cancelled(&sum, &large.exponent);
        let over = self.all(field.clone());
        let some = self.any(sum.clone());
        let guard = sum.len() - layout.significand - 1;
        let sticky = self.any(sum[..guard].to_vec());
        let finite = self.packed(layout, mode, large.sign, &field, &sum[guard..], sticky, over);

        // Zero from operands of different signs has the sign of the mode.
        let cancelled = self.and(minus, !some);
        let zero_sign = Lit::of(mode == Rounding::Down);
        let zero = with_sign(number(0, top), zero_sign);
        let result = self.choose(cancelled, &zero, &finite);
        // NaN is the largest magnitude of all, infinity the next.
        let infinity = with_sign(number(layout.infinity(), top), large.sign);
        let result = self.choose(large.infinite, &infinity, &result);
        let infinities = self.and(large.infinite, small.infinite);
        let opposite = self.and(infinities, minus);
        let nan = self.or(large.nan, opposite);
        self.choose(nan, &number(layout.nan(), top + 1), &result)
    }

    /// The significands' sum or difference, with extra bits below and one above.
    fn aligned_sum(&mut self, large: &Parts, small: &Parts, minus: Lit) -> Word {
        let lengthened =
            |word: &[Lit]| -> Word { std::iter::repeat_n(Lit::FALSE, EXTRA).chain(word.iter().copied()).collect() };
        let distance = self.difference(&large.exponent, &small.exponent).0;
        let (mut moved, lost) = self.moved_down(&lengthened(&small.significand), &distance);
        moved[0] = self.or(moved[0], lost);
        let width = moved.len() + 1;
        let large = extended(&lengthened(&large.significand), width, Lit::FALSE);
        let moved: Word = extended(&moved, width, Lit::FALSE).iter().map(|lit| self.xor(*lit, minus)).collect();
        self.sum(&large, &moved, minus).0
    }

    /// A sum moved up as far as the exponent allows, and the exponent's field. `exponent` is that of the bit below the top.
    fn without_cancelled(&mut self, sum: &[Lit], exponent: &[Lit]) -> (Word, Word) {
        let width = sum.len();
        let stages = (usize::BITS - (width - 1).leading_zeros()) as usize;
        // How far the exponent of the top bit is above one, which is what it can lose.
        let (mut sum, mut left) = (sum.to_vec(), exponent.to_vec());
        for stage in (0..stages.min(left.len())).rev() {
            let amount = 1 << stage;
            let empty = !self.any(sum[width - amount..].to_vec());
            let allowed = self.any(left[stage..].to_vec());
            let move_up = self.and(empty, allowed);
            sum = self.moved_up_if(move_up, &sum, amount);
            let one = extended(&[move_up], left.len() - stage, Lit::FALSE);
            let less = self.difference(&left[stage..], &one).0;
            left.truncate(stage);
            left.extend(less);
        }
        let zero = number(0, left.len());
        let field = self.sum(&left, &zero, Lit::TRUE).0;
        let normal = sum[width - 1];
        (sum, self.masked(normal, &field))
    }
}
