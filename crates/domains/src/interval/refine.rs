//! Refinement of classes: which ends a spurious path needs beside the constants that the program compares with.
//!
//! The path is run with exact ranges. Where these refute it, variables are rounded to their classes again, one after the other,
//! as long as the rest refutes it (as values are left out, BAM 4.4.4). Of those that stay the ranges at loop heads become classes.
//!
//! Joined states have nothing to refine: widening has to end.

use super::{IntervalAnalysis, IntervalState, RangeStates, Thresholds, transfer};
use crate::interval::cell::KeyedCell;
use cairn_cpa::{AbstractPath, Cx, Refine, Refinement, Res};
use cairn_ir::VarId;
use std::collections::{BTreeMap, BTreeSet};

type Path = AbstractPath<IntervalState, Thresholds>;

/// Ends that a variable learns, at most: a counter would get one a round.
const MOST_ENDS: usize = 64;
/// Steps that leaving variables out may cost.
const STEPS_TO_MINIMISE: usize = 200_000;

impl Refine for IntervalAnalysis {
    fn refine(&self, path: &Path, _: Option<usize>, cx: &mut Cx<'_>) -> Res<Refinement<Thresholds>> {
        let exhausted = |why: &str| Ok(Refinement::Exhausted(why.to_owned()));
        if self.states == RangeStates::Joined {
            return exhausted("the interval analysis has a fixed precision");
        }
        let Some(run) = Run::refuted(path, &|_| true, path.len(), cx)? else {
            return exhausted("ranges of single variables do not exclude it");
        };
        let mut exact: BTreeSet<VarId> = run.rounded(path).map(|(_, var, _)| var).collect();
        let mut steps = 0;
        for var in exact.clone() {
            steps += run.end;
            if steps > STEPS_TO_MINIMISE {
                break;
            }
            exact.remove(&var);
            if Run::refuted(path, &|var| exact.contains(&var), run.end + 1, cx)?.is_none() {
                exact.insert(var);
            }
        }
        let Some(run) = Run::refuted(path, &|var| exact.contains(&var), run.end + 1, cx)? else {
            return exhausted("ranges of single variables do not exclude it");
        };
        let mut ends: BTreeMap<VarId, BTreeSet<i128>> = BTreeMap::new();
        let mut first = None;
        for (index, var, (low, high)) in run.rounded(path).filter(|(_, var, _)| exact.contains(var)) {
            first.get_or_insert(index);
            ends.entry(var).or_default().extend([low, high]);
        }
        let Some(first) = first else {
            return exhausted("the classes of ranges refute it, and it is met all the same");
        };
        let precision = path[first - 1].precision.with_ends(&ends);
        if precision.learnt().values().any(|ends| ends.len() > MOST_ENDS) {
            return exhausted("a variable would have too many classes of values");
        }
        cx.statistics.add("interval-ends", ends.values().map(|ends| ends.len() as u64).sum());
        Ok(Refinement::Refined(vec![(first - 1, precision)]))
    }

    fn join_precision(&self, a: &Thresholds, b: &Thresholds) -> Thresholds {
        a.with_ends(b.learnt())
    }

    fn precision_size(&self, precision: &Thresholds) -> usize {
        precision.learnt().values().map(BTreeSet::len).sum()
    }
}

/// A run along a path, with some variables exact.
struct Run {
    /// The step that nothing gets through.
    end: usize,
    /// The states at loop heads, before they are rounded, by index into the path.
    heads: Vec<(usize, IntervalState)>,
}

impl Run {
    /// Runs along the first steps of a path; `None` when something gets through all of them.
    fn refuted(path: &Path, is_exact: &dyn Fn(VarId) -> bool, length: usize, cx: &mut Cx<'_>) -> Res<Option<Self>> {
        let (mut state, mut heads) = (path[0].state.clone(), Vec::new());
        for index in 1..length.min(path.len()) {
            cx.budget.tick()?;
            let Some(step) = path[index].step else { continue };
            match transfer::step(&state, step, path[index - 1].depth, cx.program)? {
                Some(next) => state = next,
                None => return Ok(Some(Self { end: index, heads })),
            }
            if cx.program.nodes[path[index].node].loop_head {
                heads.push((index, state.clone()));
                let precision = &path[index - 1].precision;
                state = state.in_classes(|var, range, all| match is_exact(var) {
                    true => range,
                    false => precision.class(var, range, all),
                });
            }
        }
        Ok(None)
    }

    /// The ranges that are no classes of their variables: where, and of which variable.
    fn rounded<'r>(&'r self, path: &'r Path) -> impl Iterator<Item = (usize, VarId, (i128, i128))> {
        self.heads.iter().flat_map(|(index, state)| {
            let precision = &path[index - 1].precision;
            let mut found = Vec::new();
            state.each(|key, range, all| {
                let var = KeyedCell::from_key(key).var;
                if precision.class(var, range, all) != range {
                    found.push((*index, var, (range.low, range.high)));
                }
            });
            found
        })
    }
}
