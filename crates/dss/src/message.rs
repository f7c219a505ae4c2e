//! The messages of actors (DCPA 3.3, Table 1).
//!
//! The paper's type Result is the [`crate::shared_state::Board`]'s end, and its type Error is a failure there: both are told to all
//! threads at once, by a channel that closes.

use cairn_base::FastSet;
use cairn_blocks::CodeBlockId;
use cairn_cpa::control::PortableControl;
use cairn_cpa::distribute::EntryPlace;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Where the states at a place are, for the analysis.
pub fn entry_place(place: &PortableControl) -> EntryPlace {
    EntryPlace { node: place.node, depth: u32::try_from(place.calls.len()).unwrap_or(u32::MAX) }
}

/// A state as bytes; shared by all who were sent it. `None`: the state in which the program starts.
pub type StateBytes = Option<Arc<[u8]>>;

/// A block that was explored for a state at its entry: a link of the chain that leads to what was found in it.
#[derive(Debug)]
pub struct Link {
    /// The block explored before, at one of whose ends the state was; `None` where the program begins.
    pub before: Option<Arc<Link>>,
    /// The block.
    pub block: CodeBlockId,
    /// Where control was: the block's entry, with the call stack.
    pub place: Arc<PortableControl>,
    /// The state there.
    pub state: StateBytes,
    /// When the message with the state was sent, if there is a log.
    pub number: u64,
    /// The links of this place whose states this one was made of, when it was not sent as it is: then nothing was before it but
    /// what was before these.
    pub parts: Vec<Arc<Link>>,
    /// Whether a refinement has removed it.
    void: AtomicBool,
    /// The epoch whose precision the block was explored under; the largest number before.
    epoch: AtomicUsize,
}

impl Link {
    /// A link that is not explored.
    pub fn new(
        before: Option<Arc<Link>>,
        block: CodeBlockId,
        place: Arc<PortableControl>,
        state: StateBytes,
        number: u64,
        parts: Vec<Arc<Link>>,
    ) -> Self {
        let (void, epoch) = (AtomicBool::new(false), AtomicUsize::new(usize::MAX));
        Self { before, block, place, state, number, parts, void, epoch }
    }
    /// The same link, to be explored again.
    pub fn again(&self, number: u64) -> Self {
        Self::new(self.before.clone(), self.block, self.place.clone(), self.state.clone(), number, self.parts.clone())
    }

    /// Whether a refinement has removed it, or what it follows from.
    pub fn is_void(&self) -> bool {
        let is_removed = |link: &Arc<Link>| link.void.load(Ordering::Relaxed);
        self.void.load(Ordering::Relaxed)
            || self.before.as_ref().is_some_and(is_removed)
            || self.parts.iter().any(|part| part.is_void())
    }
    pub(crate) fn make_void(&self) {
        self.void.store(true, Ordering::Relaxed);
    }
    pub(crate) fn explored_in(&self, epoch: usize) {
        self.epoch.store(epoch, Ordering::Relaxed);
    }
    pub(crate) fn explored_before(&self, epoch: usize) -> bool {
        self.epoch.load(Ordering::Relaxed) < epoch
    }

    /// The links from the program's entry to this one. Where a state was made of several, `choice` says from which of them the
    /// way comes, as a number with a digit for each, that of the last first; 0 is always one.
    pub fn chain(self: &Arc<Self>, mut choice: usize) -> Vec<Arc<Link>> {
        let mut chain = Vec::new();
        let mut next = Some(self.clone());
        while let Some(link) = next {
            let count = link.parts.len();
            if count > 0 {
                next = link.parts.get(choice % count).cloned();
                choice /= count;
            } else {
                next = link.before.clone();
                chain.push(link);
            }
        }
        chain.reverse();
        chain
    }

    /// How many chains lead here, up to a number.
    pub fn ways(self: &Arc<Self>, most: usize) -> usize {
        let (mut count, mut next) = (1usize, Some(self.clone()));
        while let Some(link) = next.filter(|_| count < most) {
            count = count.saturating_mul(link.parts.len().max(1));
            next = link.parts.first().or(link.before.as_ref()).cloned();
        }
        count.min(most)
    }

    /// The blocks of the links behind which this one is, itself too, that were made of several.
    pub fn made_of_several(self: &Arc<Self>) -> BTreeSet<CodeBlockId> {
        let (mut found, mut seen) = (BTreeSet::new(), FastSet::default());
        let mut open = vec![self.clone()];
        while let Some(link) = open.pop() {
            if seen.insert(Arc::as_ptr(&link)) {
                if !link.parts.is_empty() {
                    found.insert(link.block);
                }
                open.extend(link.parts.iter().chain(&link.before).cloned());
            }
        }
        found
    }
}

impl Drop for Link {
    /// A chain may be as long as the program runs: the links before are dropped one after the other.
    fn drop(&mut self) {
        let mut open: Vec<Arc<Link>> = self.before.take().into_iter().chain(self.parts.drain(..)).collect();
        while let Some(link) = open.pop() {
            if let Some(mut link) = Arc::into_inner(link) {
                open.extend(link.before.take());
                open.append(&mut link.parts);
            }
        }
    }
}

/// A message to an actor.
#[derive(Clone, Debug)]
pub struct Message {
    /// In which epoch it was sent.
    pub epoch: usize,
    /// When it was sent, if there is a log.
    pub number: u64,
    /// Its content.
    pub what: MessageBody,
}

/// Content of a message.
#[derive(Clone, Debug)]
pub enum MessageBody {
    /// A state is at the entry of a block: the last link says which. The actor of the block explores it.
    BlockPostcondition(Arc<Link>),
    /// A target was met in the block of the last link, after so many others there that were given up.
    ErrorCondition(Arc<Link>, usize),
    /// A condition goes back to the block before.
    Precondition(Arc<ViolationCondition>),
}

/// An error condition at the end of a block, on its way back to the program's entry.
#[derive(Debug)]
pub struct ViolationCondition {
    /// Where the target was met.
    pub target: Arc<Link>,
    /// So many targets of that block were given up before.
    pub passed: usize,
    /// The block that is asked for its precondition.
    pub link: Arc<Link>,
    /// The block behind it, with the condition at its entry; none where this is the target's.
    pub behind: Option<(Arc<Link>, Arc<[u8]>)>,
}
