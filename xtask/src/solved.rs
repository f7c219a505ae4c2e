//! `xtask solved NAME=FILE.csv …`: how many tasks each verifier decides rightly within how much processor time, as an SVG.
//!
//! The files are those that `run.py` of the benchmark writes. A point is a task: to the right the time of that task, on a
//! logarithmic scale, upwards how many tasks were decided within it (a cactus plot with its axes exchanged).
//!
//! Invariant: wrong verdicts count nowhere in a line, and are said in the name of the verifier.

use crate::plot::{Axis, Plot};
use clap::Args;
use std::path::{Path, PathBuf};

/// What is drawn.
#[derive(Args)]
pub struct Solved {
    /// The verifiers, each with the table that run.py wrote: cairn=cairn.csv
    #[arg(required = true, value_name = "NAME=FILE.csv")]
    tables: Vec<String>,
    /// Where the picture is written
    #[arg(long, value_name = "FILE.svg", default_value = "solved.svg")]
    out: PathBuf,
}

/// One verifier.
struct Line {
    name: String,
    /// Seconds of each task that was decided rightly, in order.
    times: Vec<f64>,
    tasks: usize,
    wrong: usize,
}

/// Less than this is as good as nothing.
const LEAST: f64 = 0.01;

/// Reads the tables and writes the picture.
pub fn run(arguments: &Solved) -> Result<(), String> {
    let mut lines = Vec::new();
    for table in &arguments.tables {
        let (name, file) = table.split_once('=').ok_or_else(|| format!("'{table}' is not NAME=FILE.csv"))?;
        let text = read(Path::new(file))?;
        lines.push(line(name, &text).map_err(|why| format!("{file}: {why}"))?);
    }
    let out = &arguments.out;
    std::fs::write(out, picture(&lines)).map_err(|error| format!("cannot write {}: {error}", out.display()))
}

fn read(file: &Path) -> Result<String, String> {
    std::fs::read_to_string(file).map_err(|error| format!("cannot read {}: {error}", file.display()))
}

/// What a table says of a verifier.
fn line(name: &str, text: &str) -> Result<Line, String> {
    let mut rows = text.lines();
    let header: Vec<&str> = rows.next().unwrap_or_default().split(',').collect();
    let column = |name: &str| header.iter().position(|head| *head == name).ok_or(format!("no column '{name}'"));
    let (expected, verdict, cpu) = (column("expected")?, column("verdict")?, column("cpu")?);
    let mut found = Line { name: name.to_owned(), times: Vec::new(), tasks: 0, wrong: 0 };
    for row in rows.filter(|row| !row.is_empty()) {
        // The columns that are read come before the only one that may have commas.
        let fields: Vec<&str> = row.split(',').collect();
        let field = |at: usize| fields.get(at).copied().ok_or(format!("a short line: {row}"));
        let (expected, verdict) = (field(expected)?, field(verdict)?);
        found.tasks += 1;
        if verdict == expected {
            found.times.push(field(cpu)?.parse().map_err(|_| format!("no time: {row}"))?);
        } else if ["true", "false"].contains(&verdict) {
            found.wrong += 1;
        }
    }
    found.times.sort_by(f64::total_cmp);
    Ok(found)
}

/// All verifiers over one pair of axes.
fn picture(lines: &[Line]) -> String {
    let longest = lines.iter().flat_map(|line| line.times.last()).copied().fold(1.0, f64::max);
    let most = lines.iter().map(|line| line.tasks).max().unwrap_or(1);
    let mut plot = Plot::wide(
        Axis::logarithmic("processor time of a task", "s", LEAST, longest),
        Axis::linear("tasks that are decided rightly", "", most as f64),
    );
    for line in lines {
        let wrong = if line.wrong > 0 { format!(", {} wrong", line.wrong) } else { String::new() };
        let name = format!("{}: {} of {}{wrong}", line.name, line.times.len(), line.tasks);
        plot.steps(&name, line.times.iter().enumerate().map(|(count, seconds)| (*seconds, (count + 1) as f64)));
    }
    plot.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "category,set,file,expected,verdict,cpu,wall,mem_mb,why\n\
        A,s,a.c,true,true,2.500,3,10,\n\
        A,s,b.c,false,false,0.020,1,10,\n\
        A,s,c.c,true,false,0.100,1,10,\n\
        A,s,d.c,true,unknown,8.000,9,10,\"limit, reached\"\n";

    #[test]
    fn right_verdicts_are_in_the_order_of_their_times_and_wrong_ones_are_counted() {
        let line = line("one", TABLE).unwrap();
        assert_eq!((line.times, line.tasks, line.wrong), (vec![0.02, 2.5], 4, 1));
    }

    #[test]
    fn a_picture_has_a_line_for_each_verifier_and_says_what_is_wrong() {
        let lines = [line("one", TABLE).unwrap(), line("two", TABLE).unwrap()];
        let svg = picture(&lines);
        assert_eq!(svg.matches("stroke-width=\"2\"").count(), 2);
        assert!(svg.contains("one: 2 of 4, 1 wrong") && svg.ends_with("</svg>\n"));
    }

    #[test]
    fn a_table_without_verdicts_is_refused() {
        assert_eq!(line("one", "set,file\n").err(), Some("no column 'expected'".to_owned()));
    }
}
