//! Ranges of integers, for what is not one value: `x > 0` is worth knowing where `x` is an input.
//!
//! A range is kept only for cells whose precision asks for it (see [`super::precision`]), because ranges multiply states
//! where constants do not: both branches of `x > 5` learn something. There is no widening; like constants, ranges
//! unroll what they are tracked in. Arithmetic is exact over the integers; what may leave its type is unknown.

use cairn_ir::Value;
use cairn_ir::interval::Interval;
use cairn_ir::types::Scalar;
use std::hash::{Hash, Hasher};

/// A range of an integer of at most 64 bits, ends included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range {
    /// The bits of the least value, extended to 64.
    low: u64,
    /// The bits of the greatest.
    high: u64,
    signed: bool,
}

impl Hash for Range {
    /// All ranges hash alike: a state is looked for among those above it, whose ranges are wider.
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.signed.hash(state);
    }
}

impl Range {
    /// The integers of a type between two that it has.
    pub fn of(interval: Interval, scalar: Scalar) -> Self {
        Self { low: interval.low as u64, high: interval.high as u64, signed: scalar.is_signed() }
    }
    /// The integers.
    pub fn interval(self) -> Interval {
        let of = |bits: u64| if self.signed { i128::from(bits as i64) } else { i128::from(bits) };
        Interval { low: of(self.low), high: of(self.high) }
    }
    /// How it is held: the bits of its ends, extended to 64, and whether they are signed.
    pub const fn parts(self) -> (u64, u64, bool) {
        (self.low, self.high, self.signed)
    }
    /// The range of some parts; `None` when it is empty.
    pub fn from_parts((low, high, signed): (u64, u64, bool)) -> Option<Self> {
        let range = Self { low, high, signed };
        Some(range).filter(|range| range.interval().low <= range.interval().high)
    }
    /// Whether the integer with these bits is in the range, when they are `width` wide.
    pub fn contains_bits(self, bits: u128, width: u32) -> bool {
        let value = if self.signed { Value(bits).as_signed(width) } else { bits as i128 };
        let Interval { low, high } = self.interval();
        low <= value && value <= high
    }
    /// Whether all of this range is in another.
    pub fn is_below(self, other: Self) -> bool {
        let (a, b) = (self.interval(), other.interval());
        self.signed == other.signed && b.low <= a.low && a.high <= b.high
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::datum::Datum;
    use cairn_ir::{BinaryOp, eval};
    use proptest::prelude::*;

    const CHAR: Scalar = Scalar::Int { bits: 8, signed: true };
    const BYTE: Scalar = Scalar::Int { bits: 8, signed: false };

    fn scalar() -> impl Strategy<Value = Scalar> {
        prop_oneof![Just(CHAR), Just(BYTE)]
    }
    fn operation() -> impl Strategy<Value = BinaryOp> {
        use BinaryOp::{Add, And, Div, Eq, Ge, Gt, Le, Lt, Mul, Ne, Or, Rem, Shl, Shr, Sub, Xor};
        prop::sample::select(vec![Add, And, Div, Eq, Ge, Gt, Le, Lt, Mul, Ne, Or, Rem, Shl, Shr, Sub, Xor])
    }
    /// A datum and a value that it stands for.
    fn sample(scalar: Scalar, ends: (u8, u8), pick: u8) -> (Datum, Value) {
        let of = |byte: u8| if scalar.is_signed() { i128::from(byte as i8) } else { i128::from(byte) };
        let (a, b) = (of(ends.0), of(ends.1));
        let interval = Interval { low: a.min(b), high: a.max(b) };
        let value = interval.low + i128::from(pick) % (interval.high - interval.low + 1);
        (Datum::of_interval(interval, scalar), Value::from_i128(value, 8))
    }

    proptest! {
        #[test]
        fn arithmetic_holds_what_the_machine_computes(
            scalar in scalar(), op in operation(), a: (u8, u8), b: (u8, u8), picks: (u8, u8),
        ) {
            let (x, v) = sample(scalar, a, picks.0);
            let (y, w) = sample(scalar, b, picks.1);
            let to = if op.is_comparison() { Scalar::Int { bits: 32, signed: true } } else { scalar };
            let Ok(outcome) = eval::binary(op, v, w, scalar, scalar, to) else { return Ok(()) };
            if outcome.undefined == Some(eval::Undefined::ShiftAmount) {
                return Ok(());
            }
            let (i, j) = (x.interval(scalar).unwrap(), y.interval(scalar).unwrap());
            let result = if op.is_comparison() {
                i.compare(op, j).map_or(Datum::Unknown, |t| Datum::Bits(u128::from(t)))
            } else {
                i.apply(op, j).map_or(Datum::Unknown, |i| Datum::of_interval(i, to))
            };
            prop_assert!(Datum::from(outcome.value).is_below(result, to.bits()), "{op:?} {x:?} {y:?}: {outcome:?} {result:?}");
            if op.is_comparison() && !outcome.value.is_zero() {
                let kept = i.restricted(op, j).expect("the comparison holds for some");
                prop_assert!(Datum::from(v).is_below(Datum::of_interval(kept, scalar), 8));
            }
        }
    }
}
