//! The points-to graph: nodes of memory, and for each scalar in a node the place that it may point to.
//!
//! A node stands for a set of objects (Steensgaard 1996); two pointers that may be equal point into one node, so that the
//! whole analysis is unification. It is field-sensitive as Lattner's data structure analysis is: a pointer goes to a
//! node *at an offset*, and union-find carries the offset between a node and its representative. Where two offsets of
//! one node meet (`p = p + 1`), the node becomes *periodic*: offsets count modulo a period, the greatest common divisor
//! of all such differences. Period 0 is a node in which every pointer's offset is known, an array of records of 12 bytes
//! has period 12, and period 1 is "somewhere in it". One number thus covers structs, arrays, arrays of structs,
//! `container_of` and arbitrary casts, and types are not looked at: they lie in C, sizes and offsets do not.
//!
//! Invariants: the [`Link`]s of a representative are disjoint intervals within the period; a node with a parent has no
//! links, objects or waiting flows; offsets in a [`NodeOffset`] returned by [`Graph::find`] are below the period.

use cairn_base::define_id;
use cairn_base::id::IdVec;
use cairn_ir::reachable;
use std::collections::BTreeMap;

define_id!(
    /// A set of objects that pointers do not tell apart.
    pub(crate) GraphId, "m"
);

/// A byte of a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub(crate) struct NodeOffset {
    pub node: GraphId,
    pub offset: i64,
}

impl NodeOffset {
    /// So many bytes further.
    pub fn plus(self, offset: i64) -> NodeOffset {
        NodeOffset { node: self.node, offset: self.offset.wrapping_add(offset) }
    }
}

/// Target of the scalar (or the overlapping scalars) in some bytes of a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Link {
    pub size: u64,
    pub to: NodeOffset,
    /// True when some access has a pointer type: only then values flow whether or not they are known to point anywhere.
    pub pointer: bool,
}

/// A flow of one value into another that counts once the source is known to point to an object.
#[derive(Clone, Copy, Debug)]
struct Flow {
    to: NodeOffset,
    from: NodeOffset,
    /// The value goes through arithmetic: where in the object it points to is lost.
    anywhere: bool,
}

#[derive(Clone, Default, Debug)]
struct Node {
    parent: Option<(GraphId, i64)>,
    period: u64,
    links: BTreeMap<i64, Link>,
    /// Objects, by the caller's numbers, and where they begin.
    objects: Vec<(u32, i64)>,
    /// Indices of flows out of values that point here.
    waiting: Vec<u32>,
}

/// The graph.
#[derive(Clone, Default, Debug)]
pub(crate) struct Graph {
    nodes: IdVec<GraphId, Node>,
    flows: Vec<Flow>,
    queue: Vec<(NodeOffset, NodeOffset, bool)>,
    draining: bool,
    /// Number of times that anything changed: a fixpoint is reached when it stays.
    pub changes: u64,
}

/// Offsets further away than this are not told apart.
const FAR: i64 = 1 << 40;

impl Graph {
    /// A node without objects.
    pub fn fresh(&mut self) -> NodeOffset {
        NodeOffset { node: self.nodes.push(Node::default()), offset: 0 }
    }

    /// A node that is an object.
    pub fn object(&mut self, object: u32) -> NodeOffset {
        let node = Node { objects: vec![(object, 0)], ..Node::default() };
        NodeOffset { node: self.nodes.push(node), offset: 0 }
    }

    /// The representative; the way to it is shortened.
    pub fn find(&mut self, spot: NodeOffset) -> NodeOffset {
        let mut path: smallvec::SmallVec<[(GraphId, i64); 8]> = smallvec::SmallVec::new();
        let mut root = spot.node;
        while let Some((parent, shift)) = self.nodes[root].parent {
            path.push((root, shift));
            root = parent;
        }
        let mut total = 0i64;
        for (node, shift) in path.into_iter().rev() {
            total = total.wrapping_add(shift);
            self.nodes[node].parent = Some((root, total));
        }
        self.reduced(NodeOffset { node: root, offset: spot.offset.wrapping_add(total) })
    }

    /// The representative, in a graph that is finished.
    pub fn find_in(&self, spot: NodeOffset) -> NodeOffset {
        let mut at = spot;
        while let Some((parent, shift)) = self.nodes[at.node].parent {
            at = NodeOffset { node: parent, offset: at.offset.wrapping_add(shift) };
        }
        self.reduced(at)
    }

    fn reduced(&self, at: NodeOffset) -> NodeOffset {
        match i64::try_from(self.nodes[at.node].period) {
            Ok(0) | Err(_) => at,
            Ok(period) => NodeOffset { offset: at.offset.rem_euclid(period), ..at },
        }
    }

    /// All representatives.
    pub fn representatives(&self) -> impl Iterator<Item = GraphId> + '_ {
        self.nodes.iter_ids().filter(|(_, n)| n.parent.is_none()).map(|(id, _)| id)
    }
    /// The period of a representative.
    pub fn period(&self, node: GraphId) -> u64 {
        self.nodes[node].period
    }
    /// The objects of a representative.
    pub fn objects(&self, node: GraphId) -> &[(u32, i64)] {
        &self.nodes[node].objects
    }
    /// The links of a representative.
    pub fn links(&self, node: GraphId) -> impl Iterator<Item = (i64, Link)> + '_ {
        self.nodes[node].links.iter().map(|(at, link)| (*at, *link))
    }

    /// The representatives that some spots are in, and those that links lead to from there, each once.
    pub fn behind(&self, spots: impl Iterator<Item = NodeOffset>) -> Vec<GraphId> {
        let nodes = reachable(spots.map(|spot| self.find_in(spot).node), |node, open| {
            open.extend(self.nodes[node].links.values().map(|link| self.find_in(link.to).node));
        });
        nodes.into_iter().collect()
    }

    /// Target of the scalar of so many bytes at a spot.
    pub fn link(&mut self, at: NodeOffset, size: u64, pointer: bool) -> NodeOffset {
        let at = self.find(at);
        let (offset, size) = self.within(at, size);
        let links = &mut self.nodes[at.node].links;
        if let Some((start, link)) = links.range_mut(..=offset).next_back()
            && offset.saturating_sub(*start).saturating_add_unsigned(size)
                <= i64::try_from(link.size).unwrap_or(i64::MAX)
        {
            link.pointer |= pointer;
            return link.to;
        }
        let to = self.fresh();
        self.add_link(at.node, offset, Link { size, to, pointer });
        self.drain();
        to
    }

    /// The flows of values that were not known to point to an object: where to, where from, and whether by arithmetic.
    pub fn waiting_flows(&self) -> impl Iterator<Item = (NodeOffset, NodeOffset, bool)> + '_ {
        self.flows.iter().map(|flow| (flow.to, flow.from, flow.anywhere))
    }

    /// Target of the scalar at a spot, in a graph that is finished.
    pub fn link_at(&self, at: NodeOffset) -> Option<NodeOffset> {
        Some(self.link_around(at)?.1.to)
    }

    /// The link whose interval a spot is in, with where that begins, in a graph that is finished.
    pub fn link_around(&self, at: NodeOffset) -> Option<(NodeOffset, Link)> {
        let at = self.find_in(at);
        let (start, link) = self.nodes[at.node].links.range(..=at.offset).next_back()?;
        let inside = at.offset.saturating_sub(*start) < i64::try_from(link.size).unwrap_or(i64::MAX);
        inside.then_some((NodeOffset { node: at.node, offset: *start }, *link))
    }

    /// An interval cut to one period.
    fn within(&self, at: NodeOffset, size: u64) -> (i64, u64) {
        let period = self.nodes[at.node].period;
        if period == 0 {
            return (at.offset, size.max(1));
        }
        if size >= period || at.offset.cast_unsigned().saturating_add(size) > period {
            return (0, period);
        }
        (at.offset, size.max(1))
    }

    fn add_link(&mut self, node: GraphId, offset: i64, link: Link) {
        self.changes += 1;
        let mut start = offset;
        let mut end = offset.saturating_add_unsigned(link.size);
        let mut pointer = link.pointer;
        let links = &mut self.nodes[node].links;
        let mut touched: Vec<i64> = Vec::new();
        if let Some((at, other)) = links.range(..offset).next_back()
            && at.saturating_add_unsigned(other.size) > offset
        {
            touched.push(*at);
        }
        touched.extend(links.range(offset..end).map(|(at, _)| *at));
        for at in touched {
            if let Some(other) = links.remove(&at) {
                start = start.min(at);
                end = end.max(at.saturating_add_unsigned(other.size));
                pointer |= other.pointer;
                self.queue.push((other.to, link.to, false));
            }
        }
        let size = end.saturating_sub(start).cast_unsigned();
        links.insert(start, Link { size, to: link.to, pointer });
    }

    /// Makes two spots one.
    pub fn join(&mut self, a: NodeOffset, b: NodeOffset) {
        self.queue.push((a, b, false));
        self.drain();
    }

    /// Makes the offset of a spot one of many: so many bytes further is the same.
    pub fn repeat(&mut self, at: NodeOffset, step: u64) {
        let at = self.find(at);
        self.set_period(at.node, step.max(1));
        self.drain();
    }

    /// A value flows into another, if it points to an object.
    pub fn flow(&mut self, to: NodeOffset, from: NodeOffset, anywhere: bool) {
        let root = self.find(from);
        if self.nodes[root.node].objects.is_empty() {
            self.nodes[root.node].waiting.push(self.flows.len() as u32);
            self.flows.push(Flow { to, from, anywhere });
        } else {
            self.queue.push((to, from, anywhere));
            self.drain();
        }
    }

    fn drain(&mut self) {
        if std::mem::replace(&mut self.draining, true) {
            return;
        }
        while let Some((a, b, anywhere)) = self.queue.pop() {
            let (a, b) = (self.find(a), self.find(b));
            if a.node == b.node {
                let distance = a.offset.abs_diff(b.offset);
                if distance != 0 {
                    self.set_period(a.node, distance);
                }
            } else {
                self.merge(a, b);
            }
            if anywhere {
                let a = self.find(a);
                self.set_period(a.node, 1);
            }
        }
        self.draining = false;
    }

    fn set_period(&mut self, node: GraphId, step: u64) {
        let step = if step > FAR.cast_unsigned() { 1 } else { step };
        let old = self.nodes[node].period;
        let new = gcd(old, step);
        if new == old {
            return;
        }
        self.changes += 1;
        self.nodes[node].period = new;
        for (offset, link) in std::mem::take(&mut self.nodes[node].links) {
            self.insert(node, offset, link);
        }
    }

    /// Adds a link at an offset that may be beyond the period.
    fn insert(&mut self, node: GraphId, offset: i64, link: Link) {
        let at = self.reduced(NodeOffset { node, offset });
        let (offset, size) = self.within(at, link.size);
        self.add_link(node, offset, Link { size, ..link });
    }

    fn merge(&mut self, a: NodeOffset, b: NodeOffset) {
        self.changes += 1;
        let weight = |n: &Node| n.links.len() + n.objects.len() + n.waiting.len();
        let (keep, lose) = if weight(&self.nodes[a.node]) >= weight(&self.nodes[b.node]) { (a, b) } else { (b, a) };
        let mut shift = keep.offset.wrapping_sub(lose.offset);
        let far = shift.checked_abs().is_none_or(|s| s > FAR);
        if far {
            shift = 0;
        }
        let lost =
            std::mem::replace(&mut self.nodes[lose.node], Node { parent: Some((keep.node, shift)), ..Node::default() });
        let kept = &mut self.nodes[keep.node];
        let was_named = !kept.objects.is_empty();
        let becomes_named = !was_named && !lost.objects.is_empty();
        kept.objects.extend(lost.objects.iter().map(|(object, at)| (*object, at.wrapping_add(shift))));
        let ready = if becomes_named { std::mem::take(&mut kept.waiting) } else { Vec::new() };
        let ready = if was_named { lost.waiting.clone() } else { ready };
        if !was_named && !becomes_named {
            kept.waiting.extend(lost.waiting);
        }
        for flow in ready {
            let Flow { to, from, anywhere } = self.flows[flow as usize];
            self.queue.push((to, from, anywhere));
        }
        if lost.period != 0 {
            self.set_period(keep.node, lost.period);
        }
        if far {
            self.set_period(keep.node, 1);
        }
        for (offset, link) in lost.links {
            self.insert(keep.node, offset.wrapping_add(shift), link);
        }
    }
}

/// The greatest common divisor; 0 is divided by everything.
pub(super) fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_survive_unification() {
        let mut g = Graph::default();
        let (a, b) = (g.object(0), g.fresh());
        g.join(a.plus(8), b);
        assert_eq!(g.find(b.plus(-8)), g.find(a), "container_of");
        let field = g.link(a.plus(8), 4, true);
        let same = g.link(b, 4, true);
        assert_eq!(g.find(field), g.find(same));
        let id = g.find(a).node;
        assert_eq!(g.period(id), 0);
    }

    #[test]
    fn two_offsets_of_one_node_make_it_periodic() {
        let mut g = Graph::default();
        let a = g.object(0);
        let (x, y) = (g.link(a, 4, true), g.link(a.plus(16), 4, true));
        let z = g.link(a.plus(20), 4, true);
        g.join(a, a.plus(12));
        g.repeat(a, 8);
        let id = g.find(a).node;
        assert_eq!(g.period(id), 4);
        assert_eq!(g.find(x), g.find(y));
        assert_eq!(g.find(x), g.find(z));
    }

    #[test]
    fn a_flow_waits_for_an_object() {
        let mut g = Graph::default();
        let (i, j, k) = (g.fresh(), g.fresh(), g.fresh());
        g.flow(j, i, false);
        g.flow(k, j, true);
        assert_ne!(g.find(i), g.find(j));
        let o = g.object(7);
        g.join(i, o);
        assert_eq!(g.find(j).node, g.find(o).node);
        assert_eq!(g.find(k).node, g.find(o).node);
        let id = g.find(o).node;
        assert_eq!(g.period(id), 1);
    }

    #[test]
    fn flows_out_of_merged_values_wait_on() {
        let mut g = Graph::default();
        let (i, j, from_i, from_j) = (g.fresh(), g.fresh(), g.fresh(), g.fresh());
        g.flow(from_i, i, false);
        g.flow(from_j, j, false);
        g.join(i, j.plus(4));
        let (late, o) = (g.fresh(), g.object(7));
        g.join(j, o);
        assert_eq!(g.find(from_i), g.find(o.plus(4)));
        assert_eq!(g.find(from_j), g.find(o));
        g.flow(late, i, false);
        assert_eq!(g.find(late), g.find(o.plus(4)));
    }

    #[test]
    fn overlapping_scalars_share_what_they_point_to() {
        let mut g = Graph::default();
        let a = g.object(0);
        let word = g.link(a, 8, true);
        let byte = g.link(a.plus(3), 1, false);
        let across = g.link(a.plus(6), 4, false);
        assert_eq!(g.find(word), g.find(byte));
        assert_eq!(g.find(word), g.find(across));
    }
}
