//! The states that workers have explored, and those that are covered by one of them: what TRUE rests on, and what a refinement
//! removes of it (lazy abstraction, LBE II-C; over blocks).
//!
//! A refinement finds that a path needs more to be tracked from one of its blocks on. What was found through that block is
//! *void*: it is removed, and the state at the block's entry is sent again. The rest stays, whatever precision it was found under,
//! since a coarser state is above the finer one. A target behind it leads to a refinement of its own, or to a second look where
//! other refinements have changed the blocks on its way in the meantime ([`ReachedStates::outdated`]).
//!
//! Why not a restart at the program's entry: what lies before the refined block, and beside it, would be sent, read and compared
//! again; that was two thirds of the work.
//!
//! Invariant: each state that was sent and is not void waits, is explored, is a part of one that is explored, or is below one that
//! is explored at its place. So what covers a state may only be removed together with it, or the state is sent again.

use crate::message::{Link, StateBytes};
use cairn_base::FastMap;
use cairn_blocks::CodeBlockId;
use cairn_cpa::Reason;
use cairn_cpa::control::PortableControl;
use cairn_cpa::result::Reasons;
use std::sync::Arc;

/// A place of a block where states arrive.
type Place = (CodeBlockId, Arc<PortableControl>);

/// The states of one place.
#[derive(Debug, Default)]
struct StatesAt {
    explored: Vec<Arc<Link>>,
    covered: Vec<Arc<Link>>,
    /// How often something was removed here.
    removals: usize,
}

/// See the module.
#[derive(Debug, Default)]
pub struct ReachedStates {
    /// All that are explored, each behind those that it follows from.
    explored: Vec<Arc<Link>>,
    at: FastMap<Place, StatesAt>,
    /// Reasons of incompleteness, each of an exploration.
    reasons: Vec<(Arc<Link>, Reason)>,
    /// Targets, each of an exploration.
    targets: Vec<Arc<Link>>,
}

/// The explored states of a place, as they were at one time.
#[derive(Clone, Debug, Default)]
pub struct ExploredStates {
    /// The states.
    pub states: Vec<StateBytes>,
    /// How often something was removed at the place before.
    pub removals: usize,
}

fn place(link: &Link) -> Place {
    (link.block, link.place.clone())
}

impl ReachedStates {
    /// The states that are explored at the place of a link.
    pub fn explored_at(&self, link: &Link) -> ExploredStates {
        let Some(there) = self.at.get(&place(link)) else { return ExploredStates::default() };
        let states = there.explored.iter().map(|link| link.state.clone()).collect();
        ExploredStates { states, removals: there.removals }
    }

    /// Notes that the state of a link is explored under the precision of an epoch. False when an equal one is: then it is covered.
    pub fn enter(&mut self, link: &Arc<Link>, epoch: usize) -> bool {
        let there = self.at.entry(place(link)).or_default();
        let is_new = !there.explored.iter().any(|other| other.state == link.state);
        if is_new {
            link.explored_in(epoch);
            there.explored.push(link.clone());
            self.explored.push(link.clone());
        } else {
            there.covered.push(link.clone());
        }
        is_new
    }

    /// Notes that the state of a link is below one of those of its place. False when something was removed there since: it may be
    /// below none that is left.
    pub fn cover(&mut self, link: &Arc<Link>, by: &ExploredStates) -> bool {
        let there = self.at.entry(place(link)).or_default();
        let is_covered = there.removals == by.removals;
        if is_covered {
            there.covered.push(link.clone());
        }
        is_covered
    }

    /// Removes what was found through the block of a link, from its state on. Which states are to be sent again: that one, and
    /// those that nothing covers any more. Nothing when it was removed before.
    pub fn remove(&mut self, link: &Arc<Link>) -> Vec<Arc<Link>> {
        if link.is_void() {
            return Vec::new();
        }
        link.make_void();
        // What was made of several is made again of those that are left.
        let mut again = if link.parts.is_empty() { vec![link.clone()] } else { Vec::new() };
        let mut places = Vec::new();
        self.explored.retain(|explored| {
            let is_void = explored.is_void();
            if is_void {
                explored.make_void();
                places.push(place(explored));
                again.extend(explored.parts.iter().filter(|part| !part.is_void()).cloned());
            }
            !is_void
        });
        for place in places {
            let Some(there) = self.at.get_mut(&place) else { continue };
            there.explored.retain(|explored| !explored.is_void());
            there.removals += 1;
            again.extend(there.covered.drain(..).filter(|covered| !covered.is_void()));
        }
        self.reasons.retain(|(link, _)| !link.is_void());
        self.targets.retain(|link| !link.is_void());
        again
    }

    /// Removes everything.
    pub fn clear(&mut self) {
        self.explored.iter().for_each(|explored| explored.make_void());
        *self = Self::default();
    }

    /// The first link on the way to one whose block was explored before an epoch in which its precision has changed. `changed`: when
    /// that was.
    pub fn outdated(link: &Arc<Link>, changed: &dyn Fn(CodeBlockId) -> usize) -> Option<Arc<Link>> {
        let (mut next, mut first) = (Some(link.clone()), None);
        while let Some(link) = next {
            next = link.parts.first().or(link.before.as_ref()).cloned();
            if link.explored_before(changed(link.block)) {
                first = Some(link);
            }
        }
        first
    }

    /// There is a reason of incompleteness, as long as what was found for a link stays.
    pub fn against(&mut self, link: &Arc<Link>, reason: Reason) {
        if !link.is_void() {
            self.reasons.push((link.clone(), reason));
        }
    }
    /// A target was met in the block of a link.
    pub fn target(&mut self, link: &Arc<Link>) {
        if !link.is_void() {
            self.targets.push(link.clone());
        }
    }
    /// Whether a target is left.
    pub fn is_target(&self) -> bool {
        !self.targets.is_empty()
    }
    /// Adds the reasons of incompleteness.
    pub fn add_reasons(&self, reasons: &mut Reasons) {
        self.reasons.iter().for_each(|(_, reason)| reasons.add(reason.clone()));
    }

    /// The states that are explored, each with its place, in an order that does not depend on the threads.
    pub fn explored(&self) -> Vec<(Arc<PortableControl>, StateBytes)> {
        let mut all: Vec<_> = self.explored.iter().map(|link| (link.place.clone(), link.state.clone())).collect();
        all.sort_by(|a, b| (a.0.node, &a.0.calls, &a.1).cmp(&(b.0.node, &b.0.calls, &b.1)));
        all.dedup();
        all
    }
}
