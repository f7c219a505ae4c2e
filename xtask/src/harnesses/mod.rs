//! `cargo xtask harnesses`: proofs over functions of real projects, by Cairn and by CBMC.
//!
//! `harnesses/list.json` names the harnesses, the Debian source packages that they include (fetched as `cargo xtask
//! projects` does, never committed), and for each one mistake: a piece of the source and what it becomes. The mistake is
//! put into a copy of that one file, whose folder stands before the sources among the folders of headers; so the sources
//! in the cache stay as they were. Each harness is judged as it is (TRUE is right) and with the mistake (FALSE is right).
//! No expected answer is only believed: `--random` compiles both with gcc and runs them on inputs by chance.

mod list;
mod run;

use crate::projects::fetch::Apt;
use clap::Args;
use list::{Harness, List};
use run::{Answer, Tool};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// `cargo xtask harnesses`.
#[derive(Args, Debug)]
pub struct Harnesses {
    /// Only the harness of this name (PROJECT/NAME), or those of this project
    #[arg(long, value_name = "NAME")]
    only: Option<String>,
    /// Processor time for each run, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    cpu: u32,
    /// The program to measure
    #[arg(long, value_name = "FILE", default_value = "cairn")]
    cairn: PathBuf,
    /// Runs CBMC too, by this command
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "cbmc")]
    cbmc: Option<PathBuf>,
    /// Runs gcc's programs on so many inputs by chance too
    #[arg(long, value_name = "INPUTS", num_args = 0..=1, default_missing_value = "30000")]
    random: Option<u32>,
    /// Where the sources are kept [default: cairn-projects in the user's cache directory]
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,
    /// Where the results go, a line for each run
    #[arg(long, value_name = "FILE", default_value = "harnesses.csv")]
    csv: PathBuf,
}

/// Fetches, runs, prints a summary for each tool.
///
/// # Errors
/// A message: the list cannot be read, a project cannot be fetched, or an answer is wrong.
pub fn run(root: &Path, arguments: &Harnesses) -> Result<(), String> {
    let folder = root.join("harnesses");
    let list = List::read(&folder.join("list.json"))?;
    let wanted = |h: &&Harness| arguments.only.as_ref().is_none_or(|o| *o == h.name || *o == h.project);
    let cache = match &arguments.cache {
        Some(cache) => cache.clone(),
        None => crate::projects::default_cache()?,
    };
    let apt = Apt::new(&cache)?;
    let mut tools = vec![Tool::Cairn(arguments.cairn.clone())];
    tools.extend(arguments.cbmc.clone().map(Tool::Cbmc));
    tools.extend(arguments.random.map(Tool::Random));
    let mut csv = String::from("harness,version,tool,answer,seconds\n");
    let mut answers: Vec<Answer> = Vec::new();
    for harness in list.harnesses.iter().filter(wanted) {
        let sources = list.sources(&apt, &cache, harness)?;
        for mistaken in [false, true] {
            let flags = sources.flags(harness, mistaken)?;
            for (number, tool) in tools.iter().enumerate() {
                let answer = run::verify(tool, number, harness, &folder, &flags, arguments.cpu, mistaken)?;
                let version = if mistaken { "mistaken" } else { "correct" };
                let line = format!(
                    "{},{version},{},{},{:.2}",
                    harness.name,
                    tool.name(),
                    answer.verdict.word(),
                    answer.seconds
                );
                let _ = writeln!(std::io::stderr(), "{line}");
                let _ = writeln!(csv, "{line}");
                answers.push(answer);
            }
        }
    }
    std::fs::write(&arguments.csv, csv).map_err(|e| format!("cannot write {}: {e}", arguments.csv.display()))?;
    let text = summary(&tools, &answers);
    std::io::stdout().write_all(text.as_bytes()).map_err(|error| error.to_string())?;
    let wrong: Vec<&str> = answers.iter().filter(|a| a.tool == 0 && a.wrong()).map(|a| a.harness.as_str()).collect();
    if wrong.is_empty() { Ok(()) } else { Err(format!("wrong answers: {}", wrong.join(", "))) }
}

/// One line for each tool, and the ratio of processor time where both Cairn and CBMC answer rightly.
fn summary(tools: &[Tool], answers: &[Answer]) -> String {
    let mut text = String::new();
    for (number, tool) in tools.iter().enumerate() {
        let of = |mistaken: bool| answers.iter().filter(move |a| a.tool == number && a.mistaken == mistaken);
        let mut times: Vec<f64> = answers.iter().filter(|a| a.tool == number && a.right()).map(|a| a.seconds).collect();
        times.sort_by(f64::total_cmp);
        let _ = writeln!(
            text,
            "{}: {} of {} proved, {} of {} mistakes found, {} wrong, median of the right ones {:.2} s",
            tool.name(),
            of(false).filter(|a| a.right()).count(),
            of(false).count(),
            of(true).filter(|a| a.right()).count(),
            of(true).count(),
            answers.iter().filter(|a| a.tool == number && a.wrong()).count(),
            times.get(times.len() / 2).copied().unwrap_or(0.0)
        );
    }
    if let Some(second) = tools.iter().position(|tool| matches!(tool, Tool::Cbmc(_))) {
        let mut ours = 0.0;
        let mut theirs = 0.0;
        for cbmc in answers.iter().filter(|a| a.tool == second && a.right()) {
            let same = |a: &&Answer| a.tool == 0 && a.harness == cbmc.harness && a.mistaken == cbmc.mistaken;
            if let Some(cairn) = answers.iter().find(same) {
                ours += cairn.seconds;
                theirs += cbmc.seconds;
            }
        }
        let _ = writeln!(text, "where cbmc decides: cairn {ours:.1} s, cbmc {theirs:.1} s");
    }
    text
}
