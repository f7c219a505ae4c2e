//! Refinement: predicates that refute all program paths of an infeasible sequence of blocks (LBE II-C: interpolants of
//! the block formulas at the ends of blocks; McMillan, "Lazy Abstraction with Interpolants", CAV 2006, for the sequence).
//!
//! Boolean abstraction with the atoms of the interpolants, and either kind with the interpolants as wholes, excludes the
//! sequence: each interpolant follows from the one before and the block between. Cartesian abstraction with atoms may
//! not, and a solver may not know. So a refinement that would change no precision on the path is no progress, and the
//! next one is tried: the other form, each other interpolation method, then predicates mined from the core ([`super::predicate_mining`]).
//! When all is in the precision already, the path is given up with a reason: no path is seen twice under one precision.

use super::counterexample::block_path;
use super::interpolants::{counter, interpolants, predicates_of};
use super::path::{Path, Refutation};
use super::path_suffix::Window;
use super::predicate_mining::mined;
use super::progress::{TrackedPredicates, exhausted, progress};
use crate::options::Form;
use crate::precision::PredicatePrecision;
use crate::workspace::Workspace;
use crate::workspace::history::BlockId;
use cairn_cpa::{Cx, Failure, Refinement, Res};
use cairn_smt::interpolation::Method;
use std::time::Instant;

/// Interpolation methods for joined paths over whole numbers: Spacer alone first. The others follow one path, fail on joined
/// ones, and would each take as long again to give a second opinion on interpolants of many atoms.
const LARGE_BLOCKS: [&[Method]; 2] =
    [&[Method::Spacer], &[Method::Newton, Method::Postcondition, Method::WeakestPrecondition]];

/// Interpolation methods where each edge is a block: one path, which Newton follows in a tenth of the time.
const SINGLE_EDGES: [&[Method]; 2] =
    [&[Method::Newton], &[Method::Spacer, Method::Postcondition, Method::WeakestPrecondition]];

/// Predicates that refute one of some windows of a path.
pub fn refine_windows(
    workspace: &mut Workspace,
    placed: &mut TrackedPredicates,
    path: &Path,
    last: BlockId,
    windows: Vec<Window>,
    cx: &mut Cx<'_>,
) -> Res<Refinement<PredicatePrecision>> {
    let ends: Vec<usize> = (1..path.len()).filter(|index| path[*index].state.at_end).collect();
    let (blocks, nodes) = block_path(workspace, last);
    if ends.len() != nodes.len() {
        return Err(Failure::Internal(format!("a path with {} block ends has {} blocks", ends.len(), nodes.len())));
    }
    let nothing = workspace.encoder.terms.bool(true);
    let mut refutation = Refutation { path, ends, nodes, blocks, window: 0..0, assumed: nothing };
    let start = Instant::now();
    let result = refute_windows(workspace, placed, &mut refutation, windows, cx);
    let micros = u64::try_from(start.elapsed().as_micros()).unwrap_or(0);
    cx.statistics.add("predicate-refinement-microseconds", micros);
    result
}

fn refute_windows(
    workspace: &mut Workspace,
    placed: &mut TrackedPredicates,
    refutation: &mut Refutation<'_>,
    windows: Vec<Window>,
    cx: &mut Cx<'_>,
) -> Res<Refinement<PredicatePrecision>> {
    let mut whys = Vec::new();
    let mut preferred = vec![workspace.options.interpolation.clone()];
    if preferred[0].is_empty() && workspace.options.encoding.is_integer() {
        let methods = if workspace.options.blocks.every_edge { SINGLE_EDGES } else { LARGE_BLOCKS };
        preferred = methods.map(<[Method]>::to_vec).to_vec();
    }
    let each: Vec<Vec<Method>> = Method::ALL.iter().map(|method| vec![*method]).collect();
    for orders in [preferred, each] {
        for (window, assumed) in &windows {
            (refutation.window, refutation.assumed) = (window.clone(), *assumed);
            if let Some(refined) = refute(workspace, placed, refutation, &orders, &mut whys, cx)? {
                cx.statistics.at_least("predicate-longest-refuted-path", window.len() as u64);
                return Ok(refined);
            }
        }
    }
    for (window, assumed) in windows {
        (refutation.window, refutation.assumed) = (window, assumed);
        for formulas in mined(workspace, refutation, cx)? {
            if let Some(refined) = progress(workspace, placed, refutation, &formulas, cx) {
                cx.statistics.add("predicate-refinements-mined", 1);
                return Ok(refined);
            }
        }
    }
    Ok(exhausted(whys))
}

fn refute(
    workspace: &mut Workspace,
    placed: &mut TrackedPredicates,
    refutation: &Refutation<'_>,
    orders: &[Vec<Method>],
    whys: &mut Vec<String>,
    cx: &mut Cx<'_>,
) -> Res<Option<Refinement<PredicatePrecision>>> {
    let mut tried: Vec<Method> = Vec::new();
    for order in orders {
        if order.len() == 1 && tried.contains(&order[0]) {
            continue;
        }
        let found = match interpolants(workspace, refutation, order, cx)? {
            Ok(found) => found,
            Err(why) => {
                whys.push(why);
                continue;
            }
        };
        tried.push(found.method);
        tried.extend(found.attempts.iter().map(|attempt| attempt.method));
        let other = if workspace.options.form == Form::Atoms { Form::Whole } else { Form::Atoms };
        for form in [workspace.options.form, other] {
            let formulas = predicates_of(workspace, refutation, &found, form);
            if let Some(refined) = progress(workspace, placed, refutation, &formulas, cx) {
                cx.statistics.add(counter(found.method), 1);
                return Ok(Some(refined));
            }
            cx.statistics.add("predicate-refinements-without-progress", 1);
        }
    }
    Ok(None)
}
