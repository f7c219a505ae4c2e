//! The tables in Markdown, laid out as in the papers.

use super::configuration::Configuration;
use super::measure::{Run, Verdict};
use super::of_kind;
use super::task::Task;
use std::fmt::Write;

/// Tables I to III of the paper on large-block encoding.
pub fn lbe(tasks: &[Task], configurations: &[&Configuration], runs: &[Vec<Run>], limit: u64) -> String {
    let mut out = String::new();
    let (safe, bugs) = (of_kind(tasks, runs, true), of_kind(tasks, runs, false));
    if !safe.is_empty() {
        let _ = writeln!(out, "Table I: safe programs, processor time in seconds (limit {limit} s)\n");
        times(&mut out, configurations, &safe, limit, true);
        let _ = writeln!(
            out,
            "\nTable II: size of the abstract reachability tree, refinements, predicates (in all, at a location on average \
             and at most); (*) without an answer\n"
        );
        sizes(&mut out, configurations, &safe);
    }
    if !bugs.is_empty() {
        let _ = writeln!(out, "\nTable III: programs with bugs, processor time in seconds (limit {limit} s)\n");
        times(&mut out, configurations, &bugs, limit, false);
    }
    out
}

fn head(out: &mut String, columns: &[String]) {
    let _ = writeln!(out, "| Program | {} |", columns.join(" | "));
    let _ = writeln!(out, "|---|{}", "---:|".repeat(columns.len()));
}

fn times(out: &mut String, configurations: &[&Configuration], rows: &[(&Task, &[Run])], limit: u64, is_safe: bool) {
    head(out, &configurations.iter().map(|c| c.name.to_owned()).collect::<Vec<_>>());
    for (task, runs) in rows {
        let cells: Vec<String> = runs
            .iter()
            .map(|run| match run.verdict {
                Verdict::Solved => format!("{:.2}", run.cpu),
                Verdict::Timeout => format!(">{limit}"),
                Verdict::Unknown => format!("UNKNOWN {:.2}", run.cpu),
                Verdict::Wrong => format!("**WRONG** {:.2}", run.cpu),
            })
            .collect();
        let _ = writeln!(out, "| {} | {} |", task.file, cells.join(" | "));
    }
    let total = |keep: &dyn Fn(&Task) -> bool| {
        let cells = (0..configurations.len()).map(|at| {
            let solved: Vec<f64> = rows
                .iter()
                .filter(|(task, runs)| keep(task) && runs[at].verdict == Verdict::Solved)
                .map(|(_, runs)| runs[at].cpu)
                .collect();
            format!("{} / {:.2}", solved.len(), solved.iter().fold(0.0, |sum, cpu| sum + cpu))
        });
        cells.collect::<Vec<_>>().join(" | ")
    };
    let _ = writeln!(out, "| TOTAL (solved/time) | {} |", total(&|_| true));
    if is_safe {
        let _ = writeln!(out, "| TOTAL w/o test_locks* | {} |", total(&|task| !task.file.starts_with("test_locks")));
    }
}

fn sizes(out: &mut String, configurations: &[&Configuration], rows: &[(&Task, &[Run])]) {
    let columns = ["ART size", "ref. steps", "pred. Tot", "Avg", "Max"];
    let heads = configurations.iter().flat_map(|c| columns.iter().map(|column| format!("{} {column}", c.name)));
    head(out, &heads.collect::<Vec<_>>());
    for (task, runs) in rows {
        let mut cells = Vec::new();
        for run in *runs {
            let mark = if run.verdict == Verdict::Solved { "" } else { "(*)" };
            let count = |count: Option<u64>| count.map_or_else(|| "–".to_owned(), |count| format!("{count}{mark}"));
            cells.extend([count(run.art), count(run.refinements)]);
            match run.predicates {
                Some((total, average, most)) => {
                    cells.extend([format!("{total}{mark}"), format!("{average:.0}{mark}"), format!("{most}{mark}")])
                }
                None => cells.extend(["–".to_owned(), "–".to_owned(), "–".to_owned()]),
            }
        }
        let _ = writeln!(out, "| {} | {} |", task.file, cells.join(" | "));
    }
}

/// The columns of [`csv`] behind those that name a run: figures of the run, empty where it has none.
const FIGURES: [&str; 12] = [
    "cpu",
    "art",
    "refinements",
    "predicates",
    "average",
    "most",
    "slices",
    "slice-edges",
    "edges",
    "locations",
    "graph-vertices",
    "graph-steps",
];

/// A row for each run.
pub fn csv(tasks: &[Task], configurations: &[&Configuration], runs: &[Vec<Run>]) -> String {
    let mut out = format!("program,safe,configuration,verdict,{},reason\n", FIGURES.join(","));
    for (task, runs) in tasks.iter().zip(runs) {
        for (configuration, run) in configurations.iter().zip(runs) {
            let count = |count: Option<u64>| count.map_or(String::new(), |count| count.to_string());
            let (total, average, most) = match run.predicates {
                Some((total, average, most)) => (total.to_string(), format!("{average:.1}"), most.to_string()),
                None => (String::new(), String::new(), String::new()),
            };
            let figures: [String; FIGURES.len()] = [
                format!("{:.2}", run.cpu),
                count(run.art),
                count(run.refinements),
                total,
                average,
                most,
                count(run.slices),
                count(run.count("slice-edges")),
                count(run.of_program("edges")),
                count(run.of_program("locations")),
                count(run.count("graph-vertices")),
                count(run.count("graph-steps")),
            ];
            let _ = writeln!(
                out,
                "{},{},{},{:?},{},\"{}\"",
                task.file,
                task.is_safe,
                configuration.name,
                run.verdict,
                figures.join(","),
                run.reason.replace('"', "'").replace('\n', " "),
            );
        }
    }
    out
}
