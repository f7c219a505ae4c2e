//! The tables of the paper on distributed analysis in one (DCPA, tables 15 to 19): what each configuration solves, what that
//! costs, and what workers send each other.
//!
//! Costs of different runs compare only on tasks that both solve. So the first configuration is the measure: each other one is
//! compared with it on the tasks that both solve.

use super::configuration::Configuration;
use super::measure::{Run, Verdict};
use super::task::Task;
use std::fmt::Write;

/// Counts of the exploration, with what a row calls them.
const COUNTS: [(&str, &str); 7] = [
    ("Blocks", "dss-blocks"),
    ("Messages", "dss-messages"),
    ("Messages that were no news", "dss-no-news"),
    ("Error conditions", "dss-conditions"),
    ("Explorations of a block", "dss-explored"),
    ("Results used again", "dss-used-again"),
    ("Abstractions", "predicate-abstractions"),
];

/// Times of operators in microseconds, with what a row calls them. The analysis reads the clock, so on a busy machine they may be
/// longer than the processor time.
const TIMES: [(&str, &str); 2] = [
    ("Abstracting, s on the clock", "predicate-solver-microseconds"),
    ("Refining, s on the clock", "predicate-refinement-microseconds"),
];

/// The table, and the wrong verdicts by name.
pub fn dcpa(tasks: &[Task], configurations: &[&Configuration], runs: &[Vec<Run>], limit: u64) -> String {
    let mut out = String::new();
    let columns: Vec<&str> = configurations.iter().map(|configuration| configuration.name).collect();
    let _ = writeln!(out, "{} programs, {limit} s of processor time each\n", tasks.len());
    let _ = writeln!(out, "| | {} |", columns.join(" | "));
    let _ = writeln!(out, "|---|{}", "---:|".repeat(columns.len()));
    let mut row = |name: &str, figure: &dyn Fn(usize) -> String| {
        let cells: Vec<String> = (0..columns.len()).map(figure).collect();
        let _ = writeln!(out, "| {name} | {} |", cells.join(" | "));
    };
    let with = |at: usize| tasks.iter().zip(runs.iter().map(move |runs| &runs[at]));
    let count = |at: usize, verdict: Verdict, is_safe: bool| {
        with(at).filter(|(task, run)| run.verdict == verdict && task.is_safe == is_safe).count().to_string()
    };
    row("Correct TRUE", &|at| count(at, Verdict::Solved, true));
    row("Correct FALSE", &|at| count(at, Verdict::Solved, false));
    row("Wrong TRUE", &|at| count(at, Verdict::Wrong, false));
    row("Wrong FALSE", &|at| count(at, Verdict::Wrong, true));
    row("Time or memory used up", &|at| {
        with(at).filter(|(_, run)| run.verdict == Verdict::Timeout).count().to_string()
    });
    row("Other UNKNOWN", &|at| with(at).filter(|(_, run)| run.verdict == Verdict::Unknown).count().to_string());

    let both = |at: usize| runs.iter().filter(move |runs| is_solved(&runs[0]) && is_solved(&runs[at]));
    let first = columns.first().copied().unwrap_or_default();
    row(&format!("Solved of what {first} solves"), &|at| both(at).count().to_string());
    row("Processor time there, s", &|at| format!("{:.1}", sum(both(at).map(|runs| runs[at].cpu))));
    row(&format!("{first} there, s"), &|at| format!("{:.1}", sum(both(at).map(|runs| runs[0].cpu))));
    row("Wall time there, s", &|at| format!("{:.1}", sum(both(at).map(|runs| runs[at].wall))));
    row("Most memory there, MB", &|at| {
        let most = both(at).filter_map(|runs| runs[at].memory).fold(0.0, f64::max);
        format!("{most:.0}")
    });
    for (name, counter) in COUNTS {
        row(&format!("{name} there"), &|at| {
            total(both(at).map(|runs| runs[at].count(counter))).map_or_else(none, |all| all.to_string())
        });
    }
    for (name, counter) in TIMES {
        row(&format!("{name} there"), &|at| {
            let all = total(both(at).map(|runs| runs[at].count(counter)));
            all.map_or_else(none, |all| format!("{:.1}", all as f64 / 1e6))
        });
    }
    row("Bytes of a state, on average, there", &|at| {
        let of = |counter| total(both(at).map(|runs| runs[at].count(counter)));
        of("dss-bytes").map_or_else(none, |bytes| (bytes / of("dss-messages").unwrap_or(1).max(1)).to_string())
    });
    for (task, runs) in tasks.iter().zip(runs) {
        for (name, _) in columns.iter().zip(runs).filter(|(_, run)| run.verdict == Verdict::Wrong) {
            let _ = writeln!(out, "\n**WRONG**: {} by {name}", task.file);
        }
    }
    out
}

fn is_solved(run: &Run) -> bool {
    run.verdict == Verdict::Solved
}

fn sum(seconds: impl Iterator<Item = f64>) -> f64 {
    // An empty sum of floats is -0.
    seconds.fold(0.0, |sum, one| sum + one)
}

/// The sum of the figures that there are; `None` where no run has one.
fn total(figures: impl Iterator<Item = Option<u64>>) -> Option<u64> {
    figures.flatten().reduce(|sum, one| sum + one)
}

fn none() -> String {
    "–".to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_that_no_run_has_is_not_zero() {
        assert_eq!(total([None, None].into_iter()), None);
        assert_eq!(total([None, Some(2), Some(3)].into_iter()), Some(5));
        assert!(sum(std::iter::empty()).is_sign_positive());
    }
}
