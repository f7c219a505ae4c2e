//! The central trait: a configurable program analysis with dynamic precision adjustment (BAM 2.2, SLICE 2.6.2).
//!
//! The papers' D = (D, Π, ⇝, merge, stop, prec). Two changes, both from measurements: control is not part of the state
//! (see [`crate::control`]), and `merge` sees the new state first and answers `None` for "separate", so that the
//! engine need not compare.

use crate::context::{Cx, Res};
use crate::control::ControlId;
use crate::facts::Facts;
use cairn_ir::{NodeId, Op, Program, Step};
use std::fmt::Debug;
use std::hash::Hash;

/// One move of control, as an analysis sees it.
#[derive(Clone, Copy)]
pub struct Move<'a> {
    /// The program.
    pub program: &'a Program,
    /// The step.
    pub step: Step,
    /// The location before.
    pub source: NodeId,
    /// The location after.
    pub target: NodeId,
    /// Frames below the one that executes the step: 0 in the outermost function. [`Step::Enter`] opens the frame
    /// `depth + 1`; [`Step::Leave`] closes the frame `depth`, and the caller's is `depth - 1`.
    pub depth: u32,
    /// The control state before.
    pub from: ControlId,
    /// The control state after.
    pub to: ControlId,
    /// True when the specification is violated there.
    pub is_target: bool,
}

impl<'a> Move<'a> {
    /// The operation of an edge inside a function; nothing when control enters or leaves a function, and when an adapter
    /// has hidden it. Analyses ask here and not the program, so that what is hidden stays hidden.
    pub fn op(&self) -> Option<&'a Op> {
        match self.step {
            Step::Edge(edge) => Some(&self.program.edges[edge].op),
            Step::Enter(..) | Step::Leave(..) | Step::Hidden(_) => None,
        }
    }

    /// The same move with its operation hidden: what an adapter hands to the analysis below it where the operation cannot
    /// matter (SLICE: an edge outside of the slice).
    pub fn hidden(self) -> Self {
        Self { step: self.step.hidden(self.program), ..self }
    }
}

/// Where [`Cpa::post`] puts the successors of a state; mostly one, none for "no execution goes here".
pub type Successors<S> = smallvec::SmallVec<[S; 2]>;

/// A configurable program analysis: the data part of the papers' abstract states.
///
/// Laws, tested for every implementation: `leq` is a partial order; a merged state is above both its parts; `stop` only
/// answers true when every concrete state of the argument is in some of the reached states; `post` is monotone in the
/// state and over-approximates the interpreter's step; `adjust` only goes up.
pub trait Cpa: Send + Sync {
    /// An abstract state. Immutable once stored; equality implies `leq` both ways.
    type State: Clone + Eq + Hash + Debug + Facts;
    /// How much is tracked. Owned by the engine for each state, changed by refinement only (and by `adjust`).
    type Precision: Clone + Eq + Debug;

    /// The name in options, statistics and reports: kebab-case.
    fn name(&self) -> &'static str;

    /// The state and precision at the program's entry.
    fn initial(&self, cx: &mut Cx<'_>) -> Res<(Self::State, Self::Precision)>;

    /// `a ⊑ b`: every concrete state of `a` is one of `b`. May answer false where the order is expensive to decide.
    fn leq(&self, a: &Self::State, b: &Self::State, cx: &mut Cx<'_>) -> Res<bool>;

    /// The transfer relation: all successors of `state` for a move.
    fn post(
        &self,
        state: &Self::State,
        precision: &Self::Precision,
        at: &Move<'_>,
        cx: &mut Cx<'_>,
        out: &mut Successors<Self::State>,
    ) -> Res<()>;

    /// Uses what a peer of a composite knows about the successor (the operator ↓). False means that no concrete state
    /// is left.
    fn strengthen(
        &self,
        state: &mut Self::State,
        precision: &Self::Precision,
        peers: &[&dyn Facts],
        at: &Move<'_>,
        cx: &mut Cx<'_>,
    ) -> Res<bool> {
        let _ = (state, precision, peers, at, cx);
        Ok(true)
    }

    /// Merges a new state into one that was reached; `None` keeps both (merge-sep, the default). A merged state must be
    /// above both.
    fn merge(
        &self,
        new: &Self::State,
        old: &Self::State,
        precision: &Self::Precision,
        cx: &mut Cx<'_>,
    ) -> Res<Option<Self::State>> {
        let _ = (new, old, precision, cx);
        Ok(None)
    }

    /// Which of the reached states of the same control state covers `state`; by default the first above it (stop-sep).
    fn stop(
        &self,
        state: &Self::State,
        reached: &mut dyn Iterator<Item = &Self::State>,
        cx: &mut Cx<'_>,
    ) -> Res<Option<usize>> {
        for (index, other) in reached.enumerate() {
            if self.leq(state, other, cx)? {
                return Ok(Some(index));
            }
        }
        Ok(None)
    }

    /// A hash that is equal for two states whenever `leq` can hold between them only when it is equal: lets the engine
    /// look for a covering state in one bucket. 0 (the default) means one bucket.
    fn partition(&self, state: &Self::State) -> u64 {
        let _ = state;
        0
    }

    /// Whether [`Cpa::merge`] can answer anything but `None`. The engine does not ask `merge` when this is false, so that
    /// merge-sep costs nothing however many states are reached.
    fn merges(&self) -> bool {
        false
    }

    /// For a fast search among many states of one control state: the shape of a state, for example the set of variables
    /// that it knows a value of, as a hash. See [`Cpa::key`]. 0 (the default) means one shape.
    fn shape(&self, state: &Self::State) -> u64 {
        let _ = state;
        0
    }

    /// A hash of what is left of `state` when all that `like` (which has some shape) does not speak of is forgotten;
    /// `None` when `state ⊑ other` is impossible for all states `other` of the shape of `like`. Law: `state ⊑ other`
    /// implies `key(state, other) == key(other, other)`, and the key depends on `like` by its shape only. So the states
    /// above `state` are found by one look-up a shape.
    fn key(&self, state: &Self::State, like: &Self::State) -> Option<u64> {
        let _ = (state, like);
        Some(0)
    }

    /// The operator prec: adjusts a fresh successor to the precision at a location. Default: as it is.
    fn adjust(
        &self,
        state: Self::State,
        precision: &Self::Precision,
        at: &Move<'_>,
        cx: &mut Cx<'_>,
    ) -> Res<Self::State> {
        let _ = (precision, at, cx);
        Ok(state)
    }
}
