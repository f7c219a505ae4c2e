//! The partition of memory into regions, and who is where.

use super::constraints::{PointeeObject, Reach};
use super::graph::{Graph, GraphId, NodeOffset};
use super::shape::AccessShape;
use crate::RegionId;
use cairn_base::FastMap;
use cairn_base::id::IdVec;
use cairn_ir::types::Scalar;
use cairn_ir::{EdgeId, Exposure, ExprId, PlaceId, Program, VarId};
use std::collections::BTreeSet;

/// Where a variable is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Storage {
    /// In scalars at constant offsets: no pointer goes there, every access is at a constant offset, and no two overlap in
    /// part.
    Cells,
    /// In memory: see [`MemoryPartition::region_of`].
    Memory,
}

/// How the bytes of a region are accessed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layout {
    /// Any two accesses are to the same bytes or to none in common: a value for each address.
    Uniform {
        /// Bytes of each access.
        size: u64,
        /// The type, when all accesses have one.
        scalar: Option<Scalar>,
    },
    /// Accesses overlap in part.
    Bytes,
}

/// Where the one position of a region is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Position {
    /// At an offset of a variable that exists once at a time.
    Variable(VarId, u64),
    /// At a constant address.
    Address(u64),
    /// At one address throughout an execution, which need not be known.
    Fixed,
}

/// A part of memory that no access to another region touches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Region {
    /// How it is accessed.
    pub layout: Layout,
    /// All types of accesses.
    pub scalars: Vec<Scalar>,
    /// The bytes that accesses touch, within [`Region::node`].
    pub shapes: Vec<AccessShape>,
    /// Set when all accesses are to the same bytes: the region is a scalar, whatever pointers go there.
    pub singleton: Option<Position>,
    /// Set when all accesses through pointers that the program made are to these bytes; but some pointer may also hold a
    /// value of other origin (it is not initialised on some path), so that an access through it is there only if the
    /// address is.
    pub likely: Option<Position>,
    /// The set of objects that it is part of; regions of one set differ in offsets.
    pub node: u32,
}

/// A set of objects that pointers do not tell apart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Objects {
    /// The objects, and where in the set's count of offsets they begin. Without any: memory reached only by pointers that
    /// the program never made (null, indeterminate ones).
    pub members: Vec<(PointeeObject, i64)>,
    /// Modulus of offsets; 0 when each pointer's offset is known.
    pub period: u64,
    /// Its regions.
    pub regions: Vec<RegionId>,
}

/// The partition.
#[derive(Clone, Debug)]
pub struct MemoryPartition {
    pub(super) graph: Graph,
    /// The objects, by the numbers that the graph knows them by.
    pub(super) all: Vec<PointeeObject>,
    pub(super) places: IdVec<PlaceId, Option<Reach>>,
    pub(super) region_of: IdVec<PlaceId, Option<RegionId>>,
    pub(super) storage: IdVec<VarId, Storage>,
    pub(super) vars: IdVec<VarId, NodeOffset>,
    pub(super) pointers: IdVec<ExprId, Option<NodeOffset>>,
    pub(super) regions: IdVec<RegionId, Region>,
    pub(super) nodes: Vec<Objects>,
    pub(super) node_of: FastMap<GraphId, u32>,
    /// Possible targets of pointers that the program made up.
    pub(super) made_up: cairn_base::FastSet<GraphId>,
    /// Targets of pointers from outside.
    pub exposure: Exposure,
}

/// A part of a region inside a range of bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub struct RegionPart {
    /// The first byte, from the start of the range.
    pub offset: u64,
    /// Bytes of one element; for [`Layout::Bytes`] all bytes.
    pub size: u64,
    /// Number of elements: `u64::MAX` when the range has no known end.
    pub count: u64,
    /// Distance of two elements.
    pub stride: u64,
    /// The region.
    pub region: RegionId,
}

impl MemoryPartition {
    /// The bytes that an access to a scalar place is about, from where the place begins, and their number: the place's own;
    /// for a bit-field the unit of its type that it is in, or where it is in more than one, the bytes that it touches.
    pub fn unit(program: &Program, place: PlaceId) -> (i64, u64) {
        super::constraints::unit(program, place)
    }
    /// Where a variable is kept.
    pub fn storage(&self, var: VarId) -> Storage {
        self.storage.get(var).copied().unwrap_or(Storage::Memory)
    }
    /// The region of a scalar place that some operation reads or writes; `None` for other places. Variables in cells have
    /// regions too, of their own.
    pub fn region_of(&self, place: PlaceId) -> Option<RegionId> {
        self.region_of.get(place).copied().flatten()
    }
    /// A region.
    pub fn region(&self, region: RegionId) -> &Region {
        &self.regions[region]
    }
    /// All regions.
    pub fn regions(&self) -> impl ExactSizeIterator<Item = (RegionId, &Region)> {
        self.regions.iter_ids()
    }
    /// A set of objects.
    pub fn objects(&self, node: u32) -> &Objects {
        &self.nodes[node as usize]
    }
    /// All sets of objects that some access is in.
    pub fn all_objects(&self) -> impl Iterator<Item = &Objects> {
        self.nodes.iter()
    }
    /// The objects that a place may be in; `None` for a place that no operation mentions.
    pub fn objects_of(&self, place: PlaceId) -> Option<&Objects> {
        let spot = self.places.get(place).copied().flatten()?.spot;
        self.node_at(spot)
    }
    pub(super) fn node_at(&self, spot: NodeOffset) -> Option<&Objects> {
        let node = self.node_of.get(&self.graph.find_in(spot).node)?;
        self.nodes.get(*node as usize)
    }

    /// False when no execution has the two places at one byte.
    pub fn may_alias(&self, a: PlaceId, b: PlaceId) -> bool {
        match (self.region_of(a), self.region_of(b)) {
            (Some(a), Some(b)) => a == b,
            _ => match (self.spot_of(a), self.spot_of(b)) {
                (Some(a), Some(b)) => a.node == b.node,
                _ => true,
            },
        }
    }
    fn spot_of(&self, place: PlaceId) -> Option<NodeOffset> {
        Some(self.graph.find_in(self.places.get(place).copied().flatten()?.spot))
    }

    /// The regions of a variable, by offset.
    pub fn parts_of_variable(&self, var: VarId, size: u64) -> Vec<RegionPart> {
        self.vars.get(var).map_or_else(Vec::new, |spot| self.parts_at(*spot, Some(size)))
    }
    /// The regions in the bytes from the start of a place on, by offset. A byte in none of them is never read.
    pub fn parts_of_place(&self, place: PlaceId, size: u64) -> Option<Vec<RegionPart>> {
        let reach = self.places.get(place).copied().flatten()?;
        Some(self.parts_at(reach.spot, Some(size)))
    }
    /// True when the value of an expression may be the address of an object that the program names or allocates.
    pub fn is_address(&self, value: ExprId) -> bool {
        let spot = self.pointers.get(value).copied().flatten();
        let named = |(object, _): &(PointeeObject, i64)| *object != PointeeObject::Absolute;
        spot.and_then(|spot| self.node_at(spot)).is_some_and(|objects| objects.members.iter().any(named))
    }

    /// Whether a pointer may hold an address that the program made up, which need not be that of an object.
    pub fn may_be_made_up(&self, pointer: ExprId) -> bool {
        let spot = self.pointers.get(pointer).copied().flatten();
        spot.is_some_and(|spot| self.made_up.contains(&self.graph.find_in(spot).node))
    }

    /// The objects that a pointer may point to.
    pub fn pointees(&self, pointer: ExprId) -> Vec<PointeeObject> {
        let Some(spot) = self.pointers.get(pointer).copied().flatten() else { return Vec::new() };
        let numbers = self.graph.objects(self.graph.find_in(spot).node);
        let mut objects: Vec<PointeeObject> = numbers.iter().map(|(number, _)| self.all[*number as usize]).collect();
        objects.sort_unstable();
        objects.dedup();
        objects
    }

    /// The regions in the bytes that a pointer points to, so many or an unknown number of them; `None` for a value that
    /// points nowhere (a constant).
    pub fn parts_of_pointer(&self, pointer: ExprId, size: Option<u64>) -> Option<Vec<RegionPart>> {
        let spot = self.pointers.get(pointer).copied().flatten()?;
        Some(self.parts_at(spot, size))
    }

    /// The regions of all that pointers point to, and that is found behind pointers there.
    pub fn regions_behind(&self, pointers: &[ExprId]) -> BTreeSet<RegionId> {
        let spots = pointers.iter().filter_map(|pointer| self.pointers.get(*pointer).copied().flatten());
        let nodes = self.graph.behind(spots);
        let numbers = nodes.iter().filter_map(|node| self.node_of.get(node));
        numbers.flat_map(|number| self.nodes[*number as usize].regions.iter().copied()).collect()
    }

    /// The regions in the objects allocated on an edge, by offset.
    pub fn parts_of_allocation(&self, edge: EdgeId, size: Option<u64>) -> Vec<RegionPart> {
        let mut parts = Vec::new();
        for node in &self.nodes {
            for (object, start) in &node.members {
                if *object == PointeeObject::Allocation(edge) {
                    parts.extend(self.parts_in(node, *start, size));
                }
            }
        }
        parts.sort_unstable();
        parts.dedup();
        parts
    }
}
