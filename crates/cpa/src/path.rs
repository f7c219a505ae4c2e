//! Paths out of the ARG: the steps from the root to a state, and the abstract states along them.
//!
//! Where the ARG keeps one state a basic block, the states between are computed again. The analysis is a function of its
//! arguments, so they are what they were; that the last step reaches the stored state is not checked, for a stored state
//! may have been weakened by a merge since.

use crate::algebra::{Cpa, Successors};
use crate::arg::{Arg, ArgId};
use crate::cegar::StatesOf;
use crate::context::{Failure, Res};
use crate::control::{ControlId, Controls};
use crate::explore::Exploration;
use crate::refinement::{PathState, Refine};
use cairn_ir::Step;

/// A path of the ARG to a target.
pub struct ArgPath<C: Cpa> {
    /// For each state on the path the last state of the ARG at or before it; the last one is the target.
    pub stored: Vec<ArgId>,
    /// The states, each with the step to it, once they were asked for.
    pub states: Option<StatesOf<C>>,
}

impl<C: Cpa> ArgPath<C> {
    /// The target.
    pub fn target(&self) -> ArgId {
        // A path has at least its root.
        self.stored[self.stored.len() - 1]
    }
}

/// The moves of control from the parent of `child` to `child`, in order.
///
/// # Errors
/// There are none: the graph is broken.
pub fn chain<S>(
    controls: &mut Controls<'_>,
    arg: &Arg<S>,
    parent: ArgId,
    child: ArgId,
    out: &mut Vec<(Step, ControlId)>,
) -> Res<()> {
    let (first, end) = (arg.step(child), arg.control(child));
    let broken = || Failure::Internal(format!("no moves of control lead from {parent} to {child}"));
    out.clear();
    let mut moves = Vec::new();
    controls.moves(arg.control(parent), &mut moves)?;
    let mut next = moves.iter().find(|(step, _)| Some(*step) == first).copied().ok_or_else(broken)?;
    loop {
        out.push(next);
        if next.1 == end {
            return Ok(());
        }
        if !controls.is_plain(next.1) {
            return Err(broken());
        }
        controls.moves(next.1, &mut moves)?;
        next = moves.first().copied().ok_or_else(broken)?;
    }
}

impl<C: Refine> Exploration<'_, '_, C> {
    fn chain(&mut self, parent: ArgId, child: ArgId, out: &mut Vec<(Step, ControlId)>) -> Res<()> {
        chain(&mut self.controls, &self.graph.arg, parent, child, out)
    }

    /// The path from the root to a state, and its steps.
    ///
    /// # Errors
    /// The ARG is broken: an internal error.
    pub fn path_to(&mut self, id: ArgId) -> Res<(ArgPath<C>, Vec<Step>)> {
        let ancestry = self.graph.arg.ancestry(id);
        let (mut stored, mut steps, mut chain) = (vec![ancestry[0]], Vec::new(), Vec::new());
        for pair in ancestry.windows(2) {
            self.chain(pair[0], pair[1], &mut chain)?;
            steps.extend(chain.iter().map(|(step, _)| *step));
            stored.resize(steps.len(), pair[0]);
            stored.push(pair[1]);
        }
        Ok((ArgPath { stored, states: None }, steps))
    }

    /// The abstract states from the root to a state.
    ///
    /// # Errors
    /// A budget is used up, or an internal error.
    pub fn states_to(&mut self, id: ArgId) -> Res<StatesOf<C>> {
        let ancestry = self.graph.arg.ancestry(id);
        let mut path = Vec::new();
        let root = ancestry[0];
        let root_state = self.stored_state(root)?;
        self.push(&mut path, root, None, root_state, self.graph.arg.control(root));
        let (mut chain, mut out) = (Vec::new(), Successors::<C::State>::new());
        for pair in ancestry.windows(2) {
            let (parent, child) = (pair[0], pair[1]);
            self.chain(parent, child, &mut chain)?;
            let precision = self.precisions[self.graph.arg.precision(parent)].clone();
            let mut state = self.stored_state(parent)?;
            let mut from = self.graph.arg.control(parent);
            for (step, to) in chain[..chain.len() - 1].iter().copied() {
                out.clear();
                self.transfer(&state, &precision, from, step, to, &mut out)?;
                let [next] = &out[..] else {
                    let name = self.cpa.name();
                    return Err(Failure::Internal(format!("{name} is not a function: other successors at {step:?}")));
                };
                state = next.clone();
                self.push(&mut path, parent, Some(step), state.clone(), to);
                from = to;
            }
            if let Some((step, to)) = chain.last().copied() {
                let state = self.stored_state(child)?;
                self.push(&mut path, child, Some(step), state, to);
            }
        }
        Ok(path)
    }

    fn stored_state(&self, id: ArgId) -> Res<C::State> {
        self.graph.arg.state(id).cloned().ok_or_else(|| Failure::Internal(format!("{id} was removed")))
    }

    /// Appends a state whose precision is that of `owner`.
    fn push(&self, path: &mut StatesOf<C>, owner: ArgId, step: Option<Step>, state: C::State, control: ControlId) {
        let precision = (*self.precisions[self.graph.arg.precision(owner)]).clone();
        let (node, depth) = (self.controls.get(control).node, self.controls.depth(control));
        path.push(PathState { step, node, control, depth, state, precision });
    }
}
