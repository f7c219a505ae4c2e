//! The second thread of `cairn verify`: it has progress shown, watches the processor time, and ends the
//! process when the work does not hear a request to stop.
//!
//! Why a thread and not a look at the clock in the analysis: a solver may be busy for long, and a reading of the
//! processor time costs a system call.

use crate::progress::{Board, Display};
use crate::{limits, supervise};
use cairn_base::CancelToken;
use cairn_verify::Limits;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Between two looks.
const PERIOD: Duration = Duration::from_millis(100);
/// How much processor time the work may take to stop after it was asked to.
const GRACE: Duration = Duration::from_millis(1200);
/// How much wall time: work that waits for another process uses no processor, and a busy machine lends little of it.
const LONGEST_GRACE: Duration = Duration::from_secs(4);
/// The running watch; dropping it ends the thread.
pub struct Watch {
    done: Option<mpsc::Sender<()>>,
    thread: Option<JoinHandle<()>>,
    out_of_time: Arc<AtomicBool>,
}

impl Watch {
    /// Starts the thread, which shows the board if that is wanted. `give_up` ends the process when a request to stop was not heard in time; it is told whether
    /// that was for want of processor time.
    pub fn start(
        limits: Limits,
        cancel: CancelToken,
        board: Board,
        show: bool,
        give_up: impl FnOnce(bool) + Send + 'static,
    ) -> Self {
        let (done, is_done) = mpsc::channel();
        let out_of_time = Arc::new(AtomicBool::new(false));
        let flag = out_of_time.clone();
        let body = move || {
            let display = show.then(|| Display::new(board, limits));
            watch(&is_done, limits.processor, &cancel, display, &flag, give_up);
        };
        // Without the thread the run still works; only limits and progress are gone.
        let thread = std::thread::Builder::new().name("watch".to_owned()).spawn(body).ok();
        Self { done: Some(done), thread, out_of_time }
    }
    /// True when the run was stopped because the processor time was used up.
    pub fn out_of_time(&self) -> bool {
        self.out_of_time.load(Ordering::Relaxed)
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.done = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn watch(
    is_done: &mpsc::Receiver<()>,
    cpu_limit: Option<Duration>,
    cancel: &CancelToken,
    mut display: Option<Display>,
    out_of_time: &AtomicBool,
    give_up: impl FnOnce(bool),
) {
    let mut asked = None;
    while is_done.recv_timeout(PERIOD) == Err(RecvTimeoutError::Timeout) {
        if cpu_limit.is_some_and(|limit| limits::cpu_used().is_some_and(|used| used >= limit)) && !cancel.is_cancelled()
        {
            out_of_time.store(true, Ordering::Relaxed);
            cancel.cancel();
        }
        if supervise::is_orphaned() {
            cancel.cancel();
        }
        if cancel.is_cancelled() && asked.get_or_insert_with(Asked::now).is_long_ago() {
            give_up(out_of_time.load(Ordering::Relaxed));
            return;
        }
        if let Some(display) = &mut display {
            display.tick();
        }
    }
    if let Some(display) = display {
        display.clear();
    }
}

/// When the work was asked to stop.
struct Asked {
    at: Instant,
    used: Option<Duration>,
}

impl Asked {
    fn now() -> Self {
        Self { at: Instant::now(), used: limits::cpu_used() }
    }
    fn is_long_ago(&self) -> bool {
        let (wall, now) = (self.at.elapsed(), limits::cpu_used());
        let work = self.used.zip(now).map_or(wall, |(used, now)| now.saturating_sub(used));
        work > GRACE || wall > LONGEST_GRACE
    }
}
