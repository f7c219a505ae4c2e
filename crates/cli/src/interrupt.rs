//! Ctrl-C: the first asks the run to stop and to report what it has; one that comes more than a moment later ends the process
//! at once. A process that has a supervisor is asked again and again by it, and leaves the second to it.

use crate::exit::Exit;
use crate::parent_process;
use cairn_base::CancelToken;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Signals within so long are one: a child is asked by the terminal and by its parent, and who presses a key twice or sends two
/// signals in a row still wants the verdict.
pub const ECHO: Duration = Duration::from_secs(1);

/// Whether the user asked to stop.
static ASKED: AtomicBool = AtomicBool::new(false);

/// Whether the user has asked to stop: for what runs before a run has begun.
pub fn is_asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}

pub fn listen(cancel: CancelToken) {
    let first: Mutex<Option<Instant>> = Mutex::new(None);
    // Without a handler Ctrl-C still ends the process, only without a report.
    let _ = ctrlc::set_handler(move || {
        if !parent_process::is_child()
            && let Ok(mut first) = first.lock()
            && first.get_or_insert_with(Instant::now).elapsed() > ECHO
            && cancel.is_cancelled()
        {
            std::process::exit(Exit::Interrupted as i32);
        }
        ASKED.store(true, Ordering::Relaxed);
        cancel.cancel();
    });
}
