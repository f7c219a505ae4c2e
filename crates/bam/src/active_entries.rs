//! The entries that are being explored, so that a block that is entered again is found to be covered (BAM 3.3.1).
//!
//! A deterministic recursion has a hundred thousand of them, each in another state: like the reached set, this one
//! finds what may be above a state by shape and key ([`Cpa::shape`], [`Cpa::key`]), not by a scan.

use crate::memo::EntryId;
use cairn_base::FastMap;
use cairn_blocks::BlockId;
use cairn_cpa::Cpa;
use cairn_cpa::shape_index::Shapes;
use cairn_cpa::specification::SpecificationState;

type Place = (BlockId, SpecificationState, u64);

pub(crate) struct ActiveEntries<S> {
    places: FastMap<Place, Shapes<S, EntryId>>,
    /// By block, the innermost last.
    nested: FastMap<(BlockId, SpecificationState), Vec<EntryId>>,
}

impl<S: Clone> ActiveEntries<S> {
    pub(crate) fn new() -> Self {
        Self { places: FastMap::default(), nested: FastMap::default() }
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
        self.places.entry(Self::place(cpa, block, specification, state)).or_default().insert(cpa, state, id);
        self.nested.entry((block, specification)).or_default().push(id);
    }

    pub(crate) fn remove<C: Cpa<State = S>>(
        &mut self,
        cpa: &C,
        block: BlockId,
        specification: SpecificationState,
        state: &S,
        id: EntryId,
    ) {
        if let Some(shapes) = self.places.get_mut(&Self::place(cpa, block, specification, state)) {
            shapes.remove(cpa, state, id);
        }
        if let Some(nested) = self.nested.get_mut(&(block, specification))
            && nested.last() == Some(&id)
        {
            nested.pop();
        }
    }

    /// Those of a block, the innermost last.
    pub(crate) fn nested(&self, block: BlockId, specification: SpecificationState) -> &[EntryId] {
        self.nested.get(&(block, specification)).map_or(&[], Vec::as_slice)
    }

    /// Those whose state may be above a state, the innermost of each shape first.
    pub(crate) fn above<C: Cpa<State = S>>(
        &self,
        cpa: &C,
        block: BlockId,
        specification: SpecificationState,
        state: &S,
    ) -> Vec<EntryId> {
        let shapes = self.places.get(&Self::place(cpa, block, specification, state));
        let buckets = shapes.into_iter().flat_map(|shapes| shapes.above(cpa, state));
        buckets.flat_map(|ids| ids.iter().rev().copied()).collect()
    }
}
