//! The known content of one object, bit by bit.
//!
//! Cells are keyed by *bit* offset, so that bit-fields are cells like any other and two neighbours in one byte do not
//! disturb each other. A read that matches no cell is put together from the bits of those that it overlaps, when all of
//! them are known: unions, `memcpy` and byte-wise access need no case of their own. What no cell covers has the
//! object's default: a zeroed array of a million elements is one word.
//!
//! Invariants: cells do not overlap and are at most 128 bits wide; an unknown cell is stored only over a default that
//! says something; a zero cell is not stored over a zero default.

use super::bounded::{BoundedIndex, EndFacts};
use super::datum::Datum;
use crate::trie::{Trie, entry_hash};
use cairn_ir::interval::Interval;
use cairn_ir::value::mask;
use cairn_ir::{Program, VarId};

/// A range of known bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct KnownBits {
    /// Its width in bits: 1 to 128.
    pub width: u32,
    /// Its value.
    pub datum: Datum,
}

/// Abstract value of each element of an array: the bits at multiples of their number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Elements {
    /// Bits of an element.
    pub width: u32,
    /// Value of each.
    pub datum: Datum,
    /// Or null, if it is the last of the object.
    pub null_last: bool,
}

impl Elements {
    /// Value of each, the last included.
    pub fn any(self) -> Datum {
        if self.null_last { crate::memory::join::data(self.datum, Datum::Bits(0), self.width) } else { self.datum }
    }
}

/// Default of bits that no cell covers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rest {
    /// Nothing.
    Unknown,
    /// Nobody has written them since the object came to be: a pointer among them points to memory of its own.
    Fresh,
    /// They are zero.
    Zero,
    /// They are those of the variable's initial bytes.
    Data(VarId),
    /// Each element of an array is one of these values. Only where states are joined.
    Each(Elements),
}

/// Abstract content of an object.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ObjectContent {
    /// Cells by bit offset.
    pub cells: Trie<KnownBits>,
    /// All other bits.
    pub rest: Rest,
    /// Size in bytes when the program did not say it by a type: heap objects.
    pub size: Option<u64>,
    /// A null byte is so many bytes from the start, or behind that, in the object. Only where states are joined
    /// ([`super::SymbolicDomain::JOINS`]).
    pub null_byte: Option<u64>,
    /// Where the size is not one number: so many bytes at least. Only where states are joined, as the next.
    pub least_size: u64,
    /// So many bytes at most.
    pub most_size: Option<u64>,
    /// The size as an integer, by the end of another object: `malloc(strlen(text) + 1)`. Only exact facts.
    pub size_facts: Option<EndFacts>,
}

pub(super) const WIDEST: u64 = 128;
/// Over this many bits a range is not spelled out in cells; what is known of the rest of the object is given up.
const SPELLED_OUT: u64 = 1 << 16;

impl ObjectContent {
    /// An object of which `rest` is known.
    pub const fn new(rest: Rest) -> Self {
        Self { cells: Trie::new(), rest, size: None, null_byte: None, least_size: 0, most_size: None, size_facts: None }
    }
    /// The same object, of whose bits `rest` is known.
    pub fn emptied(&self, rest: Rest) -> Self {
        let Self { size, least_size, most_size, size_facts, .. } = *self;
        Self { size, least_size, most_size, size_facts, ..Self::new(rest) }
    }
    /// True when nothing is known.
    pub fn is_unknown(&self) -> bool {
        self.cells.is_empty()
            && self.rest == Rest::Unknown
            && self.emptied(self.rest) == Self::new(self.rest)
            && self.null_byte.is_none()
    }

    /// Cells that overlap `at .. at + width`, in order.
    pub fn overlapping(&self, at: u64, width: u64) -> smallvec::SmallVec<[(u64, KnownBits); 8]> {
        let mut found = smallvec::SmallVec::new();
        self.cells.visit(at.saturating_sub(WIDEST - 1)..=at.saturating_add(width - 1), |offset, cell| {
            if offset + u64::from(cell.width) > at {
                found.push((offset, *cell));
            }
        });
        found
    }

    /// The datum of `width` bits at `at`.
    pub fn read(&self, at: u64, width: u32, program: &Program) -> Datum {
        let data = match self.rest {
            Rest::Data(var) => program.vars[var].data.as_deref(),
            _ => None,
        };
        self.read_with(data, at, width)
    }

    /// As [`ObjectContent::read`], but what only the initial bytes of a variable say is unknown.
    fn read_single(&self, at: u64, width: u32) -> Datum {
        self.read_with(None, at, width)
    }

    fn read_with(&self, data: Option<&[u8]>, at: u64, width: u32) -> Datum {
        if let Some(cell) = self.cells.get(at)
            && cell.width == width
        {
            return cell.datum;
        }
        let cells = self.overlapping(at, u64::from(width));
        if let Rest::Each(elements) = self.rest
            && cells.is_empty()
            && elements.width == width
            && at.is_multiple_of(u64::from(width))
        {
            return elements.any();
        }
        if cells.is_empty() {
            return self.rest_bits(at, width, data).map_or(Datum::Unknown, Datum::Bits);
        }
        let mut bits = 0u128;
        let mut next = at;
        let end = at + u64::from(width);
        for (offset, cell) in cells {
            let Datum::Bits(value) = cell.datum else { return Datum::Unknown };
            if offset > next {
                let Some(gap) = self.rest_bits(next, (offset - next) as u32, data) else { return Datum::Unknown };
                bits |= gap << (next - at);
            }
            let (from, to) = (offset.max(at), (offset + u64::from(cell.width)).min(end));
            bits |= (value >> (from - offset) & mask((to - from) as u32)) << (from - at);
            next = to;
        }
        if next < end {
            let Some(gap) = self.rest_bits(next, (end - next) as u32, data) else { return Datum::Unknown };
            bits |= gap << (next - at);
        }
        Datum::Bits(bits)
    }

    fn rest_bits(&self, at: u64, width: u32, data: Option<&[u8]>) -> Option<u128> {
        match self.rest {
            Rest::Unknown | Rest::Fresh | Rest::Each(..) => None,
            Rest::Zero => Some(0),
            Rest::Data(_) => {
                let data = data?;
                // Bytes past the data are zero: "A char array is initialised as far as the string goes".
                let byte = |index: u64| {
                    u128::from(usize::try_from(index).ok().and_then(|i| data.get(i)).copied().unwrap_or(0))
                };
                let (first, last) = (at / 8, (at + u64::from(width) - 1) / 8);
                if last - first >= 16 {
                    return None;
                }
                let whole = (first..=last).rev().fold(0u128, |bits, index| bits << 8 | byte(index));
                Some(whole >> (at % 8) & mask(width))
            }
        }
    }

    /// Whether nobody has written these bits since the object came to be.
    pub fn is_fresh(&self, at: u64, width: u32) -> bool {
        self.rest == Rest::Fresh && self.overlapping(at, u64::from(width)).is_empty()
    }

    /// Puts a datum of `width` bits at `at`.
    pub fn write(&mut self, at: u64, width: u32, datum: Datum) {
        match self.cells.get(at) {
            Some(cell) if cell.width == width => {
                if cell.datum == datum {
                    return;
                }
                self.overwrite_null_byte(at, width.into());
                // The common case: the very cell exists, so nothing else overlaps.
                if self.is_stored(datum) {
                    self.cells.insert(at, KnownBits { width, datum });
                } else {
                    self.cells.remove(at);
                }
                return;
            }
            _ => self.cut(at, u64::from(width)),
        }
        if self.is_stored(datum) {
            self.cells.insert(at, KnownBits { width, datum });
        }
    }

    /// The null byte may be among what is written.
    fn overwrite_null_byte(&mut self, at: u64, width: u64) {
        self.null_byte = self.null_byte.filter(|byte| at.saturating_add(width) <= byte.saturating_mul(8));
    }

    fn is_stored(&self, datum: Datum) -> bool {
        match self.rest {
            Rest::Unknown => datum != Datum::Unknown,
            Rest::Zero => datum != Datum::Bits(0),
            Rest::Data(_) | Rest::Fresh | Rest::Each(..) => true,
        }
    }

    /// Takes away the cells in a range and keeps what is outside of those that reach over its ends. The range has the
    /// default after it.
    fn cut(&mut self, at: u64, width: u64) {
        self.overwrite_null_byte(at, width);
        let end = at.saturating_add(width);
        let edges = |cell: &(u64, KnownBits)| cell.0 < at || cell.0 + u64::from(cell.1.width) > end;
        let first = self.overlapping(at, width);
        if first.is_empty() {
            return;
        }
        self.cells.remove_range(first[0].0..=end - 1);
        for (offset, cell) in first.into_iter().filter(edges) {
            let part = |from: u64, to: u64| match cell.datum {
                Datum::Bits(bits) => Datum::Bits(bits >> (from - offset) & mask((to - from) as u32)),
                _ => Datum::Unknown,
            };
            let cell_end = offset + u64::from(cell.width);
            let outside = [(offset, at.min(cell_end)), (end.max(offset), cell_end)];
            for (from, to) in outside.into_iter().filter(|(from, to)| from < to) {
                let datum = part(from, to);
                if self.is_stored(datum) {
                    self.cells.insert(from, KnownBits { width: (to - from) as u32, datum });
                }
            }
        }
    }

    /// Value of each element of so many bits that no cell covers, where that is known.
    pub fn each(&self, width: u32) -> Option<Elements> {
        match self.rest {
            Rest::Each(elements) => (elements.width == width).then_some(elements),
            Rest::Zero => Some(Elements { width, datum: Datum::Bits(0), null_last: false }),
            _ => None,
        }
    }

    /// The same with each datum changed that has one of some links ([`Datum::links`]).
    pub fn changed(&self, links: u64, change: &dyn Fn(Datum, u32) -> Datum) -> Option<Self> {
        let mut changed = Vec::new();
        self.cells.visit_linked(links, |at, cell| {
            let datum = change(cell.datum, cell.width);
            if datum != cell.datum {
                changed.push((at, cell.width, datum));
            }
        });
        let rest = match self.rest {
            Rest::Each(elements) => Rest::Each(Elements { datum: change(elements.datum, elements.width), ..elements }),
            rest => rest,
        };
        let size_facts =
            self.size_datum().and_then(|(size, width)| EndFacts::of(change(size, width).facts().iter().copied()));
        if changed.is_empty() && rest == self.rest && size_facts == self.size_facts {
            return None;
        }
        let mut content = Self { rest, size_facts, ..self.clone() };
        for (at, width, datum) in changed {
            content.write(at, width, datum);
        }
        Some(content)
    }

    /// The size as a datum of so many bits, where facts are known of it.
    pub(crate) fn size_datum(&self) -> Option<(Datum, u32)> {
        let any = Interval { low: 0, high: i128::from(i64::MAX) };
        Some((Datum::Index(BoundedIndex::of(any, false, self.size_facts?)?), 64))
    }

    /// Forgets `width` bits at `at`. `whole` says that this is the whole object.
    pub fn forget(&mut self, at: u64, width: u64, whole: bool) {
        if whole {
            *self = self.emptied(Rest::Unknown);
            return;
        }
        if width == 0 {
            return;
        }
        self.cut(at, width);
        if self.rest == Rest::Unknown {
            return;
        }
        if width > SPELLED_OUT {
            self.give_up_rest();
            return;
        }
        self.pave(at, width, Datum::Unknown);
    }

    /// Sets `width` bits at `at` to zero.
    pub fn clear(&mut self, at: u64, width: u64, whole: bool) {
        if whole {
            *self = self.emptied(Rest::Zero);
            return;
        }
        if width == 0 {
            return;
        }
        self.cut(at, width);
        match self.rest {
            Rest::Zero => {}
            Rest::Data(_) | Rest::Fresh | Rest::Each(..) if width > SPELLED_OUT => self.give_up_rest(),
            Rest::Unknown if width > SPELLED_OUT => {}
            _ => self.pave(at, width, Datum::Bits(0)),
        }
    }

    fn give_up_rest(&mut self) {
        self.rest = Rest::Unknown;
        let cells = std::mem::take(&mut self.cells);
        cells.for_each(|offset, cell| {
            if cell.datum != Datum::Unknown {
                self.cells.insert(offset, *cell);
            }
        });
    }

    /// Fills a range without cells with cells of one datum.
    fn pave(&mut self, at: u64, width: u64, datum: Datum) {
        let mut from = at;
        while from < at + width {
            let step = (at + width - from).min(64);
            self.cells.insert(from, KnownBits { width: step as u32, datum });
            from += step;
        }
    }

    /// Copies `width` bits from `source` at `from` to here at `to`.
    pub fn copy(&mut self, to: u64, source: &ObjectContent, from: u64, width: u64, program: &Program) {
        if width == 0 {
            return;
        }
        self.forget(to, width, false);
        match source.rest {
            Rest::Zero => self.clear(to, width, false),
            Rest::Data(var) if width <= SPELLED_OUT => {
                let data = program.vars[var].data.as_deref();
                let mut done = 0;
                while done < width {
                    let step = (width - done).min(8);
                    if let Some(bits) = source.rest_bits(from + done, step as u32, data) {
                        self.write(to + done, step as u32, Datum::Bits(bits));
                    }
                    done += step;
                }
            }
            _ => {}
        }
        let end = from.saturating_add(width);
        for (offset, cell) in source.overlapping(from, width) {
            let (first, last) = (offset.max(from), (offset + u64::from(cell.width)).min(end));
            let part = (last - first) as u32;
            let datum = match cell.datum {
                datum if part == cell.width => datum,
                Datum::Bits(bits) => Datum::Bits(bits >> (first - offset) & mask(part)),
                _ => Datum::Unknown,
            };
            self.write(to + (first - from), part, datum);
        }
    }

    /// True when everything known in `other` is known here, and the same.
    pub fn is_below(&self, other: &ObjectContent) -> bool {
        if self.size != other.size && other.size.is_some() {
            return false;
        }
        if self.least_size < other.least_size
            || other.most_size.is_some_and(|most| self.most_size.is_none_or(|m| m > most))
        {
            return false;
        }
        let mine = self.size_facts.map_or(&[][..], |facts| facts.all());
        if other.size_facts.is_some_and(|theirs| !theirs.all().iter().all(|fact| mine.contains(fact))) {
            return false;
        }
        if other.null_byte.is_some_and(|theirs| self.null_byte.is_none_or(|mine| mine < theirs)) {
            return false;
        }
        let rest_is_below = other.rest == Rest::Unknown
            || (self.rest == other.rest
                // What this one has as a cell and the other as its default must be the default. Of what was written it is not
                // known that it is what was there at the start.
                && other.cells.all_in(&self.cells, |_, theirs, mine| {
                    theirs.is_some_and(|c| c.width == mine.width)
                        || (other.rest == Rest::Zero && mine.datum.is_below(Datum::Bits(0), mine.width))
                }));
        rest_is_below
            && self.cells.all_in(&other.cells, |at, mine, theirs| match mine {
                Some(mine) if mine.width == theirs.width => mine.datum.is_below(theirs.datum, theirs.width),
                _ => self.read_single(at, theirs.width).is_below(theirs.datum, theirs.width),
            })
    }

    /// The hash of what is left of `mine` when only that of which `like` speaks is kept: equal to `like`'s own hash when
    /// `mine ⊑ like`; `None` when that cannot be.
    pub fn projected(key: u64, mine: Option<&ObjectContent>, like: &ObjectContent) -> Option<u64> {
        let nothing = ObjectContent::new(Rest::Unknown);
        let mine = mine.unwrap_or(&nothing);
        if like.rest != Rest::Unknown && like.rest != mine.rest || like.size.is_some() && mine.size != like.size {
            return None;
        }
        let has_bounds = mine.least_size >= like.least_size
            && mine.most_size == like.most_size
            && mine.size_facts == like.size_facts;
        if like.null_byte > mine.null_byte || !has_bounds {
            return None;
        }
        let cells = mine.cells.projected(&like.cells, |at, cell, like| {
            let datum = match cell {
                Some(cell) if cell.width == like.width => cell.datum,
                _ => mine.read_single(at, like.width),
            };
            let datum = match (like.datum, datum) {
                (Datum::Unknown, _) => Datum::Unknown,
                // A term may stand for anything, and all terms hash alike.
                (term @ Datum::Term(_), _) => term,
                (_, Datum::Unknown) => return None,
                // All ranges hash alike, and a value may be in one.
                (range @ Datum::Range(_), Datum::Range(_) | Datum::Bits(_)) => range,
                (Datum::Somewhere(_), Datum::Address(object, _)) => Datum::Somewhere(object),
                (_, datum) => datum,
            };
            Some(entry_hash(at, &KnownBits { width: like.width, datum }))
        })?;
        let bounds = (like.null_byte, like.least_size, like.most_size, like.size_facts);
        Some(entry_hash(key, &(cells, like.rest, like.size, bounds)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn_base::id::Id;

    /// All contents of one byte: each default, with no cell, or with one of these.
    fn contents() -> Vec<ObjectContent> {
        let rests = [Rest::Unknown, Rest::Fresh, Rest::Zero, Rest::Data(VarId::from_index(0))];
        let data = [None, Some(Datum::Unknown), Some(Datum::Bits(0)), Some(Datum::Bits(7)), Some(Datum::Bits(9))];
        let mut all = Vec::new();
        for rest in rests {
            for datum in data {
                let mut content = ObjectContent::new(rest);
                datum.into_iter().for_each(|datum| content.write(0, 8, datum));
                all.push(content);
            }
        }
        all
    }

    #[test]
    fn what_is_below_says_no_less() {
        let initial = Some(&[7_u8][..]);
        let mut below = 0;
        for (a, b) in contents().iter().flat_map(|a| contents().into_iter().map(move |b| (a, b))) {
            assert!(a.is_below(a), "{a:?}");
            if a.is_below(&b) {
                below += 1;
                let (mine, theirs) = (a.read_with(initial, 0, 8), b.read_with(initial, 0, 8));
                assert!(mine.is_below(theirs, 8), "{a:?} is below {b:?}, {mine:?} is not below {theirs:?}");
                assert!(a.is_fresh(0, 8) || !b.is_fresh(0, 8), "{a:?} is below {b:?}, which nobody has written");
            }
        }
        assert!(below > 30, "{below}");
    }
}
