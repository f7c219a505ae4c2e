//! The second thread of `cairn verify`: it has progress shown, watches the time, and ends the process when the work does
//! not hear a request to stop.
//!
//! The work watches the wall time by itself and ends with a report of what it has. But a library that it calls may not
//! be interruptible: Z3 looks at no flag while it turns multiplications and divisions into gates. Such a call is
//! abandoned with the process, a moment after the limit.
//!
//! Why a thread and not a look at the clock in the analysis: a solver may be busy for long, and a reading of the
//! processor time costs a system call.

use crate::exit::Exit;
use crate::parent_process;
use crate::progress::{Display, ProgressBoard};
use cairn_base::CancelToken;
use cairn_base::budget::seconds;
use cairn_base::clock::process_time;
use cairn_verify::RunLimits;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

const PERIOD: Duration = Duration::from_millis(100);
/// How much processor time the work may take to stop after it was asked to.
const GRACE: Duration = Duration::from_millis(1200);
/// How much wall time: work that waits for another process uses no processor, and a busy machine lends little of it.
const LONGEST_GRACE: Duration = Duration::from_secs(4);
/// How much wall time after the limit the work may take to end by itself, in which it mostly ends within a tenth.
const OVERTIME: Duration = Duration::from_millis(700);

/// Why a process is ended in the middle of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Overdue {
    /// The user asked, or the parent has gone.
    Interrupted,
    /// The limit of processor time is reached.
    Processor,
    /// The limit of wall time is reached.
    Time(Duration),
}

impl Overdue {
    /// A sentence for the user, without a full stop, and the exit code.
    pub fn outcome_text(self) -> (String, Exit) {
        let step = "in a step that could not be stopped";
        match self {
            Self::Interrupted => (format!("interrupted {step}"), Exit::Interrupted),
            Self::Processor => (format!("limit of processor time reached {step}"), Exit::Unknown),
            Self::Time(limit) => (format!("time limit of {} s reached {step}", seconds(limit)), Exit::Unknown),
        }
    }
}

/// The running watch; dropping it ends the thread.
pub struct Watch {
    done: Option<mpsc::Sender<()>>,
    thread: Option<JoinHandle<()>>,
    out_of_time: Arc<AtomicBool>,
}

impl Watch {
    /// Starts the thread, which shows the board if that is wanted. `give_up` ends the process when a request to stop was
    /// not heard in time, or the end of the wall time was not; it is told why.
    pub fn start(
        limits: RunLimits,
        cancel: CancelToken,
        board: ProgressBoard,
        show: bool,
        give_up: impl FnOnce(Overdue) + Send + 'static,
    ) -> Self {
        let (done, is_done) = mpsc::channel();
        let out_of_time = Arc::new(AtomicBool::new(false));
        let flag = out_of_time.clone();
        let body = move || {
            let display = show.then(|| Display::new(board, limits));
            watch(&is_done, limits, &cancel, display, &flag, give_up);
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
    limits: RunLimits,
    cancel: &CancelToken,
    mut display: Option<Display>,
    out_of_time: &AtomicBool,
    give_up: impl FnOnce(Overdue),
) {
    let mut asked = None;
    while is_done.recv_timeout(PERIOD) == Err(RecvTimeoutError::Timeout) {
        if limits.processor.is_some_and(|limit| process_time() >= limit) && !cancel.is_cancelled() {
            out_of_time.store(true, Ordering::Relaxed);
            cancel.cancel();
        }
        if parent_process::is_orphaned() {
            cancel.cancel();
        }
        if cancel.is_cancelled() && asked.get_or_insert_with(Asked::now).is_long_ago() {
            give_up(if out_of_time.load(Ordering::Relaxed) { Overdue::Processor } else { Overdue::Interrupted });
            return;
        }
        if let Some(limit) = limits.time
            && limits.start.elapsed().saturating_sub(limit) > OVERTIME
        {
            give_up(Overdue::Time(limit));
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
    used: Duration,
}

impl Asked {
    fn now() -> Self {
        Self { at: Instant::now(), used: process_time() }
    }
    fn is_long_ago(&self) -> bool {
        let (wall, work) = (self.at.elapsed(), process_time().saturating_sub(self.used));
        work > GRACE || wall > LONGEST_GRACE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_that_does_not_end_is_abandoned_after_the_time_limit() {
        let past = Duration::from_secs(5);
        let Some(start) = Instant::now().checked_sub(past) else { return };
        let limits = RunLimits { start, time: Some(past / 5), processor: None, memory: None, steps: None, work: None };
        let (say, outcome_text) = mpsc::channel();
        // The test ends when the watch gives up, whenever that is.
        let watch = Watch::start(limits, CancelToken::new(), ProgressBoard::default(), false, move |why| {
            let _ = say.send(why);
        });
        assert_eq!(outcome_text.recv(), Ok(Overdue::Time(past / 5)));
        drop(watch);
        let (text, exit) = Overdue::Time(past / 5).outcome_text();
        assert!(text.starts_with("time limit of 1 s reached") && exit == Exit::Unknown, "{text}");
        assert_eq!(Overdue::Interrupted.outcome_text().1, Exit::Interrupted);
    }
}
