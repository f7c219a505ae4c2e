//! Reads and writes at one of several places of an object ([`MemoryLocation::Ranging`]), where states are joined.
//!
//! Over-approximation: what is read is the join of what is at each place; a write leaves each element that it may hit with what
//! it had or what is written (a weak update), and forgets what it may cut. Places outside of the object are undefined, and no
//! execution goes on from there.

use super::datum::Datum;
use super::joined_memory::KeptNulls;
use super::location::{MemoryLocation, Several};
use super::memory::Memory;
use super::object::AbstractObject;
use super::object_content::{Elements, Rest};
use super::reach::Reach;
use super::state::ValueState;
use super::symbolic_domain::SymbolicDomain;
use cairn_ir::types::Scalar;

impl<T: SymbolicDomain> Memory<'_, T> {
    /// The first and the last of some bits where an access of so many bits is in the object: others are undefined. `None` where there are none.
    pub(super) fn in_object(&self, object: AbstractObject, (low, high): (i64, i64), width: u64) -> Option<(u64, u64)> {
        let high = u64::try_from(high).ok()?;
        let high = match self.size_bits(object) {
            Some(size) => high.min(size.checked_sub(width)?),
            None => high,
        };
        let low = u64::try_from(low).unwrap_or(0);
        (low <= high).then_some((low, high))
    }

    /// Writes a scalar at one of several places: each of them has it, or what it had (a weak update).
    pub(super) fn store_ranging(&mut self, location: MemoryLocation, scalar: Scalar, datum: Datum) {
        let MemoryLocation::Ranging { object, low, high, step, field, before_null, .. } = location else { return };
        let width = u64::from(field.unwrap_or_else(|| scalar.bits()));
        let null_byte = self.state.content(object).and_then(|content| content.null_byte);
        let keeps = match datum {
            Datum::Bits(0) => self.keeps.max(KeptNulls::All),
            _ if before_null && width == 8 => KeptNulls::Last,
            _ => self.keeps,
        };
        if self.store_at_each(location, (scalar, width), datum, keeps) {
            return self.keep_null(object, null_byte.filter(|_| keeps != KeptNulls::None));
        }
        if high == 8 * i64::from(Reach::UNBOUNDED) {
            self.keeping(keeps, |memory| memory.forget(location, width));
            return self.keep_null(object, null_byte.filter(|_| keeps != KeptNulls::None));
        }
        let Some((first, last)) = self.in_object(object, (low, high), width) else { return };
        let kept = self.state.content(object).filter(|_| field.is_none() && width <= 64).map(|content| {
            let mut kept = Vec::new();
            content.cells.visit(first..=last, |at, cell| {
                // Whole elements only: the write is at one of their starts, or beside all of them.
                let is_start = at.abs_diff(u64::try_from(low).unwrap_or(0)) % step.max(1) == 0 && low >= 0;
                if u64::from(cell.width) == width && is_start && step >= width {
                    kept.push((at, cell.width, crate::memory::join::data(cell.datum, datum, cell.width)));
                }
            });
            kept
        });
        self.keeping(keeps, |memory| memory.forget_range(object, first, last - first + width));
        let written = if datum == Datum::Bits(0) && width == 8 && low >= 0 { Some(first / 8) } else { None };
        self.keep_null(object, written.max(null_byte.filter(|_| keeps != KeptNulls::None)));
        let Some(kept) = kept.filter(|_| self.state.content(object).is_some()) else { return };
        self.keeping(KeptNulls::All, |memory| {
            memory.change(object, |content| {
                let null_byte = content.null_byte;
                for (at, width, datum) in kept {
                    content.write(at, width, datum);
                }
                content.null_byte = content.null_byte.max(null_byte);
            });
        });
    }

    /// Writes one of the elements of an array of which it is known what each of them is one of. False where that is not known.
    fn store_at_each(
        &mut self,
        at: MemoryLocation,
        (of, width): (Scalar, u64),
        datum: Datum,
        keeps: KeptNulls,
    ) -> bool {
        let MemoryLocation::Ranging { object, low, high, step, field: None, .. } = at else { return false };
        let Some(content) = self.state.content(object) else { return false };
        let last = if high == 8 * i64::from(Reach::UNBOUNDED) { u64::MAX - width } else { high.unsigned_abs() };
        let each = content.each(of.bits()).filter(|_| width <= 64 && step == width);
        let (Some(each), Ok(first)) = (each, u64::try_from(low)) else { return false };
        if !first.is_multiple_of(width) || object.site_of_others().is_some() {
            return false;
        }
        // What the start function writes is the last entry of a vector.
        let null_last = each.null_last && (self.depth == 0 || self.truth_of(datum, of) == Some(true));
        let is_last = null_last && self.depth == 0 && datum == Datum::Bits(0);
        let before = if null_last { each.datum } else { each.any() };
        let after = if is_last { before } else { self.either_datum(before, datum, of.bits()) };
        let rest = Rest::Each(Elements { width: of.bits(), datum: after, null_last });
        let mut cells = Vec::new();
        content.cells.visit(first.saturating_sub(127)..=last.saturating_add(width - 1), |at, cell| {
            let is_element = u64::from(cell.width) == width && at.is_multiple_of(width);
            if at + u64::from(cell.width) > first {
                let joined = if is_element { self.either_datum(cell.datum, datum, cell.width) } else { Datum::Unknown };
                cells.push((at, cell.width, joined));
            }
        });
        self.note_write(object, first, u64::MAX);
        self.keeping(keeps, |memory| {
            memory.change(object, |content| {
                content.rest = rest;
                for (at, width, datum) in cells {
                    content.write(at, width, datum);
                }
            });
        });
        true
    }

    /// A null byte is so far from the start of an object, or behind that.
    fn keep_null(&mut self, object: AbstractObject, null_byte: Option<u64>) {
        if null_byte.is_some() {
            self.keeping(KeptNulls::All, |memory| {
                memory.change(object, |content| content.null_byte = content.null_byte.max(null_byte));
            });
        }
    }

    /// Value at one of several places; unknown where that is not one datum or a range.
    pub(super) fn load_ranging(&self, location: MemoryLocation, scalar: Scalar) -> Datum {
        /// So many places are looked at.
        const MOST: u64 = 256;
        let MemoryLocation::Ranging { object, low, high, step, field: None, .. } = location else {
            return Datum::Unknown;
        };
        if let Some(found) = self.load_of_each(location, scalar) {
            return found;
        }
        if high == 8 * i64::from(Reach::UNBOUNDED) {
            return Datum::Unknown;
        }
        let width = scalar.bits();
        let Some((first, last)) = self.in_object(object, (low, high), u64::from(width)) else { return Datum::Unknown };
        let step = step.max(8);
        // The first place in the object.
        let first = if low >= 0 { first } else { low.rem_euclid(i64::try_from(step).unwrap_or(1)).unsigned_abs() };
        if first > last
            || (last - first) / step > MOST
            || object.is_summary()
            || matches!(scalar, Scalar::Bool | Scalar::Float(_))
        {
            return Datum::Unknown;
        }
        let mut places = (first..=last).step_by(usize::try_from(step).unwrap_or(usize::MAX));
        let read = |at| self.state.read(object, at, width, self.program);
        let mut found = places.next().map_or(Datum::Unknown, read);
        for at in places {
            if found == Datum::Unknown {
                break;
            }
            found = self.either_datum(found, read(at), width);
        }
        found
    }

    /// Value at one of the elements of an array of which it is known what each of them is one of.
    fn load_of_each(&self, at: MemoryLocation, scalar: Scalar) -> Option<Datum> {
        let MemoryLocation::Ranging { object, low, high, step, field: None, room, .. } = at else { return None };
        let (width, content) = (u64::from(scalar.bits()), self.state.content(object)?);
        let first = u64::try_from(low).ok()?;
        let is_scalar = !matches!(scalar, Scalar::Bool | Scalar::Float(_));
        let is_each = is_scalar && matches!(content.rest, Rest::Each(..)) && first.is_multiple_of(width);
        let elements = content.each(scalar.bits()).filter(|_| is_each && step.is_multiple_of(width))?;
        let is_before_last = 8 * u64::from(room) >= 2 * width;
        let rest = if is_before_last { elements.datum } else { elements.any() };
        let last = if high == 8 * i64::from(Reach::UNBOUNDED) { u64::MAX - width } else { high.unsigned_abs() };
        let (mut found, mut covered) = (None, 0);
        content.cells.visit(first.saturating_sub(127)..=last.saturating_add(width - 1), |at, cell| {
            let is_element = u64::from(cell.width) == width && at.is_multiple_of(width);
            if at + u64::from(cell.width) > first {
                let datum = if is_element { cell.datum } else { Datum::Unknown };
                found = Some(found.map_or(datum, |found| self.either_datum(found, datum, scalar.bits())));
                covered += u64::from(is_element);
            }
        });
        // Each element on the way has a cell: no other is read.
        let is_covered = covered == (last - first) / width + 1;
        Some(match found {
            Some(found) if is_covered => found,
            Some(found) => self.either_datum(found, rest, scalar.bits()),
            None => rest,
        })
    }

    /// One of two data of so many bits, with what this state knows of their strings.
    pub(super) fn either_datum(&self, a: Datum, b: Datum, width: u32) -> Datum {
        if a == b {
            return a;
        }
        let with_text = |datum| crate::memory::join::with_text(datum, &self.state, self.program);
        crate::memory::join::data(with_text(a), with_text(b), width)
    }

    /// Value at one of several places.
    pub(super) fn load_one_of(&mut self, several: Several, scalar: Scalar) -> Datum {
        let mut found = None;
        for place in several.places() {
            let here = self.load_at(place, scalar, false);
            found = Some(match found {
                Some(before) => self.either_datum(before, here, scalar.bits()),
                None => here,
            });
            if found == Some(Datum::Unknown) {
                break;
            }
        }
        found.unwrap_or(Datum::Unknown)
    }

    /// A write at one of several places: what is known after it is what is known after each.
    pub(super) fn at_one_of(&mut self, several: Several, mut write: impl FnMut(&mut Self, MemoryLocation)) {
        let before = self.state.clone();
        let mut after: Option<ValueState> = None;
        for place in several.places() {
            self.state = before.clone();
            write(self, place);
            let here = std::mem::take(&mut self.state);
            after = Some(match after {
                Some(others) => crate::memory::join::join(&others, &here, self.program),
                None => here,
            });
        }
        self.state = after.unwrap_or(before);
    }
}
