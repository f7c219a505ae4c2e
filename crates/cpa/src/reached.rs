//! The reached set: which states of the ARG may cover or be merged with a new one, found without a scan.
//!
//! Three levels: the control state and [`Cpa::partition`], then, once more than a few states are there, the shape
//! ([`Cpa::shape`]) and the key ([`Cpa::key`]). Unrolling a loop puts hundreds of thousands of states at one location;
//! a scan for each would be quadratic. Invariant: it holds exactly the open states of the ARG
//! ([`Arg::is_open`]).

use crate::algebra::Cpa;
use crate::arg::{Arg, ArgId};
use crate::control::ControlId;
use crate::shape_index::{Bucket, Shapes};
use cairn_base::FastMap;

/// Up to so many states are scanned rather than indexed.
const SCANNED: usize = 6;

type Ids = Bucket<ArgId>;

#[derive(Debug)]
enum Group<S> {
    Few(Ids),
    Indexed(Box<Shapes<S, ArgId>>),
}

#[derive(Debug)]
pub(crate) struct Reached<S> {
    groups: FastMap<(ControlId, u64), Group<S>>,
}

impl<S: Clone> Reached<S> {
    pub(crate) fn new() -> Self {
        Self { groups: FastMap::default() }
    }

    /// Adds a state of the ARG.
    pub(crate) fn insert<C: Cpa<State = S>>(&mut self, cpa: &C, arg: &Arg<S>, id: ArgId) {
        let Some(state) = arg.state(id) else { return };
        let group =
            self.groups.entry((arg.control(id), cpa.partition(state))).or_insert_with(|| Group::Few(Ids::new()));
        match group {
            Group::Few(ids) if ids.len() < SCANNED => ids.push(id),
            Group::Few(ids) => {
                let mut shapes = Shapes::default();
                for id in ids.iter().copied().chain([id]) {
                    if let Some(state) = arg.state(id) {
                        shapes.insert(cpa, state, id);
                    }
                }
                *group = Group::Indexed(Box::new(shapes));
            }
            Group::Indexed(shapes) => shapes.insert(cpa, state, id),
        }
    }

    /// Takes a state out. `state` is what it was when it was inserted.
    pub(crate) fn remove<C: Cpa<State = S>>(&mut self, cpa: &C, state: &S, control: ControlId, id: ArgId) {
        let key = (control, cpa.partition(state));
        let Some(group) = self.groups.get_mut(&key) else { return };
        let empty = match group {
            Group::Few(ids) => {
                ids.retain(|other| *other != id);
                ids.is_empty()
            }
            Group::Indexed(shapes) => {
                shapes.remove(cpa, state, id);
                shapes.is_empty()
            }
        };
        if empty {
            self.groups.remove(&key);
        }
    }

    /// The states that may be above `state`, oldest shape first.
    pub(crate) fn above<C: Cpa<State = S>>(&self, cpa: &C, control: ControlId, state: &S, out: &mut Vec<ArgId>) {
        out.clear();
        match self.groups.get(&(control, cpa.partition(state))) {
            None => {}
            Some(Group::Few(ids)) => out.extend_from_slice(ids),
            Some(Group::Indexed(shapes)) => out.extend(shapes.above(cpa, state).flatten()),
        }
    }

    /// All states that `state` may be merged with, in a fixed order.
    pub(crate) fn beside<C: Cpa<State = S>>(&self, cpa: &C, control: ControlId, state: &S, out: &mut Vec<ArgId>) {
        out.clear();
        match self.groups.get(&(control, cpa.partition(state))) {
            None => {}
            Some(Group::Few(ids)) => out.extend_from_slice(ids),
            Some(Group::Indexed(shapes)) => {
                out.extend(shapes.buckets().flatten());
                out.sort_unstable();
            }
        }
    }

    pub(crate) fn len(&self) -> usize {
        let of = |group: &Group<S>| match group {
            Group::Few(ids) => ids.len(),
            Group::Indexed(shapes) => shapes.buckets().map(|ids| ids.len()).sum(),
        };
        self.groups.values().map(of).sum()
    }
}
