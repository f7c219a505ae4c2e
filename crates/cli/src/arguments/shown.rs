//! What the user can write about what is printed beside a verdict.

use clap::Args;

/// What is printed beside the verdict.
#[derive(Args, Clone, Debug, Default)]
pub struct Shown {
    /// Prints no progress, and no notes beside the verdict
    #[arg(long, short)]
    pub quiet: bool,
    /// Shows of an execution only what becomes of these variables
    #[arg(long, value_delimiter = ',', value_name = "NAMES")]
    pub trace_vars: Vec<String>,
    /// Prints what the run cost, after the verdict
    #[arg(long)]
    pub stats: bool,
}
