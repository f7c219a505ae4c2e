//! The integration tests of this crate as one binary: each module is one subject (docs/design/builds-and-tests.md).

mod callgraph;
mod check;
mod drawings;
mod graphs;
mod print;
