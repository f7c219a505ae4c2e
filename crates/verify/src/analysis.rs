//! From options to an analysis and an engine: the one place where the words of [`cairn_task::options`] meet the types
//! of the engines and domains.

use cairn_cpa::{AnyCpa, Composite, EngineOptions};
use cairn_domains::value::{Refining, ValueAnalysis};
use cairn_task::Configuration;
use cairn_task::options::{self, Analysis};

/// The analysis that the options ask for.
pub fn build(configuration: &Configuration) -> Composite {
    match configuration.analysis {
        Analysis::Auto | Analysis::Value => Composite::new(vec![AnyCpa::new(value(configuration))]),
    }
}

fn value(configuration: &Configuration) -> ValueAnalysis {
    ValueAnalysis::new(match configuration.value_refinement {
        options::ValueRefinement::Cegar => Refining::Cegar,
        options::ValueRefinement::None => Refining::None,
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

fn count(limit: cairn_task::quantity::Limit<u64>) -> Option<usize> {
    match limit {
        cairn_task::quantity::Limit::At(count) => Some(usize::try_from(count).unwrap_or(usize::MAX)),
        _ => None,
    }
}
