//! Places of an unrolling: a control state and, for each loop around it in each frame, the number of the iteration.
//!
//! A place is written as numbers that compare in the order in which places are left ([`crate::order`]): for each frame,
//! from the outermost, position and iteration of each loop around the node and then the node's own position. A call's
//! place is a prefix of all places in the callee, so they lie between the call and what follows it.

use crate::order::Order;
use cairn_cpa::{Control, Controls};
use cairn_ir::{NodeId, Program, Step};

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Place {
    path: Vec<u32>,
    specification: u32,
    /// Where each frame begins in `path`.
    frames: Vec<u32>,
}

impl Place {
    /// The place of a control state in the first iteration of all loops around it.
    pub(crate) fn first(control: Control, controls: &Controls<'_>, order: &Order, program: &Program) -> Self {
        let mut calls: Vec<NodeId> = Vec::new();
        let mut stack = control.stack;
        while let Some(frame) = controls.frame(stack) {
            calls.push(program.edges[frame.edge].source);
            stack = frame.below;
        }
        let mut place = Self { path: Vec::new(), specification: control.specification.0, frames: Vec::new() };
        for node in calls.into_iter().rev().chain([control.node]) {
            place.open(node, order);
        }
        place
    }

    /// Opens a frame at a node, with every loop in its first iteration.
    fn open(&mut self, node: NodeId, order: &Order) {
        self.frames.push(self.path.len() as u32);
        for id in order.around(node) {
            self.path.extend([order.of_loop(id), 1]);
        }
        self.path.push(order.of_node(node));
    }

    /// The place after a step to the control state `to`, and the iteration that begins there when `to` is the head of a
    /// loop. `from` is the location before, in the frame that is on top afterwards: for a return, the call's.
    pub(crate) fn after(&self, from: NodeId, step: Step, to: Control, order: &Order) -> (Self, Option<u32>) {
        let mut next = Self { specification: to.specification.0, ..self.clone() };
        match step {
            Step::Enter(..) => {
                next.open(to.node, order);
                return (next, order.is_head(to.node).then_some(1));
            }
            Step::Leave(..) => {
                let start = next.frames.pop().unwrap_or(0);
                next.path.truncate(start as usize);
            }
            Step::Edge(_) | Step::Hidden(_) => {}
        }
        let start = next.frames.last().map_or(0, |start| *start as usize);
        let old = next.path.split_off(start);
        let mut iteration = None;
        for (level, id) in order.around(to.node).into_iter().enumerate() {
            let was_inside = order.contains(id, from);
            // Loops around both places are at the same levels of both.
            let mut number = if was_inside { old.get(2 * level + 1).copied().unwrap_or(1) } else { 1 };
            if order.get(id).heads.contains(&to.node) {
                number += u32::from(was_inside);
                iteration = Some(number);
            }
            next.path.extend([order.of_loop(id), number]);
        }
        next.path.push(order.of_node(to.node));
        (next, iteration)
    }
}
