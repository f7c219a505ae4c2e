//! Integers that are bounded by the end of an object: an index and a length, a counter and a size (differences as in Miné,
//! "The octagon abstract domain", HOSC 2006, kept at the values themselves, where states are joined).
//!
//! A fact says `value * unit + base <= end`, where the end is the size of an object, the position of its first or last null byte, or of a null
//! byte that it is equal to. Two integers are related by way of an object: `i < n` where `n` elements were allocated makes `i` a
//! subscript of what was allocated. So a fact moves where its value is copied to, and needs no set of related variables.
//!
//! Why not octagons: nearly all that checks ask is whether an access is in its object, and a matrix of differences beside each state
//! is paid for by each step. Sums of two variables are not said.
//!
//! Invariant of [`EndFacts`]: in order, one for each object, unit and end. A fact about an object whose lifetime ended, or whose
//! null bytes may be overwritten, is taken away by whoever does that ([`super::memory::Memory`]).

use super::interned::{Pool, interned};
use super::object::AbstractObject;
use cairn_ir::interval::Interval;
use smallvec::SmallVec;
use std::sync::Mutex;

/// An end of an object, in bytes from its start.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ObjectEnd {
    /// How large it is.
    Size,
    /// Where its last null byte is. It has one.
    LastNull,
    /// Where a null byte is, which the fact is exact about.
    Null,
    /// Where its first null byte is; behind all integers, where it has none.
    FirstNull,
}

/// `value * unit + base <= end`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct EndFact {
    /// The object.
    pub object: AbstractObject,
    /// Bytes for one more.
    pub unit: u16,
    /// Which end.
    pub end: ObjectEnd,
    /// Bytes.
    pub base: i32,
    /// Whether both sides are equal.
    pub exact: bool,
}

impl EndFact {
    /// Whether its end is in the object, or just behind it, wherever it is.
    pub(crate) fn is_in_object(self) -> bool {
        self.end != ObjectEnd::FirstNull
    }
    /// The same of a value that is larger by so much.
    pub(crate) fn shifted(self, by: i128) -> Option<Self> {
        let base = i128::from(self.base).checked_sub(by.checked_mul(self.unit.into())?)?;
        Some(Self { base: i32::try_from(base).ok()?, ..self })
    }
    /// Rest of it for a value that may be less.
    pub(crate) fn not_above(self) -> Self {
        let end = if self.end == ObjectEnd::Null { ObjectEnd::LastNull } else { self.end };
        Self { end, exact: false, ..self }
    }
    /// The same of a value that is less.
    pub(crate) fn below(self) -> Option<Self> {
        self.not_above().shifted(-1)
    }
    /// The same of a value that is so many times as large.
    pub(crate) fn scaled(self, by: i128) -> Option<Self> {
        let by = u16::try_from(by).ok().filter(|by| *by > 0 && self.unit.is_multiple_of(*by))?;
        Some(Self { unit: self.unit / by, ..self })
    }
    /// Whether it follows from another of the same value.
    pub(crate) fn follows_from(self, other: Self) -> bool {
        let is_end = match self.end {
            ObjectEnd::LastNull => matches!(other.end, ObjectEnd::LastNull | ObjectEnd::Null),
            end => end == other.end,
        };
        let is_exact = self.exact || self.end == ObjectEnd::Null;
        let is_value = if is_exact { self.base == other.base && other.exact } else { self.base <= other.base };
        self.object == other.object && self.unit == other.unit && is_end && is_value
    }
}

/// Facts about one value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EndFacts(&'static SmallVec<[EndFact; 2]>);

/// The sets of facts that there are.
static SETS: Pool<SmallVec<[EndFact; 2]>> = Pool::new(Mutex::default);

impl EndFacts {
    /// More are not kept.
    const MOST: usize = 8;

    /// Some facts, of which those that follow from others are left out; `None` where there are none.
    pub(crate) fn of(facts: impl IntoIterator<Item = EndFact>) -> Option<Self> {
        let mut kept: SmallVec<[EndFact; 2]> = SmallVec::new();
        for fact in facts {
            if !kept.iter().any(|known| fact.follows_from(*known)) {
                kept.retain(|known| !known.follows_from(fact));
                kept.push(fact);
            }
        }
        kept.sort_unstable();
        kept.truncate(Self::MOST);
        if kept.is_empty() {
            return None;
        }
        Some(Self(interned(&SETS, kept)))
    }
    /// The facts.
    pub fn all(self) -> &'static [EndFact] {
        self.0
    }
}

/// An integer of a range, of which something is known about the end of an object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BoundedIndex {
    /// The least.
    low: i32,
    /// The greatest; [`i32::MAX`] where only the facts bound it.
    high: i32,
    /// How the bits are read.
    signed: bool,
    facts: EndFacts,
}

/// No object is larger, in bytes: a value that is bounded by one is not larger either.
pub(crate) const LARGEST: i128 = 1 << 62;

impl BoundedIndex {
    /// An integer; `None` where the least is out of sight.
    pub(crate) fn of(interval: Interval, signed: bool, facts: EndFacts) -> Option<Self> {
        let low = i32::try_from(interval.low).ok()?;
        Some(Self { low, high: i32::try_from(interval.high).unwrap_or(i32::MAX), signed, facts })
    }
    /// The facts.
    pub const fn facts(self) -> EndFacts {
        self.facts
    }
    /// Whether the bits are those of a signed integer.
    pub const fn is_signed(self) -> bool {
        self.signed
    }
    /// The integer, if it is one.
    pub fn value(self) -> Option<i128> {
        (self.low == self.high && self.high != i32::MAX).then_some(self.low.into())
    }
    /// The integers, in a type of so many bits.
    pub fn interval(self, width: u32) -> Interval {
        let greatest = (1i128 << (width.clamp(1, 64) - u32::from(self.signed))) - 1;
        let high = if self.high == i32::MAX { greatest.min(LARGEST) } else { self.high.into() };
        Interval { low: self.low.into(), high: high.max(self.low.into()) }
    }
}
