//! Entailment: whether every heap that one graph stands for is one of another's.
//!
//! The objects of the second graph are bound to those of the first, from the variables on: a region to one region, a
//! segment to a chain of regions and segments, of any length that fits ([`Inclusion::walk`]). No object of the first is
//! bound twice, so that what the second says is distinct is. A negative answer may only mean that no binding was found.

use super::object::{GraphNode, ListSegment};
use super::state::ShapeState;
use super::value::{GraphObject, GraphPointer, SegmentEnd, ShapeValue};
use cairn_ir::types::Scalar;
use std::collections::{BTreeMap, BTreeSet};

/// So many comparisons are made at most.
const MOST_STEPS: u32 = 5_000;

/// Image of a pointer to an object of the second graph in the first.
#[derive(Clone, Copy)]
struct Bound {
    /// To the first node, at the byte `head`.
    first: ShapeValue,
    /// To the last node, there; `None` where there is no such pointer.
    last: Option<ShapeValue>,
    head: i64,
}

#[derive(Clone, Default)]
struct Binding {
    bound: BTreeMap<GraphObject, Bound>,
    taken: BTreeSet<GraphObject>,
    open: Vec<(ShapeValue, ShapeValue)>,
    /// Pointers to the ends of segments whose beginning is not known yet.
    waiting: Vec<(ShapeValue, GraphPointer)>,
}

struct Inclusion<'a> {
    a: &'a ShapeState,
    b: &'a ShapeState,
    pointer: Scalar,
    steps: u32,
}

/// Whether `a ⊑ b` is seen.
pub fn is_below(a: &ShapeState, b: &ShapeState, pointer: Scalar) -> bool {
    if a == b {
        return true;
    }
    let mut binding = Binding::default();
    let mut inclusion = Inclusion { a, b, pointer, steps: 0 };
    let unknown = GraphNode::region(None, false);
    for (object, theirs) in b.iter().filter(|(object, _)| object.var().is_some()) {
        let mine = a.get(object).unwrap_or(&unknown);
        if !inclusion.content(mine, theirs, &[], None, &mut binding) {
            return false;
        }
    }
    inclusion.solve(binding)
}

impl Inclusion<'_> {
    /// Condition for the content of one object to be one of another's, but for links. `own`: the object whose content
    /// it is, where the other is a segment.
    fn content(
        &self,
        mine: &GraphNode,
        theirs: &GraphNode,
        links: &[u64],
        own: Option<GraphObject>,
        binding: &mut Binding,
    ) -> bool {
        if theirs.is_zero && !mine.is_zero {
            return false;
        }
        let others = if theirs.is_zero { Some(&mine.cells) } else { None };
        for (at, cell) in theirs.cells.iter().chain(others.into_iter().flatten()) {
            if links.contains(at) {
                continue;
            }
            let (x, y) = (mine.read(*at, cell.width), theirs.read(*at, cell.width));
            match (x, y) {
                (_, ShapeValue::Unknown) => {}
                (_, ShapeValue::Pointer(to)) if to.end == SegmentEnd::Own => {
                    let end = if mine.segment.is_some() { SegmentEnd::Own } else { SegmentEnd::First };
                    let same = own.map(|object| ShapeValue::Pointer(GraphPointer { object, end, ..to }));
                    if same != Some(x) {
                        return false;
                    }
                }
                (_, ShapeValue::Pointer(_)) => binding.open.push((x, y)),
                _ if x == y => {}
                _ => return false,
            }
        }
        true
    }

    fn solve(&mut self, mut binding: Binding) -> bool {
        loop {
            self.steps += 1;
            if self.steps > MOST_STEPS {
                return false;
            }
            let Some((x, y)) = binding.open.pop() else { break };
            let y = match y {
                ShapeValue::Unknown => continue,
                ShapeValue::Pointer(to) => to,
                _ if x == y => continue,
                _ => return false,
            };
            if y.object.var().is_some() {
                if x != ShapeValue::Pointer(y) {
                    return false;
                }
                continue;
            }
            if let Some(bound) = binding.bound.get(&y.object).copied() {
                let end = if y.end == SegmentEnd::First { Some(bound.first) } else { bound.last };
                let by = y.offset.saturating_sub(bound.head);
                if end.map(|end| end.moved(by, self.pointer)) != Some(x) || x == ShapeValue::Unknown {
                    return false;
                }
                continue;
            }
            let Some(theirs) = self.b.get(y.object) else { return false };
            match theirs.segment {
                None => {
                    if !self.region(x, y, theirs, &mut binding) {
                        return false;
                    }
                }
                Some(_) if y.end == SegmentEnd::Last => binding.waiting.push((x, y)),
                Some(segment) => return self.walk(x, y, theirs, segment, binding),
            }
        }
        // A segment of which only the end is known is not looked for.
        if binding.waiting.iter().any(|(_, to)| !binding.bound.contains_key(&to.object)) {
            return false;
        }
        if binding.waiting.is_empty() {
            return self.is_all(&binding);
        }
        let waiting = std::mem::take(&mut binding.waiting);
        binding.open = waiting.into_iter().map(|(x, y)| (x, ShapeValue::Pointer(y))).collect();
        self.solve(binding)
    }

    /// Where the second graph has all that is allocated, it stands for all of the first.
    fn is_all(&self, binding: &Binding) -> bool {
        !self.b.has_all() || self.a.has_all() && self.a.heap().all(|(object, _)| binding.taken.contains(&object))
    }

    fn region(&mut self, x: ShapeValue, y: GraphPointer, theirs: &GraphNode, binding: &mut Binding) -> bool {
        let Some(to) = x.pointer() else { return false };
        let Some(mine) = self.a.get(to.object) else { return false };
        if to.object.var().is_some()
            || mine.segment.is_some()
            || to.offset != y.offset
            || mine.size != theirs.size
            || mine.frame != theirs.frame
            || !binding.taken.insert(to.object)
        {
            return false;
        }
        let first = ShapeValue::to(to.object, 0);
        binding.bound.insert(y.object, Bound { first, last: None, head: 0 });
        self.content(mine, theirs, &[], None, binding)
    }

    /// Binds a segment to so many nodes and what follows, for each number that is possible.
    fn walk(
        &mut self,
        x: ShapeValue,
        y: GraphPointer,
        theirs: &GraphNode,
        segment: ListSegment,
        mut binding: Binding,
    ) -> bool {
        let width = u64::from(self.pointer.bits());
        let start = x.moved(segment.head.saturating_sub(y.offset), self.pointer);
        let mut links = vec![segment.next];
        links.extend(segment.previous);
        let (after, before) = (theirs.read(segment.next, width), segment.previous.map(|at| theirs.read(at, width)));
        if start == ShapeValue::Unknown {
            return false;
        }
        // What the pointer to the node before is: not known for the first.
        let mut last = before.and_then(|before| self.counterpart(before, &binding));
        let (mut at, mut count) = (start, 0u8);
        let mut is_first = true;
        loop {
            if count >= segment.least && (!is_first || segment.previous.is_none() || last.is_some()) {
                let mut ended = binding.clone();
                ended.bound.insert(y.object, Bound { first: start, last, head: segment.head });
                ended.open.push((at, after));
                if self.solve(ended) {
                    return true;
                }
            }
            let Some(to) = at.pointer() else { return false };
            let Some(mine) = self.a.get(to.object) else { return false };
            let fits = mine
                .segment
                .is_none_or(|of| (of.next, of.previous, of.head) == (segment.next, segment.previous, segment.head));
            if to.object.var().is_some()
                || to.offset != segment.head
                || to.end != SegmentEnd::First
                || !fits
                || mine.size != theirs.size
                || mine.frame.is_some()
                || !binding.taken.insert(to.object)
                || !self.content(mine, theirs, &links, Some(to.object), &mut binding)
            {
                return false;
            }
            if let (Some(previous), Some(before)) = (segment.previous, before) {
                let back = mine.read(previous, width);
                if is_first {
                    binding.open.push((back, before));
                } else if Some(back) != last {
                    return false;
                }
                let end = if mine.segment.is_some() { SegmentEnd::Last } else { SegmentEnd::First };
                last = Some(ShapeValue::Pointer(GraphPointer { object: to.object, offset: segment.head, end }));
            }
            is_first = false;
            count = count.saturating_add(mine.least());
            at = mine.read(segment.next, width);
        }
    }

    /// Image of a value of the second graph in the first, where that is bound.
    fn counterpart(&self, y: ShapeValue, binding: &Binding) -> Option<ShapeValue> {
        let ShapeValue::Pointer(to) = y else { return (y != ShapeValue::Unknown).then_some(y) };
        if to.object.var().is_some() {
            return Some(y);
        }
        let bound = binding.bound.get(&to.object)?;
        let end = if to.end == SegmentEnd::First { Some(bound.first) } else { bound.last };
        end.map(|end| end.moved(to.offset.saturating_sub(bound.head), self.pointer))
    }
}
