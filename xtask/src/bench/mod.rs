//! `cargo xtask bench`: a paper's tables, measured again.
//!
//! A suite is a category of benchmark programs with the configurations that its paper compares ([`configuration`]). Each
//! program runs with each configuration, one after the other so that runs do not disturb each other, under a limit of
//! processor time ([`measure`]); what comes out are the paper's tables in Markdown ([`tables`]), and if wanted a row for
//! each run as CSV.

mod capabilities;
mod configuration;
mod distributed;
mod faults;
pub(crate) mod measure;
mod scores;
mod tables;
pub(crate) mod task;

use clap::{Args, ValueEnum};
use configuration::Configuration;
use measure::Run;
use std::io::Write;
use std::path::{Path, PathBuf};
use task::{Task, Which};

/// Whose tables.
#[derive(Clone, Copy, ValueEnum, Debug, PartialEq, Eq)]
pub enum Suite {
    /// Software Model Checking via Large-Block Encoding, tables I to III
    Lbe,
    /// Block-Abstraction Memoization as an Approach to Verify Recursive Procedures, tables B.1 and B.2
    Bam,
    /// Abstraction Refinement for Model Checking: Program Slicing + CEGAR, tables 2 and 3
    Slice,
    /// Adjustable Block Analysis (distributed analyses), tables 11 and 20: the lines that a violation is due to
    Faultloc,
    /// Adjustable Block Analysis: Actor-based Creation of Block Summaries, the shape of tables 15 to 19
    Dcpa,
}

/// `cargo xtask bench`.
#[derive(Args, Debug)]
pub struct Bench {
    /// The paper
    suite: Suite,
    /// The folder with the benchmark programs: tasks.csv, and the programs under tasks/
    #[arg(long, value_name = "DIR", default_value = "../shared/bench")]
    bench: PathBuf,
    /// A cairn to run instead of this checkout's, built in release mode
    #[arg(long, value_name = "FILE")]
    cairn: Option<PathBuf>,
    /// Seconds of processor time for each run
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    cpu: u64,
    /// How many programs of all categories, for a suite that is no category
    #[arg(long, visible_alias = "tasks", value_name = "NUMBER", default_value_t = 150)]
    programs: usize,
    /// Only configurations of these names
    #[arg(long, value_name = "NAME")]
    configuration: Vec<String>,
    /// Only programs whose name contains this
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// Writes a row for each run
    #[arg(long, value_name = "FILE.csv")]
    csv: Option<PathBuf>,
}

/// What a suite consists of.
struct Contents {
    tasks: Which,
    configurations: &'static [Configuration],
    tables: Tables,
}

/// Writes a suite's tables, given the limit in seconds.
type Tables = fn(&[Task], &[&Configuration], &[Vec<Run>], u64) -> String;

fn contents(arguments: &Bench) -> Contents {
    match arguments.suite {
        Suite::Faultloc => Contents {
            tasks: Which::Category("FaultLocalization"),
            configurations: configuration::FAULTLOC,
            // It has a command of its own, and so tables of its own.
            tables: |_, _, _, _| String::new(),
        },
        Suite::Lbe => {
            Contents { tasks: Which::Category("LBE-paper"), configurations: configuration::LBE, tables: tables::lbe }
        }
        Suite::Bam => {
            Contents { tasks: Which::Category("Recursive"), configurations: configuration::BAM, tables: scores::bam }
        }
        Suite::Slice => Contents {
            // The paper leaves out recursive programs as well.
            tasks: Which::Sample { except: Some("Recursive"), number: arguments.programs },
            configurations: configuration::SLICE,
            tables: capabilities::slice,
        },
        Suite::Dcpa => Contents {
            tasks: Which::Sample { except: None, number: arguments.programs },
            configurations: configuration::DCPA,
            tables: distributed::dcpa,
        },
    }
}

/// Runs a suite and prints its tables.
///
/// # Errors
/// A message: no such folder, no binary.
pub fn run(root: &Path, arguments: &Bench) -> Result<(), String> {
    let contents = contents(arguments);
    let cairn = match &arguments.cairn {
        Some(cairn) => cairn.clone(),
        None => build(root)?,
    };
    let folder = if arguments.bench.is_absolute() { arguments.bench.clone() } else { root.join(&arguments.bench) };
    let mut tasks = task::read(&folder, contents.tasks)?;
    tasks.retain(|task| arguments.only.as_ref().is_none_or(|only| task.file.contains(only)));
    let wanted = |c: &&Configuration| {
        arguments.configuration.is_empty()
            || arguments.configuration.iter().any(|name| name.eq_ignore_ascii_case(c.name))
    };
    let configurations: Vec<&Configuration> = contents.configurations.iter().filter(wanted).collect();
    if tasks.is_empty() || configurations.is_empty() {
        return Err("nothing to run".to_owned());
    }
    if arguments.suite == Suite::Faultloc {
        let text = faults::table(&cairn, &tasks, &configurations, arguments.cpu)?;
        return std::io::stdout().write_all(text.as_bytes()).map_err(|error| error.to_string());
    }
    let mut runs: Vec<Vec<Run>> = Vec::new();
    for task in &tasks {
        let mut row = Vec::new();
        for configuration in &configurations {
            let run = measure::run(&cairn, task, configuration, arguments.cpu)?;
            let _ = writeln!(std::io::stderr(), "{} {}: {}", task.file, configuration.name, run.summary());
            row.push(run);
        }
        runs.push(row);
    }
    if let Some(file) = &arguments.csv {
        let text = tables::csv(&tasks, &configurations, &runs);
        std::fs::write(file, text).map_err(|error| format!("cannot write {}: {error}", file.display()))?;
    }
    let text = (contents.tables)(&tasks, &configurations, &runs, arguments.cpu);
    std::io::stdout().write_all(text.as_bytes()).map_err(|error| error.to_string())
}

/// Builds this checkout's cairn.
pub(crate) fn build(root: &Path) -> Result<PathBuf, String> {
    crate::prepare(root)?;
    crate::command::cargo(root, &["build", "--release", "--package", "cairn-cli"], &[])?;
    Ok(crate::command::built(root).join("release/cairn"))
}

/// Tasks with what their runs gave, safe ones or those with a bug.
fn of_kind<'a>(tasks: &'a [Task], runs: &'a [Vec<Run>], is_safe: bool) -> Vec<(&'a Task, &'a [Run])> {
    tasks.iter().zip(runs).filter(|(task, _)| task.is_safe == is_safe).map(|(task, runs)| (task, &runs[..])).collect()
}
