//! Facts about a program, found once and handed down: to each query about it, and to each stage of a query.
//!
//! Invariant: they are of a program with the same locations that has at least the executions of the one that they are handed to. So is the program
//! in which all marks of obligations are passed for each query ([`crate::obligations`]), where executions end at the marks of others. Why not found by
//! each query again: what it adds, that executions end, rarely shows more, and costs a fixpoint.

use cairn_domains::interval::IntervalInvariants;
use cairn_domains::memory::SharedInvariants;
use cairn_ir::Program;
use std::sync::Arc;

/// Facts about all executions.
#[derive(Clone, Debug)]
pub struct KnownFacts {
    /// By ranges of integers and the abstract interpretation of memory, which showed no more than this; none where that took too long, and
    /// so takes too long again, or where it does not exclude what is asked about.
    ranges: Option<Arc<IntervalInvariants>>,
}

impl KnownFacts {
    /// Of what memory was interpreted for.
    pub(crate) fn new(ranges: Option<Arc<IntervalInvariants>>) -> Self {
        Self { ranges }
    }

    /// The invariants that engines ask for, of a program that has some of the executions.
    pub(crate) fn shared(&self, program: &Program) -> SharedInvariants {
        match &self.ranges {
            Some(ranges) => SharedInvariants::given(program, Arc::clone(ranges)),
            None => SharedInvariants::awaited(),
        }
    }
}
