//! The rows of a measurement: a run each, with its figures by the names of their columns.

use crate::bench::task::fields;
use std::collections::BTreeMap;

/// A run of a configuration on a program.
pub struct Row {
    /// The program.
    pub program: String,
    /// No execution violates the property.
    pub is_safe: bool,
    /// The name of the configuration.
    pub configuration: String,
    /// The answer is as expected.
    pub is_solved: bool,
    /// The limit was reached.
    pub is_late: bool,
    /// The columns that hold a number in this row.
    figures: BTreeMap<String, f64>,
}

impl Row {
    /// A figure, where the run has it.
    pub fn get(&self, name: &str) -> Option<f64> {
        self.figures.get(name).copied()
    }

    /// Seconds of processor time.
    pub fn cpu(&self) -> f64 {
        self.get("cpu").unwrap_or(0.0)
    }
}

/// The rows of a table.
///
/// # Errors
/// A column is missing, as a sentence's end.
pub fn read(text: &str) -> Result<Vec<Row>, String> {
    let mut lines = text.lines();
    let header = fields(lines.next().unwrap_or_default());
    let column = |name: &str| header.iter().position(|head| head == name).ok_or(format!("no column '{name}'"));
    let [program, safe, configuration, verdict] =
        [column("program")?, column("safe")?, column("configuration")?, column("verdict")?];
    // Tables from before there were these columns have nothing to draw.
    for needed in ["cpu", "refinements", "slices", "slice-edges", "edges", "locations", "graph-steps"] {
        column(needed)?;
    }
    let mut rows = Vec::new();
    for line in lines.filter(|line| !line.is_empty()) {
        let row = fields(line);
        let get = |at: usize| row.get(at).cloned().unwrap_or_default();
        let numbers = header.iter().zip(&row).filter_map(|(name, field)| Some((name.clone(), field.parse().ok()?)));
        rows.push(Row {
            program: get(program),
            is_safe: get(safe) == "true",
            configuration: get(configuration),
            is_solved: get(verdict) == "Solved",
            is_late: get(verdict) == "Timeout",
            figures: numbers.collect(),
        });
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_known_by_their_columns_and_empty_ones_are_none() {
        let head =
            "program,safe,configuration,verdict,cpu,refinements,slices,slice-edges,edges,locations,graph-steps,reason";
        let rows = read(&format!("{head}\na.c,true,SymEx,Unknown,1.50,2,,,40,41,,\"odd, really\"\n")).unwrap();
        assert_eq!((rows[0].cpu(), rows[0].get("edges"), rows[0].get("slices")), (1.5, Some(40.0), None));
        assert!(rows[0].is_safe && !rows[0].is_solved && !rows[0].is_late);
        let missing = read("program,safe,configuration,verdict,cpu,refinements,reason\n").err();
        assert_eq!(missing, Some("no column 'slices'".to_owned()));
    }
}
