//! Memory: what pointers point to (`graph.rs`, `constraints.rs`, `copies.rs`), and the regions that follow ([`Partition`]).
//!
//! Invariants: no execution has two regions touch one byte; an access in a [`Layout::Uniform`] region has its size, and
//! any two are to the same bytes or to none in common. Both hold for executions that do not leave an object by pointer
//! arithmetic or an array inside a record by a subscript, and in which pointers that the program never made
//! (indeterminate ones) do not meet by chance.

mod assigned;
mod behind;
mod build;
mod clobbered;
mod constant;
mod constraints;
mod copies;
mod effects;
mod flows;
mod graph;
mod instance;
mod made_up;
mod multiple;
mod named;
mod numbers;
mod observed;
mod once;
mod origins;
mod outlive;
mod outside;
mod partition;
mod parts;
mod prepare;
mod primitives;
mod shape;
mod sole;
mod storage;
mod text;
mod used;
mod values;

pub use constraints::Object;
pub use effects::{Effect, Effects, RegionSet};
pub use outlive::Dangling;
pub use partition::{Layout, Objects, Part, Partition, Position, Region, Storage};
pub use prepare::prepare;
pub use shape::Shape;

use cairn_base::define_id;

define_id!(
    /// A memory region.
    pub RegionId, "r"
);
