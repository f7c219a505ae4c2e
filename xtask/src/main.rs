//! The repository's chores, one module each: `cargo xtask <chore>`.
//!
//! Invariant: this package depends on no crate that needs Z3, because `cargo xtask z3` is what fetches it.

mod z3;

use clap::{Parser, Subcommand};
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
    Z3,
}

/// The root of the checkout.
fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_path_buf()
}

fn main() -> ExitCode {
    let done = match Arguments::parse().chore {
        Chore::Z3 => z3::fetch(&root()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            #[allow(clippy::print_stderr)] // A chore talks to the person who runs it.
            {
                eprintln!("error: {message}");
            }
            ExitCode::FAILURE
        }
    }
}
