//! The parts of an encoding: sign, exponent, significand, and what kind of value it is.
//!
//! The exponent stays biased, so that no constant is added before it is needed. Two forms: as it is stored, with the hidden
//! bit made explicit and a subnormal's exponent of one (sums need no more); and normalised, where the top bit of the
//! significand is set for every number but zero, and the exponent is as small as that takes (Brain, Schanda and Sun,
//! TACAS 2019).
//!
//! Invariant: where the value is a number, it is significand · 2^(exponent − bias − fraction bits) in both forms.

use super::{Layout, extended};
use crate::bits::gates::{Gates, Lit};
use crate::bits::machine_words::Word;

pub(super) struct Parts {
    pub nan: Lit,
    pub infinite: Lit,
    pub zero: Lit,
    pub sign: Lit,
    /// Biased; at least one.
    pub exponent: Word,
    /// The hidden bit at the top.
    pub significand: Word,
}

impl Gates {
    /// The parts as they are stored.
    pub(super) fn unpack(&mut self, layout: Layout, word: &[Lit]) -> Parts {
        let fraction = layout.fraction();
        let top = layout.bits() - 1;
        let field = &word[fraction..top];
        let (ones, some) = (self.all(field.to_vec()), self.any(field.to_vec()));
        let rest = self.any(word[..fraction].to_vec());
        let mut exponent = field.to_vec();
        exponent[0] = self.or(exponent[0], !some);
        let mut significand = word[..fraction].to_vec();
        significand.push(some);
        Parts {
            nan: self.and(ones, rest),
            infinite: self.and(ones, !rest),
            zero: self.and(!some, !rest),
            sign: word[top],
            exponent,
            significand,
        }
    }

    /// The parts with a normalised significand, and a signed exponent of [`Layout::wide`] bits.
    pub(super) fn unpack_normalised(&mut self, layout: Layout, word: &[Lit]) -> Parts {
        let parts = self.unpack(layout, word);
        let (significand, count) = self.normalised(&parts.significand);
        let wide = layout.wide();
        let (field, count) = (extended(&parts.exponent, wide, Lit::FALSE), extended(&count, wide, Lit::FALSE));
        let exponent = self.difference(&field, &count).0;
        Parts { exponent, significand, ..parts }
    }

    /// A word moved up until its top bit is set, and by how much. Zero stays zero, and its count means nothing.
    pub(super) fn normalised(&mut self, word: &[Lit]) -> (Word, Word) {
        let width = word.len();
        let stages = (usize::BITS - (width - 1).leading_zeros()) as usize;
        let (mut word, mut count) = (word.to_vec(), vec![Lit::FALSE; stages]);
        for stage in (0..stages).rev() {
            let amount = 1 << stage;
            let empty = !self.any(word[width - amount..].to_vec());
            word = self.moved_up_if(empty, &word, amount);
            count[stage] = empty;
        }
        (word, count)
    }

    /// A word moved up by a constant where a condition holds.
    pub(super) fn moved_up_if(&mut self, condition: Lit, word: &[Lit], amount: usize) -> Word {
        let zeros = std::iter::repeat_n(Lit::FALSE, amount);
        let moved: Word = zeros.chain(word.iter().copied()).take(word.len()).collect();
        self.choose(condition, &moved, word)
    }
}
