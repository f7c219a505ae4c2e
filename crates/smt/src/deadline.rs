//! The time that a call of a solver may take.
//!
//! It is the user's or a stage's, never a limit of a question (that is work). It is used up when it has passed on the
//! wall *and* the process has had the processor for it: not the wall alone, since on a busy machine that is less than was
//! meant, and not the processor alone, since other threads may be at work beside.

use cairn_base::clock::process_time;
use std::time::{Duration, Instant};

/// The time that a call may take.
pub(crate) struct Deadline {
    time: Duration,
    began: Instant,
    used: Duration,
}

impl Deadline {
    pub(crate) fn new(time: Duration) -> Self {
        Self { time, began: Instant::now(), used: process_time() }
    }
    pub(crate) fn is_over(&self) -> bool {
        self.began.elapsed() >= self.time && process_time().saturating_sub(self.used) >= self.time
    }
}
