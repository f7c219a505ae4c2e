//! Control dependence as a configurable program analysis (SLICE 2.4.2, 3.1.3): which branches decided that an execution is
//! where it is.
//!
//! A state has, for each frame, the edges of branches that were taken and are still *open*: no location was passed since
//! that post-dominates the branch, and so is passed whichever way it goes. A step opens its edge and closes those that its
//! target post-dominates; sets are united where paths meet. Whatever is open at a location decides it, directly or by
//! other branches. Those that decide it directly are the ones after whose edge it is always passed ([`directly`]), which is
//! the definition of Ferrante, Ottenstein and Warren: there is a path from the edge to the location that passes no location
//! that post-dominates the branch, exactly when the location itself does not post-dominate it.
//!
//! Slices have their own algorithm (`cairn_slice`), a walk up the tree of post-dominators, which needs no exploration and
//! finds one function at a time. Tests hold the two, and the definition by paths, against each other.
//!
//! Like reaching definitions it refutes no path.

use crate::dominators::listed;
use crate::frames::Frames;
use crate::post_dominators::PostDominators;
use cairn_cpa::{Cpa, Cx, Facts, Failure, Move, Res, Successors};
use cairn_ir::{EdgeId, NodeId, Op, Program, Step};
use imbl::OrdSet;

/// An abstract state: the open edges of branches, by frame.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ControlDependenceState(Frames<EdgeId>);

impl ControlDependenceState {
    /// The edges that decide that control is where the state is, directly or by others.
    pub fn open(&self) -> OrdSet<EdgeId> {
        self.0.top()
    }

    /// The edges that decide so directly.
    pub fn directly<'s>(
        &'s self,
        program: &'s Program,
        found: &'s PostDominators,
        node: NodeId,
    ) -> impl Iterator<Item = EdgeId> + 's {
        let always_passed = move |edge: &EdgeId| {
            let target = program.edges[*edge].target;
            target == node || found.strictly(node, target)
        };
        self.0.top().into_iter().filter(always_passed)
    }
}

impl Facts for ControlDependenceState {
    /// The edges of the frame that executes.
    fn summary(&self, _: &Program) -> String {
        listed(&self.0.top())
    }
}

/// The analysis. Its precision is the post-dominators, and never changes.
#[derive(Clone, Copy, Debug, Default)]
pub struct ControlDependenceAnalysis;

impl Cpa for ControlDependenceAnalysis {
    type State = ControlDependenceState;
    type Precision = PostDominators;

    fn name(&self) -> &'static str {
        "control-dependence"
    }

    fn initial(&self, cx: &mut Cx<'_>) -> Res<(ControlDependenceState, PostDominators)> {
        Ok((ControlDependenceState::default(), PostDominators::of(cx.program, cx)?))
    }

    fn leq(&self, a: &ControlDependenceState, b: &ControlDependenceState, _: &mut Cx<'_>) -> Res<bool> {
        Ok(a.0.all(&b.0, |a, b| a.is_subset(b)))
    }

    fn post(
        &self,
        state: &ControlDependenceState,
        found: &PostDominators,
        at: &Move<'_>,
        _: &mut Cx<'_>,
        out: &mut Successors<ControlDependenceState>,
    ) -> Res<()> {
        let program = at.program;
        let mut next = state.clone();
        let edge = match at.step {
            Step::Edge(edge) | Step::Hidden(edge) => edge,
            Step::Enter(..) => {
                next.0.enter();
                out.push(next);
                return Ok(());
            }
            Step::Leave(call, _) => {
                next.0.leave();
                let is_it = |edge: &&EdgeId| program.edges[**edge].op == Op::Call(call);
                let edge = program.nodes[at.target].entering.iter().find(is_it);
                *edge.ok_or_else(|| Failure::Internal(format!("{call} has no edge")))?
            }
        };
        let open = next.0.top();
        let new = found.ending().decides(program, edge).then_some(edge);
        let closed = |edge: &EdgeId| found.strictly(at.target, program.edges[*edge].source);
        if new.is_some() || open.iter().any(closed) {
            next.0.set_top(open.into_iter().chain(new).filter(|edge| !closed(edge)).collect());
        }
        out.push(next);
        Ok(())
    }

    fn merges(&self) -> bool {
        true
    }

    fn merge(
        &self,
        new: &ControlDependenceState,
        old: &ControlDependenceState,
        _: &PostDominators,
        _: &mut Cx<'_>,
    ) -> Res<Option<ControlDependenceState>> {
        Ok(Some(ControlDependenceState(old.0.joined(&new.0, OrdSet::union))))
    }
}
