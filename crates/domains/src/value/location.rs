//! Where a place is: from variables, pointers, members and subscripts.

use super::among::Among;
use super::datum::Datum;
use super::object::AbstractObject;
use super::reach::{NullByte, Reach};
use cairn_ir::interval::Interval;
use cairn_ir::types::{BitField, Field, Scalar};

/// Where a place is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MemoryLocation {
    /// At this bit of an object.
    At {
        /// The object.
        object: AbstractObject,
        /// Bits from its start.
        bit: i64,
        /// Width in bits if it is a bit-field.
        field: Option<u32>,
    },
    /// Somewhere in these bits of an object.
    Within {
        /// The object.
        object: AbstractObject,
        /// First bit.
        from: i64,
        /// Past the last bit; `None` for the object's end.
        to: Option<i64>,
    },
    /// At one of several bits of an object, each `step` bits behind the one before.
    Ranging {
        /// The object.
        object: AbstractObject,
        /// The first of them.
        low: i64,
        /// The last.
        high: i64,
        /// Bits from one to the next.
        step: u64,
        /// Width in bits if it is a bit-field.
        field: Option<u32>,
        /// Whether a byte there is before the last null byte of the object.
        before_null: bool,
        /// So many bytes at least are from there to the end of the object.
        room: u16,
    },
    /// At one of several places, each in an object of its own; only where states are joined.
    Several(Several),
    /// In the part of an object that a term chooses; only where someone knows terms.
    Chosen(Choice),
    /// Anywhere.
    Anywhere,
}

impl MemoryLocation {
    pub(super) fn of(datum: Datum) -> Self {
        let at = |object, address: Option<i64>| match address.and_then(|address| address.checked_mul(8)) {
            Some(bit) => MemoryLocation::At { object, bit, field: None },
            None => MemoryLocation::Anywhere,
        };
        match datum {
            Datum::Address(object, offset) => at(object, Some(offset)),
            Datum::Somewhere(object) => MemoryLocation::Within { object, from: 0, to: None },
            // A read or a write at null is undefined.
            Datum::Reach(reach) => MemoryLocation::ranging(reach),
            Datum::Among(among) => MemoryLocation::Several(Several { among, bit: 0, field: None }),
            // A constant address, mostly null: memory too, but none that the program names.
            Datum::Bits(bits) => at(AbstractObject::ABSOLUTE, i64::try_from(bits).ok()),
            _ => MemoryLocation::Anywhere,
        }
    }

    /// Where a pointer points that is not null.
    pub(super) fn ranging(reach: Reach) -> Self {
        let Reach { object, low, high, step, .. } = reach;
        if low == high {
            return MemoryLocation::At { object, bit: 8 * i64::from(low), field: None };
        }
        let (low, high) = (8 * i64::from(low), 8 * i64::from(high));
        if !reach.is_bounded() && step != 1 {
            return MemoryLocation::Within { object, from: 0, to: None };
        }
        let before_null = reach.text >= NullByte::BEHIND;
        let (step, room) = (8 * u64::from(step), reach.bytes_behind());
        MemoryLocation::Ranging { object, low, high, step, field: None, before_null, room }
    }

    /// From here to the end of the object.
    pub(super) fn open_ended(self) -> Self {
        match self {
            MemoryLocation::At { object, bit, .. } => MemoryLocation::Within { object, from: bit, to: None },
            MemoryLocation::Chosen(choice) => choice.anywhere().open_ended(),
            MemoryLocation::Ranging { object, low: from, .. } | MemoryLocation::Within { object, from, .. } => {
                MemoryLocation::Within { object, from, to: None }
            }
            MemoryLocation::Anywhere | MemoryLocation::Several(_) => MemoryLocation::Anywhere,
        }
    }

    /// A member of the record here.
    pub(super) fn member_of(self, field: &Field) -> Self {
        let first = field.bits.map_or(0, |BitField { first, .. }| i64::from(first));
        let offset = i64::try_from(field.offset).ok().and_then(|offset| offset.checked_mul(8));
        let further = offset.and_then(|offset| offset.checked_add(first));
        let field = field.bits.map(|bits| bits.width);
        further.map_or(MemoryLocation::Anywhere, |further| self.further(further, field))
    }

    /// So many bits further.
    pub(super) fn further(self, further: i64, field: Option<u32>) -> Self {
        match self {
            MemoryLocation::At { object, bit, .. } => match bit.checked_add(further) {
                Some(bit) => MemoryLocation::At { object, bit, field },
                None => MemoryLocation::Anywhere,
            },
            MemoryLocation::Ranging { object, high, .. } if high == 8 * i64::from(Reach::UNBOUNDED) => {
                MemoryLocation::Within { object, from: 0, to: None }
            }
            MemoryLocation::Ranging { object, low, high, step, .. } => {
                let moved = low.checked_add(further).zip(high.checked_add(further));
                moved.map_or(MemoryLocation::Anywhere, |(low, high)| MemoryLocation::Ranging {
                    object,
                    low,
                    high,
                    step,
                    field,
                    before_null: false,
                    room: 0,
                })
            }
            MemoryLocation::Several(several) => match several.bit.checked_add(further) {
                Some(bit) => MemoryLocation::Several(Several { bit, field, ..several }),
                None => MemoryLocation::Anywhere,
            },
            MemoryLocation::Chosen(choice) => {
                choice.further(further, field).map_or(choice.anywhere(), MemoryLocation::Chosen)
            }
            other => other,
        }
    }
}

/// As many bits from each place that a pointer may go to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Several {
    /// The pointer.
    pub among: Among,
    /// Bits from there.
    pub bit: i64,
    /// Width in bits if it is a bit-field.
    pub field: Option<u32>,
}

impl Several {
    /// The places, an object at a time. A read or a write at null is undefined.
    pub(super) fn places(self) -> Vec<MemoryLocation> {
        self.among.reaches().iter().map(|reach| MemoryLocation::ranging(*reach).further(self.bit, self.field)).collect()
    }
    /// The address, if it is one; unknown where it is not known.
    pub(super) fn address(self) -> Datum {
        let by = Interval::point(i128::from(self.bit / 8));
        let is_address = self.field.is_none() && self.bit % 8 == 0;
        let moved = || Datum::Among(self.among).map_reaches(|reach| Reach { null: false, ..reach }.moved(by, 1));
        if is_address { moved() } else { Datum::Unknown }
    }
}

/// Parts of an object at equal distances, one of which an index chooses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The object.
    pub object: AbstractObject,
    /// The first bit of the first part.
    pub bit: i64,
    /// Bits from a part to the next.
    pub step: i64,
    /// How many parts there are.
    pub parts: u32,
    /// The index that chooses the first part; each further part has the next.
    pub first: i64,
    /// The index, a term, and its type.
    pub index: (Datum, Scalar),
    /// Width in bits if it is a bit-field.
    pub field: Option<u32>,
}

impl Choice {
    /// The parts with their indices, in order.
    pub(super) fn parts(self) -> impl Iterator<Item = (i64, MemoryLocation)> {
        let Choice { object, bit, step, first, field, .. } = self;
        (0..i64::from(self.parts))
            .map(move |at| (first + at, MemoryLocation::At { object, bit: bit + at * step, field }))
    }
    /// The place as it is without the index.
    pub(super) fn anywhere(self) -> MemoryLocation {
        let end = self.bit + i64::from(self.parts) * self.step;
        MemoryLocation::Within { object: self.object, from: self.bit, to: Some(end) }
    }
    /// The same, so many bits further in each part.
    pub(super) fn further(self, bits: i64, field: Option<u32>) -> Option<Self> {
        Some(Self { bit: self.bit.checked_add(bits)?, field, ..self })
    }
}
