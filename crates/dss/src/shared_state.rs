//! The state that all threads of a run share.
//!
//! An *epoch* is the time between two refinements. All that was sent in an epoch rests on the precision of its beginning, so
//! with a new one all states at entries are void and the program's entry is sent again. Results of blocks stay: they are
//! found by what they rest on, the state as bytes and the precision of the block, so a new epoch explores only where
//! something has changed.
//!
//! What blocks keep *apart* is known, too: where a target was met in a state that was combined, and no way that was sent leads
//! there, a new epoch begins in which states at these blocks are not combined. Blocks only become more, so this comes to an end.
//!
//! Invariant: what is known of an epoch (states at entries, what was left out) is forgotten with it.

use crate::block_order::BlockOrder;
use crate::log::{self, MessageKind, Receivers, Recorder, Sent};
use crate::mailbox::{Mailbox, PrecisionIncrement};
use crate::message::{Link, Message, MessageBody, StateBytes};
use crate::termination_detection::TerminationDetector;
use crate::waiting::{Proceed, WaitingStates};
use cairn_base::{CancelToken, FastMap, choice, id::Id};
use cairn_blocks::{BlockGraph, CodeBlockId};
use cairn_cpa::control::PortableControl;
use cairn_cpa::graph::LeftOut;
use cairn_cpa::result::Reasons;
use cairn_cpa::{Ended, Failure, Reason, Res, RunStatistics, Statistics};
use crossbeam_channel::{Receiver, Sender, unbounded};
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

choice! {
    /// What becomes of states that wait at one entry of a block.
    pub enum Combine {
        /// Each is explored by itself.
        Off = "off",
        /// Those that wait when one is taken are combined, where the analysis does: predicates to the disjunction, ranges to the
        /// join.
        Waiting = "waiting",
    }
}

/// What the exploration of a block for one state has found.
#[derive(Debug, Default)]
pub struct BlockResult {
    /// The states at the block's ends.
    pub ends: Vec<BlockEnd>,
    /// Whether a target was met.
    pub is_target: bool,
    /// What was not followed.
    pub left_out: Vec<LeftOut>,
    /// States that cannot be sent.
    pub unserializable: u64,
    /// Where the target is, for the log.
    pub target: Option<Box<str>>,
}

/// A state at an end of a block.
#[derive(Clone, Debug)]
pub struct BlockEnd {
    /// Where control is.
    pub place: Arc<PortableControl>,
    /// The state.
    pub state: Arc<[u8]>,
    /// The state for a person; empty without a log.
    pub description: Box<str>,
}

/// What a result of a block rests on: block, place, state, and the epoch in which the block's precision last changed.
pub type ResultKey = (CodeBlockId, Arc<PortableControl>, StateBytes, usize);

/// The part of the board behind a lock.
pub struct SharedKnowledge<X> {
    /// The epoch, from 0 on.
    pub epoch: usize,
    /// What each refinement has added to the precision: the n-th ended the epoch n.
    /// Nothing where only blocks became apart.
    pub increments: Vec<Option<Arc<[u8]>>>,
    /// For each block the epoch in which its precision last changed.
    versions: Vec<usize>,
    /// The blocks whose states are not combined.
    apart: Vec<bool>,
    /// The states that were explored in this epoch, at each place of each block.
    entries: FastMap<(CodeBlockId, Arc<PortableControl>), Vec<StateBytes>>,
    results: FastMap<ResultKey, Arc<BlockResult>>,
    /// The reasons of incompleteness in this epoch.
    pub reasons: Reasons,
    /// Targets of this epoch.
    conditions: u64,
    /// How the run ended.
    pub ended: Option<Res<Ended<X>>>,
    /// What was counted.
    pub counters: Statistics,
    /// What the threads' explorations cost, all together.
    pub costs: RunStatistics,
    /// Open while the run goes on.
    open: Option<Sender<()>>,
}

/// What all threads know, and the queues of messages.
pub struct Board<'g, X> {
    /// The blocks.
    pub graph: &'g Arc<BlockGraph>,
    known: Mutex<SharedKnowledge<X>>,
    termination: TerminationDetector,
    urgent: (Sender<Message>, Receiver<Message>),
    states: Mutex<WaitingStates>,
    /// Asks threads to look for a state.
    looks: (Sender<()>, Receiver<()>),
    over: Receiver<()>,
    /// Ends what threads are at.
    cancel: CancelToken,
    /// Is told what happens.
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
        let known = SharedKnowledge { open: Some(open), ..SharedKnowledge::new(graph.len(), combine) };
        let (known, termination) = (Mutex::new(known), TerminationDetector::default());
        let states = Mutex::new(WaitingStates::new(proceed, || BlockOrder::new(graph)));
        let (urgent, looks) = (unbounded(), unbounded());
        let board = Self { graph, known, termination, urgent, states, looks, over, cancel, recorder };
        board.begin(0, start, None);
        board
    }

    /// The part behind the lock.
    pub fn known(&self) -> MutexGuard<'_, SharedKnowledge<X>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
    /// What is left of the board at the end.
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
            let link = Arc::new(Link { before, block: *block, place, state, number, parts: Vec::new() });
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
            MessageBody::ErrorCondition(..) => {
                let _ = self.urgent.0.send(message);
            }
            MessageBody::BlockPostcondition(_) => {
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

    /// A new epoch, in which the precision has more; `matters` says for which blocks. `told`: for the log, the block that was
    /// refuted, when that was asked for, and the words of the increment. False when another epoch than `after`
    /// goes on, whose increments are to be read first.
    pub fn refine(
        &self,
        after: usize,
        increment: Vec<u8>,
        matters: &dyn Fn(CodeBlockId) -> bool,
        start: PortableControl,
        origin: &(Option<usize>, Option<u64>, String),
    ) -> bool {
        let number;
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
            known.begin_epoch(Some(increment.into()), &blocks);
        }
        self.begin(after + 1, start, self.recorder.is_some().then_some(number));
        true
    }

    /// A new epoch, in which the states at more blocks stay apart. False when there are no more.
    pub fn take_apart(
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
            if blocks.iter().all(|block| known.apart[block.index()]) {
                return false;
            }
            number = self.tell(|| Sent {
                kind: MessageKind::ErrorConditionUnreachable,
                epoch: after,
                sender: Some(link.block.index()),
                receivers: Receivers::Blocks(blocks.iter().map(|id| id.index()).collect()),
                cause: Some(link.number),
                bytes: 0,
                description: "states at these blocks stay apart".to_owned(),
            });
            blocks.iter().for_each(|block| known.apart[block.index()] = true);
            known.counters.add("dss-apart", 1);
            known.begin_epoch(None, &[]);
        }
        self.begin(after + 1, start, self.recorder.is_some().then_some(number));
        true
    }
}

impl<X> SharedKnowledge<X> {
    /// Nothing is known of so many blocks.
    pub fn new(blocks: usize, combine: Combine) -> Self {
        Self {
            epoch: 0,
            increments: Vec::new(),
            versions: vec![0; blocks],
            apart: vec![matches!(combine, Combine::Off); blocks],
            entries: FastMap::default(),
            results: FastMap::default(),
            reasons: Reasons::default(),
            conditions: 0,
            ended: None,
            counters: Statistics::default(),
            costs: RunStatistics::default(),
            open: None,
        }
    }
    /// A new epoch, in which the precision has more that matters for these blocks.
    pub fn begin_epoch(&mut self, increment: Option<Arc<[u8]>>, blocks: &[CodeBlockId]) {
        self.epoch += 1;
        self.increments.push(increment);
        for block in blocks {
            self.versions[block.index()] = self.epoch;
        }
        let versions = &self.versions;
        self.results.retain(|(block, _, _, version), _| versions[block.index()] == *version);
        self.entries.clear();
        self.reasons = Reasons::default();
        self.conditions = 0;
        self.counters.add("dss-epochs", 1);
    }
    /// Whether the states at a block are combined.
    pub fn combines(&self, block: CodeBlockId) -> bool {
        !self.apart[block.index()]
    }
    /// How the run ended: a violation wins over what others have met on the way.
    pub fn end(&mut self, ended: Res<Ended<X>>) {
        let is_violation = |ended: &Res<Ended<X>>| matches!(ended, Ok(Ended::Violation(..)));
        if self.ended.is_none() || (is_violation(&ended) && !self.ended.as_ref().is_some_and(is_violation)) {
            self.ended = Some(ended);
        }
    }
    /// There is a reason of incompleteness, as long as this epoch lasts. What comes after the end of the run is only that the
    /// others were stopped.
    pub fn against(&mut self, epoch: usize, reason: Reason) {
        if epoch == self.epoch && self.ended.is_none() {
            self.reasons.add(reason);
        }
    }
    /// A target was met.
    pub fn condition(&mut self, epoch: usize) {
        if epoch == self.epoch {
            self.conditions += 1;
        }
    }
    /// The states explored in this epoch at the place of a link.
    pub fn entries(&self, link: &Link) -> &[StateBytes] {
        self.entries.get(&(link.block, link.place.clone())).map_or(&[], Vec::as_slice)
    }
    /// Notes that a state is explored. False when it is there already.
    pub fn enter(&mut self, link: &Link) -> bool {
        let entries = self.entries.entry((link.block, link.place.clone())).or_default();
        let is_new = !entries.contains(&link.state);
        if is_new {
            entries.push(link.state.clone());
        }
        is_new
    }
    /// What the result for a link rests on.
    pub fn key(&self, link: &Link) -> ResultKey {
        let version = self.versions[link.block.index()];
        (link.block, link.place.clone(), link.state.clone(), version)
    }
    /// The result for a link, of this epoch or an earlier one.
    pub fn result(&self, link: &Link) -> Option<Arc<BlockResult>> {
        self.results.get(&self.key(link)).cloned()
    }
    /// Keeps a result.
    pub fn keep(&mut self, key: ResultKey, found: Arc<BlockResult>) {
        // Nobody asks for a version of before.
        if self.versions[key.0.index()] == key.3 {
            self.results.insert(key, found);
        }
    }
    /// The states that were explored in this epoch, each with its place, in an order that does not depend on the threads.
    pub fn explored(&self) -> Vec<(Arc<PortableControl>, StateBytes)> {
        let of = |((_, place), states): (&(CodeBlockId, Arc<PortableControl>), &Vec<StateBytes>)| {
            states.iter().map(|state| (place.clone(), state.clone())).collect::<Vec<_>>()
        };
        let mut all: Vec<(Arc<PortableControl>, StateBytes)> = self.entries.iter().flat_map(of).collect();
        all.sort_by(|a, b| (a.0.node, &a.0.calls, &a.1).cmp(&(b.0.node, &b.0.calls, &b.1)));
        all.dedup();
        all
    }
    /// How the run ended, with the reasons of incompleteness.
    pub fn conclusion(self) -> (Reasons, Res<Ended<X>>, Statistics) {
        let mut reasons = self.reasons;
        let ended =
            self.ended.unwrap_or_else(|| Err(Failure::Internal("the workers are gone, and no result".to_owned())));
        // Each target of the last epoch was given up with a reason, or is the violation; this must not rest on that.
        if matches!(ended, Ok(Ended::Explored)) && self.conditions > 0 && reasons.is_empty() {
            reasons.add(Reason::Internal("a target was met, and neither confirmed nor given up".to_owned()));
        }
        (reasons, ended, self.counters)
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
    fn beside(&self, epoch: usize, link: &Link) -> Vec<Message> {
        let combines = self.known().combines(link.block);
        if combines { self.states().beside(epoch, link) } else { Vec::new() }
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
        self.known().condition(epoch);
        Board::condition(self, epoch, link, passed, place);
    }
    fn against(&self, epoch: usize, reason: Reason) {
        self.known().against(epoch, reason);
    }
    fn entries(&self, link: &Link) -> Vec<StateBytes> {
        self.known().entries(link).to_vec()
    }
    fn enter(&self, known: &mut SharedKnowledge<X>, link: &Link) -> bool {
        known.enter(link)
    }
    fn refine(&self, after: usize, refinement: PrecisionIncrement<'_>) -> bool {
        let PrecisionIncrement { increment, matters, start, origin } = refinement;
        Board::refine(self, after, increment, matters, start, origin)
    }
    fn take_apart(&self, after: usize, link: &Link, blocks: &BTreeSet<CodeBlockId>, start: PortableControl) -> bool {
        Board::take_apart(self, after, link, blocks, start)
    }
    fn end(&self, ended: Res<Ended<X>>) {
        Board::end(self, ended);
    }
}
