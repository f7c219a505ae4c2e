//! The configurations that a paper compares: the one table to edit when an option changes its name.

/// A configuration.
#[derive(Clone, Copy, Debug)]
pub struct Configuration {
    /// Its name in the tables.
    pub name: &'static str,
    /// The arguments of `cairn verify`.
    pub arguments: &'static [&'static str],
    /// The figure that counts the nodes of the abstract reachability tree as the paper does: abstract states at the ends
    /// of blocks. The first of these that there is.
    pub art: &'static [&'static str],
}

/// What CPAchecker's and Cairn's figures have no paper's name for: predicates in all, their placements at locations, the
/// locations, and the most at one.
pub const PREDICATES: [&str; 4] =
    ["predicate-predicates", "predicate-placements", "predicate-locations", "predicate-most-at-a-location"];

/// Single blocks, large blocks and adjustable blocks, each with either abstraction (the paper's two that work are the first of SBE
/// and the first of LBE), and the paper's future work.
pub const LBE: &[Configuration] = &[
    by_edges("SBE", &["--analysis=predicate", "--option=experiment.predicate.block=edges", CARTESIAN]),
    by_edges("SBE Boolean", &["--analysis=predicate", "--option=experiment.predicate.block=edges", BOOLEAN]),
    by_blocks("LBE", &["--analysis=predicate", "--option=experiment.predicate.block=loops", BOOLEAN]),
    by_blocks("LBE Cartesian", &["--analysis=predicate", "--option=experiment.predicate.block=loops", CARTESIAN]),
    by_blocks("ABE", &["--analysis=predicate", "--option=experiment.predicate.block=calls,50", BOOLEAN]),
    by_blocks("ABE Cartesian", &["--analysis=predicate", "--option=experiment.predicate.block=calls,50", CARTESIAN]),
    Configuration { name: "IMPACT", arguments: &["--analysis=impact"], art: &["impact-vertices", "final-states"] },
];

/// Block-abstraction memoization: the predicate analysis with each strategy for trees of formulas (the first is Cairn's own,
/// the others the paper's), the value analysis, both, and what users get without options.
pub const BAM: &[Configuration] = &[
    modular("closed", &["--analysis=predicate", FUNCTIONS]),
    modular("tree", &["--analysis=predicate", FUNCTIONS, "--option=experiment.bam.interpolation=tree"]),
    modular(
        "tree-from-binary",
        &["--analysis=predicate", FUNCTIONS, "--option=experiment.bam.interpolation=tree-from-binary"],
    ),
    modular("well-scoped", &["--analysis=predicate", FUNCTIONS, "--option=experiment.bam.interpolation=well-scoped"]),
    modular("nested", &["--analysis=predicate", FUNCTIONS, "--option=experiment.bam.interpolation=nested"]),
    modular("value", &["--analysis=value", FUNCTIONS]),
    modular("value-predicate", &["--analysis=value-predicate", FUNCTIONS]),
    modular("default", &[]),
];

/// Slicing and CEGAR: symbolic execution with neither, one, the other and both, and with a slice computed before.
pub const SLICE: &[Configuration] = &[
    modular("SymEx", &["--analysis=symbolic", "--option=experiment.symbolic.refinement=none"]),
    modular(
        "SymEx-S",
        &["--analysis=symbolic", "--option=experiment.symbolic.refinement=none", "--option=slicing=target-path"],
    ),
    modular("SymEx-C", &["--analysis=symbolic", "--option=experiment.symbolic.refinement=cegar"]),
    modular(
        "SymEx-SC",
        &["--analysis=symbolic", "--option=experiment.symbolic.refinement=cegar", "--option=slicing=target-path"],
    ),
    modular(
        "eager",
        &["--analysis=symbolic", "--option=experiment.symbolic.refinement=none", "--option=slicing=eager"],
    ),
];

/// Fault localization, a technique each.
pub const FAULTLOC: &[Configuration] = &[
    modular("counterfactual", &["--option=localization.technique=counterfactual"]),
    modular("max-sat", &["--option=localization.technique=max-sat"]),
    modular(
        "max-sat of the paper",
        &["--option=localization.technique=max-sat", "--option=experiment.localization.skipping=false"],
    ),
    modular(
        "max-sat by blocks",
        &["--option=localization.technique=max-sat", "--option=experiment.localization.blocks=true"],
    ),
    modular("unsat-core", &["--option=localization.technique=unsat-core"]),
    modular("error-invariants", &["--option=localization.technique=error-invariants"]),
];

/// Distributed analysis: the predicate analysis that it is measured against (the first), each way to cut a program into
/// blocks, and bounded model checking. The paper's fast workers have no configuration of their own: what is below a state
/// that was there is always dropped.
pub const DCPA: &[Configuration] = &[
    modular("predicate", &["--analysis=predicate"]),
    distributed("loops", &["--analysis=distributed", "--option=experiment.distributed.decomposition=loops"]),
    distributed("linear", &["--analysis=distributed", "--option=experiment.distributed.decomposition=linear"]),
    distributed("given-size", &["--analysis=distributed", "--option=experiment.distributed.decomposition=given-size"]),
    distributed("single", &["--analysis=distributed", "--option=experiment.distributed.decomposition=single"]),
    modular("BMC", &["--analysis=bmc"]),
];

const BOOLEAN: &str = "--option=experiment.predicate.abstraction=boolean";
const CARTESIAN: &str = "--option=experiment.predicate.abstraction=cartesian";

/// Blocks are functions.
const FUNCTIONS: &str = "--option=bam.blocks=functions";

const fn by_edges(name: &'static str, arguments: &'static [&'static str]) -> Configuration {
    Configuration { name, arguments, art: &["predicate-abstraction-states", "final-states"] }
}

const fn by_blocks(name: &'static str, arguments: &'static [&'static str]) -> Configuration {
    Configuration { name, arguments, art: &["predicate-abstraction-states", "predicate-abstractions"] }
}

const fn modular(name: &'static str, arguments: &'static [&'static str]) -> Configuration {
    Configuration { name, arguments, art: &["final-states"] }
}

const fn distributed(name: &'static str, arguments: &'static [&'static str]) -> Configuration {
    Configuration { name, arguments, art: &["dss-explored"] }
}
