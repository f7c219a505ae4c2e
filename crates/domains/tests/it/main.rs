//! The integration tests of this crate as one binary: each module is one subject (docs/design/builds-and-tests.md).

mod blocks;
mod follow;
mod interval;
mod interval_blocks;
mod memory;
mod over_approximation;
mod reaching;
mod shape;
mod shape_memory;
mod shape_programs;
mod symbolic;
