//! Runs one stage: the engine that its analysis needs, with what it found out in one shape for all engines.
//!
//! Invariant: an engine never fails; what goes wrong in it is a reason of UNKNOWN.

use crate::analysis;
use crate::check::Checker;
use crate::violation::Violation;
use cairn_base::Budget;
use cairn_cpa::{Composite, Observer, Outcome, Reason, RunStatistics, Specification, Statistics, Verdict};
use cairn_ir::Program;
use cairn_task::Configuration;
use cairn_task::options::Analysis;

/// What a stage found out.
pub struct Ended {
    /// The answer.
    pub verdict: Verdict<Violation>,
    /// Why it is not TRUE.
    pub reasons: Vec<Reason>,
    /// What the exploration cost.
    pub run: RunStatistics,
    /// What the analysis counted.
    pub counters: Statistics,
    /// The ARG in DOT, when it was asked for and the engine has one.
    pub drawing: Option<String>,
}

/// What a stage works on.
pub struct Stage<'s, 'p> {
    /// Its options; the analysis is not `auto`.
    pub configuration: &'s Configuration,
    /// The program.
    pub program: &'p Program,
    /// What it must not do.
    pub specification: &'p Specification,
    /// Confirms violations.
    pub checker: &'s mut Checker<'p>,
    /// What the stage may use.
    pub budget: &'s Budget,
    /// True when the ARG is to be drawn.
    pub drawings: bool,
}

/// Runs the analysis of a configuration.
pub fn run(stage: Stage<'_, '_>, observer: &mut dyn Observer) -> Ended {
    match stage.configuration.analysis {
        Analysis::Impact => impact(stage, observer),
        Analysis::BoundedModelChecking => bounded(stage, cairn_bmc::Mode::Bmc, observer),
        Analysis::KInduction => bounded(stage, cairn_bmc::Mode::KInduction, observer),
        _ => cegar(stage, observer),
    }
}

fn cegar(stage: Stage<'_, '_>, observer: &mut dyn Observer) -> Ended {
    let Stage { configuration, program, specification, checker, budget, drawings } = stage;
    let cpa = analysis::build(configuration);
    let options = analysis::engine(configuration);
    let outcome = cairn_cpa::run(&cpa, program, specification, &options, checker, budget, observer);
    let drawing = drawings.then(|| draw(&outcome, program));
    let Outcome { verdict, reasons, statistics: run, counters, .. } = outcome;
    Ended { verdict, reasons, run, counters, drawing }
}

fn impact(stage: Stage<'_, '_>, observer: &mut dyn Observer) -> Ended {
    let Stage { configuration, program, specification, checker, budget, .. } = stage;
    let options = analysis::impact(configuration);
    let outcome = cairn_impact::run(program, specification, &options, checker, budget, observer);
    let cairn_impact::Outcome { verdict, reasons, statistics: run, counters, .. } = outcome;
    Ended { verdict, reasons, run, counters, drawing: None }
}

fn bounded(stage: Stage<'_, '_>, mode: cairn_bmc::Mode, observer: &mut dyn Observer) -> Ended {
    let Stage { configuration, program, specification, checker, budget, .. } = stage;
    let options = analysis::bounded(configuration, mode);
    let outcome = cairn_bmc::run(program, specification, &options, checker, budget, observer);
    let cairn_bmc::Outcome { verdict, reasons, statistics: run, counters, .. } = outcome;
    Ended { verdict, reasons, run, counters, drawing: None }
}

/// The ARG in DOT.
fn draw<X>(outcome: &Outcome<'_, Composite, X>, program: &Program) -> String {
    let mut text = String::new();
    // Writing into a string does not fail.
    let _ = cairn_cpa::write_dot(&outcome.arg, &outcome.controls, program, &mut text);
    text
}
