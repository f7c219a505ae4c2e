//! The default strategy as a table: which analysis runs with which options, in which round, for which programs, and for how
//! long. `cairn options --strategy` prints it.
//!
//! Invariant: this table is all that the strategy is; [`super::stages`] only leaves out the rows that are not for a program. A
//! test sets every option of every row.

use super::Features;

/// One stage.
pub struct StrategyRow {
    /// From 1 to 3: see [`super`].
    pub round: u8,
    /// The options that it sets, beside those of the user.
    pub options: &'static [(&'static str, &'static str)],
    /// For which programs it runs.
    pub condition: ProgramCondition,
    /// How long.
    pub share: Share,
}

/// What a program must be for a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProgramCondition {
    /// Anything.
    Always,
    /// Results of blocks are kept from run to run.
    Kept,
    /// It has a recursive function.
    Recursion,
    /// It has none.
    NoRecursion,
    /// It has loops and no recursion.
    Induction,
    /// It has no loops, or it has recursion.
    NoInduction,
    /// It has so many edges: see [`super::LARGE`].
    Large,
}

impl ProgramCondition {
    /// Whether it holds of a program.
    pub(super) fn holds(self, of: &Features) -> bool {
        match self {
            ProgramCondition::Always => true,
            ProgramCondition::Kept => of.are_kept,
            ProgramCondition::Recursion => of.recursion,
            ProgramCondition::NoRecursion => !of.recursion,
            ProgramCondition::Induction => of.loops && !of.recursion,
            ProgramCondition::NoInduction => !of.loops || of.recursion,
            ProgramCondition::Large => of.large,
        }
    }

    /// As a phrase.
    pub fn phrase(self) -> &'static str {
        match self {
            ProgramCondition::Always => "any program",
            ProgramCondition::Kept => "results of blocks are kept",
            ProgramCondition::Recursion => "recursion",
            ProgramCondition::NoRecursion => "no recursion",
            ProgramCondition::Induction => "loops, no recursion",
            ProgramCondition::NoInduction => "no loops, or recursion",
            ProgramCondition::Large => "2,000 edges or more",
        }
    }
}

/// How long a stage may run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Share {
    /// This many milliseconds of processor time, and no more than a fifth of the time that is left.
    Milliseconds(u64),
    /// This share of the time that is left when it starts, in percent.
    Percent(u8),
}

impl Share {
    /// As a phrase.
    pub fn phrase(self) -> String {
        match self {
            Share::Milliseconds(time) => format!("{}.{} s", time / 1000, time % 1000 / 100),
            Share::Percent(share) => format!("{share} %"),
        }
    }
}

type Options = &'static [(&'static str, &'static str)];

const VALUE: Options = &[("analysis", "value")];
const VALUE_BY_FUNCTIONS: Options = &[("analysis", "value"), ("bam.blocks", "functions")];
const PREDICATE: Options = &[("analysis", "predicate")];
// Recursion has no end for an analysis that follows calls; functions by themselves are a fixpoint.
const PREDICATE_BY_FUNCTIONS: Options = &[("analysis", "predicate"), ("bam.blocks", "functions")];
const PREDICATE_BIT_PRECISE: Options = &[("analysis", "predicate"), ("encoding", "bit-vector")];
// Values keep calls with known arguments apart, and predicates relate the results of the others. Alone, predicates
// do not follow a counter that values would.
const BOTH_BY_FUNCTIONS: Options = &[("analysis", "value-predicate"), ("bam.blocks", "functions")];
// Induction is for loops; recursion is only unrolled.
const INDUCTION: Options = &[("analysis", "k-induction")];
const UNROLLING: Options = &[("analysis", "bmc")];
const DEPTH_FIRST: Options = &[("analysis", "value"), ("value.refinement", "none"), ("engine.order", "dfs")];
const BREADTH_FIRST: Options = &[("analysis", "value"), ("value.refinement", "none"), ("engine.order", "bfs")];
// State machines: a million steps a second.
const EXPLICIT: Options = &[("analysis", "explicit-states")];
// Through all values of small inputs, one after the other.
const SPLIT: Options =
    &[("analysis", "value"), ("value.refinement", "none"), ("engine.order", "dfs"), ("value.split", "256")];
const TESTING: [Options; 3] = [
    &[("analysis", "random-testing"), ("testing.seed", "0")],
    &[("analysis", "random-testing"), ("testing.seed", "1")],
    &[("analysis", "random-testing"), ("testing.seed", "2")],
];

const fn brief(round: u8, options: Options, condition: ProgramCondition, milliseconds: u64) -> StrategyRow {
    StrategyRow { round, options, condition, share: Share::Milliseconds(milliseconds) }
}

const fn long(options: Options, condition: ProgramCondition, percent: u8) -> StrategyRow {
    StrategyRow { round: 3, options, condition, share: Share::Percent(percent) }
}

use ProgramCondition::{Always, Induction, Kept, Large, NoInduction, NoRecursion, Recursion};

/// The strategy, in the order in which its stages run.
pub static ROWS: &[StrategyRow] = &[
    brief(1, VALUE_BY_FUNCTIONS, Kept, 2_000),
    brief(1, VALUE, Always, 500),
    brief(1, TESTING[0], Always, 200),
    brief(1, VALUE_BY_FUNCTIONS, Recursion, 500),
    brief(1, INDUCTION, Induction, 700),
    brief(1, UNROLLING, NoInduction, 700),
    brief(1, PREDICATE, NoRecursion, 1_000),
    brief(1, PREDICATE_BY_FUNCTIONS, Recursion, 1_000),
    brief(1, BOTH_BY_FUNCTIONS, Recursion, 1_000),
    brief(1, EXPLICIT, NoRecursion, 400),
    brief(1, DEPTH_FIRST, Always, 500),
    brief(2, VALUE, Always, 3_000),
    brief(2, VALUE_BY_FUNCTIONS, Recursion, 2_000),
    brief(2, BOTH_BY_FUNCTIONS, Recursion, 4_000),
    brief(2, TESTING[1], Always, 500),
    brief(2, INDUCTION, Induction, 4_000),
    brief(2, UNROLLING, NoInduction, 4_000),
    brief(2, PREDICATE, NoRecursion, 4_000),
    brief(2, PREDICATE_BY_FUNCTIONS, Recursion, 4_000),
    brief(2, EXPLICIT, NoRecursion, 1_500),
    brief(2, DEPTH_FIRST, Always, 2_000),
    brief(2, BREADTH_FIRST, Always, 2_000),
    brief(2, SPLIT, Always, 2_000),
    long(BREADTH_FIRST, Large, 40),
    long(BOTH_BY_FUNCTIONS, Recursion, 25),
    long(TESTING[2], Always, 10),
    long(INDUCTION, Induction, 30),
    long(UNROLLING, NoInduction, 30),
    long(PREDICATE, NoRecursion, 35),
    long(PREDICATE_BY_FUNCTIONS, Recursion, 35),
    long(PREDICATE_BIT_PRECISE, Always, 25),
    long(VALUE, Always, 25),
    long(SPLIT, Always, 30),
    long(EXPLICIT, NoRecursion, 30),
    long(DEPTH_FIRST, Always, 50),
    long(BREADTH_FIRST, Always, 100),
];

#[cfg(test)]
mod tests {
    use super::*;
    use cairn_options::{Analysis, Configuration, table};

    #[test]
    fn every_row_sets_options_that_its_analysis_reads() {
        for row in ROWS {
            let mut configuration = Configuration::defaults().unwrap();
            for (name, value) in row.options {
                (table::row(name).unwrap().set)(&mut configuration, value).unwrap();
            }
            assert_ne!(configuration.analysis, Analysis::Auto);
            assert_eq!(table::refusal(&configuration), None);
        }
    }

    #[test]
    fn rounds_are_in_order_and_the_last_stage_is_for_any_program() {
        assert!(ROWS.is_sorted_by_key(|row| row.round));
        let last = ROWS.last().unwrap();
        assert_eq!((last.condition, last.share), (Always, Share::Percent(100)));
        assert_eq!(Large.phrase().replace(',', ""), format!("{} edges or more", super::super::LARGE));
    }
}
