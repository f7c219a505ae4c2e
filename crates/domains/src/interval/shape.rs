//! The conversion of a mathematical integer to an integer type: wrap-around in its width (gcc -fwrapv), and back.
//!
//! A value of a type of `n` bits stands for all integers that differ from it by multiples of 2^n. Those between two such
//! multiples are a *period*. Wrapping a range that lies in one period is exact; a range that crosses the border of two
//! becomes the whole type. The way back ([`IntegerShape::unwrapped`]) is what makes one rule for assumptions of conversions,
//! sums and differences do: of the integers that an operation can give, keep those that wrap into the assumed range.

use cairn_ir::interval::Interval;
use cairn_ir::types::Scalar;

/// An integer type of at most 64 bits, or a pointer, whose number is the address.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct IntegerShape {
    bits: u8,
    signed: bool,
    pointer: bool,
}

impl IntegerShape {
    /// The shape of a scalar; `None` for what is no integer of at most 64 bits, nor a pointer. `_Bool` has one bit.
    pub fn of(scalar: Scalar) -> Option<Self> {
        match scalar {
            Scalar::Bool => Some(Self { bits: 1, signed: false, pointer: false }),
            Scalar::Int { bits, signed } if bits <= 64 => {
                Some(Self { bits: u8::try_from(bits).ok()?, signed, pointer: false })
            }
            Scalar::Pointer { bits } => Some(Self { bits: u8::try_from(bits).ok()?, signed: false, pointer: true }),
            _ => None,
        }
    }
    /// The shape of a bit-field of this type.
    pub fn field(self, width: u32) -> Option<Self> {
        let bits = u8::try_from(width).ok().filter(|width| *width <= self.bits && *width > 0)?;
        Some(Self { bits, ..self })
    }
    /// Width, signedness, and whether it is a pointer.
    pub const fn parts(self) -> (u8, bool, bool) {
        (self.bits, self.signed, self.pointer)
    }
    /// The shape of some parts; `None` for a width that no integer has.
    pub fn from_parts((bits, signed, pointer): (u8, bool, bool)) -> Option<Self> {
        (1..=64).contains(&bits).then_some(Self { bits, signed, pointer })
    }
    /// Whether it is a pointer.
    pub const fn is_pointer(self) -> bool {
        self.pointer
    }
    /// All addresses but null: what the address of an object is.
    pub fn of_object(bits: u32) -> Interval {
        Interval { low: 1, high: (1i128 << bits.min(64)) - 1 }
    }
    /// All values.
    pub fn all(self) -> Interval {
        let half = 1i128 << (self.bits - 1);
        if self.signed { Interval { low: -half, high: half - 1 } } else { Interval { low: 0, high: 2 * half - 1 } }
    }
    /// 2^n.
    fn period(self) -> i128 {
        1i128 << self.bits
    }
    /// How many periods above the type's own an integer lies; `None` far out.
    fn period_of(self, value: i128) -> Option<i128> {
        Some(value.checked_sub(self.all().low)?.div_euclid(self.period()))
    }
    /// Integers wrapped to this type.
    pub fn wrapped(self, interval: Interval) -> Interval {
        match (self.period_of(interval.low), self.period_of(interval.high)) {
            (Some(a), Some(b)) if a == b => {
                // In one period, so neither product nor difference leaves 128 bits.
                let by = a * self.period();
                Interval { low: interval.low - by, high: interval.high - by }
            }
            _ => self.all(),
        }
    }
    /// Those of `integers` that become one of `values` in this type; `None` for none. The hull where there are two
    /// periods to look in; all of them where there are more.
    pub fn unwrapped(self, values: Interval, integers: Interval) -> Option<Interval> {
        let (Some(first), Some(last)) = (self.period_of(integers.low), self.period_of(integers.high)) else {
            return Some(integers);
        };
        if last - first > 1 {
            return Some(integers);
        }
        let part = |number: i128| {
            let by = number * self.period();
            Interval { low: values.low + by, high: values.high + by }.meet(integers)
        };
        match (part(first), (last > first).then(|| part(last)).flatten()) {
            (Some(a), Some(b)) => Some(a.hull(b)),
            (a, b) => a.or(b),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn shape() -> impl Strategy<Value = IntegerShape> {
        (1u8..6, any::<bool>()).prop_map(|(bits, signed)| IntegerShape {
            bits,
            signed: signed && bits > 1,
            pointer: false,
        })
    }
    fn interval(limit: i128) -> impl Strategy<Value = Interval> {
        (-limit..limit, -limit..limit).prop_map(|(a, b)| Interval { low: a.min(b), high: a.max(b) })
    }
    fn wrap(shape: IntegerShape, value: i128) -> i128 {
        let low = shape.all().low;
        (value - low).rem_euclid(1 << shape.bits) + low
    }

    proptest! {
        #[test]
        fn wrapping_loses_no_value(shape in shape(), integers in interval(100)) {
            let wrapped = shape.wrapped(integers);
            prop_assert!(wrapped.is_in(shape.all()));
            for value in integers.low..=integers.high {
                prop_assert!(wrapped.contains(wrap(shape, value)));
            }
        }
        #[test]
        fn the_way_back_loses_no_integer(shape in shape(), values in interval(20), integers in interval(100)) {
            let Some(values) = values.meet(shape.all()) else { return Ok(()) };
            let back = shape.unwrapped(values, integers);
            prop_assert!(back.is_none_or(|back| back.is_in(integers)));
            for value in integers.low..=integers.high {
                let wanted = values.contains(wrap(shape, value));
                prop_assert!(!wanted || back.is_some_and(|back| back.contains(value)), "{value}");
            }
        }
    }
}
