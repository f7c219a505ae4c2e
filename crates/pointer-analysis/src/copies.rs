//! Copies of bytes: records, arrays, `memcpy`.
//!
//! A copy carries whatever pointers are in its bytes, but it does not make source and destination one set of objects. So
//! links are copied at their offsets, again and again until nothing changes; a copy that does not settle (it overlaps
//! itself, say) makes the two one, which is always right.

use super::constraints::{Constraints, Copy};
use super::graph::gcd;
use super::graph::{GraphId, Link, NodeOffset};
use cairn_base::FastSet;
use smallvec::SmallVec;

/// Rounds over all copies before those left make source and destination one.
const ROUNDS: u32 = 12;

/// An offset in the source where a copy begins, an offset in the destination, and a number of bytes.
pub(super) struct Window {
    pub from: NodeOffset,
    pub to: NodeOffset,
    pub size: u64,
}

/// Where, in bytes from the start of a window, an interval of a node lies. In a node with a period, a window no longer
/// than the period meets it once, or twice when it begins inside the interval; one occurrence stands for all others.
pub(super) fn within(start: i64, size: u64, period: u64, at: i64, length: u64) -> SmallVec<[(u64, u64); 2]> {
    let first = at.wrapping_sub(start);
    let mut starts: SmallVec<[i64; 2]> = SmallVec::new();
    match i64::try_from(period) {
        Ok(period) if period > 0 => {
            let first = first.rem_euclid(period);
            starts.extend([first, first - period]);
        }
        _ => starts.push(first),
    }
    let cut = |first: i64| {
        let end = first.saturating_add_unsigned(length);
        let from = first.max(0).cast_unsigned();
        let to = end.max(0).cast_unsigned().min(size);
        (from < to).then(|| (from, to - from))
    };
    starts.into_iter().filter_map(cut).collect()
}

impl Constraints<'_> {
    pub fn copy_links(&mut self) {
        let mut done: FastSet<(usize, u64, bool)> = FastSet::default();
        for round in 0.. {
            let before = self.graph.changes;
            for i in 0..self.copies.len() {
                self.copy_once(i, &mut done);
                if round >= ROUNDS && self.graph.changes != before {
                    let Copy { to, from, .. } = self.copies[i];
                    self.graph.join(to, from);
                }
            }
            if self.graph.changes == before {
                return;
            }
        }
    }

    /// Source and destination of a copy with one period; `None` when it goes from a spot to itself.
    pub fn window(&mut self, copy: Copy) -> Option<Window> {
        let size = copy.size.unwrap_or(u64::MAX >> 2);
        loop {
            let (from, to) = (self.graph.find(copy.from), self.graph.find(copy.to));
            if from == to {
                return None;
            }
            let (a, b) = (self.graph.period(from.node), self.graph.period(to.node));
            let least = [a, b].into_iter().filter(|p| *p != 0).min().unwrap_or(0);
            if a == b || size <= least {
                return Some(Window { from, to, size });
            }
            let step = gcd(a, b);
            self.graph.repeat(from, step);
            self.graph.repeat(to, step);
        }
    }

    fn links_in(&self, node: GraphId, start: i64, size: u64) -> Vec<(u64, Link)> {
        let period = self.graph.period(node);
        let links = self.graph.links(node);
        let cut = |(at, link): (i64, Link)| {
            within(start, size, period, at, link.size)
                .into_iter()
                .map(move |(first, size)| (first, Link { size, ..link }))
        };
        links.flat_map(cut).collect()
    }

    fn copy_once(&mut self, i: usize, done: &mut FastSet<(usize, u64, bool)>) {
        let Some(Window { from, to, size }) = self.window(self.copies[i]) else { return };
        if from.node == to.node && self.copies[i].size.is_none() {
            self.graph.join(from, to);
            return;
        }
        // What is read as a pointer on one side is one on the other.
        for (first, link) in self.links_in(to.node, to.offset, size) {
            if link.pointer {
                self.graph.link(from.plus(first as i64), link.size, true);
            }
        }
        let from = self.graph.find(from);
        for (first, link) in self.links_in(from.node, from.offset, size) {
            if link.pointer {
                let there = self.graph.link(to.plus(first as i64), link.size, true);
                self.graph.join(there, link.to);
            } else if done.insert((i, first, false)) {
                let there = self.graph.link(to.plus(first as i64), link.size, false);
                self.graph.flow(there, link.to, false);
            }
        }
    }
}
