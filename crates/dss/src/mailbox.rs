//! Where a worker gets its messages from, and what it tells the others: in the memory of one process ([`crate::shared_state`]), or through the
//! log that processes on many machines share ([`crate::remote`]).
//!
//! Invariant: what a message causes is told before [`Mailbox::handled`] says that it is handled.

use crate::log::Recorder;
use crate::message::{Link, Message, ViolationCondition};
use crate::reached_states::ExploredStates;
use crate::shared_knowledge::SharedKnowledge;
use cairn_blocks::{BlockGraph, CodeBlockId};
use cairn_cpa::control::PortableControl;
use cairn_cpa::{Ended, Reason, Res};
use std::collections::BTreeSet;
use std::sync::{Arc, MutexGuard};

/// More to track, from a condition that was refuted.
pub struct PrecisionIncrement<'r> {
    /// Increment of the precision.
    pub increment: Vec<u8>,
    /// For which blocks it matters.
    pub matters: &'r dyn Fn(CodeBlockId) -> bool,
    /// From which link on what was found is void.
    pub pivot: &'r Arc<Link>,
    /// For the log: the block that was refuted, when that was asked for, and the words of the increment.
    pub origin: &'r (Option<usize>, Option<u64>, String),
}

/// See the module.
pub trait Mailbox<X> {
    /// The blocks.
    fn graph(&self) -> &Arc<BlockGraph>;
    /// The threads' shared knowledge.
    fn known(&self) -> MutexGuard<'_, SharedKnowledge<X>>;
    /// The log for those who look on, where there is one.
    fn recorder(&self) -> Option<&Recorder>;
    /// The next message; `None` when the run is over. Waits while there is none.
    fn receive(&self) -> Option<Message>;
    /// Takes the messages beside one that has been received: the states that wait at the same place, if those are to be combined. Each of them must be handled, too. On many machines there are none: a message is handed out to one, and
    /// given to another when that says nothing.
    fn beside(&self, link: &Link) -> Vec<Message> {
        let _ = link;
        Vec::new()
    }
    /// A message was handled, and what it has caused was told.
    fn handled(&self, message: &Message);
    /// A state is at an end of a block: sends it to the actors of all blocks that are entered there.
    fn arrive(
        &self,
        epoch: usize,
        before: &Arc<Link>,
        place: &Arc<PortableControl>,
        state: Arc<[u8]>,
        description: &str,
    );
    /// A target was met in the block of a link, where so many were passed by. `place`: where it is, for the log.
    fn condition(&self, epoch: usize, link: &Arc<Link>, passed: usize, place: Option<&str>);
    /// Sends a condition back to the block before, in words for the log and with the message that it answers. False when this mailbox
    /// sends none: then the whole chain is looked at.
    fn send_back(&self, epoch: usize, condition: &Arc<ViolationCondition>, log: (&str, u64)) -> bool {
        let _ = (epoch, condition, log);
        false
    }
    /// There is a reason of incompleteness in what was found for a link, as long as that is not void.
    fn against(&self, epoch: usize, link: &Arc<Link>, reason: Reason);
    /// Whether what follows from a link, sent in an epoch, is of no use any more.
    fn is_void(&self, known: &SharedKnowledge<X>, epoch: usize, link: &Arc<Link>) -> bool;
    /// States at the place of a link that are explored, or will be, whatever becomes of this one.
    fn entries(&self, link: &Link) -> ExploredStates;
    /// Notes that the state of a link is explored under the precision of an epoch. False when an equal one is already, in the
    /// handling of another message.
    fn enter(&self, known: &mut SharedKnowledge<X>, link: &Arc<Link>, epoch: usize) -> bool;
    /// Notes that a state of these is above that of a link. False when it may be there no more.
    fn cover(&self, link: &Arc<Link>, by: &ExploredStates) -> bool {
        let _ = (link, by);
        true
    }
    /// Begins a new epoch. False when another epoch than `after` goes on, whose increments are to be read first.
    fn refine(&self, after: usize, refinement: PrecisionIncrement<'_>) -> bool;
    /// The first link on the way to one whose block was explored before a refinement that matters for it.
    fn outdated(&self, link: &Arc<Link>) -> Option<Arc<Link>> {
        let _ = link;
        None
    }
    /// Explores the block of a link again, for what was learnt in the meantime; what was found through it is void. The message that
    /// asks for it is for the log.
    fn explore_again(&self, link: &Arc<Link>, cause: u64) {
        let _ = (link, cause);
    }
    /// Begins a new epoch, in which the states at these blocks stay apart, since a target was met in the block of a link that no
    /// state which was sent leads to. False when they are apart already.
    fn separate_states(
        &self,
        after: usize,
        link: &Link,
        blocks: &BTreeSet<CodeBlockId>,
        start: PortableControl,
    ) -> bool {
        let _ = (after, link, blocks, start);
        false
    }
    /// Ends the run.
    fn end(&self, ended: Res<Ended<X>>);
}
