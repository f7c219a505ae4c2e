//! Runs one stage: the engine that its analysis needs, with what it found out in one shape for all engines.
//!
//! Invariant: an engine never fails; what goes wrong in it is a reason of UNKNOWN.

use crate::analysis::{self, Runs};
use crate::check::Checker;
use crate::summaries::Summaries;
use crate::violation::Violation;
use cairn_base::{Budget, Work};
use cairn_cpa::{
    Composite, Conclusion, Ended, Failure, Graph, Invariant, Observer, Outcome, Reason, RunStatistics, Specification,
    Statistics, Verdict,
};
use cairn_domains::memory::SharedInvariants;
use cairn_dss::remote::{Machines, ProcessRole, coordinate::coordinate, participate::take_part};
use cairn_ir::types::Scalar;
use cairn_ir::walk::{ExprOrPlace, Walk};
use cairn_ir::{Op, PlaceKind, Program};
use cairn_options::{Capability, Configuration};
use cairn_slice::{Criterion, Dependences, Slice, Slicing};
use std::sync::Arc;

/// What a stage found out: the outcome of its engine, whatever its graph is.
pub type EngineOutcome<'p> = Outcome<Violation, Box<dyn Graph + 'p>>;

fn erased<'p, G: Graph + 'p>(outcome: Outcome<Violation, G>) -> EngineOutcome<'p> {
    let Outcome { verdict, reasons, error_path, statistics, counters, graph } = outcome;
    Outcome { verdict, reasons, error_path, statistics, counters, graph: Box::new(graph) }
}

/// What a stage works on.
pub struct Stage<'s, 'p> {
    /// Its options; the analysis is not `auto`.
    pub configuration: &'s Configuration,
    /// The program.
    pub program: &'p Program,
    /// What it must not do.
    pub specification: &'p Specification,
    /// What is known of the integers of the program, for all stages.
    pub known: &'s SharedInvariants,
    /// Confirms violations.
    pub checker: &'s mut Checker<'p>,
    /// What the stage may use.
    pub budget: &'s Budget,
    /// Where results of blocks are kept from run to run.
    pub summaries: Option<&'s mut Summaries>,
    /// Whether invariants are wanted of a proof.
    pub invariants: bool,
    /// The run over many machines, where the distributed analysis is one.
    pub machines: Option<&'s Machines>,
    /// Where workers note their messages.
    pub messages: Option<cairn_dss::Recorder>,
    /// Whether targets are shown one by one too.
    pub each_target: bool,
}

/// Runs the analysis of a configuration. Beside what it found out, the invariants that its proof rests on, where they are
/// wanted and its engine has states to ask.
pub fn run<'p>(stage: Stage<'_, 'p>, observer: &mut dyn Observer) -> (EngineOutcome<'p>, Vec<Invariant>) {
    // What is outside of a slice has other values in the sliced program.
    let is_sliced =
        stage.configuration.slicing == Slicing::Eager && !stage.configuration.analysis.can(Capability::GrowingSlices);
    let (program, wanted) = (stage.program, stage.invariants && !is_sliced);
    let found = match analysis::build(stage.configuration, program, stage.known, stage.invariants, || {
        stage.specification.targets(program)
    }) {
        Runs::Explored(cpa) => cegar(&cpa, stage, observer),
        Runs::Impact => impact(stage, observer),
        Runs::Bounded(mode) => bounded(stage, mode, observer),
        Runs::Clauses => proved(cairn_bmc::ProofMethod::HornClauses, stage, observer),
        Runs::Polynomials => proved(cairn_bmc::ProofMethod::PolynomialEqualities, stage, observer),
        Runs::PropertyDirected => proved(cairn_bmc::ProofMethod::PropertyDirected, stage, observer),
        Runs::Memory => memory(&stage),
        Runs::Testing => testing(stage),
        Runs::Explicit => explicit(stage),
        Runs::Distributed => distributed(stage),
        Runs::Stages => refused("a stage is one analysis, and 'auto' is several".to_owned()),
    };
    let is_proof = wanted && matches!(found.verdict, Verdict::True);
    let known = is_proof.then(|| found.graph.invariants(program));
    (found, known.unwrap_or_default())
}

fn cegar<'p>(cpa: &Composite, stage: Stage<'_, 'p>, observer: &mut dyn Observer) -> EngineOutcome<'p> {
    let Stage { configuration, program, specification, checker, budget, summaries, .. } = stage;
    let options = analysis::engine(configuration);
    let blocks = match analysis::blocks(&configuration.bam_blocks) {
        Ok(Some(blocks)) => blocks,
        Ok(None) => {
            return erased(cairn_cpa::run(cpa, program, specification, &options, checker, budget, observer));
        }
        Err(why) => return refused(why),
    };
    if let Some(name) = cpa.irreducible() {
        let why = format!("the {name} analysis cannot explore blocks by themselves: bam.blocks must be off");
        return refused(why);
    }
    let kept = summaries.map(|summaries| summaries.blocks(configuration));
    let ended = cairn_bam::run_keeping(cpa, program, specification, &blocks, &options, checker, budget, observer, kept);
    ended.map_or_else(refused, erased)
}

fn proved<'p>(method: cairn_bmc::ProofMethod, stage: Stage<'_, 'p>, observer: &mut dyn Observer) -> EngineOutcome<'p> {
    let Stage { program, specification, known, checker, budget, .. } = stage;
    erased(cairn_bmc::prove(method, program, specification, known, checker, budget, observer))
}

fn memory<'p>(stage: &Stage<'_, 'p>) -> EngineOutcome<'p> {
    let Stage { program, specification, known, budget, .. } = *stage;
    erased(cairn_domains::memory::run(program, specification, known, budget))
}

/// The options ask for what cannot be done.
fn refused<'p>(why: String) -> EngineOutcome<'p> {
    let conclusion = Conclusion::of(Ok(Ended::Limit(Reason::Refused(why))));
    erased(conclusion.outcome(RunStatistics::default(), Statistics::default(), ()))
}

/// The program without what no violation depends on, where that is wanted before an engine begins that has no place for a slice
/// while it explores. TRUE of it is TRUE of the program. A violation is a path with the same edges, which the checker looks
/// at in the whole program: where what is left out decides otherwise there, it is not confirmed, and the whole program is
/// looked at instead.
///
/// Only of programs without pointers. Where code outside was told of an object, a pointer from there may be its address, and the
/// operation that told it is no dependence of anything: a sliced program would say that there is no such pointer. (The
/// adapter keeps the whole program's points-to sets.)
fn sliced(stage: &Stage<'_, '_>) -> Option<Program> {
    let is_wanted = stage.configuration.slicing == Slicing::Eager && !has_pointers(stage.program);
    is_wanted.then(|| {
        let program = Arc::new(stage.program.clone());
        let criterion = Criterion::edges(&program, stage.specification.targets(&program));
        let slice = Slice::new(&mut Dependences::new(&program), &criterion);
        cairn_slice::apply(&program, &slice)
    })
}

/// Whether an operation of the program follows or makes a pointer, or is not modelled.
fn has_pointers(program: &Program) -> bool {
    let (mut walk, mut roots, mut found) = (Walk::new(), Vec::new(), false);
    for edge in program.edges.iter() {
        found |= matches!(edge.op, Op::Intrinsic { .. } | Op::Unsupported(_));
        edge.op.roots(&program.calls, &mut roots);
    }
    for root in roots {
        walk.visit(&program.exprs, root, &mut |part| {
            found |= match part {
                ExprOrPlace::Place(place) => matches!(program.exprs[place].kind, PlaceKind::Deref(_)),
                ExprOrPlace::Expr(expr) => {
                    matches!(program.types.scalar(program.exprs[expr].ty), Some(Scalar::Pointer { .. }))
                }
            };
        });
    }
    found
}

fn bounded<'p>(stage: Stage<'_, 'p>, mode: cairn_bmc::Mode, observer: &mut dyn Observer) -> EngineOutcome<'p> {
    let sliced = sliced(&stage);
    let Stage { configuration, program, specification, known, checker, budget, each_target, .. } = stage;
    let options = cairn_bmc::BmcOptions { each_target, ..analysis::bounded(configuration, known, mode) };
    if let Some(sliced) = &sliced {
        let first = cairn_bmc::BmcOptions { unrefuted_limit: 0, ..options.clone() };
        let outcome = erased(cairn_bmc::run(sliced, specification, &first, checker, budget, observer));
        if is_final(&outcome) {
            return outcome;
        }
    }
    erased(cairn_bmc::run(program, specification, &options, checker, budget, observer))
}

fn impact<'p>(stage: Stage<'_, 'p>, observer: &mut dyn Observer) -> EngineOutcome<'p> {
    let sliced = sliced(&stage);
    let Stage { configuration, program, specification, known, checker, budget, .. } = stage;
    let options = analysis::impact(configuration, known);
    if let Some(sliced) = &sliced {
        let first = cairn_impact::ImpactOptions { unrefuted_limit: 0, ..options.clone() };
        let outcome = cairn_impact::run(sliced, specification, &first, checker, budget, observer);
        let Outcome { verdict, reasons, error_path, statistics, counters, graph: _ } = outcome;
        let outcome = erased(Outcome { verdict, reasons, error_path, statistics, counters, graph: () });
        if is_final(&outcome) {
            return outcome;
        }
    }
    erased(cairn_impact::run(program, specification, &options, checker, budget, observer))
}

/// Whether the whole program need not be looked at after its slice: there is a verdict, or the budget is used up.
fn is_final(outcome: &EngineOutcome<'_>) -> bool {
    outcome.verdict != Verdict::Unknown || outcome.reasons.iter().any(|reason| matches!(reason, Reason::Stopped(_)))
}

/// Each worker has a checker of its own, so that their paths are not among those that the stage's checker counts.
fn distributed<'p>(stage: Stage<'_, 'p>) -> EngineOutcome<'p> {
    let Stage { configuration, program, specification, known, checker, budget, messages, machines, invariants, .. } =
        stage;
    let options = analysis::distributed(configuration, messages, invariants);
    let (limits, book) = (budget.limits(), budget.ledger().book().clone());
    let workshop = cairn_dss::Workshop {
        analysis: &|ends| analysis::distributed_predicates(configuration, known, ends, invariants),
        checker: &|| Checker::new(program, specification),
        budget: &|cancel| limits.budget(cancel).with_book(book.clone()),
    };
    let cancel = budget.cancel_token();
    let Some(machines) = machines else {
        let outcome = cairn_dss::run(&workshop, program, specification, &options, cancel);
        // Each worker has a budget of its own, and asks solvers on account of the stage.
        budget.ledger().add(Work::units(outcome.counters.get("dss-solver-work")));
        return erased(outcome);
    };
    erased({
        match machines.role {
            ProcessRole::Coordinator => coordinate(checker, program, specification, &options, machines, budget),
            ProcessRole::Worker(_) => take_part(&workshop, program, specification, &options, machines, cancel),
        }
    })
}

fn testing<'p>(stage: Stage<'_, 'p>) -> EngineOutcome<'p> {
    let Stage { configuration, program, specification, checker, budget, .. } = stage;
    let options = cairn_random_testing::RandomTestingOptions {
        seed: configuration.testing_seed,
        ..cairn_random_testing::RandomTestingOptions::default()
    };
    let cairn_random_testing::RandomTestingOutcome { found, reason, executions, steps, edges } =
        cairn_random_testing::run(program, checker.code(), specification, options, budget);
    let sampled = || Reason::Sampled(executions);
    // A violation that was found is confirmed at once, whoever's turn it is: nobody has an answer sooner.
    let at_once = Budget::unlimited(budget.cancel_token().clone()).with_memory(budget.memory_limit());
    let at_once = at_once.with_processor_time(budget.processor_left());
    let ended = match found.map(|found| checker.replay(found.inputs, found.steps, &at_once)) {
        Some(Ok(Some(violation))) => Ok(Ended::Violation(violation, Vec::new())),
        Some(Err(stop)) => Err(Failure::Stopped(stop)),
        // What is found but not confirmed rests on something that is not modelled.
        Some(Ok(None)) => Ok(Ended::Limit(sampled())),
        None => Ok(reason.map_or(Ended::Explored, Ended::Limit)),
    };
    let mut counters = Statistics::default();
    counters.add("executions", executions);
    counters.add("executed-steps", steps);
    counters.add("covered-edges", edges as u64);
    erased(Conclusion::of(ended).outcome(RunStatistics::default(), counters, ()))
}

fn explicit<'p>(stage: Stage<'_, 'p>) -> EngineOutcome<'p> {
    let Stage { program, specification, checker, budget, .. } = stage;
    let options = cairn_explicit::ExplicitOptions::default();
    let mut confirm = |inputs, steps| checker.replay(inputs, steps, budget);
    let outcome = cairn_explicit::run(program, specification, options, budget, &mut confirm);
    let cairn_explicit::ExplicitOutcome { found, reasons, states, transitions, instructions } = outcome;
    let is_found = found.is_some();
    let ended = found.map_or(Ended::Explored, |violation| Ended::Violation(violation, Vec::new()));
    let mut conclusion = Conclusion::of(Ok(ended));
    if !is_found {
        reasons.into_iter().for_each(|reason| conclusion.against(reason));
    }
    let mut counters = Statistics::default();
    counters.add("explicit-states", states);
    counters.add("explicit-transitions", transitions);
    counters.add("explicit-instructions", instructions);
    erased(conclusion.outcome(RunStatistics::default(), counters, ()))
}
