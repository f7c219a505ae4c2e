//! `cairn verify-all`: many tasks, each by itself, on this machine's cores or on the workers of a server.

use crate::arguments::{TableFormat, VerifyAll};
use crate::child;
use crate::exit::{CommandEnd, InputError};
use crate::list::{self, ListedTask};
use crate::table::Table;
use crate::{console, inputs, interrupt, query};
use cairn_base::CancelToken;
use cairn_wire::entry::{Done, Query, WireVerdict, WorkerName};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Instant;

/// Decides all.
pub fn run(arguments: &VerifyAll) -> CommandEnd {
    let (start, cancel) = (Instant::now(), CancelToken::new());
    let tasks = list::read(&arguments.list, &arguments.options)?;
    let mut table = Table::new(&tasks, arguments.format);
    interrupt::listen(cancel.clone());
    match &arguments.distributed {
        None => here(arguments, &tasks, &mut table, &cancel),
        Some(url) => crate::distribute_tasks::run(url, arguments, &tasks, &mut table, &cancel)?,
    }
    if arguments.format == TableFormat::Text && !table.is_full() && !cancel.is_cancelled() {
        console::err("note: not all tasks were done\n");
    }
    Ok(table.finish(start.elapsed(), cancel.is_cancelled() && !table.is_full()))
}

/// How many threads the machine runs at once.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// What a task asks.
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
    let wanted = inputs::wanted(&verify.program, verify.property.as_deref(), &more).map_err(shown)?;
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

/// Runs the tasks on this machine.
fn here(arguments: &VerifyAll, tasks: &[ListedTask], table: &mut Table<'_>, cancel: &CancelToken) {
    let next = AtomicUsize::new(0);
    let (send, results) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..arguments.jobs.unwrap_or_else(cores).clamp(1, tasks.len()) {
            let (send, next) = (send.clone(), &next);
            scope.spawn(move || {
                while !cancel.is_cancelled() {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(task) = tasks.get(index) else { break };
                    let number = index as u64;
                    let result = match ask(task) {
                        Err(why) => unusable(number, why),
                        Ok(question) => {
                            let nobody = WorkerName { name: String::new(), version: String::new() };
                            let Some(found) = child::decide(number, question, &|| cancel.is_cancelled()) else { break };
                            done(number, found, nobody)
                        }
                    };
                    let _ = send.send(result);
                }
            });
        }
        drop(send);
        for result in results {
            // Who was interrupted with us has nothing to say.
            if !(cancel.is_cancelled() && result.verdict == Some(WireVerdict::Unknown)) {
                table.add(result);
            }
        }
    });
}
