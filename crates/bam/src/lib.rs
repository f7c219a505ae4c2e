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

mod apply;
mod content;
mod engine;
mod figures;
mod fixpoint;
mod flat;
mod forget;
mod graphs;
mod keep;
mod memo;
mod outcome;
mod refine;
mod running;
mod summaries;
mod unsettled;
mod widening;

pub use content::whole_program;
pub use figures::BlockStatistics;
pub use outcome::{Graphs, run, run_keeping};
pub use summaries::Kept;
