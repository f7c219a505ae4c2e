//! Invariants by intervals: for each location what holds there in every execution, whatever the call stack.
//!
//! A fixpoint over the locations of all functions. Frames are not told apart: the function at work is always in frame 0,
//! a callee's entry joins what all its calls bring, and its exit goes to all of them, each with the caller's own
//! variables as they were at the call. So recursion needs no treatment, and the cost is that of the text, not of its
//! call stacks.
//!
//! Widening happens at loop heads after a few rounds, and after many rounds everywhere, which is what ends recursion. A
//! descending pass follows: of any state above what is reachable, the transfer is above it too, so the result stays
//! sound without any argument about fixpoints.

use super::cell;
use super::evaluate::View;
use super::state::IntervalState;
use super::threshold::Thresholds;
use super::transfer;
use cairn_base::{Budget, IdVec};
use cairn_cpa::invariants::{Gathered, Invariant};
use cairn_cpa::{Facts, Res};
use cairn_ir::interval::Interval;
use cairn_ir::{Assertion, CallSiteId, EdgeId, ExprId, FunctionId, NodeId, Op, PassedValues, Program, Step};
use std::collections::BTreeSet;

/// Rounds of a loop head that join exactly.
const EXACT_AT_HEADS: u32 = 2;
/// Rounds of another location that join exactly, at most: recursion comes here so often, and a static that is counted up in calls.
const EXACT_ELSEWHERE: usize = 200;
/// Rounds of the whole program that join exactly have so many operations together, so that the cost is that of the text.
const EXACT_OPERATIONS: usize = 200_000;

/// Invariants by location.
#[derive(Clone, Debug)]
pub struct IntervalInvariants {
    states: IdVec<NodeId, Option<IntervalState>>,
}

impl IntervalInvariants {
    /// These states, with none where no execution gets.
    pub(crate) const fn new(states: IdVec<NodeId, Option<IntervalState>>) -> Self {
        Self { states }
    }
    pub(crate) fn meet(&self, other: &Self) -> Self {
        let met = self.states.iter_ids().map(|(node, mine)| mine.as_ref()?.meet(other.at(node)?));
        Self { states: met.collect() }
    }
    /// Invariant at a location, with the variables of its function in frame 0; `None` when no execution gets there.
    pub fn at(&self, node: NodeId) -> Option<&IntervalState> {
        self.states.get(node).and_then(Option::as_ref)
    }
    /// Invariants at the heads of loops, for witnesses.
    pub fn at_loop_heads(&self, program: &Program) -> Vec<Invariant> {
        let mut known = Gathered::default();
        for node in program.nodes.ids().filter(|node| program.nodes[*node].loop_head) {
            if let Some(ranges) = self.at(node) {
                known.add(node, || ranges.invariant(program.nodes[node].function, 0, program));
            }
        }
        known.invariants(|_| Assertion::TRUE)
    }
    /// The values that an integer expression of a location's function can have there; `None` for what is no integer of
    /// at most 64 bits, and where no execution gets.
    pub fn range(&self, node: NodeId, expr: ExprId, program: &Program) -> Option<Interval> {
        View::new(self.at(node)?, 0, program).value(expr)
    }
}

/// Computes the invariants of a program.
///
/// # Errors
/// The budget is used up.
pub fn invariants(program: &Program, budget: &Budget) -> Res<IntervalInvariants> {
    let mut callers: IdVec<FunctionId, Vec<(EdgeId, CallSiteId)>> =
        program.functions.iter().map(|_| Vec::new()).collect();
    for (id, edge) in program.edges.iter_ids() {
        if let Op::Call(call) = edge.op
            && let Some(callee) = program.calls[call].callee
        {
            callers[callee].push((id, call));
        }
    }
    let thresholds = Thresholds::of(program);
    let rounds = (EXACT_OPERATIONS / program.edges.len().max(1)).clamp(EXACT_AT_HEADS as usize, EXACT_ELSEWHERE);
    let mut fixpoint = Fixpoint {
        program,
        exact_elsewhere: rounds as u32,
        callers,
        thresholds,
        states: program.nodes.iter().map(|_| None).collect(),
        rounds: program.nodes.iter().map(|_| 0).collect(),
        waiting: BTreeSet::new(),
    };
    fixpoint.arrive(program.entry(), IntervalState::new());
    while let Some((_, node)) = fixpoint.waiting.pop_first() {
        budget.tick()?;
        for (target, state) in fixpoint.successors(node)? {
            fixpoint.arrive(target, state);
        }
    }
    fixpoint.descend(budget)?;
    Ok(IntervalInvariants { states: fixpoint.states })
}

struct Fixpoint<'a> {
    program: &'a Program,
    /// Rounds of a location that is no loop head that join exactly; after twice as many, thresholds are left out.
    exact_elsewhere: u32,
    callers: IdVec<FunctionId, Vec<(EdgeId, CallSiteId)>>,
    thresholds: Thresholds,
    states: IdVec<NodeId, Option<IntervalState>>,
    rounds: IdVec<NodeId, u32>,
    waiting: BTreeSet<(u32, NodeId)>,
}

impl Fixpoint<'_> {
    fn arrive(&mut self, node: NodeId, state: IntervalState) {
        let new = match &self.states[node] {
            None => state,
            Some(old) if state.is_below(old) => return,
            Some(old) => {
                let round = self.rounds[node];
                let exact = if self.program.nodes[node].loop_head { EXACT_AT_HEADS } else { self.exact_elsewhere };
                if round <= exact {
                    old.join(&state)
                } else {
                    old.widen(
                        &state,
                        if round <= 2 * self.exact_elsewhere.max(EXACT_AT_HEADS) {
                            self.thresholds.as_slice()
                        } else {
                            &[]
                        },
                    )
                }
            }
        };
        self.rounds[node] += 1;
        self.states[node] = Some(new);
        self.waiting.insert((self.program.nodes[node].order, node));
    }

    /// Successors of a location's state.
    fn successors(&self, node: NodeId) -> Res<Vec<(NodeId, IntervalState)>> {
        let program = self.program;
        let Some(state) = &self.states[node] else { return Ok(Vec::new()) };
        let function = program.nodes[node].function;
        let mut out = Vec::new();
        if program.functions[function].body.is_some_and(|body| body.exit == node) {
            for (edge, call) in &self.callers[function] {
                if let Some(before) = &self.states[program.edges[*edge].source] {
                    out.extend(self.returned(before, state, *call)?.map(|next| (program.edges[*edge].target, next)));
                }
            }
            return Ok(out);
        }
        for (id, edge) in program.leaving(node) {
            match edge.op {
                Op::Halt | Op::Unsupported(_) => {}
                Op::Call(call) => {
                    let Some(body) = program.body_called(&edge.op) else { continue };
                    if let Some(entered) = transfer::step(state, Step::Enter(call, PassedValues::ALL), 0, program)? {
                        out.push((body.entry, frame_below_gone(&entered)));
                    }
                    if let Some(at_exit) = &self.states[body.exit] {
                        out.extend(self.returned(state, at_exit, call)?.map(|next| (edge.target, next)));
                    }
                }
                _ => out.extend(transfer::step(state, Step::Edge(id), 0, program)?.map(|next| (edge.target, next))),
            }
        }
        Ok(out)
    }

    /// The state after a call: the caller's variables as before, all else as at the callee's exit.
    fn returned(
        &self,
        before: &IntervalState,
        at_exit: &IntervalState,
        call: CallSiteId,
    ) -> Res<Option<IntervalState>> {
        // Statics stay in one piece in memory, so that states share what no call changes.
        let mut both = at_exit.clone().at_head(false);
        both.forget(cell::keys_of_frame(0));
        before.moved(cell::keys_of_frame(0), 0, &mut both);
        at_exit.moved(cell::keys_of_frame(0), one_frame(), &mut both);
        transfer::step(&both, Step::Leave(call, PassedValues::ALL), 1, self.program)
    }

    /// One descending pass: what arrives at a location is above all that is reachable there.
    fn descend(&mut self, budget: &Budget) -> Res<()> {
        let mut arriving: IdVec<NodeId, Option<IntervalState>> = self.program.nodes.iter().map(|_| None).collect();
        arriving[self.program.entry()] = Some(IntervalState::new());
        for node in self.program.nodes.ids() {
            budget.tick()?;
            for (target, state) in self.successors(node)? {
                let joined = match &arriving[target] {
                    Some(old) => old.join(&state),
                    None => state,
                };
                arriving[target] = Some(joined);
            }
        }
        for (node, state) in arriving.iter_ids() {
            self.states[node] = match (&self.states[node], state) {
                (Some(old), Some(new)) => old.meet(new),
                _ => None,
            };
        }
        Ok(())
    }
}

fn one_frame() -> u64 {
    cell::keys_of_frame(1).start() - cell::keys_of_frame(0).start()
}

/// The state in the callee's eyes: the caller's frame 0 is gone, its own becomes 0.
fn frame_below_gone(entered: &IntervalState) -> IntervalState {
    let mut state = entered.clone().at_head(false);
    state.forget(cell::keys_of_frame(0));
    state.forget(cell::keys_of_frame(1));
    entered.moved(cell::keys_of_frame(1), one_frame().wrapping_neg(), &mut state);
    state
}
