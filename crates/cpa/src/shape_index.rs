//! States found by shape and key ([`Cpa::shape`], [`Cpa::key`]), without a scan: one look-up a shape.
//!
//! Exact for coverage while there are few shapes ([`EACH_END`]): a state that is above another is in the bucket of its shape
//! that has the other's key. Where each state has a shape of its own (a list that grows by a node in each round), looking at
//! all of them for each state is quadratic: then the oldest shapes are looked at, which say the least, the newest, and the
//! state's own. A state above that is not found costs coverage, nothing else. The reached set keeps the states of a graph so,
//! and block-abstraction memoization the blocks that are being explored.

use crate::algebra::Cpa;
use cairn_base::{FastIndexMap, FastMap};
use smallvec::SmallVec;

/// Entries under one key, in the order in which they came.
pub type Bucket<I> = SmallVec<[I; 2]>;

/// So many of the oldest shapes are looked at, and as many of the newest.
const EACH_END: usize = 256;

/// Things with a state each.
#[derive(Debug)]
pub struct Shapes<S, I> {
    shapes: FastIndexMap<u64, Shape<S, I>>,
}

/// Entries of one shape, by key; never empty.
#[derive(Debug)]
struct Shape<S, I> {
    /// A state of the shape: of one of them, or of one that was.
    like: S,
    buckets: FastMap<u64, Bucket<I>>,
}

impl<S, I> Default for Shapes<S, I> {
    fn default() -> Self {
        Self { shapes: FastIndexMap::default() }
    }
}

impl<S: Clone, I: Copy + PartialEq> Shapes<S, I> {
    /// Files something under its state.
    pub fn insert<C: Cpa<State = S>>(&mut self, cpa: &C, state: &S, id: I) {
        let new = || Shape { like: state.clone(), buckets: FastMap::default() };
        let shape = self.shapes.entry(cpa.shape(state)).or_insert_with(new);
        shape.buckets.entry(own_key(cpa, state)).or_default().push(id);
    }

    /// Takes something out. `state` is what it was filed under.
    pub fn remove<C: Cpa<State = S>>(&mut self, cpa: &C, state: &S, id: I) {
        let hash = cpa.shape(state);
        let Some(shape) = self.shapes.get_mut(&hash) else { return };
        let key = own_key(cpa, state);
        if let Some(ids) = shape.buckets.get_mut(&key) {
            ids.retain(|other| *other != id);
            if ids.is_empty() {
                shape.buckets.remove(&key);
            }
        }
        if shape.buckets.is_empty() {
            self.shapes.shift_remove(&hash);
        }
    }

    /// The buckets with all whose state may be above `state`, oldest shape first.
    pub fn above<C: Cpa<State = S>>(&self, cpa: &C, state: &S) -> impl Iterator<Item = &Bucket<I>> {
        let count = self.shapes.len();
        let own = self.shapes.get_index_of(&cpa.shape(state));
        let newest = count.saturating_sub(EACH_END).max(EACH_END.min(count));
        let own = own.filter(|own| (EACH_END..newest).contains(own));
        let looked_at = (0..EACH_END.min(count)).chain(own).chain(newest..count);
        looked_at.filter_map(move |index| {
            let (_, shape) = self.shapes.get_index(index)?;
            cpa.key(state, &shape.like).and_then(|key| shape.buckets.get(&key))
        })
    }

    /// All buckets; the order within a shape is not fixed.
    pub fn buckets(&self) -> impl Iterator<Item = &Bucket<I>> {
        self.shapes.values().flat_map(|shape| shape.buckets.values())
    }

    /// True when nothing is here.
    pub fn is_empty(&self) -> bool {
        self.shapes.is_empty()
    }
}

/// A state without a key for itself can cover nothing, not even itself; any bucket will do.
fn own_key<C: Cpa>(cpa: &C, state: &C::State) -> u64 {
    cpa.key(state, state).unwrap_or(0)
}
