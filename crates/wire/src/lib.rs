//! The entries that processes of one run send each other, as bytes, and the log that they send them to.
//!
//! `docs/design/many-machines.md` says what a run over many machines is, and what a hostile message can do.
//!
//! - [`entry`]: what is said.
//! - [`seal`]: from entries to bytes and back: version, hash of the run, tag.
//! - [`refused`]: why bytes are no entry.
//! - [`log`]: an ordered list of entries, some of which are work that is handed out. A NATS server keeps one (`cairn-net`), and
//!   for tests this process ([`shared`]).
//!
//! Knows no network, and nothing of programs: locations and blocks are numbers here, and who reads an entry says how many
//! there are ([`entry::Bounds`]).

pub mod entry;
pub mod in_process_log;
pub mod log;
pub mod rejection;
pub mod seal;

pub use entry::{Bounds, Entry};
pub use log::{Claim, Lane, Log, Lost};
pub use rejection::Rejection;
pub use seal::{SealKey, Tie, VERSION};
