//! Modules of LLVM, translated by the program `cairn-llvm`, which is started for each of them.
//!
//! Invariant: nobody waits for the program longer than the run may take, or after the user asked to stop; it is ended then. Why
//! the module goes over the standard input: it was read to be recognized, and the standard input of `cairn` can be read only
//! once.

use crate::exit::InputError;
use crate::interrupt;
use crate::missing_parts;
use crate::other_languages::language;
use cairn_front_c::Input;
use cairn_ir::MachineModel;
use cairn_llvm_protocol::{Heading, PROGRAM, TranslationArguments, VARIABLE};
use cairn_task::Property;
use std::ffi::OsStr;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// How often it is asked whether the program has ended.
const PERIOD: Duration = Duration::from_millis(5);

/// The C that means the same as a module.
///
/// # Errors
/// A message for the user: the program is missing, does not end in time, or what it said.
pub fn translated(
    name: &str,
    bytes: &[u8],
    model: MachineModel,
    watched: &[String],
    time: Option<Duration>,
) -> Result<String, InputError> {
    let arguments = TranslationArguments::for_stdin(name, model, watched)?;
    let program = program(name)?;
    let wrong = |what: String| InputError::new(format!("{name}: {} {what}", program.display()));
    let mut command = Command::new(&program);
    command.args(arguments.words()).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().map_err(|error| wrong(format!("cannot be started: {error}")))?;
    let deadline = time.map(|time| Instant::now() + time);
    let is_over = || interrupt::is_asked() || deadline.is_some_and(|deadline| Instant::now() >= deadline);
    let ended = talk(child, bytes, &is_over).map_err(|error| wrong(format!("cannot be talked to: {error}")))?;
    let Some((status, out, err)) = ended else {
        return Err(wrong(if interrupt::is_asked() { "was interrupted" } else { "did not end in time" }.to_owned()));
    };
    if status.success() {
        return String::from_utf8(out).map_err(|_| wrong("gave no text".to_owned()));
    }
    let said = String::from_utf8_lossy(&err).trim_end().to_owned();
    // A sentence about the module names it; anything else is a mistake of the program.
    Err(match crate::system::signal(status) {
        None if !said.is_empty() => InputError::new(said),
        _ => wrong(format!("failed ({status})")),
    })
}

/// Warning about optimised modules where what is undefined is asked about.
///
/// What Cairn has compiled itself is not optimised, and is named by its source.
pub fn optimised(inputs: &[Input], property: &Property) -> Option<String> {
    let is_optimised = |input: &Input| {
        let source = input.name.strip_suffix(".bc").unwrap_or(&input.name);
        language(Path::new(source)).is_none() && Heading::of(&input.text).is_ok_and(|heading| heading.is_optimised)
    };
    let text = "the module was optimised: what the optimiser took out of the source is not checked";
    (!property.checks.is_empty() && inputs.iter().any(is_optimised)).then(|| text.to_owned())
}

/// How a program ended, and what it printed.
type Ended = (ExitStatus, Vec<u8>, Vec<u8>);

/// Feeds a program and takes what it says; nothing when it was over before the program ended.
fn talk(mut child: Child, input: &[u8], is_over: &dyn Fn() -> bool) -> std::io::Result<Option<Ended>> {
    let (stdin, out, err) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    std::thread::scope(|scope| {
        // A program that stops reading says why itself.
        let spawned = std::thread::Builder::new().spawn_scoped(scope, move || {
            drop(stdin.map(|mut stdin| stdin.write_all(input)));
        });
        let out = std::thread::Builder::new().spawn_scoped(scope, move || all(out));
        let err = std::thread::Builder::new().spawn_scoped(scope, move || all(err));
        let status = match (&spawned, &out, &err) {
            (Ok(_), Ok(_), Ok(_)) => waited(&mut child, is_over),
            _ => Ok(None),
        };
        if !matches!(status, Ok(Some(_))) {
            // Its pipes are closed then, so that the threads end.
            let _ = child.kill();
            let _ = child.wait();
        }
        let read = |thread: std::thread::ScopedJoinHandle<'_, Vec<u8>>| thread.join().unwrap_or_default();
        spawned?;
        let (out, err) = (read(out?), read(err?));
        Ok(status?.map(|status| (status, out, err)))
    })
}

/// All that a program prints; what was read of it where it cannot be read on.
fn all(from: Option<impl Read>) -> Vec<u8> {
    let mut bytes = Vec::new();
    let _ = from.map(|mut from| from.read_to_end(&mut bytes));
    bytes
}

/// How a program ended; nothing when it was over before.
fn waited(child: &mut Child, is_over: &dyn Fn() -> bool) -> std::io::Result<Option<ExitStatus>> {
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if is_over() {
            return Ok(None);
        }
        std::thread::sleep(PERIOD);
    }
}

/// Where the program is that a file needs.
///
/// # Errors
/// It is missing: what adds it.
pub fn program(name: &str) -> Result<PathBuf, InputError> {
    let needed = format!("{name}: the program {PROGRAM}, which reads C++, Rust and modules of LLVM, is missing");
    if let Some(named) = std::env::var_os(VARIABLE).filter(|named| !named.is_empty()) {
        let path = PathBuf::from(named);
        return if path.is_file() {
            Ok(path)
        } else {
            Err(InputError::new(format!("{needed}: {VARIABLE} names {}, and there is no such file", path.display())))
        };
    }
    let this = std::env::current_exe().ok();
    found(this.as_deref(), std::env::var_os("PATH").as_deref())
        .ok_or_else(|| InputError::new(format!("{needed}; {}", missing_parts::advice())))
}

/// The program beside a file, else in the folders of a search path.
fn found(this: Option<&Path>, path: Option<&OsStr>) -> Option<PathBuf> {
    let beside = this.and_then(Path::parent).map(Path::to_path_buf);
    let folders = beside.into_iter().chain(path.into_iter().flat_map(std::env::split_paths));
    folders.map(|folder| folder.join(PROGRAM)).find(|program| program.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_program_beside_comes_first() {
        let root = std::env::temp_dir().join(format!("cairn-llvm-{}", std::process::id()));
        let (one, other) = (root.join("one"), root.join("other"));
        for folder in [&one, &other] {
            std::fs::create_dir_all(folder).unwrap();
            std::fs::write(folder.join(PROGRAM), "").unwrap();
        }
        let path = std::env::join_paths([root.join("none"), other.clone()]).unwrap();
        assert_eq!(found(Some(&one.join("cairn")), Some(&path)), Some(one.join(PROGRAM)));
        assert_eq!(found(Some(&root.join("cairn")), Some(&path)), Some(other.join(PROGRAM)));
        assert_eq!(found(Some(&root.join("cairn")), None), None);
        let _ = std::fs::remove_dir_all(root);
    }

    #[test]
    fn a_program_that_does_not_end_is_ended() {
        let mut command = Command::new("sleep");
        command.arg("600").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let input = vec![0; 1 << 20];
        assert!(talk(command.spawn().unwrap(), &input, &|| true).unwrap().is_none());
    }
}
