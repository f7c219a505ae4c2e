//! The repository's chores, one module each: `cargo xtask <chore>`.
//!
//! Invariant: this package depends on no crate that needs Z3, because `cargo xtask z3` is what fetches it.

mod bench;
mod budget;
mod command;
mod compiler;
mod docs;
mod figures;
mod first_answers;
mod harnesses;
mod install;
mod llvm;
mod measured;
mod mutants;
mod nightly;
mod package;
mod papers;
mod plot;
mod programs;
mod projects;
mod rotation;
mod run;
mod scale;
mod solved;
mod strategy;
mod testing;
mod tidy;
mod tools;
mod z3;

use clap::{Parser, Subcommand};
use command::cargo;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(Parser)]
#[command(name = "xtask", about = "Chores of the Cairn repository")]
struct Arguments {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Fetch the Z3 library that Cairn links with into .z3/ (does nothing when it is there)
    Z3 {
        /// The library of another machine, into .z3-TRIPLE/: aarch64-unknown-linux-gnu
        #[arg(long, value_name = "TRIPLE")]
        target: Option<String>,
    },
    /// Build Cairn and run it: cargo xtask run -- verify examples/sum.c; with C++, Rust and many machines: cargo xtask run --all --
    /// check main.cpp
    Run {
        /// Build all of it: the network, and cairn-llvm, which reads C++, Rust and modules of LLVM (needs LLVM 19)
        #[arg(long)]
        all: bool,
        /// The arguments of cairn
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Build Cairn and install it: cargo xtask install --prefix ~/.local
    Install {
        /// Where bin/cairn and lib/cairn/ go
        #[arg(long, value_name = "DIR")]
        prefix: PathBuf,
    },
    /// Build cairn-llvm, the program with which cairn reads modules of LLVM (needs LLVM 19)
    Llvm(llvm::Llvm),
    /// Write the reference of the site, and build the site with mdBook
    Docs(docs::Docs),
    /// Make packages: a relocatable archive, a .deb and a wheel
    Package(package::Package),
    /// Run all tests of the workspace
    Test(testing::Tests),
    /// What takes too long for each change: all tests, fuzzing, mutants, projects, programs, harnesses, the benchmark, packages for
    /// another machine, in one table
    Nightly(nightly::Nightly),
    /// Print which part of the tables of programs the tests of this commit take, or take the next one
    Turn(rotation::Chosen),
    /// What tests and chores need beside Rust: what is here and what is missing
    Tools(tools::Tools),
    /// Run a test binary and write down its processor time (the runner of cargo xtask test)
    #[command(hide = true)]
    Measured {
        /// The program and its arguments
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        program: Vec<OsString>,
    },
    /// Generated programs on which all analyses must agree: cargo xtask fuzz --programs 20000
    Fuzz {
        /// The arguments of the example `fuzz` of the package cairn-differential
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Messages of runs over many machines, changed at random: cargo xtask fuzz-messages --seconds 600
    FuzzMessages {
        /// The arguments of the example `messages` of the package cairn-dss
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Mistakes put into a copy of the checkout, which the generated programs must find (nightly)
    Mutants(mutants::Mutants),
    /// Everything that a change must pass: formatting, tidiness, lints, tests
    Ci,
    /// Check what compilers do not: module documentation, length and names of files
    Tidy {
        /// Write the table of crates of docs/architecture.md from the manifests
        #[arg(long)]
        write: bool,
    },
    /// Measure the tables of a paper: cargo xtask bench lbe
    Bench(bench::Bench),
    /// Draw how many tasks verifiers decide within how much time: cargo xtask solved cairn=cairn.csv other=other.csv
    Solved(solved::Solved),
    /// Draw the figures of a paper from what `cargo xtask bench` measured: cargo xtask figures slice slice.csv
    Figures(figures::Figures),
    /// Show every item of the four papers by its command or test, and how many there are
    Papers,
    /// Simulate how far the messages of distributed runs scale: cargo xtask scale log.json
    Scale(scale::Scale),
    /// Train the weights of the default strategy on a benchmark: measure each analysis alone, simulate the turns
    Strategy(strategy::Strategy),
    /// Read the C of real projects, fetched as Debian source packages (nightly)
    Projects(projects::Projects),
    /// Build and check ordinary projects as their first user would, timed (nightly)
    FirstAnswers(first_answers::FirstAnswers),
    /// Verify ordinary command line programs, fetched as Debian source packages (nightly)
    Programs(programs::Programs),
    /// Proofs over functions of real projects, correct and with a mistake, by Cairn and CBMC (nightly)
    Harnesses(harnesses::Harnesses),
}

/// The root of the checkout.
fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_path_buf()
}

/// What a build needs.
fn prepare(root: &Path) -> Result<(), String> {
    compiler::check()?;
    z3::fetch(root)
}

/// Does a chore; the number is the exit code.
fn perform(chore: Chore) -> Result<u8, String> {
    let root = root();
    match chore {
        Chore::Z3 { target } => match target.as_deref().map_or(Ok(None), package::Target::named)? {
            Some(target) => z3::fetch_for(&root, &target)?,
            None => z3::fetch(&root)?,
        },
        Chore::Tidy { write } => tidy::check(&root, write)?,
        Chore::Install { prefix } => install::install(&root, &prefix)?,
        Chore::Llvm(arguments) => llvm::run(&root, &arguments)?,
        Chore::Docs(arguments) => docs::run(&root, &arguments)?,
        Chore::Package(arguments) => package::run(&root, &arguments)?,
        Chore::Bench(arguments) => bench::run(&root, &arguments)?,
        Chore::Solved(arguments) => solved::run(&arguments)?,
        Chore::Figures(arguments) => figures::run(&arguments)?,
        Chore::Papers => papers::run(&root)?,
        Chore::Scale(arguments) => scale::run(&arguments)?,
        Chore::Strategy(arguments) => strategy::run(&root, &arguments)?,
        Chore::Projects(arguments) => projects::run(&root, &arguments)?,
        Chore::FirstAnswers(arguments) => first_answers::run(&root, &arguments)?,
        Chore::Programs(arguments) => programs::run(&root, &arguments)?,
        Chore::Harnesses(arguments) => harnesses::run(&root, &arguments)?,
        Chore::Run { all, arguments } => return run::run(&root, all, &arguments),
        Chore::Fuzz { arguments } => {
            prepare(&root)?;
            let cargo = ["run", "--release", "--quiet", "--package", "cairn-differential", "--example", "fuzz", "--"];
            return command::exit_code(&root, &cargo, &arguments);
        }
        Chore::FuzzMessages { arguments } => {
            prepare(&root)?;
            let cargo = ["run", "--quiet", "--package", "cairn-dss", "--example", "messages", "--"];
            return command::exit_code(&root, &cargo, &arguments);
        }
        Chore::Mutants(arguments) => {
            prepare(&root)?;
            mutants::run(&root, &arguments)?;
        }
        Chore::Test(arguments) => {
            prepare(&root)?;
            testing::run(&root, &arguments)?;
        }
        Chore::Turn(chosen) => rotation::print(&root, &chosen)?,
        Chore::Nightly(arguments) => nightly::run(&root, &arguments)?,
        Chore::Tools(arguments) => tools::run(&arguments)?,
        Chore::Measured { program } => return measured::run(&program),
        Chore::Ci => {
            prepare(&root)?;
            cargo(&root, &["fmt", "--all", "--check"], &[])?;
            tidy::check(&root, false)?;
            cargo(&root, &["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"], &[])?;
            testing::run(&root, &testing::Tests::all())?;
        }
    }
    Ok(0)
}

fn main() -> ExitCode {
    match perform(Arguments::parse().chore) {
        Ok(code) => ExitCode::from(code),
        Err(message) => {
            #[allow(clippy::print_stderr)] // A chore talks to the person who runs it.
            {
                eprintln!("error: {message}");
            }
            ExitCode::FAILURE
        }
    }
}
