//! The arguments of `cairn test-suite`.

use super::ProgramArguments;
use cairn_base::choice::OptionValue as _;
use cairn_test_generation::Coverage;
use clap::Args;
use std::path::PathBuf;

const TEST_SUITE_HELP: &str = "\
A test gives the values that __VERIFIER_nondet_int() and its kin return; everything else that a program does not know
is 0. Each was executed as it is written. testcase-N.c is linked with the program; testcase-N.xml and metadata.xml are
the competition's test-format.

Examples:
  cairn test-suite --output-dir tests --time-limit 60s program.c
  cc program.c tests/testcase-1.c && ./a.out";

/// `cairn test-suite`.
#[derive(Args, Debug)]
#[command(after_help = TEST_SUITE_HELP)]
pub struct TestSuite {
    /// The program.
    #[command(flatten)]
    pub program: ProgramArguments,
    /// Ends the search after this wall time: 60, 60s, 1.5min
    #[arg(long, visible_alias = "timelimit", value_name = "TIME")]
    pub time_limit: Option<String>,
    /// What the tests are to cover: branches (each way of each condition; a && b has two), or calls (each call in the text)
    #[arg(long, value_name = "WORD", default_value = "branches", value_parser = Coverage::parse)]
    pub coverage: Coverage,
    /// Writes the tests into this directory
    #[arg(long, visible_alias = "output-path", value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    pub output_dir: Option<PathBuf>,
}
