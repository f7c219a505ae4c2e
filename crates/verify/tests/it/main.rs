//! The integration tests of this crate as one binary: each module is one subject (docs/design/builds-and-tests.md).

mod arguments;
mod asked;
mod behaviour;
mod capabilities;
mod edits;
mod interrupts;
mod invariants;
mod lifetimes;
mod options;
mod semantics;
mod summaries;
mod termination;
mod threads;
mod undefined_accesses;
mod under_load;
