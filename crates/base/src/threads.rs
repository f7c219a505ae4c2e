//! Threads that share one piece of work, each with a stack for deep recursion.
//!
//! Invariant: a panic in one thread does not leave the others waiting: they are told, and when all have ended the panic goes on
//! in the thread that asked.

use std::panic::{self, AssertUnwindSafe};

/// Bytes reserved for the stack of a thread.
const STACK_BYTES: usize = 128 << 20;

/// Runs `work` in so many threads and waits for all. It is told which thread it is in, from 0 on, and of how many: where the
/// system gives no thread, the calling one does all. `broken` is called in a thread that panics, at once.
///
/// # Panics
/// When one of the threads did.
pub fn side_by_side(name: &str, count: usize, work: impl Fn(usize, usize) + Sync, broken: impl Fn() + Sync) {
    let guarded =
        |number: usize, of: usize| panic::catch_unwind(AssertUnwindSafe(|| work(number, of))).inspect_err(|_| broken());
    let ended = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..count)
            .filter_map(|number| {
                let builder = std::thread::Builder::new().name(format!("{name} {number}")).stack_size(STACK_BYTES);
                let guarded = &guarded;
                builder.spawn_scoped(scope, move || guarded(number, count)).ok()
            })
            .collect();
        if threads.is_empty() {
            return guarded(0, 1);
        }
        let mut ended = Ok(());
        for thread in threads {
            if let Err(panic) = thread.join().and_then(|done| done) {
                ended = Err(panic);
            }
        }
        ended
    });
    if let Err(panic) = ended {
        panic::resume_unwind(panic);
    }
}

#[cfg(test)]
mod tests {
    use super::side_by_side;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn each_thread_has_its_number() {
        let sum = AtomicUsize::new(0);
        let work = |number: usize, _: usize| {
            sum.fetch_add(number + 1, Ordering::Relaxed);
        };
        side_by_side("test", 3, work, || unreachable!());
        assert_eq!(sum.into_inner(), 6);
    }

    #[test]
    fn a_panic_is_reported_and_goes_on() {
        let reported = AtomicUsize::new(0);
        let work = |number: usize, _: usize| assert_ne!(number, 1, "this one breaks");
        let broken = || {
            reported.fetch_add(1, Ordering::Relaxed);
        };
        let run = || side_by_side("test", 2, work, broken);
        assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).is_err());
        assert_eq!(reported.into_inner(), 1);
    }
}
