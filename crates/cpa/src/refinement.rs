//! The operators that CEGAR needs from an analysis (BAM 2.3, SLICE 2.5): given an abstract error path, a finer precision that
//! excludes it. Whether the path is feasible is not decided here: the engine asks a checker that is bit-precise.

use crate::algebra::Cpa;
use crate::context::{Cx, Res};
use crate::control::ControlId;
use crate::delegate::delegate_cpa;
use cairn_ir::{NodeId, Step};

/// One state of an abstract path, with the step that led to it.
#[derive(Clone, Debug)]
pub struct PathState<S, P> {
    /// The step from the state before; `None` for the first.
    pub step: Option<Step>,
    /// Where it is.
    pub node: NodeId,
    /// Its control state.
    pub control: ControlId,
    /// Frames below the current one.
    pub depth: u32,
    /// The abstract state.
    pub state: S,
    /// Its precision.
    pub precision: P,
}

/// A path of the ARG from its root to a target state.
pub type AbstractPath<S, P> = Vec<PathState<S, P>>;

/// Result of a refinement of an infeasible path.
#[derive(Clone, Debug)]
pub enum Refinement<P> {
    /// For each index into the path (increasing) what to add to the precision of the state there. The precision of a
    /// state is the one that its *successors* are computed with: what the state at index `i + 1` is to know must be in
    /// the precision at `i`. Lazy: the first index
    /// is the state from which on the ARG is cut, and its new precision there is its old one joined with the union of
    /// all increments.
    Refined(Vec<(usize, P)>),
    /// The path is spurious, but this analysis cannot refute it, for the reason given as a sentence.
    Exhausted(String),
}

/// Choice of an analysis for an abstract path that stands for more program paths than the one in the ARG (blocks, LBE
/// section 3): which of them to check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Candidate {
    /// Ask the checker about these steps, from the program's entry to a target state.
    Steps(Vec<Step>),
    /// No execution takes any of the paths: refine at once.
    Infeasible,
}

/// An analysis that CEGAR can refine.
pub trait Refine: Cpa {
    /// True for an analysis whose states stand for several paths, so that [`Refine::candidate`] is worth asking.
    fn proposes(&self) -> bool {
        false
    }

    /// Which path to check for the abstract path that ends in a target; `None`: the ARG's own steps.
    fn candidate(&self, path: &AbstractPath<Self::State, Self::Precision>, cx: &mut Cx<'_>) -> Res<Option<Candidate>> {
        let _ = (path, cx);
        Ok(None)
    }

    /// Finds a precision with which the path is not explored again. The path is known to be infeasible;
    /// `infeasible_prefix`, when known, is the length in steps of a prefix that is infeasible already: the state at that
    /// index stands for no execution.
    fn refine(
        &self,
        path: &AbstractPath<Self::State, Self::Precision>,
        infeasible_prefix: Option<usize>,
        cx: &mut Cx<'_>,
    ) -> Res<Refinement<Self::Precision>>;

    /// The join of two precisions: tracks what either tracks.
    fn join_precision(&self, a: &Self::Precision, b: &Self::Precision) -> Self::Precision;

    /// A number for statistics: how much a precision tracks.
    fn precision_size(&self, precision: &Self::Precision) -> usize;
}

/// An analysis whose precision never changes: its refinement is always exhausted.
#[derive(Clone, Copy, Debug)]
pub struct Fixed<C>(pub C);

#[warn(clippy::missing_trait_methods, reason = "an operator that an adapter forgets is the default's, silently")]
impl<C: Cpa> Cpa for Fixed<C> {
    type State = C::State;
    type Precision = C::Precision;

    delegate_cpa!(fixed => fixed.0);
}

impl<C: Cpa> Refine for Fixed<C> {
    fn refine(
        &self,
        _: &AbstractPath<C::State, C::Precision>,
        _: Option<usize>,
        _: &mut Cx<'_>,
    ) -> Res<Refinement<C::Precision>> {
        Ok(Refinement::Exhausted(format!("the {} analysis has a fixed precision", self.0.name())))
    }
    fn join_precision(&self, a: &C::Precision, _: &C::Precision) -> C::Precision {
        a.clone()
    }
    fn precision_size(&self, _: &C::Precision) -> usize {
        0
    }
}
