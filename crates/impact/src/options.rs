//! The options of IMPACT. Every choice is sound; they differ in speed, and in which programs they decide.

use cairn_base::choice::OptionValue;
use cairn_base::{QueryKind, QueryLimit, Work};
use cairn_domains::memory::SharedInvariants;
use cairn_formula::Encoding;
use cairn_smt::work::{COVER, PATH_OF_IMPACT};

cairn_base::choice! {
    /// Where blocks end (the papers' operator `blk`).
    #[derive(Default)]
    pub enum BlockSize {
        /// After every step: single-block encoding, McMillan's own.
        Step = "edges",
        /// After every basic block: a straight line of steps.
        Straight = "straight",
        /// At loop heads, targets and recursive calls: large-block encoding.
        #[default]
        Loop = "loops",
    }
}

/// In which order vertices are expanded. Targets always go first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum ExpansionOrder {
    /// The newest first: McMillan's own.
    DepthFirst,
    /// Least recursion, deepest call stack, then reverse post-order: a loop is closed before what follows it is explored.
    #[default]
    CallStackFirst,
}

/// How hard to try that a vertex is covered.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Covering {
    /// Only by what its label already says.
    Implied,
    /// Also by strengthening its label to a candidate's, when the path from their nearest common ancestor allows it; at
    /// most so many candidates each time.
    Forced(usize),
}

impl Default for Covering {
    fn default() -> Self {
        Covering::Forced(3)
    }
}

impl OptionValue for Covering {
    const TYPE: &'static str = "forced|implied";
    fn parse(text: &str) -> Result<Self, String> {
        match text {
            "forced" => Ok(Covering::default()),
            "implied" => Ok(Covering::Implied),
            _ => Err(format!("'{text}' is not one of {}", Self::TYPE)),
        }
    }
}

/// The options of [`crate::run`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ImpactOptions {
    /// Where blocks end.
    pub blocks: BlockSize,
    /// How C's values are encoded.
    pub encoding: Encoding,
    /// In which order vertices are expanded.
    pub order: ExpansionOrder,
    /// How hard to try that a vertex is covered.
    pub covering: Covering,
    /// Let several vertices cover another together.
    pub together: bool,
    /// Let a vertex have those conjuncts of other labels at its control state that hold there.
    pub pushing: bool,
    /// In the integer encoding: assume what is known of integers where blocks start; nothing if `None`.
    pub invariants: Option<SharedInvariants>,
    /// After so many error paths that are neither confirmed nor refuted the run ends.
    pub unrefuted_limit: usize,
    /// After so many refinements the run ends.
    pub refinement_limit: Option<usize>,
    /// So many program paths of one path of blocks are shown to the checker.
    pub candidates: usize,
    /// Work limit of one question about a label. Not deciding it costs only precision.
    pub cover_work: Work,
    /// What the feasibility of one path, and the interpolation of one, may cost.
    pub path_work: Work,
    /// Check the proof of TRUE for itself.
    pub certify: bool,
}

impl ImpactOptions {
    /// A query about covering.
    pub(crate) fn cover_query(&self) -> QueryLimit {
        QueryKind::Coverage.limit(self.cover_work)
    }
    /// A query about a path.
    pub(crate) fn path_query(&self) -> QueryLimit {
        QueryKind::PathFeasibility.limit(self.path_work)
    }
}

impl Default for ImpactOptions {
    fn default() -> Self {
        Self {
            blocks: BlockSize::default(),
            encoding: Encoding::Integer,
            order: ExpansionOrder::default(),
            covering: Covering::default(),
            together: true,
            pushing: true,
            invariants: Some(SharedInvariants::default()),
            unrefuted_limit: 10,
            refinement_limit: None,
            candidates: 5,
            cover_work: COVER,
            path_work: PATH_OF_IMPACT,
            certify: cfg!(debug_assertions),
        }
    }
}
