//! Where one pointer goes.

use crate::value::range::Interval;

/// A pointer goes into an object: so many bytes at least, at these offsets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PointerTarget {
    /// The least size of the object, in bytes.
    pub size: u64,
    /// The least offset, in bytes; not necessarily inside of it.
    pub low: i128,
    /// The greatest.
    pub high: i128,
    /// A power of two that divides the address.
    pub align: u64,
    /// It is from `malloc` or its kin, and may be freed.
    pub heap: bool,
    /// It may not be written.
    pub constant: bool,
}

/// The greatest power of two that divides a number; no limit for zero.
fn power_of_two(number: i128) -> u64 {
    if number == 0 { u64::MAX } else { 1 << number.trailing_zeros().min(62) }
}

impl PointerTarget {
    /// The start of an object.
    pub fn start(size: u64, align: u64) -> Self {
        Self { size, low: 0, high: 0, align, heap: false, constant: false }
    }

    /// So many elements of a size further; `None` where the offsets are out of sight.
    pub fn moved(self, by: Interval, unit: u64) -> Option<Self> {
        let unit_bytes = i128::from(unit);
        let low = self.low.checked_add(by.low.checked_mul(unit_bytes)?)?;
        let high = self.high.checked_add(by.high.checked_mul(unit_bytes)?)?;
        let step = if by.low == by.high { by.low.checked_mul(unit_bytes)? } else { unit_bytes };
        Some(Self { low, high, align: self.align.min(power_of_two(step)), ..self })
    }

    /// Either.
    pub fn join(self, other: Self) -> Self {
        Self {
            size: self.size.min(other.size),
            low: self.low.min(other.low),
            high: self.high.max(other.high),
            align: self.align.min(other.align),
            heap: self.heap || other.heap,
            constant: self.constant || other.constant,
        }
    }

    /// Whether so many bytes at it are in the object.
    pub fn has(self, bytes: i128) -> bool {
        let end = self.high.checked_add(bytes);
        self.low >= 0 && end.is_some_and(|end| end <= i128::from(self.size))
    }
}

#[cfg(test)]
mod tests {
    use super::PointerTarget;
    use crate::value::range::Interval;

    #[test]
    fn moves_and_joins() {
        let start = PointerTarget::start(12, 16);
        let third = start.moved(Interval::point(2), 4).unwrap();
        assert_eq!((third.low, third.high, third.align), (8, 8, 8));
        assert!(third.has(4) && !third.has(5));
        let any = start.moved(Interval { low: 0, high: 3 }, 4).unwrap();
        assert_eq!((any.low, any.high, any.align), (0, 12, 4));
        assert!(!any.has(1) && any.has(0));
        let both = third.join(PointerTarget::start(8, 2));
        assert_eq!((both.size, both.low, both.high, both.align), (8, 0, 8, 2));
        assert!(start.moved(Interval { low: 0, high: i128::MAX }, 4).is_none());
        assert!(!start.moved(Interval::point(-1), 1).unwrap().has(0));
    }
}
