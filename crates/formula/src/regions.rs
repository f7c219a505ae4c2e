//! Where variables and places are: in cells of their own, or in a region of memory. What the partition says, looked up
//! once for each place.

use crate::scalar_leaves::{LEAVES, ScalarPart, leaves};
use cairn_base::FastMap;
use cairn_base::id::IdVec;
use cairn_ir::{ExprId, ExprKind, PlaceId, PlaceKind, Program, VarId};
use cairn_pointer_analysis::{Layout, MemoryPartition, RegionId, RegionPart, Storage};
use std::sync::Arc;

pub(crate) struct Regions {
    pub(crate) partition: MemoryPartition,
    in_memory: IdVec<VarId, bool>,
    variables: FastMap<VarId, Arc<[RegionPart]>>,
    places: FastMap<(PlaceId, u64), Arc<[RegionPart]>>,
}

impl Regions {
    pub(crate) fn new(program: &Program) -> Self {
        let partition = MemoryPartition::new(program);
        let in_memory = program
            .vars
            .iter_ids()
            .map(|(id, var)| partition.storage(id) == Storage::Memory || leaves(&program.types, var.ty).is_none());
        let mut in_memory: IdVec<VarId, bool> = in_memory.collect();
        // A whole element at an unknown index.
        for (_, place) in program.exprs.places() {
            if let PlaceKind::Index(array, index) = place.kind
                && !matches!(program.exprs[index].kind, ExprKind::Constant(_))
                && let Some(var) = program.exprs.root_variable(array)
            {
                in_memory[var] = true;
            }
        }
        Self { partition, in_memory, variables: FastMap::default(), places: FastMap::default() }
    }
    /// True for variables that have an address in formulas.
    pub(crate) fn is_in_memory(&self, var: VarId) -> bool {
        self.in_memory.get(var).copied().unwrap_or(true)
    }
    /// The region of a scalar place; `None` when no operation accesses it.
    pub(crate) fn region_of(&self, place: PlaceId) -> Option<RegionId> {
        self.partition.region_of(place)
    }
    /// True when the parts of a window are parts of bytes, or just the bytes of its scalars: then it can be read and
    /// written scalar by scalar.
    pub(crate) fn are_parts(&self, parts: &[RegionPart], leaves: &[ScalarPart]) -> bool {
        parts.iter().all(|part| match self.partition.region(part.region).layout {
            Layout::Bytes => parts.iter().filter(|other| self.is_bytes(other.region)).count() == 1,
            Layout::Uniform { .. } => {
                part.count <= LEAVES as u64
                    && (0..part.count).all(|i| {
                        let at = part.offset + i * part.stride;
                        leaves.iter().any(|leaf| leaf.first / 8 == at + leaf.before && leaf.bytes == part.size)
                    })
            }
        })
    }
    /// The region of so many bytes at an offset of a window: the one that has just them as an element, else the one of bytes
    /// that they may be in. `None` when nothing reads them, or when two regions of bytes are possible (which
    /// [`Regions::are_parts`] excludes).
    pub(crate) fn region_at(&self, parts: &[RegionPart], offset: u64, bytes: u64) -> Option<RegionId> {
        let is_bytes = |part: &&RegionPart| self.partition.region(part.region).layout == Layout::Bytes;
        let is_element = |part: &&RegionPart| {
            let inside = offset.checked_sub(part.offset);
            !is_bytes(part)
                && part.size == bytes
                && inside.is_some_and(|inside| match part.stride {
                    0 => inside == 0,
                    stride => inside.is_multiple_of(stride) && inside / stride < part.count,
                })
        };
        if let Some(part) = parts.iter().find(is_element) {
            return Some(part.region);
        }
        let overlaps = |part: &&RegionPart| {
            offset < part.offset.saturating_add(part.size) && part.offset < offset.saturating_add(bytes)
        };
        let mut found = parts.iter().filter(is_bytes).filter(overlaps);
        match (found.next(), found.next()) {
            (Some(part), None) => Some(part.region),
            _ => None,
        }
    }
    pub(crate) fn is_bytes(&self, region: RegionId) -> bool {
        self.partition.region(region).layout == Layout::Bytes
    }

    pub(crate) fn parts_of_variable(&mut self, var: VarId, size: u64) -> Arc<[RegionPart]> {
        let partition = &self.partition;
        self.variables.entry(var).or_insert_with(|| partition.parts_of_variable(var, size).into()).clone()
    }
    pub(crate) fn parts_of_place(&mut self, place: PlaceId, size: u64) -> Arc<[RegionPart]> {
        let partition = &self.partition;
        let parts = || partition.parts_of_place(place, size).unwrap_or_default().into();
        self.places.entry((place, size)).or_insert_with(parts).clone()
    }
    /// The regions behind a pointer; none for a value that points nowhere.
    pub(crate) fn parts_of_pointer(&self, pointer: ExprId, size: Option<u64>) -> Arc<[RegionPart]> {
        self.partition.parts_of_pointer(pointer, size).unwrap_or_default().into()
    }
}
