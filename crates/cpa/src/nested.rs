//! Explorations of parts of a program, one nested in another (BAM 2.4.2, 2.4.6): what an engine needs that explores each
//! block of a program on its own.
//!
//! An [`Area`] says of each control state whether it is inside of the part, at its border, or at the entry of a block
//! that is not explored here: then the exploration pauses ([`crate::explore::Pause::BlockCall`]) and the engine puts
//! the states behind the block below that state ([`Exploration::add_behind`]). The many graphs of a run take turns in one
//! exploration ([`Exploration::exchange`]): they share its control states, precisions and counts, so that a graph of
//! five states costs no more than its states.
//!
//! Invariant: a graph that is suspended is what it was when it is taken up again.

use crate::algebra::Cpa;
use crate::area::{Area, Role};
use crate::arg::{Arg, ArgId, PrecisionId};
use crate::context::{Cx, Res, Statistics};
use crate::control::{ControlId, Controls};
use crate::explore::{Exploration, LeftOut};
use crate::options::Order;
use crate::reached::Reached;
use crate::refinement::Refine;
use crate::result::{Reason, RunStatistics};
use crate::waitlist::Waitlist;
use cairn_ir::Program;
use std::collections::BTreeMap;
use std::rc::Rc;

/// A graph that is not being explored at the moment, with what its exploration needs to go on.
pub struct Suspended<S> {
    arg: Arg<S>,
    reached: Reached<S>,
    waitlist: Waitlist,
    left_out: BTreeMap<ArgId, Vec<LeftOut>>,
    given_up: BTreeMap<ArgId, Reason>,
    targets: Vec<ArgId>,
    /// By serial.
    ends: BTreeMap<u32, ArgId>,
}

impl<S: Clone> Suspended<S> {
    /// A graph without states.
    pub fn new(order: Order) -> Self {
        Self {
            arg: Arg::new(),
            reached: Reached::new(),
            waitlist: Waitlist::new(order),
            left_out: BTreeMap::new(),
            given_up: BTreeMap::new(),
            targets: Vec::new(),
            ends: BTreeMap::new(),
        }
    }
    /// The graph.
    pub fn arg(&self) -> &Arg<S> {
        &self.arg
    }
    /// True when a state waits, or a target that nobody has looked at.
    pub fn is_waiting(&self) -> bool {
        self.waitlist.len() > 0 || !self.targets.is_empty()
    }
    /// The states at the borders that were found so far; not the covered ones.
    pub fn ends(&self) -> impl Iterator<Item = ArgId> + '_ {
        let valid = |(serial, id): &(u32, ArgId)| {
            self.arg.is_alive(*id) && self.arg.serial(*id) == *serial && self.arg.covered_by(*id).is_none()
        };
        self.ends.iter().map(|(serial, id)| (*serial, *id)).filter(valid).map(|(_, id)| id)
    }
    /// What was not followed.
    pub fn left_out(&self) -> impl Iterator<Item = &LeftOut> {
        self.left_out.values().flatten()
    }
    /// Targets that were neither confirmed nor refuted, and why.
    pub fn given_up(&self) -> &BTreeMap<ArgId, Reason> {
        &self.given_up
    }
    /// A copy of a graph in which nothing waits.
    pub fn copy<C: Cpa<State = S>>(&self, cpa: &C, order: Order) -> Self {
        let arg = self.arg.clone();
        let mut reached = Reached::new();
        for id in arg.ids().filter(|id| arg.is_open(*id)) {
            reached.insert(cpa, &arg, id);
        }
        let (left_out, given_up) = (self.left_out.clone(), self.given_up.clone());
        let ends = self.ends.clone();
        Self { arg, reached, waitlist: Waitlist::new(order), left_out, given_up, targets: Vec::new(), ends }
    }
    /// Forgets what only further exploration needs. Only a [`Suspended::copy`] may be explored then.
    pub fn close(&mut self, order: Order) {
        self.reached = Reached::new();
        self.waitlist = Waitlist::new(order);
    }
}

impl<'p, C: Cpa> Exploration<'_, 'p, C> {
    /// Suspends the graph that is being explored, and takes up another.
    pub fn exchange(&mut self, other: &mut Suspended<C::State>) {
        std::mem::swap(&mut self.arg, &mut other.arg);
        std::mem::swap(&mut self.reached, &mut other.reached);
        std::mem::swap(&mut self.waitlist, &mut other.waitlist);
        std::mem::swap(&mut self.left_out, &mut other.left_out);
        std::mem::swap(&mut self.given_up, &mut other.given_up);
        std::mem::swap(&mut self.targets, &mut other.targets);
        std::mem::swap(&mut self.ends, &mut other.ends);
    }
    /// Explores this part only.
    pub fn set_area(&mut self, area: Option<Area>) {
        self.area = area;
    }
    /// Lets merged states have the join of their precisions.
    pub fn join_precisions_of_merged(&mut self)
    where
        C: Refine,
    {
        self.join = Some(C::join_precision);
    }
    /// Adds the root of a graph that has none.
    pub fn add_root(&mut self, state: C::State, control: ControlId, precision: PrecisionId) -> ArgId {
        let root = self.arg.add_root(state, control, precision);
        self.run.states += 1;
        if self.controls.is_target(control) {
            self.arg.set_target(root);
            self.targets.push(root);
        } else {
            self.reached.insert(self.cpa, &self.arg, root);
            self.waitlist.push(root, &mut self.arg, &self.controls);
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
        let root = self.arg.add_root(state, control, precision);
        self.run.states += 1 + ends.len() as u64;
        for (state, control) in ends {
            let end = self.arg.add(root, None, state, control, precision);
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
        if self.arg.is_alive(id) && self.arg.covered_by(id).is_none() && !self.arg.is_target(id) {
            self.waitlist.push(id, &mut self.arg, &self.controls);
        }
    }
    /// Lets a target be looked at again.
    pub fn wait_target(&mut self, id: ArgId) {
        let open = self.arg.is_alive(id) && self.arg.is_target(id) && !self.arg.is_given_up(id);
        if open && !self.targets.contains(&id) {
            self.targets.insert(0, id);
        }
    }
    /// Notes that something behind a state was not followed.
    pub fn leave_out_at(&mut self, id: ArgId, left_out: LeftOut) {
        self.leave_out(id, left_out);
    }
    /// Removes what is below a state, and lets the state be expanded again with a precision: the given one joined with
    /// those of the removed states.
    ///
    /// # Errors
    /// Those of the analysis.
    pub fn cut(&mut self, at: ArgId, precision: C::Precision) -> Res<()>
    where
        C: Refine,
    {
        let mut new = precision;
        for removed in self.cut_below(at)? {
            new = self.cpa.join_precision(&new, &self.precisions[removed]);
        }
        let size = self.cpa.precision_size(&new) as u64;
        self.run.precision_size = self.run.precision_size.max(size);
        let id = self.precisions.push(Rc::new(new));
        self.arg.set_precision(at, id);
        self.left_out.remove(&at);
        self.wait(at);
        Ok(())
    }
    /// Leaves a target as it is, with the reason why TRUE is gone. What is on the path to it covers nothing any more.
    ///
    /// # Errors
    /// Those of the analysis.
    pub fn give_up_target(&mut self, target: ArgId, reason: Reason) -> Res<()> {
        self.isolate_path(target)?;
        self.arg.give_up(target);
        self.given_up.insert(target, reason);
        Ok(())
    }
    /// Lets the states on the path to a state cover nothing any more.
    ///
    /// # Errors
    /// Those of the analysis.
    pub fn isolate(&mut self, id: ArgId) -> Res<()> {
        self.isolate_path(id)
    }
    /// The control states, to move on.
    pub fn controls_mut(&mut self) -> &mut Controls<'p> {
        &mut self.controls
    }
    /// The costs, to add to.
    pub fn statistics_mut(&mut self) -> &mut RunStatistics {
        &mut self.run
    }
    /// What an operation of the analysis may use.
    pub fn context(&mut self) -> Cx<'_> {
        Cx { program: self.program, budget: self.budget, statistics: &mut self.counters }
    }
    /// The program.
    pub fn program(&self) -> &'p Program {
        self.program
    }
    /// The costs, what the analyses counted, and the control states.
    pub fn into_costs(self) -> (RunStatistics, Statistics, Controls<'p>) {
        (self.run, self.counters, self.controls)
    }

    /// What a control state is for the area.
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
        self.area.is_some() && self.role(control) == Role::BlockCall { lone: true }
    }
    pub(crate) fn note_end(&mut self, id: ArgId) {
        self.ends.insert(self.arg.serial(id), id);
    }
}
