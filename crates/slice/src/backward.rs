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
use cairn_base::FastMap;
use cairn_ir::{CallSiteId, EdgeId, FunctionId, Op, VarId};
use cairn_ir::{mark_reachable, reachable};
use std::collections::BTreeSet;

/// Dependences of a criterion.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Slice {
    /// Vertices, in order.
    pub vertices: BTreeSet<Vertex>,
}

impl Slice {
    /// The slice of a program for a criterion.
    pub fn new(dependences: &mut Dependences, criterion: &Criterion) -> Self {
        let (mut vertices, mut open) = above(dependences, criterion);
        let mut passing = Passing::default();
        let mut new: Vec<Vertex> = vertices.iter().copied().collect();
        loop {
            new.drain(..).for_each(|vertex| passing.meet(dependences, vertex, &mut open));
            if open.is_empty() {
                return Slice { vertices };
            }
            let is_new = |vertex| vertices.insert(vertex);
            mark_reachable(open.drain(..), is_new, |vertex, open| {
                new.push(vertex);
                let below = dependences.of(vertex);
                let below = below.iter().filter(|dependence| dependence.over != Over::Up);
                open.extend(below.map(|dependence| dependence.on));
            });
        }
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

/// The first pass: what is reached without going into callees, and what would be reached there.
fn above(dependences: &mut Dependences, criterion: &Criterion) -> (BTreeSet<Vertex>, Vec<Vertex>) {
    let mut below = Vec::new();
    let found = reachable(criterion.vertices.iter().copied(), |vertex, open| {
        for dependence in dependences.of(vertex).iter() {
            let to = if dependence.over == Over::Down { &mut below } else { &mut *open };
            to.push(dependence.on);
        }
    });
    (found.into_iter().collect(), below)
}

/// What calls of a slice pass: each what its callee takes in the slice.
#[derive(Default)]
struct Passing {
    calls: FastMap<FunctionId, Vec<CallSiteId>>,
    taken: FastMap<FunctionId, Vec<Passed>>,
}

impl Passing {
    /// A vertex is new in the slice: what calls pass because of it.
    fn meet(&mut self, dependences: &Dependences, vertex: Vertex, out: &mut Vec<Vertex>) {
        match vertex {
            Vertex::FormalIn(function, passed) => {
                self.taken.entry(function).or_default().push(passed);
                let calls = self.calls.get(&function).into_iter().flatten();
                out.extend(calls.map(|site| Vertex::ActualIn(*site, passed)));
            }
            Vertex::Edge(edge) => {
                let program = dependences.program();
                let Op::Call(site) = program.edges[edge].op else { return };
                let Some(callee) = program.calls[site].callee else { return };
                self.calls.entry(callee).or_default().push(site);
                let taken = self.taken.get(&callee).into_iter().flatten();
                out.extend(taken.map(|passed| Vertex::ActualIn(site, *passed)));
            }
            _ => {}
        }
    }
}
