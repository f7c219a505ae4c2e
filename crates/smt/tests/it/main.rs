//! The integration tests of this crate as one binary: each module is one subject (docs/design/builds-and-tests.md).

mod bits;
mod corpus;
mod differential;
mod interpolation;
mod interpolation_corpus;
mod process;
mod solver;
mod trees;
mod turns;
