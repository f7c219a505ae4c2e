//! The arguments of `cairn check`.

use super::{Arguments, Command, Connection, ProgramArguments, modern_spelling};
use crate::exit::InputError;
use clap::{Args, Parser, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;

const CHECK_HELP: &str = "\
Each assertion, label and check at a place of the text is a proof obligation with its own answer: proved, violated (an
execution is shown), unreachable (no execution comes there), or unknown (with its own reason). An obligation is about
executions in which none of the others was violated before. Without --check and --property all undefined behaviour is checked,
and assertions.

Without a file the project is checked whose list of compile commands is here, in a folder for builds or above (or at -p): each program from its
`main`, and each function with external linkage that no program reaches with any arguments, as `cairn harness` writes them. `cairn build -- make`
writes such a list.

What is not proved is printed, the worst first: violations, what callers must ensure, and what is open by its cause. A comment at a line allows a
finding: // cairn: allow(overflow) REASON; so does [[allow]] in cairn.toml.

Exit codes: 0 all proved, unreachable or suppressed, 1 some violated, 3 some unknown (--fail-on says which of these count). With --baseline only
obligations count that are new, or were better in that run.

Examples:
  cairn check program.c
  cairn build -- make && cairn check
  cairn check --check overflow,division --executions program.c
  cairn check --reproduce scripts program.c                        (scripts/01-program.c-12-overflow.sh fails as the program does)
  cairn check --format json program.c > before.json
  cairn check --baseline before.json program.c
  cairn check -p build --jobs 4 --summaries kept --report pages    (all programs and functions of a project)
  cairn check -p build --since origin/main --format github         (what a pull request can touch)";

/// The form of the answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum CheckFormat {
    /// For people: a row for each function, and what is not proved
    Text,
    /// One JSON object
    Json,
    /// SARIF 2.1.0, with every obligation (pass, fail, open)
    Sarif,
    /// A test case for each obligation, for build servers
    Junit,
    /// Annotations of GitHub Actions for what is violated or unknown, then the sum
    Github,
}

/// What fails a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum FailOn {
    /// An obligation is violated: exit code 1
    Violated,
    /// Callers must ensure something: exit code 1
    Needs,
    /// Something is unknown: exit code 3
    Open,
}

/// `cairn check`.
#[derive(Args, Debug)]
#[command(after_help = CHECK_HELP)]
pub struct CheckCommand {
    /// The program.
    #[command(flatten)]
    pub program: ProgramArguments,
    /// What must hold: a property file, or a name: 'unreach-call', 'no-overflow', 'valid-memsafety', 'termination', 'no-data-race', 'no-deadlock', …; several
    /// with commas
    #[arg(long, visible_alias = "spec", value_name = "FILE.prp", value_hint = clap::ValueHint::FilePath, help_heading = "What must hold")]
    pub property: Option<PathBuf>,
    /// Ends the run after this wall time: 60, 60s, 1.5min; what is open then is unknown [default: 60s]
    #[arg(long, visible_alias = "timelimit", value_name = "TIME", help_heading = "Limits")]
    pub time_limit: Option<String>,
    /// So long a query about one obligation may take; it begins with an eighth, and has twice the time in each round while
    /// there is time; once a quarter of that is over, as long as rounds decide something
    #[arg(long, value_name = "TIME", default_value = "2s", help_heading = "Limits")]
    pub each_limit: String,
    /// Ends with the first violation
    #[arg(long, help_heading = "Limits")]
    pub stop_at_first: bool,
    /// Prints what the run cost, and the operations after which most of what was known of memory was lost, on the standard error
    #[arg(long, help_heading = "Answers")]
    pub stats: bool,
    /// Shows the execution of each violation step by step
    #[arg(long, conflicts_with = "format", help_heading = "Answers")]
    pub executions: bool,
    /// Lists all obligations, the proved ones too
    #[arg(long, conflicts_with = "format", help_heading = "Answers")]
    pub list: bool,
    /// Writes a script for each violation of a whole program into this folder, which builds the program with sanitizers and gives it the
    /// command line, the input, the environment and the files of the execution
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath, help_heading = "Answers")]
    pub reproduce: Option<PathBuf>,
    /// The JSON of an earlier run: says of each obligation whether it is new or has changed
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath, help_heading = "Answers")]
    pub baseline: Option<PathBuf>,
    /// What fails the run; several with commas
    #[arg(
        long,
        value_enum,
        value_name = "STATE",
        value_delimiter = ',',
        default_value = "violated,open",
        help_heading = "Answers"
    )]
    pub fail_on: Vec<FailOn>,
    /// Of a project, or with --contracts: how many entries are checked at once [default: one for each core]
    #[arg(long, short, value_name = "NUMBER", value_parser = clap::value_parser!(u16).range(1..), help_heading = "Projects and functions")]
    pub jobs: Option<u16>,
    /// Of a project, or with --contracts: gives the entries to the workers of this NATS server (nats://HOST:PORT or tls://HOST:PORT)
    #[arg(long, value_name = "URL", conflicts_with = "jobs", help_heading = "Many machines")]
    pub distributed: Option<String>,
    /// Who one is for the server.
    #[command(flatten)]
    pub connection: Connection,
    /// Of a project: the functions that its programs reach are checked with any arguments too
    #[arg(long, help_heading = "Projects and functions")]
    pub functions: bool,
    /// Each function with a contract is checked by itself, too, with any arguments that it allows; comments of ACSL are read
    #[arg(long, help_heading = "Projects and functions")]
    pub contracts: bool,
    /// Of a project: leaves out what has not changed since this revision of git
    #[arg(long, value_name = "REVISION", conflicts_with = "summaries", help_heading = "Projects and functions")]
    pub since: Option<String>,
    /// Keeps what is found out in this file, and takes from it what has not changed since; made if it is not there
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath, help_heading = "Projects and functions")]
    pub summaries: Option<PathBuf>,
    /// Writes a page for each file into this directory, with the obligations at their lines, and one that lists the files
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath, help_heading = "Answers")]
    pub report: Option<PathBuf>,
    /// The form
    #[arg(long, value_enum, default_value = "text", help_heading = "Answers")]
    pub format: CheckFormat,
}

/// The command that further words of `cairn check` make, for who has them from elsewhere than a shell.
///
/// # Errors
/// The words are none of `cairn check`.
pub fn check_command(words: impl IntoIterator<Item = OsString>) -> Result<Box<CheckCommand>, InputError> {
    let words: Vec<OsString> = ["cairn", "check"].map(OsString::from).into_iter().chain(words).collect();
    let parsed = Arguments::try_parse_from(modern_spelling(words.into_iter()));
    match parsed.map_err(|error| InputError::new(error.to_string().trim_start_matches("error: ").trim()))?.command {
        Command::Check(command) => Ok(command),
        _ => Err(InputError::new("the arguments are none of `cairn check`")),
    }
}
