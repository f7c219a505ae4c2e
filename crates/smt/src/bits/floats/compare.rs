//! The comparisons of encodings: comparisons, kinds, signs.
//!
//! Two floats compare as their magnitudes do, turned around below zero. NaN compares with nothing, and the zeros are equal.
//! Invariant: equality of terms is not here. It is that of words, since NaN is one word and the zeros are two.

use super::Layout;
use crate::bits::gates::{Gates, Lit};
use crate::bits::machine_words::Word;
use cairn_term::TermOp;

impl Gates {
    /// A comparison, a kind, or a change of the sign; none for another operation.
    pub(super) fn float_bits(&mut self, layout: Layout, op: TermOp, a: &[Lit], b: &[Lit]) -> Option<Word> {
        let top = layout.bits() - 1;
        let parts = self.unpack(layout, a);
        let with_top = |lit: Lit| {
            let mut word = a.to_vec();
            word[top] = lit;
            word
        };
        let lit = match op {
            TermOp::FloatNeg => return Some(with_top(self.mux(parts.nan, a[top], !a[top]))),
            TermOp::FloatAbs => return Some(with_top(self.and(parts.nan, a[top]))),
            TermOp::FloatIsNan => parts.nan,
            TermOp::FloatIsInf => parts.infinite,
            TermOp::FloatIsZero => parts.zero,
            TermOp::FloatIsNormal => {
                let hidden = parts.significand[top - layout.exponent];
                let outside = self.or(parts.nan, parts.infinite);
                self.and(hidden, !outside)
            }
            TermOp::FloatEq | TermOp::FloatLt | TermOp::FloatLe => {
                let other = self.unpack(layout, b);
                let ordered = self.and(!parts.nan, !other.nan);
                let zeros = self.and(parts.zero, other.zero);
                let same = self.equal(a, b);
                let equal = self.or(same, zeros);
                let (up, down) = (self.less(&a[..top], &b[..top]), self.less(&b[..top], &a[..top]));
                let by_magnitude = self.mux(a[top], down, up);
                let other_signs = self.xor(a[top], b[top]);
                let less = self.mux(other_signs, a[top], by_magnitude);
                let less = self.and(less, !zeros);
                let holds = match op {
                    TermOp::FloatEq => equal,
                    TermOp::FloatLt => less,
                    _ => self.or(less, equal),
                };
                self.and(ordered, holds)
            }
            _ => return None,
        };
        Some(vec![lit])
    }
}
