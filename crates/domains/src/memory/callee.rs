//! The possible effects of a call, by the text of the callee and of all that it calls: the statics that it names, whether
//! it writes through pointers, whether it frees or allocates.
//!
//! It has two uses. What a call cannot get at is taken out of the state that it begins in ([`CalleeEffects::without_hidden`]) and
//! put back behind it, so that calls which differ in it only are one. And a call that is not followed
//! changes all that it may change ([`CalleeEffects::forget`]).
//!
//! **Why taking out is sound.** What is taken out is a variable that no pointer leads to and that the callee does not name, so
//! it is the same before and after. A pointer or an integer that is bounded by an object keeps its meaning when no name is given to another object meanwhile: names
//! on the heap are given again after a `free` only, so a variable with such a pointer stays where the callee may free, and
//! one with a pointer to unnamed memory always stays, since unnamed memory is swept up when nothing points to it.

use super::visible::VarSet;
use crate::trie::Shaped;
use crate::value::joined_memory::JoinedMemory;
use crate::value::links::{TO_HEAP, TO_NULL_BYTES, TO_UNNAMED};
use crate::value::location::MemoryLocation;
use crate::value::{AbstractObject, Datum, ValueState};
use cairn_ir::effects::{self, AllocationKind, Effect, Where};
use cairn_ir::{CallGraph, EdgeId, FunctionId, Op, Program, VarKind};

/// Effects of a function and its callees.
#[derive(Clone, Default, Debug)]
pub(super) struct CalleeEffects {
    /// The statics that are named, written or not.
    statics: VarSet,
    /// These, and the statics that a pointer may lead to.
    visible: VarSet,
    /// Whether something is written through a pointer.
    writes: bool,
    frees: bool,
    /// The links to what is allocated on the heap.
    allocates: u64,
}

impl CalleeEffects {
    /// Those of the functions of each component of the call graph.
    pub(super) fn of_components(program: &Program, calls: &CallGraph) -> Vec<Self> {
        let nodes = program.nodes_by_function();
        let mut exposed = VarSet::default();
        for var in program.vars.ids() {
            let object = AbstractObject::of_var(var, 0, program);
            if program.vars[var].kind != VarKind::Static || object.is_exposed(program) {
                exposed.insert(var);
            }
        }
        let mut all: Vec<Self> = Vec::new();
        for members in calls.components() {
            let mut own = Self::default();
            for function in members {
                for node in &nodes[*function] {
                    program.leaving(*node).for_each(|(id, edge)| own.add(program, id, &edge.op));
                }
                for callee in calls.callees(program, *function) {
                    // Callees come first; one of the same component is being added.
                    if let Some(callee) = all.get(calls.component_of(callee)) {
                        own.statics.extend(&callee.statics);
                        own.writes |= callee.writes;
                        own.frees |= callee.frees;
                        own.allocates |= callee.allocates;
                    }
                }
            }
            own.visible = own.statics.clone();
            own.visible.extend(&exposed);
            all.push(own);
        }
        all
    }

    fn add(&mut self, program: &Program, edge: EdgeId, op: &Op) {
        for effect in effects::all(program, op) {
            if let Some(var) = effect.named().filter(|var| program.vars[*var].frame().is_none()) {
                self.statics.insert(var);
            }
            match effect {
                Effect::Writes { at: at @ Where::Place(_), .. } => self.writes |= at.variable(program).is_none(),
                Effect::Writes { at: Where::Behind(_) | Where::Reachable(_), .. } => self.writes = true,
                Effect::Frees(_, AllocationKind::Heap) => self.frees = true,
                Effect::Allocates(AllocationKind::Heap) => self.allocates |= AbstractObject::older_on_heap(edge).link(),
                _ => {}
            }
        }
    }

    /// Takes what a callee in the frame at `depth` cannot get at out of a state.
    pub(super) fn without_hidden(&self, state: &mut ValueState, depth: u32, program: &Program) -> ValueState {
        let statics = AbstractObject::keys_of_statics();
        let whole = |keys: &std::ops::RangeInclusive<u64>, links: u64| {
            if *keys.start() > *statics.end() {
                let is_in_frame = *keys.start() <= *AbstractObject::keys_of_frame(depth).end();
                return if is_in_frame { None } else { Some(false) };
            }
            if *keys.end() > *statics.end() {
                return None;
            }
            match self.visible.all_of(keys) {
                Some(true) => Some(false),
                Some(false) => (links & self.may_end() == 0).then_some(true),
                None => None,
            }
        };
        // What may end a fact about a null byte must see where the byte is.
        let used = state.cursors_of_texts();
        state.take(whole, |object, content| {
            let is_hidden = match object.is_cursor() {
                true => {
                    object.frame().is_some_and(|frame| i64::from(frame) < i64::from(depth)) && !used.contains(&object)
                }
                false => self.is_hidden(object, depth, program),
            };
            is_hidden && content.links() & self.may_end() == 0
        })
    }

    fn is_hidden(&self, object: AbstractObject, depth: u32, program: &Program) -> bool {
        let Some(var) = object.var() else { return false };
        match object.frame() {
            Some(frame) => !object.is_exposed(program) && i64::from(frame) < i64::from(depth),
            None => !self.visible.contains(var),
        }
    }

    /// The links to what may have another meaning behind the call.
    fn may_end(&self) -> u64 {
        let ended = if self.frees { TO_HEAP } else { self.allocates };
        TO_NULL_BYTES | TO_UNNAMED | ended
    }

    pub(super) fn forget(&self, memory: &mut JoinedMemory<'_>) {
        if self.writes {
            memory.forget_exposed();
        }
        for var in self.statics.iter() {
            if memory.program.vars[var].kind == VarKind::Static {
                let object = AbstractObject::of_var(var, 0, memory.program);
                memory.forget(MemoryLocation::Within { object, from: 0, to: None }, 0);
            }
        }
        if self.frees {
            memory.end_object(Datum::Unknown, AllocationKind::Heap);
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
