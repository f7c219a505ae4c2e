//! `cairn build -- make`: runs a build and writes what it compiles to `compile_commands.json`, which `cairn check` reads.
//!
//! The command runs with a folder in front of its `PATH` that has a script for each compiler. A script notes how it was called and runs
//! the compiler ([`recorder`]), so the build makes what it always makes. CMake and ninja keep the compiler's whole path, which no `PATH` changes;
//! they can write such a list themselves, and are asked to.
//!
//! Why not the calls of the system (`LD_PRELOAD`, `ptrace`), as others do: that needs a library for each C library and does not see static
//! programs; a build that names its compiler by path is rare, and is said.

mod lists;
pub mod recorder;

use crate::arguments::BuildCommand;
use crate::console;
use crate::exit::{CommandEnd, Exit, InputError};
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

/// Where a script finds the file in which calls are noted.
const LOG: &str = "CAIRN_BUILD_LOG";
/// Where it finds the `PATH` of the compilers.
const COMPILERS_PATH: &str = "CAIRN_BUILD_PATH";

/// A folder that goes with the run.
struct Scratch(PathBuf);

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn failed(what: &str) -> impl Fn(std::io::Error) -> InputError {
    move |why| InputError::new(format!("{what}: {why}"))
}

/// Runs the build and writes the list.
pub fn run(arguments: &BuildCommand) -> CommandEnd {
    let scratch = Scratch(std::env::temp_dir().join(format!("cairn-build-{}", std::process::id())));
    let [compilers, log] = ["bin", "log"].map(|name| scratch.0.join(name));
    fs::create_dir_all(&compilers).map_err(failed("cannot make a folder for the recording"))?;
    let path = std::env::var_os("PATH").unwrap_or_default();
    scripts(&compilers, &path)?;
    let (start, [program, rest @ ..]) = (SystemTime::now(), &arguments.command[..]) else {
        return Err(InputError::new("name the command that builds: cairn build -- make"));
    };
    let folders = std::iter::once(compilers.clone()).chain(std::env::split_paths(&path));
    let with_scripts = std::env::join_paths(folders).map_err(|why| InputError::new(format!("PATH: {why}")))?;
    let mut build = Command::new(program);
    build.args(rest).env("PATH", with_scripts).env(LOG, &log).env(COMPILERS_PATH, &path);
    build.env("CMAKE_EXPORT_COMPILE_COMMANDS", "ON");
    // A compiler that the environment names by its path.
    if let Some(named) = std::env::var_os("CC").filter(|cc| Path::new(cc).is_absolute() && Path::new(cc).is_file()) {
        script(&compilers.join("cairn-cc"), &named)?;
        build.env("CC", compilers.join("cairn-cc"));
    }
    let status = build.status().map_err(failed(&format!("cannot run '{}'", program.to_string_lossy())))?;
    let mut found = lists::recorded(&log);
    if found.is_empty() {
        found = lists::written_by_build(start, rest)?;
    }
    if found.is_empty() {
        let command: Vec<_> = arguments.command.iter().map(|word| word.to_string_lossy()).collect();
        return Err(InputError::new(format!(
            "'{}' compiled nothing that could be recorded. Where all was built before, build anew (make -B, make clean). A build that names its \
             compiler by a path is recorded with CC=cc; CMake writes a list with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON",
            command.join(" ")
        )));
    }
    let (files, kept) = lists::write(&arguments.output, found)?;
    let kept = if kept == 0 { String::new() } else { format!(", {kept} of an earlier build") };
    let name = arguments.output.display();
    console::err(&format!(
        "{name}: {files} file{}{kept}. Check them with: cairn check\n",
        if files == 1 { "" } else { "s" }
    ));
    if !status.success() {
        return Err(InputError::new(format!("the build failed ({status}); what it compiled before is recorded")));
    }
    Ok(Exit::Done)
}

/// Whether a program is a C compiler, by its name: `cc`, `gcc-12`, `arm-linux-gnueabihf-gcc`.
fn is_compiler(name: &str) -> bool {
    let base = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.').trim_end_matches('-');
    let base = if base.is_empty() { name } else { base };
    let last = base.rsplit('-').next().unwrap_or(base);
    ["cc", "gcc", "clang"].contains(&last) || ["c89", "c99", "c11"].contains(&name)
}

/// A script for each compiler that the path has.
fn scripts(into: &Path, path: &OsString) -> Result<(), InputError> {
    let mut made = BTreeSet::new();
    for folder in std::env::split_paths(path) {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let name = entry.file_name();
            if name.to_str().is_some_and(is_compiler) && made.insert(name.clone()) {
                script(&into.join(&name), &name)?;
            }
        }
    }
    Ok(())
}

/// A script that notes how it was called and runs a compiler.
fn script(at: &Path, compiler: &std::ffi::OsStr) -> Result<(), InputError> {
    let cairn = std::env::current_exe().map_err(failed("the program's own path"))?;
    let quoted = |text: &std::ffi::OsStr| format!("'{}'", text.to_string_lossy().replace('\'', "'\\''"));
    let text =
        format!("#!/bin/sh\nexec {} record-compilation {} -- \"$@\"\n", quoted(cairn.as_os_str()), quoted(compiler));
    let of = |at: &Path| at.display().to_string();
    fs::write(at, text).map_err(failed(&of(at)))?;
    crate::system::make_program(at).map_err(failed(&of(at)))
}

#[cfg(test)]
mod tests {
    use super::is_compiler;

    #[test]
    fn compilers_are_known_by_their_names() {
        for name in ["cc", "gcc", "gcc-12", "clang-14", "x86_64-linux-gnu-gcc", "arm-none-eabi-gcc-13.2", "c99"] {
            assert!(is_compiler(name), "{name}");
        }
        for name in ["gcc-ar", "gcov", "ccache", "clang-format", "g++", "distcc-pump", "12"] {
            assert!(!is_compiler(name), "{name}");
        }
    }
}
