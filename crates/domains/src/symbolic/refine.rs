//! Refinement: which variables and which constraints must be kept so that an infeasible path is not explored again
//! (SLICE 2.5 and 2.6.6: interpolation of both).
//!
//! The path is run with everything kept. Where it ends (of several assumptions that are refuted, the one is taken whose
//! refutation rests on no loop counter: [`slice::PathSlice::cost`]), a backward slice over the reads and writes of its steps names the
//! variables that the end rests on; the constraints that it rests on are found by leaving out, halves first: an
//! interpolation by repeated checks, as for explicit values (Beyer and Löwe, FASE 2013). Variables first, with the values
//! that assumptions determine; constraints only where these do not suffice, for each one keeps states apart.

use super::SymbolicExecution;
use super::precision::SymbolicPrecision;
use super::state::SymbolicState;
use super::transfer::{At, SymbolicWorkspace};
use crate::value::slice::{self, StepAccesses};
use crate::value::trace::StepTrace;
use crate::value::{Grain, ObjectBase, ValuePrecision};
use cairn_cpa::{AbstractPath, Cx, Refine, Refinement, Res};
use cairn_ir::{EdgeId, Op, Step, VarId};
use std::collections::{BTreeMap, BTreeSet};

type Path = AbstractPath<SymbolicState, SymbolicPrecision>;

/// So many refuted assumptions of a path are compared.
const MOST_CHANCES: usize = 16;
/// Steps that making a precision smaller may cost.
const STEPS_TO_MINIMISE: usize = 100_000;

#[derive(Clone, Default)]
struct Kept {
    bases: BTreeSet<ObjectBase>,
    edges: BTreeSet<EdgeId>,
}

impl Kept {
    fn precision(&self) -> SymbolicPrecision {
        let bases: BTreeMap<ObjectBase, Grain> = self.bases.iter().map(|base| (*base, Grain::Values)).collect();
        SymbolicPrecision::of(ValuePrecision::of(bases), self.edges.clone())
    }
}

impl Refine for SymbolicExecution {
    fn refine(
        &self,
        path: &Path,
        infeasible_prefix: Option<usize>,
        cx: &mut Cx<'_>,
    ) -> Res<Refinement<SymbolicPrecision>> {
        cx.statistics.add("symbolic-refinements", 1);
        let counters = self.counters.of(cx.program);
        self.with(|workspace| Refiner { workspace, path, steps: 0 }.refine(infeasible_prefix, counters, cx))
    }

    fn join_precision(&self, a: &SymbolicPrecision, b: &SymbolicPrecision) -> SymbolicPrecision {
        a.join(b)
    }

    fn precision_size(&self, precision: &SymbolicPrecision) -> usize {
        precision.size()
    }
}

struct Refiner<'r> {
    workspace: &'r mut SymbolicWorkspace,
    path: &'r Path,
    steps: usize,
}

impl Refiner<'_> {
    fn refine(
        &mut self,
        prefix: Option<usize>,
        counters: &BTreeSet<VarId>,
        cx: &mut Cx<'_>,
    ) -> Res<Refinement<SymbolicPrecision>> {
        let (steps, ends) = self.run_in_full(cx)?;
        let cost = |end: &usize| (slice::backward(&steps, *end, cx.program).cost(counters), *end);
        let Some(end) = ends.into_iter().min_by_key(cost) else {
            return Ok(Refinement::Exhausted(explanation(self.path, prefix, cx)));
        };
        let assumptions: Vec<(usize, EdgeId)> =
            (1..=end).filter_map(|at| Some((at, self.assumption(at, cx)?))).collect();
        // The values alone, if they do.
        let from_end = slice::backward(&steps, end, cx.program);
        let mut kept = Kept { bases: from_end.bases.keys().copied().collect(), edges: BTreeSet::new() };
        let last = assumptions.last().map(|(_, edge)| *edge);
        kept.edges.extend(last);
        let mut first = from_end.bases.values().copied().min().unwrap_or(0);
        if !self.refutes(0, end, &kept, cx)? {
            let all: Vec<EdgeId> = unique(&assumptions);
            let everything = accessed(&steps, end);
            let mut needed = all.clone();
            let wide = |edges: &[EdgeId]| Kept { bases: everything.clone(), edges: edges.iter().copied().collect() };
            if self.refutes(0, end, &wide(&[]), cx)? {
                needed.clear();
            } else if !self.refutes(0, end, &wide(&all), cx)? {
                return self.finish(0, end, SymbolicPrecision::full());
            } else {
                self.minimise_edges(end, &mut needed, &everything, cx)?;
            }
            kept = Kept { bases: everything.clone(), edges: needed.iter().copied().collect() };
            let ends: Vec<usize> = assumptions
                .iter()
                .filter(|(at, edge)| *at == end || kept.edges.contains(edge))
                .map(|(at, _)| *at)
                .collect();
            let slices: Vec<_> = ends.iter().map(|end| slice::backward(&steps, *end, cx.program)).collect();
            let narrow = Kept {
                bases: slices.iter().flat_map(|slice| slice.bases.keys().copied()).collect(),
                edges: kept.edges.clone(),
            };
            if self.refutes(0, end, &narrow, cx)? {
                kept = narrow;
            }
            first = slices.iter().flat_map(|slice| slice.bases.values().copied()).min().unwrap_or(0);
        }
        self.minimise_bases(end, &mut kept, cx)?;
        self.minimise_last(end, &mut kept, cx)?;
        let mut cut = first.saturating_sub(1);
        if !self.refutes(cut, end, &kept, cx)? {
            cut = 0;
        }
        self.finish(cut, end, kept.precision())
    }

    fn finish(&self, cut: usize, end: usize, new: SymbolicPrecision) -> Res<Refinement<SymbolicPrecision>> {
        let changes = self.path[cut..end].iter().any(|state| state.precision.join(&new) != state.precision);
        if !changes {
            let reason = "symbolic execution keeps all that this path needs, and meets the path again all the same";
            return Ok(Refinement::Exhausted(reason.to_owned()));
        }
        Ok(Refinement::Refined(vec![(cut, new)]))
    }

    fn assumption(&self, at: usize, cx: &Cx<'_>) -> Option<EdgeId> {
        match self.path[at].step {
            Some(Step::Edge(edge)) => matches!(cx.program.edges[edge].op, Op::Assume { .. }).then_some(edge),
            _ => None,
        }
    }

    /// Runs the path with everything kept: the accesses of each step, and the steps that have no successor; such an assumption is
    /// passed over.
    fn run_in_full(&mut self, cx: &mut Cx<'_>) -> Res<(Vec<StepAccesses>, Vec<usize>)> {
        let full = SymbolicPrecision::full();
        let (mut steps, mut refuted) = (vec![StepAccesses::default()], Vec::new());
        let mut state = SymbolicState::initial();
        for index in 1..self.path.len() {
            cx.budget.tick()?;
            let Some(step) = self.path[index].step else {
                steps.push(StepAccesses::default());
                continue;
            };
            let trace = StepTrace::default();
            let depth = self.path[index - 1].depth;
            let at = At { step, depth, program: cx.program, trace: Some(&trace) };
            let next = self.workspace.step(&state, &full, at, cx)?;
            steps.push(trace.into());
            match next {
                Some(next) => state = next,
                None => refuted.push(index),
            }
            if refuted.len() >= MOST_CHANCES {
                break;
            }
        }
        Ok((steps, refuted))
    }

    /// Whether the path ends at step `end` or before when more is kept from index `cut` on.
    fn refutes(&mut self, cut: usize, end: usize, kept: &Kept, cx: &mut Cx<'_>) -> Res<bool> {
        let added = kept.precision();
        let mut state = self.path[cut].state.clone();
        let mut precision = self.path[cut].precision.join(&added);
        self.steps += end - cut;
        for index in cut + 1..=end {
            cx.budget.tick()?;
            let Some(step) = self.path[index].step else { continue };
            let at = At { step, depth: self.path[index - 1].depth, program: cx.program, trace: None };
            match self.workspace.step(&state, &precision, at, cx)? {
                Some(next) => state = next,
                None => return Ok(true),
            }
            if self.path[index].precision != self.path[index - 1].precision {
                precision = self.path[index].precision.join(&added);
            }
        }
        Ok(false)
    }

    /// Leaves out constraints that the refutation does not need: halves, then quarters, down to single ones.
    fn minimise_edges(
        &mut self,
        end: usize,
        edges: &mut Vec<EdgeId>,
        bases: &BTreeSet<ObjectBase>,
        cx: &mut Cx<'_>,
    ) -> Res<()> {
        let mut size = edges.len().div_ceil(2);
        while size > 0 && self.steps < STEPS_TO_MINIMISE {
            let mut at = 0;
            while at < edges.len() && self.steps < STEPS_TO_MINIMISE {
                let mut fewer = edges.clone();
                fewer.drain(at..(at + size).min(edges.len()));
                let kept = Kept { bases: bases.clone(), edges: fewer.iter().copied().collect() };
                if self.refutes(0, end, &kept, cx)? {
                    *edges = fewer;
                } else {
                    at += size;
                }
            }
            size = if size == 1 { 0 } else { size.div_ceil(2) };
        }
        Ok(())
    }

    fn minimise_bases(&mut self, end: usize, kept: &mut Kept, cx: &mut Cx<'_>) -> Res<()> {
        let limit = self.steps + STEPS_TO_MINIMISE;
        for base in kept.bases.clone() {
            if self.steps > limit {
                break;
            }
            kept.bases.remove(&base);
            if !self.refutes(0, end, kept, cx)? {
                kept.bases.insert(base);
            }
        }
        Ok(())
    }

    /// The constraints that were kept to be sure.
    fn minimise_last(&mut self, end: usize, kept: &mut Kept, cx: &mut Cx<'_>) -> Res<()> {
        if let [only] = kept.edges.iter().copied().collect::<Vec<_>>()[..] {
            kept.edges.clear();
            if !self.refutes(0, end, kept, cx)? {
                kept.edges.insert(only);
            }
        }
        Ok(())
    }
}

fn unique(assumptions: &[(usize, EdgeId)]) -> Vec<EdgeId> {
    let set: BTreeSet<EdgeId> = assumptions.iter().map(|(_, edge)| *edge).collect();
    set.into_iter().collect()
}

fn accessed(steps: &[StepAccesses], end: usize) -> BTreeSet<ObjectBase> {
    let accesses = steps[..=end].iter().flat_map(|s| s.values.iter().chain(&s.addresses).chain(&s.writes));
    accesses.map(|access| access.object.base()).collect()
}

/// Why the path cannot be refuted: the last assumption on it.
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
    format!("symbolic execution does not know what decides the assumption{place}")
}
