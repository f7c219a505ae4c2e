//! A board that processes on many machines share: each has a replica of what all know, which is a function of the log of the run up
//! to a number (`docs/design/many-machines.md`).
//!
//! - [`replica`]: what the log says.
//! - [`say`]: what is said there, from entries to messages and back.
//! - [`desk`]: a worker's thread at such a board.
//! - [`take_part`]: a process that works.
//! - [`coordinate`]: the process that asked, which has the verdict.
//!
//! Invariant: TRUE rests on the log alone. In the last epoch each intact entry that is work has an entry that says that it
//! was handled, and all that this one says to have followed is there, intact. What a server has lost makes no verdict.

pub mod coordinate;
pub mod encode;
pub mod participate;
pub mod replica;
pub mod session;

use cairn_blocks::{BlockGraph, graph_json};
use cairn_cpa::Specification;
use cairn_cpa::control::PortableControl;
use cairn_ir::Program;
use cairn_wire::entry::{Start, WorkerName};
use cairn_wire::{Bounds, Entry, Lane, Log, Lost, SealKey, Tie, seal};
use std::fmt;
use std::sync::Arc;

/// Role of a process in a run over many machines.
#[derive(Clone, Debug)]
pub enum ProcessRole {
    /// It has asked, and has the verdict.
    Coordinator,
    /// It works, and was told this hash of the run.
    Worker(Tie),
}

/// Messages to a user while a run goes on.
pub type Tell = Arc<dyn Fn(&str) + Send + Sync>;

/// A run over many machines, as a process knows it before it has read the program.
#[derive(Clone)]
pub struct Machines {
    /// The log.
    pub log: Arc<dyn Log>,
    /// Seal key of entries.
    pub key: SealKey,
    /// How it begins.
    pub start: Start,
    /// Role of this process.
    pub role: ProcessRole,
    /// Name of this process.
    pub me: WorkerName,
    /// Told to the user.
    pub tell: Tell,
}

impl fmt::Debug for Machines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Machines").field("role", &self.role).finish_non_exhaustive()
    }
}

/// A run whose program was read: what is said in it is tied to program, options and blocks.
pub struct RunConnection<'m> {
    machines: &'m Machines,
    tie: Tie,
    bounds: Bounds,
}

impl<'m> RunConnection<'m> {
    /// The run of a program.
    pub fn new(machines: &'m Machines, program: &Program, specification: &Specification, graph: &BlockGraph) -> Self {
        let start = Entry::Start(machines.start.clone()).to_bytes();
        let tie = Tie::of([start.as_slice(), graph_json(program, graph).as_bytes()]);
        let states = specification.transitions.iter().flat_map(|step| [step.from, step.to]);
        let last = states.chain([specification.start, specification.violation]).map(|state| state.0).max();
        let bounds = Bounds {
            nodes: program.nodes.len(),
            edges: program.edges.len(),
            calls: program.calls.len(),
            blocks: graph.len(),
            specification: last.map_or(0, |last| last as usize + 1),
        };
        Self { machines, tie, bounds }
    }

    /// The hash of the run.
    pub fn tie(&self) -> Tie {
        self.tie
    }
    /// How many of each thing the program has.
    pub fn bounds(&self) -> &Bounds {
        &self.bounds
    }
    fn log(&self) -> &dyn Log {
        &*self.machines.log
    }

    /// Adds an entry to the log: its number and its mark.
    fn publish(&self, lane: Lane, entry: &Entry) -> Result<(u64, u64), Lost> {
        let sealed = self.machines.key.seal(self.tie, entry);
        let mark = seal::mark(&sealed);
        self.log().publish(lane, sealed).map(|number| (number, mark))
    }
}

/// The states with which a program begins, one for each block that is entered there.
fn first<'g>(graph: &'g BlockGraph, start: &'g PortableControl, epoch: usize) -> impl Iterator<Item = Entry> + 'g {
    graph.entered_at(start.node).iter().map(move |block| encode::state(epoch, *block, start, None, None))
}
