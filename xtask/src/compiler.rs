//! Says what is missing where a machine has no C++ compiler: the SAT solver (crate `cadical`) is built from its sources.
//!
//! Why before the build: cargo would show a page of a build script's output, of which one line is the reason.

use std::process::{Command, Stdio};

/// An error that says how to get a C++ compiler, where there is none.
pub fn check() -> Result<(), String> {
    let compiler = std::env::var_os("CXX").unwrap_or_else(|| "c++".into());
    let status = Command::new(&compiler).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    if status.is_ok_and(|status| status.success()) {
        return Ok(());
    }
    Err(format!("no C++ compiler '{}', which the SAT solver is built with: apt-get install g++", compiler.display()))
}
