//! Slices: what a criterion depends on, over calls in the right context (Horwitz, Reps, Binkley 1990; SLICE Algorithm 1).
//!
//! Two passes. The first goes to callers, and not into callees. The second goes into the callees of all calls met, and
//! never back to callers. So a call that the criterion does not depend on stays outside, though its callee is in the slice
//! because of another call.
//!
//! A slice is to run: each call of it passes all that its callee takes in the slice, until nothing is new (Binkley 1993:
//! "Precise executable interprocedural slices"). Without this an operation of the slice could read what was there before,
//! fail where the program does not, and end an execution. It is also why no summaries of callees are computed (Reps,
//! Horwitz, Sagiv, Rosay 1994: "Speeding up slicing"): all that they would bring over a call, this brings too.

use crate::criterion::Criterion;
use crate::dependences::{Dependences, Over};
use crate::vertex::{Passed, Vertex};
use cairn_base::FastSet;
use cairn_ir::{CallSiteId, EdgeId, VarId};
use std::collections::BTreeSet;

/// What a criterion depends on.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Slice {
    /// Vertices, in order.
    pub vertices: BTreeSet<Vertex>,
}

impl Slice {
    /// The slice of a program for a criterion.
    pub fn new(dependences: &mut Dependences<'_>, criterion: &Criterion) -> Self {
        let start: Vec<Vertex> = criterion.vertices.iter().copied().collect();
        let (first, below) = reach(dependences, start, Over::Up);
        let (second, _) = reach(dependences, below, Over::Down);
        let mut slice = Slice { vertices: first.into_iter().chain(second).collect() };
        loop {
            let missing = slice.missing(dependences);
            if missing.is_empty() {
                return slice;
            }
            let (mut more, below) = reach(dependences, missing, Over::Within);
            more.extend(reach(dependences, below, Over::Down).0);
            slice.vertices.extend(more);
        }
    }

    /// What calls of the slice do not pass, though their callees take it in the slice.
    fn missing(&self, dependences: &mut Dependences<'_>) -> Vec<Vertex> {
        let mut missing = Vec::new();
        for vertex in self.vertices.iter().filter(|vertex| matches!(vertex, Vertex::FormalIn(..))) {
            for dependence in dependences.of(*vertex).iter().filter(|dependence| dependence.over == Over::Up) {
                let Vertex::ActualIn(site, _) = dependence.on else { continue };
                let is_made = dependences.edge_of(site).is_some_and(|edge| self.contains(edge));
                if is_made && !self.vertices.contains(&dependence.on) {
                    missing.push(dependence.on);
                }
            }
        }
        missing
    }

    /// Whether the operation of an edge is in the slice. A call is when it is made.
    pub fn contains(&self, edge: EdgeId) -> bool {
        self.vertices.contains(&Vertex::Edge(edge))
    }

    /// Whether the value that a call passes for a parameter counts.
    pub fn passes(&self, site: CallSiteId, param: VarId) -> bool {
        self.vertices.contains(&Vertex::ActualIn(site, Passed::Parameter(param)))
    }

    /// Whether the result that a call takes counts.
    pub fn takes_result(&self, site: CallSiteId) -> bool {
        self.vertices.contains(&Vertex::ActualOut(site, Passed::Result))
    }

    /// The edges, in order.
    pub fn edges(&self) -> impl Iterator<Item = EdgeId> + '_ {
        self.vertices.iter().filter_map(|vertex| vertex.edge())
    }
}

/// One pass: all that is reached, and where it would go into callees.
fn reach(dependences: &mut Dependences<'_>, start: Vec<Vertex>, direction: Over) -> (FastSet<Vertex>, Vec<Vertex>) {
    let (mut seen, mut open, mut below) = (FastSet::default(), start, Vec::new());
    while let Some(vertex) = open.pop() {
        if !seen.insert(vertex) {
            continue;
        }
        for dependence in dependences.of(vertex).iter() {
            if dependence.over == Over::Down {
                below.push(dependence.on);
            }
            if dependence.over == Over::Within || dependence.over == direction {
                open.push(dependence.on);
            }
        }
    }
    (seen, below)
}
