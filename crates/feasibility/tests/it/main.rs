//! The integration tests of this crate as one binary: each module is one subject (docs/design/builds-and-tests.md).

mod build;
mod confirm;
mod long_paths;
mod operators;
mod paths;
