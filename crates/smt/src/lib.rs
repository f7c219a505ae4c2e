//! Solvers behind one trait ([`Solver`]): Z3 in process ([`Z3Solver`]), and any program that speaks SMT-LIB 2 beside it
//! ([`ProcessSolver`]).
//!
//! Invariants: a solver never panics and never takes the process down for what it is asked; whatever goes wrong in it is
//! an error value, and not knowing is [`Answer::Unknown`] with the reason. All memory of Z3 belongs to one
//! [`Z3Solver`] and goes with it.
//!
//! Z3 is used through `z3-sys` and not through the `z3` crate: that one keeps one context a thread for the whole run
//! (its memory only grows) and panics when Z3 reports an error, such as being out of memory.

mod bits;
mod choice;
pub mod clauses;
mod deadline;
pub mod interpolation;
mod process;
mod record;
mod session;
mod solver;
pub mod work;
mod z3;

pub use bits::{BitFirst, BitSolver};
pub use choice::{AnySolver, SolverChoice};
pub use process::{AssumptionStyle, ProcessSolver, SolverProgram};
pub use session::{QueryModel, QuerySession, Truth};
pub use solver::{Answer, Interrupter, Solver, SolverError, SolverLimits, SolverStatistics, Unknown};
pub use z3::{Z3Solver, version};
