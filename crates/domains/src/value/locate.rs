//! Evaluation of places: from pointers, subscripts and terms to a [`MemoryLocation`].

use super::datum::Datum;
use super::location::{Choice, MemoryLocation, Several};
use super::memory::Memory;
use super::object::AbstractObject;
use super::reach::Reach;
use super::symbolic_domain::SymbolicDomain;
use super::symbolic_index;
use cairn_ir::interval::Interval;
use cairn_ir::{BinaryOp, ExprId, ExprKind, PlaceId, Value};
use cairn_semantics::Subscript;

impl<T: SymbolicDomain> Memory<'_, T> {
    pub(super) fn pointed_by(&mut self, pointer: ExprId) -> MemoryLocation {
        match self.value(pointer) {
            Datum::Somewhere(object) => match self.displaced_by_term(pointer) {
                Some(choice) => MemoryLocation::Chosen(choice),
                None => MemoryLocation::Within { object, from: 0, to: None },
            },
            Datum::Unknown if T::JOINS => self.displaced_somewhere(pointer),
            datum @ (Datum::Reach(_) | Datum::Among(_)) if T::JOINS => {
                match datum.map_reaches(|reach| self.within_object(reach)) {
                    Datum::Unknown => MemoryLocation::of(datum),
                    within => MemoryLocation::of(within),
                }
            }
            datum => MemoryLocation::of(datum),
        }
    }

    /// Where a pointer points that is a known one and any number of elements: an access outside of the object of the known
    /// one is undefined.
    fn displaced_somewhere(&mut self, pointer: ExprId) -> MemoryLocation {
        let ExprKind::Binary(BinaryOp::PtrAdd, start, _) = self.program.exprs[pointer].kind else {
            return MemoryLocation::Anywhere;
        };
        match *self.value(start).objects() {
            [object] if !object.is_unnamed() && !object.is_summary() => {
                MemoryLocation::Within { object, from: 0, to: None }
            }
            [] => MemoryLocation::Anywhere,
            ref objects if objects.iter().any(|object| object.is_unnamed()) => MemoryLocation::Anywhere,
            ref objects => {
                let offsets = Interval { low: 0, high: Reach::UNBOUNDED.into() };
                let reaches: Option<Vec<_>> = objects.iter().map(|object| Reach::of(*object, offsets, 1)).collect();
                reaches.map_or(MemoryLocation::Anywhere, |reaches| MemoryLocation::of(Datum::among(reaches)))
            }
        }
    }

    /// An element of the array at a location.
    pub(super) fn element_of(&mut self, base: MemoryLocation, of: Subscript) -> MemoryLocation {
        let Subscript { place, array, index, size } = of;
        let Some(step) = i64::try_from(size).ok().and_then(|size| size.checked_mul(8)) else {
            return MemoryLocation::Anywhere;
        };
        let base = match base {
            MemoryLocation::Chosen(choice) => match self.within_row(array, index, step) {
                Some(further) => {
                    return choice.further(further, None).map_or(choice.anywhere(), MemoryLocation::Chosen);
                }
                None => choice.anywhere(),
            },
            base => base,
        };
        let types = &self.program.types;
        let length = types.element(self.program.type_of_place(array)).and_then(|(_, n)| n);
        let length = length.and_then(|n| i64::try_from(n).ok());
        if T::JOINS
            && let Some(element) = self.element_ranging(base, index, step)
        {
            return element;
        }
        match base {
            MemoryLocation::At { object, bit, .. } => {
                let index_bits = self.scalar(self.program.type_of(index)).map_or(64, |s| s.bits());
                match self.value(index) {
                    Datum::Bits(bits) => {
                        let index = i64::try_from(Value(bits).as_signed(index_bits)).ok();
                        let at = index.and_then(|i| i.checked_mul(step)).and_then(|by| bit.checked_add(by));
                        at.map_or(MemoryLocation::Anywhere, |bit| MemoryLocation::At { object, bit, field: None })
                    }
                    datum => {
                        let to = length.and_then(|n| n.checked_mul(step)).and_then(|n| bit.checked_add(n));
                        let stays = self.stays_below(place, index, datum, length);
                        let all = bit == 0 && self.size(object) == to.and_then(|to| u64::try_from(to / 8).ok());
                        if (stays || all)
                            && let Some(length) = length
                            && let Some(choice) = self.chosen((object, bit), step, length, (index, datum))
                        {
                            return MemoryLocation::Chosen(choice);
                        }
                        // Memory is flat within an object: a subscript that leaves its array may be anywhere there.
                        match to {
                            Some(to) if stays => MemoryLocation::Within { object, from: bit, to: Some(to) },
                            _ => MemoryLocation::Within { object, from: 0, to: None },
                        }
                    }
                }
            }
            MemoryLocation::Within { object, from, to } => {
                let datum = self.value(index);
                if self.stays_below(place, index, datum, length) {
                    MemoryLocation::Within { object, from, to }
                } else {
                    MemoryLocation::Within { object, from: 0, to: None }
                }
            }
            MemoryLocation::Ranging { object, .. } => MemoryLocation::Within { object, from: 0, to: None },
            MemoryLocation::Several(several) => self.element_of_several(several, index, step),
            MemoryLocation::Anywhere | MemoryLocation::Chosen(_) => MemoryLocation::Anywhere,
        }
    }

    /// The elements that a range of subscripts chooses. `None` where the range is out of sight.
    fn element_ranging(&mut self, base: MemoryLocation, index: ExprId, step: i64) -> Option<MemoryLocation> {
        let (object, low, high, between) = match base {
            MemoryLocation::At { object, bit, .. } => (object, bit, bit, 0),
            MemoryLocation::Ranging { object, low, high, step, .. } if high != 8 * i64::from(Reach::UNBOUNDED) => {
                (object, low, high, step)
            }
            _ => return None,
        };
        let scalar = self.scalar(self.program.type_of(index))?;
        // What `Program::contained` says of subscripts of whole variables rests on an access: `&a[n]` may be the end of `a`.
        let indices = self.value(index).interval(scalar)?;
        let end = |bit: i64, index: i128| bit.checked_add(i64::try_from(index).ok()?.checked_mul(step)?);
        let (low, high) = (end(low, indices.low)?, end(high, indices.high)?);
        if low == high {
            return Some(MemoryLocation::At { object, bit: low, field: None });
        }
        let moves = if indices.low == indices.high { 0 } else { step.unsigned_abs() };
        let step = super::reach::common(between, moves);
        Some(MemoryLocation::Ranging { object, low, high, step, field: None, before_null: false, room: 0 })
    }

    /// An element of each of several arrays.
    fn element_of_several(&mut self, several: Several, index: ExprId, step: i64) -> MemoryLocation {
        let scalar = self.scalar(self.program.type_of(index));
        let value = self.value(index);
        let indices = scalar.and_then(|scalar| value.interval(scalar));
        let (Some(by), Datum::Among(_)) = (indices, several.address()) else { return MemoryLocation::Anywhere };
        match several.address().map_reaches(|reach| reach.moved(by, step / 8)) {
            Datum::Among(among) => MemoryLocation::Several(Several { among, bit: 0, field: None }),
            _ => MemoryLocation::Anywhere,
        }
    }

    fn stays_below(&self, place: PlaceId, index: ExprId, datum: Datum, length: Option<i64>) -> bool {
        self.program.facts.contained.contains(&place) || length.is_some_and(|n| self.is_below(index, datum, n))
    }

    /// The bits from an array's start to an element, when the subscript is known and one of its elements'.
    fn within_row(&mut self, array: PlaceId, index: ExprId, step: i64) -> Option<i64> {
        let (_, length) = self.program.types.element(self.program.type_of_place(array))?;
        let bits = self.scalar(self.program.type_of(index))?.bits();
        let index = i64::try_from(self.value(index).bits()?.as_signed(bits)).ok()?;
        let length = i64::try_from(length?).ok()?;
        if (0..length).contains(&index) { index.checked_mul(step) } else { None }
    }

    /// The element of an array that a term chooses.
    fn chosen(
        &self,
        (object, bit): (AbstractObject, i64),
        step: i64,
        parts: i64,
        (index, datum): (ExprId, Datum),
    ) -> Option<Choice> {
        let of = self.scalar(self.program.type_of(index))?;
        let parts = u32::try_from(parts).ok().filter(|parts| (1..=symbolic_index::MOST).contains(parts))?;
        let is_term = matches!(datum, Datum::Term(_)) && T::KNOWN && !object.is_summary();
        is_term.then_some(Choice { object, bit, step, parts, first: 0, index: (datum, of), field: None })
    }

    /// Targets of a known pointer plus a term: any part of the object at the pointer's distance from its start.
    fn displaced_by_term(&mut self, pointer: ExprId) -> Option<Choice> {
        let ExprKind::Binary(BinaryOp::PtrAdd, base, index) = self.program.exprs[pointer].kind else { return None };
        let program = self.program;
        let types = &program.types;
        let step =
            i64::try_from(types.size_of(types.pointee(self.program.type_of(pointer))?)?).ok().filter(|s| *s > 0)?;
        let Datum::Address(object, offset) = self.value(base) else { return None };
        let size = i64::try_from(self.size(object)?).ok()?;
        let start = offset.rem_euclid(step);
        let subscript = self.value(index);
        let choice = self.chosen(
            (object, start.checked_mul(8)?),
            step.checked_mul(8)?,
            (size - start) / step,
            (index, subscript),
        )?;
        Some(Choice { first: -offset.div_euclid(step), ..choice })
    }

    /// Whether a subscript is one of so many elements.
    fn is_below(&self, index: ExprId, datum: Datum, length: i64) -> bool {
        let scalar = self.scalar(self.program.type_of(index));
        let range = scalar.and_then(|scalar| datum.interval(scalar));
        range.is_some_and(|range| range.is_in(Interval { low: 0, high: i128::from(length) - 1 }))
    }
}
