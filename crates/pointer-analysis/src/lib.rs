//! The points-to analysis, by unification (Steensgaard, POPL 1996; with fields as in Lattner's data structure analysis:
//! `graph.rs`, `constraints.rs`, `copies.rs`), and the regions of memory that follow ([`MemoryPartition`]).
//! [`prepare`] makes what depends on where objects are any value.
//!
//! Invariants: no execution has two regions touch one byte; an access in a [`Layout::Uniform`] region has its size, and
//! any two are to the same bytes or to none in common. Both hold for executions that do not leave an object by pointer
//! arithmetic or an array inside a record by a subscript, and in which pointers that the program never made
//! (indeterminate ones) do not meet by chance.

mod addresses_as_integers;
mod build;
mod clobbered;
mod constant;
mod constraints;
mod copies;
mod dangling;
mod definite_assignment;
mod effects;
mod executed_once;
mod external_pointers;
mod flows;
mod forged_pointers;
mod graph;
mod instance;
mod layout_dependence;
mod origins;
mod partition;
mod past_the_end;
mod pointees;
mod prepare;
mod primitives;
mod region_parts;
mod shape;
mod singleton;
mod storage;
mod stride;
mod text;
mod values;
mod void_pointers;

pub use constraints::PointeeObject;
pub use dangling::Dangling;
pub use effects::{MemoryEffect, MemoryEffects, RegionSet};
pub use partition::{Layout, MemoryPartition, Objects, Position, Region, RegionPart, Storage};
pub use prepare::prepare;
pub use shape::AccessShape;

use cairn_base::define_id;

define_id!(
    /// A memory region.
    pub RegionId, "r"
);
