//! The levels of a graph: how many vertices are so far from its roots, and of what kind (SLICE 3.5).
//!
//! Outline of a whole graph, however large it is: its edges and labels are left out. One breadth-first pass, each vertex
//! once. Lives here so that whoever has a graph can tell its levels without knowing how they are drawn.

use crate::FastSet;
use std::hash::Hash;

/// Status of a vertex, for the eye.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum VertexStatus {
    /// Nothing special.
    Plain,
    /// Covered by another: the stop operator held.
    Covered,
    /// Merged into another, and replaced by it.
    Merged,
    /// A target.
    Target,
}

impl VertexStatus {
    /// All marks, each with its name in files.
    pub const ALL: [(VertexStatus, &'static str); 4] = [
        (VertexStatus::Plain, "plain"),
        (VertexStatus::Covered, "covered"),
        (VertexStatus::Merged, "merged"),
        (VertexStatus::Target, "target"),
    ];
}

/// Neighbours of one kind on a level, and how many they are.
pub type NeighbourRun = (VertexStatus, u64);

/// The levels of a graph, from the roots.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Levels {
    /// For each level its vertices, in the order in which they were found.
    pub rows: Vec<Vec<NeighbourRun>>,
}

impl Levels {
    /// The levels of what is reachable from some vertices. `visit` says what a vertex is, and hands on its successors.
    pub fn of<V: Copy + Eq + Hash>(
        roots: impl IntoIterator<Item = V>,
        mut visit: impl FnMut(V, &mut dyn FnMut(V)) -> VertexStatus,
    ) -> Self {
        let mut seen: FastSet<V> = FastSet::default();
        let mut level: Vec<V> = roots.into_iter().filter(|root| seen.insert(*root)).collect();
        let mut rows = Vec::new();
        // Kept from level to level: a path has as many as vertices.
        let (mut row, mut next): (Vec<NeighbourRun>, Vec<V>) = (Vec::new(), Vec::new());
        while !level.is_empty() {
            for vertex in level.drain(..) {
                let mark = visit(vertex, &mut |to| {
                    if seen.insert(to) {
                        next.push(to);
                    }
                });
                match row.last_mut() {
                    Some((last, count)) if *last == mark => *count += 1,
                    _ => row.push((mark, 1)),
                }
            }
            rows.push(row.as_slice().to_vec());
            row.clear();
            std::mem::swap(&mut level, &mut next);
        }
        Levels { rows }
    }

    /// Vertices on a level.
    pub fn width(row: &[NeighbourRun]) -> u64 {
        row.iter().map(|(_, count)| count).sum()
    }
    /// Vertices on the widest level.
    pub fn widest(&self) -> u64 {
        self.rows.iter().map(|row| Self::width(row)).max().unwrap_or(0)
    }
    /// Vertices of the graph.
    pub fn total(&self) -> u64 {
        self.rows.iter().map(|row| Self::width(row)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_vertex_is_on_the_level_of_its_shortest_way() {
        // 0 to 1, 2, 3; 1 and 2 to 4; 4 back to 0.
        let edges: [&[usize]; 5] = [&[1, 2, 3], &[4], &[4], &[], &[0]];
        let levels = Levels::of([0], |vertex, to| {
            edges[vertex].iter().for_each(|next| to(*next));
            if vertex == 3 { VertexStatus::Target } else { VertexStatus::Plain }
        });
        let rows = [
            vec![(VertexStatus::Plain, 1)],
            vec![(VertexStatus::Plain, 2), (VertexStatus::Target, 1)],
            vec![(VertexStatus::Plain, 1)],
        ];
        assert_eq!(levels.rows, rows);
        assert_eq!((levels.widest(), levels.total()), (3, 5));
    }
}
