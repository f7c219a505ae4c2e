//! What a call may do, by the text of the callee and of all that it calls: the statics that it names, whether it writes
//! through pointers, whether it frees or allocates.
//!
//! It has two uses. What a call cannot get at is taken out of the state that it begins in ([`CalleeEffects::without_hidden`]) and
//! put back behind it, so that calls which differ in it only are one. And a call that is not followed
//! changes all that it may change ([`CalleeEffects::forget`]).
//!
//! **Why taking out is sound.** What is taken out is a variable that no pointer leads to and that the callee does not name, so
//! it is the same before and after. A pointer or an integer that is bounded by an object keeps its meaning when no name is given to another object meanwhile: names
//! on the heap are given again after a `free` only, so a variable with such a pointer stays where the callee may free, and
//! one with a pointer to unnamed memory always stays, since unnamed memory is swept up when nothing points to it.

use crate::value::location::MemoryLocation;
use crate::value::object_content::{ObjectContent, Rest};
use crate::value::{AbstractObject, Datum, ValueState};
use cairn_base::FastSet;
use cairn_ir::effects::{self, Effect, Room, Where};
use cairn_ir::{CallGraph, FunctionId, Program, VarId, VarKind};

use super::fixpoint::JoinedMemory;

/// What a function and all that it calls may do.
#[derive(Clone, Default, Debug)]
pub(super) struct CalleeEffects {
    /// The statics that are named, written or not.
    statics: FastSet<VarId>,
    /// Whether something is written through a pointer.
    writes: bool,
    /// Whether something is freed.
    frees: bool,
    /// Whether something is allocated on the heap.
    allocates: bool,
}

impl CalleeEffects {
    /// Those of the functions of each component of the call graph.
    pub(super) fn of_components(program: &Program, calls: &CallGraph) -> Vec<Self> {
        let nodes = program.nodes_by_function();
        let mut all: Vec<Self> = Vec::new();
        for members in calls.components() {
            let mut own = Self::default();
            for function in members {
                for node in &nodes[*function] {
                    program.leaving(*node).for_each(|(_, edge)| own.add(program, &edge.op));
                }
                for callee in calls.calls_in(*function).iter().filter_map(|site| program.calls[*site].callee) {
                    // Callees come first; one of the same component is being added.
                    if let Some(callee) = all.get(calls.component_of(callee)) {
                        own.statics.extend(&callee.statics);
                        own.writes |= callee.writes;
                        own.frees |= callee.frees;
                        own.allocates |= callee.allocates;
                    }
                }
            }
            all.push(own);
        }
        all
    }

    fn add(&mut self, program: &Program, op: &cairn_ir::Op) {
        for effect in effects::all(program, op) {
            if let Some(var) = effect.named().filter(|var| program.vars[*var].frame().is_none()) {
                self.statics.insert(var);
            }
            match effect {
                Effect::Writes { at: at @ Where::Place(_), .. } => self.writes |= at.variable(program).is_none(),
                Effect::Writes { at: Where::Behind(_) | Where::Reachable(_), .. } => self.writes = true,
                Effect::Frees(_) => self.frees = true,
                Effect::Allocates(Room::Heap) => self.allocates = true,
                _ => {}
            }
        }
    }

    /// Takes what a callee in the frame at `depth` cannot get at out of a state.
    pub(super) fn without_hidden(
        &self,
        state: &mut ValueState,
        depth: u32,
        program: &Program,
    ) -> Vec<(AbstractObject, ObjectContent)> {
        let mut hidden = Vec::new();
        state.for_each(|object, content| {
            if self.is_hidden(object, depth, program) && !self.may_lose_meaning(content) {
                hidden.push((object, content.clone()));
            }
        });
        hidden.iter().for_each(|(object, _)| state.remove(*object));
        hidden
    }

    fn is_hidden(&self, object: AbstractObject, depth: u32, program: &Program) -> bool {
        let Some(var) = object.var().filter(|_| !object.is_exposed(program)) else { return false };
        match object.frame() {
            Some(frame) => i64::from(frame) < i64::from(depth),
            None => program.vars[var].kind == VarKind::Static && !self.statics.contains(&var),
        }
    }

    /// Whether a pointer in an object may have another meaning behind the call.
    fn may_lose_meaning(&self, content: &ObjectContent) -> bool {
        let names_change = self.frees || self.allocates;
        let may_end = |object: AbstractObject| object.is_unnamed() || names_change && object.is_on_heap();
        let may_lose = |datum: Datum| {
            let of_facts = datum.facts().iter().any(|fact| may_end(fact.object));
            datum.is_text() || of_facts || datum.objects().into_iter().any(may_end)
        };
        let mut may = matches!(content.rest, Rest::Each(elements) if may_lose(elements.datum));
        content.cells.for_each(|_, cell| may |= may_lose(cell.datum));
        may
    }

    /// Forgets what may be changed.
    pub(super) fn forget(&self, memory: &mut JoinedMemory<'_>) {
        if self.writes {
            memory.forget_exposed();
        }
        let mut statics: Vec<VarId> = self.statics.iter().copied().collect();
        statics.sort_unstable();
        for var in statics {
            if memory.program.vars[var].kind == VarKind::Static {
                let object = AbstractObject::of_var(var, 0, memory.program);
                memory.forget(MemoryLocation::Within { object, from: 0, to: None }, 0);
            }
        }
        if self.frees {
            memory.end_object(Datum::Unknown);
        }
    }
}

/// Where a function that is entered from states of which nothing is known has its frame, so that it has none in common with calls
/// that are followed.
pub const UNFOLLOWED: u32 = 128;

/// Deeper calls are not followed.
const DEEPEST: usize = 64;

/// So many functions of one component of the call graph are followed one within the other.
const MOST_OF_COMPONENT: usize = 4;

/// The functions of a callee's component of the call graph that are being executed, the last ones of a stack of calls.
pub fn open_in_component<'a>(calls: &CallGraph, stack: &'a [FunctionId], callee: FunctionId) -> &'a [FunctionId] {
    let is_of = |function: &&FunctionId| calls.component_of(**function) == calls.component_of(callee);
    let count = stack.iter().rev().take_while(is_of).count();
    &stack[stack.len() - count..]
}

/// Whether a call is not followed but entered from a state of which nothing is known: a call of a function that is being executed
/// already, or where many of its component are, and one too deep. The stack begins with the last function so entered.
pub fn is_unfollowed(calls: &CallGraph, stack: &[FunctionId], callee: FunctionId) -> bool {
    let open = open_in_component(calls, stack, callee);
    open.contains(&callee) || open.len() >= MOST_OF_COMPONENT || stack.len() > DEEPEST
}
