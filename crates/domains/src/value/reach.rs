//! A pointer that goes to one of several places of one object, or is null: what joining two pointers leaves of them.
//!
//! Only the abstract interpretation of memory ([`crate::memory`]) joins states, so only there do such data come up
//! ([`super::SymbolicDomain::JOINS`]). Why not sets of objects: a set of two would double what each read looks at; a pointer
//! to one of two objects is unknown.
//!
//! Invariant: offsets are equal modulo `step`, which is 0 for one offset.

use super::cursor::FromCursor;
use super::object::AbstractObject;
use cairn_ir::interval::Interval;

/// How a pointer lies to a null byte of its object: so many bytes from it, the null byte counted, are there at least. None where
/// nothing is known.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NullByte(pub u16);

impl NullByte {
    /// Nothing is known.
    pub const UNKNOWN: Self = Self(0);
    /// A null byte is at it or behind it, in the object: a string begins there.
    pub const AT_OR_BEHIND: Self = Self(1);
    /// A null byte is behind it.
    pub const BEHIND: Self = Self(2);

    /// So many bytes further.
    fn moved(self, by: i128) -> Self {
        match self {
            Self::UNKNOWN => self,
            Self(bytes) => Self((i128::from(bytes) - by).clamp(0, u16::MAX.into()) as u16),
        }
    }
}

/// Addresses so many bytes from the start of an object, or null.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Reach {
    /// The object.
    pub object: AbstractObject,
    /// The least offset in bytes.
    pub low: i32,
    /// The greatest; [`Reach::UNBOUNDED`] where there is no bound.
    pub high: i32,
    /// Bytes from an offset to the next.
    pub step: u32,
    /// Whether it may also be null.
    pub null: bool,
    /// Of the addresses, null left out.
    pub text: NullByte,
    /// So many bytes at least are from each of them to the end of the object, null left out.
    pub room: u16,
    /// How each of them lies to a cursor, null left out.
    pub from: Option<FromCursor>,
}

/// The greatest common divisor; 0 for two zeros.
pub(crate) fn common(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { common(b, a % b) }
}

impl Reach {
    /// No upper bound.
    pub const UNBOUNDED: i32 = i32::MAX;

    /// Whether there is an upper bound.
    pub fn is_bounded(self) -> bool {
        self.high != Self::UNBOUNDED
    }
    /// These offsets in an object, so many bytes from one to the next; `None` where they are out of sight.
    pub fn of(object: AbstractObject, offsets: Interval, step: u64) -> Option<Self> {
        let (low, high) = (i32::try_from(offsets.low).ok()?, i32::try_from(offsets.high).ok()?);
        let step = if low == high { 0 } else { u32::try_from(step.max(1)).ok()? };
        (!object.is_summary()).then_some(Self {
            object,
            low,
            high,
            step,
            null: false,
            text: NullByte::UNKNOWN,
            room: 0,
            from: None,
        })
    }
    /// The offsets.
    pub fn offsets(self) -> Interval {
        Interval { low: self.low.into(), high: self.high.into() }
    }
    /// Whether all of it is in another.
    pub fn is_below(self, other: Self) -> bool {
        let distance = u64::from(self.low.abs_diff(other.low));
        self.object == other.object
            && self.offsets().is_in(other.offsets())
            && common(common(self.step.into(), distance), other.step.into()) == u64::from(other.step)
            && (other.null || !self.null)
            && self.text >= other.text
            && self.room >= other.room
            && other.from.is_none_or(|theirs| self.from.is_some_and(|mine| mine.is_below(theirs)))
    }
    /// Those of its offsets that are in an interval; `None` where there are none.
    pub fn within(self, offsets: Interval) -> Option<Self> {
        let step = i128::from(self.step.max(1));
        let met = self.offsets().meet(offsets)?;
        // Both ends are offsets again.
        let low = self.offsets().low + (met.low - self.offsets().low + step - 1) / step * step;
        let high = self.offsets().low + (met.high - self.offsets().low) / step * step;
        if low > high {
            return None;
        }
        Some(Self {
            null: self.null,
            text: self.text,
            room: self.room,
            from: self.from,
            ..Self::of(self.object, Interval { low, high }, self.step.into())?
        })
    }
    /// Either; `None` of two objects.
    pub fn join(self, other: Self) -> Option<Self> {
        if self.object != other.object {
            return None;
        }
        let distance = u64::from(self.low.abs_diff(other.low));
        let step = common(common(self.step.into(), other.step.into()), distance);
        let joined = Self::of(self.object, self.offsets().hull(other.offsets()), step)?;
        let (text, room) = (self.text.min(other.text), self.room.min(other.room));
        let from = self.from.zip(other.from).and_then(|(mine, theirs)| mine.join(theirs));
        Some(Self { null: self.null || other.null, text, room, from, ..joined })
    }
    /// So many bytes at least are from each address to the end of the object.
    pub fn bytes_behind(self) -> u16 {
        self.room.max(self.text.0)
    }
    /// So many elements of `size` bytes further. Null and more is no pointer that C allows, and none that is known.
    pub fn moved(self, by: Interval, size: i64) -> Option<Self> {
        let unit = i128::from(size);
        let (low, high) = (by.low.checked_mul(unit)?, by.high.checked_mul(unit)?);
        let offsets =
            Interval { low: self.offsets().low.checked_add(low)?, high: self.offsets().high.checked_add(high)? };
        let furthest = high;
        let moves = if low == high { 0 } else { size.unsigned_abs() };
        if self.null {
            return None;
        }
        let text = if low == high { self.text.moved(low) } else { NullByte::UNKNOWN };
        let is_bounded = self.is_bounded() && offsets.high < Self::UNBOUNDED.into();
        if !is_bounded && !(0..Self::UNBOUNDED.into()).contains(&offsets.low) {
            return None;
        }
        let high = if is_bounded { offsets.high } else { Self::UNBOUNDED.into() };
        let moved = Self::of(self.object, Interval { low: offsets.low, high }, common(self.step.into(), moves))?;
        let room = match self.bytes_behind() {
            0 => 0,
            room => (i128::from(room) - furthest).clamp(0, u16::MAX.into()) as u16,
        };
        let from = self.from.map(|from| from.moved((by.low == by.high).then_some(furthest)));
        Some(Self { text, room, from, ..moved })
    }
}
