//! Post-dominators (SLICE 3.1.2): which locations an execution will still pass before it leaves the function.
//!
//! They are the dominators of the automaton turned round, and found so: the dominator analysis runs by the CPA algorithm,
//! backwards ([`Automaton`]), once a function and before the program is explored. That is the analysis's precision
//! ([`PostDominators`]). Forwards nothing is left to find: a state is what the precision says of where control is. It is an
//! analysis all the same, so that drawings show the sets and [`crate::control_dependence`] has a place to get them from.
//!
//! An assumption, and a call that may end the program, may end control: what is behind does not post-dominate what is
//! before. A loop that is never left ends at its first location ([`cairn_ir::ControlGraph`]).

use crate::dominators::{Automaton, Sets, listed};
use crate::frames::Frames;
use cairn_cpa::{Cpa, Cx, Facts, Move, Res, Successors};
use cairn_ir::{CallGraph, ControlGraph, Ending, NodeId, Program, Step};
use imbl::OrdSet;
use std::sync::Arc;

/// The post-dominators of all functions of a program, and where control may end.
#[derive(Clone, Debug)]
pub struct PostDominators(Arc<(Sets, Ending)>);

impl PartialEq for PostDominators {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0 == other.0
    }
}

impl Eq for PostDominators {}

impl PostDominators {
    /// Those of a resolved program.
    ///
    /// # Errors
    /// The budget is used up.
    pub fn of(program: &Program, cx: &mut Cx<'_>) -> Res<Self> {
        let ending = Ending::new(program, &CallGraph::new(program));
        let mut sets = Sets::default();
        for function in program.functions.ids() {
            let graph = ControlGraph::backwards(program, function, |edge| ending.at(program, edge));
            sets.extend(Automaton::new(&graph).dominators(cx)?);
        }
        Ok(Self(Arc::new((sets, ending))))
    }

    /// The other locations that post-dominate a location.
    pub fn at(&self, node: NodeId) -> OrdSet<NodeId> {
        self.0.0.get(&node).cloned().unwrap_or_default()
    }

    /// Whether each way from `b` to where control ends passes `a`, which is another location.
    pub fn strictly(&self, a: NodeId, b: NodeId) -> bool {
        self.0.0.get(&b).is_some_and(|set| set.contains(&a))
    }

    /// Where control may end.
    pub fn ending(&self) -> &Ending {
        &self.0.1
    }
}

/// An abstract state: the locations to come, by frame.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PostDominatorState(Frames<NodeId>);

impl PostDominatorState {
    /// The other locations that post-dominate the one where the state is.
    pub fn post_dominators(&self) -> OrdSet<NodeId> {
        self.0.top()
    }
}

impl Facts for PostDominatorState {
    /// The locations of the frame that executes.
    fn summary(&self, _: &Program) -> String {
        listed(&self.0.top())
    }
}

/// The analysis.
#[derive(Clone, Copy, Debug, Default)]
pub struct PostDominatorAnalysis;

impl Cpa for PostDominatorAnalysis {
    type State = PostDominatorState;
    type Precision = PostDominators;

    fn name(&self) -> &'static str {
        "post-dominators"
    }

    fn initial(&self, cx: &mut Cx<'_>) -> Res<(PostDominatorState, PostDominators)> {
        let found = PostDominators::of(cx.program, cx)?;
        let mut frames = Frames::default();
        frames.set_top(found.at(cx.program.entry()));
        Ok((PostDominatorState(frames), found))
    }

    fn leq(&self, a: &PostDominatorState, b: &PostDominatorState, _: &mut Cx<'_>) -> Res<bool> {
        Ok(a.0.all(&b.0, |a, b| b.is_subset(a)))
    }

    fn post(
        &self,
        state: &PostDominatorState,
        found: &PostDominators,
        at: &Move<'_>,
        _: &mut Cx<'_>,
        out: &mut Successors<PostDominatorState>,
    ) -> Res<()> {
        let mut next = state.clone();
        match at.step {
            Step::Enter(..) => next.0.enter(),
            Step::Leave(..) => next.0.leave(),
            Step::Edge(_) | Step::Hidden(_) => {}
        }
        next.0.set_top(found.at(at.target));
        out.push(next);
        Ok(())
    }
}
