//! Where the address space is limited (`ulimit -v`), a run that cannot have the memory that it needs ends in UNKNOWN.
//!
//! An allocation that fails ends a process of Rust at once, and the solver's C++ too: nothing inside could answer. So the
//! run is then made by a child process, and this one waits, small enough to say what became of it. Without such a limit
//! there is one process: memory in use is watched by the run itself.
//!
//! What asks this process to stop is handed on to the child until the child has ended: a signal that comes before the child
//! listens may be ignored, as in what a shell runs in the background. The child takes what comes again for one (`interrupt`);
//! here, a second request that comes more than a moment later ends both. A child whose parent has gone ends.

use crate::{interrupt, limits, parent_process, system};
use std::io;
use std::process::{Command, ExitStatus};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// Between two times that a child is asked to stop.
const AGAIN: Duration = Duration::from_millis(200);

#[derive(Debug, PartialEq, Eq)]
pub enum ChildOutcome {
    /// It ended with this exit code and has said why.
    Ended(i32),
    /// A signal of its own making ended it.
    OutOfMemory,
    /// It was asked to stop before it listened.
    Interrupted,
    /// There is none: this process must do the work.
    None,
}

enum Happened {
    Ended(io::Result<ExitStatus>),
    Asked,
}

/// Has a child do what this process was asked to do, where the address space is limited.
pub fn child() -> ChildOutcome {
    if limits::address_space().is_none() || parent_process::is_child() {
        return ChildOutcome::None;
    }
    let Ok(program) = std::env::current_exe() else { return ChildOutcome::None };
    let mut command = Command::new(program);
    command.args(std::env::args_os().skip(1));
    parent_process::adopt(&mut command);
    let (sender, events) = mpsc::channel();
    let asks = sender.clone();
    // Before there is a child: a request in between would end this process and not the child.
    let _ = ctrlc::set_handler(move || {
        let _ = asks.send(Happened::Asked);
    });
    let Ok(mut child) = command.spawn() else { return ChildOutcome::None };
    let process = system::process(&child);
    std::thread::scope(|scope| {
        scope.spawn(|| sender.send(Happened::Ended(child.wait())));
        supervise(&events, process)
    })
}

/// Hands requests on until the child has ended.
fn supervise(events: &mpsc::Receiver<Happened>, child: Option<system::Process>) -> ChildOutcome {
    let mut asked: Option<Instant> = None;
    loop {
        let event = match asked {
            None => events.recv().ok(),
            Some(_) => events.recv_timeout(AGAIN).ok(),
        };
        match event {
            Some(Happened::Ended(Ok(status))) => {
                return classify(status.code(), system::signal(status), asked.is_some());
            }
            Some(Happened::Ended(Err(_))) => return ChildOutcome::None,
            Some(Happened::Asked) if asked.is_some_and(|first| first.elapsed() > interrupt::ECHO) => {
                system::kill(child);
                return ChildOutcome::Interrupted;
            }
            Some(Happened::Asked) | None => {
                asked.get_or_insert_with(Instant::now);
                system::interrupt(child);
            }
        }
    }
}

fn classify(code: Option<i32>, signal: Option<i32>, asked: bool) -> ChildOutcome {
    const INTERRUPT: i32 = 2;
    // Aborted, an illegal instruction, a bus error, a bad address: what failed allocations end in. Others come from
    // outside.
    const OWN: [i32; 4] = [4, 6, 7, 11];
    match (code, signal) {
        (Some(code), _) => ChildOutcome::Ended(code),
        (None, Some(INTERRUPT)) if asked => ChildOutcome::Interrupted,
        (None, Some(signal)) if !OWN.contains(&signal) => ChildOutcome::Ended(128 + signal),
        _ => ChildOutcome::OutOfMemory,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_became_of_the_child() {
        assert_eq!(classify(Some(1), None, true), ChildOutcome::Ended(1));
        assert_eq!(classify(None, Some(6), false), ChildOutcome::OutOfMemory);
        assert_eq!(classify(None, Some(9), false), ChildOutcome::Ended(137));
        assert_eq!(classify(None, Some(2), true), ChildOutcome::Interrupted);
        assert_eq!(classify(None, Some(2), false), ChildOutcome::Ended(130));
    }
}
