//! Refinement: what must be tracked so that an infeasible path is not explored again (BAM 4.4.4).
//!
//! The path is run with everything tracked. Each assumption that is refuted on the way is a chance: the path is
//! infeasible because of that one alone (infeasible sliced prefixes, Beyer, Löwe and Wendler, FORTE 2015). For each, the
//! backward slice names the cells that it rests on; one that rests on no loop counter is taken, and of those the one that needs
//! the fewest writes to one variable, because a loop counter, once tracked, unrolls its loop ([`PathSlice::cost`]). The set is then checked by running the path with it, made
//! smaller by repeated checks with fewer variables, and replaced by everything on the path if it does not suffice.

use super::ValueAnalysis;
use super::object::ObjectBase;
use super::precision::{Grain, ValuePrecision};
use super::slice::{self, PathSlice, StepAccesses};
use super::state::ValueState;
use super::trace::StepTrace;
use super::transfer;
use cairn_cpa::{AbstractPath, Cx, Refine, Refinement, Res};
use cairn_ir::{Op, Step};
use std::collections::BTreeMap;

type Path = AbstractPath<ValueState, ValuePrecision>;

type Tracked = BTreeMap<ObjectBase, Grain>;

/// So many refuted assumptions of a path are compared.
const MOST_CHANCES: usize = 16;
/// Steps that making a set smaller may cost.
const STEPS_TO_MINIMISE: usize = 200_000;

impl Refine for ValueAnalysis {
    fn refine(
        &self,
        path: &Path,
        infeasible_prefix: Option<usize>,
        cx: &mut Cx<'_>,
    ) -> Res<Refinement<ValuePrecision>> {
        cx.statistics.add("value-refinements", 1);
        let (steps, refuted) = run_in_full(path, cx)?;
        if refuted.is_empty() {
            return Ok(Refinement::Exhausted(explanation(path, infeasible_prefix, cx)));
        }
        let mut chances: Vec<(PathSlice, usize)> =
            refuted.iter().map(|end| (slice::backward(&steps, *end, cx.program), *end)).collect();
        let counters = self.counters.of(cx.program);
        chances.sort_by_key(|(slice, end)| (slice.cost(counters), *end));
        for (slice, end) in &chances {
            let all = |grain| slice.bases.keys().map(|base| (*base, grain)).collect::<Tracked>();
            let mut bases = all(Grain::Values);
            if !refutes(path, 0, *end, &bases, cx)? {
                bases = all(Grain::Ranges);
                if !refutes(path, 0, *end, &bases, cx)? {
                    continue;
                }
            }
            minimise(path, *end, &mut bases, cx)?;
            let first = bases.keys().filter_map(|base| slice.bases.get(base)).copied().min().unwrap_or(0);
            let mut cut = first.saturating_sub(1);
            if !refutes(path, cut, *end, &bases, cx)? {
                cut = 0;
            }
            return finish(path, cut, *end, ValuePrecision::of(bases));
        }
        // No slice suffices: everything that the path touches up to the first refutation.
        cx.statistics.add("value-slices-failed", 1);
        let end = refuted[0];
        let accesses = steps[..=end].iter().flat_map(|s| s.values.iter().chain(&s.addresses).chain(&s.writes));
        let bases: Tracked = accesses.map(|access| (access.object.base(), Grain::Ranges)).collect();
        if refutes(path, 0, end, &bases, cx)? {
            return finish(path, 0, end, ValuePrecision::of(bases));
        }
        finish(path, 0, end, ValuePrecision::Full)
    }

    fn join_precision(&self, a: &ValuePrecision, b: &ValuePrecision) -> ValuePrecision {
        a.join(b)
    }

    fn precision_size(&self, precision: &ValuePrecision) -> usize {
        precision.size()
    }
}

fn finish(path: &Path, cut: usize, end: usize, precision: ValuePrecision) -> Res<Refinement<ValuePrecision>> {
    let changes = path[cut..end].iter().any(|state| state.precision.join(&precision) != state.precision);
    if !changes {
        let reason = "the value analysis tracks all that this path needs, and meets the path again all the same";
        return Ok(Refinement::Exhausted(reason.to_owned()));
    }
    Ok(Refinement::Refined(vec![(cut, precision)]))
}

/// Runs the path with everything tracked. The accesses of each step, and the steps that are refuted; a refuted
/// assumption is passed over.
fn run_in_full(path: &Path, cx: &mut Cx<'_>) -> Res<(Vec<StepAccesses>, Vec<usize>)> {
    let mut steps = vec![StepAccesses::default()];
    let mut refuted = Vec::new();
    let mut state = ValueState::initial();
    for index in 1..path.len() {
        cx.budget.tick()?;
        let Some(step) = path[index].step else {
            steps.push(StepAccesses::default());
            continue;
        };
        let trace = StepTrace::default();
        match transfer::step(&state, &ValuePrecision::Full, step, path[index - 1].depth, cx.program, Some(&trace))? {
            Some(next) => state = next,
            None => refuted.push(index),
        }
        steps.push(trace.into());
        if refuted.len() >= MOST_CHANCES {
            break;
        }
    }
    Ok((steps, refuted))
}

/// Whether the path is refuted at step `end` or before when `bases` are tracked in addition from index `cut` on.
fn refutes(path: &Path, cut: usize, end: usize, bases: &Tracked, cx: &mut Cx<'_>) -> Res<bool> {
    let added = ValuePrecision::of(bases.clone());
    let mut state = path[cut].state.clone();
    let mut precision = path[cut].precision.join(&added);
    for index in cut + 1..=end {
        cx.budget.tick()?;
        let Some(step) = path[index].step else { continue };
        match transfer::step(&state, &precision, step, path[index - 1].depth, cx.program, None)? {
            Some(next) => state = next,
            None => return Ok(true),
        }
        if path[index].precision != path[index - 1].precision {
            precision = path[index].precision.join(&added);
        }
    }
    Ok(false)
}

/// Leaves out what the refutation does not need (BAM 4.4.4: repeated checks with fewer variables).
fn minimise(path: &Path, end: usize, bases: &mut Tracked, cx: &mut Cx<'_>) -> Res<()> {
    let mut steps = 0;
    for (base, grain) in bases.clone() {
        if steps > STEPS_TO_MINIMISE {
            break;
        }
        steps += 2 * end;
        bases.remove(&base);
        if refutes(path, 0, end, bases, cx)? {
            continue;
        }
        bases.insert(base, Grain::Values);
        if grain > Grain::Values && !refutes(path, 0, end, bases, cx)? {
            bases.insert(base, grain);
        }
    }
    Ok(())
}

/// Why the value analysis cannot refute a path: the last assumption whose outcome it does not know.
fn explanation(path: &Path, infeasible_prefix: Option<usize>, cx: &Cx<'_>) -> String {
    let end = infeasible_prefix.unwrap_or(path.len()).min(path.len());
    let assumption = path[..end].iter().rev().find_map(|state| match state.step {
        Some(Step::Edge(edge)) => match cx.program.edges[edge].op {
            Op::Assume { .. } => cx.program.sources.locate(cx.program.edges[edge].span),
            _ => None,
        },
        _ => None,
    });
    let place = assumption.map_or(String::new(), |location| format!(" at {location}"));
    format!("the value analysis cannot relate the nondeterministic values that decide the assumption{place}")
}
