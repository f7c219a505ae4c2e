//! Invariants by location, out of graphs that have been explored to their end.
//!
//! Each execution that comes to a location is in a state there of one of the graphs, so what one of them knows holds: the
//! disjunction of what they know is an invariant of the location. A covered state is left out, for the state that covers
//! it stands for it, too.
//!
//! Only locations at which every state of the exploration is kept have an answer: states inside of basic blocks are not.
//! Loop heads and the entries of functions are such locations, and the ones that matter to a reader or a witness.

use crate::arg::Arg;
use crate::control::Controls;
use crate::facts::Facts;
use cairn_ir::{Assertion, NodeId, Program};
use std::collections::{BTreeMap, BTreeSet};

/// Invariant of a location, whenever an execution is there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invariant {
    /// The location.
    pub node: NodeId,
    /// Assertion about variables that its function sees.
    pub holds: Assertion,
}

/// An invariant of more comparisons is weakened to true: nobody would read it.
const LARGEST: usize = 2_000;

/// True for a location that has an invariant: a loop head, or the entry of a function.
fn is_wanted(node: NodeId, program: &Program) -> bool {
    program.nodes[node].loop_head || program.is_entry(node)
}

/// The invariants of the graphs of a run, in the order of the locations; locations of which nothing is known are left out.
/// The graphs must have been explored to their end, with nothing left out: their run had the verdict TRUE.
pub fn of<'g, S: Facts + 'g>(
    graphs: impl IntoIterator<Item = &'g Arg<S>>,
    controls: &Controls<'_>,
    program: &Program,
) -> Vec<Invariant> {
    let mut known = Gathered::default();
    for arg in graphs {
        for id in arg.ids() {
            let control = arg.control(id);
            let node = controls.get(control).node;
            if arg.covered_by(id).is_some() || !is_wanted(node, program) {
                continue;
            }
            let Some(state) = arg.state(id) else { continue };
            known.add(node, || state.invariant(program.nodes[node].function, controls.depth(control), program));
        }
    }
    known.invariants(|_| Assertion::TRUE)
}

/// Facts about locations, case by case: one for each state or label there.
#[derive(Default)]
pub struct Gathered {
    found: BTreeMap<NodeId, Known>,
}

impl Gathered {
    /// One more case at a location. It is not asked for where nothing is known already.
    pub fn add(&mut self, node: NodeId, case: impl FnOnce() -> Assertion) {
        let known = self.found.entry(node).or_default();
        if !known.is_nothing {
            known.add(case());
        }
    }

    /// The invariants, in the order of the locations, each with what holds there in every case.
    pub fn invariants(self, always: impl Fn(NodeId) -> Assertion) -> Vec<Invariant> {
        let all = self.found.into_iter().map(|(node, known)| {
            let cases = if known.is_nothing { Assertion::TRUE } else { Assertion::any(known.cases) };
            Invariant { node, holds: Assertion::all([always(node), cases]) }
        });
        all.filter(|known| !known.holds.is_true()).collect()
    }
}

/// Facts of the states of a location.
#[derive(Default)]
struct Known {
    /// In an order that does not depend on how the graph was explored.
    cases: BTreeSet<Assertion>,
    size: usize,
    is_nothing: bool,
}

impl Known {
    fn add(&mut self, case: Assertion) {
        self.is_nothing = case.is_true();
        let size = case.size();
        if self.cases.insert(case) {
            self.size += size;
        }
        self.is_nothing |= self.size > LARGEST;
    }
}
