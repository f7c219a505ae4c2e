//! An execution as a person reads it: a line of the source a row, with what the variables became beside it, and a
//! heading whenever the function changes.
//!
//! Moments on one line of one frame make one row. In short form, repetitions of a loop are summed up: the first and the
//! last round are shown, and how many there were.

use crate::report::rounds::{Item, sum_up};
use cairn_base::{Location, SourceMap};
use cairn_task::options::TraceLength;
use cairn_verify::violation::{Change, Happening, Moment, Violation};
use std::fmt::Write;

/// Width of the column for the source text.
const SOURCE_WIDTH: usize = 48;
/// Rows shown in short form before the middle is left out.
const MOST_ROWS: usize = 300;
/// Functions of a call stack that are named before its middle is left out.
const STACK_SHOWN: usize = 6;
/// Inputs listed in the heading.
const INPUTS_SHOWN: usize = 20;

/// A line of the source, executed once, or the heading of a call.
#[derive(Clone)]
struct Row<'a> {
    function: &'a str,
    depth: usize,
    location: Option<Location>,
    source: String,
    effects: Vec<String>,
    is_call: bool,
}

impl Row<'_> {
    fn line(&self) -> u32 {
        self.location.as_ref().map_or(0, |location| location.line)
    }
    fn place(&self) -> (usize, &str, Option<&str>, u32) {
        (self.depth, self.function, self.location.as_ref().map(|location| &*location.file), self.line())
    }
}

/// The inputs, then the execution line by line.
pub fn render(violation: &Violation, sources: &SourceMap, length: TraceLength) -> String {
    let rows = rows(&violation.moments, sources);
    let mut lines = Lines { rows: &rows, lines: Vec::new(), stack: Vec::new(), file: String::new() };
    let items: Vec<Item> = match length {
        TraceLength::Full => (0..rows.len()).map(Item::One).collect(),
        TraceLength::Short => {
            let keys: Vec<_> = rows.iter().map(|row| (row.depth, row.function, row.line(), row.is_call)).collect();
            sum_up(&keys)
        }
    };
    lines.items(&items);
    let mut text = inputs(violation);
    for assumption in &violation.assumptions {
        let _ = writeln!(text, "Note: {assumption}.");
    }
    let shown = lines.lines;
    if length == TraceLength::Short && shown.len() > MOST_ROWS {
        let (head, tail) = (MOST_ROWS / 3, MOST_ROWS - MOST_ROWS / 3);
        text.extend(shown[..head].iter().map(String::as_str));
        let left_out = shown.len() - MOST_ROWS;
        let _ = writeln!(text, "      … {left_out} lines left out; --option trace=full shows all …");
        text.extend(shown[shown.len() - tail..].iter().map(String::as_str));
    } else {
        text.extend(shown.iter().map(String::as_str));
    }
    text
}

/// The inputs in order; who asks is named once for several in a row.
pub fn inputs(violation: &Violation) -> String {
    let mut shown = String::new();
    let mut last = "";
    for (who, value) in violation.inputs.iter().take(INPUTS_SHOWN) {
        let comma = if shown.is_empty() { "" } else { ", " };
        shown += &if *who == last { format!("{comma}{value}") } else { format!("{comma}{who} = {value}") };
        last = who;
    }
    match violation.inputs.len().saturating_sub(INPUTS_SHOWN) {
        0 if shown.is_empty() => shown,
        0 => format!("Inputs: {shown}\n"),
        more => format!("Inputs: {shown}, and {more} more\n"),
    }
}

/// Puts moments on one line of one frame together, and the line of a call before the call.
fn rows<'a>(moments: &'a [Moment], sources: &SourceMap) -> Vec<Row<'a>> {
    let mut rows: Vec<Row> = Vec::new();
    let mut stack: Vec<&str> = Vec::new();
    for moment in moments {
        let depth = moment.depth as usize;
        let effects = effects(moment, sources);
        let place = Row {
            function: &moment.function,
            depth,
            location: sources.locate(moment.span),
            source: one_line(sources.line_text(moment.span), SOURCE_WIDTH),
            effects: Vec::new(),
            is_call: false,
        };
        stack.resize(depth + 1, "");
        stack[depth] = &moment.function;
        match moment.what {
            Happening::Enter => {
                if let Some(caller) = depth.checked_sub(1).and_then(|below| stack.get(below)) {
                    add(&mut rows, Row { function: caller, depth: depth - 1, ..place.clone() });
                }
                rows.push(Row { effects, is_call: true, ..place });
            }
            Happening::Leave if effects.is_empty() => {}
            _ => add(&mut rows, Row { effects, ..place }),
        }
    }
    // A place that is not in the source, where nothing changes, tells nothing.
    rows.retain(|row| row.location.is_some() || !row.effects.is_empty() || row.is_call);
    rows
}

/// Adds a row, or its effects to the last one when both are on one line of one frame.
fn add<'a>(rows: &mut Vec<Row<'a>>, row: Row<'a>) {
    match rows.last_mut() {
        Some(last) if !last.is_call && last.place() == row.place() => last.effects.extend(row.effects),
        _ => rows.push(row),
    }
}

/// What a moment did, in words.
fn effects(moment: &Moment, sources: &SourceMap) -> Vec<String> {
    let change = |change: &Change| {
        let input = if change.input { " (input)" } else { "" };
        format!("{} = {}{input}", change.place, change.value)
    };
    let mut effects: Vec<String> = moment.changes.iter().map(change).collect();
    if let Happening::Decision(truth) = moment.what {
        let condition = one_line(sources.snippet(moment.span), SOURCE_WIDTH);
        let column = sources.locate(moment.span).map_or(0, |location| location.column as usize - 1);
        let before = sources.line_text(moment.span).get(..column).unwrap_or("").trim_end();
        let case = if before.ends_with("case") { "case " } else { "" };
        effects.push(format!("[{case}{condition}] is {truth}"));
    }
    if let Happening::Undefined(check) = moment.what {
        effects.push(check.violation().to_owned());
    }
    effects
}

/// A text on one line, cut to a width.
fn one_line(text: &str, width: usize) -> String {
    let mut line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() > width {
        line = line.chars().take(width - 1).chain(['…']).collect();
    }
    line
}

struct Lines<'a> {
    rows: &'a [Row<'a>],
    lines: Vec<String>,
    stack: Vec<&'a str>,
    file: String,
}

impl<'a> Lines<'a> {
    fn items(&mut self, items: &[Item]) {
        for item in items {
            match item {
                Item::One(index) => self.row(&self.rows[*index]),
                Item::Rounds { first, last, count } => {
                    self.items(first);
                    let between = count - 2;
                    let indent = "  ".repeat(self.stack.len());
                    self.lines.push(format!("{:>8}{indent}… {between} more rounds …\n", ""));
                    self.items(last);
                }
            }
        }
    }

    fn row(&mut self, row: &'a Row<'a>) {
        if row.is_call {
            self.stack.truncate(row.depth);
            self.stack.push(row.function);
            self.heading(&format!("{}({})", row.function, row.effects.join(", ")));
            return;
        }
        self.stack.truncate(row.depth + 1);
        if let Some(location) = &row.location
            && *location.file != *self.file
        {
            self.file = location.file.to_string();
            self.lines.push(format!("{}:\n", self.file));
        }
        let number = row.location.as_ref().map_or(String::new(), |location| location.line.to_string());
        let indent = "  ".repeat(self.stack.len().saturating_sub(1));
        let source = format!("{indent}{}", row.source);
        let effects = row.effects.join("; ");
        let line = format!("{number:>6} | {source:<SOURCE_WIDTH$}  {effects}");
        self.lines.push(format!("{}\n", line.trim_end()));
    }

    fn heading(&mut self, call: &str) {
        let indent = "  ".repeat(self.stack.len().saturating_sub(1));
        let stack = match &self.stack[..] {
            [] | [_] => String::new(),
            [first, .., a, b, c] if self.stack.len() > STACK_SHOWN => format!("    [{first} > … > {a} > {b} > {c}]"),
            stack => format!("    [{}]", stack.join(" > ")),
        };
        self.lines.push(format!("       {indent}→ {call}{stack}\n"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn_base::Span;

    const SOURCE: &str = "int f(int n) {\n  return n;\n}\nint main() {\n  while (i < 9)\n    i = f(i);\n}\n";

    /// The moment of a piece of the source.
    fn moment(piece: &str, function: &str, depth: u32, what: Happening, changes: &[(&str, &str)]) -> Moment {
        let start = SOURCE.find(piece).unwrap() as u32 + 1;
        let change = |(place, value): &(&str, &str)| Change {
            place: (*place).to_owned(),
            value: (*value).to_owned(),
            input: *place == "i" && *value == "0",
        };
        let span = Span::new(start, start + piece.len() as u32);
        let changes = changes.iter().map(change).collect();
        Moment { function: function.to_owned(), depth, what, span, changes }
    }

    fn rendered(moments: Vec<Moment>, length: TraceLength) -> String {
        let mut sources = SourceMap::new();
        sources.add("a.c", SOURCE.into()).unwrap();
        let inputs = vec![("g()".to_owned(), "0".to_owned())];
        render(&Violation { moments, inputs, ..Violation::default() }, &sources, length)
    }

    fn round(i: &str) -> Vec<Moment> {
        vec![
            moment("i < 9", "main", 0, Happening::Decision(true), &[]),
            moment("f(i)", "f", 1, Happening::Enter, &[("n", i)]),
            moment("return n;", "f", 1, Happening::Statement, &[("return value", i)]),
            moment("f(i)", "main", 0, Happening::Leave, &[("i", i)]),
        ]
    }

    #[test]
    fn a_call_is_a_heading_and_lines_carry_their_effects() {
        let mut moments = vec![moment("main()", "main", 0, Happening::Enter, &[])];
        moments.extend(round("0"));
        assert_eq!(
            rendered(moments, TraceLength::Short),
            "\
Inputs: g() = 0
       → main()
a.c:
     5 | while (i < 9)                                     [i < 9] is true
     6 | i = f(i);
         → f(n = 0)    [main > f]
     2 |   return n;                                       return value = 0
     6 | i = f(i);                                         i = 0 (input)
"
        );
    }

    #[test]
    fn rounds_are_summed_up_unless_all_are_wanted() {
        let rounds = || (0..7).flat_map(|i| round(&i.to_string())).collect();
        let short = rendered(rounds(), TraceLength::Short);
        assert!(short.contains("… 5 more rounds …") && short.contains("n = 0") && short.contains("n = 6"), "{short}");
        assert!(!short.contains("n = 3"), "{short}");
        assert!(rendered(rounds(), TraceLength::Full).contains("n = 3"));
    }
}
