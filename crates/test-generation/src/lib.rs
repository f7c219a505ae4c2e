//! Test suites: inputs that cover the branches, or the calls, of a program (SLICE 2.3: one set of values for each explored path).
//!
//! Symbolic execution explores paths ([`search`]); at a branch that no test has taken yet, the path's formula is solved
//! bit-precisely and its model replayed (`cairn-feasibility`). What is kept is what an execution with nothing but the
//! values of the test really covers ([`replay`]): a test never claims more. Tests that cover nothing that others do not are
//! left out, greedily (`reduce`), and the rest is written ([`format`]). An execution that was found to violate a property
//! is a test as well ([`violation`]).
//!
//! Invariant: every test was executed by the interpreter as it is written, and the coverage reported is that of these
//! executions.

pub mod environment;
pub mod format;
mod reduce;
pub mod replay;
pub mod search;
pub mod violation;

/// Makes a program ready for the search.
pub use cairn_pointer_analysis::prepare;
pub use replay::{Given, Test};
pub use search::{Coverage, GeneratedSuite, run};
