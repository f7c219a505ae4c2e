//! The states that wait to be explored: which is next (the operator *proceed*, DCPA 4.2.2), and which wait together.
//!
//! The paper's block waits until each predecessor has sent something, *false* where it cannot be left. Nobody sends *false* here, and a
//! predecessor in a cycle with the block would wait for it. So with [`Proceed::AllPredecessors`] a block waits for what can still
//! come: **a state waits while a message to a block upstream is underway**, sent and not yet handled. Upstream is
//! [`BlockOrder::is_upstream`]: control comes from there, and never back.
//!
//! **No deadlock.** Say messages are left, and all threads are idle; then no message is being handled, and conditions, which never
//! wait, are all taken. Of the finitely many blocks with a message, one has none of them upstream, since upstream is a strict
//! order. Its states do not wait. A block of a cycle is not upstream of itself, so it waits for no state of its own cycle. A thread
//! that finds nothing but states that wait is told again when a message was handled ([`WaitingStates::handled`]).
//!
//! **No starvation.** What is upstream may have no end (recursion without a bound, a loop that is unrolled), so a state that was
//! passed over [`MOST_TIMES`] times waits no longer.
//!
//! Nothing that decides about a verdict rests on the order: each state that was sent is taken in the end.

use crate::block_order::BlockOrder;
use crate::message::{Link, Message, MessageBody};
use cairn_base::choice;
use std::collections::VecDeque;

/// So often others go before a state.
const MOST_TIMES: u32 = 100;

choice! {
    /// When a state that has arrived at a block is explored.
    pub enum Proceed {
        /// When a thread has time.
        AtOnce = "at-once",
        /// When none can come any more from the blocks before, but those in a cycle with the block.
        AllPredecessors = "all-predecessors",
        /// When all that was sent before was handled: error conditions have no priority (DCPA 6.1, the second optimization off).
        AsSent = "as-sent",
    }
}

/// See the module.
#[derive(Debug)]
pub struct WaitingStates {
    /// In the order in which they were sent, and how often each was passed over.
    queue: VecDeque<(Message, u32)>,
    /// The order of the blocks, where they wait for those before, and the number of messages underway to each component.
    order: Option<(BlockOrder, Vec<usize>)>,
}

/// The block that a message is about.
fn link_of(message: &Message) -> &Link {
    match &message.what {
        MessageBody::BlockPostcondition(link) | MessageBody::ErrorCondition(link, _) => link,
        MessageBody::Precondition(condition) => &condition.link,
    }
}

impl WaitingStates {
    /// Nothing waits.
    pub fn new(proceed: Proceed, order: impl FnOnce() -> BlockOrder) -> Self {
        let order = matches!(proceed, Proceed::AllPredecessors).then(order).map(|order| {
            let none = vec![0; order.len()];
            (order, none)
        });
        Self { queue: VecDeque::new(), order }
    }

    /// A message is underway, of whatever type.
    pub fn underway(&mut self, message: &Message) {
        if let Some((order, underway)) = &mut self.order {
            underway[order.component(link_of(message).block)] += 1;
        }
    }
    /// A state waits.
    pub fn add(&mut self, message: Message) {
        self.queue.push_back((message, 0));
    }
    /// A message was handled, and what it has caused is underway. True when somebody is to look again for what is next.
    pub fn handled(&mut self, message: &Message) -> bool {
        let Some((order, underway)) = &mut self.order else { return false };
        let count = &mut underway[order.component(link_of(message).block)];
        *count = count.saturating_sub(1);
        !self.queue.is_empty()
    }

    /// The next state, how many were passed over for the first time, and whether somebody else is to look for another.
    pub fn take(&mut self) -> (Option<Message>, u64, bool) {
        let Some((order, underway)) = &self.order else {
            return (self.queue.pop_front().map(|(message, _)| message), 0, false);
        };
        let active: Vec<usize> = (0..underway.len()).filter(|component| underway[*component] > 0).collect();
        let (mut found, mut passed) = (None, 0);
        for (index, (message, times)) in self.queue.iter_mut().enumerate() {
            let component = order.component(link_of(message).block);
            if *times >= MOST_TIMES || !active.iter().any(|from| order.is_upstream(*from, component)) {
                found = Some(index);
                break;
            }
            passed += u64::from(*times == 0);
            *times += 1;
        }
        let found = found.and_then(|index| self.queue.remove(index)).map(|(message, _)| message);
        let more = found.is_some() && !self.queue.is_empty();
        (found, passed, more)
    }

    /// Takes all states that wait at the place of a link.
    pub fn beside(&mut self, link: &Link) -> Vec<Message> {
        let mut found = Vec::new();
        let mut rest = VecDeque::with_capacity(self.queue.len());
        for (message, times) in self.queue.drain(..) {
            let other = link_of(&message);
            let is_state = matches!(message.what, MessageBody::BlockPostcondition(_));
            if is_state && other.block == link.block && other.place == link.place {
                found.push(message);
            } else {
                rest.push_back((message, times));
            }
        }
        self.queue = rest;
        found
    }
}
