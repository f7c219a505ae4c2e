//! Every configuration by which answers are compared: each analysis by itself, and once more for each thing that it can do
//! in another way. Tests and fuzzers take their lists from here.
//!
//! Invariant: each analysis of [`Analysis::ALL`] is here, and each variant is one that [`table::refusal`] does not refuse; so a
//! new analysis is in every list when it is in the table. Why not all combinations of options: there are thousands. Two
//! ways at once stand where they meet in one engine ([`TOGETHER`]).

use crate::{Analysis, Capability};

/// Options that differ from the defaults, and a name for people: `predicate bam.blocks=functions`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variant {
    /// The analysis.
    pub analysis: Analysis,
    /// The other options with their values.
    pub options: Vec<(&'static str, &'static str)>,
}

impl Variant {
    /// For messages and for `--only` of the fuzzer.
    pub fn name(&self) -> String {
        let options = self.options.iter().map(|(name, value)| format!(" {name}={value}"));
        std::iter::once(self.analysis.word().to_owned()).chain(options).collect()
    }

    /// All its options, the analysis first.
    pub fn settings(&self) -> Vec<(&'static str, &'static str)> {
        std::iter::once(("analysis", self.analysis.word())).chain(self.options.iter().copied()).collect()
    }
}

type Options = &'static [(&'static str, &'static str)];

/// The other ways that a capability gives.
const WAYS: &[(Capability, &[Options])] = &[
    (Capability::Encoding, &[&[("encoding", "bit-vector")]]),
    (
        Capability::Blocks,
        &[&[("bam.blocks", "functions")], &[("bam.blocks", "loops")], &[("bam.blocks", "functions-loops")]],
    ),
    (Capability::GrowingSlices, &[&[("slicing", "target-path")], &[("slicing", "target-location")]]),
    (Capability::EagerSlices, &[&[("slicing", "eager")]]),
    (Capability::Values, &[&[("value.refinement", "none")]]),
    (Capability::Symbols, &[&[("experiment.symbolic.refinement", "none")]]),
    (
        Capability::Predicates,
        &[
            &[("experiment.predicate.block", "edges")],
            &[("experiment.predicate.abstraction", "cartesian")],
            &[("experiment.predicate.abstraction", "clusters")],
        ],
    ),
    (Capability::Lazy, &[&[("experiment.impact.block", "edges")], &[("experiment.impact.covering", "implied")]]),
    (Capability::Exploration, &[&[("experiment.engine.basic-blocks", "false")]]),
    (
        Capability::Distribution,
        &[
            &[("experiment.distributed.decomposition", "given-size"), ("jobs", "2")],
            &[("experiment.distributed.analysis", "value")],
            &[("experiment.distributed.analysis", "interval")],
            &[
                ("experiment.distributed.analysis", "value-interval-predicate"),
                ("experiment.distributed.combine", "waiting"),
            ],
            &[("experiment.distributed.conditions", "blocks")],
            &[
                ("experiment.distributed.combine", "waiting"),
                ("experiment.distributed.proceed", "all-predecessors"),
                ("jobs", "2"),
            ],
        ],
    ),
];

/// Ways that meet in one engine.
const TOGETHER: &[(&[Capability], Options)] = &[
    (&[Capability::Values, Capability::EagerSlices], &[("value.refinement", "none"), ("slicing", "eager")]),
    (
        &[Capability::Symbols, Capability::EagerSlices],
        &[("experiment.symbolic.refinement", "none"), ("slicing", "eager")],
    ),
    (&[Capability::Blocks, Capability::GrowingSlices], &[("bam.blocks", "functions"), ("slicing", "target-path")]),
];

/// All of them, those of an analysis together. The default strategy stands by itself: its stages have their own rows.
pub fn variants() -> Vec<Variant> {
    let of = |analysis: Analysis| {
        let plain: Options = &[];
        let ways =
            WAYS.iter().filter(move |(needs, _)| analysis.can(*needs)).flat_map(|(_, ways)| ways.iter().copied());
        let together = TOGETHER.iter().filter(move |(needs, _)| needs.iter().all(|need| analysis.can(*need)));
        let other = ways.chain(together.map(|(_, options)| *options)).filter(move |_| analysis != Analysis::Auto);
        let variant = move |options: Options| Variant { analysis, options: options.to_vec() };
        std::iter::once(plain).chain(other).map(variant)
    };
    Analysis::ALL.iter().copied().flat_map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Configuration, table};

    #[test]
    fn every_analysis_is_there_and_no_variant_is_refused() {
        let all = variants();
        for analysis in Analysis::ALL {
            assert!(all.contains(&Variant { analysis: *analysis, options: Vec::new() }), "{analysis:?}");
        }
        for variant in &all {
            let mut configuration = Configuration::defaults().unwrap();
            for (name, value) in variant.settings() {
                (table::row(name).unwrap().set)(&mut configuration, value).unwrap();
            }
            assert_eq!(table::refusal(&configuration), None, "{}", variant.name());
        }
    }

    #[test]
    fn every_way_is_one_of_some_analysis() {
        let all = variants();
        let ways = WAYS.iter().flat_map(|(_, ways)| ways.iter()).chain(TOGETHER.iter().map(|(_, options)| options));
        for way in ways {
            assert!(all.iter().any(|variant| variant.options == **way), "{way:?}");
        }
    }
}
