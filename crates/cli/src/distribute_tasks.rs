//! The tasks of a list, spread over the workers of a server.
//!
//! Tasks are published some at a time, so that a list of thousands takes no more room here or there than it has to. A result is
//! the worker's word; what is FALSE was run by its interpreter.

use crate::arguments::VerifyAll;
use crate::console;
use crate::exit::InputError;
use crate::list::ListedTask;
use crate::machines;
use crate::table::Table;
use crate::task_results::{ask, unusable};
use cairn_base::CancelToken;
use cairn_options::Settings;
use cairn_wire::entry::{Start, WorkItem};
use cairn_wire::{Entry, Lane, Log, Tie};
use std::time::{Duration, Instant};

/// Tasks that are published and have no result yet, at most.
const MOST_OPEN: usize = 256;
/// How long one waits for news.
const PERIOD: Duration = Duration::from_millis(50);
/// After so long without a worker the user is told.
const NO_WORKER: Duration = Duration::from_secs(3);

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
    let start = Instant::now();
    let common = tasks.iter().find_map(|task| task.verify.as_ref().ok());
    let mut settings = Settings::new()?;
    for pair in common.iter().flat_map(|verify| &verify.program.options) {
        if pair.starts_with("distributed.") {
            settings.set_pair(pair)?;
        }
    }
    let configuration = settings.configuration();
    let (server, key) = machines::connect(url, &arguments.connection, "cairn verify-all")?;
    let (deadline, lost) = machines::times(configuration);
    let log = server.begin(deadline, lost).map_err(|lost| InputError::new(lost.0))?;
    let tie = Tie::of([b"tasks".as_slice(), log.run().as_bytes()]);
    let say = |lane: Lane, entry: &Entry| log.publish(lane, key.seal(tie, entry)).map_err(|lost| lost.0);
    let version = machines::VERSION.to_owned();
    say(Lane::Start, &Entry::Start(Start { version, run: WorkItem::Tasks })).map_err(InputError::new)?;
    let (mut next, mut open, mut has_worker, mut is_said) = (0, 0, false, false);
    while !table.is_full() && !cancel.is_cancelled() {
        if open < MOST_OPEN && next < tasks.len() {
            let number = next as u64;
            match ask(&tasks[next]) {
                Err(why) => table.add(unusable(number, why)),
                Ok(query) => {
                    if let Err(lost) = say(Lane::Work, &Entry::Task { number, query }) {
                        table.add(unusable(number, lost));
                    } else {
                        open += 1;
                    }
                }
            }
            next += 1;
        }
        let wait = if open < MOST_OPEN && next < tasks.len() { Duration::ZERO } else { PERIOD };
        let seen = match log.observe(wait) {
            Ok(seen) => seen,
            Err(lost) => {
                console::err(&format!("error: {lost}\n"));
                break;
            }
        };
        match seen.filter(|seen| seen.lane == Lane::Note).map(|seen| key.open(tie, &seen.bytes)) {
            Some(Ok(Entry::Done(done))) => {
                open -= usize::from(!table.has(done.number));
                table.add(done);
            }
            Some(Ok(Entry::Joined(worker))) => {
                has_worker = true;
                console::err(&format!("note: worker {} takes part\n", worker.name));
            }
            Some(Ok(Entry::Refusal { worker, why })) => {
                console::err(&format!("warning: worker {}: {why}\n", worker.name));
            }
            Some(Ok(_)) => console::err("warning: a message was refused: nobody asked for it\n"),
            Some(Err(refused)) => console::err(&format!("warning: a message was refused: {refused}\n")),
            None => {}
        }
        if !has_worker && !is_said && start.elapsed() > NO_WORKER {
            is_said = true;
            console::err(&format!("note: no worker yet: start `cairn worker --connect {}`\n", server.url()));
        }
    }
    Ok(())
}
