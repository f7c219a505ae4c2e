//! Conversions: between formats, between floats and integers, and to an integral float.
//!
//! An integer is a significand to be normalised and rounded. A float becomes one by moving its significand to where the point is at a
//! known bit; the bits below the point round as everywhere. An integral float is the one after the other.
//!
//! Invariant: a conversion to an integer whose value does not fit is anything, as SMT-LIB has it (`fp.to_sbv` is unspecified
//! there): fresh inputs, so that no proof rests on one value. Reference: Brain, Schanda and Sun, TACAS 2019.

use super::round::Exact;
use super::{Layout, extended, signed, signed_width, with_sign};
use crate::bits::gates::{Gates, Lit};
use crate::bits::machine_words::{Word, number};
use cairn_term::Rounding;

impl Gates {
    /// The float of an integer's sign and magnitude.
    pub(super) fn float_of_integer(&mut self, layout: Layout, mode: Rounding, sign: Lit, magnitude: &[Lit]) -> Word {
        let some = self.any(magnitude.to_vec());
        let (significand, count) = self.normalised(magnitude);
        let most = layout.bias() + magnitude.len() as i64 - 1;
        let width = signed_width(most.max(layout.ones()) + magnitude.len() as i64);
        let exponent = self.difference(&signed(most, width), &extended(&count, width, Lit::FALSE)).0;
        let above = most >= layout.ones();
        let exact = Exact { sign, exponent, significand, sticky: Lit::FALSE, below: false, above };
        let finite = self.rounded(layout, mode, exact);
        let zero = with_sign(number(0, layout.bits() - 1), sign);
        self.choose(some, &finite, &zero)
    }

    /// The float of another format's float.
    pub(super) fn float_of_float(&mut self, from: Layout, to: Layout, mode: Rounding, a: &[Lit]) -> Word {
        let parts = self.unpack_normalised(from, a);
        let width = from.wide().max(to.wide()) + 1;
        let sign_of = |word: &[Lit]| word.last().copied().unwrap_or(Lit::FALSE);
        let wide = extended(&parts.exponent, width, sign_of(&parts.exponent));
        let shift = to.bias() - from.bias();
        let exponent = self.sum(&wide, &signed(shift, width), Lit::FALSE).0;
        let exact = Exact {
            sign: parts.sign,
            exponent,
            significand: parts.significand,
            sticky: Lit::FALSE,
            below: 1 - from.fraction() as i64 + shift < 1,
            above: from.ones() - 1 + shift >= to.ones(),
        };
        let finite = self.rounded(to, mode, exact);
        self.special(to, parts.sign, (parts.zero, parts.infinite, parts.nan), &finite)
    }

    /// The integer that a float rounds to; anything where it does not fit.
    pub(super) fn integer_or_any(
        &mut self,
        layout: Layout,
        mode: Rounding,
        a: &[Lit],
        width: usize,
        is_signed: bool,
    ) -> Word {
        let (integer, fits) = self.integer_of_float(layout, mode, a, width, is_signed);
        let any: Word = (0..width).map(|_| self.input()).collect();
        self.choose(fits, &integer, &any)
    }

    /// The integer that a float rounds to, and whether it fits.
    pub(super) fn integer_of_float(
        &mut self,
        layout: Layout,
        mode: Rounding,
        a: &[Lit],
        width: usize,
        is_signed: bool,
    ) -> (Word, Lit) {
        let parts = self.unpack(layout, a);
        // The top bit of the significand at the integer's, to be moved down to its place.
        let long = (width + 1).max(layout.significand);
        let zeros = std::iter::repeat_n(Lit::FALSE, long - layout.significand);
        let word: Word = zeros.chain(parts.significand.iter().copied()).collect();
        let most = layout.bias() + width as i64 - 1;
        let bits = signed_width(most.max(layout.ones()));
        let amount = self.difference(&signed(most, bits), &extended(&parts.exponent, bits, Lit::FALSE)).0;
        let (word, lost) = self.moved_down(&word, &amount[..bits - 1]);
        let point = long - width;
        let below = self.any(word[..point - 1].to_vec());
        let sticky = self.or(below, lost);
        let up = self.rounds_up(mode, parts.sign, word[point], word[point - 1], sticky);
        let (magnitude, carry) = self.sum(&word[point..], &number(0, width), up);
        let (out, integer) = if is_signed {
            let top = magnitude[width - 1];
            let rest = self.any(magnitude[..width - 1].to_vec());
            let lowest = self.and(parts.sign, !rest);
            (self.and(top, !lowest), self.negated_if(parts.sign, &magnitude))
        } else {
            let some = self.any(magnitude.clone());
            (self.and(parts.sign, some), magnitude)
        };
        let wrong = self.any(vec![parts.nan, parts.infinite, amount[bits - 1], carry, out]);
        (integer, !wrong)
    }

    /// The integral float that a float rounds to.
    pub(super) fn float_to_integral(&mut self, layout: Layout, mode: Rounding, a: &[Lit]) -> Word {
        let parts = self.unpack(layout, a);
        let most = layout.bias() + layout.fraction() as i64;
        let bits = signed_width(most.max(layout.ones()));
        let amount = self.difference(&signed(most, bits), &extended(&parts.exponent, bits, Lit::FALSE)).0;
        let some = self.any(amount.clone());
        // Nothing is behind the point; so of infinity, unless the format is tiny.
        let integral = self.or(amount[bits - 1], !some);
        let guarded: Word = std::iter::once(Lit::FALSE).chain(parts.significand.iter().copied()).collect();
        let (word, sticky) = self.moved_down(&guarded, &amount[..bits - 1]);
        let up = self.rounds_up(mode, parts.sign, word[1], word[0], sticky);
        let integer = self.sum(&word[1..], &number(0, layout.significand), up).0;
        let rounded = self.float_of_integer(layout, Rounding::Zero, parts.sign, &integer);
        let unchanged = self.any(vec![integral, parts.infinite, parts.nan]);
        self.choose(unchanged, a, &rounded)
    }
}
