//! Symbolic execution (SLICE 2.3 and 2.6.6; Beyer and Lemberger, "Symbolic Execution with CEGAR", ISoLA 2016).
//!
//! A state is an abstract assignment whose values may be terms over symbols, and the path's constraints on them
//! ([`state`], [`constraints`]). The memory is the value analysis's, cell for cell ([`crate::value::hook`] is the seam,
//! [`symbols`] the terms behind it); an assumption becomes a constraint ([`transfer`]), or determines a symbol
//! (`substitute`). Whether a branch can be taken is decided by simplification, by memory, by a model at hand, and only
//! then by the solver ([`decide`], `model`). Merge-sep; a state is covered by one that it is an instance of (`order`).
//!
//! The precision says which variables and which constraints are kept ([`precision`]); CEGAR begins with neither and finds
//! both by repeated checks of the path (`refine`): the paper's SymEx_C. Everything tracked is its SymEx.
//!
//! Why not the states of the check of a path (`feasibility`), which are more exact: they leave executions out where they
//! have to (and answer "unknown" for the path then), cannot forget a pointer without losing what it may point to, and
//! compare only where every address is the same. What both have in common, the lowering of C's operators, is one
//! ([`cairn_formula::operators`]).

mod assertions;
mod canonical_query;
pub mod constraints;
mod model;
mod order;
pub mod precision;
mod refine;
pub mod satisfiability;
pub mod state;
mod substitute;
pub mod symbols;
pub mod transfer;

pub use precision::SymbolicPrecision;
pub use state::SymbolicState;

use crate::loop_counters::LoopCounters;
use assertions::StateAssertions;
use cairn_cpa::{Cpa, Cx, Move, Res, Successors};
use cairn_smt::SolverChoice;
use std::sync::{Arc, Mutex, PoisonError};
use transfer::{At, SymbolicWorkspace};

pub use crate::value::Refining;

/// The analysis. One value analyses one program.
pub struct SymbolicExecution {
    refining: Refining,
    described: bool,
    counters: LoopCounters,
    owned: Mutex<SymbolicWorkspace>,
}

impl std::fmt::Debug for SymbolicExecution {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SymbolicExecution").field("refining", &self.refining).finish_non_exhaustive()
    }
}

impl SymbolicExecution {
    /// An analysis that refines, or does not.
    pub fn new(refining: Refining) -> Self {
        Self { refining, described: false, counters: LoopCounters::default(), owned: Mutex::default() }
    }
    /// Its states say what they know in the program's variables.
    #[must_use]
    pub fn describing(self, described: bool) -> Self {
        Self { described, ..self }
    }
    /// Its questions are answered by this solver.
    #[must_use]
    pub fn asking(self, solver: SolverChoice) -> Self {
        self.with(|workspace| workspace.decider.choice = solver);
        self
    }
    fn with<T>(&self, operation: impl FnOnce(&mut SymbolicWorkspace) -> T) -> T {
        operation(&mut self.owned.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Cpa for SymbolicExecution {
    type State = SymbolicState;
    type Precision = SymbolicPrecision;

    fn name(&self) -> &'static str {
        "symbolic"
    }

    fn initial(&self, _cx: &mut Cx<'_>) -> Res<(SymbolicState, SymbolicPrecision)> {
        let precision = match self.refining {
            Refining::None => SymbolicPrecision::full(),
            Refining::Cegar => SymbolicPrecision::empty(),
        };
        Ok((SymbolicState::initial(), precision))
    }

    fn leq(&self, a: &SymbolicState, b: &SymbolicState, cx: &mut Cx<'_>) -> Res<bool> {
        self.with(|SymbolicWorkspace { symbols, decider }| order::is_below(a, b, symbols, decider, cx))
    }

    fn shape(&self, state: &SymbolicState) -> u64 {
        state.values.shape()
    }

    fn key(&self, state: &SymbolicState, like: &SymbolicState) -> Option<u64> {
        state.values.projected(&like.values)
    }

    fn post(
        &self,
        state: &SymbolicState,
        precision: &SymbolicPrecision,
        at: &Move<'_>,
        cx: &mut Cx<'_>,
        out: &mut Successors<SymbolicState>,
    ) -> Res<()> {
        let at = At { step: at.step, depth: at.depth, program: at.program, trace: None };
        self.with(|workspace| {
            let next = workspace.step(state, precision, at, cx)?;
            let with_facts = |next: SymbolicState| {
                let assertions = self.described.then(|| {
                    Arc::new(StateAssertions::of(&next.values, &next.constraints, &workspace.symbols, at.program))
                });
                SymbolicState { assertions, ..next }
            };
            out.extend(next.map(with_facts));
            Ok(())
        })
    }
}
