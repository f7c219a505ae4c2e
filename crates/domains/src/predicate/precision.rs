//! The precision: which predicates are tracked where (LBE II-C, the function Π), by location, by function, or everywhere.

use super::predicates::PredicateId;
use cairn_ir::{FunctionId, NodeId, Program};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Where predicates are tracked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Place {
    /// Everywhere.
    Program,
    /// At all locations of a function.
    Function(FunctionId),
    /// At a location.
    Node(NodeId),
}

/// A map from places to sets of predicates. Cheap to clone and, while it is shared, to compare.
#[derive(Clone, Debug, Default)]
pub struct PredicatePrecision(Arc<BTreeMap<Place, BTreeSet<PredicateId>>>);

impl PartialEq for PredicatePrecision {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0 == other.0
    }
}
impl Eq for PredicatePrecision {}

impl PredicatePrecision {
    /// Nothing is tracked.
    pub fn new() -> Self {
        Self::default()
    }

    /// The predicates that are tracked at a location, in order.
    pub fn at(&self, node: NodeId, program: &Program) -> Vec<PredicateId> {
        let places = [Place::Program, Place::Function(program.nodes[node].function), Place::Node(node)];
        let sets = places.iter().filter_map(|place| self.0.get(place));
        let mut all: Vec<PredicateId> = sets.flatten().copied().collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Tracks a predicate at a place.
    pub fn add(&mut self, place: Place, predicate: PredicateId) {
        if !self.0.get(&place).is_some_and(|set| set.contains(&predicate)) {
            Arc::make_mut(&mut self.0).entry(place).or_default().insert(predicate);
        }
    }

    /// Tracks what either tracks.
    pub fn join(&self, other: &Self) -> Self {
        if other.is_below(self) {
            return self.clone();
        }
        if self.is_below(other) {
            return other.clone();
        }
        let mut joined = BTreeMap::clone(&self.0);
        for (place, set) in other.0.iter() {
            joined.entry(*place).or_default().extend(set);
        }
        Self(Arc::new(joined))
    }

    /// True when `other` tracks all that this one does.
    pub fn is_below(&self, other: &Self) -> bool {
        if Arc::ptr_eq(&self.0, &other.0) {
            return true;
        }
        self.0.iter().all(|(place, set)| other.0.get(place).is_some_and(|more| set.is_subset(more)))
    }

    /// How many pairs of place and predicate it has.
    pub fn size(&self) -> usize {
        self.0.values().map(BTreeSet::len).sum()
    }

    /// The number of places with predicates, and the most at one.
    pub fn spread(&self) -> (usize, usize) {
        (self.0.len(), self.0.values().map(BTreeSet::len).max().unwrap_or(0))
    }
}
