//! The figures of the thesis on slicing and CEGAR (SLICE 4.2 and 4.3), and beyond them the sizes of the slices.
//!
//! Figure 26 is not here: it shows pixel trees, which `cairn pixel-tree` draws. Figure 29 has no clock here: its cost is the locations
//! that the dependence graph looked at. The second half of figure 29 counts relevant variables, which no run reports. Figure 31
//! compares with a slicer that runs before the analysis, which is eager slicing here.

use super::runs::Row;
use crate::plot::{Axis, Plot};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Pairs of configurations whose times are compared, to the right and upwards, with the name of the figure.
const TIMES: [(&str, &str, &str); 5] = [
    ("figure-27a", "SymEx-S", "SymEx"),
    ("figure-27b", "SymEx-S", "SymEx-C"),
    ("figure-28a", "SymEx-SC", "SymEx-S"),
    ("figure-28b", "SymEx-SC", "SymEx-C"),
    ("figure-31", "eager", "SymEx-SC"),
];

/// Less than this is as good as nothing, in seconds.
const LEAST: f64 = 0.01;

/// All pictures, with the names of their files.
pub fn pictures(rows: &[Row]) -> Vec<(&'static str, String)> {
    let mut all = vec![
        ("figure-25", quantiles(rows)),
        ("figure-29", graphs(rows)),
        ("figure-30", refinements(rows)),
        ("slice-sizes", sizes(rows)),
    ];
    let compared = TIMES.iter().filter_map(|(name, across, up)| Some((*name, times(rows, across, up)?)));
    all.extend(compared);
    all
}

/// The configurations of the table, in its order.
fn configurations(rows: &[Row]) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for row in rows {
        if !names.contains(&row.configuration.as_str()) {
            names.push(&row.configuration);
        }
    }
    names
}

fn of<'a>(rows: &'a [Row], configuration: &'a str) -> impl Iterator<Item = &'a Row> {
    rows.iter().filter(move |row| row.configuration == configuration)
}

fn most(values: impl Iterator<Item = f64>) -> f64 {
    values.fold(1.0, f64::max)
}

fn time(rows: &[Row], label: &str) -> Axis {
    Axis::logarithmic(label, "s", LEAST, most(rows.iter().map(Row::cpu)))
}

/// Figure 25: the processor time of the n-th fastest program that is solved.
fn quantiles(rows: &[Row]) -> String {
    let names = configurations(rows);
    let solved = |name: &str| {
        let mut times: Vec<f64> = of(rows, name).filter(|row| row.is_solved).map(Row::cpu).collect();
        times.sort_by(f64::total_cmp);
        times
    };
    let programs = most(names.iter().map(|name| of(rows, name).count() as f64));
    let mut plot = Plot::wide(Axis::linear("n-th fastest", "", programs), time(rows, "processor time"));
    for name in names {
        let times = solved(name);
        let label = format!("{name}: {} solved", times.len());
        plot.steps(&label, times.into_iter().enumerate().map(|(at, seconds)| ((at + 1) as f64, seconds)));
    }
    plot.finish()
}

/// Figures 27, 28 and 31: the processor times of two configurations, for programs that each of them solves or reaches the limit on.
fn times(rows: &[Row], across: &str, up: &str) -> Option<String> {
    let other: BTreeMap<&str, &Row> = of(rows, up).map(|row| (row.program.as_str(), row)).collect();
    let is_valid = |row: &Row| row.is_solved || row.is_late;
    let pairs: Vec<(&Row, &Row)> = of(rows, across)
        .filter_map(|row| Some((row, *other.get(row.program.as_str())?)))
        .filter(|(row, other)| is_valid(row) && is_valid(other))
        .collect();
    if pairs.is_empty() {
        return None;
    }
    let mut plot = Plot::square(time(rows, across), time(rows, up));
    plot.diagonal();
    for (is_safe, kind) in [(true, "safe"), (false, "with a bug")] {
        let of_kind: Vec<_> = pairs.iter().filter(|(row, _)| row.is_safe == is_safe).collect();
        plot.points(&format!("{} {kind}", of_kind.len()), of_kind.iter().map(|(row, other)| (row.cpu(), other.cpu())));
    }
    Some(plot.finish())
}

/// Figure 29: what the dependence graph costs, by the size of the program.
fn graphs(rows: &[Row]) -> String {
    let point = |row: &Row| Some((row.get("locations")?, row.get("graph-steps").filter(|steps| *steps > 0.0)?));
    let end = |which: fn((f64, f64)) -> f64| most(rows.iter().filter_map(point).map(which));
    let mut plot = Plot::square(
        Axis::logarithmic("locations of the program", "", 1.0, end(|(locations, _)| locations)),
        Axis::logarithmic("locations that the dependence graph looked at", "", 1.0, end(|(_, steps)| steps)),
    );
    plot.diagonal();
    for name in configurations(rows) {
        let points: Vec<_> = of(rows, name).filter_map(point).collect();
        if !points.is_empty() {
            plot.points(name, points);
        }
    }
    plot.finish()
}

/// Figure 30: how many programs have how many refinements, of those that have any.
fn refinements(rows: &[Row]) -> String {
    let mut counts: BTreeMap<&str, BTreeMap<u64, u64>> = BTreeMap::new();
    for row in rows {
        if let Some(refinements) = row.get("refinements").filter(|refinements| *refinements > 0.0) {
            *counts.entry(&row.configuration).or_default().entry(refinements as u64).or_default() += 1;
        }
    }
    let far = most(counts.values().flat_map(|counts| counts.keys()).map(|refinements| *refinements as f64));
    let high = most(counts.values().flat_map(|counts| counts.values()).map(|programs| *programs as f64));
    let across = Axis::logarithmic("refinements", "", 1.0, far);
    let mut plot = Plot::wide(across, Axis::linear("programs", "", high));
    for name in configurations(rows) {
        if let Some(counts) = counts.get(name) {
            plot.points(name, counts.iter().map(|(refinements, programs)| (*refinements as f64, *programs as f64)));
        }
    }
    plot.finish()
}

/// The shares of the program that the slices of a configuration have, of runs that computed one, in percent and in order.
fn shares(rows: &[Row], configuration: &str) -> Vec<f64> {
    let share = |row: &Row| {
        let edges = row.get("edges").filter(|edges| *edges > 0.0)?;
        row.get("slices").filter(|slices| *slices > 0.0)?;
        Some(100.0 * row.get("slice-edges")? / edges)
    };
    let mut shares: Vec<f64> = of(rows, configuration).filter_map(share).collect();
    shares.sort_by(f64::total_cmp);
    shares
}

/// How much of the program the n-th smallest slice has, when the run ends.
fn sizes(rows: &[Row]) -> String {
    let all: Vec<(&str, Vec<f64>)> = configurations(rows).into_iter().map(|name| (name, shares(rows, name))).collect();
    let programs = most(all.iter().map(|(_, shares)| shares.len() as f64));
    let mut plot = Plot::wide(
        Axis::linear("n-th smallest slice", "", programs),
        Axis::linear("share of the operations", "%", 100.0),
    );
    for (name, shares) in all.iter().filter(|(_, shares)| !shares.is_empty()) {
        plot.steps(name, shares.iter().enumerate().map(|(at, share)| ((at + 1) as f64, *share)));
    }
    plot.finish()
}

/// The middle of numbers in order.
fn median(sorted: &[f64]) -> Option<f64> {
    let at = sorted.len() / 2;
    match sorted.len() % 2 {
        1 => Some(sorted[at]),
        _ => Some(f64::midpoint(*sorted.get(at.checked_sub(1)?)?, sorted[at])),
    }
}

/// What the pictures show, as a table: slices and refinements of the runs that computed a slice, the share of refinements that needed
/// no new slice, and the median of the shares of the program.
pub fn totals(rows: &[Row]) -> String {
    let mut out = String::from(
        "| | runs with a slice | refinements of these | slices | refinements without a new slice | median slice |\n\
         |---|---:|---:|---:|---:|---:|\n",
    );
    for name in configurations(rows) {
        let shares = shares(rows, name);
        let Some(median) = median(&shares) else { continue };
        let with: Vec<&Row> =
            of(rows, name).filter(|row| row.get("slices").is_some_and(|slices| slices > 0.0)).collect();
        let sum = |figure: &str| with.iter().filter_map(|row| row.get(figure)).sum::<f64>();
        let (refinements, slices) = (sum("refinements"), sum("slices"));
        // A slice before the analysis saves no refinement.
        let saved = match slices <= refinements {
            true => format!("{:.0} %", 100.0 * (refinements - slices) / refinements),
            false => "–".to_owned(),
        };
        let _ = writeln!(out, "| {name} | {} | {refinements} | {slices} | {saved} | {median:.0} % |", with.len());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::runs::read;
    use super::*;

    const TABLE: &str = "program,safe,configuration,verdict,cpu,refinements,slices,slice-edges,edges,locations,graph-steps,reason\n\
        a.c,true,SymEx-S,Solved,0.10,2,2,10,40,41,90,\n\
        a.c,true,SymEx-SC,Solved,0.20,4,1,10,40,41,90,\n\
        a.c,true,eager,Solved,0.20,0,1,20,40,41,99,\n\
        b.c,false,SymEx-S,Timeout,9.99,1,1,60,100,90,300,\n\
        b.c,false,SymEx-SC,Solved,1.00,4,2,50,100,90,300,\n\
        c.c,true,SymEx-S,Solved,1.00,0,0,0,7,8,0,\n\
        c.c,true,SymEx-SC,Unknown,1.00,0,0,0,7,8,0,\"why, indeed\"\n";

    fn picture(name: &str) -> String {
        let all = pictures(&read(TABLE).unwrap());
        all.into_iter().find(|(file, _)| *file == name).unwrap_or_else(|| panic!("{name}")).1
    }

    #[test]
    fn totals_are_of_runs_that_have_a_slice() {
        let totals = totals(&read(TABLE).unwrap());
        assert!(totals.contains("| SymEx-S | 2 | 3 | 3 | 0 % | 42 % |"), "{totals}");
        assert!(totals.contains("| SymEx-SC | 2 | 8 | 3 | 62 % | 38 % |"), "{totals}");
        assert!(totals.contains("| eager | 1 | 0 | 1 | – | 50 % |"), "{totals}");
    }

    #[test]
    fn a_figure_of_times_has_what_both_solve_or_are_late_on() {
        let svg = picture("figure-28a");
        assert_eq!(svg.matches("<circle").count(), 2);
        assert!(svg.contains("1 safe") && svg.contains("1 with a bug"), "{svg}");
        // A configuration that was not measured has no figure.
        assert!(pictures(&read(TABLE).unwrap()).iter().all(|(name, _)| *name != "figure-27a"));
    }

    #[test]
    fn other_figures_have_a_line_or_points_for_each_configuration() {
        let quantiles = picture("figure-25");
        assert!(quantiles.contains("SymEx-S: 2 solved") && quantiles.matches("stroke-width=\"2\"").count() == 3);
        assert_eq!(picture("slice-sizes").matches("stroke-width=\"2\"").count(), 3);
        // Two programs have four refinements with both: one point.
        assert_eq!(picture("figure-30").matches("<circle").count(), 3);
        assert_eq!(picture("figure-29").matches("<circle").count(), 5);
    }
}
