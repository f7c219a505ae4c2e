//! Runs one stage: the engine that its analysis needs, with what it found out in one shape for all engines.
//!
//! Invariant: an engine never fails; what goes wrong in it is a reason of UNKNOWN.

use crate::analysis;
use crate::check::Checker;
use crate::summaries::Summaries;
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
    /// Where results of blocks are kept from run to run.
    pub summaries: Option<&'s mut Summaries>,
}

/// Runs the analysis of a configuration.
pub fn run(stage: Stage<'_, '_>, observer: &mut dyn Observer) -> Ended {
    match stage.configuration.analysis {
        Analysis::Impact => impact(stage, observer),
        Analysis::BoundedModelChecking => bounded(stage, cairn_bmc::Mode::Bmc, observer),
        Analysis::KInduction => bounded(stage, cairn_bmc::Mode::KInduction, observer),
        Analysis::RandomTesting => testing(stage),
        _ => cegar(stage, observer),
    }
}

fn cegar(stage: Stage<'_, '_>, observer: &mut dyn Observer) -> Ended {
    let Stage { configuration, program, specification, checker, budget, drawings, summaries } = stage;
    let cpa = analysis::build(configuration);
    let options = analysis::engine(configuration);
    match analysis::blocks(&configuration.bam_blocks) {
        Ok(None) => {}
        Ok(Some(_)) if cpa.irreducible().is_some() => {
            let name = cpa.irreducible().unwrap_or_default();
            return refused(format!("the {name} analysis cannot explore blocks by themselves: bam.blocks must be off"));
        }
        Ok(Some(blocks)) => {
            let kept = summaries.map(|summaries| summaries.blocks(configuration));
            let ended = cairn_bam::run_keeping(
                &cpa,
                program,
                specification,
                &blocks,
                &options,
                checker,
                budget,
                observer,
                kept,
            );
            return ended.map_or_else(refused, |outcome| by_blocks(outcome, program, drawings));
        }
        Err(why) => return refused(why),
    }
    let outcome = cairn_cpa::run(&cpa, program, specification, &options, checker, budget, observer);
    let drawing = drawings.then(|| draw(&outcome, program));
    let Outcome { verdict, reasons, statistics: run, counters, .. } = outcome;
    Ended { verdict, reasons, run, counters, drawing }
}

/// What the engine of blocks found out.
fn by_blocks(outcome: cairn_bam::Outcome<'_, Composite, Violation>, program: &Program, drawings: bool) -> Ended {
    let cairn_bam::Outcome { verdict, reasons, statistics: run, blocks, mut counters, graphs, .. } = outcome;
    for (name, count) in blocks.counts() {
        counters.add(name, count);
    }
    let drawing = drawings.then(|| graphs.dot(program));
    Ended { verdict, reasons, run, counters, drawing }
}

/// The options ask for what cannot be done.
fn refused(why: String) -> Ended {
    let (run, counters) = (RunStatistics::default(), Statistics::default());
    Ended { verdict: Verdict::Unknown, reasons: vec![Reason::Refused(why)], run, counters, drawing: None }
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

fn testing(stage: Stage<'_, '_>) -> Ended {
    let Stage { configuration, program, specification, checker, budget, .. } = stage;
    let options = cairn_testing::Options { seed: configuration.testing_seed, ..cairn_testing::Options::default() };
    let cairn_testing::Outcome { found, reason, executions, steps, edges } =
        cairn_testing::run(program, checker.code(), specification, options, budget);
    let replayed = found.map(|found| checker.replay(found.inputs, found.steps, budget));
    let (verdict, reason) = match replayed {
        Some(Ok(Some(violation))) => (Verdict::False(violation), reason),
        Some(Err(stop)) => (Verdict::Unknown, Some(Reason::Stopped(stop))),
        // What is found but not confirmed rests on something that is not modelled.
        Some(Ok(None)) => (Verdict::Unknown, Some(Reason::Sampled(executions))),
        None => (Verdict::Unknown, reason),
    };
    let mut counters = Statistics::default();
    counters.add("executions", executions);
    counters.add("executed-steps", steps);
    counters.add("covered-edges", edges as u64);
    Ended { verdict, reasons: reason.into_iter().collect(), run: RunStatistics::default(), counters, drawing: None }
}

/// The ARG in DOT.
fn draw<X>(outcome: &Outcome<'_, Composite, X>, program: &Program) -> String {
    let mut text = String::new();
    // Writing into a string does not fail.
    let _ = cairn_cpa::write_dot(&outcome.arg, &outcome.controls, program, &mut text);
    text
}
