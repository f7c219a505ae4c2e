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

/// Large-block encoding: the paper's two configurations that work, and its future work.
pub const LBE: &[Configuration] = &[
    Configuration {
        name: "SBE",
        arguments: &[
            "--analysis=predicate",
            "--option=predicate.block=edges",
            "--option=predicate.abstraction=cartesian",
        ],
        art: &["predicate-abstraction-states", "final-states"],
    },
    Configuration {
        name: "LBE",
        arguments: &[
            "--analysis=predicate",
            "--option=predicate.block=loops",
            "--option=predicate.abstraction=boolean",
        ],
        art: &["predicate-abstraction-states", "predicate-abstractions"],
    },
    Configuration {
        name: "ABE",
        arguments: &[
            "--analysis=predicate",
            "--option=predicate.block=calls,50",
            "--option=predicate.abstraction=boolean",
        ],
        art: &["predicate-abstraction-states", "predicate-abstractions"],
    },
    Configuration { name: "IMPACT", arguments: &["--analysis=impact"], art: &["impact-vertices", "final-states"] },
];
