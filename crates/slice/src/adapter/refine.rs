//! Refinement of the slice (SLICE 3.3, Algorithm 4): a path that no execution takes adds its criterion to the slice.
//!
//! Three criteria are tried, each only when the slice lacks it: what the option asks for, then the assumptions on the path,
//! then all its operations. The first is what the paper calls target-location or target-path slicing. The second is needed for
//! target-location slicing, under which the path may be met again. The third is for paths that end because an operation
//! has no result: such an operation is no assumption.
//!
//! When the slice has them all, the analysis below refines, on the path as the slice shows it. The paper refines both at
//! once; but the states of the path were computed under the smaller slice, on which the path may well be feasible.

use super::precision::{SlicePrecision, VisibleSlice};
use super::state::SliceState;
use super::{Criteria, Sliced};
use crate::dependences::GraphCost;
use cairn_cpa::{AbstractPath, Candidate, Cx, PathState, Refine, Refinement, Res};
use cairn_ir::{EdgeId, Op, PassedValues, Program, Step};
use std::collections::BTreeSet;
use std::sync::Arc;

type SlicePath<C> =
    AbstractPath<SliceState<<C as cairn_cpa::Cpa>::State>, SlicePrecision<<C as cairn_cpa::Cpa>::Precision>>;

impl<C: Refine> Sliced<C> {
    /// The path as the analysis below has explored it.
    fn below(&self, path: &SlicePath<C>, program: &Program) -> AbstractPath<C::State, C::Precision> {
        let mut found = Vec::with_capacity(path.len());
        let mut before: Option<&PathState<_, SlicePrecision<C::Precision>>> = None;
        for at in path {
            let step = at.step.map(|step| match before {
                // Behind a step that opens a hidden frame, and on one that closes it, the state before tells nothing more.
                Some(before) => shown_after(&before.precision.kept, before, at, step, program),
                None => step,
            });
            found.push(PathState {
                step,
                node: at.node,
                control: at.control,
                depth: at.depth,
                state: at.state.inner.clone(),
                precision: at.precision.inner.clone(),
            });
            before = Some(at);
        }
        found
    }
}

fn shown_after<S, P>(
    kept: &VisibleSlice,
    before: &PathState<SliceState<S>, P>,
    after: &PathState<SliceState<S>, P>,
    step: Step,
    program: &Program,
) -> Step {
    let is_hidden = before.state.hidden_from.is_some() || after.state.hidden_from.is_some();
    if is_hidden { step.hidden(program) } else { kept.shown(step, program) }
}

/// The edge whose operation a step does; none for a return, which does no more than its call.
fn edge(step: Step, at: &cairn_ir::Node, program: &Program) -> Option<EdgeId> {
    match step {
        Step::Edge(edge) | Step::Hidden(edge) => Some(edge),
        Step::Enter(site, _) => {
            at.leaving.iter().copied().find(|edge| matches!(program.edges[*edge].op, Op::Call(of) if of == site))
        }
        Step::Leave(..) => None,
    }
}

fn operations<S, P>(path: &[PathState<S, P>], program: &Program) -> Vec<EdgeId> {
    let pairs = path.windows(2);
    pairs.filter_map(|pair| edge(pair[1].step?, &program.nodes[pair[0].node], program)).collect()
}

#[warn(clippy::missing_trait_methods, reason = "an operator that an adapter forgets is the default's, silently")]
impl<C: Refine> Refine for Sliced<C> {
    fn proposes(&self) -> bool {
        self.inner.proposes()
    }

    fn candidate(&self, path: &SlicePath<C>, cx: &mut Cx<'_>) -> Res<Option<Candidate>> {
        let whole = |step: Step| match step {
            Step::Hidden(edge) => Step::Edge(edge),
            step => step.showing(PassedValues::ALL, cx.program),
        };
        let below = self.below(path, cx.program);
        Ok(match self.inner.candidate(&below, cx)? {
            Some(Candidate::Steps(steps)) => Some(Candidate::Steps(steps.into_iter().map(whole).collect())),
            other => other,
        })
    }

    fn refine(
        &self,
        path: &SlicePath<C>,
        infeasible_prefix: Option<usize>,
        cx: &mut Cx<'_>,
    ) -> Res<Refinement<SlicePrecision<C::Precision>>> {
        let Some(root) = path.first() else { return Ok(Refinement::Exhausted("the path is empty".to_owned())) };
        let (kept, program) = (&root.precision.kept, cx.program);
        // The whole path, and not only what is before its first contradiction: that one may be about a loop counter, and the
        // analysis below chooses among all.
        let done = operations(path, program);
        let assumptions = || done.iter().copied().filter(|edge| matches!(program.edges[*edge].op, Op::Assume { .. }));
        let last = || done.last().copied();
        let first: BTreeSet<EdgeId> = match self.criteria {
            Criteria::TargetLocation => last().into_iter().collect(),
            Criteria::TargetPath | Criteria::Eager(_) => assumptions().collect(),
        };
        let is_new = |wanted: &BTreeSet<EdgeId>| !wanted.iter().all(|edge| kept.shows(*edge));
        let grown = |wanted: BTreeSet<EdgeId>, cx: &mut Cx<'_>| {
            let kept = self.slice(kept.criteria() | &wanted, cx);
            Refinement::Refined(vec![(0, SlicePrecision { kept, inner: root.precision.inner.clone() })])
        };
        if is_new(&first) {
            return Ok(grown(first, cx));
        }
        let why = match self.inner.refine(&self.below(path, program), infeasible_prefix, cx)? {
            Refinement::Refined(increments) if !self.is_known(&increments, path) => {
                let lifted = |(at, inner)| (at, SlicePrecision { kept: Arc::clone(kept), inner });
                return Ok(Refinement::Refined(increments.into_iter().map(lifted).collect()));
            }
            Refinement::Refined(_) => format!("the {} analysis finds no finer precision", self.inner.name()),
            Refinement::Exhausted(why) => why,
        };
        for wanted in [assumptions().collect::<BTreeSet<_>>(), done.iter().copied().collect()] {
            if is_new(&wanted) {
                return Ok(grown(wanted, cx));
            }
        }
        Ok(Refinement::Exhausted(why))
    }

    fn join_precision(&self, a: &Self::Precision, b: &Self::Precision) -> Self::Precision {
        let kept = if Arc::ptr_eq(&a.kept, &b.kept) || b.kept.criteria().is_subset(a.kept.criteria()) {
            Arc::clone(&a.kept)
        } else if a.kept.criteria().is_subset(b.kept.criteria()) {
            Arc::clone(&b.kept)
        } else {
            self.kept(a.kept.criteria() | b.kept.criteria(), None, &mut GraphCost::default())
        };
        SlicePrecision { kept, inner: self.inner.join_precision(&a.inner, &b.inner) }
    }

    fn precision_size(&self, precision: &Self::Precision) -> usize {
        self.inner.precision_size(&precision.inner).saturating_add(precision.kept.len())
    }
}

impl<C: Refine> Sliced<C> {
    /// Whether all that a refinement adds is in the precisions already.
    fn is_known(&self, increments: &[(usize, C::Precision)], path: &SlicePath<C>) -> bool {
        increments.iter().all(|(at, increment)| {
            path.get(*at).is_some_and(|state| {
                let old = &state.precision.inner;
                self.inner.join_precision(old, increment) == *old
            })
        })
    }
}
