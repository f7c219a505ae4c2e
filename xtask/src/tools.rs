//! `cargo xtask tools`: what Cairn's tests and chores need beside Rust, whether it is here, and with `--install` the missing
//! ones from Debian's, Python's and npm's packages.
//!
//! The table is `crates/tools`, by which each test says what it leaves out: what is installed and what is asked for cannot
//! differ.

use cairn_tools::{ALL, NIGHTLY, Tool};
use std::path::Path;
use std::process::{Command, Stdio};

/// The arguments of the chore.
#[derive(clap::Args)]
pub struct Tools {
    /// Install what is missing (as root, with apt-get, pip and npm)
    #[arg(long)]
    install: bool,
    /// Those too that only the nightly command needs
    #[arg(long)]
    nightly: bool,
    /// Say nothing, and succeed where a tool is here: llvm, clang, gcc32, …
    #[arg(long, value_name = "TOOL", conflicts_with = "install")]
    has: Option<String>,
}

/// Runs the chore. What cannot be installed is said, and is no error: the test that needs it decides.
#[allow(clippy::print_stdout)] // A chore talks to the person who runs it.
pub fn run(arguments: &Tools) -> Result<(), String> {
    if let Some(name) = &arguments.has {
        let tool = ALL.into_iter().chain(NIGHTLY).find(|tool| format!("{tool:?}").eq_ignore_ascii_case(name));
        let tool = tool.ok_or_else(|| format!("no tool {name}: {ALL:?}"))?;
        return if tool.is_there() { Ok(()) } else { Err(format!("{} is missing: {}", tool.name(), tool.advice())) };
    }
    let nightly: &[Tool] = if arguments.nightly { &NIGHTLY } else { &[] };
    let tools: Vec<Tool> = ALL.iter().chain(nightly).copied().collect();
    let missing = || tools.iter().copied().filter(|tool| !tool.is_there()).collect::<Vec<_>>();
    if arguments.install {
        install(&missing());
    }
    let missing = missing();
    for tool in &tools {
        let state = if missing.contains(tool) { format!("missing: {}", tool.advice()) } else { "here".to_owned() };
        println!("{:<24} {state}", tool.name());
    }
    Ok(())
}

fn install(missing: &[Tool]) {
    let packages: Vec<&str> = missing.iter().flat_map(|tool| tool.apt()).copied().collect();
    if !packages.is_empty() {
        quietly(Command::new("apt-get").args(["update", "-qq"]));
        let options = ["install", "-y", "-qq", "--no-install-recommends"];
        if !quietly(Command::new("apt-get").args(options).args(&packages)) {
            // One that this system does not have must not keep the others away.
            for package in &packages {
                quietly(Command::new("apt-get").args(options).arg(package));
            }
        }
    }
    if missing.contains(&Tool::NatsServer) {
        // The package starts a server, which nobody here needs.
        quietly(Command::new("service").args(["nats-server", "stop"]));
    }
    for package in missing.iter().filter_map(|tool| tool.pip()) {
        let pip = ["-m", "pip", "install", "--quiet", "--root-user-action", "ignore"];
        if !quietly(Command::new("python3").args(pip).arg(package)) {
            quietly(Command::new("python3").args(pip).args(["--break-system-packages", package]));
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for script in missing.iter().filter_map(|tool| tool.script()) {
        quietly(Command::new("sh").arg(script).current_dir(&root));
    }
}

fn quietly(command: &mut Command) -> bool {
    command.env("DEBIAN_FRONTEND", "noninteractive");
    let status = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}
