//! The integration tests of this crate as one binary: each module is one subject (docs/design/builds-and-tests.md).

mod decompositions;
mod expected;
mod memory;
mod memory_safety;
mod mutants;
mod names;
mod programs;
