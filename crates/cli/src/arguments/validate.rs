//! The arguments of `cairn validate`.

use super::ProgramArguments;
use clap::Args;
use std::path::PathBuf;

const VALIDATE_HELP: &str = "\
A witness of a violation is confirmed when an execution that it describes violates the property, and was executed by the
interpreter. A witness of a proof is confirmed when Cairn proves the property and each invariant of it. What a witness says
is never a reason: it narrows the search, or is to be proved.

Exit codes: 0 confirmed; 1 rejected, with the place; 2 the witness or the program cannot be used; 3 UNKNOWN.

Examples:
  cairn verify --witness witness.yml program.c
  cairn validate witness.yml program.c
  cairn validate --property unreach-call.prp --32 --time-limit 60s witness.yml program.c";

/// `cairn validate`.
#[derive(Args, Debug)]
#[command(after_help = VALIDATE_HELP)]
pub struct Validate {
    /// The witness, in format 2.0 or 2.1
    #[arg(value_name = "WITNESS.yml", value_hint = clap::ValueHint::FilePath)]
    pub witness: PathBuf,
    /// The program.
    #[command(flatten)]
    pub program: ProgramArguments,
    /// What must hold: a property file, or a name
    #[arg(long, visible_aliases = ["spec", "prp"], value_name = "FILE.prp", value_hint = clap::ValueHint::FilePath)]
    pub property: Option<PathBuf>,
    /// Which analysis runs
    #[arg(long, value_name = "NAME")]
    pub analysis: Option<String>,
    /// Answers UNKNOWN after this wall time: 60, 60s, 1.5min
    #[arg(long, visible_alias = "timelimit", value_name = "TIME")]
    pub time_limit: Option<String>,
}
