//! Every analysis and configuration that gives verdicts.

use cairn_base::Work;
use cairn_front_c::{FrontEndOptions, Input};
use cairn_ir::MachineModel;
use cairn_ir::behaviour::Check;
use cairn_options::Configuration;
use cairn_task::Property;
use cairn_verify::{Cause, Report, ReportedVerdict, Request, RunLimits, front_options};
use std::time::{Duration, Instant};

/// A configuration: its name, and the options that differ from the defaults.
pub struct Named {
    /// For messages.
    pub name: &'static str,
    /// Names of options and their values.
    pub options: &'static [(&'static str, &'static str)],
}

/// All of them.
pub const ALL: &[Named] = &[
    Named { name: "auto", options: &[] },
    Named { name: "value", options: &[("analysis", "value")] },
    Named { name: "everything", options: &[("analysis", "value"), ("value.refinement", "none")] },
    Named { name: "symbolic", options: &[("analysis", "symbolic")] },
    Named { name: "symbolic-all", options: &[("analysis", "symbolic"), ("symbolic.refinement", "none")] },
    Named { name: "symbolic-sliced", options: &[("analysis", "symbolic"), ("slicing", "target-path")] },
    Named {
        name: "symbolic-all-sliced",
        options: &[("analysis", "symbolic"), ("symbolic.refinement", "none"), ("slicing", "eager")],
    },
    Named { name: "predicate", options: &[("analysis", "predicate")] },
    Named { name: "predicate-bits", options: &[("analysis", "predicate"), ("encoding", "bit-vector")] },
    Named { name: "predicate-edges", options: &[("analysis", "predicate"), ("predicate.block", "edges")] },
    Named { name: "value-predicate", options: &[("analysis", "value-predicate")] },
    Named { name: "impact", options: &[("analysis", "impact")] },
    Named { name: "impact-bits", options: &[("analysis", "impact"), ("encoding", "bit-vector")] },
    Named { name: "bmc", options: &[("analysis", "bmc")] },
    Named { name: "k-induction", options: &[("analysis", "k-induction")] },
    Named { name: "interval", options: &[("analysis", "interval")] },
    Named { name: "random-testing", options: &[("analysis", "random-testing")] },
    Named { name: "explicit-states", options: &[("analysis", "explicit-states")] },
    Named { name: "value-functions", options: &[("analysis", "value"), ("bam.blocks", "functions")] },
    Named { name: "value-loops", options: &[("analysis", "value"), ("bam.blocks", "loops")] },
    Named { name: "predicate-functions", options: &[("analysis", "predicate"), ("bam.blocks", "functions")] },
    Named { name: "predicate-loops", options: &[("analysis", "predicate"), ("bam.blocks", "loops")] },
    Named { name: "interval-functions", options: &[("analysis", "interval"), ("bam.blocks", "functions")] },
    Named { name: "value-sliced", options: &[("analysis", "value"), ("slicing", "target-path")] },
    Named {
        name: "everything-sliced",
        options: &[("analysis", "value"), ("value.refinement", "none"), ("slicing", "eager")],
    },
    Named { name: "predicate-sliced", options: &[("analysis", "predicate"), ("slicing", "target-path")] },
    Named {
        name: "value-predicate-sliced",
        options: &[("analysis", "value-predicate"), ("slicing", "target-location")],
    },
    Named {
        name: "value-sliced-functions",
        options: &[("analysis", "value"), ("slicing", "target-path"), ("bam.blocks", "functions")],
    },
    Named { name: "distributed", options: &[("analysis", "distributed")] },
    Named {
        name: "distributed-given-size",
        options: &[("analysis", "distributed"), ("distributed.decomposition", "given-size"), ("jobs", "2")],
    },
    Named { name: "interval-loops", options: &[("analysis", "interval"), ("bam.blocks", "loops")] },
];

/// So many of the configurations for the program of a seed, in turn: a run of seeds goes through all of them.
pub fn in_turn(seed: u64, at_once: usize, of: &[&'static Named]) -> Vec<&'static Named> {
    let first = (seed as usize).wrapping_mul(at_once);
    (0..at_once.min(of.len())).map(|k| of[first.wrapping_add(k) % of.len()]).collect()
}

/// What is asked of programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CheckedProperty {
    /// Whether an assertion fails.
    #[default]
    Assertions,
    /// Whether memory is used as C allows.
    Memory,
}

impl CheckedProperty {
    /// As a property.
    pub fn property(self) -> Property {
        let property = Property::default_reachability();
        match self {
            CheckedProperty::Assertions => property,
            CheckedProperty::Memory => {
                let checks = vec![Check::ValidDeref, Check::ValidFree];
                Property { checks, functions: Vec::new(), labels: Vec::new(), ..property }
            }
        }
    }
}

/// How many times the steps of one analysis the default has, which asks several.
const AUTO: u64 = 40;

/// How long an analysis goes on, and what it is asked.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Steps: the same on every machine.
    pub steps: u64,
    /// Time on the clock for a run that asks for hours of programs. It can only make a verdict UNKNOWN; a test has none.
    pub deadline: Option<Duration>,
    /// Work of solvers: the same on every machine.
    pub work: Option<Work>,
    /// What is asked.
    pub asked: CheckedProperty,
}

/// The verdict of a configuration on a text.
///
/// # Errors
/// The text does not compile, or the run ended at an invariant of Cairn that does not hold, as text.
pub fn verify(named: &Named, text: &str, model: MachineModel, effort: Effort) -> Result<ReportedVerdict, String> {
    let report = report(named, text, model, effort)?;
    match report.reasons.iter().find(|reason| reason.cause == Cause::Internal) {
        Some(reason) => Err(format!("internal error: {}", reason.text)),
        None => Ok(report.answer),
    }
}

/// The whole report of a configuration on a text.
///
/// # Errors
/// The text does not compile: what the front end says.
pub fn report(named: &Named, text: &str, model: MachineModel, effort: Effort) -> Result<Report, String> {
    let mut configuration = Configuration::defaults()?;
    for (name, value) in named.options {
        let row = cairn_options::table::row(name).ok_or_else(|| format!("no option {name}"))?;
        (row.set)(&mut configuration, value)?;
    }
    // A limit of steps ends all stages: with few of them, `auto` would only ever see its first.
    let steps = match (named.name, effort.deadline) {
        ("auto", Some(_)) => None,
        ("auto", None) => Some(effort.steps * AUTO),
        _ => Some(effort.steps),
    };
    let request = Request {
        inputs: vec![Input { name: "generated.c".to_owned(), text: text.into() }],
        front: FrontEndOptions { model, ..front_options(&configuration) },
        property: effort.asked.property(),
        configuration,
        limits: RunLimits {
            start: Instant::now(),
            time: effort.deadline,
            processor: None,
            memory: None,
            steps,
            work: effort.work,
        },
        cancel: cairn_base::CancelToken::new(),
        drawings: false,
        slowest: None,
        levels: false,
        explored: false,
        invariants: false,
        messages: None,
        machines: None,
        summaries: None,
    };
    cairn_verify::verify(&request, &mut cairn_cpa::NoObserver)
        .map_err(|error| error.diagnostics.iter().map(|d| d.render(&error.sources)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn configurations_in_turn_are_all_covered() {
        let all: Vec<&'static Named> = ALL.iter().collect();
        for at_once in 1..=all.len() + 1 {
            let mut met: Vec<&str> =
                (100..100 + all.len() as u64).flat_map(|seed| in_turn(seed, at_once, &all)).map(|n| n.name).collect();
            met.sort_unstable();
            met.dedup();
            assert_eq!(met.len(), all.len(), "{at_once} at once");
            assert_eq!(in_turn(7, at_once, &all).len(), at_once.min(all.len()));
        }
    }
}
