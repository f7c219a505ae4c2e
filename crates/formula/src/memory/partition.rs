//! The partition of memory into regions, and who is where.

use super::constraints::{Access, Constraints, Object, Reach};
use super::copies::within;
use super::graph::{Graph, GraphId, Spot};
use super::origins::Origins;
use super::shape::{Shape, Shapes, uniform};
use crate::memory::RegionId;
use cairn_base::id::IdVec;
use cairn_base::{FastIndexMap, FastMap};
use cairn_ir::types::Scalar;
use cairn_ir::{EdgeId, ExprId, PlaceId, Program, VarId};

/// Where a variable is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Storage {
    /// In scalars at constant offsets: no pointer goes there, every access is at a constant offset, and no two overlap in
    /// part.
    Cells,
    /// In memory: see [`Partition::region_of`].
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
    pub shapes: Vec<Shape>,
    /// Set when all accesses are to the same bytes: the region is a scalar, whatever pointers go there.
    pub sole: Option<Position>,
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
    pub members: Vec<(Object, i64)>,
    /// What offsets count modulo; 0 when each pointer's offset is known.
    pub period: u64,
    /// Its regions.
    pub regions: Vec<RegionId>,
}

/// The partition.
#[derive(Clone, Debug)]
pub struct Partition {
    pub(super) graph: Graph,
    pub(super) places: IdVec<PlaceId, Option<Reach>>,
    region_of: IdVec<PlaceId, Option<RegionId>>,
    storage: IdVec<VarId, Storage>,
    vars: IdVec<VarId, Spot>,
    pub(super) pointers: IdVec<ExprId, Option<Spot>>,
    regions: IdVec<RegionId, Region>,
    nodes: Vec<Objects>,
    node_of: FastMap<GraphId, u32>,
}

/// A part of a region inside a range of bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub struct Part {
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

/// Rounds of passing shapes on through copies before both sides are blurred.
const ROUNDS: u32 = 40;

impl Partition {
    /// The partition of a program's memory.
    pub fn new(program: &Program) -> Partition {
        let mut from = Constraints::new(program);
        let origins = from.settle();
        let shapes = shapes(&mut from);
        build(from, &origins, shapes)
    }

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
    fn node_at(&self, spot: Spot) -> Option<&Objects> {
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
    fn spot_of(&self, place: PlaceId) -> Option<Spot> {
        Some(self.graph.find_in(self.places.get(place).copied().flatten()?.spot))
    }

    /// The regions of a variable, by offset.
    pub fn parts_of_variable(&self, var: VarId, size: u64) -> Vec<Part> {
        self.vars.get(var).map_or_else(Vec::new, |spot| self.parts_at(*spot, Some(size)))
    }
    /// The regions in the bytes from the start of a place on, by offset. A byte in none of them is never read.
    pub fn parts_of_place(&self, place: PlaceId, size: u64) -> Option<Vec<Part>> {
        let reach = self.places.get(place).copied().flatten()?;
        Some(self.parts_at(reach.spot, Some(size)))
    }
    /// The regions in the bytes that a pointer points to, so many or an unknown number of them; `None` for a value that
    /// points nowhere (a constant).
    pub fn parts_of_pointer(&self, pointer: ExprId, size: Option<u64>) -> Option<Vec<Part>> {
        let spot = self.pointers.get(pointer).copied().flatten()?;
        Some(self.parts_at(spot, size))
    }

    /// The regions in the objects allocated on an edge, by offset.
    pub fn parts_of_allocation(&self, edge: EdgeId, size: Option<u64>) -> Vec<Part> {
        let mut parts = Vec::new();
        for node in &self.nodes {
            for (object, start) in &node.members {
                if *object == Object::Allocation(edge) {
                    parts.extend(self.parts_in(node, *start, size));
                }
            }
        }
        parts.sort_unstable();
        parts.dedup();
        parts
    }

    fn parts_at(&self, spot: Spot, size: Option<u64>) -> Vec<Part> {
        let at = self.graph.find_in(spot);
        self.node_at(spot).map_or_else(Vec::new, |node| self.parts_in(node, at.offset, size))
    }
    fn parts_in(&self, node: &Objects, start: i64, size: Option<u64>) -> Vec<Part> {
        let mut parts = Vec::new();
        for id in &node.regions {
            let region = &self.regions[*id];
            match region.layout {
                Layout::Uniform { .. } => {
                    let all = region.shapes.iter().flat_map(|shape| elements(*shape, node.period, start, size, *id));
                    parts.extend(all);
                }
                Layout::Bytes => parts.extend(bytes(&region.shapes, node.period, start, size, *id)),
            }
        }
        parts.sort_unstable();
        parts.dedup();
        parts
    }
}

/// The elements of a shape in a window.
fn elements(shape: Shape, period: u64, start: i64, size: Option<u64>, region: RegionId) -> Option<Part> {
    let stride = if shape.span == 0 { period } else { shape.stride };
    let mut first = i128::from(shape.offset) - i128::from(start);
    let mut last = if period != 0 { i128::MAX } else { first + i128::from(shape.span) };
    if stride != 0 {
        let stride = i128::from(stride);
        if period != 0 || first < 0 {
            first =
                if period != 0 { first.rem_euclid(stride) } else { first + (-first + stride - 1) / stride * stride };
        }
    } else if first < 0 {
        return None;
    }
    if let Some(size) = size {
        last = last.min(i128::from(size) - i128::from(shape.size));
    }
    if first > last {
        return None;
    }
    let count = if stride == 0 { 1 } else { (last - first) / i128::from(stride) + 1 };
    let count = u64::try_from(count).unwrap_or(u64::MAX);
    let count = if last == i128::MAX { u64::MAX } else { count };
    Some(Part { offset: u64::try_from(first).ok()?, size: shape.size, count, stride: stride as u64, region })
}

/// The bytes of a region in a window.
fn bytes(shapes: &[Shape], period: u64, start: i64, size: Option<u64>, region: RegionId) -> Option<Part> {
    let whole = Part { offset: 0, size: size.unwrap_or(u64::MAX), count: 1, stride: 0, region };
    let low = shapes.iter().map(|s| s.offset).min()?;
    let high = shapes.iter().map(Shape::end).max()?;
    if period != 0 {
        let some = shapes.iter().any(|s| {
            let length = s.span.saturating_add(s.size);
            !within(start, whole.size, period, s.offset, length).is_empty()
        });
        return some.then_some(whole);
    }
    let low = i128::from(low) - i128::from(start);
    let high = (i128::from(high) - i128::from(start)).min(i128::from(whole.size));
    let low = low.max(0);
    (low < high).then_some(Part { offset: low as u64, size: (high - low) as u64, ..whole })
}

impl Constraints<'_> {
    /// Brings the graph to its end: copies, and constant addresses that are followed.
    fn settle(&mut self) -> Origins {
        let mut origins = Origins::new(self);
        loop {
            let before = self.graph.changes;
            self.copy_links();
            origins.find(self);
            for i in 0..self.constants.len() {
                let (link, address) = self.constants[i];
                let at = self.graph.find(link);
                // Pointers that hold nothing but constants are these constants.
                if self.graph.objects(at.node).is_empty() && !origins.loose.contains(&at.node) {
                    let absolute = self.absolute().plus(address);
                    self.graph.join(at, absolute);
                }
            }
            if self.graph.changes == before {
                break;
            }
        }
        let absolute = self.absolute;
        for (link, address) in std::mem::take(&mut self.constants) {
            let at = self.graph.find(link);
            if address != 0 && absolute.is_none_or(|absolute| self.graph.find(absolute).node != at.node) {
                self.doubtful.push(link);
            }
        }
        origins.find(self);
        origins
    }
}

type Nodes = FastIndexMap<GraphId, Shapes>;

/// The shapes of all accesses, passed on through copies: both sides of a copy are divided alike.
fn shapes(from: &mut Constraints<'_>) -> Nodes {
    let mut nodes = Nodes::default();
    for i in 0..from.accesses.len() {
        let (node, shape) = placed(&from.graph, &from.accesses[i]);
        nodes.entry(node).or_default().add(shape, &[from.accesses[i].scalar]);
    }
    for round in 0..=ROUNDS {
        let mut changed = false;
        for i in 0..from.copies.len() {
            let Some(window) = from.window(from.copies[i]) else { continue };
            let mut sides = [(window.from, window.to), (window.to, window.from)];
            sides.reverse();
            for (source, target) in sides {
                let (period, other) = (from.graph.period(source.node), from.graph.period(target.node));
                let Some(known) = nodes.get(&source.node) else { continue };
                let mut new = Vec::new();
                for (shape, scalars) in &known.of {
                    for shape in moved(*shape, source.offset, window.size, period, target.offset) {
                        new.push((shape.reduced(other), scalars.clone()));
                    }
                }
                let blurred = known.blurred;
                let target = nodes.entry(target.node).or_default();
                for (shape, scalars) in new {
                    changed |= target.add(shape, &scalars);
                }
                changed |= blurred && !std::mem::replace(&mut target.blurred, true);
                if round == ROUNDS && changed {
                    target.blurred = true;
                    if let Some(source) = nodes.get_mut(&source.node) {
                        source.blurred = true;
                    }
                }
            }
        }
        if !changed {
            break;
        }
    }
    nodes
}

fn placed(graph: &Graph, access: &Access) -> (GraphId, Shape) {
    let at = graph.find_in(access.reach.spot);
    let Reach { span, stride, .. } = access.reach;
    let shape = Shape { offset: at.offset, size: access.size, span, stride };
    (at.node, shape.reduced(graph.period(at.node)))
}

/// The part of a shape in a window, as it is in the window's other side.
fn moved(shape: Shape, start: i64, size: u64, period: u64, to: i64) -> Vec<Shape> {
    let length = shape.span.saturating_add(shape.size);
    let pieces = within(start, size, period, shape.offset, length);
    let place = |first: u64| to.saturating_add_unsigned(first);
    pieces
        .into_iter()
        .map(|(first, cut)| {
            if cut == length {
                return Shape { offset: place(first), ..shape };
            }
            // Elements one after the other, cut between two of them.
            let aligned = shape.stride == shape.size && cut % shape.size == 0;
            if aligned && (first == 0 || first.saturating_add(cut) == size) {
                let span = cut - shape.size;
                let stride = if span == 0 { 0 } else { shape.stride };
                return Shape { offset: place(first), size: shape.size, span, stride };
            }
            Shape { offset: place(first), size: cut, span: 0, stride: 0 }
        })
        .collect()
}

fn build(mut from: Constraints<'_>, origins: &Origins, shapes: Nodes) -> Partition {
    let soles = super::sole::Soles::new(&from, origins);
    let mut regions: IdVec<RegionId, Region> = IdVec::new();
    let mut nodes = Vec::new();
    let mut node_of = FastMap::default();
    let mut region_at: FastMap<(GraphId, Shape), RegionId> = FastMap::default();
    for (node, shapes) in &shapes {
        let graph = &from.graph;
        let period = graph.period(*node);
        let number = nodes.len() as u32;
        let object = |(object, at): &(u32, i64)| Some((*from.objects.get_index(*object as usize)?, *at));
        let mut members: Vec<(Object, i64)> = graph.objects(*node).iter().filter_map(object).collect();
        members.sort_unstable();
        let mut ids = Vec::new();
        for group in shapes.groups(period) {
            let mut scalars: Vec<Scalar> = Vec::new();
            for scalar in group.iter().filter_map(|shape| shapes.of.get(shape)).flatten() {
                if !scalars.contains(scalar) {
                    scalars.push(*scalar);
                }
            }
            let layout = match uniform(&group, period) {
                Some(size) if !shapes.blurred => {
                    Layout::Uniform { size, scalar: if scalars.len() == 1 { scalars.first().copied() } else { None } }
                }
                _ => Layout::Bytes,
            };
            let (sole, likely) = match soles.of(*node, &group, layout) {
                Some((position, true)) => (Some(position), None),
                Some((position, false)) => (None, Some(position)),
                None => (None, None),
            };
            let id = regions.next_id();
            for shape in &group {
                region_at.insert((*node, *shape), id);
            }
            regions.push(Region { layout, scalars, shapes: group, sole, likely, node: number });
            ids.push(id);
        }
        nodes.push(Objects { members, period, regions: ids });
        node_of.insert(*node, number);
    }
    let graph = std::mem::take(&mut from.graph);
    let mut region_of: IdVec<PlaceId, Option<RegionId>> = from.places.iter().map(|_| None).collect();
    for access in &from.accesses {
        if let Some(place) = access.place {
            let (node, shape) = placed(&graph, access);
            region_of[place] = region_at.get(&(node, shape)).copied();
        }
    }
    let pointers = from.pointers();
    let storage = super::storage::storage(&from, &graph);
    Partition { graph, places: from.places, region_of, storage, vars: from.vars, pointers, regions, nodes, node_of }
}
