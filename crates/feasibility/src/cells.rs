//! The written bytes of one object: disjoint runs by offset.
//!
//! A scalar is one cell as long as it is read as it was written, which is nearly always; only a mismatch cuts it into
//! pieces (and the constructors of terms put these together again when they are neighbours). The alternative, an SMT
//! array of bytes for each object, would make a formula of every memory access, also of those that are known.

use cairn_term::{TermId, Terms};
use std::collections::BTreeMap;

/// A run of bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Run {
    /// A little-endian bit-vector of at most 16 bytes.
    Term(TermId),
    /// One byte, over and over.
    Fill(u8),
}

/// A run with its length in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Cell {
    pub size: u64,
    pub run: Run,
}

impl Cell {
    fn part(self, terms: &mut Terms, from: u64, size: u64) -> Cell {
        match self.run {
            Run::Fill(_) => Cell { size, ..self },
            Run::Term(term) => Cell { size, run: Run::Term(bytes(terms, term, from, size)) },
        }
    }
}

/// Bytes `from..from + size` of a little-endian bit-vector.
pub(crate) fn bytes(terms: &mut Terms, term: TermId, from: u64, size: u64) -> TermId {
    terms.extract(term, ((from + size) * 8 - 1) as u32, (from * 8) as u32)
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Piece {
    /// `skip` bytes into a cell.
    Inside { skip: u64, cell: Cell },
    /// Nothing written for so many bytes (or to the end).
    Gap(u64),
}

/// The written bytes of an object.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Cells(BTreeMap<u64, Cell>);

impl Cells {
    pub fn at(&self, offset: u64) -> Piece {
        if let Some((start, cell)) = self.0.range(..=offset).next_back()
            && offset < start + cell.size
        {
            return Piece::Inside { skip: offset - start, cell: *cell };
        }
        let next = self.0.range(offset..).next().map_or(u64::MAX, |(start, _)| *start);
        Piece::Gap(next - offset)
    }

    /// The term that is exactly there.
    pub fn exact(&self, offset: u64, size: u64) -> Option<TermId> {
        match self.0.get(&offset) {
            Some(Cell { size: is, run: Run::Term(term) }) if *is == size => Some(*term),
            _ => None,
        }
    }

    pub fn put(&mut self, terms: &mut Terms, offset: u64, cell: Cell) {
        if self.0.get(&offset).is_none_or(|old| old.size != cell.size) {
            self.clear(terms, offset, offset + cell.size);
        }
        self.0.insert(offset, cell);
    }

    /// Forgets what is in a range; what reaches out of it stays.
    pub fn clear(&mut self, terms: &mut Terms, start: u64, end: u64) {
        let from = match self.0.range(..start).next_back() {
            Some((at, cell)) if at + cell.size > start => *at,
            _ => start,
        };
        let inside: Vec<(u64, Cell)> = self.0.range(from..end).map(|(at, cell)| (*at, *cell)).collect();
        for (at, cell) in inside {
            self.0.remove(&at);
            if at < start {
                let left = cell.part(terms, 0, start - at);
                self.0.insert(at, left);
            }
            if at + cell.size > end {
                let right = cell.part(terms, end - at, at + cell.size - end);
                self.0.insert(end, right);
            }
        }
    }

    /// All cells in order.
    pub fn iter(&self) -> impl Iterator<Item = (u64, Cell)> + '_ {
        self.0.iter().map(|(at, cell)| (*at, *cell))
    }
}
