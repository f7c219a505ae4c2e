//! The integration tests of this crate as one binary: each module is one subject (docs/design/builds-and-tests.md).

mod fuzzing;
mod search;
