//! Ranges of integers, for what is not one value: `x > 0` is worth knowing where `x` is an input.
//!
//! A range is kept only for cells whose precision asks for it (see [`super::precision`]), because ranges multiply states
//! where constants do not: both branches of `x > 5` learn something. There is no widening; like constants, ranges
//! unroll what they are tracked in. Arithmetic is exact over the integers; what may leave its type is unknown.

use cairn_ir::types::Scalar;
use cairn_ir::{BinaryOp, Value};
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

/// A range of mathematical integers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interval {
    /// The least.
    pub low: i128,
    /// The greatest; not below `low`.
    pub high: i128,
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

impl Interval {
    /// One integer.
    pub const fn point(value: i128) -> Self {
        Self { low: value, high: value }
    }
    /// All values of a type; `None` for what is no integer of at most 64 bits.
    pub fn of_type(scalar: Scalar) -> Option<Self> {
        match scalar {
            Scalar::Bool => Some(Self { low: 0, high: 1 }),
            Scalar::Int { bits, signed: false } if bits <= 64 => Some(Self { low: 0, high: (1 << bits) - 1 }),
            Scalar::Int { bits, signed: true } if bits <= 64 => {
                Some(Self { low: -(1 << (bits - 1)), high: (1 << (bits - 1)) - 1 })
            }
            _ => None,
        }
    }
    /// Whether an integer is in it.
    pub const fn contains(self, value: i128) -> bool {
        self.low <= value && value <= self.high
    }
    /// Whether all of it is in another.
    pub const fn is_in(self, other: Self) -> bool {
        other.low <= self.low && self.high <= other.high
    }
    /// Intersection; `None` for nothing.
    pub fn meet(self, other: Self) -> Option<Self> {
        let meet = Self { low: self.low.max(other.low), high: self.high.min(other.high) };
        (meet.low <= meet.high).then_some(meet)
    }
    /// The least interval with both.
    pub fn hull(self, other: Self) -> Self {
        Self { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    /// Whether a comparison holds for all values, or for none.
    pub fn compare(self, op: BinaryOp, other: Self) -> Option<bool> {
        let (a, b) = (self, other);
        match op {
            BinaryOp::Lt if a.high < b.low => Some(true),
            BinaryOp::Lt if a.low >= b.high => Some(false),
            BinaryOp::Le if a.high <= b.low => Some(true),
            BinaryOp::Le if a.low > b.high => Some(false),
            BinaryOp::Gt => b.compare(BinaryOp::Lt, a),
            BinaryOp::Ge => b.compare(BinaryOp::Le, a),
            BinaryOp::Eq if a.meet(b).is_none() => Some(false),
            BinaryOp::Eq if a.low == a.high && a == b => Some(true),
            BinaryOp::Ne => a.compare(BinaryOp::Eq, b).map(|equal| !equal),
            _ => None,
        }
    }

    /// The values that `self op other` can have over the integers; `None` where nothing is known of it.
    pub fn apply(self, op: BinaryOp, other: Self) -> Option<Self> {
        let (a, b) = (self, other);
        let corners = |f: fn(i128, i128) -> Option<i128>| {
            let all = [f(a.low, b.low)?, f(a.low, b.high)?, f(a.high, b.low)?, f(a.high, b.high)?];
            Some(Self { low: all.into_iter().min()?, high: all.into_iter().max()? })
        };
        match op {
            BinaryOp::Add => corners(i128::checked_add),
            BinaryOp::Sub => Some(Self { low: a.low.checked_sub(b.high)?, high: a.high.checked_sub(b.low)? }),
            BinaryOp::Mul => corners(i128::checked_mul),
            BinaryOp::Div if b.low > 0 || b.high < 0 => corners(i128::checked_div),
            BinaryOp::Rem if b.low > 0 => {
                let most = b.high - 1;
                Some(Self {
                    low: if a.low < 0 { a.low.max(-most) } else { 0 },
                    high: if a.high > 0 { a.high.min(most) } else { 0 },
                })
            }
            BinaryOp::And if b.low >= 0 || a.low >= 0 => {
                let high = match (a.low >= 0, b.low >= 0) {
                    (true, true) => a.high.min(b.high),
                    (true, false) => a.high,
                    _ => b.high,
                };
                Some(Self { low: 0, high })
            }
            BinaryOp::Or | BinaryOp::Xor if a.low >= 0 && b.low >= 0 => {
                let most = (a.high | b.high).max(1);
                let high = (1i128 << (128 - most.leading_zeros())) - 1;
                Some(Self { low: if op == BinaryOp::Or { a.low.max(b.low) } else { 0 }, high })
            }
            BinaryOp::Shl if b.low >= 0 && b.high < 63 => {
                let by = |shift: i128| 1i128 << shift;
                a.apply(BinaryOp::Mul, Self { low: by(b.low), high: by(b.high) })
            }
            BinaryOp::Shr if b.low >= 0 && b.high < 64 => {
                let all = [a.low >> b.low, a.low >> b.high, a.high >> b.low, a.high >> b.high];
                Some(Self { low: all.into_iter().min()?, high: all.into_iter().max()? })
            }
            _ => None,
        }
    }

    /// The values of `self` for which `self op other` can hold; `None` for none.
    pub fn restricted(self, op: BinaryOp, other: Self) -> Option<Self> {
        match op {
            BinaryOp::Lt => Self { high: self.high.min(other.high - 1), ..self }.checked(),
            BinaryOp::Le => Self { high: self.high.min(other.high), ..self }.checked(),
            BinaryOp::Gt => Self { low: self.low.max(other.low + 1), ..self }.checked(),
            BinaryOp::Ge => Self { low: self.low.max(other.low), ..self }.checked(),
            BinaryOp::Eq => self.meet(other),
            BinaryOp::Ne if other.low == other.high => {
                let low = if self.low == other.low { self.low + 1 } else { self.low };
                let high = if self.high == other.low { self.high - 1 } else { self.high };
                Self { low, high }.checked()
            }
            _ => Some(self),
        }
    }
    fn checked(self) -> Option<Self> {
        (self.low <= self.high).then_some(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::datum::Datum;
    use cairn_ir::eval;
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
        (interval.datum(scalar), Value::from_i128(value, 8))
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
            let (i, j) = (Interval::of(x, scalar).unwrap(), Interval::of(y, scalar).unwrap());
            let result = if op.is_comparison() {
                i.compare(op, j).map_or(Datum::Unknown, |t| Datum::Bits(u128::from(t)))
            } else {
                i.apply(op, j).map_or(Datum::Unknown, |i| i.datum(to))
            };
            prop_assert!(Datum::from(outcome.value).is_below(result, to.bits()), "{op:?} {x:?} {y:?}: {outcome:?} {result:?}");
            if op.is_comparison() && !outcome.value.is_zero() {
                let kept = i.restricted(op, j).expect("the comparison holds for some");
                prop_assert!(Datum::from(v).is_below(kept.datum(scalar), 8));
            }
        }
    }
}
