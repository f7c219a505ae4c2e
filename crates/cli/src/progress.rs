//! The progress of a run: on a terminal one line that is drawn in place, elsewhere a line every ten seconds.
//!
//! Why lines at all where nobody looks: the log of a run that was killed says what it was busy with.

use crate::console;
use cairn_base::clock::process_time;
use cairn_cpa::{Observer, Phase, Progress};
use cairn_verify::RunLimits;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// A run that is over sooner shows no progress on a terminal.
const QUIET: Duration = Duration::from_secs(1);
/// Between two lines where there is no terminal.
const BETWEEN: Duration = Duration::from_secs(10);

/// The same, or what the environment says: a log that is read at once may want more lines, and a test cannot wait.
fn between() -> Duration {
    let asked = std::env::var("CAIRN_PROGRESS_SECONDS").ok().and_then(|seconds| seconds.parse().ok());
    asked.map_or(BETWEEN, Duration::from_secs)
}

/// How far the run has come, shared between the thread that works and the one that watches.
#[derive(Clone, Debug, Default)]
pub struct ProgressBoard(Arc<Mutex<Noted>>);

#[derive(Clone, Debug, Default)]
struct Noted {
    /// The analysis: its name, its number, and how many there are at most.
    stage: Option<(String, usize, usize)>,
    last: Option<Progress>,
}

impl Observer for ProgressBoard {
    fn progress(&mut self, progress: Progress) {
        // The other thread may hold the lock for a moment; a missed note does no harm.
        if let Ok(mut noted) = self.0.try_lock() {
            noted.last = Some(progress);
        }
    }
    fn stage(&mut self, name: &str, number: usize, of: usize) {
        if let Ok(mut noted) = self.0.lock() {
            *noted = Noted { stage: Some((name.to_owned(), number, of)), last: None };
        }
    }
}

/// Shows a board from time to time.
pub struct Display {
    board: ProgressBoard,
    start: Instant,
    limits: RunLimits,
    is_terminal: bool,
    bar: Option<ProgressBar>,
    said: Instant,
}

impl Display {
    pub fn new(board: ProgressBoard, limits: RunLimits) -> Self {
        let start = limits.start;
        Self { board, start, limits, is_terminal: std::io::stderr().is_terminal(), bar: None, said: start }
    }

    /// Shows how far the run has come, if it is time.
    pub fn tick(&mut self) {
        let elapsed = self.start.elapsed();
        if !self.is_terminal {
            if self.said.elapsed() >= between() {
                self.said = Instant::now();
                console::err(&format!("progress: {}\n", self.line(elapsed)));
            }
            return;
        }
        if elapsed > QUIET {
            let line = self.line(elapsed);
            let bar = self.bar.get_or_insert_with(spinner);
            bar.set_message(line);
            bar.tick();
        }
    }

    pub fn clear(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }

    fn line(&self, elapsed: Duration) -> String {
        let noted = self.board.0.lock().map(|noted| noted.clone()).unwrap_or_default();
        let used = [(Some(elapsed), self.limits.time), (Some(process_time()), self.limits.processor)];
        let share =
            |(used, limit): (Option<Duration>, Option<Duration>)| Some(used?.as_secs_f64() / limit?.as_secs_f64());
        let share = used.into_iter().filter_map(share).reduce(f64::max);
        line(&noted, elapsed, share)
    }
}

/// Time, share of the limit, stage, what it does and how far it is.
fn line(noted: &Noted, elapsed: Duration, share: Option<f64>) -> String {
    let mut line = format!("{} s", elapsed.as_secs());
    if let Some(share) = share {
        line += &format!(" ({:.0} % of the limit)", (share * 100.0).clamp(0.0, 100.0));
    }
    let Some((name, number, of)) = &noted.stage else { return line + ", compiling" };
    line += &match of {
        1 => format!(", {name}"),
        _ => format!(", stage {number} of at most {of} ({name})"),
    };
    let Some(Progress { phase, states, waiting, refinements, bound }) = noted.last else { return line };
    line += &match phase {
        Phase::Exploring => ": exploring".to_owned(),
        Phase::Checking(steps) => format!(": checking a path of {steps} steps"),
        Phase::Refining => ": refining".to_owned(),
    };
    line += &format!(", {states} states, {waiting} waiting");
    line += &match bound {
        Some(bound) => format!(", bound {bound}"),
        None => format!(", {refinements} refinements"),
    };
    line
}

fn spinner() -> ProgressBar {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}") {
        bar.set_style(style);
    }
    bar
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_tells_time_stage_and_bound() {
        let seconds = Duration::from_secs(12);
        assert_eq!(line(&Noted::default(), seconds, None), "12 s, compiling");
        let mut board = ProgressBoard::default();
        board.stage("k-induction", 4, 17);
        let progress = Progress { phase: Phase::Exploring, states: 90, waiting: 3, refinements: 0, bound: Some(8) };
        board.progress(progress);
        let noted = board.0.lock().unwrap().clone();
        assert_eq!(
            line(&noted, seconds, Some(0.2)),
            "12 s (20 % of the limit), stage 4 of at most 17 (k-induction): exploring, 90 states, 3 waiting, bound 8"
        );
        board.stage("value", 1, 1);
        board.progress(Progress { phase: Phase::Refining, refinements: 5, bound: None, ..progress });
        let noted = board.0.lock().unwrap().clone();
        assert_eq!(line(&noted, seconds, None), "12 s, value: refining, 90 states, 3 waiting, 5 refinements");
    }
}
