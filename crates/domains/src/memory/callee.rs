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
use crate::value::joined_memory::KeptNulls;
use crate::value::links::{TO_HEAP, TO_NULL_BYTES, TO_UNNAMED};
use crate::value::location::MemoryLocation;
use crate::value::memory::Memory;
use crate::value::object::ObjectBase;
use crate::value::object_content::ObjectContent;
use crate::value::{AbstractObject, Datum, Joined, ValuePrecision, ValueState};
use cairn_ir::effects::{self, AllocationKind, Effect};
use cairn_ir::{CallGraph, EdgeId, FunctionId, Op, Program, VarId, VarKind};
use cairn_transform::inclusion::{NamedObject, ObjectEffect, ObjectEffects, ObjectSet};

/// Effects of a function and its callees.
#[derive(Clone, Default, Debug)]
pub(super) struct CalleeEffects {
    /// The statics that are named, written or not.
    statics: VarSet,
    /// These, and the statics that pointers which it uses may lead to.
    visible: VarSet,
    /// What is written, freed and touched by pointers.
    reached: ObjectEffect,
    /// What is allocated on the heap.
    allocates: ObjectSet,
    /// The links to what may have another meaning behind the call.
    may_end: u64,
    /// Operations of the function and of all that it calls.
    size: usize,
}

impl CalleeEffects {
    /// Those of the functions of each component of the call graph.
    pub(super) fn of_components(program: &Program, calls: &CallGraph, objects: Option<&ObjectEffects>) -> Vec<Self> {
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
                    program.leaving(*node).for_each(|(id, edge)| own.add(program, (id, &edge.op), objects));
                    own.size += program.leaving(*node).count();
                }
                for callee in calls.callees(program, *function) {
                    // Callees come first; one of the same component is being added.
                    if let Some(callee) = all.get(calls.component_of(callee)) {
                        own.statics.extend(&callee.statics);
                        own.reached.extend(&callee.reached);
                        own.allocates.extend(&callee.allocates);
                        own.size = own.size.saturating_add(callee.size);
                    }
                }
            }
            own.visible = own.statics.clone();
            let is_seen = |var: &VarId| {
                program.vars[*var].kind != VarKind::Static || own.reached.touches.contains(NamedObject::Variable(*var))
            };
            exposed.iter().filter(is_seen).for_each(|var| own.visible.insert(var));
            own.may_end = own.links_to_ended();
            all.push(own);
        }
        all
    }

    fn add(&mut self, program: &Program, (edge, op): (EdgeId, &Op), objects: Option<&ObjectEffects>) {
        match objects {
            Some(objects) => self.reached.extend(objects.of(edge)),
            None => self.reached.touches = ObjectSet::Anything,
        }
        for effect in effects::all(program, op) {
            if let Some(var) = effect.named().filter(|var| program.vars[*var].frame().is_none()) {
                self.statics.insert(var);
            }
            match effect {
                Effect::Writes { at, .. } if objects.is_none() && at.variable(program).is_none() => {
                    self.reached.writes = ObjectSet::Anything;
                }
                Effect::Frees(_, AllocationKind::Heap) if objects.is_none() => self.reached.frees = ObjectSet::Anything,
                Effect::Allocates(AllocationKind::Heap) => {
                    self.allocates.extend(&ObjectSet::one(NamedObject::Allocated(edge)));
                }
                _ => {}
            }
        }
    }

    /// Whether a call costs little, whatever state it begins in.
    pub(super) fn is_small(&self) -> bool {
        self.size <= SMALL
    }

    /// Takes what a callee in the frame at `depth` cannot get at out of a state.
    pub(super) fn without_hidden(&self, state: &mut ValueState, depth: u32, program: &Program) -> ValueState {
        let statics = AbstractObject::keys_of_statics();
        let may_end = self.may_end;
        let hides_heap = self.reached.touches != ObjectSet::Anything;
        let whole = |keys: &std::ops::RangeInclusive<u64>, links: u64| {
            if *keys.start() > *statics.end() {
                let is_in_frame = *keys.start() <= *AbstractObject::keys_of_frame(depth).end();
                let is_on_heap = *keys.start() <= *AbstractObject::keys_of_kind(AllocationKind::Heap).end();
                return if is_in_frame || hides_heap && is_on_heap { None } else { Some(false) };
            }
            if *keys.end() > *statics.end() {
                return None;
            }
            match self.visible.all_of(keys) {
                Some(true) => Some(false),
                Some(false) => (links & may_end == 0).then_some(true),
                None => None,
            }
        };
        // What may end a fact about a null byte must see where the byte is; so must who learns one from a parameter.
        let used = state.cursors_of_texts(depth);
        state.take(whole, |object, content| {
            let is_hidden = match object.is_cursor() {
                true => {
                    object.frame().is_some_and(|frame| i64::from(frame) < i64::from(depth)) && !used.contains(&object)
                }
                false => self.is_hidden(object, depth, program),
            };
            is_hidden && self.keeps(content)
        })
    }

    /// Gives a state behind a call that was analysed from a state above its own what the callee cannot get at: of that, pointers to what it may
    /// free or allocate and null bytes that it may write over are another thing behind the call.
    pub(super) fn restore(&self, exit: &mut ValueState, entered: &ValueState, depth: u32, program: &Program) {
        let mut memory = Memory::new(entered.clone(), depth, program, &ValuePrecision::Full).with(&Joined);
        memory.overwrite_texts(|object| self.may_write(object));
        memory.forget_pointers(self.may_end, |object| self.may_be_another(object));
        memory.state.for_each(|object, content| {
            let is_hidden = match object.frame().filter(|_| object.is_cursor()) {
                Some(frame) => i64::from(frame) < i64::from(depth),
                None => self.is_hidden(object, depth, program),
            };
            if is_hidden && exit.content(object) != Some(content) {
                exit.set_content(object, content.clone());
            }
        });
    }

    /// Whether the bytes of an object may be written.
    fn may_write(&self, object: AbstractObject) -> bool {
        object.is_cursor()
            || object.may_be_in(&self.reached.writes)
            || object.var().is_some_and(|var| self.statics.contains(var))
    }

    /// Whether the name of an object may be that of another one behind the call, or of none.
    fn may_be_another(&self, object: AbstractObject) -> bool {
        let is_new = |site| self.allocates.contains(NamedObject::Allocated(site));
        let on_heap = || object.is_on_heap() && matches!(object.base(), ObjectBase::Site(site) if is_new(site));
        object.is_unnamed() || object.is_on_heap() && object.may_be_in(&self.reached.frees) || on_heap()
    }

    /// Whether the data of an object are the same behind the call as before, if nobody writes them.
    fn keeps(&self, content: &ObjectContent) -> bool {
        let links = content.links() & self.may_end;
        let behind = |datum: Datum, width| {
            let is_another = |object| self.may_be_another(object);
            datum.without(&is_another, width).without_nulls(&|object| self.may_write(object), KeptNulls::None, width)
        };
        links == 0 || content.changed(links, &behind).is_none()
    }

    fn is_hidden(&self, object: AbstractObject, depth: u32, program: &Program) -> bool {
        let is_touched = || object.may_be_in(&self.reached.touches);
        match (object.frame(), object.var()) {
            (Some(frame), _) => i64::from(frame) < i64::from(depth) && !(object.is_exposed(program) && is_touched()),
            (None, Some(var)) => !self.visible.contains(var),
            (None, None) => object.is_on_heap() && !self.may_be_another(object) && !is_touched(),
        }
    }

    fn links_to_ended(&self) -> u64 {
        let links = |objects: &ObjectSet| match objects {
            ObjectSet::Nothing => 0,
            ObjectSet::Anything => TO_HEAP,
            ObjectSet::Of(objects) => objects.iter().fold(0, |links, object| match object {
                NamedObject::Allocated(site) => links | AbstractObject::older_on_heap(*site, 0).link(),
                _ => links,
            }),
        };
        TO_NULL_BYTES | TO_UNNAMED | links(&self.allocates) | links(&self.reached.frees)
    }

    /// All that a call may change is unknown.
    pub(super) fn forget(&self, memory: JoinedMemory<'_>) -> ValueState {
        let mut memory = memory.reaching(Some(&self.reached));
        if !self.reached.writes.is_empty() {
            memory.forget_exposed();
        }
        for var in self.statics.iter() {
            if memory.program.vars[var].kind == VarKind::Static {
                let object = AbstractObject::of_var(var, 0, memory.program);
                memory.forget(MemoryLocation::Within { object, from: 0, to: None }, 0);
            }
        }
        if !self.reached.frees.is_empty() {
            memory.end_some_of(AllocationKind::Heap, |object| object.may_be_in(&self.reached.frees));
        }
        memory.state
    }
}

/// Where a function that is entered from states of which nothing is known has its frame, so that it has none in common with calls
/// that are followed.
pub const UNFOLLOWED: u32 = 128;

/// So many operations a call may have that is followed in any case.
const SMALL: usize = 64;

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
