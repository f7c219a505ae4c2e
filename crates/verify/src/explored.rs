//! The exploration of a run, for who shows it: the first states of one stage, and which edges any stage was along.
//!
//! Invariant: after TRUE, an edge that is said not to be reached is on no execution. So only the stage that proved it is asked
//! then. Where it proved it without a graph of the whole program (a formula, results of earlier runs) nothing is said of edges.
//! Between a decision and an end of the program (`abort`) no state is kept, so edges there that no state was along may still
//! have been reached: of them nothing is said either.

use crate::report::ExplorationReport;
use crate::run::StageResults;
use cairn_base::id::Id;
use cairn_cpa::{Snapshot, Verdict};
use cairn_ir::{EdgeId, NodeId, Op, Program};

pub const STATES: usize = 5_000;

/// What a run explored; nothing where no stage has a graph.
pub fn of(run: &StageResults<'_>, program: &Program) -> Option<ExplorationReport> {
    let is_proved = run.verdict == Verdict::True;
    let mut taken: Vec<(usize, Snapshot)> = Vec::new();
    for (index, stage) in run.stages.iter().enumerate().rev() {
        // Of all others only the edges are wanted.
        let most = if taken.is_empty() { STATES } else { 0 };
        let Some(graph) = &stage.graph else { continue };
        if let Some(snapshot) = graph.snapshot(program, most) {
            taken.push((index, snapshot));
        }
    }
    let proved_by = run.stages.len().checked_sub(1).filter(|_| is_proved);
    let reached = match proved_by {
        None => union(taken.iter().map(|(_, snapshot)| snapshot), program, false),
        Some(last) => union(taken.iter().filter(|(index, _)| *index == last).map(|(_, taken)| taken), program, true),
    };
    let (index, snapshot) = taken.into_iter().next()?;
    let stage = run.stages[index].name.clone();
    Some(ExplorationReport { stage, is_proof: proved_by == Some(index), snapshot, reached })
}

fn union<'s>(all: impl Iterator<Item = &'s Snapshot>, program: &Program, is_proof: bool) -> Vec<Option<bool>> {
    let mut reached: Option<Vec<bool>> = None;
    for snapshot in all {
        match &mut reached {
            None => reached = Some(snapshot.reached.clone()),
            Some(reached) => reached.iter_mut().zip(&snapshot.reached).for_each(|(any, one)| *any |= one),
        }
    }
    let Some(reached) = reached else { return Vec::new() };
    // A proof that has been nowhere was not made on this graph.
    if is_proof && !reached.contains(&true) {
        return Vec::new();
    }
    let of = |edge: EdgeId| match reached.get(edge.index()) {
        Some(true) => Some(true),
        Some(false) if !ends(program, edge) => Some(false),
        _ => None,
    };
    program.edges.ids().map(of).collect()
}

/// Whether a straight line from an edge on leads to where the program ends.
fn ends(program: &Program, first: EdgeId) -> bool {
    let mut edge = first;
    for _ in 0..program.edges.len() {
        let Op::Halt = program.edges[edge].op else {
            let at: NodeId = program.edges[edge].target;
            match program.nodes[at].leaving[..] {
                [next] => edge = next,
                [] => return !is_exit(program, at),
                _ => return false,
            }
            continue;
        };
        return true;
    }
    true
}

fn is_exit(program: &Program, node: NodeId) -> bool {
    program.functions[program.nodes[node].function].body.is_some_and(|body| body.exit == node)
}
