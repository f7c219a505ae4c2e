//! Refinement of a counterexample through functions that are analysed by themselves (BAM 4.5.4, algorithms 13, 15, 16):
//! the path becomes a tree ([`tree`]), the tree's interpolants become predicates at their nodes' locations.
//!
//! Flattening is implicit, for each node knows its location: a call that returned has no interpolant at its entry
//! (algorithm 15 says *true* there), its root's goes to the function's exit, and that of the node where it meets the
//! caller to the location behind the call (the paper puts both at the exit, where its rebuild abstracts; here the
//! abstraction after the return does).
//!
//! A predicate is stored as its location's function sees it. What is out of scope at a location is dropped and counted:
//! interpolants of trees never are, but for symbols of the program's start. Every frame on the path gets all predicates
//! that are found, from its first state on where one is new: a block's precision is one for all its entries.

pub mod affine;
pub mod clauses;
pub mod closure;
pub mod segment;
pub mod templates;
pub mod tree;
pub mod wrapping;

use super::atoms::atoms;
use super::interpolants::found;
use super::path::Path;
use super::progress::{TrackedPredicates, exhausted, scope};
use crate::options::{Form, Trees};
use crate::precision::{PredicatePrecision, TrackingScope};
use crate::workspace::Workspace;
use cairn_base::{FastIndexMap, QueryKind};
use cairn_cpa::{Cx, Refinement, Res};
use cairn_ir::NodeId;
use cairn_smt::SolverLimits;
use cairn_smt::interpolation::{InterpolationRequest, Method, Relevant, Strategy, interpolate_tree, relevant};
use cairn_smt::work::{CORE, INTERPOLATION};
use cairn_term::TermId;
use closure::Closure;
use std::collections::BTreeSet;
use std::time::Instant;
use tree::{InterpolationTree, in_scope};
use wrapping::{add_congruences, unwrapped};

/// Formulas as a location's function sees them, each with the location.
type Found = Vec<(NodeId, TermId)>;

/// Predicates that refute a path, each in its function's scope.
pub fn refine_tree(
    workspace: &mut Workspace,
    closure: &mut Closure,
    placed: &mut TrackedPredicates,
    path: &Path,
    tree: &InterpolationTree,
    cx: &mut Cx<'_>,
) -> Res<Refinement<PredicatePrecision>> {
    let mut whys: Vec<String> = Vec::new();
    let mut strategies = vec![workspace.options.trees];
    strategies.extend(Trees::WITHOUT_INVARIANTS.into_iter().filter(|other| *other != workspace.options.trees));
    let orders: Vec<Vec<Method>> = std::iter::once(workspace.options.interpolation.clone())
        .chain(Method::ALL.iter().map(|method| vec![*method]))
        .collect();
    let mut widths = BTreeSet::new();
    for group in &tree.groups {
        widths.extend(unwrapped(&mut workspace.encoder.terms, *group).1);
    }
    if workspace.options.trees == Trees::Closed {
        let mut formulas = Vec::new();
        for (node, invariant) in closure.closed(workspace, tree, cx)? {
            formulas.extend(atoms(&mut workspace.encoder.terms, invariant).into_iter().map(|atom| (node, atom)));
        }
        add_congruences(&mut workspace.encoder.terms, &mut formulas, &widths);
        if let Some(refined) = progress_in_frames(workspace, placed, path, tree, &formulas, cx) {
            return Ok(refined);
        }
    }
    for order in &orders {
        for strategy in &strategies {
            let found = match tree_interpolants(workspace, closure, tree, *strategy, order, cx)? {
                Ok(found) => found,
                Err(why) => {
                    whys.push(why);
                    continue;
                }
            };
            let other = if workspace.options.form == Form::Atoms { Form::Whole } else { Form::Atoms };
            for form in [workspace.options.form, other] {
                let mut formulas = formulas_of(workspace, tree, &found, form, cx);
                add_congruences(&mut workspace.encoder.terms, &mut formulas, &widths);
                if let Some(refined) = progress_in_frames(workspace, placed, path, tree, &formulas, cx) {
                    return Ok(refined);
                }
                cx.statistics.add("predicate-refinements-without-progress", 1);
            }
        }
    }
    let mined = mined_in_frames(workspace, tree, cx)?;
    if let Some(refined) = progress_in_frames(workspace, placed, path, tree, &mined, cx) {
        cx.statistics.add("predicate-refinements-mined", 1);
        return Ok(refined);
    }
    Ok(exhausted(whys))
}

/// Interpolants of all nodes but the root, or why there are none.
fn tree_interpolants(
    workspace: &mut Workspace,
    closure: &mut Closure,
    tree: &InterpolationTree,
    strategy: Trees,
    order: &[Method],
    cx: &mut Cx<'_>,
) -> Res<Result<Vec<TermId>, String>> {
    if tree.groups.len() < 2 {
        return Ok(Err("no block ends before the path becomes infeasible".to_owned()));
    }
    cx.budget.look()?;
    let limits =
        SolverLimits::of_search(cx.budget, QueryKind::Interpolation.limit(INTERPOLATION)).by(&workspace.options.solver);
    let request = InterpolationRequest { order, ..InterpolationRequest::tree(&tree.groups, &tree.parents, limits) };
    let (start, before) = (Instant::now(), cx.budget.work());
    let strategy = match strategy {
        Trees::Tree | Trees::Closed => Strategy::Tree,
        Trees::TreeFromBinary => Strategy::Binary,
        Trees::WellScoped => Strategy::WellScoped,
        Trees::Nested => Strategy::Nested,
    };
    let outcome = interpolate_tree(&mut workspace.encoder.terms, &request, strategy);
    closure.interpolating = closure.interpolating.plus(cx.budget.work().minus(before));
    let micros = u64::try_from(start.elapsed().as_micros()).unwrap_or(0);
    cx.statistics.add("predicate-interpolation-microseconds", micros);
    cx.budget.look()?;
    Ok(found(outcome).map(|found| found.terms))
}

fn formulas_of(
    workspace: &mut Workspace,
    tree: &InterpolationTree,
    found: &[TermId],
    form: Form,
    cx: &mut Cx<'_>,
) -> Found {
    let mut formulas = Vec::new();
    for (node, interpolant) in found.iter().enumerate() {
        let parts = match form {
            Form::Whole => vec![*interpolant],
            Form::Atoms => atoms(&mut workspace.encoder.terms, *interpolant),
        };
        for part in parts {
            match in_scope(workspace, tree, node, part, cx.program) {
                Some(formula) => formulas.push((tree.positions[node].node, formula)),
                None => cx.statistics.add("predicate-interpolants-out-of-scope", 1),
            }
        }
    }
    formulas
}

/// Atoms of a core, at the ends of the blocks that they are in and of those before.
fn mined_in_frames(workspace: &mut Workspace, tree: &InterpolationTree, cx: &mut Cx<'_>) -> Res<Found> {
    cx.budget.look()?;
    let limits = SolverLimits::of_search(cx.budget, CORE).by(&workspace.options.solver);
    let Ok(Relevant::Core(core)) = relevant(&mut workspace.encoder.terms, &tree.groups, &limits) else {
        return Ok(Vec::new());
    };
    let mut found = Vec::new();
    for (node, conjuncts) in core.iter().enumerate() {
        let below = (0..node).filter(|child| tree.parents[*child] == Some(node));
        let places: Vec<usize> = below.chain([node]).collect();
        for conjunct in conjuncts {
            for atom in atoms(&mut workspace.encoder.terms, *conjunct) {
                for place in &places {
                    let at = tree.positions[*place].node;
                    found.extend(in_scope(workspace, tree, *place, atom, cx.program).map(|formula| (at, formula)));
                }
            }
        }
    }
    Ok(found)
}

/// The refinement that tracks formulas, when that changes a precision on the path.
fn progress_in_frames(
    workspace: &mut Workspace,
    placed: &mut TrackedPredicates,
    path: &Path,
    tree: &InterpolationTree,
    formulas: &[(NodeId, TermId)],
    cx: &mut Cx<'_>,
) -> Option<Refinement<PredicatePrecision>> {
    let mut increment = PredicatePrecision::new();
    let mut added = Vec::new();
    for (node, formula) in formulas {
        let Some(predicate) = workspace.predicates.add(&mut workspace.encoder, *formula) else { continue };
        let scope = scope(workspace, predicate, *node, cx.program);
        increment.add(scope, predicate);
        added.push((scope, predicate));
    }
    // In each frame the first state whose precision does not have all that belongs behind it.
    let mut first: FastIndexMap<usize, usize> = FastIndexMap::default();
    for at in &tree.positions {
        let tracked = path[at.before].precision.at(at.node, cx.program);
        let news = |(scope, predicate): &(TrackingScope, _)| {
            scope.holds(at.node, cx.program) && tracked.binary_search(predicate).is_err()
        };
        if added.iter().any(news) {
            let frame = first.entry(at.owner).or_insert(at.before);
            *frame = (*frame).min(at.before);
        }
    }
    if first.is_empty() {
        return None;
    }
    placed.add(workspace, &increment, cx);
    let mut indices: Vec<usize> = first.into_values().collect();
    indices.sort_unstable();
    indices.dedup();
    Some(Refinement::Refined(indices.into_iter().map(|index| (index, increment.clone())).collect()))
}
