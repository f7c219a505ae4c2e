//! A constrained Horn clause, as it is given, written down and solved.
//!
//! Invariant: none; a solver says what is wrong with one.

use cairn_term::TermId;

/// A relation by its number, and the symbols that it is applied to.
pub type Application = (usize, Vec<TermId>);

/// `body ∧ constraint → head`; all symbols are the clause's own.
#[derive(Clone, Debug)]
pub struct Clause {
    /// Relations that hold.
    pub body: Vec<Application>,
    /// Further constraint.
    pub constraint: TermId,
    /// Conclusion; `None`: this must not be.
    pub head: Option<Application>,
}
