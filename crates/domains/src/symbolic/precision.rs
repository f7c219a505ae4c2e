//! The precision: which variables are tracked, and which constraints (SLICE 2.6.6: Π = 2^X × 2^P).
//!
//! A constraint is named by the edge that assumes it, not by its text: the same branch gives another term on every path,
//! and what a refutation needs is the branch.

use crate::value::ValuePrecision;
use cairn_ir::EdgeId;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The tracked objects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymbolicPrecision {
    /// The variables and allocation sites.
    pub values: ValuePrecision,
    /// The assumptions whose constraints are kept; `None` for all.
    pub constraints: Option<Arc<BTreeSet<EdgeId>>>,
}

impl SymbolicPrecision {
    /// Everything is tracked.
    pub const fn full() -> Self {
        Self { values: ValuePrecision::Full, constraints: None }
    }
    /// Nothing is tracked.
    pub fn empty() -> Self {
        Self::of(ValuePrecision::empty(), BTreeSet::new())
    }
    /// These are tracked.
    pub fn of(values: ValuePrecision, constraints: BTreeSet<EdgeId>) -> Self {
        Self { values, constraints: Some(Arc::new(constraints)) }
    }
    /// Whether the constraint of an assumption is kept.
    pub fn keeps(&self, edge: EdgeId) -> bool {
        self.constraints.as_ref().is_none_or(|edges| edges.contains(&edge))
    }
    /// Union of both.
    pub fn join(&self, other: &Self) -> Self {
        let constraints = match (&self.constraints, &other.constraints) {
            (Some(a), Some(b)) if b.is_subset(a) => Some(Arc::clone(a)),
            (Some(a), Some(b)) => Some(Arc::new(a.union(b).copied().collect())),
            _ => None,
        };
        Self { values: self.values.join(&other.values), constraints }
    }
    /// How much is tracked; `usize::MAX` for everything.
    pub fn size(&self) -> usize {
        let constraints = self.constraints.as_ref().map_or(usize::MAX, |edges| edges.len());
        self.values.size().saturating_add(constraints)
    }
}
