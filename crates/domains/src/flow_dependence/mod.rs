//! Flow dependence as a configurable program analysis (SLICE 3.1.1): which definitions each operation may read.
//!
//! It wraps the reaching definitions: a state has theirs, and for each edge that was passed on a way to it the definitions
//! that reached what the edge reads. The sets are united where paths meet, so that the last location of a program has them
//! all. A step looks at the reaching definitions before it, since an operation reads before it writes.
//!
//! Invariant: every definition that an execution reads from is in the sets. A read through a pointer may be of every
//! variable that a write through a pointer may define, so there are more here than in the dependence graph
//! (`cairn_slice`), which asks a points-to analysis, and which is what slices use: it looks for the definitions of a read
//! on demand, and holds no sets for locations. Where no pointer is, the two are the same, which tests hold.
//!
//! Of a call, the edge reads the arguments when it is entered and the callee's result when it is left.

use crate::reaching::{DefinedObject, Exposed, ReachingState, transfer};
use cairn_cpa::{Cpa, Cx, Facts, Failure, Move, Res, Successors};
use cairn_ir::effects::{self, Effect};
use cairn_ir::{CallSiteId, EdgeId, Op, Program, Step, VarId};
use imbl::{OrdMap, OrdSet};

/// An abstract state: what reaches the location, and what the edges before it read.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct FlowDependenceState {
    reaching: ReachingState,
    found: OrdMap<EdgeId, OrdSet<EdgeId>>,
}

impl FlowDependenceState {
    /// The edges that were passed and read something defined, each with its definitions.
    pub fn dependences(&self) -> impl Iterator<Item = (EdgeId, &OrdSet<EdgeId>)> {
        self.found.iter().map(|(edge, on)| (*edge, on))
    }

    fn add(&mut self, edge: EdgeId, on: OrdSet<EdgeId>) {
        if !on.is_empty() {
            let known = self.found.get(&edge).cloned().unwrap_or_default();
            self.found.insert(edge, known.union(on));
        }
    }

    /// The definitions of what the text of an operation reads in the frame at a depth.
    fn read_by(&self, op: &Op, at: &Move<'_>, depth: u32) -> OrdSet<EdgeId> {
        let (program, mut read) = (at.program, OrdSet::new());
        for effect in effects::all(program, op) {
            let Effect::Reads(from) = effect else { continue };
            match from.variable(program) {
                Some(var) => read.extend(self.reaching.of(DefinedObject::of(var, depth, program))),
                None => self.through_pointer(program, &mut read),
            }
        }
        read
    }

    /// Whatever has an address may be read, and memory without a name.
    fn through_pointer(&self, program: &Program, read: &mut OrdSet<EdgeId>) {
        let has_address =
            |spot: &DefinedObject| spot.variable().is_none_or(|var: VarId| program.vars[var].address_taken);
        for spot in self.reaching.spots().filter(has_address) {
            read.extend(self.reaching.of(spot));
        }
    }
}

impl Facts for FlowDependenceState {
    fn summary(&self, _: &Program) -> String {
        let names = |on: &OrdSet<EdgeId>| on.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        let one = |(edge, on): (&EdgeId, &OrdSet<EdgeId>)| format!("{edge} on {}", names(on));
        self.found.iter().map(one).collect::<Vec<_>>().join(", ")
    }
}

/// The analysis. Its precision is that of the reaching definitions, and never changes.
#[derive(Clone, Copy, Debug, Default)]
pub struct FlowDependenceAnalysis;

impl Cpa for FlowDependenceAnalysis {
    type State = FlowDependenceState;
    type Precision = Exposed;

    fn name(&self) -> &'static str {
        "flow-dependence"
    }

    fn initial(&self, cx: &mut Cx<'_>) -> Res<(FlowDependenceState, Exposed)> {
        Ok((FlowDependenceState::default(), Exposed::of(cx.program)))
    }

    fn leq(&self, a: &FlowDependenceState, b: &FlowDependenceState, _: &mut Cx<'_>) -> Res<bool> {
        let is_within =
            |(edge, on): (&EdgeId, &OrdSet<EdgeId>)| b.found.get(edge).is_some_and(|other| on.is_subset(other));
        Ok(a.reaching.is_below(&b.reaching) && a.found.iter().all(is_within))
    }

    fn post(
        &self,
        state: &FlowDependenceState,
        exposed: &Exposed,
        at: &Move<'_>,
        _: &mut Cx<'_>,
        out: &mut Successors<FlowDependenceState>,
    ) -> Res<()> {
        let (program, mut next) = (at.program, state.clone());
        match at.step {
            Step::Hidden(_) => {}
            Step::Edge(edge) => next.add(edge, state.read_by(&program.edges[edge].op, at, at.depth)),
            Step::Enter(call, _) => {
                let edge = edge_of(call, &program.nodes[at.source].leaving, program)?;
                next.add(edge, state.read_by(&program.edges[edge].op, at, at.depth));
            }
            Step::Leave(call, _) => {
                if let Some((_, result)) = effects::returned(program, call) {
                    let edge = edge_of(call, &program.nodes[at.target].entering, program)?;
                    next.add(edge, state.reaching.of(DefinedObject::of(result, at.depth, program)).collect());
                }
            }
        }
        next.reaching = transfer::step(&state.reaching, exposed, at)?;
        out.push(next);
        Ok(())
    }

    fn merges(&self) -> bool {
        true
    }

    fn merge(
        &self,
        new: &FlowDependenceState,
        old: &FlowDependenceState,
        _: &Exposed,
        _: &mut Cx<'_>,
    ) -> Res<Option<FlowDependenceState>> {
        let mut joined = FlowDependenceState { reaching: old.reaching.join(&new.reaching), found: old.found.clone() };
        for (edge, on) in &new.found {
            joined.add(*edge, on.clone());
        }
        Ok(Some(joined))
    }
}

fn edge_of(call: CallSiteId, among: &[EdgeId], program: &Program) -> Res<EdgeId> {
    let is_it = |edge: &&EdgeId| program.edges[**edge].op == Op::Call(call);
    among.iter().find(is_it).copied().ok_or_else(|| Failure::Internal(format!("{call} has no edge")))
}
