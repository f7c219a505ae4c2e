//! The fixpoint: a function for each state that it is called with, over its locations.
//!
//! A call is analysed in full where it stands; the same call with the same state, but for what the callee cannot get at
//! ([`super::callee`]), is looked up. Where that would take too long, calls are analysed in states above their own ([`super::contexts`]). Loop heads
//! widen after a few rounds; descending rounds follow, which are sound from any state above what is reachable. States are
//! written down in a last round only, so that what is kept is no wider than the result.
//!
//! **Recursion.** A call of a function that is being analysed is not followed, nor is one that is too deep: behind it all that
//! the callee may change is unknown, its result too, and the callee is analysed from a state of which nothing is known but the parameters of
//! all such calls ([`super::unfollowed`]). That state names variables of frames that are followed and nothing on the heap, so its frame may have any depth
//! ([`super::callee::UNFOLLOWED`]).
//!
//! **Which calls there are.** A program that comes here is resolved: a call through a pointer is a chain of comparisons with
//! functions, with an operation at its end that nobody models and no execution passes; a function without a body is laid out as
//! what it may do. So each call has a callee with a body, and where one does not there is no answer.
//!
//! Why no reduce and expand as yet: objects that are older than a block have names under which nothing is answered about
//! them, and what a callee does with its caller's buffers is most of what there is to know.

use super::allocators::{AllocationContext, Allocators};
use super::callee::{CalleeEffects, UNFOLLOWED, is_unfollowed, open_in_component};
use super::contexts::{Contexts, Growth, Local, NewStates, STEPS_OF_OPERATION};
use super::join;
use super::knowledge::MemoryInvariants;
use super::partition::{self, Returned, returned_at};
use super::undefined::{self, Access, UndefinedAccess};
use super::unfollowed::UnfollowedCalls;
use crate::interval::threshold::Thresholds;
use crate::value::joined_memory::JoinedMemory;
use crate::value::memory::Memory;
use crate::value::{Joined, ValuePrecision, ValueState};
use cairn_base::{Budget, FastMap, IdVec};
use cairn_cpa::{Failure, Res};
use cairn_ir::{CallGraph, CallSiteId, EdgeId, FunctionId, NodeId, Op, PassedValues, Program, Step, VarId};
use cairn_transform::inclusion::ObjectEffects;
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Rounds of a loop head that join exactly.
const EXACT: u32 = 2;
/// After so many rounds of any location states are widened.
const MOST_EXACT: u32 = 40;
/// So many states of a location are kept apart, for each depth of its frame.
const MOST_WRITTEN: usize = 16;
const DESCENDING: u32 = 2;

/// Interprets a program; `None` where it meets what it has no answer for. Up to so many steps each call is analysed for each state
/// that it begins in, then for a few.
///
/// # Errors
/// The budget is used up.
pub fn interpret(
    program: &Program,
    steps: u64,
    undefined: UndefinedAccess,
    budget: &Budget,
) -> Res<Option<MemoryInvariants>> {
    let is_unresolved = |op: &Op| matches!(op, Op::CallPointer { .. });
    if program.edges.iter().any(|edge| is_unresolved(&edge.op)) {
        return Ok(None);
    }
    let calls = CallGraph::new(program);
    let objects = (undefined == UndefinedAccess::Ends).then(|| ObjectEffects::new(program));
    let effects = CalleeEffects::of_components(program, &calls, objects.as_ref());
    let mut interpretation = Interpretation {
        program,
        thresholds: Thresholds::of(program),
        budget,
        steps: [steps, steps.saturating_add(STEPS_OF_OPERATION.saturating_mul(program.edges.len() as u64))],
        taken: 0,
        losses: BTreeMap::new(),
        objects,
        known: FastMap::default(),
        allocators: Allocators::new(program, &calls, &effects),
        context: 0,
        effects,
        calls,
        stack: Vec::new(),
        unfollowed: UnfollowedCalls::default(),
        written: program.nodes.iter().map(|_| Vec::new()).collect(),
        results: returned_at(program),
        followed: match undefined {
            UndefinedAccess::Ends => undefined::followed(program),
            UndefinedAccess::GoesOn => program.edges.iter().map(|_| Vec::new()).collect(),
        },
    };
    match interpretation.whole() {
        Ok(()) => {
            let Interpretation { written: states, losses, .. } = interpretation;
            Ok(Some(MemoryInvariants { states, losses }))
        }
        Err(End::NoAnswer) => Ok(None),
        Err(End::Failure(failure)) => Err(failure),
    }
}

/// Why the interpretation ends before its time.
enum End {
    NoAnswer,
    Failure(Failure),
}

impl<F: Into<Failure>> From<F> for End {
    fn from(failure: F) -> Self {
        End::Failure(failure.into())
    }
}

type Answer<T> = Result<T, End>;

/// Key of calls whose states are kept together: the function, its depth, the functions of its component that are being executed (so
/// that the same calls in it are followed), the context of what it allocates.
type Key = (FunctionId, u32, Vec<FunctionId>, AllocationContext);

struct Interpretation<'a> {
    program: &'a Program,
    calls: CallGraph,
    /// Effects of calls, by component of the call graph.
    effects: Vec<CalleeEffects>,
    /// What operations may write and free by pointers, where each access is to an object that its pointer came from.
    objects: Option<ObjectEffects>,
    thresholds: Thresholds,
    budget: &'a Budget,
    /// From so many steps on a few states of each call are analysed, and from so many on only what new ones agree in.
    steps: [u64; 2],
    taken: u64,
    /// Of how many objects everything was forgotten by an operation, all times added up.
    losses: BTreeMap<EdgeId, u64>,
    known: FastMap<Key, Contexts>,
    allocators: Allocators,
    /// That of the function that is being analysed.
    context: AllocationContext,
    /// The functions that are being analysed, from the last one on that a call entered which is not followed.
    stack: Vec<FunctionId>,
    /// The calls that are not followed.
    unfollowed: UnfollowedCalls,
    written: IdVec<NodeId, Vec<(u32, ValueState)>>,
    /// The variable whose value tells states of a location apart.
    results: IdVec<NodeId, Option<VarId>>,
    /// The accesses that each edge surely makes.
    followed: IdVec<EdgeId, Vec<Access>>,
}

/// The state that a call is analysed in: its own, or one above it.
fn entry_for(
    contexts: &mut Contexts,
    entry: &ValueState,
    effort: NewStates,
    (program, thresholds): (&Program, &Thresholds),
) -> ValueState {
    if contexts.known(entry).is_some() || contexts.has_room(effort) {
        return entry.clone();
    }
    if let Some(above) = contexts.above(entry) {
        return above;
    }
    let above = |last: &ValueState, growth| match growth {
        Growth::Joined => join::join(last, entry, program),
        Growth::Widened => join::widen(last, entry, program, thresholds.in_round(u32::MAX)),
        Growth::Agreeing => join::agreeing(last, entry, program),
    };
    contexts.general(effort, above).unwrap_or_else(|| entry.clone())
}

impl Interpretation<'_> {
    /// The start, then all functions that calls which are not followed lead to.
    fn whole(&mut self) -> Answer<()> {
        let initial = ValueState::initial();
        let start = self.program.start;
        let Some(body) = self.program.functions[start].body else { return Err(End::NoAnswer) };
        if self.is_without_loops(start) {
            self.stack.push(start);
            self.paths(body.entry, &initial)?;
            self.stack.pop();
        } else {
            self.call(start, &initial, (0, 0), true)?;
        }
        while let Some((function, entry)) = self.unfollowed.next(UNFOLLOWED, self.program) {
            self.call(function, &entry, (UNFOLLOWED, 0), true)?;
        }
        Ok(())
    }

    /// The states at a function's exit, none where it does not return, and whether they are those from its own state, not from one above it.
    fn call(
        &mut self,
        function: FunctionId,
        entry: &ValueState,
        (depth, context): (u32, AllocationContext),
        records: bool,
    ) -> Answer<(Vec<(Returned, ValueState)>, bool)> {
        let Some(body) = self.program.functions[function].body else { return Err(End::NoAnswer) };
        let open = open_in_component(&self.calls, &self.stack, function).to_vec();
        let key = (function, depth, open, context);
        // What calls that are not followed begin in is above all others.
        let effort = if depth == UNFOLLOWED
            || self.stack.is_empty()
            || self.effects[self.calls.component_of(function)].is_small()
        {
            NewStates::Each
        } else {
            self.effort()
        };
        let contexts = self.known.entry(key.clone()).or_default();
        let own = entry;
        let entry = &entry_for(contexts, own, effort, (self.program, &self.thresholds));
        let known = contexts.known(entry).map(|known| Rc::clone(&known.local));
        let caller = std::mem::replace(&mut self.context, context);
        self.stack.push(function);
        let local = match known {
            Some(local) => local,
            None => {
                let local = Rc::new(self.fixpoint(body.entry, entry, depth)?);
                self.known.entry(key.clone()).or_default().add(entry, Rc::clone(&local));
                local
            }
        };
        if records
            && let Some(known) = self.known.get_mut(&key).and_then(|contexts| contexts.known(entry))
            && !std::mem::replace(&mut known.is_recorded, true)
        {
            self.record(&local, depth)?;
        }
        self.stack.pop();
        self.context = caller;
        let exit = |class: Returned| local.get(&(body.exit, class)).map(|state| (class, state.clone()));
        Ok((Returned::ALL.into_iter().filter_map(exit).collect(), entry == own))
    }

    /// Effort for one more state of a call.
    fn effort(&self) -> NewStates {
        match self.steps {
            [each, _] if self.taken < each => NewStates::Each,
            [_, all] if self.taken < all => NewStates::Few,
            _ => NewStates::Agreeing,
        }
    }

    fn is_without_loops(&self, function: FunctionId) -> bool {
        !self.program.nodes.iter().any(|node| node.function == function && node.loop_head)
    }

    /// The start function, whose states are not joined: `main` is analysed for each number of arguments that the start
    /// distinguishes, since a pointer among the arguments is null for some only (a partition).
    fn paths(&mut self, first: NodeId, entry: &ValueState) -> Answer<()> {
        /// More paths are not followed.
        const MOST: usize = 4096;
        let mut pending = vec![(first, entry.clone())];
        let mut count = 0;
        while let Some((node, state)) = pending.pop() {
            count += 1;
            if count > MOST {
                self.call(self.program.start, entry, (0, 0), true)?;
                return Ok(());
            }
            self.write(node, 0, &state);
            pending.extend(self.successors(node, &state, 0, true)?);
        }
        Ok(())
    }

    fn write(&mut self, node: NodeId, depth: u32, state: &ValueState) {
        let of_depth = |(of, _): &&mut (u32, ValueState)| *of == depth;
        let states = &mut self.written[node];
        if states.iter_mut().filter(of_depth).any(|(_, known)| join::is_below(state, known)) {
            return;
        }
        let is_full = states.iter_mut().filter(of_depth).count() >= MOST_WRITTEN;
        match states.iter_mut().rfind(of_depth).filter(|_| is_full) {
            Some((_, last)) => *last = join::join(last, state, self.program),
            None => states.push((depth, state.clone())),
        }
    }

    fn join(&self, old: Option<&ValueState>, new: ValueState) -> ValueState {
        match old {
            Some(old) => join::join(old, &new, self.program),
            None => new,
        }
    }

    fn fixpoint(&mut self, first: NodeId, entry: &ValueState, depth: u32) -> Answer<Local> {
        let program = self.program;
        let mut local = Local::default();
        let mut rounds: FastMap<(NodeId, Returned), u32> = FastMap::default();
        let at_first = (first, Returned::Any);
        let mut waiting = BTreeSet::from([(program.nodes[first].order, at_first)]);
        local.insert(at_first, entry.clone());
        while let Some((_, at)) = waiting.pop_first() {
            let state = local[&at].clone();
            for (node, state) in self.successors(at.0, &state, depth, false)? {
                let target = (node, self.returned(node, &state, depth));
                let new = match local.get(&target) {
                    None => state,
                    Some(old) if join::is_below(&state, old) => continue,
                    Some(old) => {
                        let round = rounds.get(&target).copied().unwrap_or(0);
                        let is_exact = !program.nodes[node].loop_head || round <= EXACT;
                        if is_exact && round <= MOST_EXACT {
                            join::join(old, &state, program)
                        } else {
                            let with = self.thresholds.in_round(round);
                            join::widen(old, &state, program, with)
                        }
                    }
                };
                if local.get(&target) == Some(&new) {
                    continue;
                }
                *rounds.entry(target).or_default() += 1;
                local.insert(target, new);
                waiting.insert((program.nodes[node].order, target));
            }
        }
        if rounds.iter().any(|((node, _), count)| *count > 1 && program.nodes[*node].loop_head) {
            for _ in 0..DESCENDING {
                let Some(lower) = self.descend(first, entry, &local, depth)? else { break };
                local = lower;
            }
        }
        Ok(local)
    }

    /// What comes to each location from the states of all. `None` where a call returns now, as it is not followed any more, what it
    /// did not before: there is no state to go on from at what is told apart by that.
    fn descend(&mut self, first: NodeId, entry: &ValueState, local: &Local, depth: u32) -> Answer<Option<Local>> {
        let program = self.program;
        let mut lower = Local::default();
        lower.insert((first, Returned::Any), entry.clone());
        let mut order: Vec<_> = local.keys().map(|at| (program.nodes[at.0].order, *at)).collect();
        order.sort_unstable();
        for (_, at) in order {
            // In order, most of what comes to a location has come; what comes back to a loop's head comes from the states before.
            let comes_back = program.nodes[at.0].loop_head;
            let state = if comes_back { local.get(&at) } else { lower.get(&at) };
            let Some(state) = state.cloned() else { continue };
            for (node, state) in self.successors(at.0, &state, depth, false)? {
                let target = (node, self.returned(node, &state, depth));
                if !local.contains_key(&target) {
                    return Ok(None);
                }
                let joined = self.join(lower.get(&target), state);
                lower.insert(target, joined);
            }
        }
        Ok(Some(lower))
    }

    /// Writes down the states of a function's locations, and those of the calls in them.
    fn record(&mut self, local: &Local, depth: u32) -> Answer<()> {
        let mut order: Vec<(NodeId, Returned)> = local.keys().copied().collect();
        order.sort_unstable();
        for at in order {
            let (node, state) = (at.0, &local[&at]);
            self.write(node, depth, state);
            let calls = self.program.leaving(node).any(|(_, edge)| matches!(edge.op, Op::Call(_)));
            if calls {
                self.successors(node, state, depth, true)?;
            }
        }
        Ok(())
    }

    /// Successors of a location's state.
    fn successors(
        &mut self,
        node: NodeId,
        state: &ValueState,
        depth: u32,
        records: bool,
    ) -> Answer<Vec<(NodeId, ValueState)>> {
        let program = self.program;
        let mut out = Vec::new();
        for (id, edge) in program.leaving(node) {
            let Some(followed) = self.following(id, state, depth) else { continue };
            let state = &followed;
            self.budget.tick()?;
            self.taken += 1;
            let next = match edge.op {
                Op::Halt | Op::Unsupported(_) => Vec::new(),
                Op::Call(call) => self.through((id, call), state, depth, records)?,
                _ => {
                    let reached = self.objects.as_ref().map(|objects| objects.of(id));
                    let lost = Cell::new(0);
                    let memory = self.memory(state.clone(), depth).reaching(reached).counting(&lost);
                    let next = memory.step(Step::Edge(id))?.into_iter().collect();
                    self.note_loss(id, lost.get());
                    next
                }
            };
            out.extend(next.into_iter().map(|next| (edge.target, next)));
        }
        Ok(out)
    }

    /// The states behind a call, by class of what it returns; none where it does not return.
    fn through(
        &mut self,
        (site, call): (EdgeId, CallSiteId),
        state: &ValueState,
        depth: u32,
        records: bool,
    ) -> Answer<Vec<ValueState>> {
        let program = self.program;
        let Some(callee) = program.calls[call].callee else { return Err(End::NoAnswer) };
        let mut memory = self.memory(state.clone(), depth);
        for arg in program.calls[call].args.iter() {
            if program.types.pointee(program.type_of(*arg)).is_some() {
                memory.origins(*arg);
            }
        }
        let state = &memory.state;
        let Some(entered) = self.step(state, Step::Enter(call, PassedValues::ALL), depth)? else {
            return Ok(Vec::new());
        };
        let component = self.calls.component_of(callee);
        let exits = if is_unfollowed(&self.calls, &self.stack, callee) {
            let lost = Cell::new(0);
            let memory = Memory::new(entered, depth + 1, program, &ValuePrecision::Full).with(&Joined).counting(&lost);
            self.unfollowed.note(callee, &memory, depth + 1, &self.calls);
            let mut left = self.effects[component].forget(memory);
            self.note_loss(site, lost.get());
            left.remove_frame(depth + 1);
            vec![left]
        } else {
            let mut seen = entered;
            let hidden = self.effects[component].without_hidden(&mut seen, depth + 1, program);
            let mut exits = self.parts((site, callee), seen, depth + 1, records)?;
            exits.iter_mut().for_each(|exit| exit.put(&hidden));
            exits
        };
        let mut left = Vec::new();
        for exit in exits {
            left.extend(self.step(&exit, Step::Leave(call, PassedValues::ALL), depth + 1)?);
        }
        Ok(left)
    }

    /// The states at a callee's exit, by class of what it returns, of all parts of the state that it is entered with.
    fn parts(
        &mut self,
        (site, callee): (EdgeId, FunctionId),
        entered: ValueState,
        depth: u32,
        records: bool,
    ) -> Answer<Vec<ValueState>> {
        let mut exits: BTreeMap<Returned, ValueState> = BTreeMap::new();
        let context = self.allocators.context(self.context, site, callee);
        for part in partition::parts(entered, (site, callee), depth, self.program) {
            let (of_part, is_own) = self.call(callee, &part.state, (depth, context), records)?;
            for (class, mut exit) in of_part {
                if !is_own {
                    let effects = &self.effects[self.calls.component_of(callee)];
                    effects.restore(&mut exit, &part.state, depth, self.program);
                }
                part.named_as_before(&mut exit);
                let joined = self.join(exits.get(&class), exit);
                exits.insert(class, joined);
            }
        }
        Ok(exits.into_values().collect())
    }

    /// The state of the executions that an edge does not end by an access that is undefined: what it accesses something by goes into an
    /// object. None where all end.
    fn following(&self, edge: EdgeId, state: &ValueState, depth: u32) -> Option<ValueState> {
        let accesses = &self.followed[edge];
        if accesses.is_empty() {
            return Some(state.clone());
        }
        let mut memory = self.memory(state.clone(), depth);
        let goes_on = accesses.iter().all(|access| match *access {
            Access::Pointer(pointer, bytes) => memory.learn_followed(pointer, bytes),
            Access::Element(element, bytes) => memory.learn_element_followed(element, bytes),
        });
        goes_on.then_some(memory.state)
    }

    fn note_loss(&mut self, edge: EdgeId, objects: u64) {
        if objects > 0 {
            *self.losses.entry(edge).or_default() += objects;
        }
    }

    /// The class of a state of a location.
    fn returned(&self, node: NodeId, state: &ValueState, depth: u32) -> Returned {
        self.results[node].map_or(Returned::Any, |var| Returned::of(var, state, depth, self.program))
    }

    fn memory(&self, state: ValueState, depth: u32) -> JoinedMemory<'_> {
        Memory::new(state, depth, self.program, &ValuePrecision::Full).with(&Joined).in_context(self.context)
    }

    fn step(&self, state: &ValueState, step: Step, depth: u32) -> Res<Option<ValueState>> {
        self.memory(state.clone(), depth).step(step)
    }
}
