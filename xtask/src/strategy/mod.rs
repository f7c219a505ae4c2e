//! `cargo xtask strategy`: the weights of the default strategy, trained on a benchmark and checked on tasks that were not
//! trained on.
//!
//! First each row of the strategy runs alone on a sample of tasks ([`measure`]), which gives a table of times ([`times`]) that
//! a later run can begin with. Tasks are split into a half to train on and a half that is held out ([`cases`]). With the
//! schedule of `cairn-base` the turns of any weights are simulated ([`simulate`]), coordinate descent finds weights that are
//! better on the first half ([`train`]), and both halves are printed ([`report`]). With `--write` the weights become
//! `crates/verify/src/strategy/weights.txt`, with where they are from ([`provenance`]), unless they are worse on the tasks that
//! are held out.
//!
//! Invariant: the weights and all that is printed depend on nothing but the table of times and `weights.txt`.

mod cases;
mod measure;
mod plan;
mod provenance;
mod report;
mod simulate;
mod times;
mod train;

use cairn_base::schedule::Member;
use cairn_base::weights;
use clap::Args;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use times::Times;

/// Where the weights are.
const WEIGHTS: &str = "crates/verify/src/strategy/weights.txt";

/// `cargo xtask strategy`.
#[derive(Args, Debug)]
pub struct Strategy {
    /// A table of times that was measured before; nothing is measured then. Of several, later ones replace runs of earlier ones
    #[arg(long, value_name = "FILE.csv")]
    times: Vec<PathBuf>,
    /// Where the table of times is written that is measured
    #[arg(long, value_name = "FILE.csv", default_value = "strategy-times.csv", conflicts_with = "times")]
    out: PathBuf,
    /// The folder with the benchmark: run.py, tasks.csv, and the programs under tasks/
    #[arg(long, value_name = "DIR", default_value = "../shared/bench")]
    bench: PathBuf,
    /// A cairn to run instead of this checkout's, built in release mode
    #[arg(long, value_name = "FILE")]
    cairn: Option<PathBuf>,
    /// At most so many tasks of each category
    #[arg(long, value_name = "NUMBER", default_value_t = 12)]
    sample: usize,
    /// Only the tasks SET/FILE in this file
    #[arg(long, value_name = "FILE")]
    list: Option<PathBuf>,
    /// Only rows of these names
    #[arg(long, value_name = "NAME")]
    row: Vec<String>,
    /// Seconds of processor time for each run
    #[arg(long, value_name = "SECONDS", default_value_t = 15)]
    cpu: u64,
    /// Runs at once
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    jobs: usize,
    /// Write the trained weights to crates/verify/src/strategy/weights.txt
    #[arg(long)]
    write: bool,
    /// Write them even where they are worse on the tasks that are held out
    #[arg(long, requires = "write")]
    force: bool,
}

/// The rows of the strategy that take turns, in the order of their turns.
pub struct Table {
    names: Vec<String>,
    members: Vec<Member>,
}

impl Table {
    fn of(text: &str) -> Result<Self, String> {
        let lines = weights::read(text).map_err(|line| format!("{WEIGHTS}:{line}: no name, weights and round"))?;
        let (names, members) = lines.into_iter().map(|(name, member)| (name.to_owned(), member)).unzip();
        Ok(Self { names, members })
    }

    /// Where the row of a name is.
    fn place(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|of| of == name)
    }
}

/// Runs the chore.
///
/// # Errors
/// A message: no benchmark, a table of times that cannot be read, nothing to train on.
pub fn run(root: &Path, asked: &Strategy) -> Result<(), String> {
    let read =
        |file: &Path| fs::read_to_string(file).map_err(|error| format!("cannot read {}: {error}", file.display()));
    let write = |file: &Path, text: &str| {
        fs::write(file, text).map_err(|error| format!("cannot write {}: {error}", file.display()))
    };
    let table = Table::of(&read(&root.join(WEIGHTS))?)?;
    let tables = asked.times.iter().map(|file| Times::read(&read(file)?));
    let times = match tables.reduce(|all, more| all?.and(more?)) {
        Some(times) => times?,
        None => measure::measure(root, asked, &table)?,
    };
    let all = cases::of(&times, &table)?;
    let halves = cases::halves(&all.cases);
    let trained = train::train(&halves.trained_on, &table.members, times.limit);
    let report = report::Report::new(&table, &trained, &halves, &times, &all.wrong);
    std::io::stdout().write_all(report.text().as_bytes()).map_err(|error| error.to_string())?;
    if asked.write {
        if report.is_worse_held_out() && !asked.force {
            return Err(format!("worse on the tasks that are held out: {WEIGHTS} stays as it is (--force writes it)"));
        }
        write(&root.join(WEIGHTS), &provenance::weights(&table, &trained, &times, &report))?;
    }
    Ok(())
}
