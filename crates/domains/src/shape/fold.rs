//! Abstraction: chains of nodes become list segments.
//!
//! Two neighbours are folded when the link from the first is the only way to the second, but for the links that a doubly
//! linked list has: back to the first, and back from what follows. Over-approximates: what was known of one node only is
//! forgotten, and a segment has any number of nodes from its least on.
//!
//! Short chains of lone regions stay as they are, so that short lists are exact.

use super::object::{GraphNode, ListSegment};
use super::state::ShapeState;
use super::value::{GraphObject, GraphPointer, SegmentEnd, ShapeValue};
use std::collections::BTreeSet;

/// Longer lists are not told from each other.
const MOST_COUNTED: u8 = 2;
/// From so many allocated objects on, nodes with different content are folded too.
const MANY: usize = 10;

/// A pointer: the object and the bit where it is, and where it goes.
type Link = (GraphObject, u64, GraphPointer);

/// Two neighbours that can be one segment.
struct Neighbours {
    first: GraphObject,
    second: GraphObject,
    segment: ListSegment,
    merged: GraphNode,
    is_exact: bool,
}

/// Folds all that can be folded. Chains of up to `exact` lone regions stay.
pub fn fold(state: &mut ShapeState, pointer_bits: u64, exact: usize) {
    state.collect();
    while let Some(neighbours) = choose(state, pointer_bits, exact) {
        merge(state, neighbours);
    }
    state.collect();
}

fn choose(state: &ShapeState, pointer_bits: u64, exact: usize) -> Option<Neighbours> {
    let mut links: Vec<Link> = Vec::new();
    for (object, node) in state.iter() {
        links.extend(node.cells.iter().filter_map(|(at, cell)| Some((object, *at, cell.value.pointer()?))));
    }
    let all: Vec<Neighbours> = links.iter().filter_map(|link| neighbours(state, *link, &links, pointer_bits)).collect();
    let is_many = state.allocated() > MANY;
    let usable = |pair: &Neighbours| pair.is_exact || is_many;
    let position = all.iter().position(|pair| {
        let is_segment = |object| state.get(object).is_some_and(|node| node.segment.is_some());
        let same = |other: &&Neighbours| {
            let (a, b) = (other.segment, pair.segment);
            usable(other) && (a.next, a.previous, a.head) == (b.next, b.previous, b.head)
        };
        usable(pair)
            && (is_segment(pair.first) || is_segment(pair.second) || {
                // The chain of neighbours to which the two belong. An object is in it once, so a ring ends too.
                let mut chain = BTreeSet::from([pair.first, pair.second]);
                while let Some(more) = all
                    .iter()
                    .filter(same)
                    .flat_map(|other| [(other.first, other.second), (other.second, other.first)])
                    .find(|(known, new)| chain.contains(known) && !chain.contains(new))
                {
                    chain.insert(more.1);
                }
                chain.len() > exact
            })
    })?;
    all.into_iter().nth(position)
}

/// The two objects of a link as neighbours in a list, when they are.
fn neighbours(state: &ShapeState, (first, next, to): Link, links: &[Link], bits: u64) -> Option<Neighbours> {
    let second = to.object;
    if first == second || first.var().is_some() || second.var().is_some() || to.end != SegmentEnd::First {
        return None;
    }
    let (a, b) = (state.get(first)?, state.get(second)?);
    if a.size.is_none() || a.size != b.size || a.frame.is_some() || b.frame.is_some() {
        return None;
    }
    let head = to.offset;
    let back_end = if a.segment.is_some_and(|s| s.previous.is_some()) { SegmentEnd::Last } else { SegmentEnd::First };
    let back = GraphPointer { object: first, offset: head, end: back_end };
    let back_at = |at: u64| b.cells.get(&at).is_some_and(|cell| cell.value == ShapeValue::Pointer(back));
    let of_segment = a.segment.or(b.segment);
    let previous = match of_segment {
        Some(segment) => {
            if let Some(at) = segment.previous
                && !back_at(at)
            {
                return None;
            }
            segment.previous
        }
        None => {
            let previous = b.cells.keys().copied().find(|at| *at != next && back_at(*at));
            if previous.is_some_and(|at| at < next) {
                return None;
            }
            previous
        }
    };
    let least = a.least().saturating_add(b.least()).min(MOST_COUNTED);
    let segment = ListSegment { next, previous, head, least };
    let fits = |node: &GraphNode| node.segment.is_none_or(|s| (s.next, s.previous, s.head) == (next, previous, head));
    if !fits(a) || !fits(b) || a.cells.get(&next).is_none_or(|cell| cell.width != bits) {
        return None;
    }
    let after = b.read(next, bits);
    let links_at: Vec<u64> = std::iter::once(next).chain(previous).collect();
    for (source, at, pointer) in links {
        let is_back = *source == second && Some(*at) == previous;
        if pointer.object == second {
            let is_link = *source == first && *at == next;
            // A pointer of a node to itself is one of each node to itself.
            let is_own =
                *source == second && !links_at.contains(at) && (pointer.end == SegmentEnd::Own || b.segment.is_none());
            let is_last = b.segment.is_some() && pointer.end == SegmentEnd::Last;
            let is_from_next = previous.is_some()
                && b.segment.is_none()
                && pointer.offset == head
                && after.pointer().is_some_and(|after| after.object == *source && *source != second);
            if !is_link && !is_own && !is_last && !is_from_next {
                return None;
            }
        }
        if pointer.object == first && pointer.end == SegmentEnd::Last && !is_back {
            return None;
        }
    }
    let (a_cells, b_cells) = (with_own(a, first, first), with_own(b, second, first));
    let (cells, is_zero, is_exact) = a_cells.join_content(&b_cells, &links_at);
    let is_inner = |value: ShapeValue| {
        value.pointer().is_some_and(|to| to.end != SegmentEnd::Own && (to.object == first || to.object == second))
    };
    if cells.values().any(|cell| is_inner(cell.value)) {
        return None;
    }
    let mut merged = GraphNode { size: a.size, frame: None, segment: Some(segment), cells, is_zero };
    merged.write(next, bits, after);
    if let Some(previous) = previous {
        merged.write(previous, bits, a.read(previous, bits));
    }
    Some(Neighbours { first, second, segment, merged, is_exact })
}

/// The content of an object, in which pointers of a node to itself are those of the nodes of a segment called `name`.
fn with_own(node: &GraphNode, object: GraphObject, name: GraphObject) -> GraphNode {
    let mut changed = node.clone();
    for (at, cell) in &node.cells {
        if let Some(to) = cell.value.pointer().filter(|to| to.object == object)
            && (to.end == SegmentEnd::Own || node.segment.is_none())
        {
            let own = GraphPointer { object: name, offset: to.offset, end: SegmentEnd::Own };
            changed.write(*at, cell.width, ShapeValue::Pointer(own));
        }
    }
    changed
}

fn merge(state: &mut ShapeState, pair: Neighbours) {
    let Neighbours { first, second, merged, .. } = pair;
    state.set(first, merged);
    state.remove(second);
    // What still points to the second points to it as the last node: all else was refused.
    state.replace(|to| {
        let last = GraphPointer { object: first, offset: to.offset, end: SegmentEnd::Last };
        (to.object == second).then_some(ShapeValue::Pointer(last))
    });
}
