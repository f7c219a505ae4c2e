//! The entries that are being explored, so that a block that is entered again is found to be covered (BAM 3.3.1).
//!
//! A deterministic recursion has a hundred thousand of them, each in another state: like the reached set, this one
//! finds what may be above a state by shape and key ([`Cpa::shape`], [`Cpa::key`]), not by a scan.

use crate::memo::EntryId;
use crate::partition::BlockId;
use cairn_base::{FastIndexMap, FastMap};
use cairn_cpa::Cpa;
use cairn_cpa::specification::SpecificationState;

type Place = (BlockId, SpecificationState, u64);

/// The running entries.
pub(crate) struct Running<S> {
    shapes: FastMap<Place, FastIndexMap<u64, Shape<S>>>,
}

struct Shape<S> {
    like: S,
    keys: FastMap<u64, Vec<EntryId>>,
    count: usize,
}

impl<S: Clone> Running<S> {
    pub(crate) fn new() -> Self {
        Self { shapes: FastMap::default() }
    }

    fn place<C: Cpa<State = S>>(cpa: &C, block: BlockId, specification: SpecificationState, state: &S) -> Place {
        (block, specification, cpa.partition(state))
    }

    pub(crate) fn insert<C: Cpa<State = S>>(
        &mut self,
        cpa: &C,
        block: BlockId,
        specification: SpecificationState,
        state: &S,
        id: EntryId,
    ) {
        let shapes = self.shapes.entry(Self::place(cpa, block, specification, state)).or_default();
        let new = || Shape { like: state.clone(), keys: FastMap::default(), count: 0 };
        let shape = shapes.entry(cpa.shape(state)).or_insert_with(new);
        shape.keys.entry(cpa.key(state, state).unwrap_or(0)).or_default().push(id);
        shape.count += 1;
    }

    pub(crate) fn remove<C: Cpa<State = S>>(
        &mut self,
        cpa: &C,
        block: BlockId,
        specification: SpecificationState,
        state: &S,
        id: EntryId,
    ) {
        let Some(shapes) = self.shapes.get_mut(&Self::place(cpa, block, specification, state)) else { return };
        let hash = cpa.shape(state);
        let Some(shape) = shapes.get_mut(&hash) else { return };
        let key = cpa.key(state, state).unwrap_or(0);
        if let Some(ids) = shape.keys.get_mut(&key) {
            let before = ids.len();
            ids.retain(|other| *other != id);
            shape.count -= before - ids.len();
            if ids.is_empty() {
                shape.keys.remove(&key);
            }
        }
        if shape.count == 0 {
            shapes.shift_remove(&hash);
        }
    }

    /// Those whose state may be above a state, the innermost of each shape first.
    pub(crate) fn above<C: Cpa<State = S>>(
        &self,
        cpa: &C,
        block: BlockId,
        specification: SpecificationState,
        state: &S,
    ) -> Vec<EntryId> {
        let Some(shapes) = self.shapes.get(&Self::place(cpa, block, specification, state)) else { return Vec::new() };
        let of = |shape: &Shape<S>| {
            let ids = cpa.key(state, &shape.like).and_then(|key| shape.keys.get(&key));
            ids.into_iter().flatten().rev().copied().collect::<Vec<_>>()
        };
        shapes.values().flat_map(of).collect()
    }
}
