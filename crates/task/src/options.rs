//! Every option of Cairn: one table, sorted by name, from which come the typed [`Configuration`], `cairn options`, the
//! reference in the documentation and the check of what a user sets. (The idea is CaDiCaL's `options.hpp`.)
//!
//! Why not a struct with attributes for each crate: options would be found in as many places as there are crates, and
//! their number would grow unseen.

use crate::choice;
pub use crate::choice::{BlockEncoding, Modules};
use crate::choice::{Bytes, OptionValue};
use crate::quantity::Limit;
use std::time::Duration;

choice! {
    /// Sizes of C's basic types.
    pub enum DataModel {
        /// `int`, `long` and pointers of 32 bits.
        Ilp32 = "ILP32",
        /// `long` and pointers of 64 bits.
        Lp64 = "LP64",
    }
}

choice! {
    /// Which analysis runs.
    pub enum Analysis {
        /// Several, one after the other, picked by what the program looks like.
        Auto = "auto",
        /// Explicit values with counterexample-guided refinement.
        Value = "value",
        /// Symbolic values and path constraints.
        Symbolic = "symbolic",
        /// Predicate abstraction over adjustable blocks.
        Predicate = "predicate",
        /// Explicit values and predicates side by side.
        ValuePredicate = "value-predicate",
        /// Lazy abstraction with interpolants, without abstract successors.
        Impact = "impact",
        /// Bounded model checking with bounds that grow.
        BoundedModelChecking = "bmc",
        /// Bounded model checking with induction over loops.
        KInduction = "k-induction",
        /// Ranges of integer variables.
        Interval = "interval",
        /// Which assignments may have given each variable what it holds: looks at no values.
        ReachingDefinitions = "reaching-definitions",
        /// Which locations were passed on every way: looks at no values.
        Dominators = "dominators",
        /// Which locations are still passed on every way: looks at no values.
        PostDominators = "post-dominators",
        /// Which branches decided that control is where it is: looks at no values.
        ControlDependence = "control-dependence",
        /// Executions with inputs that are made up: finds violations only.
        RandomTesting = "random-testing",
        /// Predicate abstraction by workers, one for each block of the program, that send each other states.
        Distributed = "distributed",
    }
}

choice! {
    /// How a program is cut into blocks for workers.
    pub enum Decomposition {
        /// Largest parts without a cycle: cut at heads of loops and entries of recursive functions.
        Loops = "loops",
        /// Straight lines, merged where they have the same ends or only follow each other.
        GivenSize = "given-size",
        /// Straight lines.
        Linear = "linear",
        /// One block.
        Single = "single",
        /// Functions and loops.
        FunctionsAndLoops = "functions-loops",
    }
}

choice! {
    /// How C's integers become terms.
    pub enum Encoding {
        /// Mathematical integers, wrap-around explicit; operations on bits are over-approximated.
        Integer = "integer",
        /// Bit-vectors.
        BitVector = "bit-vector",
    }
}

choice! {
    /// Which method of interpolation is tried first.
    pub enum Interpolation {
        /// What suits the theories in the path.
        Auto = "auto",
        /// Weakest preconditions over the unsatisfiable core.
        Newton = "newton",
        /// Strongest postconditions over the unsatisfiable core.
        Postcondition = "postcondition",
        /// Horn clauses.
        Spacer = "spacer",
        /// Weakest preconditions by model-based projection.
        WeakestPrecondition = "weakest-precondition",
    }
}

choice! {
    /// How the predicate analysis interpolates counterexamples through functions that are explored by themselves.
    pub enum TreeInterpolation {
        /// Invariants of all unwindings first, where they are found; then as `tree`.
        Closed = "closed",
        /// The whole tree at once.
        Tree = "tree",
        /// By binary interpolation, from the leaves to the root.
        TreeFromBinary = "tree-from-binary",
        /// By binary interpolation, each subtree against the rest.
        WellScoped = "well-scoped",
        /// By sequences, the outermost frame first.
        Nested = "nested",
    }
}

choice! {
    /// How the abstraction of a block is computed.
    pub enum Abstraction {
        /// The strongest Boolean combination of predicates.
        Boolean = "boolean",
        /// The strongest conjunction of predicates.
        Cartesian = "cartesian",
    }
}

choice! {
    /// For which locations a predicate is tracked.
    pub enum Scope {
        /// The one that it was found for; all, when it is about global variables only and blocks are large.
        Variables = "variables",
        /// The one that it was found for.
        Location = "location",
        /// All of that location's function.
        Function = "function",
        /// All.
        Global = "global",
    }
}

choice! {
    /// What of an interpolant becomes a predicate.
    pub enum PredicateForm {
        /// Its atoms.
        Atoms = "atoms",
        /// The interpolant as a whole.
        Whole = "whole",
    }
}

choice! {
    /// Where the blocks of the IMPACT analysis end.
    pub enum ImpactBlock {
        /// At loop heads, targets and recursive calls.
        Loops = "loops",
        /// After every straight line of steps.
        Straight = "straight",
        /// After every step.
        Edges = "edges",
    }
}

choice! {
    /// How hard the IMPACT analysis tries to cover.
    pub enum Covering {
        /// By strengthening a label to a candidate's where the path allows it.
        Forced = "forced",
        /// Only by what the labels say.
        Implied = "implied",
    }
}

choice! {
    /// How the statements are found that a violation is due to.
    pub enum LocalizationTechnique {
        /// Smallest sets of statements without which the violation does not follow.
        MaxSat = "max-sat",
        /// Smallest sets of statements from which it follows.
        UnsatCore = "unsat-core",
        /// Statements across which what it follows from changes.
        ErrorInvariants = "error-invariants",
    }
}

choice! {
    /// In which order abstract states are explored.
    pub enum Order {
        /// First in, first out.
        BreadthFirst = "bfs",
        /// Last in, first out.
        DepthFirst = "dfs",
        /// Smallest reverse post-order number first.
        ReversePostOrder = "rpo",
        /// Deepest call stack first, then reverse post-order.
        CallStackFirst = "call-stack",
    }
}

choice! {
    /// Where exploration starts again after a refinement.
    pub enum RefineFrom {
        /// At the first state whose precision changes.
        Cut = "cut",
        /// At the root.
        Root = "root",
    }
}

choice! {
    /// What a call of a function without a body may do, beside giving any value.
    pub enum UndefinedFunctions {
        /// It changes what its pointer arguments reach, and calls functions that it is given.
        Arguments = "arguments",
        /// It also changes all objects with external linkage, and what these reach.
        Everything = "everything",
        /// Nothing.
        Pure = "pure",
        /// It is not supported.
        Refuse = "refuse",
    }
}

choice! {
    /// Whose volatile objects have any value each time they are read.
    pub enum VolatileReads {
        /// Those that the program's environment may change.
        Environment = "environment",
        /// All.
        All = "all",
        /// None: `volatile` changes nothing.
        None = "none",
    }
}

choice! {
    /// Which states get a refined precision beside those below the cut.
    pub enum Sharing {
        /// None.
        Subtree = "subtree",
        /// All that wait.
        Waitlist = "waitlist",
    }
}

choice! {
    /// How the value analysis finds out what to track.
    pub enum ValueRefinement {
        /// From spurious error paths.
        Cegar = "cegar",
        /// It tracks everything.
        None = "none",
    }
}

choice! {
    /// What the program is sliced for, while an analysis explores it.
    pub enum Slicing {
        /// Not at all.
        Off = "off",
        /// For the assumptions on each error path that no execution takes.
        TargetPath = "target-path",
        /// For the last operation of each such path.
        TargetLocation = "target-location",
        /// For all violations, before anything is explored.
        Eager = "eager",
    }
}

choice! {
    /// How symbolic execution finds out what to keep.
    pub enum SymbolicRefinement {
        /// From spurious error paths.
        Cegar = "cegar",
        /// It keeps everything.
        None = "none",
    }
}

choice! {
    /// How an execution is printed.
    pub enum TraceLength {
        /// Repetitions of a loop are summed up.
        Short = "short",
        /// Every step.
        Full = "full",
    }
}

/// One option.
pub struct Row {
    /// Its name: words in kebab-case; a dot separates the part of Cairn that it belongs to.
    pub name: &'static str,
    /// What values it takes.
    pub kind: &'static str,
    /// The value that it has when nobody sets it.
    pub default: &'static str,
    /// What it does, one sentence.
    pub meaning: &'static str,
    /// Writes a value into a configuration.
    pub set: fn(&mut Configuration, &str) -> Result<(), String>,
}

macro_rules! options {
    ($($name:literal $field:ident : $kind:ty = $default:literal, $meaning:literal;)*) => {
        /// The value of every option.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct Configuration {
            $(#[doc = $meaning] pub $field: $kind,)*
        }
        /// All options, sorted by name.
        pub static TABLE: &[Row] = &[$(Row {
            name: $name,
            kind: <$kind as OptionValue>::TYPE,
            default: $default,
            meaning: $meaning,
            set: |configuration, text| {
                configuration.$field = OptionValue::parse(text)?;
                Ok(())
            },
        },)*];
        impl Configuration {
            /// Every option at its default.
            ///
            /// # Errors
            /// Never for the table as it is: a test reads every default.
            pub fn defaults() -> Result<Self, String> {
                Ok(Self { $($field: <$kind as OptionValue>::parse($default)?,)* })
            }
        }
    };
}

options! {
    "analysis" analysis: Analysis = "auto",
        "Which analysis runs; auto picks several by what the program looks like and runs them one after the other.";
    "arguments.may-be-none" arguments_may_be_none: bool = "false",
        "Whether main may be given no arguments at all, so that argc is 0 and argv[0] is null.";
    "bam.blocks" bam_blocks: Modules = "off",
        "Which parts of the program are explored by themselves, their results used again; recursion by a fixpoint.";
    "bam.interpolation" bam_interpolation: TreeInterpolation = "closed",
        "How the predicate analysis interpolates counterexamples through functions that are explored by themselves.";
    "cpu-limit" cpu_limit: Limit<Duration> = "auto",
        "Processor time after which the answer is UNKNOWN; auto stops shortly before the process's own limit.";
    "distributed.blocks" distributed_blocks: u64 = "1",
        "With distributed.decomposition=given-size, blocks are merged until there are no more than so many, or none can be.";
    "distributed.decomposition" distributed_decomposition: Decomposition = "loops",
        "How the distributed analysis cuts the program into blocks.";
    "distributed.lost" distributed_lost: Limit<Duration> = "60s",
        "How long the server of a run over many machines may be gone before the run ends.";
    "distributed.patience" distributed_patience: Limit<Duration> = "5s",
        "How long a worker on another machine may say nothing before its work is given to another.";
    "encoding" encoding: Encoding = "integer",
        "How C's integers become terms in path formulas; a violation is always checked bit-precisely.";
    "engine.basic-blocks" engine_basic_blocks: bool = "true",
        "Keeps one abstract state a basic block and recomputes the others when they are needed.";
    "engine.order" engine_order: Order = "call-stack",
        "In which order abstract states are explored.";
    "engine.refine-from" engine_refine_from: RefineFrom = "cut",
        "Where exploration starts again after a refinement: at the first state whose precision changes, or at the root.";
    "engine.refinement-limit" engine_refinement_limit: Limit<u64> = "none",
        "Number of refinements after which the answer is UNKNOWN.";
    "engine.sharing" engine_sharing: Sharing = "waitlist",
        "Which states get a refined precision beside those below the cut.";
    "engine.unrefuted-limit" engine_unrefuted_limit: Limit<u64> = "10",
        "Number of error paths neither confirmed nor refuted after which the answer is UNKNOWN.";
    "entry" entry: String = "main",
        "The function where the program starts.";
    "impact.block" impact_block: ImpactBlock = "loops",
        "Where the blocks of the IMPACT analysis end.";
    "impact.covering" impact_covering: Covering = "forced",
        "How hard the IMPACT analysis tries to cover a state.";
    "interpolation" interpolation: Interpolation = "auto",
        "Which method of interpolation is tried first; the others follow when it fails.";
    "interrupts" interrupts: String = "none",
        "Functions that the environment may call between any two operations, with commas; name=TIMES: at most so often.";
    "jobs" jobs: u64 = "1",
        "How many analyses of the default strategy run side by side, or workers of the distributed analysis.";
    "localization.blocks" localization_blocks: bool = "false",
        "With localization.technique=max-sat, whether each visit of a block of the program is looked at by itself, which takes fewer questions and finds fewer sets.";
    "localization.sets" localization_sets: u64 = "100",
        "With localization.technique=max-sat or unsat-core, the search ends after so many sets of statements.";
    "localization.skipping" localization_skipping: bool = "true",
        "Whether a condition that is to blame may have left out what it led to; false is the trace formula of the paper.";
    "localization.technique" localization_technique: LocalizationTechnique = "max-sat",
        "How the statements are found that a violation is due to: sets without which it does not follow, sets from which it follows, or by interpolants.";
    "machine-model" machine_model: DataModel = "LP64",
        "Sizes of C's types; --32 and --64 are short for ILP32 and LP64.";
    "memory-limit" memory_limit: Limit<Bytes> = "auto",
        "Resident memory after which the answer is UNKNOWN; auto is 3000 MB, or less where the process may use less.";
    "memory.malloc-may-fail" malloc_may_fail: bool = "false",
        "Whether every allocation may give null; otherwise only one of more bytes than an object can have.";
    "predicate.abstraction" predicate_abstraction: Abstraction = "boolean",
        "How the abstraction of a block is computed from the predicates.";
    "predicate.block" predicate_block: BlockEncoding = "loops",
        "Where blocks end beside loop heads, recursive calls and targets: a list of edges, joins, calls, or a number of edges.";
    "predicate.form" predicate_form: PredicateForm = "atoms",
        "What of an interpolant becomes a predicate.";
    "predicate.scope" predicate_scope: Scope = "variables",
        "For which locations a predicate is tracked; variables: where it was found, or everywhere when it is about global ones only.";
    "slicing" slicing: Slicing = "off",
        "Hides from values, predicates and intervals what a slice of the program leaves out: one that grows with spurious error paths, or one for all violations.";
    "solver-limit" solver_limit: Limit<u64> = "none",
        "Units of the solvers' work, some millions a second, after which the answer is UNKNOWN: the same on every machine.";
    "step-limit" step_limit: Limit<u64> = "none",
        "Number of analysis steps after which the answer is UNKNOWN: the same on every machine.";
    "symbolic.refinement" symbolic_refinement: SymbolicRefinement = "cegar",
        "Whether symbolic execution learns from spurious error paths which variables and constraints to keep, or keeps all.";
    "testing.seed" testing_seed: u64 = "0",
        "The inputs of random testing follow from this number.";
    "time-limit" time_limit: Limit<Duration> = "none",
        "Wall time after which the answer is UNKNOWN.";
    "trace" trace: TraceLength = "short",
        "Whether a printed execution sums up repetitions of loops.";
    "undefined-functions" undefined_functions: UndefinedFunctions = "arguments",
        "What a call of a function without a body may change: what its arguments point to, also global variables, nothing; or it is refused.";
    "value.refinement" value_refinement: ValueRefinement = "cegar",
        "Whether the value analysis learns from spurious error paths what to track, or tracks everything.";
    "value.split" value_split: u64 = "0",
        "With value.refinement=none, variables that an assumption leaves at most so many values are split into them; 0: never.";
    "volatile" volatile: VolatileReads = "environment",
        "Which volatile objects have any value each time they are read: those that the environment may change, all, or none.";
}

/// The row of an option.
pub fn row(name: &str) -> Option<&'static Row> {
    TABLE.binary_search_by(|row| row.name.cmp(name)).ok().map(|index| &TABLE[index])
}

/// The name nearest to what somebody wrote, for "did you mean".
pub fn nearest(name: &str) -> Option<&'static str> {
    // A name is short; what is longer is near to none.
    let name: String = name.chars().take(64).collect();
    let scored = TABLE.iter().map(|row| (strsim::levenshtein(&name, row.name), row.name));
    scored.min().filter(|(distance, _)| *distance <= 3).map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_and_its_defaults_are_values() {
        assert!(TABLE.is_sorted_by(|a, b| a.name < b.name));
        let mut configuration = Configuration::defaults().unwrap();
        for row in TABLE {
            (row.set)(&mut configuration, row.default).unwrap();
            assert!(row.meaning.ends_with('.'), "{}", row.name);
            assert!(row.name.chars().all(|c| c.is_ascii_lowercase() || c == '-' || c == '.'), "{}", row.name);
        }
        assert_eq!(Configuration::defaults(), Ok(configuration));
    }

    #[test]
    fn a_misspelt_name_finds_its_neighbour() {
        assert_eq!(nearest("machine-modle"), Some("machine-model"));
        assert_eq!(nearest("colour-of-the-sky"), None);
        assert!(row("entry").is_some());
        assert!(row("entr").is_none());
    }
}
