//! The tables on fault localization (DCPA tables 11 and 20): which lines each technique reports of each program, where among them
//! the line is that the program's author says to mend, and how many questions that took where looking at all subsets of
//! the statements takes 2ⁿ, or Σ 2ⁿ over the parts of the execution that are looked at by themselves.
//!
//! What the author says is a comment with `FIX` on the line; some programs have none.

use super::configuration::Configuration;
use super::measure::{Answered, answer};
use super::task::Task;
use serde_json::Value;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

/// One technique on one program.
struct Found {
    /// Sets of lines with their ranks; `None` without an answer.
    faults: Option<Vec<(u64, Vec<u64>)>>,
    /// Why there are none.
    reason: String,
    statements: u64,
    /// The subsets of the statements, in the parts that are looked at by themselves.
    subsets: f64,
    queries: u64,
    /// Seconds of localization, without the search for the violation.
    seconds: f64,
}

fn read(said: &Answered) -> Found {
    let answer = &said.answer;
    let numbers =
        |lines: &Value| lines.as_array().into_iter().flatten().filter_map(|l| l["at"]["line"].as_u64()).collect();
    let fault = |fault: &Value| Some((fault["rank"].as_u64()?, numbers(&fault["lines"])));
    let figures = &answer["statistics"];
    let reason = match answer["reason"].as_str() {
        Some(reason) => reason.to_owned(),
        None if said.is_late => "time is over".to_owned(),
        None => "no violation was found".to_owned(),
    };
    Found {
        faults: answer["faults"].as_array().map(|faults| faults.iter().filter_map(fault).collect()),
        reason,
        subsets: figures["parts"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_i64)
            .fold(0.0, |sum, part| sum + 2f64.powi(i32::try_from(part).unwrap_or(i32::MAX))),
        statements: figures["statements"].as_u64().unwrap_or(0),
        queries: figures["solver-queries"].as_u64().unwrap_or(0),
        seconds: figures["seconds"].as_f64().unwrap_or(0.0),
    }
}

/// The lines that the author says to mend.
fn wrong_lines(task: &Task) -> Vec<u64> {
    let text = std::fs::read_to_string(&task.path).unwrap_or_default();
    (1..).zip(text.lines()).filter(|(_, line)| line.contains("FIX")).map(|(number, _)| number).collect()
}

/// Runs all techniques on all programs.
///
/// # Errors
/// Cairn cannot be started.
pub fn table(cairn: &Path, tasks: &[Task], configurations: &[&Configuration], seconds: u64) -> Result<String, String> {
    let mut out = String::new();
    for configuration in configurations {
        let _ = writeln!(out, "\n{}\n", configuration.name);
        let _ = writeln!(
            out,
            "| program | sets | lines of rank 1 | to mend: rank | statements n | questions | subsets | s |"
        );
        let _ = writeln!(out, "|---|---:|---|---|---:|---:|---:|---:|");
        let (mut answered, mut queries, mut naive, mut time, mut hits, mut known) = (0, 0, 0.0, 0.0, 0, 0);
        for task in tasks {
            let said = answer(cairn, "localize", task, configuration.arguments, seconds)?;
            let found = read(&said);
            let _ = writeln!(std::io::stderr(), "{} {}: {:.2} s", task.file, configuration.name, said.cpu);
            let wrong = wrong_lines(task);
            let Some(faults) = &found.faults else {
                let _ = writeln!(out, "| {} | – | {} | | | | | |", task.file, found.reason);
                continue;
            };
            let first: Vec<String> =
                faults.iter().filter(|(rank, _)| *rank == 1).map(|(_, lines)| set(lines)).collect();
            let rank = faults
                .iter()
                .filter(|(_, lines)| lines.iter().any(|line| wrong.contains(line)))
                .map(|(rank, _)| rank)
                .min();
            let mend = match (&wrong[..], rank) {
                ([], _) => String::new(),
                (_, Some(rank)) => format!("{}: {rank}", set(&wrong)),
                (_, None) => format!("{}: –", set(&wrong)),
            };
            known += usize::from(!wrong.is_empty());
            hits += usize::from(rank.is_some());
            answered += 1;
            queries += found.queries;
            naive += found.subsets;
            time += found.seconds;
            let _ = writeln!(
                out,
                "| {} | {} | {} | {mend} | {} | {} | {} | {:.2} |",
                task.file,
                faults.len(),
                first.join(", "),
                found.statements,
                found.queries,
                found.subsets,
                found.seconds
            );
        }
        let _ = writeln!(
            out,
            "| in all | {answered} programs | | {hits} of {known} | | {queries} | {naive:.0} | {time:.2} |"
        );
    }
    Ok(out)
}

/// Lines that are meant together.
fn set(lines: &[u64]) -> String {
    lines.iter().map(u64::to_string).collect::<Vec<_>>().join("+")
}
