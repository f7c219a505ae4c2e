//! An abstract state: a range for each tracked cell of which more is known than its type.

use super::cell::KeyedCell;
use super::shape::IntegerShape;
use crate::trie::{Shaped, Trie};
use cairn_ir::VarId;
use cairn_ir::interval::Interval;
use std::hash::{Hash, Hasher};
use std::ops::RangeInclusive;

/// Bounds of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CellBounds {
    low: i128,
    high: i128,
    shape: IntegerShape,
}

impl CellBounds {
    /// The values.
    pub fn interval(self) -> Interval {
        Interval { low: self.low, high: self.high }
    }
    /// The type.
    pub fn shape(self) -> IntegerShape {
        self.shape
    }
}

impl Shaped for CellBounds {
    fn shape(&self) -> u64 {
        0
    }
}

/// An abstract state of the interval analysis. What it does not speak of has any value of its type.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct IntervalState {
    cells: Trie<CellBounds>,
    /// True at loop heads, where a merge widens: a function of the location, kept here because merge does not see it.
    at_head: bool,
}

impl IntervalState {
    /// ⊤.
    pub const fn new() -> Self {
        Self { cells: Trie::new(), at_head: false }
    }
    /// The same state, at a loop head or not.
    pub fn at_head(self, at_head: bool) -> Self {
        Self { at_head, ..self }
    }
    /// Whether it is at a loop head.
    pub fn is_at_head(&self) -> bool {
        self.at_head
    }
    /// Bounds of a cell.
    pub fn get(&self, key: u64) -> Option<CellBounds> {
        self.cells.get(key).copied()
    }
    /// Sets the range of a cell.
    pub fn set(&mut self, key: u64, interval: Interval, shape: IntegerShape) {
        let all = shape.all();
        match interval.meet(all) {
            Some(interval) if interval != all => {
                self.cells.insert(key, CellBounds { low: interval.low, high: interval.high, shape });
            }
            _ => self.forget(key..=key),
        }
    }
    /// Forgets cells.
    pub fn forget(&mut self, keys: RangeInclusive<u64>) {
        if self.cells.last_key(keys.clone()).is_some() {
            self.cells.remove_range(keys);
        }
    }
    /// The cells of a range, in order.
    pub fn cells(&self, keys: RangeInclusive<u64>) -> Vec<(u64, CellBounds)> {
        let mut cells = Vec::new();
        self.cells.visit(keys, |key, known| cells.push((key, *known)));
        cells
    }
    /// Calls `f` with each integer of which something is known; pointers are not among them.
    pub fn for_each(&self, mut f: impl FnMut(KeyedCell, Interval)) {
        self.cells.for_each(|key, known| {
            if !known.shape.is_pointer() {
                f(KeyedCell::from_key(key), known.interval());
            }
        });
    }
    /// The same, with pointers as the numbers that they are.
    pub fn for_each_number(&self, mut f: impl FnMut(KeyedCell, Interval)) {
        self.cells.for_each(|key, known| f(KeyedCell::from_key(key), known.interval()));
    }
    /// `self ⊑ other`.
    pub fn is_below(&self, other: &Self) -> bool {
        self.cells.all_in(&other.cells, |_, mine, theirs| {
            mine.is_some_and(|mine| mine.shape == theirs.shape && mine.interval().is_in(theirs.interval()))
        })
    }
    /// The least state above both, with each range that grew over `self`'s replaced by `grown(old, new, type)`.
    fn joined(&self, other: &Self, grown: impl Fn(Interval, Interval, Interval) -> Interval) -> Self {
        if self.cells.is_shared_with(&other.cells) {
            return self.clone();
        }
        let mut joined = self.clone();
        self.cells.for_each_difference(&other.cells, |key, mine, theirs| match (mine, theirs) {
            (Some(known), Some(more)) if more.shape == known.shape => {
                let (old, new) = (known.interval(), known.interval().hull(more.interval()));
                if old != new {
                    joined.set(key, grown(old, new, known.shape.all()), known.shape);
                }
            }
            (Some(_), _) => joined.forget(key..=key),
            (None, _) => {}
        });
        joined
    }
    /// The least state above both.
    pub fn join(&self, other: &Self) -> Self {
        self.joined(other, |_, new, _| new)
    }
    /// A state above both, such that widening again and again comes to an end: an end that moves goes to the next
    /// threshold, or to the type's end.
    pub fn widen(&self, other: &Self, thresholds: &[i128]) -> Self {
        self.joined(other, |old, new, all| {
            let low = if new.low == old.low {
                old.low
            } else {
                let below = thresholds.partition_point(|t| *t <= new.low);
                below.checked_sub(1).map_or(all.low, |i| thresholds[i].max(all.low))
            };
            let high = if new.high == old.high {
                old.high
            } else {
                let above = thresholds.partition_point(|t| *t < new.high);
                thresholds.get(above).map_or(all.high, |t| (*t).min(all.high))
            };
            Interval { low, high }
        })
    }
    /// A state above it, with each range replaced by `class(variable, range, type)`.
    pub(crate) fn in_classes(&self, class: impl Fn(VarId, Interval, Interval) -> Interval) -> Self {
        let mut classes = self.clone();
        self.cells.for_each(|key, known| {
            let own = known.interval();
            let class = class(KeyedCell::from_key(key).var, own, known.shape.all());
            if class != own {
                classes.set(key, class, known.shape);
            }
        });
        classes
    }
    /// Calls `f(key, range, type)` for each cell.
    pub(crate) fn each(&self, mut f: impl FnMut(u64, Interval, Interval)) {
        self.cells.for_each(|key, known| f(key, known.interval(), known.shape.all()));
    }
    /// A hash of the whole.
    pub(crate) fn content_hash(&self) -> u64 {
        self.cells.content_hash()
    }
    /// Meet of both, `None` when there is nothing that both allow.
    pub fn meet(&self, other: &Self) -> Option<Self> {
        let mut met = self.clone();
        let mut empty = false;
        self.cells.for_each_difference(&other.cells, |key, mine, theirs| match (mine, theirs) {
            (Some(mine), Some(known)) if mine.shape == known.shape => match mine.interval().meet(known.interval()) {
                Some(both) => met.set(key, both, known.shape),
                None => empty = true,
            },
            (None, Some(known)) => met.set(key, known.interval(), known.shape),
            (Some(_), _) | (None, None) => {}
        });
        (!empty).then_some(met)
    }
    /// Puts the cells that `name` gives a key to into another state.
    pub(crate) fn renamed(&self, mut name: impl FnMut(u64) -> Option<u64>, into: &mut Self) {
        self.cells.for_each(|key, known| {
            if let Some(key) = name(key) {
                into.cells.insert(key, *known);
            }
        });
    }
    /// The cells of some keys only, each moved up by `by` (wrapping).
    pub(crate) fn moved(&self, keys: RangeInclusive<u64>, by: u64, into: &mut Self) {
        self.cells.visit(keys, |key, known| into.cells.insert(key.wrapping_add(by), *known));
    }
}

impl Hash for IntervalState {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.cells.hash(state);
    }
}

impl std::fmt::Debug for IntervalState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut map = f.debug_map();
        self.for_each_number(|cell, interval| {
            map.entry(&(cell.var, cell.depth, cell.bit), &(interval.low, interval.high));
        });
        map.finish()
    }
}
