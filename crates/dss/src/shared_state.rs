//! The board of a process: what all its threads know ([`crate::shared_knowledge`]), and the queues of messages.
//!
//! Invariant: what a message causes is sent before the message is taken off ([`crate::termination_detection`]).

use crate::block_order::BlockOrder;
use crate::log::{self, MessageKind, Receivers, Recorder, Sent};
use crate::mailbox::{Mailbox, PrecisionIncrement};
use crate::message::{Link, Message, MessageBody, StateBytes, ViolationCondition};
use crate::reached_states::{ExploredStates, ReachedStates};
use crate::shared_knowledge::{Combine, SharedKnowledge};
use crate::termination_detection::TerminationDetector;
use crate::waiting::{Proceed, WaitingStates};
use cairn_base::{CancelToken, id::Id};
use cairn_blocks::{BlockGraph, CodeBlockId};
use cairn_cpa::control::PortableControl;
use cairn_cpa::{Ended, Reason, Res};
use crossbeam_channel::{Receiver, Sender, unbounded};
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The threads' knowledge, and the queues of messages.
pub struct Board<'g, X> {
    /// The blocks.
    pub graph: &'g Arc<BlockGraph>,
    known: Mutex<SharedKnowledge<X>>,
    termination: TerminationDetector,
    urgent: (Sender<Message>, Receiver<Message>),
    states: Mutex<WaitingStates>,
    /// Whether error conditions go before states.
    has_priority: bool,
    /// Asks threads to look for a state.
    looks: (Sender<()>, Receiver<()>),
    over: Receiver<()>,
    cancel: CancelToken,
    recorder: Option<Recorder>,
}

impl<'g, X> Board<'g, X> {
    /// A board on which nothing is written, with the first message sent. `cancel` is raised at the end.
    pub fn new(
        graph: &'g Arc<BlockGraph>,
        start: PortableControl,
        (combine, proceed): (Combine, Proceed),
        cancel: CancelToken,
        recorder: Option<Recorder>,
    ) -> Self {
        let (open, over) = crossbeam_channel::bounded(0);
        let mut known = SharedKnowledge::new(graph.len(), combine);
        known.open = Some(open);
        let (known, termination) = (Mutex::new(known), TerminationDetector::default());
        let states = Mutex::new(WaitingStates::new(proceed, || BlockOrder::new(graph)));
        let (urgent, looks) = (unbounded(), unbounded());
        let has_priority = proceed != Proceed::AsSent;
        let board = Self { graph, known, termination, urgent, states, has_priority, looks, over, cancel, recorder };
        board.begin(0, start, None);
        board
    }

    /// The part behind the lock.
    pub fn known(&self) -> MutexGuard<'_, SharedKnowledge<X>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
    /// Rest of the board at the end.
    pub fn into_known(self) -> SharedKnowledge<X> {
        self.known.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends the program's entry. `cause`: the refinement that asks for it.
    fn begin(&self, epoch: usize, start: PortableControl, cause: Option<u64>) {
        let place = Arc::new(start);
        // A program that its entry leads nowhere from has no block, and nothing to do.
        self.termination.sent();
        self.arrive(epoch, None, &place, None, ("", cause));
        self.settle();
    }

    /// Sends a state to the actors of all blocks that are entered at a place. For the log: its words, and its cause where no
    /// block was before.
    pub fn arrive(
        &self,
        epoch: usize,
        before: Option<&Arc<Link>>,
        place: &Arc<PortableControl>,
        state: StateBytes,
        (description, cause): (&str, Option<u64>),
    ) {
        for block in self.graph.entered_at(place.node) {
            let number = self.tell(|| Sent {
                kind: MessageKind::BlockPostcondition,
                epoch,
                sender: before.map(|link| link.block.index()),
                receivers: Receivers::Blocks(vec![block.index()]),
                cause: before.map(|link| link.number).or(cause),
                bytes: state.as_ref().map_or(0, |state| state.len() as u64),
                description: description.to_owned(),
            });
            let (before, place, state) = (before.cloned(), place.clone(), state.clone());
            let link = Arc::new(Link::new(before, *block, place, state, number, Vec::new()));
            self.send(Message { epoch, number, what: MessageBody::BlockPostcondition(link) });
        }
    }

    /// Sends an error condition, of a block where so many targets were passed by.
    pub fn condition(&self, epoch: usize, link: &Arc<Link>, passed: usize, place: Option<&str>) {
        let number = self.tell(|| log::condition(epoch, link, place));
        self.send(Message { epoch, number, what: MessageBody::ErrorCondition(link.clone(), passed) });
    }

    /// Notes in the log that a message is sent: when.
    fn tell(&self, sent: impl FnOnce() -> Sent) -> u64 {
        self.recorder.as_ref().map_or(0, |recorder| recorder.sent(sent()))
    }
    /// The log, where there is one.
    pub fn recorder(&self) -> Option<&Recorder> {
        self.recorder.as_ref()
    }

    fn states(&self) -> MutexGuard<'_, WaitingStates> {
        self.states.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends a message. Conditions go first (DCPA, Table 13).
    pub fn send(&self, message: Message) {
        self.termination.sent();
        let mut states = self.states();
        states.underway(&message);
        // The board has the receivers itself, so there always is one.
        match message.what {
            MessageBody::ErrorCondition(..) | MessageBody::Precondition(_) if self.has_priority => {
                let _ = self.urgent.0.send(message);
            }
            _ => {
                states.add(message);
                let _ = self.looks.0.send(());
            }
        }
    }

    /// The next message; `None` when the run is over. Waits while there is none, or all wait for blocks before theirs.
    pub fn receive(&self) -> Option<Message> {
        let is_over = || matches!(self.over.try_recv(), Err(crossbeam_channel::TryRecvError::Disconnected));
        loop {
            if is_over() {
                return None;
            }
            if let Ok(message) = self.urgent.1.try_recv() {
                return Some(message);
            }
            let is_asked = self.looks.1.try_recv().is_ok();
            if !is_asked {
                crossbeam_channel::select! {
                    recv(self.over) -> _ => return None,
                    recv(self.urgent.1) -> message => return message.ok(),
                    recv(self.looks.1) -> _ => {}
                }
            }
            // What was asked for may have been taken beside another.
            if let Some(message) = self.take() {
                return Some(message);
            }
        }
    }

    fn take(&self) -> Option<Message> {
        let (message, passed, more) = self.states().take();
        if more {
            let _ = self.looks.0.send(());
        }
        if passed > 0 {
            self.known().counters.add("dss-waited", passed);
        }
        message
    }

    /// A message was handled, and what it has caused was sent. The last one of all ends the run.
    pub fn handled(&self, message: &Message) {
        if self.states().handled(message) {
            let _ = self.looks.0.send(());
        }
        self.settle();
    }

    /// One message less is underway; ends the run when it was the last.
    fn settle(&self) {
        if self.termination.handled() {
            self.end(Ok(Ended::Explored));
        }
    }

    /// Ends the run, if it goes on. A violation wins over what others have met on the way.
    pub fn end(&self, ended: Res<Ended<X>>) {
        let mut known = self.known();
        if known.ended.is_none() {
            self.tell(|| log::end(known.epoch, &ended));
        }
        known.end(ended);
        known.open = None;
        self.cancel.cancel();
    }

    /// True when the run is over.
    pub fn is_over(&self) -> bool {
        self.known().ended.is_some()
    }

    /// A new epoch, in which the precision has more. False when another epoch than `after` goes on, whose increments are to be read
    /// first.
    pub fn refine(&self, after: usize, refinement: PrecisionIncrement<'_>) -> bool {
        let PrecisionIncrement { increment, matters, pivot, origin, .. } = refinement;
        let (number, again);
        {
            let mut known = self.known();
            if known.epoch != after {
                return false;
            }
            let size = increment.len() as u64;
            let blocks: Vec<CodeBlockId> = self.graph.iter().map(|(id, _)| id).filter(|id| matters(*id)).collect();
            number = self.tell(|| Sent {
                kind: MessageKind::ErrorConditionUnreachable,
                epoch: after,
                sender: origin.0,
                receivers: Receivers::Blocks(blocks.iter().map(|id| id.index()).collect()),
                cause: origin.1,
                bytes: size,
                description: origin.2.clone(),
            });
            known.learn(Some(increment.into()), &blocks);
            again = known.reached.remove(pivot);
        }
        self.send_again(after + 1, &again, number);
        true
    }

    /// Sends states again. `cause`: the message that asks for it.
    fn send_again(&self, epoch: usize, links: &[Arc<Link>], cause: u64) {
        for link in links {
            let number = self.tell(|| Sent {
                kind: MessageKind::BlockPostcondition,
                epoch,
                sender: link.before.as_ref().map(|link| link.block.index()),
                receivers: Receivers::Blocks(vec![link.block.index()]),
                cause: Some(cause),
                bytes: link.state.as_ref().map_or(0, |state| state.len() as u64),
                description: "again".to_owned(),
            });
            self.send(Message { epoch, number, what: MessageBody::BlockPostcondition(Arc::new(link.again(number))) });
        }
    }

    /// A new epoch, in which the states at more blocks are not combined. False when there are no more.
    pub fn separate_states(
        &self,
        after: usize,
        link: &Link,
        blocks: &BTreeSet<CodeBlockId>,
        start: PortableControl,
    ) -> bool {
        let number;
        {
            let mut known = self.known();
            if known.epoch != after {
                // The way is void.
                return true;
            }
            if !known.keep_separate(blocks) {
                return false;
            }
            number = self.tell(|| Sent {
                kind: MessageKind::ErrorConditionUnreachable,
                epoch: after,
                sender: Some(link.block.index()),
                receivers: Receivers::Blocks(blocks.iter().map(|id| id.index()).collect()),
                cause: Some(link.number),
                bytes: 0,
                description: "states at these blocks are not combined".to_owned(),
            });
            known.counters.add("dss-separated", 1);
            known.begin_epoch(None, &[]);
        }
        self.begin(after + 1, start, self.recorder.is_some().then_some(number));
        true
    }
}

impl<X> Mailbox<X> for Board<'_, X> {
    fn graph(&self) -> &Arc<BlockGraph> {
        self.graph
    }
    fn known(&self) -> MutexGuard<'_, SharedKnowledge<X>> {
        Board::known(self)
    }
    fn recorder(&self) -> Option<&Recorder> {
        Board::recorder(self)
    }
    fn receive(&self) -> Option<Message> {
        Board::receive(self)
    }
    fn beside(&self, link: &Link) -> Vec<Message> {
        let combines = self.known().combines(link.block);
        if combines { self.states().beside(link) } else { Vec::new() }
    }
    fn handled(&self, message: &Message) {
        Board::handled(self, message);
    }
    fn arrive(
        &self,
        epoch: usize,
        before: &Arc<Link>,
        place: &Arc<PortableControl>,
        state: Arc<[u8]>,
        description: &str,
    ) {
        Board::arrive(self, epoch, Some(before), place, Some(state), (description, None));
    }
    fn condition(&self, epoch: usize, link: &Arc<Link>, passed: usize, place: Option<&str>) {
        self.known().reached.target(link);
        Board::condition(self, epoch, link, passed, place);
    }
    fn send_back(&self, epoch: usize, condition: &Arc<ViolationCondition>, (words, cause): (&str, u64)) -> bool {
        let number = self.tell(|| log::precondition(epoch, condition, words, cause));
        self.send(Message { epoch, number, what: MessageBody::Precondition(condition.clone()) });
        true
    }
    fn against(&self, _: usize, link: &Arc<Link>, reason: Reason) {
        let mut known = self.known();
        // What comes after the end of the run is only that the others were stopped.
        if known.ended.is_none() {
            known.reached.against(link, reason);
        }
    }
    fn is_void(&self, _: &SharedKnowledge<X>, _: usize, link: &Arc<Link>) -> bool {
        link.is_void()
    }
    fn entries(&self, link: &Link) -> ExploredStates {
        self.known().reached.explored_at(link)
    }
    fn enter(&self, known: &mut SharedKnowledge<X>, link: &Arc<Link>, epoch: usize) -> bool {
        known.reached.enter(link, epoch)
    }
    fn cover(&self, link: &Arc<Link>, by: &ExploredStates) -> bool {
        self.known().reached.cover(link, by)
    }
    fn refine(&self, after: usize, refinement: PrecisionIncrement<'_>) -> bool {
        Board::refine(self, after, refinement)
    }
    fn outdated(&self, link: &Arc<Link>) -> Option<Arc<Link>> {
        let known = self.known();
        ReachedStates::outdated(link, &|block| known.version(block))
    }
    fn explore_again(&self, link: &Arc<Link>, cause: u64) {
        let (again, epoch) = {
            let mut known = self.known();
            known.counters.add("dss-explored-again", 1);
            (known.reached.remove(link), known.epoch)
        };
        self.send_again(epoch, &again, cause);
    }
    fn separate_states(
        &self,
        after: usize,
        link: &Link,
        blocks: &BTreeSet<CodeBlockId>,
        start: PortableControl,
    ) -> bool {
        Board::separate_states(self, after, link, blocks, start)
    }
    fn end(&self, ended: Res<Ended<X>>) {
        Board::end(self, ended);
    }
}
