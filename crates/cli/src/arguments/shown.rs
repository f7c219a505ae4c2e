//! The arguments about what is printed and written beside a verdict.

use clap::Args;
use std::path::PathBuf;

/// What is printed beside the verdict.
#[derive(Args, Clone, Debug, Default)]
pub struct ReportDetail {
    /// Prints no progress, and no notes beside the verdict
    #[arg(long, short, help_heading = "What is printed")]
    pub quiet: bool,
    /// Shows of an execution only what becomes of these variables
    #[arg(long, value_delimiter = ',', value_name = "NAMES", help_heading = "What is printed")]
    pub trace_vars: Vec<String>,
    /// Prints what the run cost, after the verdict
    #[arg(long, help_heading = "What is printed")]
    pub stats: bool,
    /// Writes a page for a browser: the verdict, the source with the violating execution step by step or the invariants, what
    /// was explored, and what it cost; one file, which needs no network
    #[arg(long, value_name = "FILE.html", value_hint = clap::ValueHint::FilePath, help_heading = "What is written")]
    pub report: Option<PathBuf>,
}
