//! List segments taken apart: what a step needs to know of one is made explicit, case by case.
//!
//! Over-approximates: the cases of a segment are that it is empty, where it may be, and that it has a node at the end that
//! is looked at and the rest, which has one node less. Every list that the segment stands for is in one of them.

use super::object::{GraphNode, ListSegment};
use super::state::ShapeState;
use super::value::{GraphObject, GraphPointer, SegmentEnd, ShapeValue};
use cairn_ir::types::Scalar;

/// Missing knowledge of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unfolding {
    /// Whether a segment is empty.
    Emptiness(GraphObject),
    /// The node at an end of a segment.
    Node(GraphObject, SegmentEnd),
}

impl Unfolding {
    /// The cases of a state.
    pub fn cases(self, state: &ShapeState, pointer: Scalar) -> Vec<ShapeState> {
        let (Unfolding::Emptiness(object) | Unfolding::Node(object, _)) = self;
        let Some((node, segment)) = state.get(object).and_then(|node| Some((node, node.segment?))) else {
            return Vec::new();
        };
        let mut cases = Vec::new();
        if segment.least == 0 {
            cases.push(emptied(state, object, node, segment, pointer));
        }
        cases.push(match self {
            Unfolding::Emptiness(_) => {
                let mut state = state.clone();
                state.set(object, with_least(node, segment, segment.least.max(1)));
                state
            }
            Unfolding::Node(_, end) => with_node(state, object, end, segment, pointer),
        });
        cases
    }
}

fn with_least(node: &GraphNode, segment: ListSegment, least: u8) -> GraphNode {
    GraphNode { segment: Some(ListSegment { least, ..segment }), ..node.clone() }
}

fn emptied(
    state: &ShapeState,
    object: GraphObject,
    node: &GraphNode,
    segment: ListSegment,
    pointer: Scalar,
) -> ShapeState {
    let width = u64::from(pointer.bits());
    // A link of an empty segment to itself says nothing.
    let outside = |at: u64| match node.read(at, width) {
        ShapeValue::Pointer(to) if to.object == object => ShapeValue::Unknown,
        value => value,
    };
    let after = outside(segment.next);
    let before = segment.previous.map_or(ShapeValue::Unknown, outside);
    let mut state = state.clone();
    state.remove(object);
    state.replace(|to| {
        let value = if to.end == SegmentEnd::First { after } else { before };
        (to.object == object).then(|| value.moved(to.offset.saturating_sub(segment.head), pointer))
    });
    state
}

fn with_node(
    state: &ShapeState,
    object: GraphObject,
    end: SegmentEnd,
    segment: ListSegment,
    pointer: Scalar,
) -> ShapeState {
    let width = u64::from(pointer.bits());
    let mut state = state.clone();
    let region = state.fresh();
    state.replace(|to| (to.object == object && to.end == end).then_some(ShapeValue::to(region, to.offset)));
    let Some(mut rest) = state.get(object).cloned() else { return state };
    let mut node = GraphNode { segment: None, ..rest.clone() };
    // The node's pointers to itself.
    for (at, cell) in rest.cells.iter().filter(|(at, _)| **at != segment.next && Some(**at) != segment.previous) {
        if let Some(to) = cell.value.pointer().filter(|to| to.object == object && to.end == SegmentEnd::Own) {
            node.write(*at, cell.width, ShapeValue::to(region, to.offset));
        }
    }
    let link = |end| ShapeValue::Pointer(GraphPointer { object, offset: segment.head, end });
    let to_region = ShapeValue::to(region, segment.head);
    match (end, segment.previous) {
        (SegmentEnd::First | SegmentEnd::Own, previous) => {
            node.write(segment.next, width, link(SegmentEnd::First));
            if let Some(previous) = previous {
                rest.write(previous, width, to_region);
            }
        }
        (SegmentEnd::Last, previous) => {
            if let Some(previous) = previous {
                node.write(previous, width, link(SegmentEnd::Last));
            }
            rest.write(segment.next, width, to_region);
        }
    }
    rest.segment = Some(ListSegment { least: segment.least.saturating_sub(1), ..segment });
    state.set(object, rest);
    state.set(region, node);
    state
}
