//! Explicit-state model checking (as Spin and Murphi do it): the program is compiled to a register machine, and its states
//! at loop heads are enumerated in a hash table of a few bytes a state.
//!
//! The value analysis explores the same state space by one abstract state a location, at some ten thousand a second.
//! Here nothing is stored between loop heads, no state is merged or refined, and a move of control is one instruction.
//!
//! A register holds a number, or is an unknown: an input with the set of values that it may have on this path. A branch on
//! an unknown splits the set. Any other operation goes through all values of a small set; of a large one it takes some, and
//! from then on the search is incomplete.
//!
//! Invariants. The search says TRUE only when every execution is covered: whatever is not modelled, sampled or cut is a
//! reason of incompleteness. It says FALSE only after the caller has replayed the inputs. All arithmetic is that of
//! [`cairn_ir::eval`]: operators of machine integers are done here, and a test compares the two.
//!
//! Every cycle of the flattened program passes a loop head, since recursion is left out: so a step from head to head ends.

mod cells;
mod compile;
mod encode;
mod expression;
mod instruction;
mod liveness;
mod operation;
mod path;
mod projection;
mod queue;
mod search;
mod set;
mod step;
mod table;

pub use search::{Confirm, ExplicitOptions, run};
