//! From options to an analysis and an engine: the one place where the rows of [`cairn_options::table`] meet the
//! engines and domains.

use cairn_blocks::Blocks;
use cairn_cpa::{AnyCpa, Composite, EngineOptions, Order};
use cairn_domains::interval::IntervalAnalysis;
use cairn_domains::memory::SharedInvariants;
use cairn_domains::symbolic::SymbolicExecution;
use cairn_domains::value::ValueAnalysis;
use cairn_ir::{EdgeId, FunctionId, NodeId, Program};
use cairn_options::quantity::Limit;
use cairn_options::values::Modules;
use cairn_options::{Analysis, Configuration};
use cairn_predicate::{PredicateAnalysis, PredicateOptions};
use cairn_slice::{Sliced, Slicing};

/// More threads than these are not asked for by anybody in earnest.
const MOST_JOBS: usize = 256;

/// The configurable program analysis that the options ask for; one that says nothing for an engine that explores none. All
/// analyses are here, and nowhere else in this crate: one is added by a line.
/// `known`: what is known of the program's integers. `described`: its states are to say what they know in the program's variables. `targets`: the operations that violate the
/// property, which are only asked for where an option wants a slice for them.
pub fn composite(
    configuration: &Configuration,
    program: &Program,
    known: &SharedInvariants,
    described: bool,
    targets: impl FnOnce() -> Vec<EdgeId>,
) -> Composite {
    let predicates = || {
        let options = predicate(configuration, known, listed(configuration, program), described);
        PredicateAnalysis::new(PredicateOptions { followed: followed(configuration, program), ..options })
    };
    let values = || values(configuration);
    let components = match configuration.analysis {
        Analysis::Interval => vec![AnyCpa::serializable(IntervalAnalysis::new().with(configuration.interval_states))],
        Analysis::Shape => vec![AnyCpa::fixed(cairn_domains::shape::ShapeAnalysis)],
        Analysis::ReachingDefinitions => vec![AnyCpa::fixed(cairn_domains::reaching::ReachingDefinitions)],
        Analysis::Dominators => vec![AnyCpa::fixed(cairn_domains::dominators::DominatorAnalysis)],
        Analysis::PostDominators => vec![AnyCpa::fixed(cairn_domains::post_dominators::PostDominatorAnalysis)],
        Analysis::ControlDependence => {
            vec![AnyCpa::fixed(cairn_domains::control_dependence::ControlDependenceAnalysis)]
        }
        Analysis::FlowDependence => vec![AnyCpa::fixed(cairn_domains::flow_dependence::FlowDependenceAnalysis)],
        Analysis::Predicate => {
            vec![AnyCpa::serializable(predicates())]
        }
        // Values first: what they exclude costs no query.
        Analysis::ValuePredicate => {
            vec![AnyCpa::serializable(values()), AnyCpa::serializable(predicates())]
        }
        Analysis::Value => vec![AnyCpa::serializable(values())],
        Analysis::Symbolic => {
            let symbolic = SymbolicExecution::new(configuration.symbolic_refinement).describing(described);
            vec![AnyCpa::new(symbolic.asking(configuration.solver.clone()))]
        }
        Analysis::Impact
        | Analysis::BoundedModelChecking
        | Analysis::KInduction
        | Analysis::HornClauses
        | Analysis::PolynomialEqualities
        | Analysis::PropertyDirected
        | Analysis::Memory
        | Analysis::RandomTesting
        | Analysis::ExplicitStates
        | Analysis::Distributed
        | Analysis::Auto => Vec::new(),
    };
    sliced(configuration.slicing, Composite::new(components), targets)
}

fn sliced(slicing: Slicing, analysis: Composite, targets: impl FnOnce() -> Vec<EdgeId>) -> Composite {
    let Some(criteria) = slicing.criteria(targets) else { return analysis };
    let reduces = analysis.irreducible().is_none();
    let sliced = Sliced::new(analysis, criteria);
    Composite::new(vec![if reduces { AnyCpa::reducible(sliced) } else { AnyCpa::new(sliced) }])
}

/// The blocks that are explored by themselves; none without block-abstraction memoization.
///
/// # Errors
/// The list of blocks cannot be read, as a sentence.
pub fn blocks(modules: &Modules) -> Result<Option<Blocks>, String> {
    Ok(match modules {
        Modules::Off => None,
        Modules::Functions => Some(Blocks::Functions),
        Modules::Loops => Some(Blocks::Loops),
        Modules::FunctionsAndLoops => Some(Blocks::FunctionsAndLoops),
        Modules::LoopingFunctions => Some(Blocks::LoopingFunctions),
        Modules::Listed { text, .. } => Some(Blocks::Listed(cairn_blocks::block_list::parse(text)?)),
    })
}

pub fn engine(configuration: &Configuration) -> EngineOptions {
    // Their states are never merged, so a loop that no precision closes gives new ones for ever.
    let keeps_paths = matches!(configuration.analysis, Analysis::Value | Analysis::Symbolic);
    EngineOptions {
        order: match configuration.engine_order {
            Order::Auto if keeps_paths && configuration.bam_blocks == Modules::Off => Order::Turns,
            order => order,
        },
        basic_blocks: configuration.engine_basic_blocks,
        refine_from: configuration.engine_refine_from,
        sharing: configuration.engine_sharing,
        unrefuted_limit: count(configuration.engine_unrefuted_limit).unwrap_or(usize::MAX),
        refinement_limit: count(configuration.engine_refinement_limit),
    }
}

/// The entries of the blocks that a user lists. Functions are entered at calls and loops at their heads, where the
/// predicate analysis has an abstraction in any case; lines begin anywhere. A list that cannot be read, or does not fit
/// the program, is refused where the engine is made.
fn listed(configuration: &Configuration, program: &Program) -> Vec<NodeId> {
    let Modules::Listed { .. } = configuration.bam_blocks else { return Vec::new() };
    let Ok(Some(blocks)) = blocks(&configuration.bam_blocks) else { return Vec::new() };
    let partition = cairn_blocks::Partition::new(program, &blocks);
    partition.map_or(Vec::new(), |partition| partition.iter().map(|(_, part)| part.entry).collect())
}

/// The functions that are a part of their callers' blocks though others are blocks, in order.
fn followed(configuration: &Configuration, program: &Program) -> Vec<FunctionId> {
    let Modules::LoopingFunctions = configuration.bam_blocks else { return Vec::new() };
    let partition = cairn_blocks::Partition::new(program, &Blocks::LoopingFunctions);
    partition.map_or(Vec::new(), |partition| partition.followed(program))
}

/// The options of the predicate analysis. `ends`: locations where its blocks end, too.
fn predicate(
    configuration: &Configuration,
    known: &SharedInvariants,
    ends: Vec<NodeId>,
    described: bool,
) -> PredicateOptions {
    PredicateOptions {
        blocks: configuration.predicate_block,
        abstraction: configuration.predicate_abstraction,
        encoding: configuration.encoding,
        scope: configuration.predicate_scope,
        form: configuration.predicate_form,
        interpolation: configuration.interpolation.methods(),
        solver: configuration.solver.clone(),
        trees: configuration.bam_interpolation,
        ends,
        described,
        invariants: Some(known.clone()),
        modular: configuration.bam_blocks != Modules::Off,
        // A list that cannot be read is refused where the engine is made.
        calls_followed: blocks(&configuration.bam_blocks).is_ok_and(|blocks| blocks.is_some_and(|b| b.follow_calls())),
        ..PredicateOptions::default()
    }
}

pub fn distributed(
    configuration: &Configuration,
    recorder: Option<cairn_dss::Recorder>,
    invariants: bool,
) -> cairn_dss::DistributedOptions {
    let blocks = usize::try_from(configuration.distributed_blocks).unwrap_or(usize::MAX);
    let decomposition = configuration.distributed_decomposition.of_size(blocks);
    let jobs = usize::try_from(configuration.jobs).unwrap_or(usize::MAX).min(MOST_JOBS);
    cairn_dss::DistributedOptions {
        decomposition,
        combine: configuration.distributed_combine,
        conditions: configuration.distributed_conditions,
        proceed: configuration.distributed_proceed,
        jobs,
        engine: engine(configuration),
        recorder,
        invariants,
    }
}

/// Analysis of a worker, whose states can be sent from each of these locations. Here is every analysis that implements
/// [`cairn_cpa::Distribute`]. The analysis of memory is none: it is an abstract interpretation of the whole program with
/// a fixpoint of its own ([`cairn_domains::memory`]), and has no states that an engine could send.
pub fn distributed_analysis(
    configuration: &Configuration,
    known: &SharedInvariants,
    ends: &[NodeId],
    described: bool,
) -> Composite {
    let asked = configuration.distributed_analysis;
    // Those first that exclude without a query.
    let values = || AnyCpa::distributable(values(configuration));
    let intervals = || AnyCpa::distributable(IntervalAnalysis::new());
    let predicates =
        || AnyCpa::distributable(PredicateAnalysis::new(predicate(configuration, known, ends.to_vec(), described)));
    let components = [
        asked.has_values().then(values),
        asked.has_intervals().then(intervals),
        asked.has_predicates().then(predicates),
    ];
    Composite::new(components.into_iter().flatten().collect())
}

fn values(configuration: &Configuration) -> ValueAnalysis {
    ValueAnalysis::new(configuration.value_refinement).splitting(configuration.value_split)
}

pub fn impact(configuration: &Configuration, known: &SharedInvariants) -> cairn_impact::ImpactOptions {
    cairn_impact::ImpactOptions {
        blocks: configuration.impact_block,
        encoding: configuration.encoding,
        covering: configuration.impact_covering,
        unrefuted_limit: count(configuration.engine_unrefuted_limit).unwrap_or(usize::MAX),
        refinement_limit: count(configuration.engine_refinement_limit),
        invariants: Some(known.clone()),
        ..cairn_impact::ImpactOptions::default()
    }
}

/// The options of bounded model checking, whose formulas are always bit-vectors: it looks for bugs.
pub fn bounded(
    configuration: &Configuration,
    known: &SharedInvariants,
    mode: cairn_bmc::Mode,
) -> cairn_bmc::BmcOptions {
    cairn_bmc::BmcOptions {
        mode,
        solver: configuration.solver.clone(),
        unrefuted_limit: count(configuration.engine_unrefuted_limit).unwrap_or(usize::MAX),
        invariants: Some(known.clone()),
        ..cairn_bmc::BmcOptions::default()
    }
}

fn count(limit: Limit<u64>) -> Option<usize> {
    match limit {
        Limit::At(count) => Some(usize::try_from(count).unwrap_or(usize::MAX)),
        _ => None,
    }
}
