//! Runs a call of Z3 with a thread beside it that interrupts the call when the flag is up or the memory is used up.

use super::context::Context;
use crate::solver::{Interrupter, Limits, Unknown};
use cairn_base::budget::resident_bytes;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How often the flag is looked at during a call.
const POLL: Duration = Duration::from_millis(20);
/// The watcher needs hardly any stack.
const WATCHER_STACK: usize = 64 * 1024;
/// Z3 gets this much longer than its own clock allows before it is interrupted.
const GRACE: Duration = Duration::from_millis(200);

/// The result of the call, and why it was interrupted if it was.
pub(super) fn watched<T>(context: &Context, limits: &Limits, call: impl FnOnce() -> T) -> (T, Option<Unknown>) {
    let done = AtomicBool::new(false);
    let end = limits.time.map(|time| Instant::now() + time + GRACE);
    let interrupter = context.interrupter();
    let watch = || {
        let mut stopped = None;
        while !done.load(Ordering::Acquire) {
            if limits.cancel.as_ref().is_some_and(|cancel| cancel.is_cancelled()) {
                stopped = Some(Unknown::Interrupted);
            } else if limits.memory.is_some_and(|most| resident_bytes().is_some_and(|used| used > most)) {
                stopped = Some(Unknown::MemoryLimit);
            } else if end.is_some_and(|end| Instant::now() > end) {
                stopped = Some(Unknown::Timeout);
            }
            if stopped.is_some() {
                interrupter.interrupt();
            }
            std::thread::park_timeout(POLL);
        }
        stopped
    };
    std::thread::scope(|scope| {
        // Where no further thread is allowed, the time limit has to do.
        let watcher = std::thread::Builder::new().stack_size(WATCHER_STACK).spawn_scoped(scope, watch);
        let answer = call();
        done.store(true, Ordering::Release);
        let Ok(watcher) = watcher else { return (answer, None) };
        watcher.thread().unpark();
        (answer, watcher.join().unwrap_or(None))
    })
}
