//! The tasks of a list, spread over the workers of a server.
//!
//! Tasks are published some at a time, so that a list of thousands takes no more room here or there than it has to. A result is
//! the worker's word; what is FALSE was run by its interpreter.

use crate::arguments::VerifyAll;
use crate::console;
use crate::exit::InputError;
use crate::list::ListedTask;
use crate::machines::Coordinator;
use crate::table::Table;
use crate::task_results::{ask, unusable};
use cairn_base::CancelToken;
use cairn_options::Settings;
use cairn_wire::{Entry, Lane};
use std::time::Duration;

/// Tasks that are published and have no result yet, at most.
const MOST_OPEN: usize = 256;
/// How long one waits for news.
const PERIOD: Duration = Duration::from_millis(50);

/// Runs the tasks.
///
/// # Errors
/// The server cannot be used, with a message for the user.
pub fn run(
    url: &str,
    arguments: &VerifyAll,
    tasks: &[ListedTask],
    table: &mut Table<'_>,
    cancel: &CancelToken,
) -> Result<(), InputError> {
    let common = tasks.iter().find_map(|task| task.verify.as_ref().ok());
    let mut settings = Settings::new()?;
    for pair in common.iter().flat_map(|verify| &verify.program.options) {
        if pair.starts_with("distributed.") {
            settings.set_pair(pair)?;
        }
    }
    let run = Coordinator::begin(url, &arguments.connection, settings.configuration(), "cairn verify-all", "tasks")?;
    let (mut next, mut open) = (0, 0);
    while !table.is_full() && !cancel.is_cancelled() {
        if open < MOST_OPEN && next < tasks.len() {
            let number = next as u64;
            match ask(&tasks[next]) {
                Err(why) => table.add(unusable(number, why)),
                Ok(query) => {
                    if let Err(lost) = run.say(Lane::Work, &Entry::Task { number, query }) {
                        table.add(unusable(number, lost));
                    } else {
                        open += 1;
                    }
                }
            }
            next += 1;
        }
        let wait = if open < MOST_OPEN && next < tasks.len() { Duration::ZERO } else { PERIOD };
        match run.hear(wait) {
            Ok(Some(done)) => {
                open -= usize::from(!table.has(done.number));
                table.add(done);
            }
            Ok(None) => {}
            Err(lost) => {
                console::err(&format!("error: {lost}\n"));
                break;
            }
        }
    }
    Ok(())
}
