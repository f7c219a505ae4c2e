//! Values that are linear in the number of the round, and for how many rounds they are what they are said to be.
//!
//! A value is a mathematical integer, `start + k * change` in round `k`, that its type can represent in all rounds that are
//! allowed: [`Rounds`] is cut where it would not be. So there is no wrap-around within the allowed rounds, and comparisons
//! of values are comparisons of integers.

use cairn_ir::Value;
use cairn_ir::types::Scalar;

/// A value in round `k`: `start + k * change`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Linear {
    pub start: i128,
    pub change: i128,
}

/// The rounds from 0 on that are allowed; `None` while all are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Rounds(pub Option<i128>);

impl Linear {
    pub fn fixed(start: i128) -> Self {
        Self { start, change: 0 }
    }

    /// Bits of a scalar as a number: those of a float and of a pointer as they stand.
    pub fn of(value: Value, of: Scalar) -> Option<Self> {
        let number = if of.is_signed() { value.as_signed(of.bits()) } else { i128::try_from(value.0).ok()? };
        Some(Self::fixed(number))
    }

    /// The bits, of a value that is the same in all rounds.
    pub fn value(self, of: Scalar) -> Option<Value> {
        (self.change == 0).then(|| Value::from_i128(self.start, of.bits()))
    }

    pub fn at(self, round: i128) -> Option<i128> {
        self.start.checked_add(self.change.checked_mul(round)?)
    }

    /// A sum, or a difference with `sign` -1.
    pub fn plus(self, other: Self, sign: i128) -> Option<Self> {
        Some(Self {
            start: self.start.checked_add(other.start.checked_mul(sign)?)?,
            change: self.change.checked_add(other.change.checked_mul(sign)?)?,
        })
    }

    pub fn times(self, factor: i128) -> Option<Self> {
        Some(Self { start: self.start.checked_mul(factor)?, change: self.change.checked_mul(factor)? })
    }

    /// The value as one of an integer type, which wraps around before the first round if at all.
    pub fn wrapped(self, bits: u32, signed: bool, rounds: &mut Rounds) -> Option<Self> {
        let value = Value::from_i128(self.start, bits);
        let start = if signed { value.as_signed(bits) } else { i128::try_from(value.0).ok()? };
        let wrapped = Self { start, ..self };
        let (least, most) = range(bits, signed)?;
        rounds.keep(wrapped, Some(least), Some(most))?;
        Some(wrapped)
    }
}

/// The least and the largest number of a type.
pub(super) fn range(bits: u32, signed: bool) -> Option<(i128, i128)> {
    match (bits, signed) {
        (1..=100, true) => Some((-(1 << (bits - 1)), (1 << (bits - 1)) - 1)),
        (1..=100, false) => Some((0, (1 << bits) - 1)),
        _ => None,
    }
}

impl Rounds {
    /// Allows only the rounds up to the first in which a value is not between two bounds, these included. `None` when that is the
    /// first round.
    pub fn keep(&mut self, value: Linear, least: Option<i128>, most: Option<i128>) -> Option<()> {
        let Linear { start, change } = value;
        if least.is_some_and(|least| start < least) || most.is_some_and(|most| start > most) {
            return None;
        }
        let room = match change.signum() {
            1 => most.map(|most| most.checked_sub(start)),
            -1 => least.map(|least| start.checked_sub(least)),
            _ => None,
        };
        if let Some(room) = room {
            let count = room?.checked_div(change.checked_abs()?)?.checked_add(1)?;
            self.0 = Some(self.0.map_or(count, |before| before.min(count)));
        }
        Some(())
    }
}
