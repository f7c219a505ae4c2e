//! The message log: what actors sent each other, and what became of it, as one value for those who read it later or meanwhile.
//!
//! This is the paper's visualization worker (DCPA 4.3.4), made an observer: the board and the workers tell a [`Recorder`] what
//! happens and never ask it, so a run with one has the messages, the counts and the verdict of a run without.
//!
//! Time is logical: the place of an event in the log. What caused an event comes before it. Nothing in the log needs the program
//! or the analysis to be understood: states are texts.
//!
//! Invariant: the log has a limit. What is over it is counted, not kept.

use crate::message::{Link, ViolationCondition};
use cairn_base::id::Id;
use cairn_blocks::{BlockGraph, CodeBlockId};
use cairn_cpa::{Ended, Res};
use cairn_ir::Program;
use serde::Serialize;
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// More events than these are counted, and not kept.
const MOST_EVENTS: usize = 200_000;
/// A step of an exploration in units of solvers' work, roughly.
pub(crate) const WORK_OF_A_STEP: u64 = 100;
/// Longer texts are cut, in characters.
const MOST_WORDS: usize = 4_000;

/// The types of messages (DCPA, Table 1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub enum MessageKind {
    /// A state at the entry of a block.
    BlockPostcondition,
    /// A target was met in a block.
    ErrorCondition,
    /// The answer to it: what refutes the way to the target, and voids what was sent before.
    ErrorConditionUnreachable,
    /// The run has come to its end.
    Result,
    /// A worker could not go on.
    Error,
}

/// Who gets a message.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Receivers {
    /// These blocks, by number.
    Blocks(Vec<usize>),
    /// All.
    All,
}

/// Outcome of a message.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum MessageOutcome {
    /// The block was explored for the state.
    Explored,
    /// The result for the same state and precision was there.
    UsedAgain,
    /// A state above it was explored before.
    NoNews,
    /// It was explored as one with others that waited at the same place.
    Combined,
    /// It was sent before the last refinement.
    Outdated,
    /// An execution takes the way: a violation.
    Confirmed,
    /// No execution takes it, and what refutes it was sent to all.
    Refuted,
    /// The condition at the block's entry was sent to the block before.
    SentBack,
    /// Neither is known; it is a reason of incompleteness.
    GivenUp,
    /// Treating it failed, or was stopped.
    Failed,
}

/// A message was sent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Sent {
    /// Its type.
    pub kind: MessageKind,
    /// The time between two refinements in which it was sent.
    pub epoch: usize,
    /// The block whose actor sent it; none: whoever started the run, or the run itself.
    pub sender: Option<usize>,
    /// Who gets it.
    pub receivers: Receivers,
    /// When the message was sent that caused it.
    pub cause: Option<u64>,
    /// The size of the states or predicates in it, in bytes.
    pub bytes: u64,
    /// Its content, for a person.
    #[serde(rename = "words")]
    pub description: String,
}

/// A message was handled.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Treated {
    /// When it was sent.
    pub message: u64,
    /// By which thread, from 0 on.
    pub thread: usize,
    /// Its outcome.
    pub outcome: MessageOutcome,
    /// Cost of that: work of solvers, and [`WORK_OF_A_STEP`] for each step of the exploration. The same in each run.
    pub work: u64,
}

/// An event.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum LogEvent {
    /// A message was sent.
    Sent(Sent),
    /// A message was handled.
    Treated(Treated),
}

/// Event at a time.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Event {
    /// When, from 0 on.
    pub time: u64,
    /// What.
    #[serde(flatten)]
    pub what: LogEvent,
}

/// A block, with its number as its place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LoggedBlock {
    /// Its id.
    pub id: String,
    /// Where it begins, for a person.
    pub name: String,
    /// True where the program begins.
    pub is_entry: bool,
    /// Its operations, as text.
    pub operations: Vec<String>,
    /// The blocks that begin where it ends.
    pub successors: Vec<usize>,
}

/// See the module.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct MessageLog {
    /// The program's files.
    pub program: Vec<String>,
    /// The block graph; empty before the run begins.
    pub blocks: Vec<LoggedBlock>,
    /// Events, in order.
    pub events: Vec<Event>,
    /// Events that were not kept.
    pub left_out: u64,
    /// The verdict in capital letters, when there is one.
    pub verdict: Option<String>,
    /// Why it is not more.
    pub reasons: Vec<String>,
}

/// Writes the log of a run. Copies write the same one.
#[derive(Clone, Debug, Default)]
pub struct Recorder(Arc<Mutex<MessageLog>>);

impl Recorder {
    /// The log, as far as it is.
    pub fn log(&self) -> MutexGuard<'_, MessageLog> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A run begins with these blocks.
    pub(crate) fn begins(&self, graph: &BlockGraph, program: &Program) {
        let block = |id: CodeBlockId| LoggedBlock {
            id: id.to_string(),
            name: graph.name(id, program),
            is_entry: graph.get(id).entry == graph.supergraph.entry(),
            operations: graph.get(id).edges.iter().map(|edge| cut(graph.operation(*edge, program))).collect(),
            successors: graph.successors(id).map(Id::index).collect(),
        };

        let log = MessageLog {
            program: program.sources.files().map(|file| program.sources.name(file).to_owned()).collect(),
            blocks: graph.iter().map(|(id, _)| block(id)).collect(),
            ..MessageLog::default()
        };
        *self.log() = log;
    }

    fn happens(&self, what: LogEvent) -> u64 {
        let mut log = self.log();
        let time = log.events.len() as u64 + log.left_out;
        match log.events.len() < MOST_EVENTS {
            true => log.events.push(Event { time, what }),
            false => log.left_out += 1,
        }
        time
    }

    /// A message will be sent; the time is its name.
    pub(crate) fn sent(&self, sent: Sent) -> u64 {
        self.happens(LogEvent::Sent(Sent { description: cut(sent.description), ..sent }))
    }

    /// A message was handled, and what it has caused was sent.
    pub(crate) fn handled(&self, message: u64, thread: usize, outcome: MessageOutcome, work: u64) {
        self.happens(LogEvent::Treated(Treated { message, thread, outcome, work }));
    }

    pub(crate) fn ends(&self, verdict: &str, reasons: Vec<String>) {
        let mut log = self.log();
        (log.verdict, log.reasons) = (Some(verdict.to_owned()), reasons);
    }
}

fn cut(text: String) -> String {
    match text.char_indices().nth(MOST_WORDS) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text,
    }
}

/// An error condition as it is told: it goes back along the blocks of its chain.
pub(crate) fn condition(epoch: usize, link: &Arc<Link>, place: Option<&str>) -> Sent {
    let chain = link.chain(0);
    let way: Vec<String> = chain.iter().map(|link| link.block.to_string()).collect();
    let blocks: BTreeSet<usize> = chain.iter().map(|link| link.block.index()).collect();
    let bytes = chain.iter().map(|link| link.state.as_ref().map_or(0, |state| state.len() as u64)).sum();
    let description = format!("a violation is met at {}, by way of {}", place.unwrap_or("some place"), way.join(" → "));
    Sent {
        kind: MessageKind::ErrorCondition,
        epoch,
        sender: Some(link.block.index()),
        receivers: Receivers::Blocks(blocks.into_iter().collect()),
        cause: Some(link.number),
        bytes,
        description,
    }
}

/// An error condition that one block sends to the block before it.
pub(crate) fn precondition(epoch: usize, condition: &ViolationCondition, words: &str, cause: u64) -> Sent {
    Sent {
        kind: MessageKind::ErrorCondition,
        epoch,
        sender: condition.behind.as_ref().map(|(behind, _)| behind.block.index()),
        receivers: Receivers::Blocks(vec![condition.link.block.index()]),
        cause: Some(cause),
        bytes: condition.behind.as_ref().map_or(0, |(_, condition)| condition.len() as u64),
        description: words.to_owned(),
    }
}

/// The end of a run as it is told.
pub(crate) fn end<X>(epoch: usize, ended: &Res<Ended<X>>) -> Sent {
    let (kind, description) = match ended {
        Ok(Ended::Explored) => (MessageKind::Result, "no message is left".to_owned()),
        Ok(Ended::Violation(..)) => (MessageKind::Result, "an execution violates the property".to_owned()),
        Ok(Ended::Limit(reason)) => (MessageKind::Result, reason.to_string()),
        Err(failure) => (MessageKind::Error, failure.to_string()),
    };
    Sent { kind, epoch, sender: None, receivers: Receivers::All, cause: None, bytes: 0, description }
}
