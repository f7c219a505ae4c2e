//! The precision: what the slice shows, and the precision of the analysis below (SLICE 3.2: `Π = 2^G × Π`).
//!
//! Of a slice only its criteria are compared: they determine it.

use crate::backward::Slice;
use cairn_base::{FastMap, FastSet};
use cairn_ir::{CallSiteId, EdgeId, Op, PassedValues, Program, Step, effects};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Program seen through a slice.
#[derive(Clone, Debug, Default)]
pub struct VisibleSlice {
    criteria: BTreeSet<EdgeId>,
    edges: FastSet<EdgeId>,
    /// The calls of the slice, with the parameters that count.
    calls: FastMap<CallSiteId, PassedValues>,
    results: FastSet<CallSiteId>,
}

impl PartialEq for VisibleSlice {
    fn eq(&self, other: &Self) -> bool {
        self.criteria == other.criteria
    }
}
impl Eq for VisibleSlice {}

impl VisibleSlice {
    pub(super) fn new(program: &Program, slice: &Slice, criteria: BTreeSet<EdgeId>) -> Self {
        let mut kept = VisibleSlice { criteria, ..VisibleSlice::default() };
        for edge in slice.edges() {
            kept.edges.insert(edge);
            if let Op::Call(site) = program.edges[edge].op {
                let passed = effects::passed(program, site);
                kept.calls.insert(site, PassedValues::parameters(passed.map(|(param, _)| slice.passes(site, param))));
                if slice.takes_result(site) {
                    kept.results.insert(site);
                }
            }
        }
        kept
    }

    /// Criteria of the slice.
    pub fn criteria(&self) -> &BTreeSet<EdgeId> {
        &self.criteria
    }
    /// Number of operations in the slice.
    pub fn len(&self) -> usize {
        self.edges.len()
    }
    /// True for the slice that hides everything.
    pub fn is_empty(&self) -> bool {
        self.edges.is_empty()
    }
    /// Whether the slice has an operation.
    pub fn shows(&self, edge: EdgeId) -> bool {
        self.edges.contains(&edge)
    }
    /// Whether a call is made in the slice.
    pub fn calls(&self, site: CallSiteId) -> bool {
        self.calls.contains_key(&site)
    }

    /// A step as the slice shows it, where nothing around it is hidden.
    pub fn shown(&self, step: Step, program: &Program) -> Step {
        match step {
            Step::Edge(edge) if self.edges.contains(&edge) => step,
            Step::Enter(site, _) => match self.calls.get(&site) {
                Some(shown) => step.showing(*shown, program),
                None => step.hidden(program),
            },
            Step::Leave(site, _) if self.results.contains(&site) => step,
            Step::Edge(_) | Step::Leave(..) | Step::Hidden(_) => step.hidden(program),
        }
    }
}

/// A slice and the precision of the analysis below.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SlicePrecision<P> {
    /// The slice.
    pub kept: Arc<VisibleSlice>,
    /// The precision of the analysis below.
    pub inner: P,
}
