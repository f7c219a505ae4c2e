//! Which decision of a trace led to each of its steps.
//!
//! The paper's trace formula knows assignments and decisions, but a decision that is taken away leaves what was executed behind
//! it as it was: a wrong condition is then blamed only when the values on the path contradict it. Here a decision that is to
//! blame may also have left out what it led to, up to where its branches meet again. What the other branch would have done
//! is not on the trace and not looked at.
//!
//! What a function returns is never left out: on the other way it would return something else, which is not on the trace either.
//! A decision that led to the post-condition itself leaves nothing out: without it the question would not have come up, and every
//! such decision would be to blame for everything.
//!
//! Dynamic control dependence by a stack, as Xin and Zhang (Efficient Online Detection of Dynamic Control Dependence, 2007):
//! a decision is on it from where it is taken to its immediate post-dominator. Decisions of the rounds of a loop stay on it
//! together, for a round that is left out leaves out those after it.

use cairn_base::FastMap;
use cairn_ir::{CallSiteId, Dominators, EdgeId, FunctionId, NodeId, Op, Program, Step};

/// For each step the last decision that led to it, as a step; the decisions before that are found from there.
pub type ControllingDecisions = Vec<Option<usize>>;

/// A decision that is at work.
struct Open {
    step: usize,
    until: Option<NodeId>,
}

/// The decisions that led to the steps of a path.
pub fn control(program: &Program, steps: &[Step]) -> ControllingDecisions {
    let mut calls: FastMap<CallSiteId, EdgeId> = FastMap::default();
    for (id, edge) in program.edges.iter_ids() {
        if let Op::Call(call) = edge.op {
            calls.insert(call, id);
        }
    }
    let mut trees: FastMap<FunctionId, Dominators> = FastMap::default();
    let mut open: Vec<Open> = Vec::new();
    // For each frame above the first, how many decisions were open when it was entered.
    let mut frames: Vec<usize> = Vec::new();
    let mut all = Vec::with_capacity(steps.len());
    for (at, step) in steps.iter().enumerate() {
        let edge = match step {
            Step::Edge(edge) | Step::Hidden(edge) => Some(*edge),
            Step::Enter(call, _) => calls.get(call).copied(),
            Step::Leave(..) => {
                open.truncate(frames.pop().unwrap_or(0));
                None
            }
        };
        let node = edge.map(|edge| program.edges[edge].source);
        let base = frames.last().copied().unwrap_or(0);
        while open.len() > base && open.last().is_some_and(|last| last.until.is_some() && last.until == node) {
            open.pop();
        }
        all.push(open.last().map(|last| last.step));
        match (step, node) {
            (Step::Enter(..), _) => frames.push(open.len()),
            (Step::Edge(edge), Some(node)) if decides(program, *edge) => {
                let function = program.nodes[node].function;
                let tree = trees.entry(function).or_insert_with(|| Dominators::backwards(program, function));
                open.push(Open { step: at, until: tree.immediate(node) });
            }
            _ => {}
        }
    }
    all
}

/// True for an assumption that has an alternative.
fn decides(program: &Program, edge: EdgeId) -> bool {
    let edge = &program.edges[edge];
    matches!(edge.op, Op::Assume { .. }) && program.nodes[edge.source].leaving.len() > 1
}

/// Takes out the decisions that led to a step.
pub fn without_those_of(control: &mut ControllingDecisions, step: usize) {
    let mut fixed = Vec::new();
    let mut at = control[step];
    while let Some(decision) = at {
        fixed.push(decision);
        at = control[decision];
    }
    for of in control.iter_mut() {
        // The decisions before a fixed one are fixed too, so no chain has one behind this.
        if of.is_some_and(|decision| fixed.contains(&decision)) {
            *of = None;
        }
    }
}
