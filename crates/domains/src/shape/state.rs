//! The abstract state: a graph of objects. An object without an entry is one of which nothing is known.
//!
//! Each entry stands for memory of its own: two regions, or nodes of two segments, are never the same object of the
//! program. What no entry speaks of may be anywhere.

use super::object::GraphNode;
use super::value::{GraphObject, GraphPointer, ShapeValue};
use cairn_cpa::Facts;
use cairn_ir::Program;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::Arc;

/// An abstract state of the shape analysis.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct ShapeState {
    objects: BTreeMap<GraphObject, Arc<GraphNode>>,
    has_all: bool,
}

impl ShapeState {
    /// Nothing is allocated yet, and from now on it is noted when the graph loses sight of what is.
    pub fn with_all() -> Self {
        Self { has_all: true, ..Self::default() }
    }
    /// True when the graph has all memory that was allocated and not freed. False says nothing.
    pub fn has_all(&self) -> bool {
        self.has_all
    }
    /// The memory of the heap that has to be freed.
    pub fn heap(&self) -> impl Iterator<Item = (GraphObject, &GraphNode)> {
        self.iter().filter(|(object, node)| object.var().is_none() && node.frame.is_none())
    }
    /// Node of an object.
    pub fn get(&self, object: GraphObject) -> Option<&GraphNode> {
        self.objects.get(&object).map(Arc::as_ref)
    }
    /// Sets what is known of an object.
    pub fn set(&mut self, object: GraphObject, node: GraphNode) {
        if node.is_unknown() && object.var().is_some() {
            self.objects.remove(&object);
        } else {
            self.objects.insert(object, Arc::new(node));
        }
    }
    /// Takes an object out. Pointers to it must be gone, or it must be a variable.
    pub fn remove(&mut self, object: GraphObject) {
        self.objects.remove(&object);
    }
    /// All objects, in order.
    pub fn iter(&self) -> impl Iterator<Item = (GraphObject, &GraphNode)> {
        self.objects.iter().map(|(object, node)| (*object, node.as_ref()))
    }
    /// The number of objects that were allocated.
    pub fn allocated(&self) -> usize {
        self.objects.range(GraphObject::Allocated(0)..).count()
    }
    /// A name that no object has.
    pub fn fresh(&self) -> GraphObject {
        match self.objects.keys().next_back() {
            Some(GraphObject::Allocated(last)) => GraphObject::Allocated(last.saturating_add(1)),
            _ => GraphObject::Allocated(0),
        }
    }
    /// Replaces pointers: `None` leaves one as it is.
    pub fn replace(&mut self, mut by: impl FnMut(GraphPointer) -> Option<ShapeValue>) {
        let mut lost = Vec::new();
        for (object, node) in &mut self.objects {
            let changes: Vec<(u64, u64, ShapeValue)> = node
                .cells
                .iter()
                .filter_map(|(at, cell)| Some((*at, cell.width, by(cell.value.pointer()?)?)))
                .collect();
            if !changes.is_empty() {
                let node = Arc::make_mut(node);
                changes.into_iter().for_each(|(at, width, value)| node.write(at, width, value));
                if node.is_unknown() && object.var().is_some() {
                    lost.push(*object);
                }
            }
        }
        lost.iter().for_each(|object| self.remove(*object));
    }
    /// Takes objects out, and makes what points to them unknown.
    pub fn remove_all(&mut self, is_gone: impl Fn(GraphObject, &GraphNode) -> bool) {
        let gone: BTreeSet<GraphObject> =
            self.iter().filter(|(object, node)| is_gone(*object, node)).map(|(object, _)| object).collect();
        gone.iter().for_each(|object| self.remove(*object));
        self.replace(|pointer| gone.contains(&pointer.object).then_some(ShapeValue::Unknown));
    }
    /// The frame at a depth ends: its variables and the memory of its `alloca` are gone.
    pub fn end_frame(&mut self, depth: u32) {
        let is_local = |object| matches!(object, GraphObject::Local(of, _) if of >= depth);
        self.remove_all(|object, node| is_local(object) || node.frame.is_some_and(|of| of >= depth));
        self.replace(|pointer| is_local(pointer.object).then_some(ShapeValue::Unknown));
    }
    /// Any of the memory of the heap may be gone.
    pub fn forget_heap(&mut self) {
        let is_empty = self.heap().next().is_none();
        self.has_all &= is_empty;
        self.remove_all(|object, node| object.var().is_none() && node.frame.is_none());
    }
    /// A write that may hit whatever has an address that the program took.
    pub fn forget_exposed(&mut self, program: &Program) {
        self.forget_heap();
        self.remove_all(|object, _| object.var().is_none());
        let taken = |object: &GraphObject| object.var().is_some_and(|var| program.vars[var].address_taken);
        self.objects.retain(|object, _| !taken(object));
    }
    /// Takes out what nothing points to, and numbers what is left in the order in which it is found from the variables.
    pub fn collect(&mut self) {
        let mut names: BTreeMap<GraphObject, GraphObject> = BTreeMap::new();
        let mut open: Vec<GraphObject> = self.objects.keys().filter(|o| o.var().is_some()).copied().rev().collect();
        while let Some(object) = open.pop() {
            let Some(node) = self.get(object) else { continue };
            let mut found = Vec::new();
            for pointer in node.cells.values().filter_map(|cell| cell.value.pointer()) {
                if pointer.object.var().is_none() && !names.contains_key(&pointer.object) {
                    let number = u32::try_from(names.len()).unwrap_or(u32::MAX);
                    names.insert(pointer.object, GraphObject::Allocated(number));
                    found.push(pointer.object);
                }
            }
            open.extend(found.into_iter().rev());
        }
        let is_found = self.heap().all(|(object, _)| names.contains_key(&object));
        self.has_all &= is_found;
        let rename = |object: GraphObject| names.get(&object).copied().unwrap_or(object);
        let old = std::mem::take(&mut self.objects);
        let kept = old.into_iter().filter(|(object, _)| object.var().is_some() || names.contains_key(object));
        self.objects = kept.map(|(object, node)| (rename(object), node)).collect();
        self.replace(|pointer| {
            let object = rename(pointer.object);
            (object != pointer.object).then_some(ShapeValue::Pointer(GraphPointer { object, ..pointer }))
        });
    }
}

impl Facts for ShapeState {
    fn summary(&self, program: &Program) -> String {
        let mut text = String::new();
        for (object, node) in self.iter() {
            let name = object.var().map_or_else(|| format!("{object:?}"), |var| program.vars[var].name.clone());
            let kind = match node.segment {
                Some(segment) if segment.previous.is_some() => format!("(doubly {}+)", segment.least),
                Some(segment) => format!("(singly {}+)", segment.least),
                None => String::new(),
            };
            // Writing into a string does not fail.
            let _ = write!(text, "{name}{kind}{{");
            for (at, cell) in &node.cells {
                let _ = match cell.value {
                    ShapeValue::Pointer(to) => {
                        let end = match to.end {
                            super::value::SegmentEnd::First => "",
                            super::value::SegmentEnd::Last => " last",
                            super::value::SegmentEnd::Own => " own",
                        };
                        let name = to
                            .object
                            .var()
                            .map_or_else(|| format!("{:?}", to.object), |var| program.vars[var].name.clone());
                        write!(text, "{}:&{name}+{}{end} ", at / 8, to.offset)
                    }
                    ShapeValue::Bits(bits) => write!(text, "{}:{bits} ", at / 8),
                    value => write!(text, "{}:{value:?} ", at / 8),
                };
            }
            let _ = write!(text, "}}{} ", if node.is_zero { "0" } else { "" });
        }
        text
    }
}
