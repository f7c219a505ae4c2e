//! Reachability in any graph: the vertices that a depth-first search from some starts finds.
//!
//! Invariant: a vertex is visited once, and its successors are asked for then; what was found last is visited first, so the
//! result has one order. The successors are a function rather than a graph type, because most graphs here are views: the
//! edges of an automaton with calls or without, the parts of an expression, who calls whom.

use cairn_base::{FastIndexSet, FastSet};
use std::hash::Hash;

/// The vertices that are reachable from `starts`, themselves included, in the order of the search. `successors` adds those
/// of one vertex to the list.
pub fn reachable<V: Copy + Eq + Hash>(
    starts: impl IntoIterator<Item = V>,
    mut successors: impl FnMut(V, &mut Vec<V>),
) -> FastIndexSet<V> {
    let mut found = FastIndexSet::default();
    mark_reachable(starts, |vertex| found.insert(vertex), &mut successors);
    found
}

/// The same search with the caller's table of what was visited: `is_new` marks a vertex, and says whether it was not marked.
pub fn mark_reachable<V: Copy>(
    starts: impl IntoIterator<Item = V>,
    is_new: impl FnMut(V) -> bool,
    mut successors: impl FnMut(V, &mut Vec<V>),
) {
    search(starts, is_new, |vertex, open| {
        successors(vertex, open);
        false
    });
}

/// Whether the search comes to a vertex that is looked for. `visit` says whether it is one; if not, it has added the
/// vertex's successors to the list.
pub fn any_reachable<V: Copy + Eq + Hash>(
    starts: impl IntoIterator<Item = V>,
    visit: impl FnMut(V, &mut Vec<V>) -> bool,
) -> bool {
    let mut seen = FastSet::default();
    search(starts, |vertex| seen.insert(vertex), visit)
}

fn search<V: Copy>(
    starts: impl IntoIterator<Item = V>,
    mut is_new: impl FnMut(V) -> bool,
    mut visit: impl FnMut(V, &mut Vec<V>) -> bool,
) -> bool {
    let mut open: Vec<V> = starts.into_iter().collect();
    while let Some(vertex) = open.pop() {
        if is_new(vertex) && visit(vertex, &mut open) {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 0 → 1, 2; 1 → 3; 2 → 3; 3 → 1: a join and a cycle. Nothing leads to 0 or 4.
    fn graph(vertex: u32, open: &mut Vec<u32>) {
        open.extend([&[1, 2][..], &[3], &[3], &[1], &[0]][vertex as usize]);
    }

    #[test]
    fn each_vertex_is_found_once_the_last_successor_first() {
        let mut visits = 0;
        let found = reachable([0], |vertex, open| {
            visits += 1;
            graph(vertex, open);
        });
        assert_eq!(found.into_iter().collect::<Vec<_>>(), [0, 2, 3, 1]);
        assert_eq!(visits, 4);
        assert_eq!(reachable([1, 1], graph).len(), 2);
        assert!(reachable([], graph).is_empty());
    }

    #[test]
    fn a_search_stops_at_what_is_looked_for() {
        let mut seen = Vec::new();
        let mut look = |wanted: u32| {
            any_reachable([1], |vertex, open| {
                seen.push(vertex);
                graph(vertex, open);
                vertex == wanted
            })
        };
        assert!(look(3));
        assert!(!look(2));
        assert_eq!(seen, [1, 3, 1, 3]);
    }

    #[test]
    fn what_is_marked_is_not_searched() {
        let mut marked = [false, true, false, false, false];
        mark_reachable(
            [0],
            |vertex| !std::mem::replace(&mut marked[vertex as usize], true),
            |vertex, open| {
                graph(vertex, open);
            },
        );
        assert_eq!(marked, [true, true, true, true, false]);
        let mut marked = [false, false, true, true, false];
        mark_reachable([2, 0], |vertex| !std::mem::replace(&mut marked[vertex as usize], true), graph);
        assert_eq!(marked, [true, true, true, true, false]);
    }
}
