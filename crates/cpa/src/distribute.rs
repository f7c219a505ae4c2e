//! The operators that a distributed analysis needs from an analysis beside [`Serialize`] (DCPA 3.7: *combine* and
//! *proceed*): what becomes of states that arrive where a block is entered.
//!
//! A violation condition is the chain of states that led to a target, and goes back to the program's entry as a whole
//! (`cairn-dss`); or it goes back block by block, by [`Distribute::precondition`].
//!
//! **Payload** (DCPA 5.1.2): what a message says of a state. A composite's has one part for each component, and what a part
//! that is not there stands for is [`Distribute::top`], as in the paper. So a component that cannot say its state costs what
//! it knows, and no more. Why this is not [`Serialize`]: there a state that is read must be the one that was written, since
//! results of blocks are kept by it.
//!
//! Laws ([`laws`]): what is combined is above both; only what is below a known state is no news; the top is above all that can be said, and a state
//! without what is merged above the state; what
//! is read of a payload is above what was written, and has the same payload.

use crate::context::{Cx, Failure, Res};
use crate::laws::BrokenLaw;
use crate::names::Names;
use crate::refinement::{AbstractPath, Refine};
use crate::serialize::{Reader, Serialize, Writer};
use cairn_ir::{NodeId, Program};

/// Where the states are that messages tell of: a location, and how many calls are open.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EntryPlace {
    /// The location.
    pub node: NodeId,
    /// The calls that have not returned.
    pub depth: u32,
}

/// What a block makes of a violation condition at its end (DCPA 3.4.9, definition 10: the analysis of the reversed block).
#[derive(Clone, Debug)]
pub enum BlockPrecondition<P> {
    /// No execution comes from the state at the block's entry to the condition. What is to be tracked so that the block's end says
    /// so, as in [`crate::Refinement::Refined`].
    Refuted(Vec<(usize, P)>),
    /// An execution that comes to the condition satisfies this one where the block is entered.
    Possible {
        /// As bytes, which [`Distribute::precondition`] of any worker reads.
        condition: Vec<u8>,
        /// For a person.
        words: String,
    },
    /// The analysis has no conditions, or does not know.
    Unknown,
}

/// An analysis whose states are sent from worker to worker.
pub trait Distribute: Serialize + Refine {
    /// One state for two that are at one place; `None` keeps both.
    fn combine(&self, new: &Self::State, old: &Self::State, cx: &mut Cx<'_>) -> Res<Option<Self::State>>;

    /// Whether a state is worth exploring, when others of the same place were: whether none of them is above it.
    fn proceeds(&self, new: &Self::State, known: &mut dyn Iterator<Item = &Self::State>, cx: &mut Cx<'_>) -> Res<bool> {
        Ok(self.stop(new, known, cx)?.is_none())
    }

    /// The state at a place that says nothing; `None` where the analysis has none.
    fn top(&self, at: EntryPlace, cx: &mut Cx<'_>) -> Res<Option<Self::State>> {
        let _ = (at, cx);
        Ok(None)
    }

    /// A state at a place without what the analysis merges: the top where states are merged. It is above the state.
    fn unmerged(&self, state: &Self::State, at: EntryPlace, cx: &mut Cx<'_>) -> Res<Option<Self::State>> {
        if self.merges() { self.top(at, cx) } else { Ok(Some(state.clone())) }
    }

    /// Writes what a message says of a state: the state.
    fn write_payload(&self, state: &Self::State, at: EntryPlace, out: &mut Writer<'_>, cx: &mut Cx<'_>) -> Res<()> {
        let _ = at;
        self.write_state(state, out, cx)
    }

    /// Reads what a message says of a state at a place. `None`: the bytes are of something else.
    fn read_payload(&self, at: EntryPlace, input: &mut Reader<'_>, cx: &mut Cx<'_>) -> Res<Option<Self::State>> {
        let _ = at;
        self.read_state(input, cx)
    }

    /// The condition at a block's entry for one at its end; `path` leads through the block. Without a condition the end is a
    /// target. What is said rests on the path alone, so that a run may also refute or confirm the whole way at once.
    fn precondition(
        &self,
        path: &AbstractPath<Self::State, Self::Precision>,
        condition: Option<&[u8]>,
        names: &Names<'_>,
        cx: &mut Cx<'_>,
    ) -> Res<BlockPrecondition<Self::Precision>> {
        let _ = (path, condition, names, cx);
        Ok(BlockPrecondition::Unknown)
    }

    /// Whether results of a block in which control comes to these locations may depend on what a precision tracks.
    fn matters(&self, precision: &Self::Precision, nodes: &mut dyn Iterator<Item = NodeId>, program: &Program) -> bool {
        let _ = (precision, nodes, program);
        true
    }

    /// What a precision tracks, a line each, for a person who looks on.
    fn tracked(&self, precision: &Self::Precision, cx: &mut Cx<'_>) -> Res<Vec<String>> {
        let _ = (precision, cx);
        Ok(Vec::new())
    }
}

/// The payload of a state; `None` when it cannot be said.
///
/// # Errors
/// An operation of the analysis fails.
pub fn payload_of<C: Distribute>(
    cpa: &C,
    state: &C::State,
    at: EntryPlace,
    names: &Names<'_>,
    cx: &mut Cx<'_>,
) -> Res<Option<Vec<u8>>> {
    let mut out = Writer::new(names);
    cpa.write_payload(state, at, &mut out, cx)?;
    Ok(out.finish())
}

/// The state of a payload, all of it.
///
/// # Errors
/// An operation of the analysis fails.
pub fn state_of_payload<C: Distribute>(
    cpa: &C,
    bytes: &[u8],
    at: EntryPlace,
    names: &Names<'_>,
    cx: &mut Cx<'_>,
) -> Res<Option<C::State>> {
    let mut input = Reader::new(bytes, names);
    let state = cpa.read_payload(at, &mut input, cx)?;
    Ok(state.filter(|_| input.is_at_end()))
}

/// Checks the laws of [`Distribute`] on states of one place.
///
/// # Errors
/// The first law that does not hold, as a sentence.
pub fn laws<C: Distribute>(
    cpa: &C,
    states: &[C::State],
    at: EntryPlace,
    names: &Names<'_>,
    cx: &mut Cx<'_>,
) -> Result<(), BrokenLaw> {
    let failed = |failure: Failure| format!("an operation failed: {failure}");
    let top = cpa.top(at, cx).map_err(failed)?;
    for a in states {
        if let Some(above) = cpa.unmerged(a, at, cx).map_err(failed)?
            && !cpa.leq(a, &above, cx).map_err(failed)?
        {
            return Err(format!("{}: {above:?} is {a:?} without what is merged, and not above it", cpa.name()));
        }
        if !cpa.proceeds(a, &mut std::iter::empty(), cx).map_err(failed)? {
            return Err(format!("{}: a first state is no news", cpa.name()));
        }
        if let Some(payload) = payload_of(cpa, a, at, names, cx).map_err(failed)? {
            if let Some(top) = &top
                && !cpa.leq(a, top, cx).map_err(failed)?
            {
                return Err(format!("{}: {a:?} is not below the top", cpa.name()));
            }
            let read = state_of_payload(cpa, &payload, at, names, cx).map_err(failed)?;
            let read = read.ok_or_else(|| format!("{}: the payload of {a:?} cannot be read", cpa.name()))?;
            if !cpa.leq(a, &read, cx).map_err(failed)? {
                return Err(format!("{}: {read:?} is read of the payload of {a:?}, and not above it", cpa.name()));
            }
            if payload_of(cpa, &read, at, names, cx).map_err(failed)?.as_ref() != Some(&payload) {
                return Err(format!("{}: {a:?} is read with another payload", cpa.name()));
            }
        }
        for b in states {
            if let Some(both) = cpa.combine(a, b, cx).map_err(failed)? {
                for part in [a, b] {
                    if !cpa.leq(part, &both, cx).map_err(failed)? {
                        return Err(format!("{}: {both:?} is combined, and not above {part:?}", cpa.name()));
                    }
                }
            }
            let proceeds = cpa.proceeds(a, &mut std::iter::once(b), cx).map_err(failed)?;
            if !proceeds && !cpa.leq(a, b, cx).map_err(failed)? {
                return Err(format!("{}: {a:?} is no news beside {b:?}", cpa.name()));
            }
        }
    }
    Ok(())
}
