//! The tables of the thesis on slicing and CEGAR (SLICE 4.2): what each configuration finds out (table 2), and how many programs
//! one solves that another does not (table 3), with what slices and refinements cost.

use super::configuration::Configuration;
use super::measure::{Run, Verdict};
use super::task::Task;
use std::fmt::Write;

/// Tables 2 and 3.
pub fn slice(tasks: &[Task], configurations: &[&Configuration], runs: &[Vec<Run>], limit: u64) -> String {
    let mut out = String::new();
    let columns: Vec<&str> = configurations.iter().map(|configuration| configuration.name).collect();
    let head = |out: &mut String, first: &str| {
        let _ = writeln!(out, "| {first} | {} |", columns.join(" | "));
        let _ = writeln!(out, "|---|{}", "---:|".repeat(columns.len()));
    };
    let _ = writeln!(out, "{} programs, {limit} s of processor time each\n", tasks.len());
    head(&mut out, "Table 2");
    let with = |at: usize| tasks.iter().zip(runs.iter().map(move |runs| &runs[at]));
    let count = |at: usize, verdict: Verdict, is_safe: bool| {
        with(at).filter(|(task, run)| run.verdict == verdict && task.is_safe == is_safe).count()
    };
    let mut row = |name: &str, figure: &dyn Fn(usize) -> String| {
        let cells: Vec<String> = (0..columns.len()).map(figure).collect();
        let _ = writeln!(out, "| {name} | {} |", cells.join(" | "));
    };
    let solved = |at: usize| count(at, Verdict::Solved, true) + count(at, Verdict::Solved, false);
    row("Correct proofs", &|at| count(at, Verdict::Solved, true).to_string());
    row("Correct alarms", &|at| count(at, Verdict::Solved, false).to_string());
    row("Wrong proofs", &|at| count(at, Verdict::Wrong, false).to_string());
    row("Wrong alarms", &|at| count(at, Verdict::Wrong, true).to_string());
    row("Time or memory used up", &|at| {
        with(at).filter(|(_, run)| run.verdict == Verdict::Timeout).count().to_string()
    });
    row("Other UNKNOWN", &|at| with(at).filter(|(_, run)| run.verdict == Verdict::Unknown).count().to_string());
    row("Solved, %", &|at| format!("{:.0}", 100.0 * solved(at) as f64 / tasks.len().max(1) as f64));
    row("Time of the correct, s", &|at| {
        let solved = with(at).filter(|(_, run)| run.verdict == Verdict::Solved);
        format!("{:.1}", solved.fold(0.0, |sum, (_, run)| sum + run.cpu))
    });
    let sum =
        |at: usize, of: &dyn Fn(&Run) -> Option<u64>| with(at).filter_map(|(_, run)| of(run)).sum::<u64>().to_string();
    row("Refinements", &|at| sum(at, &|run| run.refinements));
    row("Slices computed", &|at| sum(at, &|run| run.slices));

    let _ = writeln!(out, "\nThe row's solves, safe programs and those with a bug, that the column's does not\n");
    head(&mut out, "Table 3");
    for (at, name) in columns.iter().enumerate() {
        let cell = |other: usize| {
            let only = |is_safe: bool| {
                let both = with(at).zip(runs.iter().map(|runs| &runs[other]));
                both.filter(|((task, run), other)| {
                    task.is_safe == is_safe && run.verdict == Verdict::Solved && other.verdict != Verdict::Solved
                })
                .count()
            };
            if at == other { "-".to_owned() } else { format!("{} t, {} w", only(true), only(false)) }
        };
        let cells: Vec<String> = (0..columns.len()).map(cell).collect();
        let _ = writeln!(out, "| {name} | {} |", cells.join(" | "));
    }
    out
}
