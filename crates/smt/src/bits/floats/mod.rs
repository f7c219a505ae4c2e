//! Circuits of IEEE 754 floats.
//!
//! A float is the word of its encoding, and NaN is one word. Arithmetic takes the encoding apart ([`unpack`]), computes
//! exactly or with a sticky bit that stands for everything below, and puts the result together in one circuit ([`round`]).
//! So each operation has one place where it is about numbers, and none where it is about modes. The shape is that of Brain,
//! Schanda and Sun, *Building Better Bit-Blasting for Floating-Point Problems*, TACAS 2019, with their normalised
//! significands for products, quotients and roots, and encodings as they are for sums.
//!
//! Invariants: a word that goes in has the one NaN, and so has the word that comes out; circuits are of any [`Layout`], so
//! that small ones can be compared with the meaning on all operands. Why not keep floats unpacked between operations:
//! choices, equality and symbols of floats are then circuits of five parts, and the normalisation of a constant costs
//! nothing anyway.

mod add;
mod compare;
mod convert;
mod divide;
mod multiply;
mod round;
mod unpack;

#[cfg(test)]
mod tests;

use super::gates::{Gates, Lit};
use super::machine_words::{self, Word};
use cairn_term::{FloatFormat, Sort, TermId, TermOp, Terms};

/// How the bits of a float are used: fraction, exponent, sign, from the lowest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Layout {
    exponent: usize,
    /// Bits of the significand, the hidden one counted.
    significand: usize,
}

impl Layout {
    fn of(format: FloatFormat) -> Self {
        Self { exponent: format.exponent() as usize, significand: format.significand() as usize }
    }
    fn bits(self) -> usize {
        self.exponent + self.significand
    }
    /// Bits of the significand that are stored.
    fn fraction(self) -> usize {
        self.significand - 1
    }
    /// Bias of the exponent's field.
    fn bias(self) -> i64 {
        (1 << (self.exponent - 1)) - 1
    }
    /// The exponent's field of infinity and NaN.
    fn ones(self) -> i64 {
        (1 << self.exponent) - 1
    }
    fn infinity(self) -> u128 {
        (self.ones() as u128) << self.fraction()
    }
    fn nan(self) -> u128 {
        self.infinity() | 1 << (self.fraction() - 1)
    }
    /// Bits in which sums and differences of two exponents fit, with a sign.
    fn wide(self) -> usize {
        signed_width(2 * (self.ones() + self.significand as i64) + 4)
    }
}

/// Bits of a signed word for numbers up to a limit, and down to its negation.
fn signed_width(limit: i64) -> usize {
    (i64::BITS - limit.leading_zeros()) as usize + 1
}

/// The word of a signed number.
fn signed(value: i64, width: usize) -> Word {
    (0..width).map(|bit| Lit::of(value >> bit.min(63) & 1 == 1)).collect()
}

/// A word with more bits at the top.
fn extended(word: &[Lit], width: usize, with: Lit) -> Word {
    let mut word = word.to_vec();
    word.resize(width, with);
    word
}

/// A sign above what is below it.
fn with_sign(mut word: Word, sign: Lit) -> Word {
    word.push(sign);
    word
}

/// Whether an operation of floats has a circuit. The remainder has none: it is as many subtractions as exponents differ.
pub(super) fn has_circuit(op: TermOp) -> bool {
    !matches!(op, TermOp::FloatRem)
}

/// The encoding with one NaN.
pub(super) fn canonical(gates: &mut Gates, format: FloatFormat, word: &[Lit]) -> Word {
    let nan = gates.unpack(Layout::of(format), word).nan;
    let one = machine_words::number(format.nan(), word.len());
    gates.choose(nan, &one, word)
}

/// The word of an operation of floats on words; none where there is no circuit.
pub(super) fn operation(gates: &mut Gates, terms: &Terms, term: TermId, a: &[Lit], b: &[Lit]) -> Option<Word> {
    let layout = |sort: Sort| match sort {
        Sort::Float(format) => Some(Layout::of(format)),
        _ => None,
    };
    let (from, to) = (terms.sort(terms.arg(term, 0)), terms.sort(term));
    let width = to.width() as usize;
    Some(match terms.op(term) {
        TermOp::FloatOfSigned(mode) => {
            let sign = *a.last()?;
            let magnitude = gates.negated_if(sign, a);
            gates.float_of_integer(layout(to)?, mode, sign, &magnitude)
        }
        TermOp::FloatOfUnsigned(mode) => gates.float_of_integer(layout(to)?, mode, Lit::FALSE, a),
        TermOp::FloatOfFloat(mode) => gates.float_of_float(layout(from)?, layout(to)?, mode, a),
        TermOp::SignedOfFloat(mode) => gates.integer_or_any(layout(from)?, mode, a, width, true),
        TermOp::UnsignedOfFloat(mode) => gates.integer_or_any(layout(from)?, mode, a, width, false),
        TermOp::FloatAdd(mode) => gates.float_sum(layout(from)?, mode, a, b),
        TermOp::FloatSub(mode) => {
            let mut b = b.to_vec();
            let sign = b.last_mut()?;
            *sign = !*sign;
            gates.float_sum(layout(from)?, mode, a, &b)
        }
        TermOp::FloatMul(mode) => gates.float_product(layout(from)?, mode, a, b),
        TermOp::FloatDiv(mode) => gates.float_quotient(layout(from)?, mode, a, b),
        TermOp::FloatSqrt(mode) => gates.float_root(layout(from)?, mode, a),
        TermOp::FloatRound(mode) => gates.float_to_integral(layout(from)?, mode, a),
        op => gates.float_bits(layout(from)?, op, a, b)?,
    })
}
