//! Intervals of mathematical integers: what all analyses of ranges compute with.
//!
//! Arithmetic is exact over the integers. What may leave its type is for the caller: some analyses wrap, others know nothing then.
//! Each operation over-approximates: all results of members are in the result.

use crate::expr::BinaryOp;
use crate::types::Scalar;

/// A range of mathematical integers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interval {
    /// The least.
    pub low: i128,
    /// The greatest; not below `low`.
    pub high: i128,
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
