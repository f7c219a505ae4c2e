//! The states that wait to be expanded, in one of several orders (BAM 2.2.1, "choose").
//!
//! The orders by location put states with less recursion in their call stack first: under a coarse precision nothing
//! else keeps a recursive function from being unrolled for ever while all other states wait.
//!
//! Where two orders take turns, a state waits in both queues, and is gone from both once one of them has given it.
//!
//! Removing a state from the middle is lazy: an entry whose ticket is not the one that the ARG knows for the state is
//! skipped. Invariant: the order depends on the pushes only, never on addresses or hashes.

use crate::arg::{Arg, ArgId};
use crate::control::Controls;
use crate::options::Order;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

/// Priority of a state: the largest goes first.
type Key = (Reverse<u32>, u32, Reverse<u32>);

#[derive(Debug)]
enum Queue {
    First(VecDeque<(ArgId, u32)>),
    Last(Vec<(ArgId, u32)>),
    Best(BinaryHeap<(Key, Reverse<u32>, ArgId)>),
}

impl Queue {
    fn pop(&mut self) -> Option<(ArgId, u32)> {
        match self {
            Queue::First(queue) => queue.pop_front(),
            Queue::Last(queue) => queue.pop(),
            Queue::Best(queue) => queue.pop().map(|(_, Reverse(ticket), id)| (id, ticket)),
        }
    }
}

#[derive(Debug)]
pub(crate) struct Waitlist {
    order: Order,
    /// Each has all that wait. The first gives the next state, and moves behind the others.
    queues: VecDeque<Queue>,
    /// The next ticket; 0 is none.
    next: u32,
    waiting: usize,
}

impl Waitlist {
    pub(crate) fn new(order: Order) -> Self {
        let first = || Queue::First(VecDeque::new());
        let best = || Queue::Best(BinaryHeap::new());
        let queues = match order {
            Order::BreadthFirst => vec![first()],
            Order::DepthFirst => vec![Queue::Last(Vec::new())],
            Order::Auto | Order::ReversePostOrder | Order::CallStackFirst => vec![best()],
            Order::Turns => vec![best(), first()],
        };
        Self { order, queues: queues.into(), next: 1, waiting: 0 }
    }

    pub(crate) fn len(&self) -> usize {
        self.waiting
    }

    /// A state that waited was removed, or does not wait any more.
    pub(crate) fn forget(&mut self) {
        self.waiting = self.waiting.saturating_sub(1);
    }

    /// Adds a state, unless it waits already.
    pub(crate) fn push<S>(&mut self, id: ArgId, arg: &mut Arg<S>, controls: &Controls<'_>) {
        if arg.is_waiting(id) {
            return;
        }
        if self.next == u32::MAX {
            self.renumber(arg, controls);
        }
        let ticket = self.next;
        self.next += 1;
        self.waiting += 1;
        arg.set_ticket(id, ticket);
        for queue in &mut self.queues {
            match queue {
                Queue::First(queue) => queue.push_back((id, ticket)),
                Queue::Last(queue) => queue.push((id, ticket)),
                Queue::Best(queue) => {
                    let control = arg.control(id);
                    let order = controls.program().nodes[controls.get(control).node].order;
                    let depth = if self.order == Order::ReversePostOrder { 0 } else { controls.depth(control) };
                    let recursion = controls.recursion(control).max(1);
                    queue.push(((Reverse(recursion), depth, Reverse(order)), Reverse(ticket), id));
                }
            }
        }
    }

    /// Takes the next state; it does not wait any more.
    pub(crate) fn pop<S>(&mut self, arg: &mut Arg<S>) -> Option<ArgId> {
        loop {
            let (id, ticket) = self.queues.front_mut()?.pop()?;
            if arg.ticket(id) == ticket {
                self.queues.rotate_left(1);
                arg.set_ticket(id, 0);
                self.waiting = self.waiting.saturating_sub(1);
                return Some(id);
            }
        }
    }

    /// The states that wait, in no particular order but the same in each run.
    pub(crate) fn ids<S>(&self, arg: &Arg<S>) -> Vec<ArgId> {
        let valid = |(id, ticket): &(ArgId, u32)| arg.ticket(*id) == *ticket;
        let pairs: Vec<(ArgId, u32)> = match &self.queues[0] {
            Queue::First(queue) => queue.iter().copied().filter(valid).collect(),
            Queue::Last(queue) => queue.iter().copied().filter(valid).collect(),
            Queue::Best(queue) => queue.iter().map(|(_, Reverse(ticket), id)| (*id, *ticket)).filter(valid).collect(),
        };
        pairs.into_iter().map(|(id, _)| id).collect()
    }

    /// Gives the entries new tickets in their old order, once four thousand million are used up.
    fn renumber<S>(&mut self, arg: &mut Arg<S>, controls: &Controls<'_>) {
        let mut ids = self.ids(arg);
        ids.sort_unstable_by_key(|id| arg.ticket(*id));
        *self = Self::new(self.order);
        for id in ids {
            arg.set_ticket(id, 0);
            self.push(id, arg, controls);
        }
    }
}
