//! Which analyses read an option, and the refusal of one that would silently have no effect.
//!
//! Invariant: every option is in [`readers`]; a test goes over all options and analyses. An option that no analysis reads
//! because it is about the program, the limits or the output is [`Readers::All`].

use cairn_task::Configuration;
use cairn_task::options::{Analysis, Row, TABLE};

/// Who reads an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Readers {
    /// It has the same effect whatever analysis runs.
    All,
    /// These analyses.
    Only(&'static [Analysis]),
}

/// Analyses that the engine of configurable program analyses explores, and the strategy, which has some of them.
const EXPLORED: &[Analysis] = &[
    Analysis::Auto,
    Analysis::Value,
    Analysis::Symbolic,
    Analysis::Predicate,
    Analysis::ValuePredicate,
    Analysis::Interval,
    Analysis::ReachingDefinitions,
    Analysis::Dominators,
    Analysis::PostDominators,
    Analysis::ControlDependence,
];
/// Those whose states can be reduced to a block.
const BY_BLOCKS: &[Analysis] =
    &[Analysis::Auto, Analysis::Value, Analysis::Predicate, Analysis::ValuePredicate, Analysis::Interval];
/// The engine of configurable program analyses, also where workers run it.
const ENGINE: &[Analysis] = &[
    Analysis::Auto,
    Analysis::Value,
    Analysis::Symbolic,
    Analysis::Predicate,
    Analysis::ValuePredicate,
    Analysis::Interval,
    Analysis::ReachingDefinitions,
    Analysis::Dominators,
    Analysis::PostDominators,
    Analysis::ControlDependence,
    Analysis::Distributed,
];
/// The same, and IMPACT, which refines too.
const REFINING: &[Analysis] = &[
    Analysis::Auto,
    Analysis::Value,
    Analysis::Symbolic,
    Analysis::Predicate,
    Analysis::ValuePredicate,
    Analysis::Interval,
    Analysis::ReachingDefinitions,
    Analysis::Dominators,
    Analysis::PostDominators,
    Analysis::ControlDependence,
    Analysis::Distributed,
    Analysis::Impact,
];
/// All that check error paths: executions are violations by themselves.
const CHECKING: &[Analysis] = &[
    Analysis::Auto,
    Analysis::Value,
    Analysis::Symbolic,
    Analysis::Predicate,
    Analysis::ValuePredicate,
    Analysis::Interval,
    Analysis::ReachingDefinitions,
    Analysis::Dominators,
    Analysis::PostDominators,
    Analysis::ControlDependence,
    Analysis::Distributed,
    Analysis::Impact,
    Analysis::BoundedModelChecking,
    Analysis::KInduction,
];
/// Those with predicates, whoever explores them.
const PREDICATES: &[Analysis] = &[Analysis::Auto, Analysis::Predicate, Analysis::ValuePredicate, Analysis::Distributed];
/// Those with a choice between whole numbers and bit-vectors. The formulas of unrollings are bit-vectors in any case, as
/// are those of symbolic execution.
const ENCODED: &[Analysis] =
    &[Analysis::Auto, Analysis::Predicate, Analysis::ValuePredicate, Analysis::Distributed, Analysis::Impact];
const VALUES: &[Analysis] = &[Analysis::Auto, Analysis::Value, Analysis::ValuePredicate];

/// Who reads an option; `None` for a name that this table does not know.
fn readers(option: &str) -> Option<Readers> {
    use Readers::{All, Only};
    Some(match option {
        "analysis"
        | "arguments.may-be-none"
        | "cpu-limit"
        | "entry"
        | "interrupts"
        | "machine-model"
        | "memory-limit"
        | "memory.malloc-may-fail"
        | "solver-limit"
        | "step-limit"
        | "time-limit"
        | "trace"
        | "undefined-functions"
        | "volatile" => All,
        // Of `cairn localize`, which looks at the violation and not at what found it.
        "localization.blocks" | "localization.sets" | "localization.skipping" | "localization.technique" => All,
        "bam.blocks" => Only(BY_BLOCKS),
        "bam.interpolation" => Only(&[Analysis::Auto, Analysis::Predicate, Analysis::ValuePredicate]),
        // Of `cairn verify-all` over many machines too, whatever analyses its tasks ask for.
        "distributed.lost" | "distributed.patience" => All,
        "distributed.blocks" | "distributed.decomposition" => Only(&[Analysis::Distributed]),
        "encoding" => Only(ENCODED),
        "engine.basic-blocks" | "engine.order" | "engine.refine-from" | "engine.sharing" => Only(ENGINE),
        "engine.refinement-limit" => Only(REFINING),
        "engine.unrefuted-limit" => Only(CHECKING),
        "impact.block" | "impact.covering" => Only(&[Analysis::Impact]),
        "interpolation" | "predicate.abstraction" | "predicate.block" | "predicate.form" | "predicate.scope" => {
            Only(PREDICATES)
        }
        "jobs" => Only(&[Analysis::Auto, Analysis::Distributed]),
        "slicing" => Only(EXPLORED),
        "symbolic.refinement" => Only(&[Analysis::Symbolic]),
        // The strategy has seeds of its own, one a round.
        "testing.seed" => Only(&[Analysis::RandomTesting]),
        "value.refinement" | "value.split" => Only(VALUES),
        _ => return None,
    })
}

/// Why a configuration is refused, as a sentence: an option has another value than its default, and the analysis does not
/// read it.
pub fn refusal(configuration: &Configuration) -> Option<String> {
    let analysis = configuration.analysis;
    TABLE.iter().find_map(|row| {
        let Some(Readers::Only(analyses)) = readers(row.name) else { return None };
        if analyses.contains(&analysis) || is_default(row, configuration) {
            return None;
        }
        let known: Vec<&str> = analyses.iter().map(|analysis| analysis.word()).collect();
        let (name, default, word, known) = (row.name, row.default, analysis.word(), known.join(", "));
        Some(format!(
            "{name} has no effect with analysis={word}: {name} must be {default}, or the analysis one of {known}"
        ))
    })
}

/// Whether an option has the value that it has when nobody sets it.
fn is_default(row: &Row, configuration: &Configuration) -> bool {
    let mut plain = configuration.clone();
    (row.set)(&mut plain, row.default).is_ok() && plain == *configuration
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_has_its_readers() {
        let unknown: Vec<&str> = TABLE.iter().map(|row| row.name).filter(|name| readers(name).is_none()).collect();
        assert!(unknown.is_empty(), "say in readers() which analyses read {unknown:?}");
    }
}
