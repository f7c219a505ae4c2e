//! Options. Every choice is sound.

use cairn_base::Work;
use cairn_domains::memory::SharedInvariants;
use cairn_formula::Encoding;
use cairn_smt::SolverChoice;
use cairn_smt::work::UNROLLING;

/// Methods to try.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Mode {
    /// Bounded model checking: finds violations, and proves programs of which every loop ends within a bound.
    #[default]
    Bmc,
    /// Bounded model checking as the base case, and an inductive step for each bound.
    KInduction,
}

/// The options of [`crate::run`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BmcOptions {
    /// Method to try.
    pub mode: Mode,
    /// How C's values are encoded.
    pub encoding: Encoding,
    /// The first bound: how often each loop head may be visited for each entry of its loop, and how often a call may be
    /// in the stack.
    pub first_bound: u32,
    /// The last bound.
    pub last_bound: u32,
    /// The last bound for which an inductive step is tried: beyond it steps cost much and hardly ever succeed.
    pub last_step: u32,
    /// Work limit of one question.
    pub query_work: Work,
    /// So many paths of one violation are shown to the checker.
    pub candidates: usize,
    /// After so many error paths that are neither confirmed nor refuted the run ends.
    pub unrefuted_limit: usize,
    /// The inductive step is asked of each target by itself, so that some are proved where others are not ([`crate::Unrolled`]).
    pub each_target: bool,
    /// Assume at loop heads what is known to hold there of integers; nothing if `None`.
    pub invariants: Option<SharedInvariants>,
    /// Who answers its questions.
    pub solver: SolverChoice,
}

impl Default for BmcOptions {
    fn default() -> Self {
        Self {
            mode: Mode::default(),
            encoding: Encoding::BitVector,
            first_bound: 1,
            last_bound: 1 << 20,
            last_step: 64,
            query_work: UNROLLING,
            candidates: 8,
            unrefuted_limit: 10,
            each_target: false,
            invariants: Some(SharedInvariants::default()),
            solver: SolverChoice::Z3,
        }
    }
}
