//! Results that are kept from run to run: keys and values of bytes in a file, for which the caller answers.
//!
//! A [`Store`] is what a run knows: what it has fetched from the file, and what is new. The file ([`file`]) is open only
//! while something is fetched and while the new is written at the end, so that runs side by side wait for each other for
//! milliseconds.
//!
//! Invariants: nothing that is wrong with the file fails a run, it is a warning, and the file is not used; a file that is
//! not Cairn's, or of another format, is never written; a record whose checksum is wrong is as none.

mod file;
mod key;
mod store;

pub use key::Key;
pub use store::Store;
