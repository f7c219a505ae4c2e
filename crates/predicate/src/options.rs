//! The options of the predicate analysis. Every choice is sound.

use cairn_base::choice::OptionValue;
use cairn_domains::memory::SharedInvariants;
use cairn_formula::Encoding;
use cairn_ir::{FunctionId, NodeId};
use cairn_smt::SolverChoice;
use cairn_smt::interpolation::Method;

/// Where blocks end, beside the places where they always do: loop heads, entries of recursive functions, targets. All
/// conditions may be combined (adjustable-block encoding).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct BlockBoundaries {
    /// After every edge: single-block encoding.
    pub every_edge: bool,
    /// Where control flow joins.
    pub joins: bool,
    /// At entries of functions, and where calls return.
    pub calls: bool,
    /// After so many edges.
    pub edges: Option<u32>,
}

impl OptionValue for BlockBoundaries {
    const TYPE: &'static str = "loops|edges|joins|calls|number, or several with commas";
    fn parse(text: &str) -> Result<Self, String> {
        let mut blocks = BlockBoundaries::default();
        for word in text.split(',') {
            match word.trim() {
                "loops" => {}
                "edges" => blocks.every_edge = true,
                "joins" => blocks.joins = true,
                "calls" => blocks.calls = true,
                number => {
                    let edges = number.parse().ok().filter(|edges| *edges > 0);
                    let what = || format!("'{number}' is none of loops, edges, joins, calls, or a number from 1 on");
                    blocks.edges = Some(edges.ok_or_else(what)?);
                }
            }
        }
        Ok(blocks)
    }
}

cairn_base::choice! {
    /// How the abstraction of a block is computed (LBE II-B).
    #[derive(Default)]
    pub enum AbstractionKind {
        /// The strongest conjunction of predicates.
        Cartesian = "cartesian",
        /// The strongest Boolean combination of those predicates that speak of common symbols, and the conjunction of these.
        Clusters = "clusters",
        /// The strongest Boolean combination of predicates.
        #[default]
        Boolean = "boolean",
    }
}

cairn_base::choice! {
    /// For which locations a predicate that was found at one is tracked.
    #[derive(Default)]
    pub enum PredicateScope {
        /// The one; all, when it speaks of nothing but global variables and blocks are large.
        #[default]
        Variables = "variables",
        /// The one.
        Location = "location",
        /// All of its function.
        Function = "function",
        /// All.
        Global = "global",
    }
}

cairn_base::choice! {
    /// Form of predicates from an interpolant.
    #[derive(Default)]
    pub enum Form {
        /// Its atoms.
        #[default]
        Atoms = "atoms",
        /// The interpolant as a whole.
        Whole = "whole",
    }
}

cairn_base::choice! {
    /// How the interpolants of a tree of formulas are found (BAM 2.6.3).
    #[derive(Default)]
    pub enum Trees {
        /// Those of all unwindings at once first, where they are found ([`super::closure`]); then as `Tree`.
        #[default]
        Closed = "closed",
        /// By the solver layer, all at once.
        Tree = "tree",
        /// By binary interpolation, from the leaves to the root, each with the interpolants found before (algorithm 7).
        TreeFromBinary = "tree-from-binary",
        /// By binary interpolation, each of a subtree against the rest (algorithm 6).
        WellScoped = "well-scoped",
        /// By sequences, one a function's frame, the outermost first.
        Nested = "nested",
    }
}

impl Trees {
    /// All but the one that tries invariants first.
    pub const WITHOUT_INVARIANTS: [Trees; 4] = [Trees::Tree, Trees::TreeFromBinary, Trees::WellScoped, Trees::Nested];
}

/// The options of the predicate analysis.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PredicateOptions {
    /// Where blocks end.
    pub blocks: BlockBoundaries,
    /// Locations where blocks end, too, in order: where states are sent from one worker to another, or where a block that is
    /// analysed by itself is entered.
    pub ends: Vec<NodeId>,
    /// How abstractions are computed.
    pub abstraction: AbstractionKind,
    /// How C's integers become terms.
    pub encoding: Encoding,
    /// For which locations a predicate is tracked.
    pub scope: PredicateScope,
    /// Form of predicates from an interpolant.
    pub form: Form,
    /// Boolean abstraction combines at most so many undecided predicates a block; the others are Cartesian.
    pub most_combined: usize,
    /// Assume at the start of each block what is known of integers there (in the integer encoding); nothing if `None`.
    pub invariants: Option<SharedInvariants>,
    /// Analyse blocks of the program by themselves (block-abstraction memoization): formulas name frames relative to the
    /// one at work, blocks end around calls, and counterexamples are refined as trees.
    pub modular: bool,
    /// With `modular`: functions are no blocks, so calls are followed step by step and a counterexample is a sequence.
    pub calls_followed: bool,
    /// With `modular`: these functions are no blocks though others are, and call none that is. In order.
    pub followed: Vec<FunctionId>,
    /// States can say what their abstractions mean in the program's variables. It costs time for each abstraction, and what
    /// is found out does not depend on it.
    pub described: bool,
    /// How interpolants of trees are found.
    pub trees: Trees,
    /// Interpolation methods in order; empty: as the theories of the path suggest.
    pub interpolation: Vec<Method>,
    /// Who answers its questions.
    pub solver: SolverChoice,
}

impl Default for PredicateOptions {
    fn default() -> Self {
        Self {
            blocks: BlockBoundaries::default(),
            ends: Vec::new(),
            abstraction: AbstractionKind::default(),
            encoding: Encoding::Integer,
            scope: PredicateScope::default(),
            form: Form::default(),
            most_combined: 40,
            invariants: Some(SharedInvariants::default()),
            modular: false,
            calls_followed: false,
            followed: Vec::new(),
            described: false,
            trees: Trees::default(),
            interpolation: Vec::new(),
            solver: SolverChoice::Z3,
        }
    }
}
