//! `cargo xtask llvm`: the program `cairn-llvm`, which reads modules of LLVM for `cairn`.
//!
//! The other chores that build `cairn` build it by [`build`] too, where LLVM is here, so that the two lie beside each other. It
//! is a build of its own: no other crate of the workspace knows LLVM.

use crate::command;
use cairn_tools::Tool;
use std::path::{Path, PathBuf};

/// Where Debian has LLVM 19; `llvm-sys` asks the variable.
const PREFIX: (&str, &str) = ("LLVM_SYS_191_PREFIX", "/usr/lib/llvm-19");

/// `cargo xtask llvm`.
#[derive(clap::Args)]
pub struct Llvm {
    /// Optimised
    #[arg(long)]
    release: bool,
    /// LLVM is linked into the program, which then needs no library of it
    #[arg(long = "static")]
    is_static: bool,
}

/// How LLVM gets into the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Linking {
    /// The shared library of the system.
    Dynamic,
    /// Linked in.
    Static,
}

/// Builds the program.
pub fn run(root: &Path, arguments: &Llvm) -> Result<(), String> {
    must_be_there()?;
    let profile = if arguments.release { "release" } else { "dev" };
    let linking = if arguments.is_static { Linking::Static } else { Linking::Dynamic };
    build(root, profile, linking, &[]).map(drop)
}

/// Whether LLVM is here.
pub fn is_there() -> bool {
    Tool::Llvm.is_there()
}

/// An error that says how to get LLVM, where it is not here; and clang, without which no C++ is read.
pub fn must_be_there() -> Result<(), String> {
    if is_there() {
        return Ok(());
    }
    let clang = if Tool::Clang.is_there() { &[] } else { Tool::Clang.apt() };
    let packages = [Tool::Llvm.apt(), clang].concat();
    Err(format!("{} is missing: apt-get install {}", Tool::Llvm.name(), packages.join(" ")))
}

/// Where LLVM is, for builds of the crate by other means; nothing where the user says it.
pub fn prefix() -> Option<(&'static str, &'static str)> {
    std::env::var_os(PREFIX.0).is_none().then_some(PREFIX)
}

/// Builds the program in a profile of the workspace, with variables of the environment; where it is then.
pub fn build(root: &Path, profile: &str, linking: Linking, environment: &[(&str, &str)]) -> Result<PathBuf, String> {
    let feature = if linking == Linking::Static { "static" } else { "dynamic" };
    let package = ["--package", "cairn-front-llvm", "--bin", "cairn-llvm", "--features", feature];
    let arguments = [&["build", "--locked", "--profile", profile], package.as_slice()].concat();
    let mut environment = environment.to_vec();
    environment.extend(prefix());
    command::cargo_with(root, &arguments, &environment)?;
    let folder = if profile == "dev" { "debug" } else { profile };
    Ok(command::built(root).join(folder).join("cairn-llvm"))
}
