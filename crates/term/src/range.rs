//! The range of an integer term, as far as it shows at once: remainders, choices between constants, and sums of
//! these. Enough to decide most comparisons that the integer encoding of C's wrap-around makes. Looks a bounded number
//! of steps down.

use crate::linear::Linear;
use crate::store::Terms;
use crate::term::{TermId, TermOp};

/// Choices inside choices that are looked into.
const DEPTH: u32 = 4;

/// Least and greatest value, where known.
pub(crate) type Range = (Option<i128>, Option<i128>);

impl Terms {
    /// The range of a sum over `Int`.
    pub(crate) fn range_of_sum(&self, sum: &Linear) -> Range {
        self.sum_range(sum, DEPTH)
    }

    fn sum_range(&self, sum: &Linear, depth: u32) -> Range {
        let (mut low, mut high) = (sum.constant.whole(), sum.constant.whole());
        for (atom, factor) in &sum.parts {
            if low.is_none() && high.is_none() {
                break;
            }
            let (a, b) = self.atom_range(*atom, depth);
            let scale = |bound: Option<i128>| bound.and_then(|bound| bound.checked_mul(factor.whole()?));
            let (a, b) = (scale(a), scale(b));
            let (a, b) = if factor.is_negative() { (b, a) } else { (a, b) };
            let add = |x: Option<i128>, y: Option<i128>| x.zip(y).and_then(|(x, y)| x.checked_add(y));
            (low, high) = (add(low, a), add(high, b));
        }
        (low, high)
    }

    fn atom_range(&self, term: TermId, depth: u32) -> Range {
        let node = self.get(term);
        match (node.op, &*node.args) {
            (TermOp::Int(value), _) => (Some(value), Some(value)),
            (TermOp::IntMod, [_, by]) => match self.as_int(*by).and_then(i128::checked_abs) {
                Some(by) if by > 0 => (Some(0), Some(by - 1)),
                _ => (None, None),
            },
            (TermOp::Ite, [_, a, b]) if depth > 0 => {
                let (a, b) = (self.sum_range(&self.linear(*a), depth - 1), self.sum_range(&self.linear(*b), depth - 1));
                (a.0.zip(b.0).map(|(x, y)| x.min(y)), a.1.zip(b.1).map(|(x, y)| x.max(y)))
            }
            _ => (None, None),
        }
    }
}
