//! The analyses that a user may choose, and the groups of them that read the same options.

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
        /// Linked lists without a bound: proves only, as its error paths are not refuted.
        Shape = "shape",
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
        /// States of the program, one by one: for state machines with few inputs.
        ExplicitStates = "explicit-states",
        /// Predicate abstraction by workers, one for each block of the program, that send each other states.
        Distributed = "distributed",
    }
}

impl Analysis {
    /// Whether the strategy is meant: it has all that it picks from.
    fn is_auto(self) -> bool {
        self == Analysis::Auto
    }

    /// The engine of configurable program analyses explores it by itself; the strategy has some of these.
    pub fn is_explored(self) -> bool {
        !self.is_run_by_another_engine()
    }

    fn is_run_by_another_engine(self) -> bool {
        use Analysis::{
            BoundedModelChecking, Distributed, ExplicitStates, HornClauses, Impact, KInduction, PolynomialEqualities,
            PropertyDirected, RandomTesting,
        };
        matches!(
            self,
            Impact
                | BoundedModelChecking
                | KInduction
                | HornClauses
                | PolynomialEqualities
                | PropertyDirected
                | RandomTesting
                | ExplicitStates
                | Distributed
        )
    }

    /// It can have a slice: while it explores, or before it begins.
    pub fn is_sliced(self) -> bool {
        use Analysis::{
            Distributed, ExplicitStates, HornClauses, PolynomialEqualities, PropertyDirected, RandomTesting,
        };
        !matches!(
            self,
            RandomTesting | ExplicitStates | Distributed | HornClauses | PolynomialEqualities | PropertyDirected
        )
    }

    /// That engine runs it, also where workers do.
    pub fn is_on_engine(self) -> bool {
        self.is_explored() || self == Analysis::Distributed
    }

    /// Spurious error paths refine it.
    pub fn is_refined(self) -> bool {
        self.is_on_engine() || self == Analysis::Impact
    }

    /// It has several error paths to check: executions are violations by themselves, Horn clauses and equalities only prove, and
    /// property-directed reachability ends with its first path.
    pub fn has_error_paths(self) -> bool {
        use Analysis::{ExplicitStates, HornClauses, PolynomialEqualities, PropertyDirected, RandomTesting};
        !matches!(self, RandomTesting | ExplicitStates | HornClauses | PolynomialEqualities | PropertyDirected)
    }

    /// Its states can be reduced to a block.
    pub fn is_by_blocks(self) -> bool {
        use Analysis::{Interval, Predicate, Value, ValuePredicate};
        self.is_auto() || matches!(self, Value | Predicate | ValuePredicate | Interval)
    }

    /// It has values.
    pub fn has_values(self) -> bool {
        self.is_auto() || matches!(self, Analysis::Value | Analysis::ValuePredicate)
    }

    /// It has predicates, whoever explores them.
    pub fn has_predicates(self) -> bool {
        self.is_auto() || matches!(self, Analysis::Predicate | Analysis::ValuePredicate | Analysis::Distributed)
    }

    /// It has predicates whose interpolants go through blocks.
    pub fn has_predicates_by_blocks(self) -> bool {
        self.has_predicates() && self.is_by_blocks()
    }

    /// It has a choice between whole numbers and bit-vectors. The formulas of unrollings are bit-vectors in any case, as are
    /// those of symbolic execution.
    pub fn has_encoding(self) -> bool {
        self.has_predicates() || self == Analysis::Impact
    }

    /// It can use several threads.
    pub fn has_jobs(self) -> bool {
        self.is_auto() || self == Analysis::Distributed
    }

    /// Workers run it.
    pub fn is_distributed(self) -> bool {
        self == Analysis::Distributed
    }

    /// It is IMPACT.
    pub fn is_impact(self) -> bool {
        self == Analysis::Impact
    }

    /// It is symbolic execution.
    pub fn is_symbolic(self) -> bool {
        self == Analysis::Symbolic
    }

    /// It is random testing by itself.
    pub fn is_testing(self) -> bool {
        self == Analysis::RandomTesting
    }
}
