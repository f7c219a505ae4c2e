//! Dataflow analysis: states at the nodes of automata that the edges' transfer functions no longer change (Kildall 1973).
//!
//! An analysis is its domain, a join-semilattice, and a transfer function. A node without a state is unreachable: that is
//! the bottom, which a domain need not have. Invariant of the result: the state behind an edge is below that of the node to
//! which it leads. Where a transfer function is not monotone, what is found depends on the order in which nodes are looked
//! at; so the order is the caller's to choose, and never that of a hash map. The transfer function is a closure, and no
//! method of a trait: all analyses here refer to tables of their own, and none is run by two callers.

use crate::ids::{EdgeId, NodeId};
use crate::program::Program;
use cairn_base::FastMap;
use std::collections::{BTreeMap, BTreeSet, HashMap, hash_map::Entry};
use std::hash::{BuildHasher, Hash};

/// Facts at a node on all ways or on some; without infinite ascending chains.
pub trait JoinSemiLattice: Clone {
    /// Becomes the least upper bound of itself and `other`; whether it changed.
    fn join(&mut self, other: &Self) -> bool;
}

impl<T: Ord + Clone> JoinSemiLattice for BTreeSet<T> {
    fn join(&mut self, other: &Self) -> bool {
        let before = self.len();
        self.extend(other.difference(&self.clone()).cloned());
        self.len() != before
    }
}

/// The bits of what may be: the union.
impl JoinSemiLattice for u64 {
    fn join(&mut self, other: &Self) -> bool {
        std::mem::replace(self, *self | other) != *self
    }
}

/// Facts about each key: that on which both agree.
impl<K: Eq + Hash + Clone, V: PartialEq + Clone, S: BuildHasher + Clone> JoinSemiLattice for HashMap<K, V, S> {
    fn join(&mut self, other: &Self) -> bool {
        let before = self.len();
        self.retain(|key, value| other.get(key) == Some(value));
        self.len() != before
    }
}

/// Facts about each key: that on which both agree.
impl<K: Ord + Clone, V: PartialEq + Clone> JoinSemiLattice for BTreeMap<K, V> {
    fn join(&mut self, other: &Self) -> bool {
        let before = self.len();
        self.retain(|key, value| other.get(key) == Some(value));
        self.len() != before
    }
}

/// Facts known to hold: that which both say, in the order of the first.
impl<T: PartialEq + Clone> JoinSemiLattice for Vec<T> {
    fn join(&mut self, other: &Self) -> bool {
        let before = self.len();
        self.retain(|known| other.contains(known));
        self.len() != before
    }
}

/// Which way states go along an edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// From its source to its target.
    Forward,
    /// From its target to its source.
    Backward,
}

/// Which of the nodes whose state has changed is looked at next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Worklist {
    /// The first in [`crate::Node::order`] forward, the last backward: all ways to a node before the node.
    ReversePostorder,
    /// The one that changed last: where nodes have no order yet.
    LastFirst,
}

/// The states at all nodes to which states come from `starts`. `transfer` gives the state behind an edge; none where
/// control does not go on.
pub fn iterate_to_fixpoint<D: JoinSemiLattice>(
    program: &Program,
    direction: Direction,
    worklist: Worklist,
    starts: impl IntoIterator<Item = (NodeId, D)>,
    mut transfer: impl FnMut(EdgeId, &D) -> Option<D>,
) -> FastMap<NodeId, D> {
    let mut changes = 0;
    let mut place = |node: NodeId| {
        changes -= 1;
        match (worklist, direction) {
            (Worklist::LastFirst, _) => changes,
            (Worklist::ReversePostorder, Direction::Forward) => i64::from(program.nodes[node].order),
            (Worklist::ReversePostorder, Direction::Backward) => -i64::from(program.nodes[node].order),
        }
    };
    let (mut states, mut open) = (FastMap::default(), BTreeSet::new());
    for (node, state) in starts {
        states.insert(node, state);
        open.insert((place(node), node));
    }
    while let Some((_, node)) = open.pop_first() {
        let edges = match direction {
            Direction::Forward => &program.nodes[node].leaving,
            Direction::Backward => &program.nodes[node].entering,
        };
        for edge in edges {
            let Some(new) = transfer(*edge, &states[&node]) else { continue };
            let next = match direction {
                Direction::Forward => program.edges[*edge].target,
                Direction::Backward => program.edges[*edge].source,
            };
            let changed = match states.entry(next) {
                Entry::Vacant(entry) => {
                    entry.insert(new);
                    true
                }
                Entry::Occupied(mut entry) => entry.get_mut().join(&new),
            };
            if changed {
                open.insert((place(next), next));
            }
        }
    }
    states
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::op::Op;
    use crate::types::{MachineModel, Type};
    use cairn_base::Span;

    /// 0 → 2 → 3 → 2, 3 → 4, and 5 → 4, with orders as the program has them; edges in this order.
    fn program() -> (Program, Vec<NodeId>) {
        let mut program = Program::empty(MachineModel::Ilp32);
        let void = program.types.intern(Type::Void);
        let function = program.add_function("f", void);
        program.add_body(function);
        let nodes: Vec<NodeId> = program
            .nodes
            .ids()
            .collect::<Vec<_>>()
            .into_iter()
            .chain((0..4).map(|_| program.add_node(function)))
            .collect();
        for (from, to) in [(0, 2), (2, 3), (3, 2), (3, 4), (5, 4)] {
            program.add_edge(nodes[from], nodes[to], Op::Skip, Span::NONE);
        }
        crate::reverse_postorder::set_order(&mut program);
        (program, nodes)
    }

    #[test]
    fn what_may_come_goes_round_loops_until_nothing_changes() {
        let (program, nodes) = program();
        for worklist in [Worklist::ReversePostorder, Worklist::LastFirst] {
            let start = [(nodes[0], 1u64)];
            // Each edge adds its bit; the one from 5 is not reached.
            let bit = |edge: EdgeId, state: &u64| Some(state | 2 << program.edges.ids().position(|e| e == edge)?);
            let found = iterate_to_fixpoint(&program, Direction::Forward, worklist, start, bit);
            assert_eq!(found.len(), 4);
            assert_eq!([0, 2, 3, 4].map(|at: usize| found[&nodes[at]]), [0b1, 0b1111, 0b1111, 0b11111]);
        }
    }

    #[test]
    fn what_is_known_is_what_all_ways_agree_on() {
        let (program, nodes) = program();
        let start = [(nodes[0], BTreeMap::from([("a", 1), ("b", 1)]))];
        // Round the loop `a` is another number: at its head it is none.
        let step = |edge: EdgeId, state: &BTreeMap<&'static str, u32>| {
            let mut state = state.clone();
            if program.edges[edge].target == nodes[2] && program.edges[edge].source == nodes[3] {
                state.insert("a", 2);
            }
            (program.edges[edge].target != nodes[4]).then_some(state)
        };
        let found = iterate_to_fixpoint(&program, Direction::Forward, Worklist::ReversePostorder, start, step);
        assert_eq!(found[&nodes[2]], BTreeMap::from([("b", 1)]));
        assert_eq!(found[&nodes[3]], BTreeMap::from([("b", 1)]));
        assert!(!found.contains_key(&nodes[4]), "control does not go on there");
    }

    #[test]
    fn backward_goes_from_targets_to_sources() {
        let (program, nodes) = program();
        let start = [(nodes[4], BTreeSet::from([7]))];
        let found = iterate_to_fixpoint(
            &program,
            Direction::Backward,
            Worklist::ReversePostorder,
            start,
            |_, state: &BTreeSet<u32>| Some(state.clone()),
        );
        let mut reached: Vec<NodeId> = found.into_keys().collect();
        reached.sort();
        assert_eq!(reached, [0, 2, 3, 4, 5].map(|at: usize| nodes[at]));
    }

    #[test]
    fn a_join_says_whether_it_changed() {
        let mut bits = 1u64;
        assert!(bits.join(&2) && !bits.join(&3) && bits == 3);
        let mut set = BTreeSet::from([1]);
        assert!(set.join(&BTreeSet::from([2])) && !set.join(&BTreeSet::from([1])) && set.len() == 2);
        let mut list = vec![1, 2, 3];
        assert!(list.join(&vec![3, 1]) && !list.join(&vec![4, 3, 1]) && list == [1, 3]);
        let mut map: FastMap<u32, u32> = [(1, 1), (2, 2)].into_iter().collect();
        assert!(map.join(&[(1, 1), (2, 3)].into_iter().collect()) && map.len() == 1 && map[&1] == 1);
        assert!(!map.clone().join(&map));
    }
}
