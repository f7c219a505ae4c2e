//! Nothing that goes wrong inside may look like a verdict, nor like a crash: the work runs on a thread of its own, with
//! a stack for deep recursion, and a panic there becomes a text.
//!
//! The stack is reserved, not used: it counts toward a limit on address space, so it stays well below the 4 GB that
//! harnesses allow.

use std::panic::{self, AssertUnwindSafe};
use std::sync::Mutex;

/// Bytes reserved for the stack of the working thread; less where the address space does not allow it, since deep
/// recursion adds segments by itself.
const STACK_BYTES: [usize; 3] = [256 << 20, 64 << 20, 8 << 20];

/// The message and place of the last panic, as the hook saw it.
static LAST_PANIC: Mutex<Option<String>> = Mutex::new(None);

/// Runs `work` on a thread with a large stack.
///
/// # Errors
/// [`Broken`], when `work` panicked or no thread could be made.
pub fn run<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, Broken> {
    let before = panic::take_hook();
    panic::set_hook(Box::new(|info| {
        let place = info.location().map_or(String::new(), |at| format!(" at {}:{}", at.file(), at.line()));
        let payload = info.payload();
        let text =
            payload.downcast_ref::<&str>().copied().or_else(|| payload.downcast_ref::<String>().map(String::as_str));
        let text = text.unwrap_or("a panic without a text");
        if let Ok(mut last) = LAST_PANIC.lock() {
            *last = Some(format!("{text}{place}"));
        }
    }));
    // A thread that cannot be started does not give back what it was to do.
    let work = Mutex::new(Some(work));
    let take = || work.lock().ok().and_then(|mut work| work.take());
    let body = || take().map(|work| panic::catch_unwind(AssertUnwindSafe(work)));
    let result = std::thread::scope(|scope| {
        let start =
            |bytes| std::thread::Builder::new().name("verify".to_owned()).stack_size(bytes).spawn_scoped(scope, body);
        match STACK_BYTES.into_iter().find_map(|bytes| start(bytes).ok()).map(std::thread::ScopedJoinHandle::join) {
            Some(Ok(Some(Ok(value)))) => Ok(value),
            Some(_) => {
                let last = LAST_PANIC.lock().ok().and_then(|mut last| last.take());
                Err(Broken::of(last.unwrap_or_else(|| "a panic without a text".to_owned())))
            }
            None => Err(Broken::OutOfMemory),
        }
    });
    panic::set_hook(before);
    result
}

#[derive(Debug, PartialEq, Eq)]
pub enum Broken {
    /// A panic; the text of a bug report.
    Bug(String),
    /// The system gave no memory, or no thread, which needs some.
    OutOfMemory,
}

impl Broken {
    fn of(panic: String) -> Self {
        if tells_of_memory(&panic) { Broken::OutOfMemory } else { Broken::Bug(panic) }
    }
}

/// Whether a failure is for want of memory, and so no bug. That a library could not have memory or a thread is known by
/// the error's number, 11 or 12; the solver says it in words.
pub fn tells_of_memory(failure: &str) -> bool {
    let signs = ["os error 11", "os error 12", "code: 11,", "code: 12,", "memory allocation", "out of memory"];
    signs.iter().any(|sign| failure.contains(sign))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_a_text_and_deep_recursion_is_none() {
        fn deep(n: u64) -> u64 {
            if n == 0 { 0 } else { std::hint::black_box(deep(n - 1)) + 1 }
        }
        assert_eq!(run(|| deep(500_000)), Ok(500_000));
        let Err(Broken::Bug(error)) = run(|| panic!("the invariant {} does not hold", 7)) else { panic!("no bug") };
        assert!(error.starts_with("the invariant 7 does not hold at ") && error.contains("guard.rs"), "{error}");
        let error = run(|| panic!("no thread: Os {{ code: 11, kind: WouldBlock }}"));
        assert_eq!(error, Err(Broken::OutOfMemory));
    }
}
