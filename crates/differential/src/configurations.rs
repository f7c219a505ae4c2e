//! The answer of a configuration on a text. The configurations are those of the table ([`cairn_options::variants`]), so that
//! no analysis is left out.

use cairn_base::Work;
use cairn_front_c::{FrontEndOptions, Input};
use cairn_ir::MachineModel;
use cairn_ir::behaviour::Check;
use cairn_options::variants::Variant;
use cairn_options::{Analysis, Configuration};
use cairn_task::Property;
use cairn_verify::{Cause, Report, ReportedVerdict, Request, RunLimits, front_options};
use std::time::{Duration, Instant};

/// So many of the variants for the program of a seed, in turn: a run of seeds goes through all of them.
pub fn in_turn(seed: u64, at_once: usize, of: &[Variant]) -> Vec<&Variant> {
    let first = (seed as usize).wrapping_mul(at_once);
    (0..at_once.min(of.len())).map(|k| &of[first.wrapping_add(k) % of.len()]).collect()
}

/// Property asked of programs.
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
pub struct RunAllowance {
    /// Steps: the same on every machine.
    pub steps: u64,
    /// Time on the clock for a run that asks for hours of programs. It can only make a verdict UNKNOWN; a test has none.
    pub deadline: Option<Duration>,
    /// Work of solvers: the same on every machine.
    pub work: Option<Work>,
    /// The property.
    pub asked: CheckedProperty,
}

/// The verdict of a configuration on a text.
///
/// # Errors
/// The text does not compile, or the run ended at an invariant of Cairn that does not hold, as text.
pub fn verify(
    variant: &Variant,
    text: &str,
    model: MachineModel,
    effort: RunAllowance,
) -> Result<ReportedVerdict, String> {
    let report = report(variant, text, model, effort)?;
    match report.reasons.iter().find(|reason| reason.cause == Cause::Internal) {
        Some(reason) => Err(format!("internal error: {}", reason.text)),
        None => Ok(report.answer),
    }
}

/// The whole report of a configuration on a text.
///
/// # Errors
/// The text does not compile: what the front end says.
pub fn report(variant: &Variant, text: &str, model: MachineModel, effort: RunAllowance) -> Result<Report, String> {
    let mut configuration = Configuration::defaults()?;
    for (name, value) in variant.settings() {
        let row = cairn_options::table::row(name).ok_or_else(|| format!("no option {name}"))?;
        (row.set)(&mut configuration, value)?;
    }
    // A limit of steps ends all stages: with few of them, `auto` would only ever see its first.
    let steps = match (variant.analysis, effort.deadline) {
        (Analysis::Auto, Some(_)) => None,
        (Analysis::Auto, None) => Some(effort.steps * AUTO),
        _ => Some(effort.steps),
    };
    let inputs = vec![Input { name: "generated.c".to_owned(), text: text.into() }];
    let front = FrontEndOptions { model, ..front_options(&configuration) };
    let limits = RunLimits {
        start: Instant::now(),
        time: effort.deadline,
        processor: None,
        memory: None,
        steps,
        work: effort.work,
    };
    let cancel = cairn_base::CancelToken::new();
    let request = Request::new(inputs, effort.asked.property(), configuration, limits, cancel);
    let request = Request { front, ..request };
    cairn_verify::verify(&request, &mut cairn_cpa::NoObserver)
        .map_err(|error| error.diagnostics.iter().map(|d| d.render(&error.sources)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn_options::variants::variants;

    #[test]
    fn configurations_in_turn_are_all_covered() {
        let all = variants();
        for at_once in 1..=all.len() + 1 {
            let mut met: Vec<String> = (100..100 + all.len() as u64)
                .flat_map(|seed| in_turn(seed, at_once, &all))
                .map(Variant::name)
                .collect();
            met.sort_unstable();
            met.dedup();
            assert_eq!(met.len(), all.len(), "{at_once} at once");
            assert_eq!(in_turn(7, at_once, &all).len(), at_once.min(all.len()));
        }
    }
}
