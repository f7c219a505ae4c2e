//! The integration tests of this crate as one binary: each module is one subject (docs/design/builds-and-tests.md).

mod against_value;
mod common;
mod unwound;
mod verdicts;
