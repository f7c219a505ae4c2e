//! The precision: which variables and allocation sites are tracked, and how (BAM 4.4.1: Π = 2^{L×X}).
//!
//! What is tracked is tracked in the whole of its scope: locals are bound to their function anyhow, and a variable that
//! one location needs is mostly needed at the next one too; the ARG's lazy cuts make the precision differ along paths.

use super::object::{AbstractObject, ObjectBase};
use std::collections::BTreeMap;
use std::sync::Arc;

/// How much of a variable is tracked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Grain {
    /// Single values.
    Values,
    /// Ranges too.
    Ranges,
}

/// The tracked bases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValuePrecision {
    /// Everything, with ranges.
    Full,
    /// These.
    Only(Arc<BTreeMap<ObjectBase, Grain>>),
}

impl ValuePrecision {
    /// Nothing is tracked.
    pub fn empty() -> Self {
        Self::of(BTreeMap::new())
    }
    /// These are tracked.
    pub fn of(bases: BTreeMap<ObjectBase, Grain>) -> Self {
        Self::Only(Arc::new(bases))
    }
    /// How instances of a base are tracked, if they are.
    pub fn grain(&self, base: ObjectBase) -> Option<Grain> {
        match self {
            Self::Full => Some(Grain::Ranges),
            Self::Only(bases) => bases.get(&base).copied(),
        }
    }
    /// Whether an object is tracked.
    pub fn tracks(&self, object: AbstractObject) -> bool {
        self.grain(object.base()).is_some()
    }
    /// Union of both.
    pub fn join(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::Only(a), Self::Only(b)) => {
                let has = |big: &BTreeMap<ObjectBase, Grain>, small: &BTreeMap<ObjectBase, Grain>| {
                    small.iter().all(|(base, grain)| big.get(base).is_some_and(|g| g >= grain))
                };
                if Arc::ptr_eq(a, b) || has(a, b) {
                    return self.clone();
                }
                if has(b, a) {
                    return other.clone();
                }
                let mut joined = BTreeMap::clone(a);
                for (base, grain) in b.iter() {
                    let old = joined.entry(*base).or_insert(*grain);
                    *old = (*old).max(*grain);
                }
                Self::of(joined)
            }
            _ => Self::Full,
        }
    }
    /// Restriction to bases that are wanted.
    pub fn filtered(&self, wanted: impl Fn(ObjectBase) -> bool) -> Self {
        match self {
            Self::Only(bases) if !bases.keys().all(|base| wanted(*base)) => {
                Self::of(bases.iter().filter(|(base, _)| wanted(**base)).map(|(base, grain)| (*base, *grain)).collect())
            }
            _ => self.clone(),
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
