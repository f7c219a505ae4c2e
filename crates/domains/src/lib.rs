//! The abstract domains, one folder an analysis. Each is a [`cairn_cpa::Cpa`]; none knows an engine.
//!
//! Invariant: an analysis is pure. What it may use it gets through [`cairn_cpa::Cx`], so that a run can be repeated.

pub mod block_usage;
pub mod control_dependence;
pub mod dominators;
pub mod flow_dependence;
pub mod frames;
pub mod interval;
mod loop_counters;
pub mod memory;
pub mod post_dominators;
pub mod reaching;
pub mod shape;
pub mod symbolic;
pub mod trie;
pub mod value;
