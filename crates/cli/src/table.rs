//! The table of the results of many tasks: a line for each as it is done, and a table in the order of the list at the end.

use crate::arguments::TableFormat;
use crate::console;
use crate::exit::Exit;
use crate::list::ListedTask;
use cairn_wire::entry::{Done, WireVerdict};
use std::fmt::Write;
use std::time::Duration;

pub struct Table<'l> {
    tasks: &'l [ListedTask],
    format: TableFormat,
    done: Vec<Option<Done>>,
}

const fn word(verdict: Option<WireVerdict>) -> &'static str {
    match verdict {
        Some(WireVerdict::True) => "TRUE",
        Some(WireVerdict::False) => "FALSE",
        Some(WireVerdict::Unknown) => "UNKNOWN",
        None => "ERROR",
    }
}

impl<'l> Table<'l> {
    pub fn new(tasks: &'l [ListedTask], format: TableFormat) -> Self {
        Self { tasks, format, done: tasks.iter().map(|_| None).collect() }
    }

    /// Whether a task's result is there.
    pub fn has(&self, number: u64) -> bool {
        usize::try_from(number).ok().and_then(|number| self.done.get(number)).is_none_or(Option::is_some)
    }

    pub fn is_full(&self) -> bool {
        self.done.iter().all(Option::is_some)
    }

    /// A task is done: says so. A second result of a task is none.
    pub fn add(&mut self, done: Done) {
        if self.has(done.number) {
            return;
        }
        let Ok(number) = usize::try_from(done.number) else { return };
        let Some(task) = self.tasks.get(number) else { return };
        let count = self.done.iter().flatten().count() + 1;
        console::out(&match self.format {
            TableFormat::Json => self.json(task, &done),
            TableFormat::Text => format!("{count:>5}/{} {}", self.tasks.len(), line(task, &done)),
        });
        self.done[number] = Some(done);
    }

    fn json(&self, task: &ListedTask, done: &Done) -> String {
        let report = serde_json::from_str::<serde_json::Value>(&done.report).unwrap_or_default();
        let object = serde_json::json!({
            "task": task.name, "verdict": word(done.verdict), "reason": done.reason, "expected": task.expected,
            "wall-seconds": seconds(done.wall), "worker": done.worker.name, "report": report,
        });
        format!("{object}\n")
    }

    /// The table, and how all ended.
    pub fn finish(&self, wall: Duration, was_interrupted: bool) -> Exit {
        let count =
            |verdict: Option<WireVerdict>| self.done.iter().flatten().filter(|done| done.verdict == verdict).count();
        let (yes, no) = (count(Some(WireVerdict::True)), count(Some(WireVerdict::False)));
        let (unknown, unusable) = (count(Some(WireVerdict::Unknown)), count(None));
        let missing = self.done.iter().filter(|done| done.is_none()).count();
        if self.format == TableFormat::Text {
            let mut text = "\n".to_owned();
            for (task, done) in self.tasks.iter().zip(&self.done) {
                match done {
                    Some(done) => text += &line(task, done),
                    None => _ = writeln!(text, "-                  {}", task.name),
                }
            }
            let wrong = self.tasks.iter().zip(&self.done).filter(|(task, done)| is_other(task, done.as_ref())).count();
            let _ = write!(text, "\n{} tasks: {yes} TRUE, {no} FALSE, {unknown} UNKNOWN", self.tasks.len());
            for (count, what) in [(unusable, "that cannot be used"), (missing, "not done"), (wrong, "not as expected")]
            {
                if count > 0 {
                    let _ = write!(text, ", {count} {what}");
                }
            }
            let _ = writeln!(text, "; {:.1} s", wall.as_secs_f64());
            console::out(&text);
        }
        match () {
            () if was_interrupted => Exit::Interrupted,
            () if no > 0 => Exit::Violation,
            () if unusable > 0 => Exit::Input,
            () if unknown + missing > 0 => Exit::Unknown,
            () => Exit::Done,
        }
    }
}

/// A verdict that the task's definition does not expect.
fn is_other(task: &ListedTask, done: Option<&Done>) -> bool {
    let found = match done.and_then(|done| done.verdict) {
        Some(WireVerdict::True) => true,
        Some(WireVerdict::False) => false,
        _ => return false,
    };
    task.expected.is_some_and(|expected| expected != found)
}

fn seconds(millis: u64) -> f64 {
    Duration::from_millis(millis).as_secs_f64()
}

fn line(task: &ListedTask, done: &Done) -> String {
    let other = if is_other(task, Some(done)) { "  NOT AS EXPECTED" } else { "" };
    let why = if done.reason.is_empty() { String::new() } else { format!("  ({})", done.reason) };
    let Done { verdict, wall, worker, .. } = done;
    let by = if worker.name.is_empty() { String::new() } else { format!("  [{}]", worker.name) };
    format!("{:<8}{:>8.1} s  {}{other}{why}{by}\n", word(*verdict), seconds(*wall), task.name)
}
