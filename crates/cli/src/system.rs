//! The functions that systems of the Unix family have and Windows has not, in one place: signals, limits, bytes of file
//! names, permissions.
//!
//! Elsewhere each has the meaning of a system without it: no process was ended by a signal, nothing is limited.

use std::ffi::OsStr;
use std::io;
use std::path::Path;
use std::process::{Child, Command, ExitStatus};

/// The signal that ended a process.
#[cfg(unix)]
pub fn signal(status: ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status)
}

/// The signal that ended a process: there are none.
#[cfg(not(unix))]
pub fn signal(_: ExitStatus) -> Option<i32> {
    None
}

/// A process that can be sent signals.
#[cfg(unix)]
pub type Process = rustix::process::Pid;

/// A process that can be sent signals: there are none.
#[cfg(not(unix))]
pub type Process = u32;

#[cfg(unix)]
pub fn process(child: &Child) -> Option<Process> {
    i32::try_from(child.id()).ok().and_then(Process::from_raw)
}

#[cfg(not(unix))]
pub fn process(child: &Child) -> Option<Process> {
    Some(child.id())
}

#[cfg(unix)]
pub fn interrupt(process: Option<Process>) {
    let _ = process.map(|process| rustix::process::kill_process(process, rustix::process::Signal::INT));
}

/// Asks a process to stop: it hears of it as this one does.
#[cfg(not(unix))]
pub fn interrupt(_: Option<Process>) {}

#[cfg(unix)]
pub fn kill(process: Option<Process>) {
    let _ = process.map(|process| rustix::process::kill_process(process, rustix::process::Signal::KILL));
}

/// Ends a process: it ends as this one does.
#[cfg(not(unix))]
pub fn kill(_: Option<Process>) {}

/// The process that started this one.
#[cfg(unix)]
pub fn parent() -> Option<u32> {
    Some(std::os::unix::process::parent_id())
}

/// The process that started this one: it cannot be asked for.
#[cfg(not(unix))]
pub fn parent() -> Option<u32> {
    None
}

/// A text of the system as a C program sees it.
#[cfg(unix)]
pub fn bytes(text: &OsStr) -> Vec<u8> {
    std::os::unix::ffi::OsStrExt::as_bytes(text).to_vec()
}

/// A text of the system as a C program sees it.
#[cfg(not(unix))]
pub fn bytes(text: &OsStr) -> Vec<u8> {
    text.to_string_lossy().into_owned().into_bytes()
}

/// Makes a file a program.
///
/// # Errors
/// The system's.
#[cfg(unix)]
pub fn make_program(file: &Path) -> io::Result<()> {
    std::fs::set_permissions(file, std::os::unix::fs::PermissionsExt::from_mode(0o755))
}

/// Makes a file a program: its name decides.
///
/// # Errors
/// None.
#[cfg(not(unix))]
pub fn make_program(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Becomes another program; it comes back where that cannot be.
#[cfg(unix)]
pub fn replace(command: &mut Command) -> io::Error {
    std::os::unix::process::CommandExt::exec(command)
}

/// Runs another program and ends as it does; it comes back where that cannot be.
#[cfg(not(unix))]
pub fn replace(command: &mut Command) -> io::Error {
    match command.status() {
        Ok(status) => std::process::exit(status.code().unwrap_or(1)),
        Err(error) => error,
    }
}

/// The limit on address space, in bytes.
#[cfg(unix)]
pub fn address_space() -> Option<u64> {
    rustix::process::getrlimit(rustix::process::Resource::As).current
}

/// The limit on address space, in bytes: there is none to ask.
#[cfg(not(unix))]
pub fn address_space() -> Option<u64> {
    None
}

/// The limit on processor time, in seconds.
#[cfg(unix)]
pub fn processor_seconds() -> Option<u64> {
    rustix::process::getrlimit(rustix::process::Resource::Cpu).current
}

/// The limit on processor time, in seconds: there is none to ask.
#[cfg(not(unix))]
pub fn processor_seconds() -> Option<u64> {
    None
}

/// The columns of the terminal at the standard output.
#[cfg(unix)]
pub fn columns() -> Option<usize> {
    rustix::termios::tcgetwinsize(std::io::stdout()).ok().map(|size| usize::from(size.ws_col))
}

/// The columns of the terminal at the standard output: there is none to ask.
#[cfg(not(unix))]
pub fn columns() -> Option<usize> {
    None
}
