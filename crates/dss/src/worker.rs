//! A thread of the pool: takes the next message, whatever actor it is for, and handles it.
//!
//! It has an analysis of its own, with its terms, and reads from the board what others have learnt. Its exploration is one
//! for its whole life, with a graph for each block that takes turns in it, so that control states keep their numbers.
//!
//! **A state is made of several** in two ways ([`crate::arrivals`]): states that wait together are combined, and an analysis that
//! merges states merges at entries of cycles, too, or a loop over several blocks would have no end. Both are above what was sent,
//! so TRUE rests on them as well. A target that is met from such a state may be one that no execution comes near: the chain of
//! what was sent says ([`crate::violation_path`]). Where it leads to no target, or the path is not refuted, the target is not given up:
//! in a new epoch the states stay apart.

use crate::block_order::BlockOrder;
use crate::log::{MessageOutcome, WORK_OF_A_STEP};
use crate::mailbox::{Mailbox, PrecisionIncrement};
use crate::message::{Link, Message, MessageBody, StateBytes, entry_place};
use crate::shared_knowledge::{BlockEnd, BlockResult};
use crate::violation_path::Chain;
use cairn_base::id::Id;
use cairn_base::{FastMap, Span, choice};
use cairn_blocks::CodeBlockId;
use cairn_cpa::block_context::Area;
use cairn_cpa::control::PortableControl;
use cairn_cpa::distribute::{Distribute, EntryPlace, payload_of, state_of_payload};
use cairn_cpa::explore::Pause;
use cairn_cpa::graph::{LeftOut, PartGraph};
use cairn_cpa::{
    ArgId, Ended, Exploration, Facts, Failure, Names, NoObserver, PathChecker, PrecisionId, Reason, Res, Statistics,
    Verdict, cegar, serialize,
};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// States that a thread has read and keeps; more are read again.
const MOST_READ: usize = 20_000;

choice! {
    /// How an error condition goes back to the program's entry.
    pub enum Conditions {
        /// As a whole: the chain of blocks is looked at by one worker.
        Chains = "chains",
        /// Block by block, as a formula, by the worker of each.
        Blocks = "blocks",
    }
}

/// See the module.
pub struct Worker<'r, 'a, 'p, C: Distribute, K: PathChecker, B> {
    pub(crate) board: &'r B,
    pub(crate) exploration: Exploration<'a, 'p, C>,
    checker: K,
    pub(crate) names: &'r Names<'p>,
    start: PortableControl,
    /// The precision of the epoch that the thread has read last.
    pub(crate) precision: C::Precision,
    pub(crate) precision_id: PrecisionId,
    pub(crate) epoch: usize,
    read: FastMap<(Arc<[u8]>, EntryPlace), C::State>,
    pub(crate) counters: Statistics,
    /// Which blocks lie in cycles.
    pub(crate) order: BlockOrder,
    /// How error conditions go back.
    pub(crate) conditions: Conditions,
}

impl<'r, 'a, 'p, C: Distribute, K: PathChecker, B: Mailbox<K::Counterexample>> Worker<'r, 'a, 'p, C, K, B> {
    /// A thread that has handled nothing yet.
    ///
    /// # Errors
    /// The analysis has no initial state.
    pub fn new(board: &'r B, mut exploration: Exploration<'a, 'p, C>, checker: K, names: &'r Names<'p>) -> Res<Self> {
        let precision = exploration.cpa().initial(&mut exploration.context())?.1;
        let precision_id = exploration.add_precision(precision.clone());
        let start = exploration.controls().place(exploration.controls().initial());
        let (epoch, read, counters) = (0, FastMap::default(), Statistics::default());
        let order = BlockOrder::new(board.graph());
        let conditions = Conditions::Chains;
        Ok(Self {
            board,
            order,
            conditions,
            exploration,
            checker,
            names,
            start,
            precision,
            precision_id,
            epoch,
            read,
            counters,
        })
    }

    /// Error conditions go back in this way.
    pub fn with(self, conditions: Conditions) -> Self {
        Self { conditions, ..self }
    }

    /// Treats messages until the run is over, as the thread with this number.
    pub fn work(mut self, thread: usize) {
        let (mut busy, mut waiting) = (Duration::ZERO, Duration::ZERO);
        loop {
            let asked = Instant::now();
            let Some(message) = self.board.receive() else { break };
            let begun = Instant::now();
            waiting += begun - asked;
            let before = self.work_done();
            let outcome = self.handle(&message, thread).unwrap_or_else(|failure| {
                self.board.end(Err(failure));
                MessageOutcome::Failed
            });
            if let Some(recorder) = self.board.recorder() {
                recorder.handled(message.number, thread, outcome, self.work_done() - before);
            }
            self.board.handled(&message);
            busy += begun.elapsed();
        }
        self.counters.add("dss-solver-work", self.exploration.budget.work().get());
        let (run, counted, _) = self.exploration.into_costs(0);
        let mut known = self.board.known();
        for (name, count) in counted.iter().chain(self.counters.iter()) {
            known.counters.add(name, count);
        }
        let microseconds = |time: Duration| u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        known.counters.add("dss-busy-microseconds", microseconds(busy));
        known.counters.add("dss-waiting-microseconds", microseconds(waiting));
        known.costs.add(&run);
    }

    /// Counts the time that an operator took since a moment (DCPA, table 17).
    pub(crate) fn spent(&mut self, operator: &'static str, since: Instant) {
        self.counters.add(operator, u64::try_from(since.elapsed().as_micros()).unwrap_or(u64::MAX));
    }

    /// Work of this worker so far, in the units of the log.
    fn work_done(&self) -> u64 {
        let budget = self.exploration.budget;
        budget.work().get().saturating_add(budget.ticks().saturating_mul(WORK_OF_A_STEP))
    }

    fn handle(&mut self, message: &Message, thread: usize) -> Res<MessageOutcome> {
        self.counters.add("dss-messages", 1);
        self.exploration.budget.look()?;
        self.learn()?;
        let link = match &message.what {
            MessageBody::BlockPostcondition(link) | MessageBody::ErrorCondition(link, _) => link,
            MessageBody::Precondition(condition) => &condition.target,
        };
        if self.board.is_void(&self.board.known(), message.epoch, link) {
            self.counters.add("dss-outdated", 1);
            return Ok(MessageOutcome::Outdated);
        }
        match &message.what {
            MessageBody::BlockPostcondition(link) => self.arrived(link, thread),
            MessageBody::ErrorCondition(link, passed) => self.target(link, *passed, message.number),
            MessageBody::Precondition(condition) => self.back(condition, message.number),
        }
    }

    /// Reads what was learnt, up to the epoch that goes on.
    fn learn(&mut self) -> Res<()> {
        let new: Vec<Option<Arc<[u8]>>> = self.board.known().increments[self.epoch..].to_vec();
        for increment in &new {
            if let Some(increment) = increment {
                let increment = self.precision_of(increment)?;
                self.precision = self.exploration.cpa().join_precision(&self.precision, &increment);
            }
            self.epoch += 1;
        }
        if new.iter().any(Option::is_some) {
            self.precision_id = self.exploration.add_precision(self.precision.clone());
        }
        Ok(())
    }

    fn precision_of(&mut self, bytes: &[u8]) -> Res<C::Precision> {
        let cpa = self.exploration.cpa();
        let read = serialize::precision_of_bytes(cpa, bytes, self.names, &mut self.exploration.context())?;
        read.ok_or_else(|| Failure::Internal("a precision of this run cannot be read".to_owned()))
    }

    /// A state is at the entry of a block, and is explored by itself.
    pub(crate) fn postcondition(&mut self, link: &Arc<Link>) -> Res<MessageOutcome> {
        let epoch = self.epoch;
        // What is there of a later epoch stands for nothing that is dropped: this one is looked at again below.
        let known = loop {
            let known = self.board.entries(link);
            if !known.states.contains(&link.state) && self.is_news(link, &known.states)? {
                break known;
            }
            if self.board.cover(link, &known) {
                self.counters.add("dss-no-news", 1);
                return Ok(MessageOutcome::NoNews);
            }
        };
        let merged = self.merged(link, &known.states)?;
        let link = merged.as_ref().unwrap_or(link);
        let (key, result) = loop {
            let mut known = self.board.known();
            if self.board.is_void(&known, epoch, link) {
                return Ok(MessageOutcome::Outdated);
            }
            // What is explored is found again by the precision of this moment.
            if known.epoch != self.epoch {
                drop(known);
                self.learn()?;
                continue;
            }
            if !self.board.enter(&mut known, link, self.epoch) {
                return Ok(MessageOutcome::NoNews);
            }
            break (known.key(link), known.result(link));
        };
        let (found, outcome) = match result {
            Some(found) => {
                self.counters.add("dss-used-again", 1);
                (found, MessageOutcome::UsedAgain)
            }
            None => {
                self.counters.add("dss-explored", 1);
                let found = Arc::new(self.explore(link, 0)?);
                self.board.known().keep(key, found.clone());
                (found, MessageOutcome::Explored)
            }
        };
        self.tell(epoch, link, &found, 0);
        Ok(outcome)
    }

    /// Whether no state that was explored is above this one (the operator proceed).
    pub(crate) fn is_news(&mut self, link: &Link, known: &[StateBytes]) -> Res<bool> {
        if known.is_empty() {
            return Ok(true);
        }
        let state = self.state(&link.state, &link.place)?;
        let mut others = Vec::new();
        for bytes in known {
            others.push(self.state(bytes, &link.place)?);
        }
        let (cpa, begun) = (self.exploration.cpa(), Instant::now());
        let proceeds = cpa.proceeds(&state, &mut others.iter(), &mut self.exploration.context());
        self.spent("dss-proceed-microseconds", begun);
        proceeds
    }

    pub(crate) fn state(&mut self, bytes: &StateBytes, place: &PortableControl) -> Res<C::State> {
        let cpa = self.exploration.cpa();
        let Some(bytes) = bytes else { return Ok(cpa.initial(&mut self.exploration.context())?.0) };
        let key = (bytes.clone(), entry_place(place));
        if let Some(read) = self.read.get(&key) {
            return Ok(read.clone());
        }
        let begun = Instant::now();
        let state = state_of_payload(cpa, bytes, key.1, self.names, &mut self.exploration.context())?;
        self.spent("dss-deserialize-microseconds", begun);
        let state = state.ok_or_else(|| Failure::Internal("a state of this run cannot be read".to_owned()))?;
        if self.read.len() >= MOST_READ {
            self.read.clear();
        }
        self.read.insert(key, state.clone());
        Ok(state)
    }

    /// Explores a block for a state, up to the first target after so many that are passed by.
    fn explore(&mut self, link: &Link, passed: usize) -> Res<BlockResult> {
        let state = self.state(&link.state, &link.place)?;
        let mut graph = PartGraph::new(self.exploration.options.order);
        self.exploration.exchange(&mut graph);
        let found = self.explore_in(state, link, passed);
        self.exploration.exchange(&mut graph);
        self.exploration.set_area(None);
        found
    }

    fn explore_in(&mut self, state: C::State, link: &Link, passed: usize) -> Res<BlockResult> {
        let control = self.exploration.controls_mut().at(&link.place);
        self.exploration.set_area(Some(Area::of_block(self.board.graph(), link.block)));
        self.exploration.add_root(state, control, self.precision_id);
        let (mut found, mut met) = (BlockResult::default(), 0);
        loop {
            let pause = self.exploration.explore(&mut NoObserver)?;
            while let Some(target) = self.exploration.next_target() {
                if met == passed && self.board.recorder().is_some() {
                    found.target = self.place_of(target);
                }
                met += 1;
            }
            // What is behind the target waits until it is refuted, with its epoch, or given up.
            found.is_target = met > passed;
            if pause == Pause::Done || found.is_target {
                break;
            }
        }
        found.left_out = self.exploration.part().left_out().cloned().collect();
        let ends: Vec<ArgId> = self.exploration.part().ends().collect();
        for end in ends {
            let Some(state) = self.exploration.arg().state(end).cloned() else { continue };
            let place = self.exploration.controls().place(self.exploration.arg().control(end));
            let cpa = self.exploration.cpa();
            let at = entry_place(&place);
            let begun = Instant::now();
            let bytes = payload_of(cpa, &state, at, self.names, &mut self.exploration.context())?;
            self.spent("dss-serialize-microseconds", begun);
            let program = self.exploration.program;
            let description = self.board.recorder().map_or_else(String::new, |_| state.summary(program)).into();
            match bytes {
                Some(bytes) => {
                    self.counters.add("dss-bytes", bytes.len() as u64);
                    found.ends.push(BlockEnd { place: Arc::new(place), state: bytes.into(), description });
                }
                None => found.unserializable += 1,
            }
        }
        Ok(found)
    }

    /// Where a target is, for a person.
    fn place_of(&self, target: ArgId) -> Option<Box<str>> {
        let program = self.exploration.program;
        let node = self.exploration.controls().place(self.exploration.arg().control(target)).node;
        let around = program.nodes[node].entering.iter().chain(&program.nodes[node].leaving);
        let place = around.filter_map(|edge| program.sources.locate(program.edges[*edge].span)).next()?;
        Some(place.to_string().into())
    }

    /// Sends what was found in a block, where so many targets were passed by.
    fn tell(&mut self, epoch: usize, link: &Arc<Link>, found: &BlockResult, passed: usize) {
        for LeftOut { what, span } in &found.left_out {
            self.board.against(epoch, link, Reason::LeftOut { what: what.clone(), span: *span, count: 1 });
        }
        if found.unserializable > 0 {
            let what = "a state that cannot be sent to another worker".to_owned();
            let reason = Reason::LeftOut { what, span: Span::NONE, count: found.unserializable };
            self.board.against(epoch, link, reason);
        }
        for BlockEnd { place, state, description } in &found.ends {
            self.board.arrive(epoch, link, place, state.clone(), description);
        }
        if found.is_target {
            self.board.condition(epoch, link, passed, found.target.as_deref());
        }
    }

    /// A target was met: confirms it, or learns from it, or gives it up.
    pub(crate) fn condition(&mut self, link: &Arc<Link>, passed: usize, number: u64) -> Res<MessageOutcome> {
        let epoch = self.epoch;
        self.counters.add("dss-conditions", 1);
        if let Some(outdated) = self.board.outdated(link) {
            self.board.explore_again(&outdated, number);
            return Ok(MessageOutcome::Outdated);
        }
        let separate = self.board.known().separate.clone();
        let chain = Chain {
            names: self.names,
            graph: self.board.graph(),
            last: Some(link.clone()),
            passed,
            precision: self.precision_id,
            separate,
            links: Vec::new(),
            lesson: None,
            given_up: None,
            exploration: &mut self.exploration,
        };
        let outcome = cegar::run(chain, &mut self.checker, &mut NoObserver);
        if let (Verdict::False(found), steps) = (outcome.verdict, outcome.error_path) {
            self.board.end(Ok(Ended::Violation(found, steps.unwrap_or_default())));
            return Ok(MessageOutcome::Confirmed);
        }
        if let Some((increment, pivot)) = outcome.graph
            && self.refine(&increment, (&pivot, link.block), number)?
        {
            return Ok(MessageOutcome::Refuted);
        }
        for reason in &outcome.reasons {
            match reason {
                // The end of this thread, which is that of the run only where no other thread has ended it before.
                Reason::Stopped(stop) => return Err(Failure::Stopped(stop.clone())),
                Reason::Internal(what) => return Err(Failure::Internal(what.clone())),
                _ => {}
            }
        }
        let several = link.made_of_several();
        if !several.is_empty() && self.board.separate_states(epoch, link, &several, self.start.clone()) {
            return Ok(MessageOutcome::Refuted);
        }
        let mut ends = None;
        outcome.reasons.iter().for_each(|reason| self.board.against(epoch, link, reason.clone()));
        if outcome.reasons.is_empty() {
            let why = match several.is_empty() {
                true => "what refutes it cannot be sent to other workers",
                false => "it is met from states that were merged, and none of those leads there",
            };
            self.board.against(epoch, link, Reason::Unrefuted { why: why.to_owned(), count: 1 });
        }
        for reason in outcome.reasons {
            match reason {
                Reason::UnrefutedLimit(_) | Reason::RefinementLimit(_) => ends = Some(reason),
                _ => {}
            }
        }
        if let Some(reason) = ends {
            self.board.end(Ok(Ended::Limit(reason)));
            return Ok(MessageOutcome::GivenUp);
        }
        // The target stays as it is, and what is beside it is looked at after all.
        let found = self.explore(link, passed + 1)?;
        self.tell(epoch, link, &found, passed + 1);
        Ok(MessageOutcome::GivenUp)
    }

    /// Tells all what was learnt from the path that leads through a link to a block. False when the others would learn nothing.
    pub(crate) fn refine(
        &mut self,
        increment: &C::Precision,
        (pivot, block): (&Arc<Link>, CodeBlockId),
        number: u64,
    ) -> Res<bool> {
        let cpa = self.exploration.cpa();
        let bytes = serialize::precision_bytes(cpa, increment, self.names, &mut self.exploration.context())?;
        let Some(bytes) = bytes else { return Ok(false) };
        let increment = self.precision_of(&bytes)?;
        let epoch = self.epoch;
        let description = match self.board.recorder() {
            Some(_) => self.exploration.cpa().tracked(&increment, &mut self.exploration.context())?.join("\n"),
            None => String::new(),
        };
        let origin = (Some(block.index()), Some(number), description);
        loop {
            if self.exploration.cpa().join_precision(&self.precision, &increment) == self.precision {
                // In the meantime another has learnt it; or there is nothing in it.
                if self.epoch != epoch {
                    self.board.explore_again(pivot, number);
                }
                return Ok(self.epoch != epoch);
            }
            let cpa = self.exploration.cpa();
            let matters = |block: CodeBlockId| {
                let block = self.board.graph().get(block);
                let supergraph = &self.board.graph().supergraph;
                cpa.matters(
                    &increment,
                    &mut block.edges.iter().map(|edge| supergraph.target(*edge)),
                    self.exploration.program,
                )
            };
            let increment = bytes.clone();
            if self
                .board
                .refine(self.epoch, PrecisionIncrement { increment, matters: &matters, pivot, origin: &origin })
            {
                return Ok(true);
            }
            self.learn()?;
        }
    }
}
