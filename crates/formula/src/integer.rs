//! C's integers as mathematical integers in the range of their type.
//!
//! Linear operations are exact: what leaves the range comes back by a case distinction or a `mod`, unless the bounds of
//! the operands show that it stays. Bit operations with constants are sums of `div`s and `mod`s; what remains is left
//! open: a symbol for each operation on each operands, with bounds. With [`Encoding::NeverWrapping`] an execution ends where
//! arithmetic would leave the range.

use crate::cell::Shape;
use crate::encoding::Encoding;
use crate::step_context::{Res, Work};
use crate::symbol_table::OpaqueOp;
use cairn_ir::interval::Interval;
use cairn_ir::types::Scalar;
use cairn_ir::{BinaryOp, UnaryOp};
use cairn_term::TermId;

/// A mask with more runs of bits than this leaves the operation open.
const RUNS: usize = 3;
/// An unknown shift amount with at most so many values is a case distinction.
const SHIFTS: i128 = 64;

impl Work<'_, '_> {
    /// Bounds of a value of a type.
    fn bounds(&mut self, x: TermId, of: Scalar) -> Interval {
        let range = Shape::whole(of).range();
        let found = self.e.interval_known(x, &self.known).and_then(|found| found.meet(range));
        found.unwrap_or(range)
    }
    /// Bounds of a sum that is no value of a type yet.
    fn bounds_of_result(&mut self, x: TermId) -> Option<Interval> {
        self.e.interval_known(x, &self.known)
    }
    fn int(&mut self, value: i128) -> TermId {
        self.e.terms.int(value)
    }

    /// A number brought into the range of a type, modulo 2^width; `rough` bounds it when its term shows none.
    pub(crate) fn wrap(&mut self, x: TermId, rough: Option<Interval>, shape: Shape) -> TermId {
        let to = shape.range();
        let known = match (self.bounds_of_result(x), rough) {
            (Some(a), Some(b)) => a.meet(b).or(Some(a)),
            (a, b) => a.or(b),
        };
        let size = 1i128 << shape.bits;
        if let Some(known) = known {
            if known.is_in(to) {
                return x;
            }
            if known.low >= to.low - size && known.high <= to.high + size {
                let mut result = x;
                if known.low < to.low {
                    let (low, size) = (self.int(to.low), self.int(size));
                    let below = self.e.terms.lt(x, low);
                    let raised = self.e.terms.add(x, size);
                    result = self.e.terms.ite(below, raised, result);
                }
                if known.high > to.high {
                    let (high, size) = (self.int(to.high), self.int(size));
                    let above = self.e.terms.lt(high, x);
                    let lowered = self.e.terms.sub(x, size);
                    result = self.e.terms.ite(above, lowered, result);
                }
                return result;
            }
        }
        let (low, size) = (self.int(to.low), self.int(size));
        let from_low = self.e.terms.sub(x, low);
        let modulo = self.e.terms.int_mod(from_low, size);
        self.e.terms.add(modulo, low)
    }

    /// The result of arithmetic as a value of its type. Where integers never wrap, the execution ends when it is none.
    fn result(&mut self, x: TermId, rough: Interval, shape: Shape) -> TermId {
        let range = shape.range();
        let wraps = self.e.encoding != Encoding::NeverWrapping || !matches!(shape.of, Scalar::Int { .. });
        if wraps || rough.is_in(range) || self.bounds_of_result(x).is_some_and(|known| known.is_in(range)) {
            return self.wrap(x, Some(rough), shape);
        }
        let fits = self.e.between(x, range);
        self.require(fits);
        x
    }

    /// A value of one integer type as one of another.
    pub(crate) fn number_cast(&mut self, x: TermId, from: Scalar, to: Shape) -> TermId {
        let bounds = self.bounds(x, from);
        self.wrap(x, Some(bounds), to)
    }

    pub(crate) fn number_unary(&mut self, op: UnaryOp, x: TermId, from: Scalar, to: Scalar) -> Res<TermId> {
        let shape = Shape::whole(to);
        let bounds = self.bounds(x, from);
        Ok(match op {
            UnaryOp::Neg => {
                let minus = self.e.terms.neg(x);
                self.result(minus, Interval { low: -bounds.high, high: -bounds.low }, shape)
            }
            UnaryOp::BitNot => {
                // -1 - x in two's complement.
                let minus_one = self.int(-1);
                let flipped = self.e.terms.sub(minus_one, x);
                self.wrap(flipped, Some(Interval { low: -1 - bounds.high, high: -1 - bounds.low }), shape)
            }
            UnaryOp::PopCount | UnaryOp::CountLeadingZeros | UnaryOp::CountTrailingZeros => {
                if op != UnaryOp::PopCount {
                    let zero = self.int(0);
                    let is_zero = self.e.terms.eq(x, zero);
                    let defined = self.e.terms.not(is_zero);
                    self.require(defined);
                }
                let (result, new) = self.e.opaque(OpaqueOp::Unary(op), &[x], shape);
                if new {
                    let most = i128::from(from.bits());
                    let fact = self.e.between(result, Interval { low: 0, high: most });
                    self.e.note(result, fact);
                    self.e.known.intervals.insert(result, Interval { low: 0, high: most });
                }
                result
            }
            UnaryOp::ByteSwap => self.e.opaque(OpaqueOp::Unary(op), &[x], shape).0,
            _ => return Err(self.malformed("an operator that does not apply to integers")),
        })
    }

    /// A comparison of two values of one type.
    pub(crate) fn number_compare(&mut self, op: BinaryOp, x: TermId, y: TermId) -> Option<TermId> {
        let terms = &mut self.e.terms;
        Some(match op {
            BinaryOp::Eq => terms.eq(x, y),
            BinaryOp::Ne => {
                let equal = terms.eq(x, y);
                terms.not(equal)
            }
            BinaryOp::Lt => terms.lt(x, y),
            BinaryOp::Gt => terms.lt(y, x),
            BinaryOp::Le => terms.le(x, y),
            BinaryOp::Ge => terms.le(y, x),
            _ => return None,
        })
    }

    pub(crate) fn number_binary(
        &mut self,
        op: BinaryOp,
        x: TermId,
        y: TermId,
        left: Scalar,
        right: Scalar,
    ) -> Res<TermId> {
        let shape = Shape::whole(left);
        let (a, b) = (self.bounds(x, left), self.bounds(y, right));
        Ok(match op {
            BinaryOp::Add => {
                let sum = self.e.terms.add(x, y);
                self.result(sum, Interval { low: a.low + b.low, high: a.high + b.high }, shape)
            }
            BinaryOp::Sub => {
                let difference = self.e.terms.sub(x, y);
                self.result(difference, Interval { low: a.low - b.high, high: a.high - b.low }, shape)
            }
            BinaryOp::Mul => self.product(x, y, a, b, shape),
            BinaryOp::Div => self.quotient(x, y, a, b, shape),
            BinaryOp::Rem => self.remainder(x, y, a, b, shape),
            BinaryOp::Shl | BinaryOp::Shr => self.number_shift(op, x, y, a, b, shape),
            BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => self.bitwise(op, x, y, a, b, shape),
            _ => return Err(self.malformed("an operator that does not apply to integers")),
        })
    }

    fn product(&mut self, x: TermId, y: TermId, a: Interval, b: Interval, shape: Shape) -> TermId {
        let products = [(a.low, b.low), (a.low, b.high), (a.high, b.low), (a.high, b.high)];
        let corners = products.map(|(a, b)| a.saturating_mul(b));
        let rough = corners.iter().fold(Interval { low: corners[0], high: corners[0] }, |all, c| Interval {
            low: all.low.min(*c),
            high: all.high.max(*c),
        });
        if self.e.terms.as_int(x).is_some() || self.e.terms.as_int(y).is_some() {
            let product = self.e.terms.mul(x, y);
            return self.result(product, rough, shape);
        }
        let (x, y) = if x < y { (x, y) } else { (y, x) };
        let (result, new) = self.e.opaque(OpaqueOp::Binary(BinaryOp::Mul), &[x, y], shape);
        if new {
            // Zero and one are linear.
            let (zero, one) = (self.int(0), self.int(1));
            for (factor, other) in [(x, y), (y, x)] {
                for (k, product) in [(zero, zero), (one, other)] {
                    let is = self.e.terms.eq(factor, k);
                    let then = self.e.terms.eq(result, product);
                    let fact = self.e.terms.implies(is, then);
                    self.e.note(result, fact);
                }
            }
        }
        if rough.is_in(shape.range()) {
            // Without wrap-around: a fact of this path, not of the product.
            let bounded = self.e.between(result, rough);
            self.require(bounded);
        }
        result
    }

    /// Division by zero ends the execution, and so does that of the least number by -1.
    fn divisible(&mut self, x: TermId, y: TermId, a: Interval, b: Interval, shape: Shape) {
        let zero = self.int(0);
        let is_zero = self.e.terms.eq(y, zero);
        let defined = self.e.terms.not(is_zero);
        self.require(defined);
        let least = shape.range().low;
        if shape.is_signed() && a.low <= least && b.low <= -1 && b.high >= -1 {
            let (least, minus_one) = (self.int(least), self.int(-1));
            let (is_least, by_minus_one) = (self.e.terms.eq(x, least), self.e.terms.eq(y, minus_one));
            let overflows = self.e.terms.and(&[is_least, by_minus_one]);
            let fits = self.e.terms.not(overflows);
            self.require(fits);
        }
    }

    fn quotient(&mut self, x: TermId, y: TermId, a: Interval, b: Interval, shape: Shape) -> TermId {
        self.divisible(x, y, a, b, shape);
        if let Some(k) = self.e.terms.as_int(y).filter(|k| *k != 0) {
            let quotient = self.truncated_quotient(x, a, k);
            return self.wrap(quotient, None, shape);
        }
        let (result, new) = self.e.opaque(OpaqueOp::Binary(BinaryOp::Div), &[x, y], shape);
        if new && !shape.is_signed() {
            let fact = self.e.terms.le(result, x);
            self.e.note(result, fact);
        }
        if shape.is_signed() && a.low >= 0 && b.low >= 0 {
            let zero = self.int(0);
            let (low, high) = (self.e.terms.le(zero, result), self.e.terms.le(result, x));
            let bounded = self.e.terms.and(&[low, high]);
            self.require(bounded);
        }
        result
    }

    /// Toward zero, by a constant.
    fn truncated_quotient(&mut self, x: TermId, a: Interval, k: i128) -> TermId {
        let divisor = self.int(k.abs());
        let positive = |work: &mut Self| work.e.terms.int_div(x, divisor);
        let negative = |work: &mut Self| {
            let minus = work.e.terms.neg(x);
            let quotient = work.e.terms.int_div(minus, divisor);
            work.e.terms.neg(quotient)
        };
        let quotient = if a.low >= 0 {
            positive(self)
        } else if a.high <= 0 {
            negative(self)
        } else {
            let zero = self.int(0);
            let is_positive = self.e.terms.le(zero, x);
            let (p, n) = (positive(self), negative(self));
            self.e.terms.ite(is_positive, p, n)
        };
        if k < 0 { self.e.terms.neg(quotient) } else { quotient }
    }

    fn remainder(&mut self, x: TermId, y: TermId, a: Interval, b: Interval, shape: Shape) -> TermId {
        self.divisible(x, y, a, b, shape);
        if let Some(k) = self.e.terms.as_int(y).filter(|k| *k != 0) {
            let divisor = self.int(k.abs());
            if a.low >= 0 {
                return self.e.terms.int_mod(x, divisor);
            }
            let minus = self.e.terms.neg(x);
            let negative = self.e.terms.int_mod(minus, divisor);
            let negative = self.e.terms.neg(negative);
            let positive = self.e.terms.int_mod(x, divisor);
            let zero = self.int(0);
            let is_positive = self.e.terms.le(zero, x);
            return self.e.terms.ite(is_positive, positive, negative);
        }
        let result = self.e.opaque(OpaqueOp::Binary(BinaryOp::Rem), &[x, y], shape).0;
        if a.low >= 0 && b.low >= 0 {
            let zero = self.int(0);
            let low = self.e.terms.le(zero, result);
            let below = self.e.terms.lt(result, y);
            let at_most = self.e.terms.le(result, x);
            let bounded = self.e.terms.and(&[low, below, at_most]);
            self.require(bounded);
        }
        result
    }

    fn number_shift(&mut self, op: BinaryOp, x: TermId, y: TermId, a: Interval, b: Interval, shape: Shape) -> TermId {
        let width = i128::from(shape.bits);
        if let Some(amount) = self.e.terms.as_int(y) {
            return self.shift_by(op, x, a, amount.rem_euclid(width), shape);
        }
        let few = b.low >= 0 && b.high < width && b.high - b.low < SHIFTS;
        if few && (self.e.terms.as_int(x).is_some() || b.high - b.low < 4) {
            let mut result = self.shift_by(op, x, a, b.high, shape);
            for amount in (b.low..b.high).rev() {
                let k = self.int(amount);
                let is = self.e.terms.eq(y, k);
                let shifted = self.shift_by(op, x, a, amount, shape);
                result = self.e.terms.ite(is, shifted, result);
            }
            return result;
        }
        let (result, new) = self.e.opaque(OpaqueOp::Binary(op), &[x, y], shape);
        if new {
            let zero = self.int(0);
            let none = self.e.terms.eq(y, zero);
            let same = self.e.terms.eq(result, x);
            let fact = self.e.terms.implies(none, same);
            self.e.note(result, fact);
            if op == BinaryOp::Shr {
                // Toward zero from above, toward -1 from below.
                let minus = self.int(-1);
                let positive = self.e.terms.le(zero, x);
                let (low, high) = (self.e.terms.le(zero, result), self.e.terms.le(result, x));
                let up = self.e.terms.and(&[low, high]);
                let (low, high) = (self.e.terms.le(x, result), self.e.terms.le(result, minus));
                let down = self.e.terms.and(&[low, high]);
                let fact = self.e.terms.ite(positive, up, down);
                self.e.note(result, fact);
            }
        }
        result
    }

    fn shift_by(&mut self, op: BinaryOp, x: TermId, a: Interval, amount: i128, shape: Shape) -> TermId {
        let factor = 1i128 << amount;
        let factor_term = self.int(factor);
        if op == BinaryOp::Shr {
            return self.e.terms.int_div(x, factor_term);
        }
        if amount >= 64 {
            return self.int(0);
        }
        // Only the low bits stay; of a value with more of them, taking them first keeps the numbers small.
        let kept = shape.bits - amount as u32;
        let fits = a.low >= -(1 << kept) && a.high < (1 << kept);
        let x = if fits { x } else { self.low_bits(x, kept) };
        let a = if fits { a } else { Interval { low: 0, high: (1 << kept) - 1 } };
        let product = self.e.terms.mul(x, factor_term);
        self.wrap(product, Some(Interval { low: a.low * factor, high: a.high * factor }), shape)
    }

    /// The low bits of a two's complement number, as a number from zero.
    fn low_bits(&mut self, x: TermId, bits: u32) -> TermId {
        let size = self.int(1 << bits);
        self.e.terms.int_mod(x, size)
    }

    fn bitwise(&mut self, op: BinaryOp, x: TermId, y: TermId, a: Interval, b: Interval, shape: Shape) -> TermId {
        if x == y {
            return if op == BinaryOp::Xor { self.int(0) } else { x };
        }
        let (x, y, a, b) = if self.e.terms.as_int(x).is_some() { (y, x, b, a) } else { (x, y, a, b) };
        let bit = Interval { low: 0, high: 1 };
        if a.is_in(bit) && b.is_in(bit) {
            let (zero, one) = (self.int(0), self.int(1));
            let x_is_zero = self.e.terms.eq(x, zero);
            return match op {
                BinaryOp::And => self.e.terms.ite(x_is_zero, zero, y),
                BinaryOp::Or => self.e.terms.ite(x_is_zero, y, one),
                _ => {
                    let other = self.e.terms.sub(one, y);
                    self.e.terms.ite(x_is_zero, y, other)
                }
            };
        }
        if let Some(k) = self.e.terms.as_int(y)
            && let Some(both) = self.masked(x, a, k, shape)
        {
            let two = self.int(2);
            let result = match op {
                BinaryOp::And => return both,
                // x + k counts the common bits twice.
                BinaryOp::Or => {
                    let sum = self.e.terms.add(x, y);
                    self.e.terms.sub(sum, both)
                }
                _ => {
                    let sum = self.e.terms.add(x, y);
                    let twice = self.e.terms.mul(two, both);
                    self.e.terms.sub(sum, twice)
                }
            };
            return result;
        }
        let (x, y) = if x < y { (x, y) } else { (y, x) };
        let (result, new) = self.e.opaque(OpaqueOp::Binary(op), &[x, y], shape);
        if new {
            self.bitwise_facts(op, x, y, result);
        }
        result
    }

    /// Facts about the result of a bit operation on any operands. All of it is linear.
    fn bitwise_facts(&mut self, op: BinaryOp, x: TermId, y: TermId, result: TermId) {
        let zero = self.int(0);
        let positive_x = self.e.terms.le(zero, x);
        let positive_y = self.e.terms.le(zero, y);
        let positive = self.e.terms.and(&[positive_x, positive_y]);
        let at_least_zero = self.e.terms.le(zero, result);
        let sum = self.e.terms.add(x, y);
        let (below_x, below_y) = (self.e.terms.le(result, x), self.e.terms.le(result, y));
        let (above_x, above_y) = (self.e.terms.le(x, result), self.e.terms.le(y, result));
        let below_sum = self.e.terms.le(result, sum);
        let facts = match op {
            BinaryOp::And => {
                let first = self.e.terms.and(&[at_least_zero, below_x]);
                let second = self.e.terms.and(&[at_least_zero, below_y]);
                vec![(positive_x, first), (positive_y, second)]
            }
            BinaryOp::Or => vec![(positive, self.e.terms.and(&[above_x, above_y, below_sum]))],
            _ => {
                let equal = self.e.terms.eq(x, y);
                let none = self.e.terms.eq(result, zero);
                let same = self.e.terms.eq(equal, none);
                self.e.note(result, same);
                vec![(positive, self.e.terms.and(&[at_least_zero, below_sum]))]
            }
        };
        for (when, then) in facts {
            let fact = self.e.terms.implies(when, then);
            self.e.note(result, fact);
        }
        // A zero operand.
        for (operand, other) in [(x, y), (y, x)] {
            let is_zero = self.e.terms.eq(operand, zero);
            let value = if op == BinaryOp::And { zero } else { other };
            let then = self.e.terms.eq(result, value);
            let fact = self.e.terms.implies(is_zero, then);
            self.e.note(result, fact);
        }
    }

    /// `x & k` for a constant: the sum of the runs of bits that the mask keeps.
    fn masked(&mut self, x: TermId, a: Interval, k: i128, shape: Shape) -> Option<TermId> {
        if k == 0 {
            return Some(self.int(0));
        }
        if k < 0 {
            // All but the bits of a smaller mask.
            let dropped = self.masked_by_runs(x, a, !k)?;
            return Some(self.e.terms.sub(x, dropped));
        }
        // On unsigned types a mask with the top bits set is better said by what it drops.
        let full = shape.range().high;
        let rest = full & !k;
        if !shape.is_signed() && runs(rest).len() < runs(k).len() {
            let dropped = self.masked_by_runs(x, a, rest)?;
            return Some(self.e.terms.sub(x, dropped));
        }
        self.masked_by_runs(x, a, k)
    }

    fn masked_by_runs(&mut self, x: TermId, a: Interval, mask: i128) -> Option<TermId> {
        let runs = runs(mask);
        if runs.len() > RUNS {
            return None;
        }
        let mut sum = self.int(0);
        for (first, count) in runs {
            let size = self.int(1 << first);
            let shifted = if first == 0 { x } else { self.e.terms.int_div(x, size) };
            // A value without bits above the run needs no mod.
            let kept =
                if a.low >= 0 && a.high < 1 << (first + count) { shifted } else { self.low_bits(shifted, count) };
            let part = self.e.terms.mul(kept, size);
            sum = self.e.terms.add(sum, part);
        }
        Some(sum)
    }
}

/// The runs of set bits of a mask: first bit and count.
fn runs(mask: i128) -> Vec<(u32, u32)> {
    let (mut left, mut at, mut runs) = (mask as u128, 0, Vec::new());
    while left != 0 {
        let zeros = left.trailing_zeros();
        left >>= zeros;
        let ones = left.trailing_ones();
        runs.push((at + zeros, ones));
        at += zeros + ones;
        left = left.checked_shr(ones).unwrap_or(0);
    }
    runs
}
