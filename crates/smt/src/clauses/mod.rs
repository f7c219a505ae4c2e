//! Constrained Horn clauses, recursive ones too: invariants of relations with which no clause without head fires.
//!
//! Interpolants of one path are solutions of clauses without recursion, and nothing makes them alike from one unwinding to
//! the next. With one relation a location and the blocks of all paths as clauses, a solution holds for every unwinding
//! (Grebenshchikov, Lopes, Popeea and Rybalchenko, *Synthesizing software verifiers from proof rules*, PLDI 2012). That is
//! undecidable, so there is a limit, and answers are read back as best they can be: a caller must check what it uses.

pub(crate) mod clause;
pub(crate) mod text;

pub use clause::{Application, Clause};
pub use text::HornScript;

use crate::solver::{SolverError, SolverLimits};
use crate::z3::horn;
use cairn_term::{TermId, Terms};

/// The answer.
#[derive(Clone, Debug)]
pub enum Solution {
    /// An invariant of each relation over its symbols.
    Invariants(Vec<TermId>),
    /// There is none: a clause without head fires.
    Fires,
    /// Not known; why.
    Unknown(String),
}

/// Invariants of relations, each given by its symbols.
///
/// # Errors
/// The solver fails.
pub fn solve(
    terms: &mut Terms,
    relations: &[Vec<TermId>],
    clauses: &[Clause],
    limits: &SolverLimits,
) -> Result<Solution, SolverError> {
    Ok(match horn::solve(terms, relations, clauses, limits)? {
        horn::Horn::Invariants(found) => Solution::Invariants(found),
        horn::Horn::Fires => Solution::Fires,
        horn::Horn::Unknown(why) => Solution::Unknown(why.to_string()),
    })
}
