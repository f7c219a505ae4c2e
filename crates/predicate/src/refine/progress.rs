//! Where new predicates are tracked, and whether they make a difference on the path that they refute.
//!
//! A refinement that would change no precision on the path is no progress: no path is seen twice under one precision.

use super::path::Refutation;
use crate::options::{PredicateOptions, PredicateScope};
use crate::precision::{PredicatePrecision, TrackingScope};
use crate::predicates::PredicateId;
use crate::workspace::Workspace;
use cairn_cpa::{Cx, Refinement};
use cairn_formula::Cell;
use cairn_ir::{NodeId, Program};
use cairn_term::TermId;

#[derive(Default)]
pub struct TrackedPredicates {
    all: PredicatePrecision,
}

impl TrackedPredicates {
    pub fn add(&mut self, workspace: &Workspace, increment: &PredicatePrecision, cx: &mut Cx<'_>) {
        self.all = self.all.join(increment);
        let (places, most) = self.all.spread();
        for (name, value) in [
            ("predicate-predicates", workspace.predicates.len()),
            ("predicate-locations", places),
            ("predicate-placements", self.all.size()),
            ("predicate-most-at-a-location", most),
        ] {
            cx.statistics.at_least(name, value as u64);
        }
    }
}

/// The refinement that tracks formulas, when that changes a precision on the path.
pub fn progress(
    workspace: &mut Workspace,
    placed: &mut TrackedPredicates,
    refutation: &Refutation<'_>,
    formulas: &[(usize, TermId)],
    cx: &mut Cx<'_>,
) -> Option<Refinement<PredicatePrecision>> {
    let mut increment = PredicatePrecision::new();
    let mut first: Option<usize> = None;
    for (block, formula) in formulas {
        let Some(node) = refutation.nodes.get(*block) else { continue };
        let Some(predicate) = workspace.predicates.add(&mut workspace.encoder, *formula) else { continue };
        let place = scope(workspace, predicate, *node, cx.program);
        increment.add(place, predicate);
        // Each visit of the place counts, also before the window: what is known where a loop is entered spares the
        // abstraction most combinations. The precision of the state before is the one of the block's abstraction.
        let visits = refutation.nodes.iter().zip(&refutation.ends);
        let before = visits.filter(|(at, _)| place.holds(**at, cx.program)).find_map(|(at, end)| {
            let before = end.saturating_sub(1);
            let tracked = refutation.path[before].precision.at(*at, cx.program);
            tracked.binary_search(&predicate).is_err().then_some(before)
        });
        first = first.into_iter().chain(before).min();
    }
    let mut first = first?;
    if has_large_blocks(&workspace.options) {
        // What is tracked everywhere is of use to all paths, and what is found a second time, on a path that branched
        // off above the cut of the first, would be found again on the next: these start at the root.
        if increment.is_below(&placed.all) {
            increment = placed.all.clone();
            first = 0;
            cx.statistics.add("predicate-refinements-shared", 1);
        } else if increment.is_anywhere() {
            first = 0;
        }
    }
    placed.add(workspace, &increment, cx);
    Some(Refinement::Refined(vec![(first, increment)]))
}

/// Where a predicate is tracked that was found at a location. Functions by themselves hand what they know of global
/// variables from one to the next: found at one entry or exit at a time, a predicate costs a refinement at each.
pub fn scope(workspace: &Workspace, predicate: PredicateId, node: NodeId, program: &Program) -> TrackingScope {
    let widens = workspace.options.scope == PredicateScope::Variables && !workspace.options.blocks.every_edge;
    if widens && is_global(workspace, predicate, program) {
        TrackingScope::Program
    } else {
        place(&workspace.options, node, program)
    }
}

/// True when there are few block ends, and what is tracked at all of them costs little. Functions by themselves track
/// what each of them needs.
fn has_large_blocks(options: &PredicateOptions) -> bool {
    !options.blocks.every_edge && !options.modular
}

/// True when a predicate speaks of variables only that all functions see, and of no memory behind pointers.
fn is_global(workspace: &Workspace, predicate: PredicateId, program: &Program) -> bool {
    let Some(term) = workspace.predicates.term(predicate) else { return false };
    let mut symbols =
        workspace.encoder.terms.below(&[term]).into_iter().filter_map(|term| match workspace.encoder.terms.op(term) {
            cairn_term::TermOp::Symbol(symbol) => Some(symbol),
            _ => None,
        });
    symbols.all(|symbol| {
        let cell = workspace.encoder.cell_of(symbol).and_then(|cell| workspace.encoder.cell(cell));
        matches!(cell, Some(Cell::Scalar { var, .. }) if program.vars[var].frame().is_none())
    })
}

/// Where a predicate is tracked that is for a location.
fn place(options: &PredicateOptions, node: NodeId, program: &Program) -> TrackingScope {
    match options.scope {
        PredicateScope::Variables | PredicateScope::Location => TrackingScope::Node(node),
        PredicateScope::Function => TrackingScope::Function(program.nodes[node].function),
        PredicateScope::Global => TrackingScope::Program,
    }
}

/// A refinement that found nothing new, with why the methods failed that did.
pub fn exhausted(mut whys: Vec<String>) -> Refinement<PredicatePrecision> {
    whys.sort();
    whys.dedup();
    whys.push("all predicates that refute the path are tracked already".to_owned());
    Refinement::Exhausted(format!("the predicate analysis finds no new predicate: {}", whys.join("; ")))
}
