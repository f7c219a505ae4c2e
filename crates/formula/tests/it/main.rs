//! The integration tests of this crate as one binary: each module is one subject (docs/design/builds-and-tests.md).

mod concrete;
mod facts;
mod follow;
#[path = "../../../interp/tests/it/generator/mod.rs"]
#[allow(dead_code)]
mod generator;
mod joins;
mod partition_on_runs;
mod symbolic;
mod watch;
