//! The precision: which predicates are tracked where (LBE II-C, the function Π), by location, by function, or everywhere.

use super::predicates::PredicateId;
use cairn_ir::{FunctionId, NodeId, Program};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Where predicates are tracked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum TrackingScope {
    /// Everywhere.
    Program,
    /// At all locations of a function.
    Function(FunctionId),
    /// At a location.
    Node(NodeId),
}

impl TrackingScope {
    /// True for the locations that it is about.
    pub fn holds(self, node: NodeId, program: &Program) -> bool {
        match self {
            TrackingScope::Program => true,
            TrackingScope::Function(function) => program.nodes[node].function == function,
            TrackingScope::Node(at) => at == node,
        }
    }
}

/// A map from places to sets of predicates. Cheap to clone and, while it is shared, to compare.
#[derive(Clone, Debug, Default)]
pub struct PredicatePrecision {
    tracked: Arc<BTreeMap<TrackingScope, BTreeSet<PredicateId>>>,
    /// Not even whether a block is feasible is asked: its formula is all that is wanted.
    formulas_only: bool,
}

impl PartialEq for PredicatePrecision {
    fn eq(&self, other: &Self) -> bool {
        self.formulas_only == other.formulas_only
            && (Arc::ptr_eq(&self.tracked, &other.tracked) || self.tracked == other.tracked)
    }
}
impl Eq for PredicatePrecision {}

impl PredicatePrecision {
    /// Nothing is tracked.
    pub fn new() -> Self {
        Self::default()
    }

    /// Nothing is tracked, and the paths' formulas are wanted without any question to a solver.
    pub fn formulas_only() -> Self {
        Self { formulas_only: true, ..Self::default() }
    }
    /// True when no solver is to be asked.
    pub fn is_formulas_only(&self) -> bool {
        self.formulas_only
    }

    /// Predicates tracked at some places.
    pub fn restricted(&self, keep: impl Fn(TrackingScope) -> bool) -> Self {
        if self.tracked.keys().all(|place| keep(*place)) {
            return self.clone();
        }
        let kept = self.tracked.iter().filter(|(place, _)| keep(**place));
        let tracked = kept.map(|(place, set)| (*place, set.clone())).collect();
        Self { tracked: Arc::new(tracked), formulas_only: self.formulas_only }
    }

    /// The predicates that are tracked at a location, in order.
    pub fn at(&self, node: NodeId, program: &Program) -> Vec<PredicateId> {
        let places =
            [TrackingScope::Program, TrackingScope::Function(program.nodes[node].function), TrackingScope::Node(node)];
        let sets = places.iter().filter_map(|place| self.tracked.get(place));
        let mut all: Vec<PredicateId> = sets.flatten().copied().collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// All places with what is tracked there, in the order of ids.
    pub fn all(&self) -> impl Iterator<Item = (&TrackingScope, &BTreeSet<PredicateId>)> {
        self.tracked.iter()
    }

    /// Tracks a predicate at a place.
    pub fn add(&mut self, place: TrackingScope, predicate: PredicateId) {
        if !self.tracked.get(&place).is_some_and(|set| set.contains(&predicate)) {
            Arc::make_mut(&mut self.tracked).entry(place).or_default().insert(predicate);
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
        let mut joined = BTreeMap::clone(&self.tracked);
        for (place, set) in other.tracked.iter() {
            joined.entry(*place).or_default().extend(set);
        }
        Self { tracked: Arc::new(joined), formulas_only: self.formulas_only && other.formulas_only }
    }

    /// True when `other` tracks all that this one does.
    pub fn is_below(&self, other: &Self) -> bool {
        if Arc::ptr_eq(&self.tracked, &other.tracked) {
            return true;
        }
        self.tracked.iter().all(|(place, set)| other.tracked.get(place).is_some_and(|more| set.is_subset(more)))
    }

    /// True when something is tracked everywhere.
    pub fn is_anywhere(&self) -> bool {
        self.tracked.contains_key(&TrackingScope::Program)
    }

    /// How many pairs of place and predicate it has.
    pub fn size(&self) -> usize {
        self.tracked.values().map(BTreeSet::len).sum()
    }

    /// The number of places with predicates, and the most at one.
    pub fn spread(&self) -> (usize, usize) {
        (self.tracked.len(), self.tracked.values().map(BTreeSet::len).max().unwrap_or(0))
    }
}
