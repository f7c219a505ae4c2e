//! The integration tests of this crate as one binary: each module is one subject (docs/design/builds-and-tests.md).

mod automata;
mod common;
mod executions;
mod programs;
mod random_automaton;
mod steps;
