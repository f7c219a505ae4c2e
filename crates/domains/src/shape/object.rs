//! Objects of a graph: their bits, and whether one is a region of memory or a list segment.
//!
//! Invariant: cells do not overlap. Where no cell is, the bits are zero if the object says so, and unknown otherwise; a
//! cell of an unknown value is kept only where they would be zero without it.

use super::value::ShapeValue;
use std::collections::BTreeMap;

/// A run of bits with a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GraphCell {
    /// How many bits.
    pub width: u64,
    /// Their value.
    pub value: ShapeValue,
}

/// A list segment: nodes of one size, each linked to the next by one field.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ListSegment {
    /// First bit of the field that links a node to the next.
    pub next: u64,
    /// First bit of the field that links a node to the one before; `None` in a singly linked segment.
    pub previous: Option<u64>,
    /// The byte of a node to which links go.
    pub head: i64,
    /// It has at least so many nodes.
    pub least: u8,
}

/// An object. The cells of a segment are those of each of its nodes, but for the links: the cell of `next` is the last
/// node's, that of `previous` the first node's.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct GraphNode {
    /// Bytes, of a node where it is a segment; `None` where that is not known.
    pub size: Option<u64>,
    /// The frame that it ends with, for memory of `alloca`.
    pub frame: Option<u32>,
    /// The segment that it is; `None` for one region.
    pub segment: Option<ListSegment>,
    /// By first bit.
    pub cells: BTreeMap<u64, GraphCell>,
    /// Bits without a cell are zero.
    pub is_zero: bool,
}

impl GraphNode {
    /// A region of unknown content.
    pub fn region(size: Option<u64>, is_zero: bool) -> Self {
        Self { size, frame: None, segment: None, cells: BTreeMap::new(), is_zero }
    }
    /// True when nothing is known of the content.
    pub fn is_unknown(&self) -> bool {
        self.cells.is_empty() && !self.is_zero
    }
    /// The least number of nodes.
    pub fn least(&self) -> u8 {
        self.segment.map_or(1, |segment| segment.least)
    }
    fn overlapping(&self, at: u64, width: u64) -> Vec<(u64, GraphCell)> {
        let end = at.saturating_add(width);
        let before = self.cells.range(..at).next_back().filter(|(start, cell)| **start + cell.width > at);
        before.into_iter().chain(self.cells.range(at..end)).map(|(start, cell)| (*start, *cell)).collect()
    }
    /// Value of some bits.
    pub fn read(&self, at: u64, width: u64) -> ShapeValue {
        if let Some(cell) = self.cells.get(&at).filter(|cell| cell.width == width) {
            return cell.value;
        }
        let (cells, end) = (self.overlapping(at, width), at.saturating_add(width));
        let covered: u64 = cells.iter().map(|(start, cell)| (start + cell.width).min(end) - (*start).max(at)).sum();
        let are_zero = cells.iter().all(|(_, cell)| cell.value == ShapeValue::Bits(0));
        if are_zero && (self.is_zero || covered == width) { ShapeValue::Bits(0) } else { ShapeValue::Unknown }
    }
    /// Writes some bits.
    pub fn write(&mut self, at: u64, width: u64, value: ShapeValue) {
        let end = at.saturating_add(width);
        for (start, cell) in self.overlapping(at, width) {
            self.cells.remove(&start);
            let rest = if cell.value == ShapeValue::Bits(0) { ShapeValue::Bits(0) } else { ShapeValue::Unknown };
            if start < at {
                self.put(start, at - start, rest);
            }
            if start + cell.width > end {
                self.put(end, start + cell.width - end, rest);
            }
        }
        self.put(at, width, value);
    }
    fn put(&mut self, at: u64, width: u64, value: ShapeValue) {
        let is_default = if self.is_zero { ShapeValue::Bits(0) } else { ShapeValue::Unknown };
        if value != is_default && width > 0 {
            self.cells.insert(at, GraphCell { width, value });
        }
    }
    /// All bits have any value from now on.
    pub fn forget_all(&mut self) {
        self.cells.clear();
        self.is_zero = false;
    }
    /// Join of both contents; the cells at these bits, which are links, are left out. Also whether nothing was lost.
    pub fn join_content(&self, other: &Self, links: &[u64]) -> (BTreeMap<u64, GraphCell>, bool, bool) {
        let mut joined = Self::region(self.size, self.is_zero && other.is_zero);
        let mut is_same = self.is_zero == other.is_zero;
        for (at, cell) in self.cells.iter().chain(&other.cells) {
            if links.contains(at) || joined.cells.contains_key(at) {
                continue;
            }
            let (mine, theirs) = (self.read(*at, cell.width), other.read(*at, cell.width));
            is_same &= mine == theirs;
            let value = mine.join(theirs);
            if !joined.overlapping(*at, cell.width).is_empty() {
                is_same = false;
            }
            joined.write(*at, cell.width, value);
        }
        // A link is no zero, whatever the rest is.
        (joined.cells, joined.is_zero, is_same)
    }
}
