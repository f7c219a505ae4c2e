//! From options to an analysis and an engine: the one place where the words of [`cairn_task::options`] meet the types
//! of the engines and domains.

use cairn_blocks::Decomposition;
use cairn_cpa::{AnyCpa, Composite, EngineOptions};
use cairn_domains::interval::IntervalAnalysis;
use cairn_domains::predicate::{self, PredicateAnalysis};
use cairn_domains::symbolic::SymbolicExecution;
use cairn_domains::value::{Refining, ValueAnalysis};
use cairn_formula::Encoding;
use cairn_ir::{EdgeId, NodeId, Program};
use cairn_slice::{Criteria, Sliced};
use cairn_smt::interpolation::Method;
use cairn_task::Configuration;
use cairn_task::options::{self, Analysis, Slicing};

/// More threads than these are not asked for by anybody in earnest.
const MOST_JOBS: usize = 256;

/// What runs an analysis.
pub enum Runs {
    /// The engine of configurable program analyses, or that of blocks.
    Explored(Composite),
    /// IMPACT.
    Impact,
    /// The program unrolled.
    Bounded(cairn_bmc::Mode),
    /// Executions.
    Testing,
    /// Workers that send each other states.
    Distributed,
    /// The strategy: several, one after the other.
    Stages,
}

/// The analysis that the options ask for. All analyses are here, and nowhere else in this crate: one is added by a line.
/// `described`: its states are to say what they know in the program's variables. `targets`: the operations that violate the
/// property, which are only asked for where an option wants a slice for them.
pub fn build(
    configuration: &Configuration,
    program: &Program,
    described: bool,
    targets: impl FnOnce() -> Vec<EdgeId>,
) -> Runs {
    let predicates = || PredicateAnalysis::new(predicate(configuration, listed(configuration, program), described));
    let components = match configuration.analysis {
        Analysis::Interval => vec![AnyCpa::serializable(IntervalAnalysis::new())],
        Analysis::ReachingDefinitions => vec![AnyCpa::fixed(cairn_domains::reaching::ReachingDefinitions)],
        Analysis::Dominators => vec![AnyCpa::fixed(cairn_domains::dominators::DominatorAnalysis)],
        Analysis::PostDominators => vec![AnyCpa::fixed(cairn_domains::post_dominators::PostDominatorAnalysis)],
        Analysis::ControlDependence => {
            vec![AnyCpa::fixed(cairn_domains::control_dependence::ControlDependenceAnalysis)]
        }
        Analysis::Predicate => {
            vec![AnyCpa::serializable(predicates())]
        }
        // Values first: what they exclude costs no query.
        Analysis::ValuePredicate => {
            vec![AnyCpa::serializable(value(configuration)), AnyCpa::serializable(predicates())]
        }
        Analysis::Value => vec![AnyCpa::serializable(value(configuration))],
        Analysis::Symbolic => vec![AnyCpa::new(symbolic(configuration).describing(described))],
        Analysis::Impact => return Runs::Impact,
        Analysis::BoundedModelChecking => return Runs::Bounded(cairn_bmc::Mode::Bmc),
        Analysis::KInduction => return Runs::Bounded(cairn_bmc::Mode::KInduction),
        Analysis::RandomTesting => return Runs::Testing,
        Analysis::Distributed => return Runs::Distributed,
        Analysis::Auto => return Runs::Stages,
    };
    Runs::Explored(sliced(configuration.slicing, Composite::new(components), targets))
}

fn sliced(slicing: Slicing, analysis: Composite, targets: impl FnOnce() -> Vec<EdgeId>) -> Composite {
    let criteria = match slicing {
        Slicing::Off => return analysis,
        Slicing::TargetPath => Criteria::TargetPath,
        Slicing::TargetLocation => Criteria::TargetLocation,
        Slicing::Eager => Criteria::Eager(targets().into_iter().collect()),
    };
    let reduces = analysis.irreducible().is_none();
    let sliced = Sliced::new(analysis, criteria);
    Composite::new(vec![if reduces { AnyCpa::reducible(sliced) } else { AnyCpa::new(sliced) }])
}

fn value(configuration: &Configuration) -> ValueAnalysis {
    ValueAnalysis::new(match configuration.value_refinement {
        options::ValueRefinement::Cegar => Refining::Cegar,
        options::ValueRefinement::None => Refining::None,
    })
    .splitting(configuration.value_split)
}

fn symbolic(configuration: &Configuration) -> SymbolicExecution {
    SymbolicExecution::new(match configuration.symbolic_refinement {
        options::SymbolicRefinement::Cegar => Refining::Cegar,
        options::SymbolicRefinement::None => Refining::None,
    })
}

/// The blocks that are explored by themselves; none without block-abstraction memoization.
///
/// # Errors
/// The list of blocks cannot be read, as a sentence.
pub fn blocks(modules: &options::Modules) -> Result<Option<cairn_blocks::Blocks>, String> {
    Ok(match modules {
        options::Modules::Off => None,
        options::Modules::Functions => Some(cairn_blocks::Blocks::Functions),
        options::Modules::Loops => Some(cairn_blocks::Blocks::Loops),
        options::Modules::FunctionsAndLoops => Some(cairn_blocks::Blocks::FunctionsAndLoops),
        options::Modules::Listed { text, .. } => {
            Some(cairn_blocks::Blocks::Listed(cairn_blocks::block_list::parse(text)?))
        }
    })
}

/// The engine's options.
pub fn engine(configuration: &Configuration) -> EngineOptions {
    EngineOptions {
        order: match configuration.engine_order {
            options::Order::BreadthFirst => cairn_cpa::Order::BreadthFirst,
            options::Order::DepthFirst => cairn_cpa::Order::DepthFirst,
            options::Order::ReversePostOrder => cairn_cpa::Order::ReversePostOrder,
            options::Order::CallStackFirst => cairn_cpa::Order::CallStackFirst,
        },
        basic_blocks: configuration.engine_basic_blocks,
        refine_from: match configuration.engine_refine_from {
            options::RefineFrom::Cut => cairn_cpa::RefineFrom::Cut,
            options::RefineFrom::Root => cairn_cpa::RefineFrom::Root,
        },
        sharing: match configuration.engine_sharing {
            options::Sharing::Subtree => cairn_cpa::Sharing::Subtree,
            options::Sharing::Waitlist => cairn_cpa::Sharing::Waitlist,
        },
        unrefuted_limit: count(configuration.engine_unrefuted_limit).unwrap_or(usize::MAX),
        refinement_limit: count(configuration.engine_refinement_limit),
    }
}

/// The entries of the blocks that a user lists. Functions are entered at calls and loops at their heads, where the
/// predicate analysis has an abstraction in any case; lines begin anywhere. A list that cannot be read, or does not fit
/// the program, is refused where the engine is made.
fn listed(configuration: &Configuration, program: &Program) -> Vec<NodeId> {
    let options::Modules::Listed { .. } = configuration.bam_blocks else { return Vec::new() };
    let Ok(Some(blocks)) = blocks(&configuration.bam_blocks) else { return Vec::new() };
    let partition = cairn_blocks::Partition::new(program, &blocks);
    partition.map_or(Vec::new(), |partition| partition.iter().map(|(_, part)| part.entry).collect())
}

/// The options of the predicate analysis. `ends`: locations where its blocks end, too.
fn predicate(configuration: &Configuration, ends: Vec<NodeId>, described: bool) -> predicate::PredicateOptions {
    let options::BlockEncoding { every_edge, joins, calls, edges } = configuration.predicate_block;
    predicate::PredicateOptions {
        blocks: predicate::BlockBoundaries { every_edge, joins, calls, edges },
        abstraction: match configuration.predicate_abstraction {
            options::Abstraction::Boolean => predicate::AbstractionKind::Boolean,
            options::Abstraction::Cartesian => predicate::AbstractionKind::Cartesian,
        },
        encoding: encoding(configuration),
        scope: match configuration.predicate_scope {
            options::Scope::Variables => predicate::PredicateScope::Variables,
            options::Scope::Location => predicate::PredicateScope::Location,
            options::Scope::Function => predicate::PredicateScope::Function,
            options::Scope::Global => predicate::PredicateScope::Global,
        },
        form: match configuration.predicate_form {
            options::PredicateForm::Atoms => predicate::Form::Atoms,
            options::PredicateForm::Whole => predicate::Form::Whole,
        },
        interpolation: methods(configuration),
        trees: match configuration.bam_interpolation {
            options::TreeInterpolation::Closed => predicate::Trees::Closed,
            options::TreeInterpolation::Tree => predicate::Trees::Tree,
            options::TreeInterpolation::TreeFromBinary => predicate::Trees::TreeFromBinary,
            options::TreeInterpolation::WellScoped => predicate::Trees::WellScoped,
            options::TreeInterpolation::Nested => predicate::Trees::Nested,
        },
        ends,
        described,
        modular: configuration.bam_blocks != options::Modules::Off,
        // A list that cannot be read is refused where the engine is made.
        calls_followed: blocks(&configuration.bam_blocks).is_ok_and(|blocks| blocks.is_some_and(|b| b.follow_calls())),
        ..predicate::PredicateOptions::default()
    }
}

/// The methods of interpolation in order; none: as the theories suggest.
fn methods(configuration: &Configuration) -> Vec<Method> {
    let first = match configuration.interpolation {
        options::Interpolation::Auto => return Vec::new(),
        options::Interpolation::Newton => Method::Newton,
        options::Interpolation::Postcondition => Method::Postcondition,
        options::Interpolation::Spacer => Method::Spacer,
        options::Interpolation::WeakestPrecondition => Method::WeakestPrecondition,
    };
    let others = Method::ALL.into_iter().filter(|method| *method != first);
    std::iter::once(first).chain(others).collect()
}

/// The options of distributed analysis.
pub fn distributed(
    configuration: &Configuration,
    recorder: Option<cairn_dss::Recorder>,
) -> cairn_dss::DistributedOptions {
    let blocks = usize::try_from(configuration.distributed_blocks).unwrap_or(usize::MAX);
    let decomposition = match configuration.distributed_decomposition {
        options::Decomposition::Single => Decomposition::Single,
        options::Decomposition::Linear => Decomposition::Linear,
        options::Decomposition::GivenSize => Decomposition::GivenSize(blocks),
        options::Decomposition::FunctionsAndLoops => Decomposition::FunctionsAndLoops,
        options::Decomposition::Loops => Decomposition::Loops,
    };
    let jobs = usize::try_from(configuration.jobs).unwrap_or(usize::MAX).min(MOST_JOBS);
    cairn_dss::DistributedOptions { decomposition, jobs, engine: engine(configuration), recorder }
}

/// The predicate analysis of a worker, whose states can be sent from each of these locations.
pub fn distributed_predicates(configuration: &Configuration, ends: &[NodeId]) -> PredicateAnalysis {
    PredicateAnalysis::new(predicate(configuration, ends.to_vec(), false))
}

/// The options of IMPACT.
pub fn impact(configuration: &Configuration) -> cairn_impact::ImpactOptions {
    cairn_impact::ImpactOptions {
        blocks: match configuration.impact_block {
            options::ImpactBlock::Loops => cairn_impact::BlockSize::Loop,
            options::ImpactBlock::Straight => cairn_impact::BlockSize::Straight,
            options::ImpactBlock::Edges => cairn_impact::BlockSize::Step,
        },
        encoding: encoding(configuration),
        covering: match configuration.impact_covering {
            options::Covering::Forced => cairn_impact::ImpactOptions::default().covering,
            options::Covering::Implied => cairn_impact::Covering::Implied,
        },
        unrefuted_limit: count(configuration.engine_unrefuted_limit).unwrap_or(usize::MAX),
        refinement_limit: count(configuration.engine_refinement_limit),
        ..cairn_impact::ImpactOptions::default()
    }
}

/// The options of bounded model checking, whose formulas are always bit-vectors: it looks for bugs.
pub fn bounded(configuration: &Configuration, mode: cairn_bmc::Mode) -> cairn_bmc::BmcOptions {
    cairn_bmc::BmcOptions {
        mode,
        unrefuted_limit: count(configuration.engine_unrefuted_limit).unwrap_or(usize::MAX),
        ..cairn_bmc::BmcOptions::default()
    }
}

fn encoding(configuration: &Configuration) -> Encoding {
    match configuration.encoding {
        options::Encoding::Integer => Encoding::Integer,
        options::Encoding::BitVector => Encoding::BitVector,
    }
}

fn count(limit: cairn_task::quantity::Limit<u64>) -> Option<usize> {
    match limit {
        cairn_task::quantity::Limit::At(count) => Some(usize::try_from(count).unwrap_or(usize::MAX)),
        _ => None,
    }
}
