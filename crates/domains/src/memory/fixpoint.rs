//! The fixpoint: a function for each state that it is called with, over its locations.
//!
//! A call is analysed in full where it stands, as deep as calls go; the same call with the same state is looked up. Loop heads
//! widen after a few rounds; descending rounds follow, which are sound from any state above what is reachable. States are
//! written down in a last round only, so that what is kept is no wider than the result.
//!
//! Why no reduce and expand as yet: objects that are older than a block have names under which nothing is answered about
//! them, and what a callee does with its caller's buffers is most of what there is to know.

use super::join;
use super::knowledge::MemoryInvariants;
use crate::interval::threshold::Thresholds;
use crate::value::memory::Memory;
use crate::value::{Joined, ValuePrecision, ValueState};
use cairn_base::{Budget, FastMap, FastSet, IdVec};
use cairn_cpa::Res;
use cairn_ir::{FunctionId, NodeId, Op, PassedValues, Program, Step};
use std::collections::{BTreeMap, BTreeSet};

/// Rounds of a loop head that join exactly.
const EXACT: u32 = 2;
/// After so many rounds thresholds are left out.
const WITH_THRESHOLDS: u32 = 40;
/// Descending rounds.
const DESCENDING: u32 = 2;
/// Deeper calls are not followed.
const DEEPEST: u32 = 64;

/// Interprets a program; `None` where that would take more than so many steps, or meets what it has no answer for.
///
/// # Errors
/// The budget is used up.
pub fn interpret(program: &Program, steps: u64, budget: &Budget) -> Res<Option<MemoryInvariants>> {
    let is_unresolved = |op: &Op| matches!(op, Op::CallPointer { .. });
    if program.edges.iter().any(|edge| is_unresolved(&edge.op)) {
        return Ok(None);
    }
    let mut interpretation = Interpretation {
        program,
        thresholds: Thresholds::of(program),
        budget,
        steps,
        stack: FastSet::default(),
        known: FastMap::default(),
        written: program.nodes.iter().map(|_| BTreeMap::new()).collect(),
        recorded: FastSet::default(),
    };
    let initial = ValueState::initial();
    let done = interpretation.call(program.start, &initial, 0, true)?;
    Ok(done.map(|_| MemoryInvariants { states: interpretation.written }))
}

struct Interpretation<'a> {
    program: &'a Program,
    thresholds: Thresholds,
    budget: &'a Budget,
    /// Steps that are left.
    steps: u64,
    /// The functions that are being analysed.
    stack: FastSet<FunctionId>,
    /// What calls lead to; `None` where they do not return.
    known: FastMap<(FunctionId, u32, ValueState), Option<ValueState>>,
    written: IdVec<NodeId, BTreeMap<u32, ValueState>>,
    /// The calls whose states are written down.
    recorded: FastSet<(FunctionId, u32, ValueState)>,
}

/// The states of a function's locations.
type Local = FastMap<NodeId, ValueState>;

impl Interpretation<'_> {
    /// The state at a function's exit, `None` within where it does not return. `None` where there is no answer.
    fn call(
        &mut self,
        function: FunctionId,
        entry: &ValueState,
        depth: u32,
        records: bool,
    ) -> Res<Option<Option<ValueState>>> {
        let Some(body) = self.program.functions[function].body else { return Ok(None) };
        let key = (function, depth, entry.clone());
        if let Some(exit) = self.known.get(&key)
            && (!records || self.recorded.contains(&key))
        {
            return Ok(Some(exit.clone()));
        }
        if depth > DEEPEST || !self.stack.insert(function) {
            return Ok(None);
        }
        if function == self.program.start && self.is_without_loops(function) {
            return self.paths(body.entry, entry, records);
        }
        let found = self.fixpoint(body.entry, entry, depth, records)?;
        self.stack.remove(&function);
        let Some(local) = found else { return Ok(None) };
        let exit = local.get(&body.exit).cloned();
        if records {
            self.recorded.insert(key.clone());
        }
        self.known.insert(key, exit.clone());
        Ok(Some(exit))
    }

    fn is_without_loops(&self, function: FunctionId) -> bool {
        !self.program.nodes.iter().any(|node| node.function == function && node.loop_head)
    }

    /// The start function, whose states are not joined: `main` is analysed for each number of arguments that the start
    /// distinguishes, since a pointer among the arguments is null for some only (a partition).
    fn paths(&mut self, first: NodeId, entry: &ValueState, records: bool) -> Res<Option<Option<ValueState>>> {
        /// More paths are not followed.
        const MOST: usize = 4096;
        let mut pending = vec![(first, entry.clone())];
        let mut count = 0;
        while let Some((node, state)) = pending.pop() {
            count += 1;
            if count > MOST {
                return Ok(None);
            }
            if records {
                self.write(node, 0, &state);
            }
            let Some(successors) = self.successors(node, &state, 0, records)? else { return Ok(None) };
            pending.extend(successors);
        }
        Ok(Some(None))
    }

    fn write(&mut self, node: NodeId, depth: u32, state: &ValueState) {
        let joined = match self.written[node].get(&depth) {
            Some(old) => join::join(old, state, self.program),
            None => state.clone(),
        };
        self.written[node].insert(depth, joined);
    }

    fn fixpoint(&mut self, first: NodeId, entry: &ValueState, depth: u32, records: bool) -> Res<Option<Local>> {
        let program = self.program;
        let mut local = Local::default();
        let mut rounds: FastMap<NodeId, u32> = FastMap::default();
        let mut waiting = BTreeSet::from([(program.nodes[first].order, first)]);
        local.insert(first, entry.clone());
        while let Some((_, node)) = waiting.pop_first() {
            let state = local[&node].clone();
            let Some(successors) = self.successors(node, &state, depth, false)? else { return Ok(None) };
            for (target, state) in successors {
                let new = match local.get(&target) {
                    None => state,
                    Some(old) if state.is_below(old) => continue,
                    Some(old) => {
                        let round = rounds.get(&target).copied().unwrap_or(0);
                        let is_exact = !program.nodes[target].loop_head || round <= EXACT;
                        if is_exact && round <= WITH_THRESHOLDS {
                            join::join(old, &state, program)
                        } else {
                            let with = if round <= WITH_THRESHOLDS { self.thresholds.as_slice() } else { &[] };
                            join::widen(old, &state, program, with)
                        }
                    }
                };
                if local.get(&target) == Some(&new) {
                    continue;
                }
                *rounds.entry(target).or_default() += 1;
                local.insert(target, new);
                waiting.insert((program.nodes[target].order, target));
            }
        }
        if rounds.iter().any(|(node, count)| *count > 1 && program.nodes[*node].loop_head) {
            for _ in 0..DESCENDING {
                let Some(lower) = self.descend(first, entry, &local, depth)? else { return Ok(None) };
                local = lower;
            }
        }
        if records {
            self.record(&local, depth)?;
        }
        Ok(Some(local))
    }

    /// What comes to each location from the states of all.
    fn descend(&mut self, first: NodeId, entry: &ValueState, local: &Local, depth: u32) -> Res<Option<Local>> {
        let program = self.program;
        let mut lower = Local::default();
        lower.insert(first, entry.clone());
        let mut order: Vec<(u32, NodeId)> = local.keys().map(|node| (program.nodes[*node].order, *node)).collect();
        order.sort_unstable();
        for (_, node) in order {
            // In order, most of what comes to a location has come; what comes back to a loop's head comes from the states before.
            let comes_back = program.nodes[node].loop_head;
            let state = if comes_back { local.get(&node) } else { lower.get(&node) };
            let Some(state) = state.cloned() else { continue };
            let Some(successors) = self.successors(node, &state, depth, false)? else { return Ok(None) };
            for (target, state) in successors {
                let joined = match lower.get(&target) {
                    Some(old) => join::join(old, &state, program),
                    None => state,
                };
                lower.insert(target, joined);
            }
        }
        Ok(Some(lower))
    }

    /// Writes down the states of a function's locations, and those of the calls in them.
    fn record(&mut self, local: &Local, depth: u32) -> Res<()> {
        let mut order: Vec<NodeId> = local.keys().copied().collect();
        order.sort_unstable();
        for node in order {
            let state = &local[&node];
            self.write(node, depth, state);
            let calls = self.program.leaving(node).any(|(_, edge)| matches!(edge.op, Op::Call(_)));
            if calls {
                self.successors(node, state, depth, true)?;
            }
        }
        Ok(())
    }

    /// What a location's state brings to others.
    fn successors(
        &mut self,
        node: NodeId,
        state: &ValueState,
        depth: u32,
        records: bool,
    ) -> Res<Option<Vec<(NodeId, ValueState)>>> {
        let program = self.program;
        let mut out = Vec::new();
        for (id, edge) in program.leaving(node) {
            self.budget.tick()?;
            let Some(left) = self.steps.checked_sub(1) else { return Ok(None) };
            self.steps = left;
            match edge.op {
                Op::Halt | Op::Unsupported(_) => {}
                Op::Call(call) => {
                    let (Some(callee), Some(_)) = (program.calls[call].callee, program.body_called(&edge.op)) else {
                        continue;
                    };
                    let Some(entered) = self.step(state, Step::Enter(call, PassedValues::ALL), depth)? else {
                        continue;
                    };
                    let Some(exit) = self.call(callee, &entered, depth + 1, records)? else { return Ok(None) };
                    if let Some(exit) = exit {
                        let left = self.step(&exit, Step::Leave(call, PassedValues::ALL), depth + 1)?;
                        out.extend(left.map(|next| (edge.target, next)));
                    }
                }
                _ => out.extend(self.step(state, Step::Edge(id), depth)?.map(|next| (edge.target, next))),
            }
        }
        Ok(Some(out))
    }

    fn step(&self, state: &ValueState, step: Step, depth: u32) -> Res<Option<ValueState>> {
        let precision = ValuePrecision::Full;
        Memory::new(state.clone(), depth, self.program, &precision).with(&Joined).step(step)
    }
}
