//! `cargo xtask papers`: every row of the pages of the papers (`docs/papers`), those that a test shows too: runs over a server, modules
//! of LLVM. At the end stands how many items of each paper are shown, and which are left out for what reason.
//!
//! The rows are run by `crates/cli/tests/it/papers.rs`, several at a time. A test takes a third of them; here it is all.

use crate::command;
use std::path::Path;

/// The tests that rows without a command name, and that of the rows.
const TESTS: [&str; 4] = ["distributed::", "solver_program::", "llvm::", "papers::"];

/// Runs the chore.
pub fn run(root: &Path) -> Result<(), String> {
    let test = ["test", "--quiet", "--package", "cairn-cli", "--test", "it", "--", "--nocapture"];
    let arguments: Vec<&str> = test.into_iter().chain(TESTS).collect();
    command::cargo_with(root, &arguments, &[("CAIRN_NIGHTLY", "1")])
}
