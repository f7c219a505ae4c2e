//! The dependences between the operations of a program, and slices (SLICE 2.4, 3.1).
//!
//! [`Dependences`] is the program's dependence graph, found as far as it is asked for: an operation depends on the
//! definitions of what it reads ([`flow`]) and on the branches that decide whether it runs ([`control`]); calls have
//! vertices for what goes in and out of them ([`vertex`]). [`Slice`] is what a criterion depends on, over calls in the
//! right context ([`backward`]). What is one memory and what is another, the points-to partition of `cairn_pointer_analysis` says.
//!
//! Why a slice over-approximates: each operation that is left out changes nothing that one of the slice reads, and decides
//! nothing about whether one of the slice runs. An execution of the program is therefore one of the slice, step by step,
//! until it ends; the slice may have more, for what is left out may also fail to end, or end the program by a fault.

mod adapter;
mod apply;
mod backward;
mod control;
mod criterion;
mod dependences;
mod execution;
mod flow;
mod memory;
mod post_dominator_tree;
pub mod render;
mod vertex;

pub use adapter::{Criteria, SlicePrecision, SliceState, Sliced, Slicing, VisibleSlice, add_cost};
pub use apply::apply;
pub use backward::Slice;
pub use criterion::{Criterion, CriterionError};
pub use dependences::{Dependence, DependenceKind, Dependences, GraphCost, Over};
pub use execution::steps_of_last;
pub use post_dominator_tree::post_dominator_trees;
pub use vertex::{DefinedCell, Passed, Vertex};
