//! The predicate analysis: predicate abstraction of blocks of any size (LBE: Beyer, Cimatti, Griggio, Keremoglu and
//! Sebastiani, "Software Model Checking via Large-Block Encoding", FMCAD 2009; adjustable-block encoding: Beyer,
//! Keremoglu and Wendler, FMCAD 2010; lazy abstraction: Henzinger et al., POPL 2002).
//!
//! A state is an abstraction, a Boolean combination of predicates at the end of the last block, and a path formula of
//! what happened since ([`state`]). A step extends the path formula (`transfer`); paths of one block that meet are
//! joined; where a block ends ([`workspace::block`]) the formula is replaced by its abstraction (`abstraction`) in the
//! predicates that the precision tracks there ([`precision`]). States at block ends are covered by weaker abstractions
//! (`order`). So every edge as a block, with conjunctions, is the classic lazy abstraction (SBE); whole
//! loop bodies as blocks, with Boolean combinations, is large-block encoding.
//!
//! An abstract error path is a sequence of block formulas and stands for many program paths. Its formula decides whether
//! any of them is feasible (`refine::counterexample`), and its interpolants at the ends of blocks give the predicates that
//! refute all of them at once (`refine::sequence`).
//!
//! Functions can be analysed by themselves (`reduce`, [`workspace::frames`]); a counterexample is then a tree, and what it
//! unwinds is closed by invariants of all unwindings where they are found (`refine::modular`).
//!
//! The order of the folder: [`workspace`] knows no operator, an operator takes the workspace, and only this file puts them
//! together. The operations take `&self` and use what the analysis owns behind a lock. They are functions of their
//! arguments all the same: what is in there is interned or remembered.

mod abstraction;
mod distribute;
pub mod options;
mod order;
pub mod precision;
mod precondition;
pub mod predicates;
mod reduce;
mod refine;
mod serialize;
pub mod state;
mod strengthen;
mod transfer;
pub mod workspace;

pub use cairn_formula::Encoding;
pub use cairn_smt::interpolation::Method;
pub use options::{AbstractionKind, BlockBoundaries, Form, PredicateOptions, PredicateScope, Trees};
pub use precision::PredicatePrecision;
pub use state::PredicateState;
pub use workspace::block_invariants;

use abstraction::Abstractions;
use cairn_cpa::{Cpa, Cx, Facts, Failure, Move, Res, Successors};
use refine::refuter::Refuter;
use serialize::portable::Portable;
use std::sync::{Mutex, PoisonError};
use workspace::Workspace;

/// The analysis. One value analyses one program.
pub struct PredicateAnalysis {
    options: PredicateOptions,
    owned: Mutex<Option<Owned>>,
}

/// The workspace, and what each operator remembers beside it.
struct Owned {
    workspace: Workspace,
    abstractions: Abstractions,
    refuter: Refuter,
    portable: Portable,
}

impl std::fmt::Debug for PredicateAnalysis {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PredicateAnalysis").field("options", &self.options).finish_non_exhaustive()
    }
}

impl PredicateAnalysis {
    /// An analysis that has seen no program yet.
    pub fn new(options: PredicateOptions) -> Self {
        Self { options, owned: Mutex::new(None) }
    }

    /// Lets an operation use what the analysis owns, which the first one makes.
    fn with<'a, T>(&self, cx: &mut Cx<'a>, operation: impl FnOnce(&mut Owned, &mut Cx<'a>) -> Res<T>) -> Res<T> {
        let mut guard = self.owned.lock().unwrap_or_else(PoisonError::into_inner);
        let owned = match &mut *guard {
            Some(owned) => owned,
            none => none.insert(Owned {
                workspace: Workspace::new(&self.options, cx)?,
                abstractions: Abstractions::default(),
                refuter: Refuter::default(),
                portable: Portable::default(),
            }),
        };
        if !owned.workspace.is_about(cx.program) {
            return Err(Failure::Internal("one predicate analysis was given two programs".to_owned()));
        }
        let result = operation(owned, cx);
        owned.workspace.oracle.reset();
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
        let state = self.with(cx, |owned, cx| Ok(PredicateState::initial(&mut owned.workspace, cx.program)))?;
        let state = state.ok_or_else(|| Failure::Internal("the predicate analysis has no start".to_owned()))?;
        Ok((state, PredicatePrecision::new()))
    }

    fn leq(&self, a: &PredicateState, b: &PredicateState, cx: &mut Cx<'_>) -> Res<bool> {
        self.with(cx, |owned, cx| order::is_below(&mut owned.workspace, a, b, cx))
    }

    fn post(
        &self,
        state: &PredicateState,
        precision: &PredicatePrecision,
        at: &Move<'_>,
        cx: &mut Cx<'_>,
        out: &mut Successors<PredicateState>,
    ) -> Res<()> {
        out.extend(self.with(cx, |owned, cx| {
            transfer::step(&mut owned.workspace, &mut owned.abstractions, state, precision, at, cx)
        })?);
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
        self.with(cx, |owned, _| Ok(strengthen::strengthen(&mut owned.workspace, state, peers, at)))
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
        self.with(cx, |owned, cx| Ok(order::merge(&mut owned.workspace, new, old, cx)))
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
        self.with(cx, |owned, cx| order::stop(&mut owned.workspace, state, reached, cx))
    }

    fn partition(&self, state: &PredicateState) -> u64 {
        u64::from(state.edges) << 1 | u64::from(state.at_end)
    }
}
