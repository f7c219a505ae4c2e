//! From an exact number to an encoding: the one circuit in which rounding, overflow and subnormal results are.
//!
//! The significand comes with more bits than are kept. All but one of them, the guard, are one sticky bit. What is below the
//! normal range is moved down first. Then fraction and exponent are one word, to which the rounding adds one or nothing: a
//! carry out of the fraction goes up into the exponent, makes a normal number of the largest subnormal, and infinity of
//! what is too large (Brain, Schanda and Sun, TACAS 2019, and every processor).
//!
//! Invariant: the result is that of rounding the exact number once. So nothing in front of this circuit drops a bit without
//! putting it into the sticky bit.

use super::{Layout, extended, signed, with_sign};
use crate::bits::gates::{Gates, Lit};
use crate::bits::machine_words::{Word, number};
use cairn_term::Rounding;

/// A number that is not zero, before rounding.
pub(super) struct Exact {
    pub sign: Lit,
    /// Of the significand's top bit: biased, signed.
    pub exponent: Word,
    /// Its top bit is set.
    pub significand: Word,
    pub sticky: Lit,
    /// Whether the exponent can be below the normal range, and above it.
    pub below: bool,
    pub above: bool,
}

impl Gates {
    /// The encoding that a number rounds to.
    pub(super) fn rounded(&mut self, layout: Layout, mode: Rounding, exact: Exact) -> Word {
        let width = exact.exponent.len().max(layout.exponent + 1);
        let sign_of = |word: &[Lit]| word.last().copied().unwrap_or(Lit::FALSE);
        let exponent = extended(&exact.exponent, width, sign_of(&exact.exponent));
        let (mut significand, low) = self.narrowed(&exact.significand, layout.significand + 1);
        let mut sticky = self.or(exact.sticky, low);
        let negative = sign_of(&exponent);
        let mut field = exponent[..layout.exponent].to_vec();
        if exact.below {
            let some = self.any(exponent.clone());
            let subnormal = self.or(negative, !some);
            let amount = self.difference(&signed(1, width), &exponent).0;
            let amount = self.masked(subnormal, &amount);
            let (moved, lost) = self.moved_down(&significand, &amount);
            significand = moved;
            sticky = self.or(sticky, lost);
            field = self.masked(!subnormal, &field);
        }
        let mut over = Lit::FALSE;
        if exact.above {
            let outside = self.any(exponent[layout.exponent..].to_vec());
            let ones = self.all(exponent[..layout.exponent].to_vec());
            let large = self.or(outside, ones);
            over = self.and(large, !negative);
        }
        self.packed(layout, mode, exact.sign, &field, &significand, sticky, over)
    }

    /// The encoding of a field of the exponent and a significand with a guard bit below; `over` where it is too large already.
    #[expect(clippy::too_many_arguments, reason = "the parts of one number")]
    pub(super) fn packed(
        &mut self,
        layout: Layout,
        mode: Rounding,
        sign: Lit,
        field: &[Lit],
        significand: &[Lit],
        sticky: Lit,
        over: Lit,
    ) -> Word {
        let fraction = layout.fraction();
        // The hidden bit is in the exponent's field already.
        let body: Word = significand[1..=fraction].iter().chain(field).copied().collect();
        let up = self.rounds_up(mode, sign, significand[1], significand[0], sticky);
        let zero = number(0, body.len());
        let (body, _) = self.sum(&body, &zero, up);
        let ones = self.all(body[fraction..].to_vec());
        let over = self.or(over, ones);
        let to_infinity = match mode {
            Rounding::NearestEven | Rounding::NearestAway => Lit::TRUE,
            Rounding::Up => !sign,
            Rounding::Down => sign,
            Rounding::Zero => Lit::FALSE,
        };
        let infinity = number(layout.infinity(), body.len());
        let largest = number(layout.infinity() - 1, body.len());
        let outside = self.choose(to_infinity, &infinity, &largest);
        with_sign(self.choose(over, &outside, &body), sign)
    }

    /// Whether rounding moves away from zero, by the last bit that is kept, the guard below it and the rest.
    pub(super) fn rounds_up(&mut self, mode: Rounding, sign: Lit, last: Lit, guard: Lit, sticky: Lit) -> Lit {
        let inexact = self.or(guard, sticky);
        match mode {
            Rounding::NearestEven => {
                let not_even = self.or(sticky, last);
                self.and(guard, not_even)
            }
            Rounding::NearestAway => guard,
            Rounding::Up => self.and(inexact, !sign),
            Rounding::Down => self.and(inexact, sign),
            Rounding::Zero => Lit::FALSE,
        }
    }

    /// The top bits, and whether something is below; zeros below where there are not as many.
    fn narrowed(&mut self, word: &[Lit], bits: usize) -> (Word, Lit) {
        if let Some(low) = word.len().checked_sub(bits) {
            return (word[low..].to_vec(), self.any(word[..low].to_vec()));
        }
        let zeros = std::iter::repeat_n(Lit::FALSE, bits - word.len());
        (zeros.chain(word.iter().copied()).collect(), Lit::FALSE)
    }

    /// Zero where the condition does not hold.
    pub(super) fn masked(&mut self, condition: Lit, word: &[Lit]) -> Word {
        word.iter().map(|lit| self.and(condition, *lit)).collect()
    }

    /// A word moved down by an unsigned number, and whether a bit was lost.
    pub(super) fn moved_down(&mut self, word: &[Lit], by: &[Lit]) -> (Word, Lit) {
        let width = word.len();
        let mut word = word.to_vec();
        let (mut lost, mut far) = (Vec::new(), Vec::new());
        for (bit, choice) in by.iter().enumerate() {
            let amount = 1usize.checked_shl(bit as u32).filter(|amount| *amount < width);
            let Some(amount) = amount else {
                far.push(*choice);
                continue;
            };
            let some = self.any(word[..amount].to_vec());
            lost.push(self.and(*choice, some));
            word = self.moved_down_if(*choice, &word, amount);
        }
        let far = self.any(far);
        let some = self.any(word.clone());
        lost.push(self.and(far, some));
        (self.masked(!far, &word), self.any(lost))
    }

    fn moved_down_if(&mut self, condition: Lit, word: &[Lit], amount: usize) -> Word {
        let moved = extended(&word[amount..], word.len(), Lit::FALSE);
        self.choose(condition, &moved, word)
    }
}
