//! The binary `cairn`.
//!
//! Exit codes: 0 TRUE (or the command did what it was asked), 1 FALSE, 2 usage or input error, 3 UNKNOWN, 101 internal
//! error, 130 interrupted. Only this crate talks to the terminal; each command is a module.

// What only runs over many machines need.
#![cfg_attr(not(feature = "net"), allow(dead_code))]

mod allowed_finding;
mod arguments;
mod blocks;
mod build;
mod cfa;
mod check;
mod child;
mod clock;
mod compiler;
mod console;
mod dap;
#[cfg(feature = "net")]
mod distribute_checks;
#[cfg(feature = "net")]
mod distribute_tasks;
mod exit;
mod explain;
mod functions;
mod generate;
mod harness;
mod host_system;
mod init;
mod inputs;
mod interrupt;
mod limits;
mod linked_files;
mod list;
mod llvm;
mod localize;
mod lsp;
#[cfg(feature = "net")]
mod machines;
mod memory_supervisor;
mod messages;
mod missing_parts;
mod options;
mod other_languages;
mod outputs;
mod parent_process;
mod pixels;
mod preprocess;
mod progress;
mod project;
mod project_file;
mod proof_check;
mod query;
mod report;
mod requests;
mod run;
mod slice;
mod sliced_text;
mod system;
mod table;
mod task_results;
mod test_suite;
mod validate;
mod verify;
mod verify_all;
mod watch;
#[cfg(not(feature = "net"))]
mod without_network;
#[cfg(feature = "net")]
mod worker;

/// Terms, states and clauses are many small objects: a sixth of the processor time was the system's allocator. Z3 and CaDiCaL use
/// this one, too (`docs/design/terms-and-solver.md`).
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

use arguments::{Arguments, Command};
use cairn_verify::Report;
use clap::Parser;
use std::process::ExitCode;
#[cfg(not(feature = "net"))]
use without_network::{distribute_checks, distribute_tasks, machines, worker};

fn main() -> ExitCode {
    let words = arguments::modern_spelling(std::env::args_os());
    let arguments = Arguments::try_parse_from(&words).unwrap_or_else(|error| {
        if error.use_stderr() && arguments::wants_json(&words) {
            console::out(&report::json::refusal(&error.render().to_string()));
        }
        error.exit()
    });
    let works = matches!(
        arguments.command,
        Command::Verify(_)
            | Command::Check(_)
            | Command::Cfa(_)
            | Command::Blocks(_)
            | Command::Slice(_)
            | Command::DependenceGraph(_)
            | Command::Run(_)
            | Command::Localize(_)
            | Command::TestSuite(_)
            | Command::Harness(_)
            | Command::Validate(_)
    );
    match if works { memory_supervisor::child() } else { memory_supervisor::ChildOutcome::None } {
        memory_supervisor::ChildOutcome::Ended(code) => std::process::exit(code),
        memory_supervisor::ChildOutcome::OutOfMemory => {
            return match arguments.command {
                Command::Verify(wanted) => verify::unanswered(&wanted, Report::out_of_memory),
                _ => {
                    console::err("error: the memory that this process may use (ulimit -v) is used up\n");
                    exit::Exit::Unknown
                }
            }
            .into();
        }
        memory_supervisor::ChildOutcome::Interrupted => {
            return match arguments.command {
                Command::Verify(wanted) => verify::unanswered(&wanted, Report::interrupted),
                _ => {
                    console::err("error: interrupted\n");
                    exit::Exit::Interrupted
                }
            }
            .into();
        }
        memory_supervisor::ChildOutcome::None => {}
    }
    match arguments.command {
        Command::Verify(wanted) => verify::run(&wanted),
        Command::Check(wanted) => check::run(&wanted),
        Command::VerifyAll(wanted) => verify_all::run(&wanted),
        Command::Worker(wanted) => worker::run(&wanted),
        Command::VerifyQuery => child::run(),
        Command::CheckQuery { each, only_rows, only_memory, reproduce } => {
            check::child(&each, &only_rows, only_memory, &reproduce)
        }
        Command::Build(wanted) => build::run(&wanted),
        Command::RecordCompilation { compiler, words } => build::recorder::run(&compiler, &words),
        Command::Init(wanted) => init::run(&wanted),
        Command::Explain { kind } => explain::run(kind.as_deref()),
        Command::Functions(wanted) => functions::run(&wanted),
        Command::Cfa(wanted) => cfa::run(&wanted),
        Command::Blocks(wanted) => blocks::run(&wanted),
        Command::Slice(wanted) => slice::run(&wanted),
        Command::DependenceGraph(wanted) => slice::graph(&wanted),
        Command::PixelTree(wanted) => pixels::run(&wanted),
        Command::Run(wanted) => run::run(&wanted),
        Command::Localize(wanted) => localize::run(&wanted),
        Command::TestSuite(wanted) => test_suite::run(&wanted),
        Command::Harness(wanted) => harness::run(&wanted),
        Command::Validate(wanted) => validate::run(&wanted),
        Command::Lsp(wanted) => lsp::run(&wanted),
        Command::Dap(wanted) => dap::run(&wanted),
        Command::Options(tables) => options::run(&tables),
        Command::Completions { shell } => generate::completions(shell),
        Command::Man => generate::man(),
    }
    .unwrap_or_else(|error| error.report())
    .into()
}
