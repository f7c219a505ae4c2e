//! Runs one stage: the table of engines by analysis, and what one found out.
//!
//! An engine is made of the stage's options and of what earlier runs left; it gets the program, the specification, the
//! checker and the budget ([`EngineTask`]). Its folder or file is in [`crate::engines`], its line here: nothing else in this
//! crate knows it.

use crate::analysis;
use crate::check::Checker;
use crate::engines::{
    BoundedEngine, Distributed, ExplicitStates, ExploredAnalysis, ImpactEngine, LoopHeadProver, MemoryEngine,
    RandomTesting, Refused, SliceFirst,
};
use crate::summaries::Summaries;
use crate::violation::Violation;
use cairn_base::Budget;
use cairn_bmc::{BmcOptions, Mode, ProofMethod};
use cairn_cpa::{Engine, EngineOutcome, EngineTask, Invariant, Observer, Specification, Verdict};
use cairn_domains::memory::SharedInvariants;
use cairn_dss::remote::Machines;
use cairn_dss::{Combine, Conditions, Proceed};
use cairn_impact::ImpactOptions;
use cairn_ir::Program;
use cairn_options::{Analysis, Capability, Configuration};
use cairn_slice::Slicing;

pub struct Stage<'s, 'p> {
    /// Its options; the analysis is not `auto`.
    pub configuration: &'s Configuration,
    pub program: &'p Program,
    /// The specification.
    pub specification: &'p Specification,
    /// Invariants over the program's integers, for all stages.
    pub known: &'s SharedInvariants,
    pub checker: &'s mut Checker<'p>,
    pub budget: &'s Budget,
    /// Where results of blocks are kept from run to run.
    pub summaries: Option<&'s mut Summaries>,
    /// Whether invariants are wanted of a proof.
    pub invariants: bool,
    /// The run over many machines, where the distributed analysis is one.
    pub machines: Option<&'s Machines>,
    pub messages: Option<cairn_dss::Recorder>,
    /// Whether targets are shown one by one too.
    pub each_target: bool,
}

/// Runs the analysis of a configuration. Beside what it found out, the invariants that its proof rests on, where they are
/// wanted and its engine has states to ask.
pub fn run<'p>(stage: Stage<'_, 'p>, observer: &mut dyn Observer) -> (EngineOutcome<'p, Violation>, Vec<Invariant>) {
    // What is outside of a slice has other values in the sliced program.
    let is_sliced =
        stage.configuration.slicing == Slicing::Eager && !stage.configuration.analysis.can(Capability::GrowingSlices);
    let (program, wanted) = (stage.program, stage.invariants && !is_sliced);
    let Stage { configuration, specification, known, checker, budget, summaries, .. } = stage;
    let Stage { invariants, machines, messages, each_target, .. } = stage;
    let targets = || specification.targets(program);
    let explored = || analysis::composite(configuration, program, known, invariants, targets);
    let prover = |method| Box::new(LoopHeadProver { method, known: known.clone() });
    let bounded = |mode| BmcOptions { each_target, ..analysis::bounded(configuration, known, mode) };
    let engine: Box<dyn Engine<Checker<'p>> + '_> = match configuration.analysis {
        Analysis::Interval
        | Analysis::Shape
        | Analysis::ReachingDefinitions
        | Analysis::Dominators
        | Analysis::PostDominators
        | Analysis::ControlDependence
        | Analysis::FlowDependence
        | Analysis::Predicate
        | Analysis::ValuePredicate
        | Analysis::Value
        | Analysis::Symbolic => Box::new(ExploredAnalysis { cpa: explored(), configuration, summaries }),
        Analysis::Impact => {
            let whole = analysis::impact(configuration, known);
            let sliced = ImpactOptions { unrefuted_limit: 0, ..whole.clone() };
            perhaps_sliced(configuration, ImpactEngine(sliced), ImpactEngine(whole))
        }
        Analysis::BoundedModelChecking => unrolled(configuration, bounded(Mode::Bmc)),
        Analysis::KInduction => unrolled(configuration, bounded(Mode::KInduction)),
        Analysis::HornClauses => prover(ProofMethod::HornClauses),
        Analysis::PolynomialEqualities => prover(ProofMethod::PolynomialEqualities),
        Analysis::PropertyDirected => prover(ProofMethod::PropertyDirected),
        Analysis::Memory => Box::new(MemoryEngine(known.clone())),
        Analysis::RandomTesting => Box::new(RandomTesting { seed: configuration.testing_seed }),
        Analysis::ExplicitStates => Box::new(ExplicitStates),
        Analysis::Distributed
            if machines.is_some()
                && (
                    configuration.distributed_combine,
                    configuration.distributed_proceed,
                    configuration.distributed_conditions,
                ) != (Combine::Off, Proceed::AtOnce, Conditions::Chains) =>
        {
            Box::new(Refused(
                "experiment.distributed.combine, experiment.distributed.proceed and experiment.distributed.conditions have no effect on many machines (--distributed)",
            ))
        }
        Analysis::Distributed => Box::new(Distributed { configuration, known, machines, messages, invariants }),
        Analysis::Auto => Box::new(Refused("a stage is one analysis, and 'auto' is several")),
    };
    let found = engine.run(EngineTask { program, specification, checker, budget, observer });
    let is_proof = wanted && matches!(found.verdict, Verdict::True);
    let known = is_proof.then(|| found.graph.invariants(program));
    (found, known.unwrap_or_default())
}

fn unrolled<'p>(configuration: &Configuration, whole: BmcOptions) -> Box<dyn Engine<Checker<'p>>> {
    let sliced = BmcOptions { unrefuted_limit: 0, ..whole.clone() };
    perhaps_sliced(configuration, BoundedEngine(sliced), BoundedEngine(whole))
}

fn perhaps_sliced<'p, E>(configuration: &Configuration, sliced: E, whole: E) -> Box<dyn Engine<Checker<'p>>>
where
    E: Engine<Checker<'p>> + 'static,
{
    match configuration.slicing {
        Slicing::Eager => Box::new(SliceFirst { sliced, whole }),
        _ => Box::new(whole),
    }
}
