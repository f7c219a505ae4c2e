//! The arguments of runs of many tasks and many machines.

use clap::Args;
use std::path::PathBuf;

const VERIFY_ALL_HELP: &str = "\
LIST is
  a directory       each .c and .i file in it, and each task definition (.yml) below it; C files that a task names are that task's
  a text file       a task each line: files and options of `cairn verify`; empty lines and what begins with # are passed by
  task.yml          one task

What follows -- are options of `cairn verify` for all tasks. Tasks run by themselves, so many at once as the machine has
cores, or on all workers of a server; a line is printed for each that is done, and a table at the end.

Exit codes: 0 all TRUE; 1 some FALSE; 2 some task cannot be used (or the list, or the server), and none is FALSE; 3 some UNKNOWN, else TRUE;
130 interrupted.

Examples:
  cairn verify-all harnesses/ -- --time-limit 60s
  cairn verify-all tasks.txt --jobs 4 --format json
  cairn verify-all tasks.txt --distributed nats://server:4222 --token-file token";

const WORKER_HELP: &str = "\
A worker waits for runs on a NATS server and takes part in each: in `cairn verify-all LIST --distributed URL` it verifies tasks, in
`cairn verify --distributed URL FILE` it analyses blocks of the program. It needs no file of the program. It may come
at any time, and be ended at any time: what it was at is given to another.

Whoever may write to the server can make workers work. Give the server credentials (--token-file, --nkey-file, or a
user and a password in the address) and TLS (tls://) where others can reach it.

Examples:
  nats-server --jetstream                     A server, on this machine
  cairn worker --connect nats://server:4222   On each machine
  cairn worker --connect tls://server:4222 --token-file token --jobs 8";

/// Who one is for a server.
#[derive(Args, Debug, Clone, Default)]
pub struct Connection {
    /// A file with the token that the server asks for [default: the variable CAIRN_NATS_TOKEN]
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath, help_heading = "Many machines")]
    pub token_file: Option<PathBuf>,
    /// A file with the seed of an nkey that the server knows
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath, help_heading = "Many machines")]
    pub nkey_file: Option<PathBuf>,
    /// A file with certificates of authorities, beside those of the system (for tls://)
    #[arg(long, value_name = "FILE.pem", value_hint = clap::ValueHint::FilePath, help_heading = "Many machines")]
    pub ca_file: Option<PathBuf>,
    /// A file with a secret that all who take part must have: messages without it are refused [default: the token]
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath, help_heading = "Many machines")]
    pub secret_file: Option<PathBuf>,
}

/// The form of results.
#[derive(Clone, Copy, clap::ValueEnum, Debug, PartialEq, Eq)]
pub enum TableFormat {
    /// Lines and a table
    Text,
    /// A JSON object for each task, a line each, as they are done
    Json,
}

/// `cairn verify-all`.
#[derive(Args, Debug)]
#[command(after_help = VERIFY_ALL_HELP)]
pub struct VerifyAll {
    /// The tasks: a directory, a text file with a task each line, or a task definition [default: `harnesses` of cairn.toml]
    #[arg(value_name = "LIST", value_hint = clap::ValueHint::AnyPath)]
    pub list: Option<PathBuf>,
    /// Runs so many tasks at once on this machine [default: its cores]
    #[arg(long, short, value_name = "NUMBER", conflicts_with = "distributed")]
    pub jobs: Option<usize>,
    /// Gives the tasks to the workers of this NATS server (nats://HOST:PORT or tls://HOST:PORT)
    #[arg(long, value_name = "URL")]
    pub distributed: Option<String>,
    /// Who one is for the server.
    #[command(flatten)]
    pub connection: Connection,
    /// The form
    #[arg(long, value_enum, default_value = "text")]
    pub format: TableFormat,
    /// Options of `cairn verify` for all tasks
    #[arg(last = true, value_name = "OPTIONS")]
    pub options: Vec<String>,
}

/// `cairn worker`.
#[derive(Args, Debug)]
#[command(after_help = WORKER_HELP)]
pub struct WorkerCommand {
    /// The server: nats://HOST:PORT or tls://HOST:PORT
    #[arg(long, value_name = "URL")]
    pub connect: String,
    /// Who one is for the server.
    #[command(flatten)]
    pub connection: Connection,
    /// Does so much at once [default: the machine's cores]
    #[arg(long, short, value_name = "NUMBER")]
    pub jobs: Option<usize>,
    /// What others call it [default: the machine's name and a number]
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
}
