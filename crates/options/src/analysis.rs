//! The analyses that a user may choose.

use crate::capability::Capability;
use cairn_base::choice;

choice! {
    /// Which analysis runs.
    pub enum Analysis {
        /// Several, which take turns, picked by what the program looks like.
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
        /// Horn clauses over loop heads, with an arbitrary cell of each array: proves only.
        HornClauses = "horn-clauses",
        /// Equalities of polynomials at loop heads, found in executions and proved over machine integers: proves only.
        PolynomialEqualities = "polynomial-equalities",
        /// Property-directed reachability over machine integers: lemmas at loop heads, no unrolling.
        PropertyDirected = "property-directed",
        /// Ranges of integer variables.
        Interval = "interval",
        /// Abstract interpretation of the whole program with memory: proves only.
        Memory = "memory",
        /// Linked lists without a bound.
        Shape = "shape",
        /// Which assignments may have given each variable what it holds: looks at no values.
        ReachingDefinitions = "reaching-definitions",
        /// Which locations were passed on every way: looks at no values.
        Dominators = "dominators",
        /// Which locations are still passed on every way: looks at no values.
        PostDominators = "post-dominators",
        /// Which branches decided that control is where it is: looks at no values.
        ControlDependence = "control-dependence",
        /// Which definitions each operation may read: looks at no values.
        FlowDependence = "flow-dependence",
        /// Executions with inputs that are made up.
        RandomTesting = "random-testing",
        /// States of the program, one by one: for state machines with few inputs.
        ExplicitStates = "explicit-states",
        /// Workers, one for each block of the program, that send each other states of predicates, values or ranges.
        Distributed = "distributed",
    }
}

choice! {
    /// Analyses for workers of the distributed analysis: any of the analyses whose states can be sent, and any together.
    pub enum BlockAnalysis {
        /// Predicate abstraction.
        Predicate = "predicate",
        /// Explicit values.
        Value = "value",
        /// Ranges of integer variables.
        Interval = "interval",
        /// Explicit values and predicates.
        ValuePredicate = "value-predicate",
        /// Explicit values and ranges.
        ValueInterval = "value-interval",
        /// Ranges and predicates.
        IntervalPredicate = "interval-predicate",
        /// All three.
        ValueIntervalPredicate = "value-interval-predicate",
    }
}

impl BlockAnalysis {
    /// Whether explicit values are among them.
    pub const fn has_values(self) -> bool {
        matches!(self, Self::Value | Self::ValuePredicate | Self::ValueInterval | Self::ValueIntervalPredicate)
    }
    /// Whether ranges are among them.
    pub const fn has_intervals(self) -> bool {
        matches!(self, Self::Interval | Self::ValueInterval | Self::IntervalPredicate | Self::ValueIntervalPredicate)
    }
    /// Whether predicates are among them.
    pub const fn has_predicates(self) -> bool {
        matches!(self, Self::Predicate | Self::ValuePredicate | Self::IntervalPredicate | Self::ValueIntervalPredicate)
    }
}

impl Analysis {
    /// Its capabilities: its row. An analysis can do nothing that is not here; so one that forgets to say something is
    /// refused an option or is not asked, and never takes an option that it ignores.
    #[rustfmt::skip] // A row a line, or nearly.
    pub const fn capabilities(self) -> &'static [Capability] {
        use Capability::{
            Blocks, Distribution, EagerSlices, Encoding, ErrorPaths, Exploration, Floats, GrowingSlices, Heap,
            Invariants, Jobs, Lazy, Loops, Predicates, Proofs, Ranges, Recursion, Refinement, Seed, Solvers, Symbols,
            Values,
            Violations,
        };
        match self {
            // What one of its stages can do.
            Analysis::Auto => &[
                Proofs, Violations, Loops, Recursion, Heap, Floats, Exploration, Refinement, ErrorPaths,
                GrowingSlices, EagerSlices, Blocks, Values, Predicates, Encoding, Jobs, Invariants,
            ],
            Analysis::Value => &[
                Proofs, Violations, Loops, Recursion, Heap, Floats, Exploration, Refinement, ErrorPaths,
                GrowingSlices, EagerSlices, Blocks, Values, Invariants,
            ],
            Analysis::Symbolic => &[
                Proofs, Violations, Loops, Recursion, Heap, Floats, Exploration, Refinement, ErrorPaths,
                GrowingSlices, EagerSlices, Symbols, Invariants, Solvers,
            ],
            Analysis::Predicate => &[
                Proofs, Violations, Loops, Recursion, Heap, Floats, Exploration, Refinement, ErrorPaths,
                GrowingSlices, EagerSlices, Blocks, Predicates, Encoding, Invariants, Solvers,
            ],
            Analysis::ValuePredicate => &[
                Proofs, Violations, Loops, Recursion, Heap, Floats, Exploration, Refinement, ErrorPaths,
                GrowingSlices, EagerSlices, Blocks, Values, Predicates, Encoding, Invariants, Solvers,
            ],
            Analysis::Impact => &[
                Proofs, Violations, Loops, Recursion, Heap, Floats, Refinement, ErrorPaths, EagerSlices, Lazy,
                Encoding, Invariants,
            ],
            Analysis::BoundedModelChecking => &[
                Proofs, Violations, Recursion, Heap, Floats, ErrorPaths, EagerSlices, Solvers,
            ],
            Analysis::KInduction => &[
                Proofs, Violations, Loops, Recursion, Heap, Floats, ErrorPaths, EagerSlices, Invariants, Solvers,
            ],
            Analysis::HornClauses | Analysis::PolynomialEqualities => &[
                Proofs, Loops, Heap, Floats, Invariants,
            ],
            Analysis::Memory => &[
                Proofs, Loops, Heap, Floats, Invariants,
            ],
            Analysis::PropertyDirected => &[
                Proofs, Violations, Loops, Heap, Floats, Invariants,
            ],
            Analysis::Interval => &[
                Proofs, Violations, Loops, Recursion, Exploration, Refinement, ErrorPaths, GrowingSlices,
                EagerSlices, Blocks, Invariants, Ranges,
            ],
            Analysis::Shape => &[
                Proofs, Violations, Loops, Recursion, Heap, Floats, Exploration, Refinement, ErrorPaths,
                GrowingSlices, EagerSlices,
            ],
            Analysis::ReachingDefinitions
            | Analysis::Dominators
            | Analysis::PostDominators
            | Analysis::ControlDependence
            | Analysis::FlowDependence => &[
                Violations, Recursion, Exploration, Refinement, ErrorPaths, GrowingSlices, EagerSlices,
            ],
            // A proof is a program with one execution.
            Analysis::RandomTesting => &[
                Proofs, Violations, Recursion, Heap, Floats, Seed,
            ],
            Analysis::ExplicitStates => &[
                Proofs, Violations, Loops, Floats,
            ],
            // What its workers can with predicates; what they can with other analyses says `table::reads`.
            Analysis::Distributed => &[
                Proofs, Violations, Loops, Recursion, Heap, Floats, Exploration, Refinement, ErrorPaths, Predicates,
                Encoding, Jobs, Distribution, Invariants,
            ],
        }
    }

    /// Whether it can do this.
    pub fn can(self, capability: Capability) -> bool {
        self.capabilities().contains(&capability)
    }
}
