//! The integration tests of this crate as one binary: each module is one subject (docs/design/builds-and-tests.md).

mod assumed;
mod concrete;
mod facts;
mod follow;
mod joins;
mod partition_on_runs;
mod symbolic;
mod watch;
