//! The states that functions are entered with.
//!
//! A call is analysed for each state that it begins in, up to so many steps of the whole. From then on a function has a few such states, then
//! *general* ones, each above the last one and that of the call: a join, then widened, in the end only what both agree in, as all are at once when many
//! steps were taken for each operation of the program. A call that begins below a state that is known has its result, and what its callee
//! cannot get at as it was ([`super::callee`]). So there always is an answer, and each call is followed but for recursion.
//!
//! **Why it over-approximates.** What is shown of all executions that begin in a state is so for those that begin below it.
//!
//! Why a general state is a further one and does not grow: callers that were told a result have it still, and objects on the heap that are allocated
//! later are not in it; programs were found of which what was claimed by one state that grows was not so.

use super::join;
use super::partition::Returned;
use crate::value::ValueState;
use cairn_base::FastMap;
use cairn_ir::NodeId;
use std::rc::Rc;

/// So many steps the interpretation takes with each state that a call begins in: some tenths of a second.
pub const STEPS: u64 = 400_000;
/// So many states of a call are kept apart when many steps are taken.
const FEW: usize = 4;
/// So many general states follow them before those of what agrees.
const GENERAL: usize = 16;
/// When so many steps for each operation are taken beyond those that each state may be analysed in, new ones are of what agrees.
pub(super) const STEPS_OF_OPERATION: u64 = 100;

/// The states of a function's locations, by class of what was returned ([`Returned`]).
pub(super) type Local = FastMap<(NodeId, Returned), ValueState>;

/// Which new states of a call are analysed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NewStates {
    Each,
    Few,
    /// None, but general ones of what agrees.
    Agreeing,
}

pub(super) struct KnownCall {
    pub local: Rc<Local>,
    pub is_recorded: bool,
}

/// How a general state is made of the last one and that of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Growth {
    Joined,
    Widened,
    /// What differs is unknown.
    Agreeing,
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
        self.order.iter().find(|known| join::is_below(entry, known)).cloned()
    }

    /// The next general state, above the last one and another.
    pub(super) fn general(
        &mut self,
        effort: NewStates,
        above: impl FnOnce(&ValueState, Growth) -> ValueState,
    ) -> Option<ValueState> {
        let last = self.order.last()?;
        let growth = match self.general {
            _ if effort == NewStates::Agreeing => Growth::Agreeing,
            0 => Growth::Joined,
            general if general < GENERAL => Growth::Widened,
            _ => Growth::Agreeing,
        };
        self.general += 1;
        Some(above(last, growth))
    }

    /// Whether a state is to be analysed that was not.
    pub(super) fn has_room(&self, effort: NewStates) -> bool {
        match effort {
            NewStates::Each => true,
            NewStates::Few => self.of.len() < FEW,
            NewStates::Agreeing => false,
        }
    }

    /// Notes what was found for a state.
    pub(super) fn add(&mut self, entry: &ValueState, local: Rc<Local>) {
        self.order.push(entry.clone());
        self.of.insert(entry.clone(), KnownCall { local, is_recorded: false });
    }
}
