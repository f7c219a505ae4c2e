//! When nobody has anything left to do.
//!
//! A message is counted before it can be received, and taken off after all that it has caused is counted. So the count is 0
//! only when no message waits and nobody is handling one, in whatever order messages arrive: whoever could still send one
//! holds one that is counted.
//!
//! The paper counts answers instead: the program is safe when as many conditions were refuted as workers have received one.
//! An answer that overtakes a condition which its sender has caused makes the two numbers equal too early
//! (`tests/it/quiescence.rs` finds the order).

use std::sync::atomic::{AtomicUsize, Ordering};

/// Counts messages that were sent and are not yet handled.
#[derive(Debug, Default)]
pub struct TerminationDetector(AtomicUsize);

impl TerminationDetector {
    /// A message will be sent.
    pub fn sent(&self) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
    /// A message was handled, and what it has caused was counted. True when nothing is left.
    pub fn handled(&self) -> bool {
        self.0.fetch_sub(1, Ordering::SeqCst) == 1
    }
}
