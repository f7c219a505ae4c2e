//! The explicit-value analysis: explicit values for memory cells (BAM 4.4; Beyer and Löwe, "Explicit-State Software
//! Model Checking Based on CEGAR and Interpolation", FASE 2013).
//!
//! A state maps objects to what is known of their bits ([`state`], [`object`], [`content`], [`datum`]); expressions are
//! evaluated ([`evaluate`]), written ([`memory`]) and assumed ([`assume`]); a step is put together from these
//! ([`transfer`], [`intrinsic`]). The precision says what is kept ([`precision`]); refinement finds what must be kept
//! to refute an infeasible path ([`refine`]). Small ranges can be split into their values ([`split`]). [`reduce`] is for block-abstraction memoization.
//!
//! The analysis is path-sensitive: merge-sep, stop-sep. It unrolls whatever it tracks.

mod access;
mod among;
mod assume;
pub(crate) mod bounded;
mod case_split;
pub(crate) mod cursor;
pub mod datum;
pub mod evaluate;
mod facts;
mod followed;
mod interned;
mod intrinsic;
pub(crate) mod joined_memory;
pub(crate) mod links;
mod locate;
pub mod location;
pub mod memory;
pub mod object;
pub mod object_content;
mod operators;
pub mod precision;
pub mod range;
mod ranging;
mod reach;
mod reduce;
pub mod refine;
mod relate;
mod serialize;
pub mod slice;
pub mod state;
pub mod symbolic_domain;
pub mod symbolic_index;
pub(crate) mod text;
pub mod trace;
pub mod transfer;

pub use among::{Among, Reaches};
pub use bounded::{BoundedIndex, EndFact, EndFacts, ObjectEnd};
pub use datum::{Datum, Symbolic};
pub use object::{AbstractObject, ObjectBase};
pub use precision::{Grain, ValuePrecision};
pub use reach::{NullByte, Reach};
pub use state::ValueState;
pub use symbolic_domain::{Joined, NoTerms, SymbolicDomain};

use crate::block_usage::Usages;
use crate::loop_counters::LoopCounters;
use cairn_cpa::{Cpa, Cx, Move, Res, Successors};

cairn_base::choice! {
    /// How the precision is found.
    pub enum Refining {
        /// Everything is tracked from the start, and nothing refined.
        None = "none",
        /// Nothing is tracked at first.
        Cegar = "cegar",
    }
}

/// The analysis.
#[derive(Clone, Debug)]
pub struct ValueAnalysis {
    refining: Refining,
    split: u64,
    usages: Usages,
    counters: LoopCounters,
}

impl ValueAnalysis {
    /// An analysis that refines, or does not.
    pub fn new(refining: Refining) -> Self {
        Self { refining, split: 0, usages: Usages::default(), counters: LoopCounters::default() }
    }

    /// Where everything is tracked, an assumption that leaves a variable at most so many values makes a state of each.
    #[must_use]
    pub fn splitting(self, most: u64) -> Self {
        Self { split: most, ..self }
    }
}

impl Cpa for ValueAnalysis {
    type State = ValueState;
    type Precision = ValuePrecision;

    fn name(&self) -> &'static str {
        "value"
    }

    fn initial(&self, _cx: &mut Cx<'_>) -> Res<(ValueState, ValuePrecision)> {
        let precision = match self.refining {
            Refining::None => ValuePrecision::Full,
            Refining::Cegar => ValuePrecision::empty(),
        };
        Ok((ValueState::initial(), precision))
    }

    fn leq(&self, a: &ValueState, b: &ValueState, _cx: &mut Cx<'_>) -> Res<bool> {
        Ok(a.is_below(b))
    }

    fn shape(&self, state: &ValueState) -> u64 {
        state.shape()
    }

    fn key(&self, state: &ValueState, like: &ValueState) -> Option<u64> {
        state.projected(like)
    }

    fn post(
        &self,
        state: &ValueState,
        precision: &ValuePrecision,
        at: &Move<'_>,
        _cx: &mut Cx<'_>,
        out: &mut Successors<ValueState>,
    ) -> Res<()> {
        if let Some(next) = transfer::step(state, precision, at.step, at.depth, at.program, None)? {
            match (self.refining, self.split) {
                (Refining::None, most) if most > 1 => case_split::split(next, precision, at, most, out),
                _ => out.push(next),
            }
        }
        Ok(())
    }
}
