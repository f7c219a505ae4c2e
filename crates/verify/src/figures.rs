//! The costs of a run, an ordered list of named figures: one list for the terminal, the text file and the JSON file, so
//! that they cannot differ.

use serde_json::{Map, Number, Value};
use std::borrow::Cow;
use std::fmt::Write;
use std::time::Duration;

/// One figure.
#[derive(Clone, PartialEq, Debug)]
pub enum Figure {
    /// How many.
    Count(u64),
    /// How long.
    Time(Duration),
    /// How much memory.
    Bytes(u64),
    /// A word.
    Word(String),
}

/// Figures in order, each under a heading.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Figures(Vec<(Cow<'static, str>, String, Figure)>);

impl Figures {
    /// Adds a figure. Names are in kebab-case.
    pub fn add(&mut self, heading: impl Into<Cow<'static, str>>, name: impl Into<String>, figure: Figure) {
        self.0.push((heading.into(), name.into(), figure));
    }
    /// Adds a count.
    pub fn count(&mut self, heading: impl Into<Cow<'static, str>>, name: impl Into<String>, count: usize) {
        self.add(heading, name, Figure::Count(count as u64));
    }
    /// Adds the figures of another list.
    pub fn extend(&mut self, other: Figures) {
        self.0.extend(other.0);
    }
    /// A figure by name.
    pub fn get(&self, name: &str) -> Option<&Figure> {
        self.0.iter().find(|(_, n, _)| n == name).map(|(_, _, figure)| figure)
    }

    /// All figures with their names, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Figure)> {
        self.0.iter().map(|(_, name, figure)| (name.as_str(), figure))
    }

    /// For a person.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let width = self.0.iter().map(|(_, name, _)| name.len()).max().unwrap_or(0);
        let mut last = "";
        for (heading, name, figure) in &self.0 {
            if heading != last {
                let _ = writeln!(text, "{heading}");
                last = heading;
            }
            let shown = match figure {
                Figure::Count(count) => format!("{count:>12}"),
                Figure::Time(time) => format!("{:>12.3} s", time.as_secs_f64()),
                Figure::Bytes(bytes) => format!("{:>12.1} MB", *bytes as f64 / 1e6),
                Figure::Word(word) => format!("{word:>12}"),
            };
            let _ = writeln!(text, "  {name:width$} {shown}");
        }
        text
    }

    /// For a program: seconds and bytes as numbers, named by their units.
    pub fn json(&self) -> Value {
        let mut all = Map::new();
        for (heading, name, figure) in &self.0 {
            let (name, value) = match figure {
                Figure::Count(count) => (name.clone(), Value::from(*count)),
                Figure::Time(time) => {
                    let seconds = (time.as_secs_f64() * 1e6).round() / 1e6;
                    (format!("{name}-seconds"), Number::from_f64(seconds).map_or(Value::Null, Value::Number))
                }
                Figure::Bytes(bytes) => (format!("{name}-bytes"), Value::from(*bytes)),
                Figure::Word(word) => (name.clone(), Value::from(word.clone())),
            };
            let group = all.entry(heading.to_lowercase()).or_insert_with(|| Value::Object(Map::new()));
            if let Value::Object(group) = group {
                group.insert(name, value);
            }
        }
        Value::Object(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_list_two_forms() {
        let mut figures = Figures::default();
        figures.count("Program", "edges", 12);
        figures.add("Time", "compiling", Figure::Time(Duration::from_millis(1500)));
        figures.add("Time", "peak-memory", Figure::Bytes(2_500_000));
        assert_eq!(
            figures.text(),
            "Program\n  edges                 12\nTime\n  compiling          1.500 s\n  peak-memory          2.5 MB\n"
        );
        assert_eq!(
            figures.json().to_string(),
            r#"{"program":{"edges":12},"time":{"compiling-seconds":1.5,"peak-memory-bytes":2500000}}"#
        );
    }
}
