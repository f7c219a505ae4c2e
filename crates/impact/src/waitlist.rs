//! The vertices that wait to be looked at, targets first. Deterministic: the order depends on control and on when a
//! vertex was made, and on nothing else.

use crate::blocks::place;
use crate::options::ExpansionOrder;
use crate::unwinding::VertexId;
use cairn_cpa::{ControlId, Controls};
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// The smallest goes first.
pub(crate) type Key = (bool, u32, Reverse<u32>, u32);

pub(crate) struct Waitlist {
    order: ExpansionOrder,
    by_control: BTreeSet<(Key, VertexId)>,
    newest: BTreeSet<(bool, Reverse<VertexId>)>,
}

impl Waitlist {
    pub(crate) fn new(order: ExpansionOrder) -> Self {
        Self { order, by_control: BTreeSet::new(), newest: BTreeSet::new() }
    }
    pub(crate) fn len(&self) -> usize {
        self.by_control.len() + self.newest.len()
    }
    pub(crate) fn push(&mut self, vertex: VertexId, is_target: bool, control: ControlId, controls: &Controls<'_>) {
        match self.order {
            ExpansionOrder::DepthFirst => {
                self.newest.insert((!is_target, Reverse(vertex)));
            }
            ExpansionOrder::CallStackFirst => {
                let (recursion, depth, order) = place(controls, control);
                self.by_control.insert(((!is_target, recursion, depth, order), vertex));
            }
        }
    }
    pub(crate) fn pop(&mut self) -> Option<VertexId> {
        let newest = self.newest.pop_first().map(|(_, Reverse(vertex))| vertex);
        newest.or_else(|| self.by_control.pop_first().map(|(_, vertex)| vertex))
    }
}
