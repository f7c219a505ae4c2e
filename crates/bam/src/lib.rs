//! Block-abstraction memoization with recursion (the paper BAM, chapters 2.4 and 3): each block of a program is explored
//! for each abstract state in which it is entered, once; a recursive block reads its own results until they are stable.
//!
//! [`cairn_blocks`] cuts a program into blocks, `engine` and `apply` are the transfer over any analysis that is
//! [`cairn_cpa::Reduce`], `memo` keeps the results, `fixpoint` decides when those of a recursive block are all, `flat`
//! and `refine` are what CEGAR needs of it, `summaries` keeps results from run to run, [`run`] is a run from beginning to
//! end.
//!
//! Invariant: nothing in here knows a concrete domain, and nothing recurses on the machine's stack with the depth of the
//! analysed program's calls.

mod active_entries;
mod digest;
mod engine;
mod figures;
mod fixpoint;
mod flat_path;
mod garbage_collection;
mod graphs;
mod memo;
mod outcome;
mod provisional;
mod refine;
mod result_store;
mod summaries;
mod summary_application;
mod widening;

pub use digest::whole_program;
pub use figures::BlockStatistics;
pub use outcome::{Graphs, run, run_keeping};
pub use summaries::StoreLocation;
