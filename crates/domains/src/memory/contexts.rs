//! The states that functions are entered with.
//!
//! A call is analysed for each state that it begins in, up to so many steps of the whole. From then on a function has a few such states, and when
//! as many steps are taken again for each operation of the program, no new ones: further calls are not followed ([`super::callee`]). So there always
//! is an answer, and the cost is bounded by the program's size.
//!
//! **Why it over-approximates.** Behind a call that is not followed all that the callee may change is unknown, and the callee is analysed
//! from a state of which nothing is known.
//!
//! Why the states are not joined in place of that: a state above those of several calls grows while callers are analysed, so objects on the heap that are
//! allocated later are in what an earlier call is told; programs were found of which what is claimed then was not so.

use super::partition::Returned;
use crate::value::ValueState;
use cairn_base::FastMap;
use cairn_ir::NodeId;
use std::rc::Rc;

/// So many steps the interpretation takes with each state that a call begins in: some tenths of a second.
pub const STEPS: u64 = 400_000;
/// So many states of a call are kept apart when many steps are taken.
const FEW: usize = 6;
/// When so many steps for each operation are taken beyond those that each state may be analysed in, no new one is.
pub(super) const STEPS_OF_OPERATION: u64 = 40;

/// The states of a function's locations, by class of what was returned ([`Returned`]).
pub(super) type Local = FastMap<(NodeId, Returned), ValueState>;

/// Which new states of a call are analysed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NewStates {
    Each,
    Few,
    /// None.
    Known,
}

pub(super) struct KnownCall {
    pub local: Rc<Local>,
    pub is_recorded: bool,
}

/// The calls of a function that were analysed, in frames of one depth, by the state that they begin in.
#[derive(Default)]
pub(super) struct Contexts(FastMap<ValueState, KnownCall>);

impl Contexts {
    /// Result for a state.
    pub(super) fn known(&mut self, entry: &ValueState) -> Option<&mut KnownCall> {
        self.0.get_mut(entry)
    }

    /// Whether a state is to be analysed that was not.
    pub(super) fn has_room(&self, effort: NewStates) -> bool {
        match effort {
            NewStates::Each => true,
            NewStates::Few => self.0.len() < FEW,
            NewStates::Known => false,
        }
    }

    /// Notes what was found for a state.
    pub(super) fn add(&mut self, entry: &ValueState, local: Rc<Local>) {
        self.0.insert(entry.clone(), KnownCall { local, is_recorded: false });
    }
}
