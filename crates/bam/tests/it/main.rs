//! The integration tests of this crate as one binary: each module is one subject (docs/design/builds-and-tests.md).

mod engine;
mod lists;
mod predicate_laws;
mod predicates;
mod programs;
mod random;
mod reduced;
mod serialize;
