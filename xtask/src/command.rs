//! Running cargo for the chores that build: in the root of the checkout, with the cargo that runs the chore, its output
//! left to the terminal.

use std::path::{Path, PathBuf};
use std::process::Command;

fn command(root: &Path, arguments: &[&str], more: &[String]) -> Command {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.current_dir(root).args(arguments).args(more);
    command
}

/// Where cargo puts what it builds.
pub fn built(root: &Path) -> PathBuf {
    root.join(std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into()))
}

/// Runs cargo; an error when it fails.
pub fn cargo(root: &Path, arguments: &[&str], more: &[String]) -> Result<(), String> {
    let status = command(root, arguments, more).status().map_err(|error| format!("cannot run cargo: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("cargo {} failed", arguments.join(" "))) }
}

/// The same with further arguments and variables of the environment.
pub fn cargo_in(
    root: &Path,
    arguments: &[&str],
    more: &[String],
    environment: &[(String, PathBuf)],
) -> Result<(), String> {
    let mut command = command(root, arguments, more);
    let status = command.envs(environment.iter().map(|(name, value)| (name, value))).status();
    let status = status.map_err(|error| format!("cannot run cargo: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("cargo {} failed", arguments.join(" "))) }
}

/// The same with variables of the environment alone.
pub fn cargo_with(root: &Path, arguments: &[&str], environment: &[(&str, &str)]) -> Result<(), String> {
    let mut command = command(root, arguments, &[]);
    let status = command.envs(environment.iter().copied()).status();
    let status = status.map_err(|error| format!("cannot run cargo: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("cargo {} failed", arguments.join(" "))) }
}

/// Runs cargo in the directory where the user stands, and hands back its exit code.
pub fn exit_code(root: &Path, arguments: &[&str], more: &[String]) -> Result<u8, String> {
    let here = std::env::current_dir().map_err(|error| format!("cannot tell the current directory: {error}"))?;
    let manifest = root.join("Cargo.toml");
    let (verb, rest) = arguments.split_first().ok_or("cargo needs a command")?;
    let mut command = command(root, &[verb, "--manifest-path"], &[]);
    let status = command.arg(manifest).args(rest).args(more).current_dir(here).status();
    let code = status.map_err(|error| format!("cannot run cargo: {error}"))?.code().unwrap_or(101);
    Ok(u8::try_from(code).unwrap_or(101))
}
