//! Explorations of parts of a program, one nested in another (BAM 2.4.2, 2.4.6): what an engine needs that explores each
//! block of a program on its own.
//!
//! An [`Area`] says of each control state whether it is inside of the part, at its border, or at the entry of a block
//! that is not explored here: then the exploration pauses ([`crate::explore::Pause::BlockCall`]) and the engine puts
//! the states behind the block below that state ([`Exploration::add_behind`]). The many graphs of a run take turns in one
//! exploration ([`Exploration::exchange`]): they share its control states, precisions and counts, so that a graph of
//! five states costs no more than its states.

use crate::arg::{ArgId, PrecisionId};
use crate::block_context::{Area, Role};
use crate::context::Res;
use crate::control::{ControlId, Controls};
use crate::explore::Exploration;
use crate::graph::PartGraph;
use crate::refinement::Refine;
use std::rc::Rc;

impl<'p, C: Refine> Exploration<'_, 'p, C> {
    /// Suspends the graph that is being explored, and takes up another.
    pub fn exchange(&mut self, other: &mut PartGraph<C::State>) {
        std::mem::swap(&mut self.graph, other);
    }
    /// Explores this part only.
    pub fn set_area(&mut self, area: Option<Area>) {
        self.area = area;
    }
    /// Adds the root of a graph that has none.
    pub fn add_root(&mut self, state: C::State, control: ControlId, precision: PrecisionId) -> ArgId {
        let root = self.graph.arg.add_root(state, control, precision);
        self.run.states += 1;
        if self.controls.is_target(control) {
            self.graph.arg.set_target(root);
            self.graph.targets.push(root);
        } else {
            self.graph.reached.insert(self.cpa, &self.graph.arg, root);
            self.graph.waitlist.push(root, &mut self.graph.arg, &self.controls);
        }
        root
    }
    /// Adds the root of a graph that has none, and states at the borders below it: what is known of a part that was not
    /// explored here. Nothing waits.
    pub fn add_known(
        &mut self,
        state: C::State,
        control: ControlId,
        precision: PrecisionId,
        ends: Vec<(C::State, ControlId)>,
    ) {
        let root = self.graph.arg.add_root(state, control, precision);
        self.run.states += 1 + ends.len() as u64;
        for (state, control) in ends {
            let end = self.graph.arg.add(root, None, state, control, precision);
            self.note_end(end);
        }
    }
    /// Stores a precision.
    pub fn add_precision(&mut self, precision: C::Precision) -> PrecisionId {
        self.precisions.push(Rc::new(precision))
    }
    /// A state behind a block, below the block call. `None` when the call is to be looked at again.
    ///
    /// # Errors
    /// Those of the analysis.
    pub fn add_behind(&mut self, call: ArgId, state: C::State, control: ControlId) -> Res<Option<ArgId>> {
        self.place(call, None, state, control, false)
    }
    /// Lets a state be expanded again, when it is one that can be.
    pub fn wait(&mut self, id: ArgId) {
        if self.graph.arg.is_alive(id) && self.graph.arg.covered_by(id).is_none() && !self.graph.arg.is_target(id) {
            self.graph.waitlist.push(id, &mut self.graph.arg, &self.controls);
        }
    }
    /// The graph that is being explored.
    pub fn part(&self) -> &PartGraph<C::State> {
        &self.graph
    }
    /// The control states, to move on.
    pub fn controls_mut(&mut self) -> &mut Controls<'p> {
        &mut self.controls
    }

    /// Role of a control state for the area.
    pub(crate) fn role(&self, control: ControlId) -> Role {
        match &self.area {
            None => Role::Inside,
            Some(area) => area.role(&self.controls.get(control), self.controls.depth(control)),
        }
    }
    pub(crate) fn is_inside(&self, control: ControlId) -> bool {
        self.area.is_none() || self.role(control) == Role::Inside
    }
    pub(crate) fn is_lone(&self, control: ControlId) -> bool {
        self.area.as_ref().is_some_and(|area| area.is_lone(self.role(control)))
    }
    pub(crate) fn note_end(&mut self, id: ArgId) {
        self.graph.ends.insert(self.graph.arg.serial(id), id);
    }
}
