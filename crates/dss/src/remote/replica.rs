//! The replica of a run's log, up to a number.
//!
//! - *No news* is a state that is below one of the same place with a smaller number: that one is explored, or is itself no news, whoever
//!   is asked. So nobody has to agree on what was explored.
//! - A refinement counts when it names the epoch that goes on. All processes see the same one first.
//! - What is refused (not sealed, not readable, about what is not there) is not in the replica. It is nobody's: what somebody has
//!   published is listed by the handling that it followed from.
//!
//! Invariant: two replicas that have read the log up to the same number know the same.

use super::encode;
use crate::message::{Link, Message, MessageBody, StateBytes};
use crate::shared_knowledge::SharedKnowledge;
use cairn_base::FastMap;
use cairn_blocks::CodeBlockId;
use cairn_cpa::control::PortableControl;
use cairn_wire::entry::{End, WorkerName};
use cairn_wire::log::Seen;
use cairn_wire::{Bounds, Entry, Rejection, SealKey, Tie, seal};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Job of an entry that is handed out.
#[derive(Debug)]
pub enum Job {
    /// Treat it.
    Message(Message),
    /// Send the program's entry, in this epoch.
    Begin(usize),
    /// Nothing: it is void.
    Nothing,
}

/// News by an entry beside what the process knows then.
#[derive(Debug)]
pub enum News {
    /// Nothing.
    None,
    /// The bytes are no entry of this run.
    Refused(Rejection),
    /// A worker wants the run to end.
    End(End),
    /// A worker takes part.
    Joined(WorkerName),
    /// A worker refuses.
    Refusal(WorkerName, String),
}

/// A state and the number of its entry.
type Numbered = (u64, StateBytes);

/// See the module.
#[derive(Debug, Default)]
pub struct Replica {
    /// The last entry that was read.
    pub seen: u64,
    /// The states of this epoch at each place of each block, in the order of their numbers.
    states: FastMap<(CodeBlockId, Arc<PortableControl>), Vec<Numbered>>,
    /// Work of this epoch, by number.
    work: FastMap<u64, Piece>,
    /// Marks of the intact entries of this epoch.
    marks: FastMap<u64, u64>,
    /// Entries that followed from the handled work of this epoch.
    handled: FastMap<u64, Vec<(u64, u64)>>,
    /// Refinements that have begun an epoch.
    begun: BTreeSet<u64>,
    /// Entries and bytes that were read.
    pub read: (u64, u64),
}

#[derive(Debug)]
enum Piece {
    State(Arc<Link>),
    Condition(u64, u64),
    Begin,
}

impl Replica {
    /// Reads the next entry.
    pub fn read<X>(
        &mut self,
        seen: &Seen,
        known: &mut SharedKnowledge<X>,
        key: &SealKey,
        tie: Tie,
        bounds: &Bounds,
    ) -> News {
        self.seen = seen.number;
        self.read.0 += 1;
        self.read.1 += seen.bytes.len() as u64;
        let entry = key.open(tie, &seen.bytes).and_then(|entry| entry.check(bounds, seen.number).map(|()| entry));
        let entry = match entry {
            Ok(entry) => entry,
            Err(refused) => return News::Refused(refused),
        };
        let epoch = known.epoch as u64;
        let mark = seal::mark(&seen.bytes);
        match entry {
            Entry::State(state) if seen.lane == cairn_wire::Lane::Work => {
                if state.epoch > epoch {
                    return News::Refused(Rejection::NotThere("an epoch"));
                }
                if state.epoch < epoch {
                    return News::None;
                }
                let before = match state.before {
                    None => None,
                    Some(before) => match self.work.get(&before) {
                        Some(Piece::State(link)) => Some(link.clone()),
                        _ => return News::Refused(Rejection::NotThere("a state")),
                    },
                };
                let (block, place) = (encode::block(state.block), Arc::new(encode::place(&state.place)));
                let state: StateBytes = state.state.map(Arc::from);
                let link = Link::new(before, block, place.clone(), state.clone(), seen.number, Vec::new());
                self.states.entry((block, place)).or_default().push((seen.number, state));
                self.work.insert(seen.number, Piece::State(Arc::new(link)));
                self.marks.insert(seen.number, mark);
            }
            Entry::Condition { epoch: of, link, passed } if seen.lane == cairn_wire::Lane::Urgent => {
                if of != epoch {
                    return if of < epoch { News::None } else { News::Refused(Rejection::NotThere("an epoch")) };
                }
                if !matches!(self.work.get(&link), Some(Piece::State(_))) {
                    return News::Refused(Rejection::NotThere("a state"));
                }
                known.condition(known.epoch);
                self.work.insert(seen.number, Piece::Condition(link, passed));
                self.marks.insert(seen.number, mark);
            }
            Entry::Refinement { after, increment, blocks } if seen.lane == cairn_wire::Lane::Urgent => {
                if after == epoch {
                    let blocks: Vec<CodeBlockId> = blocks.into_iter().map(encode::block).collect();
                    known.begin_epoch(Some(increment.into()), &blocks);
                    let Self { states, work, marks, handled, .. } = self;
                    states.clear();
                    work.clear();
                    marks.clear();
                    handled.clear();
                    self.work.insert(seen.number, Piece::Begin);
                    self.begun.insert(seen.number);
                }
                self.marks.insert(seen.number, mark);
            }
            Entry::Against { epoch: of, reason } => {
                if of == epoch {
                    known.against(known.epoch, encode::decode_reason(reason));
                }
                self.marks.insert(seen.number, mark);
            }
            Entry::Treated { of, caused } => {
                if self.work.contains_key(&of) {
                    self.handled.insert(of, caused);
                }
            }
            Entry::End(end) => {
                self.marks.insert(seen.number, mark);
                return News::End(end);
            }
            Entry::Joined(worker) => return News::Joined(worker),
            Entry::Refusal { worker, why } => return News::Refusal(worker, why),
            Entry::Start(_) => {}
            Entry::State(_)
            | Entry::Condition { .. }
            | Entry::Refinement { .. }
            | Entry::Task { .. }
            | Entry::Check { .. }
            | Entry::Done(_) => {
                return News::Refused(Rejection::NotThere("a subject"));
            }
        }
        News::None
    }

    /// Whether a refinement has begun an epoch.
    pub fn has_begun(&self, number: u64) -> bool {
        self.begun.contains(&number)
    }

    /// Job of an entry that was read.
    pub fn job(&self, number: u64, epoch: usize) -> Job {
        let what = match self.work.get(&number) {
            None => return Job::Nothing,
            Some(Piece::Begin) => return Job::Begin(epoch),
            Some(Piece::State(link)) => MessageBody::BlockPostcondition(link.clone()),
            Some(Piece::Condition(link, passed)) => match self.work.get(link) {
                Some(Piece::State(link)) => {
                    MessageBody::ErrorCondition(link.clone(), usize::try_from(*passed).unwrap_or(usize::MAX))
                }
                _ => return Job::Nothing,
            },
        };
        Job::Message(Message { epoch, number, what })
    }

    /// The states at a link's place with smaller numbers.
    pub fn before(&self, link: &Link) -> Vec<StateBytes> {
        let there = self.states.get(&(link.block, link.place.clone()));
        let smaller = there.into_iter().flatten().filter(|(number, _)| *number < link.number);
        smaller.map(|(_, state)| state.clone()).collect()
    }

    /// Whether this very state is at a place of a block.
    pub fn has(&self, block: CodeBlockId, place: &Arc<PortableControl>, state: &[u8]) -> bool {
        let there = self.states.get(&(block, place.clone()));
        there.into_iter().flatten().any(|(_, known)| known.as_deref() == Some(state))
    }

    /// Whether all work of this epoch was handled, and all that followed is here. The first that is not, as a sentence.
    ///
    /// # Errors
    /// What is missing.
    pub fn is_complete(&self, roots: &[(u64, u64)]) -> Result<(), String> {
        let is_here = |(number, mark): &(u64, u64)| self.marks.get(number) == Some(mark);
        if self.begun.is_empty()
            && let Some((number, _)) = roots.iter().find(|root| !is_here(root))
        {
            return Err(format!("message {number}, the first, is gone"));
        }
        let mut work: Vec<&u64> = self.work.keys().collect();
        work.sort_unstable();
        for number in work {
            let Some(caused) = self.handled.get(number) else {
                return Err(format!("nobody says to have treated message {number}"));
            };
            if let Some((gone, _)) = caused.iter().find(|caused| !is_here(caused)) {
                return Err(format!("message {gone} is damaged or gone, which followed from message {number}"));
            }
        }
        Ok(())
    }
}
