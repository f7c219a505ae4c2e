//! The arguments about a whole project.

use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// `cairn functions`.
#[derive(Args, Debug)]
pub struct Functions {
    /// The list of compile commands, or the folder with it
    #[arg(short = 'p', long = "compile-commands", value_name = "DIR", value_hint = clap::ValueHint::AnyPath)]
    pub project: PathBuf,
    /// The project is for a 32-bit machine
    #[arg(long = "32")]
    pub bits32: bool,
    /// The form
    #[arg(long, value_enum, default_value = "text")]
    pub format: ListFormat,
}

/// `cairn init`.
#[derive(Args, Debug)]
pub struct Init {
    /// The list of compile commands, or the folder with it [default: the first one here, in build/ or in a folder above]
    #[arg(short = 'p', long = "compile-commands", value_name = "DIR", value_hint = clap::ValueHint::AnyPath)]
    pub project: Option<PathBuf>,
}

/// The form of a list.
#[derive(Clone, Copy, ValueEnum, Debug, PartialEq, Eq)]
pub enum ListFormat {
    /// A line each
    Text,
    /// For programs
    Json,
}
