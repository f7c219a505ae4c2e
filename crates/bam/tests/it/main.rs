//! The integration tests of this crate as one binary: each module is one subject (docs/design/builds-and-tests.md).

#[path = "../../../domains/tests/it/common/mod.rs"]
mod common;
mod engine;
#[allow(dead_code)] // Only the programs.
#[path = "../../../domains/tests/it/generate/mod.rs"]
mod generate;
mod lists;
mod predicate_laws;
mod predicates;
mod programs;
mod random;
mod reduced;
mod serialize;
#[path = "../../../cpa/tests/it/toy/mod.rs"]
mod toy;
