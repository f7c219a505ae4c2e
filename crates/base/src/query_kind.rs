//! Purposes of queries to a solver: the kinds by which costs are summed up and limits are set.
//!
//! Invariant: [`QueryKind::ALL`] has each kind at the place of its number.

use crate::solver_work::Work;
use std::fmt;

/// Purpose of a query.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum QueryKind {
    /// Which predicates hold after a block.
    Abstraction,
    /// Whether a block can be passed at all.
    BlockFeasibility,
    /// Whether one abstract state implies another.
    Coverage,
    /// Whether a path, or a part of one, can be taken.
    PathFeasibility,
    /// Interpolants, and what they are made of.
    Interpolation,
    /// Solutions of Horn clauses, and whether one is a solution.
    HornClauses,
    /// Whether a violation is within a bound.
    BaseCase,
    /// Whether what holds for some iterations holds for the next.
    InductionStep,
    /// Whether a guessed invariant holds.
    Lemma,
    /// Which statements a violation is due to.
    Localization,
    /// Anything else.
    #[default]
    Other,
}

impl QueryKind {
    /// All of them, in the order in which they are shown.
    pub const ALL: [QueryKind; 11] = [
        QueryKind::Abstraction,
        QueryKind::BlockFeasibility,
        QueryKind::Coverage,
        QueryKind::PathFeasibility,
        QueryKind::Interpolation,
        QueryKind::HornClauses,
        QueryKind::BaseCase,
        QueryKind::InductionStep,
        QueryKind::Lemma,
        QueryKind::Localization,
        QueryKind::Other,
    ];

    /// Its name in figures and files, in kebab-case.
    pub const fn name(self) -> &'static str {
        match self {
            QueryKind::Abstraction => "abstraction",
            QueryKind::BlockFeasibility => "block-feasibility",
            QueryKind::Coverage => "coverage",
            QueryKind::PathFeasibility => "path-feasibility",
            QueryKind::Interpolation => "interpolation",
            QueryKind::HornClauses => "horn-clauses",
            QueryKind::BaseCase => "base-case",
            QueryKind::InductionStep => "induction-step",
            QueryKind::Lemma => "lemma",
            QueryKind::Localization => "localization",
            QueryKind::Other => "other",
        }
    }

    /// A query of this kind with so much work at most.
    pub const fn limit(self, work: Work) -> QueryLimit {
        QueryLimit { kind: self, work }
    }
}

impl fmt::Display for QueryKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Purpose of a query, and how much work it may cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct QueryLimit {
    /// Its purpose.
    pub kind: QueryKind,
    /// The most that it may cost.
    pub work: Work,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_in_their_places() {
        for (place, kind) in QueryKind::ALL.into_iter().enumerate() {
            assert_eq!(kind as usize, place, "{kind}");
        }
    }
}
