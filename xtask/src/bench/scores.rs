//! The tables of the thesis on block-abstraction memoization (BAM, appendix B): result, processor time and memory of each
//! program with each configuration, and the score by which the thesis compares tools.
//!
//! The score is that of the software verification competition of 2015: a proof is worth 2, a bug 1; a false alarm costs 6
//! and a missed bug 12.

use super::configuration::Configuration;
use super::measure::{Run, Verdict};
use super::task::Task;
use std::fmt::Write;

fn points(task: &Task, run: &Run) -> i64 {
    match (run.verdict, task.is_safe) {
        (Verdict::Solved, true) => 2,
        (Verdict::Solved, false) => 1,
        (Verdict::Wrong, true) => -6,
        (Verdict::Wrong, false) => -12,
        (Verdict::Unknown | Verdict::Timeout, _) => 0,
    }
}

fn cell(run: &Run, limit: u64) -> String {
    let memory = run.memory.map_or(String::new(), |megabytes| format!(" {megabytes:.0} MB"));
    match run.verdict {
        Verdict::Solved => format!("{:.2}{memory}", run.cpu),
        Verdict::Unknown => format!("? {:.2}{memory}", run.cpu),
        Verdict::Timeout => format!(">{limit}"),
        Verdict::Wrong => format!("**WRONG** {:.2}{memory}", run.cpu),
    }
}

/// Tables B.1 and B.2.
pub fn bam(tasks: &[Task], configurations: &[&Configuration], runs: &[Vec<Run>], limit: u64) -> String {
    let mut out = String::new();
    let columns: Vec<&str> = configurations.iter().map(|configuration| configuration.name).collect();
    let _ = writeln!(out, "Processor time in seconds (limit {limit} s) and memory; ? is UNKNOWN\n");
    let _ = writeln!(out, "| Program | {} |", columns.join(" | "));
    let _ = writeln!(out, "|---|{}", "---:|".repeat(columns.len()));
    for (task, runs) in tasks.iter().zip(runs) {
        let mark = if task.is_safe { "T" } else { "F" };
        let cells: Vec<String> = runs.iter().map(|run| cell(run, limit)).collect();
        let _ = writeln!(out, "| {} ({mark}) | {} |", task.file, cells.join(" | "));
    }
    let all: i64 = tasks.iter().map(|task| if task.is_safe { 2 } else { 1 }).sum();
    let mut row = |name: &str, figure: &dyn Fn(usize) -> String| {
        let cells: Vec<String> = (0..columns.len()).map(figure).collect();
        let _ = writeln!(out, "| {name} | {} |", cells.join(" | "));
    };
    let with = |at: usize| tasks.iter().zip(runs.iter().map(move |runs| &runs[at]));
    let count = |at: usize, keep: &dyn Fn(&Task, &Run) -> bool| {
        with(at).filter(|(task, run)| keep(task, run)).count().to_string()
    };
    row(&format!("Score (of {all})"), &|at| with(at).map(|(task, run)| points(task, run)).sum::<i64>().to_string());
    row("Correct", &|at| count(at, &|_, run| run.verdict == Verdict::Solved));
    row("False alarms", &|at| count(at, &|task, run| run.verdict == Verdict::Wrong && task.is_safe));
    row("Missed bugs", &|at| count(at, &|task, run| run.verdict == Verdict::Wrong && !task.is_safe));
    row("Time of the correct, s", &|at| {
        let solved = with(at).filter(|(_, run)| run.verdict == Verdict::Solved);
        format!("{:.1}", solved.fold(0.0, |sum, (_, run)| sum + run.cpu))
    });
    row("Most memory, MB", &|at| {
        let most = with(at).filter_map(|(_, run)| run.memory).fold(0.0, f64::max);
        format!("{most:.0}")
    });
    out
}
