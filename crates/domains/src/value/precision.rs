//! The precision: which variables and allocation sites are tracked (BAM 4.4.1: Π = 2^{L×X}).
//!
//! What is tracked is tracked in the whole of its scope: locals are bound to their function anyhow, and a variable that
//! one location needs is mostly needed at the next one too; the ARG's lazy cuts make the precision differ along paths.

use super::object::{Base, Object};
use std::collections::BTreeSet;
use std::sync::Arc;

/// What is tracked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValuePrecision {
    /// Everything.
    Full,
    /// These.
    Only(Arc<BTreeSet<Base>>),
}

impl ValuePrecision {
    /// Nothing is tracked.
    pub fn empty() -> Self {
        Self::of(BTreeSet::new())
    }
    /// These are tracked.
    pub fn of(bases: BTreeSet<Base>) -> Self {
        Self::Only(Arc::new(bases))
    }
    /// Whether an object is tracked.
    pub fn tracks(&self, object: Object) -> bool {
        match self {
            Self::Full => true,
            Self::Only(bases) => bases.contains(&object.base()),
        }
    }
    /// Whether an instance of a base is tracked.
    pub fn tracks_base(&self, base: Base) -> bool {
        match self {
            Self::Full => true,
            Self::Only(bases) => bases.contains(&base),
        }
    }
    /// What either tracks.
    pub fn join(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::Only(a), Self::Only(b)) => {
                if a.is_superset(b) {
                    self.clone()
                } else if b.is_superset(a) {
                    other.clone()
                } else {
                    Self::of(a.union(b).copied().collect())
                }
            }
            _ => Self::Full,
        }
    }
    /// How much is tracked; `usize::MAX` for everything.
    pub fn size(&self) -> usize {
        match self {
            Self::Full => usize::MAX,
            Self::Only(bases) => bases.len(),
        }
    }
}
