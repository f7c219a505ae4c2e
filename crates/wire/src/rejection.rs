//! Why bytes are not taken for an entry of a run.
//!
//! Invariant: each way in which bytes can be wrong has a name of its own, because a user is told it.

use std::fmt;

/// Why some bytes are refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Rejection {
    /// It does not begin as entries do, or ends too early.
    NotOurs,
    /// It has more bytes than an entry may have.
    TooLarge {
        /// So many.
        bytes: usize,
        /// So many it may have.
        most: usize,
    },
    /// Another form of entries.
    Version {
        /// The version that it has.
        found: u16,
        /// The version that is read.
        ours: u16,
    },
    /// It belongs to another run: another program, other options, or other blocks.
    OtherRun,
    /// Its tag is not that of its bytes under this run's key.
    Damaged,
    /// Its body is no entry.
    Unreadable,
    /// It speaks of something that is not there.
    NotThere(&'static str),
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rejection::NotOurs => f.write_str("it is no message of Cairn"),
            Rejection::TooLarge { bytes, most } => write!(f, "it has {bytes} bytes, and {most} is the limit"),
            Rejection::Version { found, ours } => {
                write!(f, "it has version {found} of the form of messages, and this is version {ours}")
            }
            Rejection::OtherRun => {
                f.write_str("it belongs to a run with another program, other options or other blocks")
            }
            Rejection::Damaged => f.write_str("it is damaged, or was not sealed with the key of this run"),
            Rejection::Unreadable => f.write_str("it cannot be read"),
            Rejection::NotThere(what) => write!(f, "it names {what} that is not there"),
        }
    }
}

impl std::error::Error for Rejection {}
