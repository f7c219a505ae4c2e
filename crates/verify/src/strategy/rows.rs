//! The default strategy as a table: which analysis runs with which options, for which programs, and how its turns are.
//! `cairn options --strategy` prints it. How the turns are is data, `weights.txt` beside this file, which says where it is from.
//!
//! Invariant: this table is all that the strategy is; [`super::stages`] only leaves out the rows that are not for a program,
//! and those whose analysis cannot do what the program asks for (its row of capabilities).
//! One analysis with the same options has one row for a program, for it goes on from turn to turn. A test sets every option
//! of every row.

use super::Features;
use cairn_base::turns::{LATER, Member};
use cairn_base::weights;
use std::sync::LazyLock;

/// One stage.
pub struct StrategyRow {
    /// Its name in `weights.txt` and statistics.
    pub name: &'static str,
    /// The options that it sets, beside those of the user.
    pub options: &'static [(&'static str, &'static str)],
    /// For which programs it runs.
    pub condition: ProgramCondition,
    /// When it runs.
    pub when: When,
}

impl StrategyRow {
    /// Its options as a user gives them, separated by blanks.
    pub fn options_text(&self) -> String {
        let pairs: Vec<String> = self.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
        pairs.join(" ")
    }
}

/// Condition on a program for a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProgramCondition {
    Always,
    /// Results of blocks are kept from run to run.
    Kept,
    Recursion,
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
// Lists without a bound.
const SHAPE: Options = &[("analysis", "shape")];
// State machines: a million steps a second.
const EXPLICIT: Options = &[("analysis", "explicit-states")];
// Large automata whose variables add and divide: vectors of ranges between the constants that they are compared with.
const CLASSES: Options = &[("analysis", "interval"), ("experiment.interval.states", "classes")];
// Through all values of small inputs, one after the other; programs with threads that wait for each other.
const SPLIT: Options =
    &[("analysis", "value"), ("value.refinement", "none"), ("engine.order", "dfs"), ("value.split", "256")];
// Joined states of the whole program: a proof of what needs no relation between paths, mostly in milliseconds; those that come after
// it start from what it knows.
const MEMORY: Options = &[("analysis", "memory")];
const TESTING: Options = &[("analysis", "random-testing")];

/// The weights of a row, from its first round on.
fn shown_weight(weight: u32, later: u32, from_round: u32) -> String {
    if from_round >= LATER || weight == later { later.to_string() } else { format!("{weight}, then {later}") }
}

/// How the turns of rows are, by their names: trained, and so data (`cargo xtask strategy`).
const WEIGHTS: &str = include_str!("weights.txt");

/// A row that takes turns, but for its weights.
type Turns = (&'static str, Options, ProgramCondition);

use ProgramCondition::{
    Always, Arrays, Induction, Kept, Large, Lists, NoArrays, NoInduction, NoRecursion, Recursion, Small, Sums,
};

const FIRST: StrategyRow = StrategyRow {
    name: "value-by-functions/kept",
    options: VALUE_BY_FUNCTIONS,
    condition: Kept,
    when: When::Before(2_000),
};

/// The stages in the order of their turns. Each has a line in `weights.txt`.
const TURNS: &[Turns] = &[
    ("memory", MEMORY, Always),
    ("value", VALUE, Always),
    ("random-testing", TESTING, Always),
    ("value-by-functions", VALUE_BY_FUNCTIONS, Recursion),
    ("k-induction", INDUCTION, Induction),
    ("bounded-model-checking", UNROLLING, NoInduction),
    ("predicate", PREDICATE, NoRecursion),
    ("predicate-by-functions", PREDICATE_BY_FUNCTIONS, Recursion),
    ("value-predicate-by-functions", BOTH_BY_FUNCTIONS, Recursion),
    ("polynomial-equalities", EQUALITIES, Sums),
    ("horn-clauses/arrays", CLAUSES, Arrays),
    ("horn-clauses/other", CLAUSES, NoArrays),
    // Behind those whose lemmas it assumes.
    ("property-directed", PROPERTY_DIRECTED, Induction),
    ("shape", SHAPE, Lists),
    ("explicit-states", EXPLICIT, Always),
    ("ranges-in-classes/large", CLASSES, Large),
    ("ranges-in-classes/small", CLASSES, Small),
    ("depth-first", DEPTH_FIRST, Always),
    ("split", SPLIT, Always),
];

/// The strategy, in the order of the turns. A row without a line in `weights.txt`, which a test finds, has weight one.
pub static ROWS: LazyLock<Vec<StrategyRow>> = LazyLock::new(|| {
    let weights = weights::read(WEIGHTS).unwrap_or_default();
    let turns = TURNS.iter().map(|&(name, options, condition)| {
        let line = weights.iter().find(|(of, _)| *of == name);
        let member = line.map_or(Member { weight: 1, later: 1, from_round: 1 }, |(_, member)| *member);
        StrategyRow { name, options, condition, when: When::Turns(member) }
    });
    std::iter::once(FIRST).chain(turns).collect()
});

#[cfg(test)]
mod tests {
    use super::*;
    use cairn_options::{Analysis, Configuration, table};

    #[test]
    fn every_row_sets_options_that_its_analysis_reads() {
        for row in ROWS.iter() {
            let mut configuration = Configuration::defaults().unwrap();
            for (name, value) in row.options {
                (table::row(name).unwrap().set)(&mut configuration, value).unwrap();
            }
            assert_ne!(configuration.analysis, Analysis::Auto);
            assert_eq!(table::refusal(&configuration), None);
        }
    }

    #[test]
    fn every_row_that_takes_turns_has_a_line_and_every_line_a_row() {
        let lines: Vec<&str> = weights::read(WEIGHTS).unwrap().into_iter().map(|(name, _)| name).collect();
        let rows: Vec<&str> = TURNS.iter().map(|(name, ..)| *name).collect();
        assert_eq!(lines, rows);
        for (place, row) in ROWS.iter().enumerate() {
            assert!(!ROWS[..place].iter().any(|earlier| earlier.name == row.name), "{}", row.name);
        }
    }

    #[test]
    fn weights_are_those_of_the_file() {
        let lines = weights::read(WEIGHTS).unwrap();
        let with_weights = |row: &StrategyRow| match row.when {
            When::Before(_) => None,
            When::Turns(member) => Some((row.name, member)),
        };
        assert_eq!(ROWS.iter().filter_map(with_weights).collect::<Vec<_>>(), lines);
        assert_eq!(ROWS[0].options_text(), "analysis=value bam.blocks=functions");
    }

    #[test]
    fn no_program_has_the_same_stage_twice_and_every_one_has_some_from_the_first_round_on() {
        for bits in 0..128 {
            let [are_kept, loops, recursion, large, arrays, lists, sums] =
                [1, 2, 4, 8, 16, 32, 64].map(|bit| bits & bit != 0);
            let features = Features { are_kept, loops, recursion, large, arrays, lists, sums, heap: lists };
            let is_of_turns = |row: &&StrategyRow| matches!(row.when, When::Turns(_));
            let rows: Vec<&StrategyRow> =
                ROWS.iter().filter(|row| row.condition.holds(&features)).filter(is_of_turns).collect();
            for (index, row) in rows.iter().enumerate() {
                assert!(!rows[..index].iter().any(|earlier| earlier.options == row.options), "{:?}", row.options);
            }
            let begins =
                |row: &&&StrategyRow| matches!(row.when, When::Turns(Member { from_round: 1, weight: 1.., .. }));
            assert!(rows.iter().filter(begins).count() > 0);
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
