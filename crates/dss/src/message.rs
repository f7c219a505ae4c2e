//! The messages of actors (DCPA 3.3, Table 1).
//!
//! The paper's type Result is the [`crate::shared_state::Board`]'s end, and its type Error is a failure there: both are told to all
//! threads at once, by a channel that closes.

use cairn_blocks::CodeBlockId;
use cairn_cpa::control::PortableControl;
use std::sync::Arc;

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
}

impl Link {
    /// The links from the program's entry to this one.
    pub fn chain(self: &Arc<Self>) -> Vec<Arc<Link>> {
        let mut chain: Vec<Arc<Link>> =
            std::iter::successors(Some(self), |link| link.before.as_ref()).cloned().collect();
        chain.reverse();
        chain
    }
}

impl Drop for Link {
    /// A chain may be as long as the program runs: the links before are dropped one after the other.
    fn drop(&mut self) {
        let mut next = self.before.take();
        while let Some(mut link) = next.and_then(Arc::into_inner) {
            next = link.before.take();
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
    /// What it says.
    pub what: MessageBody,
}

/// What a message says.
#[derive(Clone, Debug)]
pub enum MessageBody {
    /// A state is at the entry of a block: the last link says which. The actor of the block explores it.
    BlockPostcondition(Arc<Link>),
    /// A target was met in the block of the last link, after so many others there that were given up.
    ErrorCondition(Arc<Link>, usize),
}
