//! Quotients and square roots of floats, digit by digit.
//!
//! Both are the school's restoring method on normalised significands: a digit is one where what is left allows it, and what
//! is left at the end is the sticky bit. The defining equation with fresh digits (`a = q·b + r`) would be a multiplier of the
//! same size, since each row of either is a sum and a choice, and would leave digits that are no function of the operands.
//!
//! Invariant: quotient or root are exact to the guard bit, and the sticky bit says whether something is left. Reference:
//! Brain, Schanda and Sun, TACAS 2019; Ercegovac and Lang, *Digital Arithmetic*, 2004, chapters 5 and 6.

use super::round::Exact;
use super::{Layout, extended, signed};
use crate::bits::gates::{Gates, Lit};
use crate::bits::machine_words::Word;
use cairn_term::Rounding;

impl Gates {
    /// `a / b`.
    pub(super) fn float_quotient(&mut self, layout: Layout, mode: Rounding, a: &[Lit], b: &[Lit]) -> Word {
        let (a, b) = (self.unpack_normalised(layout, a), self.unpack_normalised(layout, b));
        let sign = self.xor(a.sign, b.sign);
        // One digit before the point, which may be zero, then significand and guard.
        let (quotient, sticky) = self.digits_of_quotient(&a.significand, &b.significand, layout.significand + 2);
        let whole = quotient[quotient.len() - 1];
        let significand = self.moved_up_if(!whole, &quotient, 1);
        let wide = layout.wide();
        let distance = self.difference(&a.exponent, &b.exponent).0;
        // One less where the first digit is zero.
        let exponent = self.sum(&distance, &signed(layout.bias() - 1, wide), whole).0;
        let exact = Exact { sign, exponent, significand, sticky, below: true, above: true };
        let finite = self.rounded(layout, mode, exact);

        let (zeros, infinities) = (self.and(a.zero, b.zero), self.and(a.infinite, b.infinite));
        let undefined = self.or(zeros, infinities);
        let operand = self.or(a.nan, b.nan);
        let nan = self.or(operand, undefined);
        let (zero, infinite) = (self.or(a.zero, b.infinite), self.or(a.infinite, b.zero));
        self.special(layout, sign, (zero, infinite, nan), &finite)
    }

    /// Digits of a quotient of normalised words, and whether something is left.
    fn digits_of_quotient(&mut self, a: &[Lit], b: &[Lit], digits: usize) -> (Word, Lit) {
        let width = a.len() + 1;
        let (mut rest, divisor) = (extended(a, width, Lit::FALSE), extended(b, width, Lit::FALSE));
        let mut quotient = Word::new();
        for digit in 0..digits {
            if digit > 0 {
                // What is left is less than the divisor, so its top bit is clear.
                rest.insert(0, Lit::FALSE);
                rest.truncate(width);
            }
            let (less, fits) = self.difference(&rest, &divisor);
            rest = self.choose(fits, &less, &rest);
            quotient.push(fits);
        }
        quotient.reverse();
        let left = self.any(rest);
        (quotient, left)
    }

    pub(super) fn float_root(&mut self, layout: Layout, mode: Rounding, a: &[Lit]) -> Word {
        let parts = self.unpack_normalised(layout, a);
        let wide = layout.wide();
        let unbiased = self.sum(&parts.exponent, &signed(-layout.bias(), wide), Lit::FALSE).0;
        let odd = unbiased[0];
        // The radicand in [1, 4): an odd exponent lends a factor of two.
        let plain = with_bit(&parts.significand, Lit::FALSE);
        let radicand = self.moved_up_if(odd, &plain, 1);
        let (root, sticky) = self.digits_of_root(&radicand, layout.significand + 1);
        let half = extended(&unbiased[1..], wide, unbiased[wide - 1]);
        let exponent = self.sum(&half, &signed(layout.bias(), wide), Lit::FALSE).0;
        // Only in tiny formats is a root subnormal.
        let below = (1 - layout.fraction() as i64 - layout.bias()) >> 1 < 1 - layout.bias();
        let exact = Exact { sign: Lit::FALSE, exponent, significand: root, sticky, below, above: false };
        let finite = self.rounded(layout, mode, exact);
        let negative = self.and(parts.sign, !parts.zero);
        let nan = self.or(parts.nan, negative);
        // Of minus zero, minus zero.
        self.special(layout, parts.sign, (parts.zero, parts.infinite, nan), &finite)
    }

    /// Digits of the root of a number with two bits before the point, of which one is set; and whether something is left.
    fn digits_of_root(&mut self, radicand: &[Lit], digits: usize) -> (Word, Lit) {
        let mut pairs = radicand.iter().rev().copied().chain(std::iter::repeat(Lit::FALSE));
        let mut next = || pairs.next().unwrap_or(Lit::FALSE);
        // Lowest bit first, as all words.
        let (mut root, mut rest) = (Word::new(), Word::new());
        for digit in 0..digits {
            let (high, low) = (next(), next());
            rest.splice(0..0, [low, high]);
            let width = digit + 3;
            let mut trial = vec![Lit::TRUE, Lit::FALSE];
            trial.extend(&root);
            let (trial, long) = (extended(&trial, width, Lit::FALSE), extended(&rest, width, Lit::FALSE));
            let (less, fits) = self.difference(&long, &trial);
            rest = self.choose(fits, &less, &long);
            // It is at most twice the root.
            rest.truncate(digit + 2);
            root.insert(0, fits);
        }
        let left = self.any(rest);
        (root, left)
    }
}

fn with_bit(word: &[Lit], bit: Lit) -> Word {
    extended(word, word.len() + 1, bit)
}
