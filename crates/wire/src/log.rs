//! The log of a run: entries in one order, which all processes see; some of them are work, which is handed out.
//!
//! Laws, which `TRUE` rests on:
//! - Numbers grow, and everybody sees the same bytes under a number.
//! - Work is handed out until somebody says that it is done; when who has it is gone, to another one.
//! - [`Log::quiet`] says a number only when all work up to that number is done and the log has no later entry, at
//!   one moment. Who does work publishes what follows from it before it says that it is done, so then nothing will follow.

use std::fmt;
use std::time::Duration;

/// Purpose of an entry.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Lane {
    /// The first of a run.
    Start,
    /// Work that goes before other work.
    Urgent,
    /// Work.
    Work,
    /// For those who look on.
    Note,
}

impl Lane {
    /// Whether it is handed out.
    pub const fn is_work(self) -> bool {
        matches!(self, Lane::Urgent | Lane::Work)
    }
}

/// The log is gone, as a sentence: its server does not answer, or has no such log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lost(pub String);

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Work that was handed out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    /// The number of the entry.
    pub number: u64,
    /// How often it was handed out, this time included.
    pub times: u64,
}

/// An entry as it is in the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seen {
    /// Its number.
    pub number: u64,
    /// Its purpose.
    pub lane: Lane,
    /// Its content, sealed.
    pub bytes: Vec<u8>,
}

/// See the module. All operations may be asked by several threads at once.
pub trait Log: Send + Sync {
    /// Adds an entry; its number, when it is in the log for good.
    ///
    /// # Errors
    /// The log is gone.
    fn publish(&self, lane: Lane, bytes: Vec<u8>) -> Result<u64, Lost>;

    /// The next entry in the order of their numbers, from the first on, each once. `None` when there is none for so long.
    ///
    /// # Errors
    /// The log is gone.
    fn observe(&self, wait: Duration) -> Result<Option<Seen>, Lost>;

    /// Some work, if there is any within this time; urgent work first.
    ///
    /// # Errors
    /// The log is gone.
    fn claim(&self, wait: Duration) -> Result<Option<Claim>, Lost>;

    /// An entry that was claimed, for those who do not observe.
    ///
    /// # Errors
    /// The log is gone.
    fn read(&self, number: u64) -> Result<Vec<u8>, Lost>;

    /// Work is done, and all that follows from it is published.
    fn done(&self, number: u64);

    /// The number of the last entry, if all work is done.
    ///
    /// # Errors
    /// The log is gone.
    fn quiet(&self) -> Result<Option<u64>, Lost>;
}
