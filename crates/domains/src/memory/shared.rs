//! The invariants of one program for all engines that ask for them: computed by the first, and kept.
//!
//! Nobody waits for another who computes them, since engines take turns: one that waits would wait for one whose turn it is not.
//! Two that ask at once both compute, and find the same. Where one of them interprets memory for its own proof, the others take ranges
//! until it is done: each would pay for it otherwise. Nor does anybody interpret memory where invariants were given: what a slice of the program
//! would show beside them is rarely more.
//!
//! Invariant: what is handed out is of the program asked about. Its copies have the same edges; of one with others, a slice for
//! example, invariants are computed and not kept.

use super::ranges::invariants;
use super::undefined::UndefinedAccess;
use crate::interval::{self, IntervalInvariants};
use cairn_base::{Budget, IdVec};
use cairn_cpa::{Res, SharedLemmas};
use cairn_ir::program::Edge;
use cairn_ir::{EdgeId, Program};
use std::sync::{Arc, Mutex, PoisonError};

/// Kept invariants: the edges that they are about, and what holds at their locations.
type Kept = (IdVec<EdgeId, Edge>, Arc<IntervalInvariants>);

/// The invariants of a program, shared by all clones of this value.
#[derive(Clone, Debug, Default)]
pub struct SharedInvariants {
    kept: Arc<Mutex<Option<Kept>>>,
    /// Nobody who asks interprets memory: someone else does, or did. Of another program, or until then, ranges must do.
    has_ranges_only: bool,
    /// What engines have proved of loop heads since they began.
    lemmas: SharedLemmas,
}

impl SharedInvariants {
    /// Those of a program whose memory one of several analyses interprets ([`super::run`]).
    pub fn awaited() -> Self {
        Self { has_ranges_only: true, ..Self::default() }
    }

    /// Those that are known of a program already: of all its executions, and perhaps of more.
    pub fn given(program: &Program, known: Arc<IntervalInvariants>) -> Self {
        let shared = Self::awaited();
        shared.keep(program, &known);
        shared
    }

    /// What engines have proved of loop heads.
    pub fn lemmas(&self) -> &SharedLemmas {
        &self.lemmas
    }

    /// The invariants of a program.
    ///
    /// # Errors
    /// The budget is used up.
    pub fn of(&self, program: &Program, budget: &Budget) -> Res<Arc<IntervalInvariants>> {
        let is_kept = match &*self.kept.lock().unwrap_or_else(PoisonError::into_inner) {
            Some((edges, known)) if *edges == program.edges => return Ok(Arc::clone(known)),
            kept => kept.is_some(),
        };
        let known = match self.has_ranges_only {
            true => interval::invariants(program, budget)?,
            // Whoever asks does not say which property it is about.
            false => invariants(program, UndefinedAccess::GoesOn, budget)?,
        };
        let known = Arc::new(known);
        if !is_kept && !self.has_ranges_only {
            self.keep(program, &known);
        }
        Ok(known)
    }

    /// Keeps invariants that someone found anyhow.
    pub(super) fn keep(&self, program: &Program, known: &Arc<IntervalInvariants>) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        *kept = Some((program.edges.clone(), Arc::clone(known)));
    }
}

/// Options are equal where they ask for the same: whose invariants are shared is no matter.
impl PartialEq for SharedInvariants {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for SharedInvariants {}
