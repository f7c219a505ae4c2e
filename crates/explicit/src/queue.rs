//! The states that wait. Three orders take turns: breadth-first for violations that are near; depth-first for those that are
//! far; and states first of which few alike were seen, for those that are neither.
//!
//! A state waits in the queue of the order that found it, and in no other; when an order has none left it takes another's. So
//! each state is expanded once, whatever the order. Beyond a depth states wait until no others are left, since a person is
//! to read the path.

use crate::table::StateId;
use std::collections::VecDeque;

/// An order.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    Breadth,
    Rare,
    Depth,
}

pub(crate) struct Queue {
    breadth: VecDeque<StateId>,
    depth: Vec<StateId>,
    /// By the order of magnitude of how many alike there were.
    rare: Vec<VecDeque<StateId>>,
    later: VecDeque<StateId>,
    only: Option<StateId>,
    order: Order,
    /// Length of a turn, and what is left of this one.
    turn: u32,
    left: u32,
}

impl Queue {
    pub fn new(turn: u32) -> Self {
        let rare = vec![VecDeque::new(); u32::BITS as usize + 1];
        let (breadth, depth, later) = (VecDeque::new(), Vec::new(), VecDeque::new());
        Self { breadth, depth, rare, later, only: None, order: Order::Breadth, turn, left: turn }
    }
    /// A new state, and how many alike there were.
    pub fn push(&mut self, state: StateId, alike: u32) {
        match self.order {
            Order::Breadth if alike > 0 => self.breadth.push_back(state),
            Order::Depth if alike > 0 => self.depth.push(state),
            _ => self.rare[(u32::BITS - alike.leading_zeros()) as usize].push_back(state),
        }
    }
    /// A new state that is the only successor of the last: it is next, so that loops without inputs are passed at once.
    pub fn push_only(&mut self, state: StateId) {
        self.breadth.extend(self.only.replace(state));
    }
    /// A new state that is too deep for now.
    pub fn push_later(&mut self, state: StateId) {
        self.later.push_back(state);
    }
    pub fn pop(&mut self) -> Option<StateId> {
        if let Some(state) = self.only.take() {
            return Some(state);
        }
        if self.left == 0 {
            self.left = self.turn;
            self.order = match self.order {
                Order::Breadth => Order::Rare,
                Order::Rare => Order::Depth,
                Order::Depth => Order::Breadth,
            };
        }
        self.left = self.left.saturating_sub(1);
        self.take(self.order)
            .or_else(|| self.take(Order::Rare))
            .or_else(|| self.take(Order::Breadth))
            .or_else(|| self.take(Order::Depth))
            .or_else(|| self.later.pop_front())
    }
    fn take(&mut self, order: Order) -> Option<StateId> {
        match order {
            Order::Breadth => self.breadth.pop_front(),
            Order::Rare => self.rare.iter_mut().find_map(VecDeque::pop_front),
            Order::Depth => self.depth.pop(),
        }
    }
}
