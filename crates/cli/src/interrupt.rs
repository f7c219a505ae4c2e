//! Ctrl-C: the first asks the run to stop and to report what it has; the second ends the process at once.

use crate::exit::Exit;
use crate::memory_supervisor;
use cairn_base::CancelToken;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// A child may be asked twice for one Ctrl-C: by the terminal and by its parent.
const ECHO: Duration = Duration::from_secs(1);

/// Listens from now on.
pub fn listen(cancel: CancelToken) {
    let first: Mutex<Option<Instant>> = Mutex::new(None);
    let echo = if memory_supervisor::is_child() { ECHO } else { Duration::ZERO };
    // Without a handler Ctrl-C still ends the process, only without a report.
    let _ = ctrlc::set_handler(move || {
        if let Ok(mut first) = first.lock()
            && first.get_or_insert_with(Instant::now).elapsed() > echo
            && cancel.is_cancelled()
        {
            std::process::exit(Exit::Interrupted as i32);
        }
        cancel.cancel();
    });
}
