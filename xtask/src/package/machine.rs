//! The machine that packages are for: this one, or one that they are cross-built for and tried on by qemu.
//!
//! What is built for another machine is linked by Debian's cross compiler, and run by `qemu-user` on the C and C++ libraries of
//! that machine ([`super::sysroot`]). Each thing that is missing is an error that says what to install.

use super::sysroot;
use cairn_tools::Tool;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A machine that packages can be made for on another one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Target {
    /// As Rust names it.
    pub triple: &'static str,
    /// The processor, as Rust and Python name it.
    pub arch: &'static str,
    /// The processor, as Debian names it.
    pub debian: &'static str,
    /// What the names of its compilers begin with, and the folder of its libraries below `/usr`.
    pub gnu: &'static str,
    /// What runs its programs here.
    pub qemu: &'static str,
}

/// All of them.
const TARGETS: [Target; 1] = [Target {
    triple: "aarch64-unknown-linux-gnu",
    arch: "aarch64",
    debian: "arm64",
    gnu: "aarch64-linux-gnu",
    qemu: "qemu-aarch64",
}];

impl Target {
    /// The target of a name; nothing where it is this machine.
    pub fn named(triple: &str) -> Result<Option<Self>, String> {
        if triple == format!("{}-unknown-linux-gnu", std::env::consts::ARCH) {
            return Ok(None);
        }
        let found = TARGETS.into_iter().find(|target| target.triple == triple);
        let all = TARGETS.map(|target| target.triple).join(", ");
        found.map(Some).ok_or_else(|| format!("no packages can be made for {triple}, only for this machine and {all}"))
    }

    /// An error where the compiler or Rust's library for it is missing.
    pub fn can_be_built(&self) -> Result<(), String> {
        has(Tool::CrossArm64)?;
        let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
        let output = Command::new(rustc).args(["--print", "target-libdir", "--target", self.triple]).output();
        let output = output.map_err(|error| format!("cannot run rustc: {error}"))?;
        if Path::new(String::from_utf8_lossy(&output.stdout).trim()).is_dir() {
            return Ok(());
        }
        Err(format!("Rust's library for {0} is missing: rustup target add {0}", self.triple))
    }

    /// The variables with which cargo builds for it.
    pub fn environment(&self) -> Vec<(String, String)> {
        let (small, large) = (self.triple.replace('-', "_"), self.triple.replace('-', "_").to_uppercase());
        let tool = |name: &str| format!("{}-{name}", self.gnu);
        vec![
            (format!("CARGO_TARGET_{large}_LINKER"), tool("gcc")),
            (format!("CC_{small}"), tool("gcc")),
            (format!("CXX_{small}"), tool("g++")),
            (format!("AR_{small}"), tool("ar")),
        ]
    }
}

/// Where packages are to run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Machine {
    /// One like this.
    Here,
    /// Another one, by qemu on the libraries below a folder.
    Other(Target, PathBuf),
}

impl Machine {
    /// The machine with what its programs run on here.
    pub fn of(root: &Path, target: Option<Target>, files: &[&Path]) -> Result<Self, String> {
        let Some(target) = target else { return Ok(Self::Here) };
        has(Tool::QemuArm64)?;
        Ok(Self::Other(target, sysroot::find(root, &target, files)?))
    }

    /// The processor, as Rust and Python name it.
    pub fn arch(&self) -> &'static str {
        match self {
            Self::Here => std::env::consts::ARCH,
            Self::Other(target, _) => target.arch,
        }
    }

    /// The processor, as Debian names it.
    pub fn debian(&self) -> &'static str {
        match (self, std::env::consts::ARCH) {
            (Self::Other(target, _), _) => target.debian,
            (Self::Here, "x86_64") => "amd64",
            (Self::Here, "aarch64") => "arm64",
            (Self::Here, other) => other,
        }
    }

    /// Where the checkout has the Z3 library for it.
    pub fn library(&self, root: &Path) -> PathBuf {
        match self {
            Self::Here => root.join(".z3/lib"),
            Self::Other(target, _) => crate::z3::home(root, Some(target)).join("lib"),
        }
    }

    /// A command that runs a program of it with the libraries of a folder, in an environment without anything else.
    pub fn run(&self, program: &Path, libraries: Option<&Path>) -> Command {
        let mut command = match self {
            Self::Here => Command::new(program),
            Self::Other(target, sysroot) => {
                let mut command = Command::new("env");
                command.arg("-i").arg(path()).args([target.qemu, "-L"]).arg(sysroot);
                if let Some(libraries) = libraries {
                    command.arg("-E").arg(format!("LD_LIBRARY_PATH={}", libraries.display()));
                }
                command.arg(program);
                return command;
            }
        };
        if let Some(libraries) = libraries {
            command.env("LD_LIBRARY_PATH", libraries);
        }
        command
    }
}

/// The PATH, as `env` is given it.
fn path() -> String {
    format!("PATH={}", std::env::var("PATH").unwrap_or_default())
}

fn has(tool: Tool) -> Result<(), String> {
    if tool.is_there() { Ok(()) } else { Err(format!("{} is missing: {}", tool.name(), tool.advice())) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_known_by_their_names() {
        let here = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
        assert_eq!(Target::named(&here), Ok(None));
        assert!(Target::named("pdp11-unknown-unix").is_err());
        let [arm] = TARGETS;
        assert!(arm.environment().contains(&(
            "CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER".to_owned(),
            "aarch64-linux-gnu-gcc".to_owned()
        )));
        assert_eq!(Machine::Other(arm, PathBuf::new()).debian(), "arm64");
    }
}
