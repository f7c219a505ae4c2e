//! Fault localization block by block (DCPA 4.3.2): what a worker does for its block when a violation condition comes back to it.
//!
//! The execution is cut where it goes from one block of the linear decomposition to another; each visit of a block is looked at
//! by itself, from the last one backwards. What is behind the visit is the condition that has travelled: as the paper's
//! definition 16 has it, it keeps what was executed there and negates only the first post-condition, for the negation of the
//! whole would lose why the statements there matter. What is before it gives the values at its entry; here it is the
//! execution itself and not a model, so it is the same values.
//!
//! A set that a visit reports is a correction set of the execution. Found are the minimal ones all of whose executions lie in
//! one visit: with m visits of n/m statements, at most m·2^(n/m) questions instead of 2^n (Table 11). A statement that several
//! visits execute is in each a statement of its own, so a set of one visit may be larger than one of the whole.

use crate::statement::{Split, StepRole, TraceStatement};
use cairn_base::FastIndexMap;
use cairn_blocks::{BlockGraph, Decomposition};
use cairn_interp::Trace;
use cairn_ir::Program;

/// An execution of which only one visit of a block is in question.
pub struct Visit {
    /// The execution: the statements outside of the visit are given.
    pub split: Split,
    /// For each of its statements the number that it has in the whole execution.
    pub of: Vec<usize>,
}

/// The visits of blocks, the last first; those without a statement are left out.
pub fn visits(program: &Program, trace: &Trace, whole: &Split) -> Vec<Visit> {
    let graph = BlockGraph::new(program, Decomposition::Linear);
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    let mut current = None;
    for (at, entry) in trace.entries.iter().take(whole.roles.len()).enumerate() {
        let block = graph.block_of(entry.step);
        match ranges.last_mut() {
            Some(last) if block == current => last.1 = at + 1,
            _ => ranges.push((at, at + 1)),
        }
        current = block;
    }
    ranges.into_iter().rev().map(|range| visit(whole, range)).filter(|visit| !visit.of.is_empty()).collect()
}

fn visit(whole: &Split, (first, end): (usize, usize)) -> Visit {
    let mut here: FastIndexMap<usize, TraceStatement> = FastIndexMap::default();
    let mut roles = whole.roles.clone();
    for (at, role) in roles.iter_mut().enumerate() {
        let StepRole::Soft(number) = *role else { continue };
        if !(first..end).contains(&at) {
            *role = StepRole::Hard;
            continue;
        }
        let entry = here.entry(number);
        *role = StepRole::Soft(entry.index());
        let statement = &whole.statements[number];
        entry.or_insert_with(|| TraceStatement { steps: Vec::new(), ..statement.clone() }).steps.push(at);
    }
    let (of, statements) = here.into_iter().unzip();
    Visit { split: Split { roles, statements, ..whole.clone() }, of }
}
