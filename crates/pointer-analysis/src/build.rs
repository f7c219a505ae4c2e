//! From the points-to graph to regions: constants that are followed, shapes passed on through copies, groups.

use super::constraints::{Access, Constraints, PointeeObject, Reach};
use super::copies::within;
use super::graph::{Graph, GraphId, NodeOffset};
use super::origins::Origins;
use super::partition::{Layout, MemoryPartition, Objects, Region};
use super::shape::{AccessShape, Shapes, uniform};
use crate::RegionId;
use cairn_base::id::IdVec;
use cairn_base::{FastIndexMap, FastMap};
use cairn_ir::types::Scalar;
use cairn_ir::{PlaceId, Program};

/// The first and the last so many bytes of memory are of no object.
const PAGE: i64 = 4096;

/// Rounds of passing shapes on through copies before both sides are blurred.
const ROUNDS: u32 = 40;

impl Constraints<'_> {
    /// Brings the graph to its end: copies, and constant addresses that are followed.
    pub(super) fn settle(&mut self) -> Origins {
        let mut origins = Origins::new(self);
        loop {
            let before = self.graph.changes;
            self.copy_links();
            self.clobber_links();
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
            self.meet_outside(&origins);
            if self.graph.changes == before {
                break;
            }
        }
        let absolute = self.absolute;
        for (link, address) in std::mem::take(&mut self.constants) {
            let at = self.graph.find(link);
            if !(-PAGE..PAGE).contains(&address) {
                self.at_constants.push(link);
            }
            if address != 0 && absolute.is_none_or(|absolute| self.graph.find(absolute).node != at.node) {
                self.doubtful.push(link);
            }
        }
        origins.find(self);
        origins
    }
}

impl Constraints<'_> {
    /// Pointers in clobbered memory may be what inputs are, and its objects are known outside.
    fn clobber_links(&mut self) {
        if self.clobbered.is_empty() {
            return;
        }
        let nodes = self.graph.behind(self.clobbered.iter().copied());
        for node in nodes {
            let at = NodeOffset { node, offset: 0 };
            for set in [&mut self.filled, &mut self.exposed, &mut self.known] {
                set.insert(at);
            }
            for (_, link) in self.graph.links(node) {
                let set = if link.pointer { &mut self.outside } else { &mut self.numbers };
                set.insert(link.to);
            }
        }
    }
}

impl MemoryPartition {
    /// The partition of a program's memory.
    pub fn new(program: &Program) -> MemoryPartition {
        let mut from = Constraints::new(program);
        let origins = from.settle();
        let shapes = shapes(&mut from);
        build(from, &origins, shapes)
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

fn placed(graph: &Graph, access: &Access) -> (GraphId, AccessShape) {
    let at = graph.find_in(access.reach.spot);
    let Reach { span, stride, .. } = access.reach;
    let shape = AccessShape { offset: at.offset, size: access.size, span, stride };
    (at.node, shape.reduced(graph.period(at.node)))
}

/// The part of a shape in a window, as it is in the window's other side.
fn moved(shape: AccessShape, start: i64, size: u64, period: u64, to: i64) -> Vec<AccessShape> {
    let length = shape.span.saturating_add(shape.size);
    let pieces = within(start, size, period, shape.offset, length);
    let place = |first: u64| to.saturating_add_unsigned(first);
    pieces
        .into_iter()
        .map(|(first, cut)| {
            if cut == length {
                return AccessShape { offset: place(first), ..shape };
            }
            // Elements one after the other, cut between two of them.
            let aligned = shape.stride == shape.size && cut % shape.size == 0;
            if aligned && (first == 0 || first.saturating_add(cut) == size) {
                let span = cut - shape.size;
                let stride = if span == 0 { 0 } else { shape.stride };
                return AccessShape { offset: place(first), size: shape.size, span, stride };
            }
            AccessShape { offset: place(first), size: cut, span: 0, stride: 0 }
        })
        .collect()
}

fn build(mut from: Constraints<'_>, origins: &Origins, shapes: Nodes) -> MemoryPartition {
    let exposure = from.exposure(origins);
    let singletons = super::singleton::Singletons::new(&from, origins);
    let mut regions: IdVec<RegionId, Region> = IdVec::new();
    let mut nodes = Vec::new();
    let mut node_of = FastMap::default();
    let mut region_at: FastMap<(GraphId, AccessShape), RegionId> = FastMap::default();
    for (node, shapes) in &shapes {
        let graph = &from.graph;
        let period = graph.period(*node);
        let number = nodes.len() as u32;
        let object = |(object, at): &(u32, i64)| Some((*from.objects.get_index(*object as usize)?, *at));
        let mut members: Vec<(PointeeObject, i64)> = graph.objects(*node).iter().filter_map(object).collect();
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
            let (singleton, likely) = match singletons.of(*node, &group, layout) {
                Some((position, true)) => (Some(position), None),
                Some((position, false)) => (None, Some(position)),
                None => (None, None),
            };
            let id = regions.next_id();
            for shape in &group {
                region_at.insert((*node, *shape), id);
            }
            regions.push(Region { layout, scalars, shapes: group, singleton, likely, node: number });
            ids.push(id);
        }
        nodes.push(Objects { members, period, regions: ids });
        node_of.insert(*node, number);
    }
    let made_up = from.made_up();
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
    MemoryPartition {
        graph,
        all: from.objects.iter().copied().collect(),
        places: from.places,
        region_of,
        storage,
        vars: from.vars,
        pointers,
        regions,
        nodes,
        node_of,
        made_up,
        exposure,
    }
}
