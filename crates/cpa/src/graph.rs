//! The graph of a part of a program: its ARG, and beside it all that an exploration of the part needs to go on.
//!
//! The plain engine has one, for the whole program; an engine that explores parts by themselves has one a part and input,
//! which take turns in one [`crate::Exploration`]. Invariant: a graph that is suspended is what it was when it is taken up
//! again.

use crate::algebra::Cpa;
use crate::arg::{Arg, ArgId};
use crate::options::Order;
use crate::reached::Reached;
use crate::result::Reason;
use crate::waitlist::Waitlist;
use cairn_base::Span;
use std::collections::BTreeMap;

/// Something on a path that was not followed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeftOut {
    /// What, as a noun phrase.
    pub what: String,
    /// Where.
    pub span: Span,
}

/// The graph of a part, with what its exploration needs to go on.
pub struct PartGraph<S> {
    pub(crate) arg: Arg<S>,
    pub(crate) reached: Reached<S>,
    pub(crate) waitlist: Waitlist,
    /// Omissions, by the state whose expansion met them.
    pub(crate) left_out: BTreeMap<ArgId, Vec<LeftOut>>,
    pub(crate) given_up: BTreeMap<ArgId, Reason>,
    /// Targets that nobody has looked at, the next one last.
    pub(crate) targets: Vec<ArgId>,
    /// The states at the borders of the part, by serial.
    pub(crate) ends: BTreeMap<u32, ArgId>,
}

impl<S: Clone> PartGraph<S> {
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
    /// Omissions.
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
    /// Forgets what only further exploration needs. Only a [`PartGraph::copy`] may be explored then.
    pub fn close(&mut self, order: Order) {
        self.reached = Reached::new();
        self.waitlist = Waitlist::new(order);
    }

    /// Checks the invariants of the graph and of the reached set; linear, for tests.
    ///
    /// # Errors
    /// The first that does not hold, as a sentence.
    pub fn check(&self) -> Result<(), String> {
        self.arg.check()?;
        let open = self.arg.ids().filter(|id| self.arg.is_open(*id)).count();
        let reached = self.reached.len();
        if open != reached {
            return Err(format!("{open} states are open and {reached} are in the reached set"));
        }
        let waiting = self.arg.ids().filter(|id| self.arg.is_waiting(*id)).count();
        if waiting != self.waitlist.len() || waiting != self.waitlist.ids(&self.arg).len() {
            return Err(format!("{waiting} states wait and {} are in the waitlist", self.waitlist.len()));
        }
        match self.left_out.keys().chain(self.given_up.keys()).find(|id| !self.arg.is_alive(**id)) {
            Some(id) => Err(format!("{id}, which was removed, still has a note")),
            None => Ok(()),
        }
    }
}
