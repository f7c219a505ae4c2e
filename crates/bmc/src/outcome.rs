//! Results of a run: invariants and the bound that was gone through.
//!
//! A proof by a prover knows of a loop head what it found there, and the ranges that it assumed. A proof by induction knows what
//! its step assumed: the ranges of the interval analysis. That nothing
//! is violated within the next `k` visits is no statement about a state, so it is not among the invariants.

use cairn_cpa::invariants::Invariant;
use cairn_cpa::{Bounded, Graph};
use cairn_domains::interval::IntervalInvariants;
use cairn_ir::{Assertion, EdgeId, NodeId, Program};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Result of a run: no graph, since what was unrolled is one formula.
pub struct Unrolled {
    /// Assumptions of a prover, or the inductive step, at heads.
    pub(crate) assumed: Option<Arc<IntervalInvariants>>,
    /// Invariants of a prover at heads.
    pub(crate) found: Vec<Invariant>,
    /// The largest bound that was gone through.
    pub(crate) bounded: Option<Bounded>,
    /// Targets that were proved by themselves.
    pub(crate) proved: Vec<EdgeId>,
}

impl Graph for Unrolled {
    fn invariants(&self, program: &Program) -> Vec<Invariant> {
        let assumed = self.assumed.as_ref().map_or(Vec::new(), |assumed| assumed.at_loop_heads(program));
        let mut all: BTreeMap<NodeId, Assertion> = BTreeMap::new();
        for Invariant { node, holds } in assumed.into_iter().chain(self.found.iter().cloned()) {
            let known = all.remove(&node).unwrap_or(Assertion::TRUE);
            all.insert(node, Assertion::all([known, holds]));
        }
        all.into_iter().map(|(node, holds)| Invariant { node, holds }).collect()
    }

    fn bounded(&self) -> Option<Bounded> {
        self.bounded.clone()
    }

    fn proved(&self) -> &[EdgeId] {
        &self.proved
    }
}
