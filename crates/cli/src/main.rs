//! The binary `cairn`.
//!
//! Exit codes: 0 TRUE (or the command did what it was asked), 1 FALSE, 2 usage or input error, 3 UNKNOWN, 101 internal
//! error, 130 interrupted. Only this crate talks to the terminal; each command is a module.

mod arguments;
mod cfa;
mod console;
mod exit;
mod generate;
mod inputs;
mod interrupt;
mod limits;
mod options;
mod preprocess;
mod report;
mod run;
mod verify;
mod watch;

use arguments::{Arguments, Command};
use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = Arguments::parse_from(arguments::modern_spelling(std::env::args_os()));
    match arguments.command {
        Command::Verify(wanted) => verify::run(&wanted),
        Command::Cfa(wanted) => cfa::run(&wanted),
        Command::Run(wanted) => run::run(&wanted),
        Command::Options => options::run(),
        Command::Completions { shell } => generate::completions(shell),
        Command::Man => generate::man(),
    }
    .unwrap_or_else(|error| error.report())
    .into()
}
