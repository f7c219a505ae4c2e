//! Shared knowledge of the threads of a process: the epoch, what was learnt, who was sent what, results of blocks.
//!
//! An *epoch* is the time between two refinements. In the memory of one process a refinement removes what was found through the
//! block that it refines ([`crate::reached_states`]). On many machines all that was sent in an epoch is void with it, and the program's
//! entry is sent again. Results of blocks stay: they are found by what they rest on, the state as bytes and the precision of the
//! block, so a block is explored again only where something has changed.
//!
//! Which blocks make one state of several is known, too: where a target was met in a state that was combined or merged, and no way
//! that was sent leads there, a new epoch begins in which states at these blocks are kept apart. These only become more, so this comes
//! to an end. An analysis that merges says nothing at these blocks ([`cairn_cpa::Distribute::unmerged`]): loops would have no end.
//!
//! Invariant: what was found under a precision that has changed is found by no key.

use crate::message::{Link, StateBytes};
use crate::reached_states::ReachedStates;
use cairn_base::{FastMap, choice, id::Id};
use cairn_blocks::CodeBlockId;
use cairn_cpa::control::PortableControl;
use cairn_cpa::graph::LeftOut;
use cairn_cpa::result::Reasons;
use cairn_cpa::{Ended, Failure, Reason, Res, RunStatistics, Statistics};
use crossbeam_channel::Sender;
use std::collections::BTreeSet;
use std::sync::Arc;

choice! {
    /// Handling of states that wait at one entry of a block.
    pub enum Combine {
        /// Each is explored by itself.
        Off = "off",
        /// Those that wait when one is taken are combined, where the analysis does: predicates to the disjunction, ranges to the
        /// join.
        Waiting = "waiting",
    }
}

/// Result of the exploration of a block for one state.
#[derive(Debug, Default)]
pub struct BlockResult {
    /// The states at the block's ends.
    pub ends: Vec<BlockEnd>,
    /// Whether a target was met.
    pub is_target: bool,
    /// Omissions.
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

/// Key of a result of a block: block, place, state, and the epoch in which the block's precision last changed.
pub type ResultKey = (CodeBlockId, Arc<PortableControl>, StateBytes, usize);

/// See the module.
pub struct SharedKnowledge<X> {
    /// The epoch, from 0 on.
    pub epoch: usize,
    /// Increments of the precision by each refinement: the n-th ended the epoch n. Nothing where only fewer states are
    /// combined.
    pub increments: Vec<Option<Arc<[u8]>>>,
    /// For each block the epoch in which its precision last changed.
    versions: Vec<usize>,
    /// Whether states that wait are combined.
    combine: Combine,
    /// The blocks whose states are kept apart.
    pub(crate) separate: Vec<bool>,
    /// What was explored, and what is covered by that.
    pub reached: ReachedStates,
    results: FastMap<ResultKey, Arc<BlockResult>>,
    /// The reasons of incompleteness in this epoch.
    pub reasons: Reasons,
    /// Targets of this epoch.
    conditions: u64,
    /// How the run ended.
    pub ended: Option<Res<Ended<X>>>,
    /// The counters.
    pub counters: Statistics,
    /// Cost of the threads' explorations, all together.
    pub costs: RunStatistics,
    /// Open while the run goes on.
    pub(crate) open: Option<Sender<()>>,
}

impl<X> SharedKnowledge<X> {
    /// Nothing is known of so many blocks.
    pub fn new(blocks: usize, combine: Combine) -> Self {
        Self {
            epoch: 0,
            increments: Vec::new(),
            versions: vec![0; blocks],
            combine,
            separate: vec![false; blocks],
            reached: ReachedStates::default(),
            results: FastMap::default(),
            reasons: Reasons::default(),
            conditions: 0,
            ended: None,
            counters: Statistics::default(),
            costs: RunStatistics::default(),
            open: None,
        }
    }
    /// A new epoch, in which the precision has more that matters for these blocks; all that was explored is void.
    pub fn begin_epoch(&mut self, increment: Option<Arc<[u8]>>, blocks: &[CodeBlockId]) {
        self.learn(increment, blocks);
        self.reached.clear();
        self.reasons = Reasons::default();
        self.conditions = 0;
    }
    /// A new epoch, in which the precision has more that matters for these blocks.
    pub fn learn(&mut self, increment: Option<Arc<[u8]>>, blocks: &[CodeBlockId]) {
        self.epoch += 1;
        self.increments.push(increment);
        for block in blocks {
            self.versions[block.index()] = self.epoch;
        }
        let versions = &self.versions;
        self.results.retain(|(block, _, _, version), _| versions[block.index()] == *version);
        self.counters.add("dss-epochs", 1);
    }
    /// The epoch in which the precision of a block last changed.
    pub fn version(&self, block: CodeBlockId) -> usize {
        self.versions[block.index()]
    }
    /// The states at more blocks are kept apart. False when they are already.
    pub(crate) fn keep_separate(&mut self, blocks: &BTreeSet<CodeBlockId>) -> bool {
        let is_more = blocks.iter().any(|block| !self.is_separate(*block));
        blocks.iter().for_each(|block| self.separate[block.index()] = true);
        is_more
    }
    /// Whether the states that wait at a block are combined.
    pub fn combines(&self, block: CodeBlockId) -> bool {
        matches!(self.combine, Combine::Waiting) && !self.is_separate(block)
    }
    /// Whether the states at a block are kept apart.
    pub fn is_separate(&self, block: CodeBlockId) -> bool {
        self.separate[block.index()]
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
    /// Key of the result for a link.
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
    /// How the run ended, with the reasons of incompleteness.
    pub fn conclusion(self) -> (Reasons, Res<Ended<X>>, Statistics) {
        let mut reasons = self.reasons;
        self.reached.add_reasons(&mut reasons);
        let ended =
            self.ended.unwrap_or_else(|| Err(Failure::Internal("the workers are gone, and no result".to_owned())));
        // Each target that is left was given up with a reason, or is the violation; this must not rest on that.
        let is_target = self.conditions > 0 || self.reached.is_target();
        if matches!(ended, Ok(Ended::Explored)) && is_target && reasons.is_empty() {
            reasons.add(Reason::Internal("a target was met, and neither confirmed nor given up".to_owned()));
        }
        (reasons, ended, self.counters)
    }
}
