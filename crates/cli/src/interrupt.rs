//! Ctrl-C: the first asks the run to stop and to report what it has; the second ends the process at once.

use crate::exit::Exit;
use cairn_base::CancelToken;
use std::sync::atomic::{AtomicBool, Ordering};

/// Listens from now on.
pub fn listen(cancel: CancelToken) {
    let before = AtomicBool::new(false);
    // Without a handler Ctrl-C still ends the process, only without a report.
    let _ = ctrlc::set_handler(move || {
        if before.swap(true, Ordering::Relaxed) {
            std::process::exit(Exit::Interrupted as i32);
        }
        cancel.cancel();
    });
}
