//! The entry states of functions by calls that are not followed: what is known of their parameters in all of these calls.
//!
//! A call that is not followed is analysed from a state of which nothing is known but its parameters: ranges of integers, pointers into
//! statics and into variables of callers, and that a pointer is not null. A function is analysed again when a further call makes that less.
//!
//! **Why it over-approximates.** What is known of a parameter is above its datum in each such call, and the last analysis of a function
//! is that from what is known in the end. Statics have one name in all frames and live as long as the program. Below [`UNFOLLOWED`] the depth of a frame
//! in a state is that of the execution, so a variable there has one name too, and it lives while what its frame called is executed. Of their content
//! nothing is said, nor of objects on the heap, nor of null bytes, which may be overwritten. A parameter that changes again and again is any value,
//! or any but null, so there is an end.

use super::callee::UNFOLLOWED;
use super::join;
use crate::value::joined_memory::JoinedMemory;
use crate::value::object_content::{ObjectContent, Rest};
use crate::value::{AbstractObject, Datum, NullByte, Reach, ValueState};
use cairn_base::FastMap;
use cairn_ir::types::Scalar;
use cairn_ir::{CallGraph, FunctionId, Program, VarId};
use std::collections::{BTreeMap, BTreeSet};

/// So often what is known of the parameters of a function is joined; what changes then is any value.
const JOINS: u32 = 4;

/// Known parameters of a function.
#[derive(Default)]
struct Parameters {
    known: BTreeMap<VarId, Datum>,
    joins: u32,
}

/// The calls that are not followed.
#[derive(Default)]
pub(super) struct UnfollowedCalls {
    of: FastMap<FunctionId, Parameters>,
    /// Functions to be analysed, callees before their callers.
    waiting: BTreeSet<(usize, FunctionId)>,
}

impl UnfollowedCalls {
    /// Notes a call, of which the callee's frame is known as it is entered.
    pub(super) fn note(&mut self, callee: FunctionId, entered: &JoinedMemory<'_>, depth: u32, calls: &CallGraph) {
        let program = entered.program;
        let at = (calls.component_of(callee), callee);
        let now = parameters(callee, entered, depth, program);
        let Some(before) = self.of.get_mut(&callee) else {
            self.of.insert(callee, Parameters { known: now, joins: 0 });
            self.waiting.insert(at);
            return;
        };
        let mut has_changed = false;
        before.known.retain(|var, known| {
            let scalar = program.types.scalar(program.vars[*var].ty);
            let (Some(new), Some(scalar)) = (now.get(var), scalar) else {
                has_changed = true;
                return false;
            };
            if new.is_below(*known, scalar.bits()) {
                return true;
            }
            has_changed = true;
            let joined = match before.joins {
                joins if joins < JOINS => join::data(*known, *new, scalar.bits()),
                _ => Datum::Unknown,
            };
            let is_not_null = |datum: Datum| {
                matches!(scalar, Scalar::Pointer { .. }) && entered.truth_of(datum, scalar) == Some(true)
            };
            *known = match joined {
                Datum::Unknown if is_not_null(*known) && is_not_null(*new) => Datum::not_null(scalar.bits()),
                _ => joined,
            };
            *known != Datum::Unknown
        });
        if has_changed {
            before.joins += 1;
            self.waiting.insert(at);
        }
    }

    /// The next function to be analysed, callers first, with the state that it begins in.
    pub(super) fn next(&mut self, depth: u32, program: &Program) -> Option<(FunctionId, ValueState)> {
        let (_, function) = self.waiting.pop_last()?;
        let mut state = ValueState::new();
        for (var, known) in self.of.get(&function).into_iter().flat_map(|parameters| &parameters.known) {
            if let Some(scalar) = program.types.scalar(program.vars[*var].ty) {
                let mut content = ObjectContent::new(Rest::Unknown);
                content.write(0, scalar.bits(), *known);
                state.set_content(AbstractObject::of_var(*var, depth, program), content);
            }
        }
        Some((function, state))
    }
}

/// Known parameters of a call in the terms that all frames share.
fn parameters(callee: FunctionId, entered: &JoinedMemory<'_>, depth: u32, program: &Program) -> BTreeMap<VarId, Datum> {
    let of = |var: &VarId| {
        let scalar = program.types.scalar(program.vars[*var].ty)?;
        let object = AbstractObject::of_var(*var, depth, program);
        let datum = shared(entered.state.read(object, 0, scalar.bits(), program), scalar, entered);
        (datum != Datum::Unknown).then_some((*var, datum))
    };
    program.functions[callee].params.iter().filter_map(of).collect()
}

/// A datum without what depends on a frame, the heap, or the content of an object.
fn shared(datum: Datum, scalar: Scalar, memory: &JoinedMemory<'_>) -> Datum {
    match (datum, scalar) {
        (Datum::Bits(_) | Datum::Range(_) | Datum::Function(_), _) => datum,
        (Datum::Index(_), _) => datum.with_facts([], scalar),
        (_, Scalar::Pointer { bits }) => {
            let has_one_name = |reach: &Reach| {
                let is_below = |depth| u32::try_from(depth).is_ok_and(|depth| depth < UNFOLLOWED);
                reach.object.var().is_some() && reach.object.frame().is_none_or(is_below)
            };
            let reaches = datum.reaches();
            if !reaches.is_empty() && reaches.iter().all(has_one_name) {
                datum.map_reaches(|reach| Some(Reach { text: NullByte::UNKNOWN, room: 0, from: None, ..reach }))
            } else if memory.truth_of(datum, scalar) == Some(true) {
                Datum::not_null(bits)
            } else {
                Datum::Unknown
            }
        }
        _ => Datum::Unknown,
    }
}
