//! Paths out of the ARG: the steps from the root to a state, and the abstract states along them.
//!
//! Where the ARG keeps one state a basic block, the states between are computed again. The analysis is a function of its
//! arguments, so they are what they were; that the last step reaches the stored state is not checked, for a stored state
//! may have been weakened by a merge since.

use crate::algebra::{Cpa, Successors};
use crate::arg::{Arg, ArgId};
use crate::context::{Failure, Res};
use crate::control::{ControlId, Controls};
use crate::explore::Exploration;
use crate::refinement::{AbstractPath, PathState, Refine};
use cairn_ir::Step;

/// A path with the states of the ARG that it is made of.
pub struct ArgPath<C: Cpa> {
    /// The states, each with the step to it.
    pub states: AbstractPath<C::State, C::Precision>,
    /// For each of them the last state of the ARG at or before it.
    pub stored: Vec<ArgId>,
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

    /// The steps from the root to a state.
    ///
    /// # Errors
    /// The ARG is broken: an internal error.
    pub fn steps_to(&mut self, id: ArgId) -> Res<Vec<Step>> {
        let ancestry = self.graph.arg.ancestry(id);
        let (mut steps, mut chain) = (Vec::new(), Vec::new());
        for pair in ancestry.windows(2) {
            self.chain(pair[0], pair[1], &mut chain)?;
            steps.extend(chain.iter().map(|(step, _)| *step));
        }
        Ok(steps)
    }

    /// The abstract states from the root to a state.
    ///
    /// # Errors
    /// A budget is used up, or an internal error.
    pub fn path_to(&mut self, id: ArgId) -> Res<ArgPath<C>> {
        let ancestry = self.graph.arg.ancestry(id);
        let mut path = ArgPath { states: Vec::new(), stored: Vec::new() };
        let root = ancestry[0];
        let root_state = self.stored_state(root)?;
        self.push(&mut path, root, None, root_state, self.graph.arg.control(root), root);
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
                self.push(&mut path, parent, Some(step), state.clone(), to, parent);
                from = to;
            }
            if let Some((step, to)) = chain.last().copied() {
                let state = self.stored_state(child)?;
                self.push(&mut path, child, Some(step), state, to, child);
            }
        }
        Ok(path)
    }

    fn stored_state(&self, id: ArgId) -> Res<C::State> {
        self.graph.arg.state(id).cloned().ok_or_else(|| Failure::Internal(format!("{id} was removed")))
    }

    /// Appends a state whose precision is that of `owner`.
    fn push(
        &self,
        path: &mut ArgPath<C>,
        owner: ArgId,
        step: Option<Step>,
        state: C::State,
        control: ControlId,
        stored: ArgId,
    ) {
        let precision = (*self.precisions[self.graph.arg.precision(owner)]).clone();
        let (node, depth) = (self.controls.get(control).node, self.controls.depth(control));
        path.states.push(PathState { step, node, control, depth, state, precision });
        path.stored.push(stored);
    }
}
