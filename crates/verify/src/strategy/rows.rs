//! The default strategy as a table: which analysis runs with which options, for which programs, and how its turns are.
//! `cairn options --strategy` prints it.
//!
//! Invariant: this table is all that the strategy is; [`super::stages`] only leaves out the rows that are not for a program.
//! One analysis with the same options has one row for a program, for it goes on from turn to turn. A test sets every option
//! of every row.

use super::Features;
use cairn_base::turns::{LATER, Member};

/// One stage.
pub struct StrategyRow {
    /// The options that it sets, beside those of the user.
    pub options: &'static [(&'static str, &'static str)],
    /// For which programs it runs.
    pub condition: ProgramCondition,
    /// When it runs.
    pub when: When,
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
    /// It has loops and no recursion, and chooses elements of arrays.
    Arrays,
    /// It has loops and no recursion, and no such elements.
    NoArrays,
    /// It has loops and no recursion, allocates, and has a record with a pointer to its like.
    Lists,
    /// It has loops and no recursion, is not large, and gives several variables sums or products.
    Sums,
    /// It has so many edges: see [`super::LARGE`].
    Large,
    /// It has fewer.
    Small,
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
            ProgramCondition::Arrays => of.loops && !of.recursion && of.arrays,
            ProgramCondition::NoArrays => of.loops && !of.recursion && !of.arrays,
            ProgramCondition::Lists => of.loops && !of.recursion && of.lists,
            ProgramCondition::Sums => of.loops && !of.recursion && !of.large && of.sums,
            ProgramCondition::Large => of.large,
            ProgramCondition::Small => !of.large,
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
            ProgramCondition::Arrays => "loops over arrays, no recursion",
            ProgramCondition::NoArrays => "other loops, no recursion",
            ProgramCondition::Lists => "loops over lists, no recursion",
            ProgramCondition::Sums => "loops that add or multiply, no recursion, less than 2,000 edges",
            ProgramCondition::Large => "2,000 edges or more",
            ProgramCondition::Small => "less than 2,000 edges",
        }
    }
}

/// When a stage runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    /// Before all turns, for this many milliseconds of processor time.
    Before(u64),
    /// By turns.
    Turns(Member),
}

impl When {
    /// As two phrases: from which round on, and how long.
    pub fn phrases(self) -> [String; 2] {
        match self {
            When::Before(time) => ["before".to_owned(), format!("{}.{} s", time / 1000, time % 1000 / 100)],
            When::Turns(Member { weight, later, from_round }) => {
                [from_round.to_string(), shown_weight(weight, later, from_round)]
            }
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
// Arrays without a bound, and relations of variables.
const CLAUSES: Options = &[("analysis", "horn-clauses")];
// Sums and products of several variables.
const EQUALITIES: Options = &[("analysis", "polynomial-equalities")];
// State machines: lemmas about single transitions.
const PROPERTY_DIRECTED: Options = &[("analysis", "property-directed")];
const DEPTH_FIRST: Options = &[("analysis", "value"), ("value.refinement", "none"), ("engine.order", "dfs")];
const BREADTH_FIRST: Options = &[("analysis", "value"), ("value.refinement", "none"), ("engine.order", "bfs")];
// Lists without a bound.
const SHAPE: Options = &[("analysis", "shape")];
// State machines: a million steps a second.
const EXPLICIT: Options = &[("analysis", "explicit-states")];
// Through all values of small inputs, one after the other.
const SPLIT: Options =
    &[("analysis", "value"), ("value.refinement", "none"), ("engine.order", "dfs"), ("value.split", "256")];
const TESTING: Options = &[("analysis", "random-testing")];

/// The weights of a row, from its first round on.
fn shown_weight(weight: u32, later: u32, from_round: u32) -> String {
    if from_round >= LATER || weight == later { later.to_string() } else { format!("{weight}, then {later}") }
}

/// A row with its weight in the first rounds, its weight from round [`LATER`] on, and its first round.
const fn turns(options: Options, condition: ProgramCondition, weights: (u32, u32), from_round: u32) -> StrategyRow {
    let (weight, later) = weights;
    StrategyRow { options, condition, when: When::Turns(Member { weight, later, from_round }) }
}

use ProgramCondition::{
    Always, Arrays, Induction, Kept, Large, Lists, NoArrays, NoInduction, NoRecursion, Recursion, Small, Sums,
};

/// The strategy, in the order of the turns.
pub static ROWS: &[StrategyRow] = &[
    StrategyRow { options: VALUE_BY_FUNCTIONS, condition: Kept, when: When::Before(2_000) },
    turns(VALUE, Always, (2, 1), 1),
    turns(TESTING, Always, (2, 2), 1),
    turns(VALUE_BY_FUNCTIONS, Recursion, (2, 1), 1),
    turns(INDUCTION, Induction, (3, 8), 1),
    turns(UNROLLING, NoInduction, (3, 8), 1),
    turns(PREDICATE, NoRecursion, (2, 3), 1),
    turns(PREDICATE_BY_FUNCTIONS, Recursion, (2, 3), 1),
    turns(BOTH_BY_FUNCTIONS, Recursion, (2, 3), 1),
    turns(PROPERTY_DIRECTED, Induction, (3, 4), 1),
    turns(CLAUSES, Arrays, (4, 4), 1),
    turns(CLAUSES, NoArrays, (2, 2), 3),
    turns(SHAPE, Lists, (2, 4), 1),
    turns(EQUALITIES, Sums, (2, 4), 1),
    turns(EXPLICIT, NoRecursion, (2, 2), 2),
    turns(DEPTH_FIRST, Always, (1, 1), 1),
    turns(BREADTH_FIRST, Large, (3, 3), 3),
    turns(BREADTH_FIRST, Small, (1, 1), 3),
    turns(SPLIT, Always, (1, 1), 3),
    turns(PREDICATE_BIT_PRECISE, Always, (1, 1), 5),
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
    fn no_program_has_the_same_stage_twice_and_every_one_has_some_from_the_first_round_on() {
        for bits in 0..128 {
            let [are_kept, loops, recursion, large, arrays, lists, sums] =
                [1, 2, 4, 8, 16, 32, 64].map(|bit| bits & bit != 0);
            let features = Features { are_kept, loops, recursion, large, arrays, lists, sums };
            let is_of_turns = |row: &&StrategyRow| matches!(row.when, When::Turns(_));
            let rows: Vec<&StrategyRow> =
                ROWS.iter().filter(|row| row.condition.holds(&features)).filter(is_of_turns).collect();
            for (index, row) in rows.iter().enumerate() {
                assert!(!rows[..index].iter().any(|earlier| earlier.options == row.options), "{:?}", row.options);
            }
            let begins =
                |row: &&&StrategyRow| matches!(row.when, When::Turns(Member { from_round: 1, weight: 1.., .. }));
            assert!(rows.iter().filter(begins).count() > 3);
        }
    }

    #[test]
    fn those_before_the_turns_come_first() {
        let first = ROWS.iter().take_while(|row| matches!(row.when, When::Before(_))).count();
        assert!(ROWS[first..].iter().all(|row| matches!(row.when, When::Turns(_))));
        assert_eq!(Large.phrase().replace(',', ""), format!("{} edges or more", super::super::LARGE));
        assert_eq!(Small.phrase().replace(',', ""), format!("less than {} edges", super::super::LARGE));
    }
}
