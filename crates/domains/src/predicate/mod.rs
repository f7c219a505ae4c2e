//! The predicate analysis: predicate abstraction of blocks of any size (LBE: Beyer, Cimatti, Griggio, Keremoglu and
//! Sebastiani, "Software Model Checking via Large-Block Encoding", FMCAD 2009; adjustable-block encoding: Beyer,
//! Keremoglu and Wendler, FMCAD 2010; lazy abstraction: Henzinger et al., POPL 2002).
//!
//! A state is an abstraction, a Boolean combination of predicates at the end of the last block, and a path formula of
//! what happened since ([`state`]). A step extends the path formula ([`transfer`]); paths of one block that meet are
//! joined; where a block ends ([`block`]) the formula is replaced by its abstraction ([`abstraction`], [`enumerate`]) in
//! the predicates that the precision tracks there ([`precision`]). States at block ends are covered by weaker
//! abstractions ([`order`]). So every edge as a block, with conjunctions, is the classic lazy abstraction (SBE); whole
//! loop bodies as blocks, with Boolean combinations, is large-block encoding.
//!
//! An abstract error path is a sequence of block formulas and stands for many program paths. Its formula decides whether
//! any of them is feasible ([`counterexample`]), and its interpolants at the ends of blocks give the predicates that
//! refute all of them at once ([`refine`], [`mine`]).
//!
//! Functions can be analysed by themselves ([`reduce`], [`frames`]); a counterexample is then a tree ([`segment`], [`tree`],
//! [`recursive`]), and what it unwinds is closed by invariants of all unwindings where they are found ([`closure`],
//! [`templates`], [`affine`], [`wrapping`]).
//!
//! The operations take `&self` and use a [`workspace`] behind a lock. They are functions of their arguments all the
//! same: what is in there is interned or remembered.

pub mod abstraction;
pub mod affine;
pub mod atoms;
pub mod block;
pub mod closure;
pub mod counterexample;
pub mod ending;
mod enumerate;
pub mod frames;
pub mod history;
pub mod mine;
pub mod options;
pub mod oracle;
pub mod order;
pub mod precision;
pub mod predicates;
pub mod recursive;
pub mod reduce;
pub mod refine;
pub mod region;
pub mod segment;
mod serialize;
pub mod start;
pub mod state;
pub mod strengthen;
pub mod templates;
pub mod text;
pub mod transfer;
pub mod tree;
pub mod values;
pub mod workspace;
pub mod wrapping;

pub use cairn_formula::Encoding;
pub use cairn_smt::interpolation::Method;
pub use options::{Blocks, Form, Kind, Options, Scope, Trees};
pub use precision::PredicatePrecision;
pub use state::PredicateState;

use cairn_cpa::{Cpa, Cx, Facts, Failure, Move, Res, Successors};
use std::sync::{Mutex, PoisonError};
use workspace::Workspace;

/// The analysis. One value analyses one program.
pub struct PredicateAnalysis {
    options: Options,
    workspace: Mutex<Option<Workspace>>,
}

impl std::fmt::Debug for PredicateAnalysis {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PredicateAnalysis").field("options", &self.options).finish_non_exhaustive()
    }
}

impl PredicateAnalysis {
    /// An analysis that has seen no program yet.
    pub fn new(options: Options) -> Self {
        Self { options, workspace: Mutex::new(None) }
    }

    /// Lets an operation use the workspace, which the first one makes.
    fn with<'a, T>(&self, cx: &mut Cx<'a>, operation: impl FnOnce(&mut Workspace, &mut Cx<'a>) -> Res<T>) -> Res<T> {
        let mut guard = self.workspace.lock().unwrap_or_else(PoisonError::into_inner);
        let workspace = match &mut *guard {
            Some(workspace) => workspace,
            none => none.insert(Workspace::new(&self.options, cx)?),
        };
        if !workspace.is_about(cx.program) {
            return Err(Failure::Internal("one predicate analysis was given two programs".to_owned()));
        }
        let result = operation(workspace, cx);
        workspace.oracle.reset();
        result
    }
}

impl Cpa for PredicateAnalysis {
    type State = PredicateState;
    type Precision = PredicatePrecision;

    fn name(&self) -> &'static str {
        "predicate"
    }

    fn initial(&self, cx: &mut Cx<'_>) -> Res<(PredicateState, PredicatePrecision)> {
        let state = self.with(cx, |workspace, _| Ok(workspace.initial.clone()))?;
        Ok((state, PredicatePrecision::new()))
    }

    fn leq(&self, a: &PredicateState, b: &PredicateState, cx: &mut Cx<'_>) -> Res<bool> {
        self.with(cx, |workspace, cx| workspace.is_below(a, b, cx))
    }

    fn post(
        &self,
        state: &PredicateState,
        precision: &PredicatePrecision,
        at: &Move<'_>,
        cx: &mut Cx<'_>,
        out: &mut Successors<PredicateState>,
    ) -> Res<()> {
        out.extend(self.with(cx, |workspace, cx| workspace.step(state, precision, at, cx))?);
        Ok(())
    }

    fn strengthen(
        &self,
        state: &mut PredicateState,
        _: &PredicatePrecision,
        peers: &[&dyn Facts],
        at: &Move<'_>,
        cx: &mut Cx<'_>,
    ) -> Res<bool> {
        self.with(cx, |workspace, _| Ok(workspace.strengthen(state, peers, at)))
    }

    fn merge(
        &self,
        new: &PredicateState,
        old: &PredicateState,
        _: &PredicatePrecision,
        cx: &mut Cx<'_>,
    ) -> Res<Option<PredicateState>> {
        if new.block != old.block || new.at_end || old.at_end || new.edges != old.edges {
            return Ok(None);
        }
        self.with(cx, |workspace, cx| Ok(workspace.merge(new, old, cx)))
    }

    fn merges(&self) -> bool {
        !self.options.blocks.every_edge
    }

    fn stop(
        &self,
        state: &PredicateState,
        reached: &mut dyn Iterator<Item = &PredicateState>,
        cx: &mut Cx<'_>,
    ) -> Res<Option<usize>> {
        self.with(cx, |workspace, cx| workspace.stop(state, reached, cx))
    }

    fn partition(&self, state: &PredicateState) -> u64 {
        u64::from(state.edges) << 1 | u64::from(state.at_end)
    }
}
