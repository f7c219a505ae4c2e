//! The facts that analyses found about a program before it is verified, beside what the program is.
//!
//! Invariant: a fact holds in every execution of the program that it was found for. Whoever changes the program's operations
//! afterwards keeps those that still hold, or forgets them all (`ProgramFacts::default` says nothing). Why they travel with the
//! program: each machine of the executor, the interpreter and the checker must see the same ones, or a path that one
//! takes is no path of another.

use crate::expr::{ExprId, PlaceId};
use crate::external_pointers::Exposure;
use cairn_base::FastSet;

/// Results of analyses about a program.
#[derive(Clone, Debug, Default)]
pub struct ProgramFacts {
    /// The subscripts that stay in their array: see `cairn_transform::bounds`.
    pub contained: FastSet<PlaceId>,
    /// Comparisons and differences of pointers that go to one object in every execution: see `cairn_domains::memory`.
    pub one_object: FastSet<ExprId>,
    /// Targets of pointers from outside; says nothing until somebody found them out.
    pub exposure: Exposure,
}
