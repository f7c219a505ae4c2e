//! Where the address space is limited (`ulimit -v`), a run that cannot have the memory that it needs ends in UNKNOWN.
//!
//! An allocation that fails ends a process of Rust at once, and the solver's C++ too: nothing inside could answer. So the
//! run is then made by a child process, and this one waits, small enough to say what became of it. Without such a limit
//! there is one process: memory in use is watched by the run itself.
//!
//! What asks this process to stop is handed on to the child, which may have heard it already (Ctrl-C goes to both): it
//! takes what comes within a moment for one. A child whose parent has gone ends.

use crate::{limits, system};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// Tells the child that it is one, and who its parent is.
const PARENT: &str = "CAIRN_PARENT_PROCESS";
/// Read by the decision diagrams' library, which else reserves a gigabyte for a stack that it hardly uses.
const STACK: (&str, &str) = ("OXIDD_STACK_SIZE", "16777216");

/// What became of the child.
#[derive(Debug, PartialEq, Eq)]
pub enum ChildOutcome {
    /// It ended with this exit code and has said why.
    Ended(i32),
    /// A signal of its own making ended it.
    OutOfMemory,
    /// There is none: this process must do the work.
    None,
}

/// Has a child do what this process was asked to do, where the address space is limited.
pub fn child() -> ChildOutcome {
    if limits::address_space().is_none() || is_child() {
        return ChildOutcome::None;
    }
    let Ok(program) = std::env::current_exe() else { return ChildOutcome::None };
    let mut command = Command::new(program);
    command.args(std::env::args_os().skip(1));
    adopt(&mut command);
    let Ok(mut child) = command.spawn() else { return ChildOutcome::None };
    static CHILD: AtomicU32 = AtomicU32::new(0);
    CHILD.store(child.id(), Ordering::Relaxed);
    let _ = ctrlc::set_handler(|| {
        let ask = format!("kill -INT {}", CHILD.load(Ordering::Relaxed));
        let _ = Command::new("sh").args(["-c", &ask]).stderr(Stdio::null()).status();
    });
    match child.wait() {
        Ok(status) => classify(status.code(), system::signal(status)),
        Err(_) => ChildOutcome::None,
    }
}

/// Makes a command of this program a child that ends with this process.
pub fn adopt(command: &mut Command) {
    command.env(PARENT, std::process::id().to_string());
    if limits::address_space().is_some() && std::env::var_os(STACK.0).is_none() {
        command.env(STACK.0, STACK.1);
    }
}

fn classify(code: Option<i32>, signal: Option<i32>) -> ChildOutcome {
    // Aborted, an illegal instruction, a bus error, a bad address: what failed allocations end in. Others come from
    // outside.
    const OWN: [i32; 4] = [4, 6, 7, 11];
    match (code, signal) {
        (Some(code), _) => ChildOutcome::Ended(code),
        (None, Some(signal)) if !OWN.contains(&signal) => ChildOutcome::Ended(128 + signal),
        _ => ChildOutcome::OutOfMemory,
    }
}

/// True in a child.
pub fn is_child() -> bool {
    std::env::var_os(PARENT).is_some()
}

/// True in a child whose parent has gone.
pub fn is_orphaned() -> bool {
    let parent = std::env::var(PARENT).ok().and_then(|id| id.parse::<u32>().ok());
    parent.zip(system::parent()).is_some_and(|(wanted, found)| wanted != found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_became_of_the_child() {
        assert_eq!(classify(Some(1), None), ChildOutcome::Ended(1));
        assert_eq!(classify(None, Some(6)), ChildOutcome::OutOfMemory);
        assert_eq!(classify(None, Some(9)), ChildOutcome::Ended(137));
    }
}
