//! The memo (BAM 2.4.4): for each block, reduced state at its entry and reduced precision the graph of the block's
//! exploration, finished or not.
//!
//! An entry is looked up by a hash and then compared: equal state, and a precision that tracks at least what is asked
//! for. A finished entry never changes: a refinement inside of it works on a copy that takes its place, because states
//! of other graphs, and the notes about what was not followed, rest on what it was.

use cairn_base::define_id;
use cairn_blocks::BlockId;
use cairn_cpa::graph::PartGraph;
use cairn_cpa::specification::SpecificationState;
use cairn_cpa::{ArgId, ControlId, Cpa, PrecisionId};
use smallvec::SmallVec;
use std::collections::BTreeMap;

/// Rounds before results are shown for the first time. Most fixpoints are at their end by then.
pub(crate) const FIRST_ROUNDS: u32 = 4;

define_id!(
    /// An entry of the memo.
    pub EntryId, "m"
);

/// No unfinished entry was read.
pub(crate) const NOTHING: usize = usize::MAX;

/// How far an entry is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// It must be explored, or explored further, before its results may be used.
    Waiting,
    /// The frame at this position of the stack explores it. Its results so far are some, not all.
    ActiveEntries(usize),
    /// Explored, but it read results of an entry that is not finished.
    Provisional,
    /// Finished: its results are all there are.
    Complete,
}

/// An entry of the memo.
pub(crate) struct Entry<C: Cpa> {
    pub(crate) block: BlockId,
    /// The specification's state at the block's entry.
    pub(crate) specification: SpecificationState,
    /// The reduced state at the block's entry.
    pub(crate) state: C::State,
    /// Precision asked for, with what was learnt inside since.
    pub(crate) precision: C::Precision,
    pub(crate) graph: PartGraph<C::State>,
    /// The summaries that the graph's block calls have used.
    pub(crate) applications: BTreeMap<ArgId, Application<C::State>>,
    pub(crate) status: Status,
    /// The lowest position of the stack whose unfinished results this entry rests on.
    pub(crate) low: usize,
    /// True while it is among the engine's provisional entries, whatever its status is.
    pub(crate) is_pending: bool,
    /// True once a copy has taken its place in the memo.
    pub(crate) is_replaced: bool,
    /// Rounds of its fixpoint since its results were shown, and how many there are before they are: see
    /// [`crate::provisional`].
    pub(crate) rounds: u32,
    pub(crate) rounds_to_show: u32,
    /// The turn in which its results, which are not all, were shown last.
    pub(crate) shown_in: Option<u64>,
    /// For results of an earlier run, what they were found by: the graph has a beginning and ends, nothing between.
    pub(crate) kept: Option<Vec<u8>>,
}

impl<C: Cpa> Entry<C> {
    /// One that waits to be explored.
    pub(crate) fn new(
        block: BlockId,
        specification: SpecificationState,
        state: C::State,
        precision: C::Precision,
        graph: PartGraph<C::State>,
    ) -> Self {
        Self {
            block,
            specification,
            state,
            precision,
            graph,
            applications: BTreeMap::new(),
            status: Status::Waiting,
            low: NOTHING,
            is_pending: false,
            is_replaced: false,
            rounds: 0,
            rounds_to_show: FIRST_ROUNDS,
            shown_in: None,
            kept: None,
        }
    }

    /// The applications at block calls that are still in the graph.
    pub(crate) fn valid_applications(&self) -> impl Iterator<Item = (ArgId, &Application<C::State>)> {
        let arg = self.graph.arg();
        let applications = self.applications.iter().map(|(call, application)| (*call, application));
        applications.filter(move |(call, application)| arg.is_alive(*call) && arg.serial(*call) == application.serial)
    }
    /// The application at a block call that is in the graph.
    pub(crate) fn application(&self, call: ArgId) -> Option<&Application<C::State>> {
        self.applications.get(&call).filter(|application| application.serial == self.graph.arg().serial(call))
    }
}

/// A summary application: which results a block call has used, and what came of them.
#[derive(Clone, Debug)]
pub(crate) struct Application<S> {
    /// The call's serial: to another state of the same id nothing was applied.
    pub(crate) serial: u32,
    /// The call's state and precision at that time.
    pub(crate) state: S,
    pub(crate) precision: PrecisionId,
    /// The entry that was read last: all of its results are needed. Those of others, read before, stay as well.
    pub(crate) source: EntryId,
    /// True when the last reading was of a finished entry.
    pub(crate) settled: bool,
    /// Ends read, by entry and serial of the end. An end that a merge has weakened is read again.
    pub(crate) read: BTreeMap<(EntryId, u32), SmallVec<[ReadEnd<S>; 1]>>,
}

/// A state at the end of a block that was read.
#[derive(Clone, Debug)]
pub(crate) struct ReadEnd<S> {
    /// Its id in the graph of the entry.
    pub(crate) end: ArgId,
    /// Where it is.
    pub(crate) at: ControlId,
    /// The state.
    pub(crate) state: S,
    /// State read instead: see [`crate::widening`].
    pub(crate) widened: Option<S>,
    /// The state below the call that it became, with its serial; none when no execution returns so.
    pub(crate) child: Option<(ArgId, u32)>,
}

impl<S: PartialEq> Application<S> {
    /// True when an end of the entry that was read last was read as it is.
    pub(crate) fn has_read(&self, entry: EntryId, serial: u32, state: &S) -> bool {
        self.read.get(&(entry, serial)).is_some_and(|reads| reads.iter().any(|read| read.state == *state))
    }
    /// The end that became a state below the call.
    pub(crate) fn origin(&self, child: ArgId, serial: u32) -> Option<(EntryId, ArgId, u32)> {
        self.read.iter().find_map(|((entry, end_serial), reads)| {
            let read = reads.iter().find(|read| read.child == Some((child, serial)))?;
            Some((*entry, read.end, *end_serial))
        })
    }
}

impl<S> ReadEnd<S> {
    /// The state that the block call reads.
    pub(crate) fn meaning(&self) -> &S {
        self.widened.as_ref().unwrap_or(&self.state)
    }
}
