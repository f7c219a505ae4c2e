//! The graphs of the shape analysis against all small heaps: abstraction loses no heap, and entailment holds exactly where a
//! heap is one of those that a graph unfolds to.

use cairn_base::id::Id;
use cairn_domains::shape::ShapeState;
use cairn_domains::shape::fold::fold;
use cairn_domains::shape::inclusion::is_below;
use cairn_domains::shape::object::GraphNode;
use cairn_domains::shape::unfold::Unfolding;
use cairn_domains::shape::value::{GraphObject, SegmentEnd, ShapeValue};
use cairn_ir::VarId;
use cairn_ir::types::Scalar;
use std::collections::BTreeSet;

const POINTER: Scalar = Scalar::Pointer { bits: 64 };

/// The link of a cell, and where a variable points: a cell's number, or null.
type Target = Option<usize>;

fn to(target: Target) -> ShapeValue {
    target.map_or(ShapeValue::Bits(0), |cell| ShapeValue::to(GraphObject::Allocated(cell as u32), 0))
}

/// What cells hold besides a link and a number.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Single,
    /// A link back.
    Double,
    /// A link back that some lack.
    Broken,
    /// A pointer to themselves that some lack.
    Own,
}

/// A heap of cells with a link forward, perhaps one back to whichever cell leads there, and a number.
fn heap(links: &[Target], data: usize, kind: Kind, variables: [Target; 2]) -> ShapeState {
    let mut state = ShapeState::default();
    for (index, variable) in variables.into_iter().enumerate() {
        let mut node = GraphNode::region(Some(8), false);
        node.write(0, 64, to(variable));
        state.set(GraphObject::Static(VarId::from_index(index)), node);
    }
    for (cell, link) in links.iter().enumerate() {
        let mut node = GraphNode::region(Some(24), false);
        node.write(0, 64, to(*link));
        node.write(128, 32, ShapeValue::Bits((data >> cell & 1) as u128));
        let is_marked = data >> cell & 1 == 1;
        match kind {
            Kind::Single => {}
            Kind::Double => node.write(64, 64, to(links.iter().position(|of| *of == Some(cell)))),
            Kind::Broken if is_marked => node.write(64, 64, to(None)),
            Kind::Broken => node.write(64, 64, to(links.iter().position(|of| *of == Some(cell)))),
            Kind::Own => node.write(64, 64, to(Some(cell).filter(|_| is_marked))),
        }
        if matches!(kind, Kind::Broken | Kind::Own) {
            node.write(128, 32, ShapeValue::Bits(0));
        }
        state.set(GraphObject::Allocated(cell as u32), node);
    }
    state.collect();
    state
}

/// All heaps of at most three cells that two variables lead to.
fn heaps(kind: Kind, most: usize) -> Vec<ShapeState> {
    let mut all = Vec::new();
    for cells in 0..=most {
        let targets: Vec<Target> = std::iter::once(None).chain((0..cells).map(Some)).collect();
        for code in 0..targets.len().pow(cells as u32) {
            let links: Vec<Target> =
                (0..cells).map(|cell| targets[code / targets.len().pow(cell as u32) % targets.len()]).collect();
            for data in 0..1 << cells {
                for x in &targets {
                    for y in &targets {
                        let state = heap(&links, data, kind, [*x, *y]);
                        if state.allocated() == cells && !all.contains(&state) {
                            all.push(state);
                        }
                    }
                }
            }
        }
    }
    all
}

/// The heaps of so many cells that a graph unfolds to.
fn unfolded(state: &ShapeState, most: usize) -> Vec<ShapeState> {
    let (mut open, mut found) = (vec![state.clone()], Vec::new());
    while let Some(mut state) = open.pop() {
        let least: usize = state.iter().filter(|(o, _)| o.var().is_none()).map(|(_, n)| usize::from(n.least())).sum();
        if least > most {
            continue;
        }
        let segment = state.iter().find(|(_, node)| node.segment.is_some()).map(|(object, _)| object);
        match segment {
            Some(object) => {
                open.extend(Unfolding::Node(object, SegmentEnd::First).cases(&state, POINTER));
            }
            None => {
                state.collect();
                found.push(state);
            }
        }
    }
    found
}

fn check(kind: Kind, most: usize) {
    let heaps = heaps(kind, most);
    assert!(heaps.len() > 100, "{}", heaps.len());
    let mut graphs: Vec<ShapeState> = Vec::new();
    for concrete in &heaps {
        let mut graph = concrete.clone();
        fold(&mut graph, 64, 2);
        assert!(is_below(concrete, concrete, POINTER));
        assert!(is_below(concrete, &graph, POINTER), "{concrete:#?}\nis not in\n{graph:#?}");
        assert!(is_below(&graph, &graph, POINTER));
        if &graph != concrete && !graphs.contains(&graph) {
            graphs.push(graph);
        }
    }
    assert!(graphs.len() > 2, "{}", graphs.len());
    for graph in &graphs {
        let texts: BTreeSet<String> = unfolded(graph, most).iter().map(|heap| format!("{heap:?}")).collect();
        for concrete in &heaps {
            let is_in = texts.contains(&format!("{concrete:?}"));
            assert_eq!(is_below(concrete, graph, POINTER), is_in, "{concrete:#?}\nin\n{graph:#?}");
        }
        for other in &graphs {
            // An unfolding of a graph is below whatever the graph is below.
            if is_below(graph, other, POINTER) {
                for case in unfolded(graph, most) {
                    assert!(is_below(&case, other, POINTER), "{case:#?}\nin\n{other:#?}");
                }
            }
        }
    }
}

#[test]
fn singly_linked_heaps_are_in_their_abstraction_and_entailment_is_exact() {
    check(Kind::Single, 3);
}

#[test]
fn doubly_linked_heaps_are_in_their_abstraction_and_entailment_is_exact() {
    check(Kind::Double, 3);
}

#[test]
fn a_segment_taken_apart_at_its_end_is_below_it() {
    for concrete in heaps(Kind::Double, 3) {
        let mut graph = concrete;
        fold(&mut graph, 64, 2);
        let segments: Vec<GraphObject> =
            graph.iter().filter(|(_, node)| node.segment.is_some()).map(|(object, _)| object).collect();
        for object in segments {
            for end in [SegmentEnd::First, SegmentEnd::Last] {
                for case in Unfolding::Node(object, end).cases(&graph, POINTER) {
                    assert!(is_below(&case, &graph, POINTER), "{case:#?}\nin\n{graph:#?}");
                }
            }
        }
    }
}

#[test]
fn links_back_that_are_missing_are_no_links_back() {
    check(Kind::Broken, 3);
}

#[test]
fn nodes_that_point_to_themselves_still_do() {
    check(Kind::Own, 3);
}

#[test]
fn heaps_without_segments_are_below_themselves_only() {
    for kind in [Kind::Single, Kind::Double] {
        let heaps = heaps(kind, 2);
        for a in &heaps {
            for b in &heaps {
                assert_eq!(is_below(a, b, POINTER), a == b, "{a:#?}\nin\n{b:#?}");
            }
        }
    }
}
