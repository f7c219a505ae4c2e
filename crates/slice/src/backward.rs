//! Slices: what a criterion depends on, over calls in the right context (Horwitz, Reps, Binkley 1990; SLICE Algorithm 1).
//!
//! Two passes. The first goes to callers and never into callees: over a call it goes by the callee's *summary*, the inputs
//! that an output depends on. The second goes into the callees of all calls met, and never back to callers. So what one
//! call takes does not bring in what another call passes.
//!
//! Such a slice does not run yet: a callee's operation may be in it because of one call, and read at another call what
//! that one does not pass. So each call of the slice passes all that its callee takes in the slice, until nothing is new
//! (Binkley 1993: "Precise executable interprocedural slices"). Without this an operation of the slice could read what was
//! there before, fail where the program does not, and end an execution.
//!
//! Summaries are found by tabulation (Reps, Horwitz, Sagiv, Rosay 1994: "Speeding up slicing"), for the outputs that are
//! met only. Beyond [`MOST_PAIRS`] an output is taken to depend on all inputs of its function: larger, and still a slice.

use crate::criterion::Criterion;
use crate::dependences::{Dependences, Over};
use crate::vertex::{Passed, Vertex};
use cairn_base::{FastMap, FastSet};
use cairn_ir::{CallSiteId, EdgeId, FunctionId, VarId};
use std::collections::BTreeSet;

/// Pairs of a vertex and an output that are looked at for summaries.
const MOST_PAIRS: usize = 20_000_000;

/// What a criterion depends on.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Slice {
    /// Vertices, in order.
    pub vertices: BTreeSet<Vertex>,
}

impl Slice {
    /// The slice of a program for a criterion.
    pub fn new(dependences: &mut Dependences<'_>, criterion: &Criterion) -> Self {
        let mut summaries = Summaries::default();
        let start: Vec<Vertex> = criterion.vertices.iter().copied().collect();
        let (first, below) = reach(dependences, &mut summaries, start, Over::Up);
        let (second, _) = reach(dependences, &mut summaries, below, Over::Down);
        let mut slice = Slice { vertices: first.into_iter().chain(second).collect() };
        loop {
            let missing = slice.missing(dependences);
            if missing.is_empty() {
                return slice;
            }
            let (mut more, below) = reach(dependences, &mut summaries, missing, Over::Within);
            more.extend(reach(dependences, &mut summaries, below, Over::Down).0);
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
fn reach(
    dependences: &mut Dependences<'_>,
    summaries: &mut Summaries,
    start: Vec<Vertex>,
    direction: Over,
) -> (FastSet<Vertex>, Vec<Vertex>) {
    let (mut seen, mut open, mut below) = (FastSet::default(), start, Vec::new());
    while let Some(vertex) = open.pop() {
        if !seen.insert(vertex) {
            continue;
        }
        for dependence in dependences.of(vertex).iter() {
            if dependence.over == Over::Down {
                below.push(dependence.on);
                open.extend(summaries.across(dependences, vertex, dependence.on));
            }
            if dependence.over == Over::Within || dependence.over == direction {
                open.push(dependence.on);
            }
        }
    }
    (seen, below)
}

/// Which inputs the outputs of functions depend on.
#[derive(Default)]
struct Summaries {
    inputs: FastMap<Vertex, BTreeSet<Passed>>,
    /// Calls that wait for the inputs of an output, and the output that they are for.
    waiting: FastMap<Vertex, Vec<(CallSiteId, Vertex)>>,
    pairs: FastSet<(Vertex, Vertex)>,
    open: Vec<(Vertex, Vertex)>,
    gave_up: bool,
}

impl Summaries {
    /// What a call passes that an output of its callee depends on.
    fn across(&mut self, dependences: &mut Dependences<'_>, from: Vertex, output: Vertex) -> Vec<Vertex> {
        let Some(site) = site_of(from) else { return Vec::new() };
        self.add(output, output);
        while let Some((vertex, output)) = self.open.pop() {
            if self.pairs.len() > MOST_PAIRS {
                self.gave_up = true;
                self.open.clear();
                break;
            }
            self.step(dependences, vertex, output);
        }
        if self.gave_up {
            let inputs = function_of(output).map_or(Vec::new(), |function| dependences.inputs(function));
            return inputs.into_iter().map(|passed| Vertex::ActualIn(site, passed)).collect();
        }
        let inputs = self.inputs.get(&output).into_iter().flatten();
        inputs.map(|passed| Vertex::ActualIn(site, *passed)).collect()
    }

    fn add(&mut self, vertex: Vertex, output: Vertex) {
        if self.pairs.insert((vertex, output)) {
            self.open.push((vertex, output));
        }
    }

    /// An output depends on a vertex: so it does on what that depends on.
    fn step(&mut self, dependences: &mut Dependences<'_>, vertex: Vertex, output: Vertex) {
        if let Vertex::FormalIn(_, passed) = vertex
            && self.inputs.entry(output).or_default().insert(passed)
        {
            for (site, above) in self.waiting.get(&output).cloned().unwrap_or_default() {
                self.add(Vertex::ActualIn(site, passed), above);
            }
        }
        for dependence in dependences.of(vertex).iter() {
            match dependence.over {
                Over::Within => self.add(dependence.on, output),
                Over::Up => {}
                Over::Down => {
                    let Some(site) = site_of(vertex) else { continue };
                    self.waiting.entry(dependence.on).or_default().push((site, output));
                    self.add(dependence.on, dependence.on);
                    for passed in self.inputs.get(&dependence.on).cloned().unwrap_or_default() {
                        self.add(Vertex::ActualIn(site, passed), output);
                    }
                }
            }
        }
    }
}

fn site_of(vertex: Vertex) -> Option<CallSiteId> {
    match vertex {
        Vertex::ActualOut(site, _) | Vertex::CallEnds(site) => Some(site),
        _ => None,
    }
}

fn function_of(output: Vertex) -> Option<FunctionId> {
    match output {
        Vertex::FormalOut(function, _) | Vertex::Ends(function) => Some(function),
        _ => None,
    }
}
