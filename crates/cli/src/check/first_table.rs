//! The first table of a run that takes long: what was proved before any engine, and each check that is open with what is known of it.
//!
//! It goes to standard error once, some seconds after the start, so that a person reads while engines close what is open; a run
//! that is over sooner has only its last table.

use super::report::{CheckReport, CheckState};
use crate::console;
use crate::report::trace;
use cairn_verify::obligations::Obligations;
use std::fmt::Write;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

const AFTER: Duration = Duration::from_secs(3);
/// Rows of it; of more it is said how many there are.
const ROWS: usize = 200;
/// Letters of a place's text that are shown.
const TEXT_WIDTH: usize = 60;

/// Results so far, shared with who prints them.
pub type SoFar = Arc<Mutex<Option<Obligations>>>;

/// Prints the table when it is time, unless it is dropped before.
pub struct FirstTable {
    is_over: Arc<(Mutex<bool>, Condvar)>,
    waiting: Option<JoinHandle<()>>,
}

impl FirstTable {
    pub fn of(known: SoFar, start: Instant) -> Self {
        let is_over: Arc<(Mutex<bool>, Condvar)> = Arc::default();
        let shared = Arc::clone(&is_over);
        let wait = move || {
            let (over, ended) = &*shared;
            let left = AFTER.saturating_sub(start.elapsed());
            let guard = over.lock().unwrap_or_else(PoisonError::into_inner);
            let waited = ended.wait_timeout_while(guard, left, |over| !*over);
            let is_over = *waited.unwrap_or_else(PoisonError::into_inner).0;
            if is_over {
                return;
            }
            let known = known.lock().unwrap_or_else(PoisonError::into_inner).clone();
            if let Some(known) = known {
                console::err(&render(&CheckReport::of(&known), start.elapsed()));
            }
        };
        // Without a thread there is no first table.
        let waiting = std::thread::Builder::new().name("first table".to_owned()).spawn(wait).ok();
        Self { is_over, waiting }
    }
}

impl Drop for FirstTable {
    fn drop(&mut self) {
        let (over, ended) = &*self.is_over;
        *over.lock().unwrap_or_else(PoisonError::into_inner) = true;
        ended.notify_all();
        if let Some(waiting) = self.waiting.take() {
            // What it prints is no part of the answer.
            let _ = waiting.join();
        }
    }
}

fn render(report: &CheckReport, after: Duration) -> String {
    let all = report.obligations.len();
    let open: Vec<_> = report.obligations.iter().filter(|one| one.state == CheckState::Unknown).collect();
    if open.is_empty() {
        return String::new();
    }
    let (proved, violated) = (report.count(CheckState::Proved), report.count(CheckState::Violated));
    let mut out = String::new();
    let _ = writeln!(
        out,
        "First table after {:.1} s: {all} obligations, {proved} proved, {violated} violated, {} open:",
        after.as_secs_f64(),
        open.len()
    );
    for one in open.iter().take(ROWS) {
        let place = one.at.as_ref().map(|at| format!("{at}: ")).unwrap_or_default();
        let text = trace::one_line(&one.text, TEXT_WIDTH);
        let known = one.known.first().map_or(String::new(), |known| format!(" [{known}]"));
        let _ = writeln!(out, "  {place}{} in {}: {text}{known}", one.kind, one.function);
    }
    let more = open.len().saturating_sub(ROWS);
    if more > 0 {
        let _ = writeln!(out, "  and {more} more");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::report::{CheckReason, CheckedObligation};

    #[test]
    fn what_is_open_is_shown_with_what_is_known() {
        let mut open = CheckedObligation::unchecked("a.c: f", CheckReason::new("", ""));
        open.known = vec!["i is 0 to 8".to_owned()];
        let mut proved = open.clone();
        proved.state = CheckState::Proved;
        let report = CheckReport { obligations: vec![open, proved], ..CheckReport::default() };
        let text = render(&report, Duration::from_millis(3100));
        let expected = "First table after 3.1 s: 2 obligations, 1 proved, 0 violated, 1 open:\n  \
                        not-checked in f: a.c: f [i is 0 to 8]\n";
        assert_eq!(text, expected);
        let done = CheckReport { obligations: vec![report.obligations[1].clone()], ..CheckReport::default() };
        assert_eq!(render(&done, Duration::ZERO), "");
    }
}
