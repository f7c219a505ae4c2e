//! The arguments of the command line.
//!
//! The flags that BenchExec's description of CPAchecker passes are understood as they are (`--spec`, `--timelimit`,
//! `--32`, `--stats`, …, with one dash or two), so that Cairn can stand in for it in a harness.

mod build;
mod check;
mod dap;
mod harness;
mod lsp;
mod machines;
mod pixels;
mod program;
mod project;
mod shown;
mod slice;
mod spelling;
mod test_suite;
mod validate;

use cairn_base::choice::OptionValue as _;
use cairn_blocks::Decomposition;
use clap::builder::styling::{AnsiColor, Styles};
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;
pub use test_suite::TestSuite;

pub use build::BuildCommand;
pub use check::{CheckCommand, CheckFormat, FailOn, check_command};
pub use dap::Dap;
pub use harness::{Globals, Harness};
pub use lsp::Lsp;
pub use machines::{Connection, TableFormat, VerifyAll, WorkerCommand};
pub use pixels::PixelTree;
pub use program::ProgramArguments;
pub use project::{Functions, Init, ListFormat};
pub use shown::ReportDetail;
pub use slice::{DependenceGraph, GraphFormat, SliceCommand, SliceFormat};
pub use spelling::{modern_options, modern_spelling, wants_json};
pub use validate::Validate;

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());

const EXAMPLES: &str = "\
Examples:
  cairn program.c                           Can an assertion of the program fail? Short for:
  cairn verify program.c                    Can an assertion of the program fail?
  cairn verify --32 a.c b.c                 Two files of one program, for a 32-bit machine
  cairn verify task.yml                     A task of the software verification competition
  cairn verify-all harnesses/               All programs in a directory, side by side
  cairn verify --property p.prp --stats a.c A property of your own; figures at the end
  cairn verify --check overflow,division a.c Undefined behaviour, beside assertions
  cairn verify -p build --entry f harness.c A file, linked with what it needs of a project
  cairn harness parse_header parse.c        A program that calls one function with any arguments
  cairn functions -p build                  The functions of a project, and what they need
  cairn cfa --format dot a.c | dot -Tsvg    Draw the control-flow automata
  cairn slice --line 12 a.c                 What does line 12 depend on?
  cairn localize a.c                        Which lines is the violation due to?
  cairn run --input 3,4 --trace a.c         Execute it, step by step
  cairn test-suite --output-dir tests a.c   Tests that cover its branches
  cairn lsp                                 For an editor: answers where they stand in the text
  cairn dap                                 For a debugger: a violation's execution, forward and backward
  cairn options                             Options for --option name=value

Exit codes:
  0  TRUE: no execution violates the property
  1  FALSE: an execution that violates it is shown
  2  the input or the options cannot be used
  3  UNKNOWN: neither was shown; the reason is printed
  101  internal error: please report it
  130  interrupted";

const VERIFY_HELP: &str = "\
The property, unless --property names another: no call of reach_error(), __VERIFIER_error(), or a failing
assert(), and no label ERROR, is reached in any execution. Values from __VERIFIER_nondet_int() and its kin, from
uninitialised variables and from functions without a body may be any; such a function may also change what its
arguments point to, unless --competition is given. --check adds undefined behaviour to what must not happen.

Examples:
  cairn verify program.c
  cairn verify --property unreach-call.prp --32 --time-limit 60s program.c
  cairn verify --check all program.c
  cairn verify --property valid-memsafety -Iinclude -DSIZE=4 -std=c99 -include config.h program.c
  cairn verify --interrupt timer --interrupt uart=2 main.c
  cairn verify -p build --entry harness harness.c        With what it needs of the build's compile_commands.json
  cairn verify --option machine-model=ILP32 --stats --output-dir out program.c
  cairn verify --analysis distributed --jobs 2 --message-log messages.html program.c
  cairn verify --distributed nats://server:4222 program.c   (see `cairn worker --help`)
  cairn verify --summaries kept --analysis value --option bam.blocks=functions program.c";

/// A software model checker for C.
#[derive(Parser, Debug)]
#[command(name = "cairn", version, about = "Cairn proves C programs correct, or shows how they fail", styles = STYLES)]
#[command(after_help = EXAMPLES, arg_required_else_help = true, disable_help_subcommand = true)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Decide whether a program can violate a property
    Verify(Box<Verify>),
    /// Decide each check of a program by itself
    Check(Box<CheckCommand>),
    /// Decide many tasks, on this machine or on many
    VerifyAll(VerifyAll),
    /// Take part in runs over many machines
    Worker(WorkerCommand),
    /// Decide what the standard input asks
    #[command(hide = true)]
    VerifyQuery,
    /// Decide the obligations of what the standard input asks; a query may take at least so long
    #[command(hide = true)]
    CheckQuery {
        /// The time
        each: String,
        /// Find the obligations and decide none, for this reason, with this to do next
        #[arg(long, num_args = 2, value_names = ["WHY", "NEXT"])]
        only_rows: Vec<String>,
        /// Ask only the analysis of memory
        #[arg(long)]
        only_memory: bool,
        /// Write scripts for violations into this folder, of a program that is built so (JSON)
        #[arg(long, num_args = 2, value_names = ["DIR", "BUILD"])]
        reproduce: Vec<String>,
    },
    /// Build a project and record what is compiled, so that `check` finds it
    Build(BuildCommand),
    /// Note how a compiler is called, and run it
    #[command(hide = true)]
    RecordCompilation {
        /// The compiler
        compiler: std::ffi::OsString,
        /// Its arguments
        #[arg(last = true, allow_hyphen_values = true)]
        words: Vec<std::ffi::OsString>,
    },
    /// Say what a kind of check means, and how a violation is mended
    Explain {
        /// The kind, as `check` names it [default: lists all]
        kind: Option<String>,
    },
    /// List the functions of a project with the files that they need
    Functions(Functions),
    /// Write a cairn.toml for a project, which `verify`, `check` and `verify-all` read
    Init(Init),
    /// Print the control-flow automata of a program
    Cfa(Cfa),
    /// Print how a program is cut into blocks for workers
    Blocks(BlocksCommand),
    /// Print what an operation of a program depends on: a slice
    Slice(SliceCommand),
    /// Print which operations of a program depend on which others
    DependenceGraph(DependenceGraph),
    /// Draw what runs have explored side by side
    PixelTree(PixelTree),
    /// Find the lines that a violation is due to
    Localize(Localize),
    /// Write tests that cover the branches or the calls of a program
    TestSuite(TestSuite),
    /// Write a program that calls one function with any arguments
    Harness(Harness),
    /// Execute a program with given inputs
    Run(RunCommand),
    /// Check a witness of a verdict, of this tool or another
    Validate(Validate),
    /// Show each check's answer in an editor: a language server
    Lsp(Lsp),
    /// Play the execution of a violation in a debugger, forward and backward: a debug adapter
    Dap(Dap),
    /// List the options, each with its type, default and meaning
    Options(crate::options::Tables),
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page (roff)
    Man,
}

/// The form of a control-flow automaton.
#[derive(Clone, Copy, ValueEnum, Debug, PartialEq, Eq)]
pub enum CfaFormat {
    /// For Graphviz
    Dot,
    /// For programs
    Json,
    /// For people
    Text,
    /// Horn clauses over loop heads, for solvers of them: they have a solution only when no execution violates the property
    Chc,
    /// The trees of post-dominators that control dependences are found with, for Graphviz
    PostDominators,
}

/// What the summary of automata makes of calls.
#[derive(Clone, Copy, ValueEnum, Debug, PartialEq, Eq)]
pub enum SummaryCalls {
    /// Blocks go through functions
    Inlined,
    /// Functions begin and end blocks
    Borders,
}

/// `cairn cfa`.
#[derive(Args, Debug)]
pub struct Cfa {
    /// The program.
    #[command(flatten)]
    pub program: ProgramArguments,
    /// The form
    #[arg(long, value_enum, default_value = "text")]
    pub format: CfaFormat,
    /// Summarises parts without loops to one edge each (large-block encoding)
    #[arg(long, value_enum, value_name = "CALLS", num_args = 0..=1, require_equals = true, default_missing_value = "inlined")]
    pub summarize: Option<SummaryCalls>,
    /// Shows the blocks of block-abstraction memoization: off, functions, loops, functions-loops, looping-functions, or a file (with --format dot)
    #[arg(long, value_name = "BLOCKS", default_value = "off", conflicts_with = "summarize")]
    pub blocks: String,
    /// Draws the levels of the automata instead: .svg, .png, or .json for `cairn pixel-tree`
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub pixel_tree: Option<PathBuf>,
    /// A property file, which says where errors are
    #[arg(long, visible_aliases = ["spec", "prp"], value_name = "FILE.prp", value_hint = clap::ValueHint::FilePath)]
    pub property: Option<PathBuf>,
}

const BLOCKS_HELP: &str = "\
A block has one entry and is left where another begins. Each operation that control can come to is in exactly one block, and
so are each call and each return.

Examples:
  cairn blocks program.c | dot -Tsvg
  cairn blocks --decomposition given-size --size 8 --format json program.c";

/// `cairn blocks`.
#[derive(Args, Debug)]
#[command(after_help = BLOCKS_HELP)]
pub struct BlocksCommand {
    /// The program.
    #[command(flatten)]
    pub program: ProgramArguments,
    /// How it is cut: single (one block), linear (a block along each way from where control joins or parts to the next such
    /// place), given-size (linear blocks, merged where they have the same ends or only follow each other), functions-loops (at
    /// entries of functions, behind calls, and at heads of loops) or loops (at heads of loops and entries of recursive functions)
    /// [default: the option experiment.distributed.decomposition]
    #[arg(long, value_name = "WORD", value_parser = Decomposition::parse)]
    pub decomposition: Option<Decomposition>,
    /// With given-size: merge until no more than so many blocks are left [default: experiment.distributed.blocks]
    #[arg(long, value_name = "NUMBER")]
    pub size: Option<usize>,
    /// The form
    #[arg(long, value_enum, default_value = "dot")]
    pub format: GraphFormat,
}

/// `cairn verify`.
#[derive(Args, Debug)]
#[command(after_help = VERIFY_HELP)]
pub struct Verify {
    /// The program.
    #[command(flatten)]
    pub program: ProgramArguments,
    /// What must hold: a property file, or a name: 'unreach-call', 'no-overflow', 'valid-memsafety', 'termination', 'no-data-race', 'no-deadlock', …; several
    /// with commas
    #[arg(long, visible_alias = "spec", value_name = "FILE.prp", value_hint = clap::ValueHint::FilePath, help_heading = "What must hold")]
    pub property: Option<PathBuf>,
    /// Answers UNKNOWN after this wall time: 60, 60s, 1.5min
    #[arg(
        long,
        visible_alias = "timelimit",
        value_name = "TIME",
        allow_negative_numbers = true,
        help_heading = "Limits"
    )]
    pub time_limit: Option<String>,
    /// Answers UNKNOWN when more memory is in use: 3000, 3GB
    #[arg(long, visible_alias = "heap", value_name = "SIZE", allow_negative_numbers = true, help_heading = "Limits")]
    pub memory_limit: Option<String>,
    /// Which analysis runs
    #[arg(long, value_name = "NAME", help_heading = "Analysis")]
    pub analysis: Option<String>,
    /// Runs so many analyses of the default strategy side by side, or workers of the distributed analysis [default: 1]
    #[arg(long, short, value_name = "NUMBER", help_heading = "Analysis")]
    pub jobs: Option<String>,
    /// Has the workers of this NATS server analyse the program (nats://HOST:PORT or tls://HOST:PORT): sets analysis=distributed
    #[arg(long, value_name = "URL", conflicts_with_all = ["summaries", "message_log", "serve"], help_heading = "Many machines")]
    pub distributed: Option<String>,
    /// Who one is for the server.
    #[command(flatten)]
    pub connection: Connection,
    /// What is printed beside the verdict.
    #[command(flatten)]
    pub shown: ReportDetail,
    /// Writes statistics, graphs, the counterexample and the slowest queries to solvers into this directory
    #[arg(long, visible_alias = "output-path", alias = "outputpath", value_name = "DIR", value_hint = clap::ValueHint::DirPath, help_heading = "What is written")]
    pub output_dir: Option<PathBuf>,
    /// Draws the levels of the states that were explored: .svg, .png, or .json for `cairn pixel-tree`
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath, help_heading = "What is written")]
    pub pixel_tree: Option<PathBuf>,
    /// Writes the messages between the workers of the distributed analysis: .html for a browser, or .json
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath, help_heading = "What is written")]
    pub message_log: Option<PathBuf>,
    /// Shows these messages in a browser on this machine, while the run goes on and until it is interrupted (Ctrl-C); at a free
    /// port, which is printed, or at this one
    #[arg(long, value_name = "PORT", num_args = 0..=1, require_equals = true, default_missing_value = "0", help_heading = "What is printed")]
    pub serve: Option<u16>,
    /// Keeps what is found out in this file, and uses what earlier runs have kept there, also when the program has changed
    /// elsewhere; made if it is not there
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath, help_heading = "Analysis")]
    pub summaries: Option<PathBuf>,
    /// Checks a proof once more, in as much time: k-induction has to show the property and each invariant of the proof
    #[arg(long, help_heading = "Analysis")]
    pub check_proof: bool,
    /// How much is printed
    #[arg(long, value_enum, default_value = "full", help_heading = "What is printed")]
    pub format: ReportFormat,
    /// Writes the violation as C, which fails when it is compiled with the program
    #[arg(long, value_name = "FILE.c", value_hint = clap::ValueHint::FilePath, help_heading = "What is written")]
    pub harness: Option<PathBuf>,
    /// Writes a witness of the verdict in the competition's format 2.0: the inputs of the violation, or the invariants of the
    /// proof; `cairn validate` checks one. A violation as FILE.graphml is written in format 1.0
    #[arg(long, value_name = "FILE.yml", value_hint = clap::ValueHint::FilePath, help_heading = "What is written")]
    pub witness: Option<PathBuf>,
}

const LOCALIZE_HELP: &str = "\
Looks for an execution that violates the property, as `cairn verify` does, and asks which of its statements the violation
is due to, given its inputs. The condition that leads into the violation is taken to be right.

What is printed are lines, the likeliest first. How they are found:
  --option localization.technique=counterfactual    (default) lines that, changed a little, avoid the violation with the same
                                                    inputs and keep other executions right; the best changes are verified,
                                                    so that a line may come with a change that is proved to mend it
  --option localization.technique=max-sat           smallest sets of lines of the execution that a mend must touch: if they
                                                    did something else, the violation would not follow
  --option localization.technique=unsat-core        smallest sets of lines from which the violation follows
  --option localization.technique=error-invariants  lines across which what the violation follows from changes
Where no change avoids the violation, max-sat is asked. Sets with the same number are as likely.

A violation that no branch leads to, or that follows from the inputs alone, is due to no statement: that is said.

Exit codes: 0 the faults are printed, or there are none to print; 2 the input cannot be used, or there is no violation;
3 UNKNOWN, with the reason; 130 interrupted.

Examples:
  cairn localize program.c
  cairn localize --32 --time-limit 60s --option localization.technique=unsat-core program.c
  cairn localize --format json program.c";

/// How faults are printed.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultFormat {
    /// For people, with the lines of the source
    Text,
    /// One JSON object
    Json,
}

/// `cairn localize`.
#[derive(Args, Debug)]
#[command(after_help = LOCALIZE_HELP)]
pub struct Localize {
    /// The program.
    #[command(flatten)]
    pub program: ProgramArguments,
    /// What must hold: a property file, or a name: 'unreach-call', 'no-overflow', 'valid-memsafety', 'termination', 'no-data-race', 'no-deadlock', …; several
    /// with commas
    #[arg(long, visible_aliases = ["spec", "prp"], value_name = "FILE.prp", value_hint = clap::ValueHint::FilePath)]
    pub property: Option<PathBuf>,
    /// Which analysis looks for the violation [default: auto]
    #[arg(long, value_name = "NAME")]
    pub analysis: Option<String>,
    /// Ends the search after this wall time: 60, 60s, 1.5min
    #[arg(long, visible_alias = "timelimit", value_name = "TIME")]
    pub time_limit: Option<String>,
    /// The form
    #[arg(long, value_enum, default_value = "text")]
    pub format: FaultFormat,
}

const RUN_HELP: &str = "\
With --arg, --stdin, --env or --root the program runs as a system runs it: with these arguments, this input, this
environment and these files, and what it prints is printed. Its status is in the last line, on the standard error. No
file is written: what the program writes is there for this run alone. Without these options a call that asks the
outside world takes the next value of --input.

Examples:
  cairn run --input 5,-1 program.c
  cairn run --arg -n --arg 3 --stdin text.txt head.c
  cairn run --check all --root data --arg in.csv sum.c";

/// `cairn run`.
#[derive(Args, Debug)]
#[command(after_help = RUN_HELP)]
pub struct RunCommand {
    /// The program.
    #[command(flatten)]
    pub program: ProgramArguments,
    /// What must hold: a property file, or a name: 'unreach-call', 'no-overflow', 'valid-memsafety', 'termination', 'no-data-race', 'no-deadlock', …; several
    /// with commas
    #[arg(long, visible_alias = "spec", value_name = "FILE.prp", value_hint = clap::ValueHint::FilePath)]
    pub property: Option<PathBuf>,
    /// Values for the program's inputs, in the order in which it asks: --input 5,-1,0x10; 0 where there are no more
    #[arg(long, value_delimiter = ',', value_name = "VALUES", allow_hyphen_values = true)]
    pub input: Vec<String>,
    /// Runs the program on a system that gives it this argument; one for each
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub arg: Vec<OsString>,
    /// Runs the program on a system where its standard input is this file
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub stdin: Option<PathBuf>,
    /// Runs the program on a system with this in its environment; one for each, nothing else is there
    #[arg(long, value_name = "NAME=VALUE")]
    pub env: Vec<OsString>,
    /// Runs the program on a system where it works in this folder, and sees no other
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    pub root: Option<PathBuf>,
    /// Prints the execution step by step
    #[arg(long)]
    pub trace: bool,
    /// Ends after so many steps
    #[arg(long, default_value_t = 100_000_000, value_name = "NUMBER", allow_negative_numbers = true)]
    pub steps: u64,
}

/// How much of a report is printed.
#[derive(Clone, Copy, ValueEnum, Debug, PartialEq, Eq)]
pub enum ReportFormat {
    /// The counterexample step by step, then the verdict
    Full,
    /// The verdict and its reason
    Concise,
    /// One JSON object
    Json,
    /// A SARIF 2.1.0 log, for code hosts and editors
    Sarif,
    /// Annotations of a job of GitHub Actions, then the verdict
    Github,
}

impl ReportFormat {
    /// Whether a person reads it, and not a program.
    pub fn is_text(self) -> bool {
        matches!(self, ReportFormat::Full | ReportFormat::Concise | ReportFormat::Github)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_description_is_consistent() {
        <Arguments as clap::CommandFactory>::command().debug_assert();
    }
}
