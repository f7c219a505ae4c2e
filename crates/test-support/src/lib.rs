//! What the tests of several crates share: random numbers ([`random`]), C programs ([`c_programs`], [`defined_programs`]) and
//! terms ([`terms`]) made from them, configurations ([`configurations`]), a toy analysis of the engines ([`toy`]), what a program of numbers prints ([`emitted`]),
//! programs with expected answers ([`expected_programs`]), assertions evaluated in executions ([`follow`]), the law of the executor's machines ([`executor_laws`]), and
//! how an analysis is run and its violations confirmed ([`confirm`]).
//!
//! Why one crate and not modules that tests include from each other's folders: an included file is compiled once for each
//! test binary, and each uses another part of it.

pub mod c_programs;
pub mod configurations;
pub mod confirm;
pub mod defined_programs;
pub mod emitted;
pub mod executor_laws;
pub mod expected_programs;
pub mod follow;
pub mod random;
pub mod terms;
pub mod toy;

pub use confirm::{ReplayChecker, analyse, budget, internal, program, word};
pub use expected_programs::check_folder;
pub use follow::follow;
pub use random::Random;
