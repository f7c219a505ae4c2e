//! The states that functions are entered with.
//!
//! A call is analysed for each state that it begins in, up to so many steps of the whole. From then on a function has a few such states, then a few
//! *general* ones, each above the last one and that of the call; and when as many steps are taken again for each operation of the program, no new ones.
//! A call that begins below a state that is known has its result. Further calls are not followed ([`super::callee`]). So there always is an answer,
//! and the cost is bounded by the program's size.
//!
//! **Why it over-approximates.** What is shown of all executions that begin in a state is so for those that begin below it. Behind a call that is
//! not followed all that the callee may change is unknown, and the callee is analysed from a state of which nothing is known.
//!
//! Why a general state is a further one and does not grow: callers that were told a result have it still, and objects on the heap that are allocated
//! later are not in it; programs were found of which what was claimed by one state that grows was not so.

use super::partition::Returned;
use crate::value::ValueState;
use cairn_base::FastMap;
use cairn_ir::NodeId;
use std::rc::Rc;

/// So many steps the interpretation takes with each state that a call begins in: some tenths of a second.
pub const STEPS: u64 = 400_000;
/// So many states of a call are kept apart when many steps are taken.
const FEW: usize = 4;
/// So many general states follow them. The last ones are wide.
const GENERAL: usize = 4;
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
pub(super) struct Contexts {
    of: FastMap<ValueState, KnownCall>,
    /// The states in the order in which they came.
    order: Vec<ValueState>,
    /// How many general ones are among them.
    general: usize,
}

impl Contexts {
    /// Result for a state.
    pub(super) fn known(&mut self, entry: &ValueState) -> Option<&mut KnownCall> {
        self.of.get_mut(entry)
    }

    /// A state above one, of which the result is known.
    pub(super) fn above(&self, entry: &ValueState) -> Option<ValueState> {
        self.order.iter().find(|known| entry.is_below(known)).cloned()
    }

    /// The next general state, above the last one and another: by a join at first, then wide. None where there are enough.
    pub(super) fn general(
        &mut self,
        join: impl FnOnce(&ValueState) -> ValueState,
        widen: impl FnOnce(&ValueState) -> ValueState,
    ) -> Option<ValueState> {
        let last = self.order.last().filter(|_| self.general < GENERAL)?;
        let next = if self.general == 0 { join(last) } else { widen(last) };
        self.general += 1;
        Some(next)
    }

    /// Whether a state is to be analysed that was not.
    pub(super) fn has_room(&self, effort: NewStates) -> bool {
        match effort {
            NewStates::Each => true,
            NewStates::Few => self.of.len() < FEW,
            NewStates::Known => false,
        }
    }

    /// Notes what was found for a state.
    pub(super) fn add(&mut self, entry: &ValueState, local: Rc<Local>) {
        self.order.push(entry.clone());
        self.of.insert(entry.clone(), KnownCall { local, is_recorded: false });
    }
}
