//! Termination: whether every execution of a program ends.
//!
//! - [`cycle`]: what must be finite: each loop of a frame, and each recursive component of the call graph.
//! - [`component`]: the integers that ranking functions are made of.
//! - [`samples`]: transitions of cycles, from executions.
//! - [`synthesis`]: lexicographic tuples that fit all transitions; components by linear programming.
//! - [`instrument`]: a tuple put into the program, as a label that no execution passes if the tuple becomes smaller.
//! - `never_again`: a value that a cycle never has twice, as such a label.
//! - [`lasso`]: executions that come to the same state again.
//! - [`search`]: the same as a task of safety.
//! - [`recurrence`]: programs whose ends are targets.
//! - [`decide`](mod@decide): who does what for how long.
//!
//! The idea, the papers and the alternatives are in `docs/design/termination.md`. Invariant: nothing here decides a task of
//! safety. Who can ([`Safety`]) is given, and knows nothing of termination, so every engine proves ranking functions.

pub mod component;
pub mod cycle;
pub mod decide;
pub mod instrument;
pub mod lasso;
mod linear;
mod never_again;
mod outcome;
pub mod overflow;
pub mod recurrence;
mod relevant_part;
mod safety;
mod sampled_program;
pub mod samples;
pub mod search;
mod splice;
pub mod synthesis;

pub use decide::{TerminationScope, decide};
pub use outcome::{CycleAnswer, CycleState, EndlessExecution, RankingFound, TerminationAnswer};
pub use safety::{Safety, SafetyAnswer, SafetyTask, Undefinedness};
