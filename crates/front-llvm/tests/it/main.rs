//! The integration tests of this crate as one binary: each module is one subject (docs/design/builds-and-tests.md).

#![cfg(feature = "llvm")]

#[path = "../../../interp/tests/it/against_gcc/emitted.rs"]
mod emitted;
mod interpretation;
