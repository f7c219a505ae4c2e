//! A task of a list as a query for some process, and as a row of the table of results.

use crate::child;
use crate::exit::InputError;
use crate::inputs;
use crate::list::ListedTask;
use crate::query;
use cairn_wire::entry::{Done, Query, WorkerName};

/// Query of a task.
///
/// # Errors
/// What is wrong with it, for its line in the table.
pub fn ask(task: &ListedTask) -> Result<Query, String> {
    let verify = task.verify.as_ref().map_err(Clone::clone)?;
    let more = [
        ("time-limit", &verify.time_limit),
        ("memory-limit", &verify.memory_limit),
        ("analysis", &verify.analysis),
        ("jobs", &verify.jobs),
    ];
    let more: Vec<_> = more.iter().filter_map(|(name, value)| Some((*name, value.as_deref()?))).collect();
    let shown = |error: InputError| error.to_string();
    let wanted = inputs::select(&verify.program, verify.property.as_deref(), &more).map_err(shown)?;
    query::of(&wanted).map_err(shown)
}

/// The result of a task that cannot be used.
pub fn unusable(number: u64, reason: String) -> Done {
    let worker = WorkerName { name: String::new(), version: String::new() };
    Done { number, worker, verdict: None, reason, wall: 0, report: String::new() }
}

/// The result that a child has found.
pub fn done(number: u64, found: child::ChildResult, worker: WorkerName) -> Done {
    let child::ChildResult { verdict, reason, wall, report } = found;
    let wall = u64::try_from(wall.as_millis()).unwrap_or(u64::MAX);
    Done { number, worker, verdict, reason, wall, report }
}
