//! Random testing (Miller, Fredriksen and So, CACM 1990) guided by coverage (as AFL does it): the program is executed with
//! inputs made up, and what covers something new is a base for further inputs.
//!
//! An execution needs no solver, no abstraction and no luck with arithmetic: millions of moves of control a second. So
//! violations that nearly any input shows, however long the path or hard its formula (products of 64-bit numbers, loops of
//! thousands of rounds), are found before an analysis has built its first formula.
//!
//! Invariant: testing under-approximates. A violation is inputs, which the caller replays like those of any other error
//! path. TRUE is said only where the program has a single execution, and that was seen whole (`only_execution`).
//!
//! Why not symbolic execution: that is an analysis, and explores side by side what this tries one by one; the two find
//! different things.

mod addresses;
pub mod constants;
mod corpus;
mod coverage;
pub mod fuzzing;
mod generate;
mod only_execution;
mod sampler;
mod search;

/// So many moves of control of an execution are one tick of the budget: they are short.
const STEPS_PER_TICK: u64 = 64;

pub use generate::{GenerationOptions, generate};
pub use search::{ConfirmExecution, RandomTestingOptions, ViolatingExecution, run};
