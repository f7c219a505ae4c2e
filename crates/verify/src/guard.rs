//! Nothing that goes wrong inside may look like a verdict, nor like a crash: the work runs on a thread of its own, with
//! a stack for deep recursion, and a panic there becomes a text.
//!
//! The stack is reserved, not used: it counts toward a limit on address space, so it stays well below the 4 GB that
//! harnesses allow.

use std::panic::{self, AssertUnwindSafe};
use std::sync::Mutex;

/// Bytes reserved for the stack of the working thread.
const STACK_BYTES: usize = 256 << 20;

/// The message and place of the last panic, as the hook saw it.
static LAST_PANIC: Mutex<Option<String>> = Mutex::new(None);

/// Runs `work` on a thread with a large stack.
///
/// # Errors
/// The text of a bug report, when `work` panicked or no thread could be made.
pub fn run<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, String> {
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
    let result = std::thread::scope(|scope| {
        let builder = std::thread::Builder::new().name("verify".to_owned()).stack_size(STACK_BYTES);
        let thread = builder.spawn_scoped(scope, || panic::catch_unwind(AssertUnwindSafe(work)));
        match thread.map(std::thread::ScopedJoinHandle::join) {
            Ok(Ok(Ok(value))) => Ok(value),
            Ok(_) => {
                let last = LAST_PANIC.lock().ok().and_then(|mut last| last.take());
                Err(last.unwrap_or_else(|| "a panic without a text".to_owned()))
            }
            Err(error) => Err(format!("no thread could be started: {error}")),
        }
    });
    panic::set_hook(before);
    result
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
        let error = run(|| panic!("the invariant {} does not hold", 7)).unwrap_err();
        assert!(error.starts_with("the invariant 7 does not hold at ") && error.contains("guard.rs"), "{error}");
    }
}
