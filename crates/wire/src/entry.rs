//! The entries of a run's log.
//!
//! Locations, blocks, edges and call sites are numbers of the program, which all processes have read in the same way: the
//! hash of the run says so. States and predicates are bytes of `cairn_cpa::serialize`.
//!
//! Invariant: an entry that was read and passed [`Entry::check`] names nothing that is not there.

use crate::rejection::Rejection;
use serde::{Deserialize, Serialize};

/// An entry of the log of a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Entry {
    /// The first of a run.
    Start(Start),
    /// A state is at the entry of a block, which is to be explored for it.
    State(State),
    /// A target was met in the block of an entry, after so many others there that were given up.
    Condition {
        /// In which epoch.
        epoch: u64,
        /// The number of the state's entry.
        link: u64,
        /// Targets passed by.
        passed: u64,
    },
    /// A new epoch begins with more to track; void when the one that it ends is over already.
    Refinement {
        /// The epoch that it ends.
        after: u64,
        /// Increment of the precision.
        increment: Vec<u8>,
        /// The blocks for which it matters.
        blocks: Vec<u32>,
    },
    /// There is a reason of incompleteness in an epoch.
    Against {
        /// The epoch.
        epoch: u64,
        /// What.
        reason: WireReason,
    },
    /// The run is to end.
    End(End),
    /// A task to verify.
    Task {
        /// Its number in the list.
        number: u64,
        /// The query.
        query: Query,
    },
    /// Work was treated, and this followed from it.
    Treated {
        /// The number of the entry.
        of: u64,
        /// Entries published on the way: numbers and marks ([`crate::seal::mark`]).
        caused: Vec<(u64, u64)>,
    },
    /// Result of a task.
    Done(Done),
    /// A worker takes part.
    Joined(WorkerName),
    /// A worker does not take part, or has refused an entry.
    Refusal {
        /// Who.
        worker: WorkerName,
        /// Why, a sentence.
        why: String,
    },
    /// A program whose obligations are to be decided one by one.
    Check {
        /// Its number in the run.
        number: u64,
        /// How long a query about one obligation may take, with its unit.
        each: String,
        /// The program and the checks.
        query: Query,
    },
}

/// How a run begins.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Start {
    /// The version of Cairn.
    pub version: String,
    /// Kind of run.
    pub run: WorkItem,
}

/// Unit of work.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum WorkItem {
    /// Whole tasks.
    Tasks,
    /// Messages of the distributed analysis of this program.
    Blocks(Query),
}

/// A query to decide.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Query {
    /// The program's files, preprocessed: name and text.
    pub files: Vec<(String, String)>,
    /// The property.
    pub property: WireProperty,
    /// The options that were set, each a name and a value.
    pub options: Vec<(String, String)>,
}

/// The property.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WireProperty {
    /// Its name.
    pub name: String,
    /// The function where executions begin.
    pub entry: Option<String>,
    /// Functions that must not be called.
    pub functions: Vec<String>,
    /// Labels that must not be passed.
    pub labels: Vec<String>,
    /// Checks that must not be violated, by their words.
    pub checks: Vec<String>,
}

/// A state at the entry of a block.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct State {
    /// In which epoch it was sent.
    pub epoch: u64,
    /// The block.
    pub block: u32,
    /// Where control is.
    pub place: ControlPosition,
    /// The state; `None` is the one in which the program starts.
    pub state: Option<Vec<u8>>,
    /// The number of the entry before, which led to it.
    pub before: Option<u64>,
}

/// Where control is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ControlPosition {
    /// The location.
    pub node: u32,
    /// The calls that led there: call site and edge.
    pub calls: Vec<(u32, u32)>,
    /// The specification's state.
    pub specification: u32,
}

/// Why TRUE is gone, or a run has to end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum WireReason {
    /// The worker was to stop.
    Cancelled,
    /// Time in microseconds.
    TimeLimit(u64),
    /// Memory in bytes.
    MemoryLimit(u64),
    /// Steps.
    TickLimit(u64),
    /// Units of the solver's work.
    WorkLimit(u64),
    /// Something that is not modelled: what, from where to where in the text, how often.
    LeftOut(String, (u32, u32), u64),
    /// A path that could not be refuted, how often.
    Unrefuted(String, u64),
    /// A path that could not be checked, how often.
    Unchecked(String, u64),
    /// The limit on such paths.
    UnrefutedLimit(u64),
    /// The limit on refinements.
    RefinementLimit(u64),
    /// Executions.
    Sampled(u64),
    /// The configuration asks for what cannot be done.
    Refused(String),
    /// A bug.
    Internal(String),
    /// A run over many machines is lost.
    Lost(String),
}

/// Why a run is to end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum End {
    /// A worker has run into a violation along these steps. Who reads it runs them again.
    Violation(Vec<WireStep>),
    /// A limit is reached.
    Limit(WireReason),
    /// An operation has failed.
    Failed(WireReason),
}

/// A step of control.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum WireStep {
    /// Along an edge.
    Edge(u32),
    /// Into a call.
    Enter(u32),
    /// Back from a call.
    Leave(u32),
}

/// Who works.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WorkerName {
    /// A name for people.
    pub name: String,
    /// The version of Cairn.
    pub version: String,
}

/// Result of a task.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Done {
    /// Its number in the list.
    pub number: u64,
    /// Who has done it.
    pub worker: WorkerName,
    /// TRUE, FALSE or UNKNOWN, or `None`: it cannot be used as it is.
    pub verdict: Option<WireVerdict>,
    /// The first reason of UNKNOWN, or what is wrong with it.
    pub reason: String,
    /// Wall time in milliseconds.
    pub wall: u64,
    /// The report as JSON; empty when there is none.
    pub report: String,
}

/// A verdict.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum WireVerdict {
    /// No execution violates the property.
    True,
    /// One does.
    False,
    /// Neither was shown.
    Unknown,
}

/// How many of each thing there are.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Locations.
    pub nodes: usize,
    /// Edges.
    pub edges: usize,
    /// Call sites.
    pub calls: usize,
    /// Blocks.
    pub blocks: usize,
    /// States of the specification.
    pub specification: usize,
}

impl Entry {
    /// Its bytes, without a seal.
    pub fn to_bytes(&self) -> Vec<u8> {
        // Writing into memory does not fail, and no part of an entry refuses to be written.
        postcard::to_allocvec(self).unwrap_or_default()
    }

    /// The entry of some bytes, all of them.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (entry, rest) = postcard::take_from_bytes(bytes).ok()?;
        rest.is_empty().then_some(entry)
    }

    /// Whether all that it names is there. `number` is its own in the log: what it names of the log is before it.
    ///
    /// # Errors
    /// What is not there.
    pub fn check(&self, bounds: &Bounds, number: u64) -> Result<(), Rejection> {
        let there = |is: bool, what| is.then_some(()).ok_or(Rejection::NotThere(what));
        let is_below = |id: u32, count: usize| (id as usize) < count;
        match self {
            Entry::State(state) => {
                there(is_below(state.block, bounds.blocks), "a block")?;
                there(state.before.is_none_or(|before| before < number), "an entry")?;
                there(is_below(state.place.node, bounds.nodes), "a location")?;
                there(is_below(state.place.specification, bounds.specification), "a state of the specification")?;
                let is_call =
                    |(site, edge): &(u32, u32)| is_below(*site, bounds.calls) && is_below(*edge, bounds.edges);
                there(state.place.calls.iter().all(is_call), "a call")
            }
            Entry::Condition { link, .. } => there(*link < number, "an entry"),
            Entry::Refinement { blocks, .. } => {
                there(blocks.iter().all(|block| is_below(*block, bounds.blocks)), "a block")
            }
            Entry::End(End::Violation(steps)) => {
                let is_step = |step: &WireStep| match step {
                    WireStep::Edge(edge) => is_below(*edge, bounds.edges),
                    WireStep::Enter(site) | WireStep::Leave(site) => is_below(*site, bounds.calls),
                };
                there(steps.iter().all(is_step), "a step")
            }
            _ => Ok(()),
        }
    }
}
