//! The abstract reachability graph (BAM 2.2.2): an arena of abstract states with where each came from and what covers
//! what. A data structure of the engine, not an analysis.
//!
//! The graph is a tree of transfers (each state has one parent, the root none) plus cover links. A state that was merged
//! into an older one is a leaf that the merged state covers, so that nothing of the paths that lead there is lost. With
//! basic blocks, a transfer stands for the chain of plain steps that begins with [`Arg::step`]; the states between are
//! recomputed on demand ([`crate::explore::Exploration::states_to`]).
//!
//! Invariants, checked by [`Arg::check`]: parents and children agree and form a tree; a covered state has no children
//! and does not wait; what covers a state is alive and not itself covered; the two sides of a cover link agree. So
//! removing a subtree must un-cover what it covered: [`Arg::remove_below`] returns those states, and the engine has to
//! explore them, else states would be lost and TRUE would be wrong. Ids of removed states are used again.

use crate::control::ControlId;
use cairn_base::id::{Id, IdVec};
use cairn_base::levels::VertexStatus;
use cairn_base::{FastMap, define_id};
use cairn_ir::Step;

define_id!(
    /// A state in an ARG.
    pub ArgId, "s"
);
define_id!(
    /// A precision, shared by the states that were computed with it.
    pub PrecisionId, "pi"
);

/// A link to no state.
const NONE: u32 = u32::MAX;

/// Role of a state in the graph, beside its links.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role {
    /// Its successors are, or will be, in the graph.
    Open,
    /// As open, but it covers nothing: it is on the path to a target that was given up, or stands for itself only
    /// ([`crate::block_context::Role::BlockCall`]).
    Lone,
    /// Covered because it was below an older state when it was found.
    Covered,
    /// Covered because an older state was weakened to include it.
    Merged,
    /// It violates the specification; never expanded and never covers.
    Target,
    /// A target that was neither confirmed nor refuted.
    GivenUp,
}

#[derive(Clone, Debug)]
struct ArgNode<S> {
    /// `None` for a removed state.
    state: Option<S>,
    /// The step, or the first step of the chain, from the parent; `None` for the root.
    step: Option<Step>,
    control: ControlId,
    precision: PrecisionId,
    parent: u32,
    first_child: u32,
    next_sibling: u32,
    covered_by: u32,
    /// The number of its entry in the waitlist; 0 when it does not wait.
    ticket: u32,
    /// Different for each state that ever had this id.
    serial: u32,
    role: Role,
}

/// An abstract reachability graph.
#[derive(Clone, Debug)]
pub struct Arg<S> {
    nodes: IdVec<ArgId, ArgNode<S>>,
    free: Vec<ArgId>,
    covers: FastMap<ArgId, Vec<ArgId>>,
    root: Option<ArgId>,
    serial: u32,
}

fn link(raw: u32) -> Option<ArgId> {
    (raw != NONE).then(|| ArgId::from_index(raw as usize))
}
fn raw(id: ArgId) -> u32 {
    // An ArgId holds 32 bits; the arena would have refused more.
    id.index() as u32
}

impl<S> Arg<S> {
    /// No states.
    pub fn new() -> Self {
        Self { nodes: IdVec::new(), free: Vec::new(), covers: FastMap::default(), root: None, serial: 0 }
    }

    /// The root, once there is one.
    pub fn root(&self) -> Option<ArgId> {
        self.root
    }
    /// Number of states in the graph.
    pub fn len(&self) -> usize {
        self.nodes.len() - self.free.len()
    }
    /// True when there is no state.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// All states, in the order of their ids.
    pub fn ids(&self) -> impl Iterator<Item = ArgId> + '_ {
        self.nodes.ids().filter(|id| self.is_alive(*id))
    }
    /// True for a state that was not removed.
    pub fn is_alive(&self, id: ArgId) -> bool {
        self.nodes.get(id).is_some_and(|node| node.state.is_some())
    }
    /// A number that no other state of this graph has or had: a state that was removed may have left its id to another.
    pub fn serial(&self, id: ArgId) -> u32 {
        self.nodes[id].serial
    }
    /// The abstract state; `None` for a removed one.
    pub fn state(&self, id: ArgId) -> Option<&S> {
        self.nodes.get(id)?.state.as_ref()
    }
    /// Its control state.
    pub fn control(&self, id: ArgId) -> ControlId {
        self.nodes[id].control
    }
    /// The precision that its successors are computed with.
    pub fn precision(&self, id: ArgId) -> PrecisionId {
        self.nodes[id].precision
    }
    /// The state that it is a successor of.
    pub fn parent(&self, id: ArgId) -> Option<ArgId> {
        link(self.nodes[id].parent)
    }
    /// The first step from its parent; `None` for the root, and for a state behind a block that another graph explores
    /// ([`crate::nested_exploration`]).
    pub fn step(&self, id: ArgId) -> Option<Step> {
        self.nodes[id].step
    }
    /// Its status in a drawing.
    pub fn mark(&self, id: ArgId) -> VertexStatus {
        match self.nodes[id].role {
            Role::Open | Role::Lone => VertexStatus::Plain,
            Role::Covered => VertexStatus::Covered,
            Role::Merged => VertexStatus::Merged,
            Role::Target | Role::GivenUp => VertexStatus::Target,
        }
    }
    /// Its successors, the latest first.
    pub fn children(&self, id: ArgId) -> impl Iterator<Item = ArgId> + '_ {
        std::iter::successors(link(self.nodes[id].first_child), |child| link(self.nodes[*child].next_sibling))
    }
    /// The state that covers it.
    pub fn covered_by(&self, id: ArgId) -> Option<ArgId> {
        link(self.nodes[id].covered_by)
    }
    /// The states that it covers.
    pub fn covers(&self, id: ArgId) -> &[ArgId] {
        self.covers.get(&id).map_or(&[], Vec::as_slice)
    }
    /// True for a state that was merged into the one that covers it.
    pub fn is_merged(&self, id: ArgId) -> bool {
        self.nodes[id].role == Role::Merged
    }
    /// True for a state that violates the specification.
    pub fn is_target(&self, id: ArgId) -> bool {
        matches!(self.nodes[id].role, Role::Target | Role::GivenUp)
    }
    /// True for a target that was neither confirmed nor refuted.
    pub fn is_given_up(&self, id: ArgId) -> bool {
        self.nodes[id].role == Role::GivenUp
    }
    /// True for a state that may cover others.
    pub fn is_open(&self, id: ArgId) -> bool {
        self.nodes[id].role == Role::Open
    }
    /// True for a state that is to be expanded.
    pub fn is_waiting(&self, id: ArgId) -> bool {
        self.nodes[id].ticket != 0
    }
    /// The states from the root to `id`, both included.
    pub fn ancestry(&self, id: ArgId) -> Vec<ArgId> {
        let mut path: Vec<ArgId> = std::iter::successors(Some(id), |at| self.parent(*at)).collect();
        path.reverse();
        path
    }

    /// Adds the root.
    pub(crate) fn add_root(&mut self, state: S, control: ControlId, precision: PrecisionId) -> ArgId {
        let id = self.insert(state, None, control, precision, NONE);
        self.root = Some(id);
        id
    }

    /// Adds a successor.
    pub(crate) fn add(
        &mut self,
        parent: ArgId,
        step: Option<Step>,
        state: S,
        control: ControlId,
        precision: PrecisionId,
    ) -> ArgId {
        let id = self.insert(state, step, control, precision, raw(parent));
        self.nodes[id].next_sibling = self.nodes[parent].first_child;
        self.nodes[parent].first_child = raw(id);
        id
    }

    fn insert(
        &mut self,
        state: S,
        step: Option<Step>,
        control: ControlId,
        precision: PrecisionId,
        parent: u32,
    ) -> ArgId {
        self.serial = self.serial.wrapping_add(1);
        let node = ArgNode {
            state: Some(state),
            step,
            control,
            precision,
            parent,
            first_child: NONE,
            next_sibling: NONE,
            covered_by: NONE,
            ticket: 0,
            serial: self.serial,
            role: Role::Open,
        };
        match self.free.pop() {
            Some(id) => {
                self.nodes[id] = node;
                id
            }
            None => self.nodes.push(node),
        }
    }

    /// Replaces a state by a weaker one. What it covers stays covered.
    pub(crate) fn weaken(&mut self, id: ArgId, state: S) {
        self.nodes[id].state = Some(state);
    }
    pub(crate) fn set_precision(&mut self, id: ArgId, precision: PrecisionId) {
        self.nodes[id].precision = precision;
    }
    pub(crate) fn set_target(&mut self, id: ArgId) {
        self.nodes[id].role = Role::Target;
    }
    pub(crate) fn give_up(&mut self, id: ArgId) {
        self.nodes[id].role = Role::GivenUp;
    }
    pub(crate) fn set_ticket(&mut self, id: ArgId, ticket: u32) {
        self.nodes[id].ticket = ticket;
    }
    /// The number of its entry in the waitlist; 0 when it does not wait, or is gone.
    pub(crate) fn ticket(&self, id: ArgId) -> u32 {
        self.nodes.get(id).map_or(0, |node| node.ticket)
    }

    /// Records that `by` stands for `id`, which must have no children.
    pub(crate) fn cover(&mut self, id: ArgId, by: ArgId, merged: bool) {
        let node = &mut self.nodes[id];
        node.covered_by = raw(by);
        node.role = if merged { Role::Merged } else { Role::Covered };
        self.covers.entry(by).or_default().push(id);
    }

    /// Lets a state cover nothing any more. The result are the states that it covered: open now, and not waiting yet.
    pub(crate) fn isolate(&mut self, id: ArgId) -> Vec<ArgId> {
        self.nodes[id].role = Role::Lone;
        let orphans = self.covers.remove(&id).unwrap_or_default();
        for orphan in &orphans {
            self.uncover(*orphan);
        }
        orphans
    }

    /// Lets a fresh state cover nothing and be covered by nothing.
    pub(crate) fn set_lone(&mut self, id: ArgId) {
        self.nodes[id].role = Role::Lone;
    }

    /// Makes a covered state an open one again.
    fn uncover(&mut self, id: ArgId) {
        let node = &mut self.nodes[id];
        node.covered_by = NONE;
        node.role = Role::Open;
    }

    /// Removes all states below `id`. The orphans of the result, states outside of the subtree that it covered, are open
    /// now, and not waiting yet: the engine must put them back.
    pub(crate) fn remove_below(&mut self, id: ArgId) -> Removed<S> {
        let mut stack: Vec<ArgId> = self.children(id).collect();
        let mut doomed = Vec::new();
        while let Some(at) = stack.pop() {
            doomed.push(at);
            stack.extend(self.children(at));
        }
        self.nodes[id].first_child = NONE;
        let mut result = Removed { states: Vec::with_capacity(doomed.len()), orphans: Vec::new() };
        let mut coverers = Vec::new();
        for at in &doomed {
            coverers.extend(link(self.nodes[*at].covered_by));
            result.orphans.extend(self.covers.remove(at).into_iter().flatten());
            let node = &mut self.nodes[*at];
            node.first_child = NONE;
            if let Some(state) = node.state.take() {
                let (waiting, open) = (node.ticket != 0, node.role == Role::Open);
                let (control, precision) = (node.control, node.precision);
                result.states.push(RemovedState { id: *at, state, control, precision, waiting, open });
            }
            node.ticket = 0;
        }
        // Only now is it known which of the linked states are themselves gone. Each list is cleaned once, however many
        // of its states go.
        coverers.sort_unstable();
        coverers.dedup();
        for by in coverers {
            if let Some(mut list) = self.covers.remove(&by) {
                list.retain(|covered| self.is_alive(*covered));
                if !list.is_empty() {
                    self.covers.insert(by, list);
                }
            }
        }
        result.orphans.retain(|orphan| self.is_alive(*orphan));
        for orphan in &result.orphans {
            self.uncover(*orphan);
        }
        self.free.extend(doomed.into_iter().rev());
        result
    }

    /// Checks the invariants of the graph.
    ///
    /// # Errors
    /// The first that does not hold, as a sentence.
    pub fn check(&self) -> Result<(), String> {
        let mut seen = 0;
        for id in self.ids() {
            seen += 1;
            let node = &self.nodes[id];
            match link(node.parent) {
                None if self.root != Some(id) => return Err(format!("{id} has no parent and is not the root")),
                Some(parent) if !self.is_alive(parent) => return Err(format!("the parent of {id} was removed")),
                Some(parent) if !self.children(parent).any(|child| child == id) => {
                    return Err(format!("{id} is not a child of its parent"));
                }
                _ => {}
            }
            if let Some(child) = self.children(id).find(|c| !self.is_alive(*c) || self.parent(*c) != Some(id)) {
                return Err(format!("{child}, a child of {id}, has another parent or was removed"));
            }
            let is_covered = matches!(node.role, Role::Covered | Role::Merged);
            if is_covered != (node.covered_by != NONE) {
                return Err(format!("{id} has the role {:?} and another cover link", node.role));
            }
            let explored = matches!(node.role, Role::Open | Role::Lone);
            if !explored && (node.first_child != NONE || node.ticket != 0) {
                return Err(format!("{id} has the role {:?} and is explored", node.role));
            }
            if let Some(by) = link(node.covered_by) {
                if !self.is_alive(by) || self.nodes[by].role != Role::Open {
                    return Err(format!("{by}, which covers {id}, is removed, covered or a target"));
                }
                if self.nodes[by].control != node.control {
                    return Err(format!("{by} covers {id} in another control state"));
                }
                if !self.covers(by).contains(&id) {
                    return Err(format!("{by} does not know that it covers {id}"));
                }
            }
            if let Some(wrong) =
                self.covers(id).iter().find(|c| !self.is_alive(**c) || self.covered_by(**c) != Some(id))
            {
                return Err(format!("{id} covers {wrong}, which does not know it"));
            }
        }
        if seen != self.len() { Err("free ids and removed states differ".to_owned()) } else { Ok(()) }
    }
}

impl<S> Default for Arg<S> {
    fn default() -> Self {
        Self::new()
    }
}

/// Result of [`Arg::remove_below`].
pub(crate) struct Removed<S> {
    /// The states that are gone.
    pub(crate) states: Vec<RemovedState<S>>,
    /// Those that are not covered any more.
    pub(crate) orphans: Vec<ArgId>,
}

/// A state that was removed.
pub(crate) struct RemovedState<S> {
    /// Its id, free now.
    pub(crate) id: ArgId,
    pub(crate) state: S,
    pub(crate) control: ControlId,
    pub(crate) precision: PrecisionId,
    /// It waited.
    pub(crate) waiting: bool,
    /// It was neither covered nor a target.
    pub(crate) open: bool,
}
