//! The capabilities of analyses: the columns of one table, whose rows are
//! [`Analysis::capabilities`](crate::Analysis::capabilities).
//!
//! Options, refusals, help (`cairn options --analyses`), documentation, the default strategy and the lists of configurations in
//! tests and fuzzers follow from it. Why one table: lists of "every analysis" by hand missed four engines, and an option that
//! an engine ignores looks as if it had an effect.
//!
//! Invariant: a capability is a positive statement, so that what an analysis does not say it cannot do. The first seven are
//! about verdicts, and `verify/tests/it/capabilities.rs` has a program for each that an analysis decides exactly where its
//! row says so.

use cairn_base::choice;

choice! {
    /// Something that an analysis can do.
    pub enum Capability {
        /// It gives TRUE.
        Proofs = "proofs",
        /// It gives FALSE.
        Violations = "violations",
        /// It gives TRUE of loops without a bound.
        Loops = "loops",
        /// It follows recursive calls.
        Recursion = "recursion",
        /// It knows what memory from `malloc` holds.
        Heap = "heap",
        /// It knows what floats hold.
        Floats = "floats",
        /// Its proofs come with invariants, for witnesses.
        Invariants = "invariants",
        /// The engine of configurable program analyses explores it, or workers do.
        Exploration = "exploration",
        /// Spurious error paths refine it.
        Refinement = "refinement",
        /// It has several error paths to check.
        ErrorPaths = "error-paths",
        /// It can have a slice that grows while it explores.
        GrowingSlices = "growing-slices",
        /// It can have a slice for all violations before it begins.
        EagerSlices = "eager-slices",
        /// Its states can be reduced to a block, and expanded.
        Blocks = "blocks",
        /// Workers run it, one for each block.
        Distribution = "distribution",
        /// It tracks values of variables.
        Values = "values",
        /// It has ranges of variables as its states.
        Ranges = "ranges",
        /// It tracks symbolic values.
        Symbols = "symbols",
        /// It tracks predicates.
        Predicates = "predicates",
        /// It has a choice between whole numbers and bit-vectors.
        Encoding = "encoding",
        /// It unwinds lazily, as IMPACT does.
        Lazy = "lazy",
        /// It can use several threads.
        Jobs = "jobs",
        /// It makes up inputs from a number.
        Seed = "seed",
        /// Its questions can be asked of a program instead of the library Z3.
        Solvers = "solvers",
    }
}

impl Capability {
    /// Its meaning, for people.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Proofs => "It gives TRUE.",
            Self::Violations => "It gives FALSE.",
            Self::Loops => "It gives TRUE of loops without a bound.",
            Self::Recursion => "It follows recursive calls.",
            Self::Heap => "It knows what memory from malloc holds.",
            Self::Floats => "It knows what floats hold.",
            Self::Invariants => "Its proofs come with invariants, for witnesses.",
            Self::Exploration => "The engine of configurable program analyses explores it, or workers do.",
            Self::Refinement => "Spurious error paths refine it.",
            Self::ErrorPaths => "It has several error paths to check.",
            Self::GrowingSlices => "It can have a slice that grows while it explores.",
            Self::EagerSlices => "It can have a slice for all violations before it begins.",
            Self::Blocks => "Parts of a program are explored by themselves, their results used again.",
            Self::Distribution => "Workers run it, one for each block.",
            Self::Values => "It tracks values of variables.",
            Self::Ranges => "It has ranges of variables as its states.",
            Self::Symbols => "It tracks symbolic values.",
            Self::Predicates => "It tracks predicates.",
            Self::Encoding => "It has a choice between whole numbers and bit-vectors.",
            Self::Lazy => "It unwinds lazily, as IMPACT does.",
            Self::Jobs => "It can use several threads.",
            Self::Seed => "It makes up inputs from a number.",
            Self::Solvers => "Its questions can be asked of a program instead of the library Z3.",
        }
    }
}
