//! Is there an execution that takes a given path? One bit-precise formula for the path, one model of it, one replay.
//!
//! The path is executed symbolically, forwards, with the interpreter's own layout: objects have its addresses and
//! numbers, so whatever the inputs do not influence is a constant and folds away, and a path without inputs never reaches
//! a solver. What inputs do influence becomes terms over symbols ([`check`]). A model of the constraints is turned into
//! inputs, and the interpreter replays them without being told the path ([`confirm`]).
//!
//! Invariants: "infeasible" is said only of paths that no execution without undefined behaviour takes (where executions
//! were left out, the answer is unknown); "confirmed" only of what the interpreter has done. Operations that the formula
//! does not model are left open, never guessed.

mod access_query;
mod array;
mod cells;
mod check;
mod clobber;
mod confirm;
mod copy;
mod expression;
mod external_pointers;
mod intrinsic;
mod memory;
mod null_pointers;
mod object;
mod origin;
mod out_of_bounds_tolerance;
mod query;
mod separation;
mod state;
mod steps;
mod symbols;
mod target;

pub use check::{Cost, Feasibility, check};
pub use confirm::{Confirmation, Execution, SLACK, confirm};
