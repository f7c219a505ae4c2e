//! Boolean functions over predicates, as decision diagrams (OxiDD): what abstractions are. Equal functions are equal
//! diagrams, so equality costs nothing and implication little.
//!
//! Variable `i` is predicate `i`; the order is the order in which predicates were found and never changes, so that what
//! is computed does not depend on when.

use crate::predicates::PredicateId;
use cairn_base::{FastMap, id::Id};
use cairn_cpa::{Failure, Res};
use oxidd::bdd::{BDDFunction, BDDManagerRef};
use oxidd::{BooleanFunction, Function, Manager, ManagerRef, Node, NodeID};

/// The diagrams have at most so many nodes together, of 16 bytes each.
const NODES: usize = 1 << 22;
/// Entries of the cache of operations.
const CACHE: usize = 1 << 16;

/// A Boolean function over predicates.
pub type PredicateRegion = BDDFunction;

/// A region with a number that two regions share only when they are equal, as long as both live.
type Numbered = (PredicateRegion, NodeID);

/// The diagrams of one analysis.
pub struct Regions {
    manager: BDDManagerRef,
    variables: usize,
}

/// One step into a diagram.
pub enum DecisionNode {
    /// A constant.
    Constant(bool),
    /// A predicate decides between two regions.
    Choice(PredicateId, PredicateRegion, PredicateRegion),
}

fn full<T>(_: T) -> Failure {
    Failure::Internal("the decision diagrams of the predicates outgrew their limit".to_owned())
}

impl Regions {
    /// No diagram yet.
    pub fn new() -> Self {
        Self { manager: oxidd::bdd::new_manager(NODES, CACHE, 1), variables: 0 }
    }

    /// A constant.
    pub fn constant(&self, value: bool) -> PredicateRegion {
        self.manager.with_manager_shared(|m| if value { BDDFunction::t(m) } else { BDDFunction::f(m) })
    }

    /// A predicate, or its negation.
    ///
    /// # Errors
    /// There are too many nodes.
    pub fn literal(&mut self, predicate: PredicateId, positive: bool) -> Res<PredicateRegion> {
        let variable = u32::try_from(predicate.index()).map_err(full)?;
        if predicate.index() >= self.variables {
            let more = predicate.index() + 1 - self.variables;
            let more = u32::try_from(more).map_err(full)?;
            self.manager.with_manager_exclusive(|m| m.add_vars(more));
            self.variables = predicate.index() + 1;
        }
        let made = self.manager.with_manager_shared(|m| {
            if positive { BDDFunction::var(m, variable) } else { BDDFunction::not_var(m, variable) }
        });
        made.map_err(full)
    }

    /// Conjunction.
    ///
    /// # Errors
    /// There are too many nodes.
    pub fn and(&self, a: &PredicateRegion, b: &PredicateRegion) -> Res<PredicateRegion> {
        a.and(b).map_err(full)
    }
    /// Disjunction.
    ///
    /// # Errors
    /// There are too many nodes.
    pub fn or(&self, a: &PredicateRegion, b: &PredicateRegion) -> Res<PredicateRegion> {
        a.or(b).map_err(full)
    }
    /// `a` where a condition holds, `b` elsewhere.
    ///
    /// # Errors
    /// There are too many nodes.
    pub fn choice(
        &self,
        condition: &PredicateRegion,
        a: &PredicateRegion,
        b: &PredicateRegion,
    ) -> Res<PredicateRegion> {
        condition.ite(a, b).map_err(full)
    }
    /// A region where these literals hold, a conjunction: they are decided no more.
    ///
    /// # Errors
    /// There are too many nodes.
    pub fn restricted(&self, region: &PredicateRegion, literals: &PredicateRegion) -> Res<PredicateRegion> {
        region.restrict(literals).map_err(full)
    }
    /// True when `a` implies `b`.
    ///
    /// # Errors
    /// There are too many nodes.
    pub fn implies(&self, a: &PredicateRegion, b: &PredicateRegion) -> Res<bool> {
        if a == b {
            return Ok(true);
        }
        // The strict implication from b to a is ¬b ∧ a.
        Ok(!b.imp_strict(a).map_err(full)?.satisfiable())
    }
    /// First decision in a region.
    pub fn view(&self, region: &PredicateRegion) -> DecisionNode {
        match Self::choice_of(region) {
            Some((predicate, [(then, _), (otherwise, _)])) => DecisionNode::Choice(predicate, then, otherwise),
            None => DecisionNode::Constant(region.satisfiable()),
        }
    }

    /// What decides a region first, where anything does, and the regions behind that. The lock of the diagrams is taken once.
    fn choice_of(region: &PredicateRegion) -> Option<(PredicateId, [Numbered; 2])> {
        region.with_manager_shared(|m, edge| {
            let Node::Inner(node) = m.get_node(edge) else { return None };
            let predicate = PredicateId::from_index(m.level_to_var(oxidd::HasLevel::level(node)) as usize);
            let behind = |at| {
                let edge = oxidd::InnerNode::child(node, at);
                let number = edge.node_id();
                (BDDFunction::from_edge_ref(m, edge), number)
            };
            Some((predicate, [behind(0), behind(1)]))
        })
    }

    /// Folds a region from the leaves up, each node once.
    pub fn fold<T: Clone>(
        &self,
        region: &PredicateRegion,
        constant: &mut dyn FnMut(bool) -> T,
        choice: &mut dyn FnMut(PredicateId, T, T) -> T,
    ) -> T {
        let mut done: FastMap<NodeID, T> = FastMap::default();
        let root = region.with_manager_shared(|_, edge| edge.node_id());
        let mut stack = vec![(region.clone(), root)];
        while let Some((top, id)) = stack.last() {
            if done.contains_key(id) {
                stack.pop();
                continue;
            }
            let value = match Self::choice_of(top) {
                None => constant(top.satisfiable()),
                Some((predicate, [then, otherwise])) => {
                    let parts = (done.get(&then.1), done.get(&otherwise.1));
                    let (Some(a), Some(b)) = parts else {
                        stack.push(otherwise);
                        stack.push(then);
                        continue;
                    };
                    choice(predicate, a.clone(), b.clone())
                }
            };
            done.insert(*id, value);
        }
        done.remove(&root).unwrap_or_else(|| constant(false))
    }
}

impl Default for Regions {
    fn default() -> Self {
        Self::new()
    }
}
