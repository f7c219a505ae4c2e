//! `cairn verify-all`: many tasks, each by itself, on this machine's cores or on the workers of a server.

use crate::arguments::{TableFormat, VerifyAll};
use crate::child;
use crate::exit::CommandEnd;
use crate::limits::cores;
use crate::list::{self, ListedTask};
use crate::table::Table;
use crate::task_results::{ask, done, unusable};
use crate::{console, interrupt};
use cairn_base::CancelToken;
use cairn_wire::entry::{WireVerdict, WorkerName};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Instant;

pub fn run(arguments: &VerifyAll) -> CommandEnd {
    let (start, cancel) = (Instant::now(), CancelToken::new());
    let tasks = list::of(arguments.list.as_deref(), &arguments.options)?;
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
                        Ok(query) => {
                            let nobody = WorkerName { name: String::new(), version: String::new() };
                            let Some(found) = child::decide(number, query, &|| cancel.is_cancelled()) else { break };
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
