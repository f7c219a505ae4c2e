//! An execution as a person reads it: a line of the source a row, with what the variables became beside it, and a
//! heading whenever the function changes.
//!
//! Moments on one line of one frame make one row. In short form, repetitions of a loop are summed up: the first and the
//! last round are shown, and how many there were.

use crate::report::repetitions::{Repetition, sum_up};
use crate::report::unexpanded_lines::Originals;
use cairn_base::{Location, SourceMap, Span};
use cairn_options::values::TraceLength;
use cairn_verify::source_text;
use cairn_verify::violation::{Happening, Moment, VariableChange, Violation, thread_says};
use std::fmt::Write;

/// Width of the column for the source text.
const SOURCE_WIDTH: usize = 48;
/// Rows shown in short form before the middle is left out.
const MOST_ROWS: usize = 300;
/// Functions of a call stack that are named before its middle is left out.
const STACK_SHOWN: usize = 6;
const INPUTS_SHOWN: usize = 20;

/// A line of the source, executed once, or the heading of a call.
#[derive(Clone)]
struct Row<'a> {
    /// Conditions decided in it: one that comes again begins a new round.
    decided: Vec<Span>,
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

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Telling {
    /// Whether repetitions are summed up, and functions of the library are one step.
    pub length: TraceLength,
    /// The variables whose changes are shown; all, when empty.
    pub variables: Vec<String>,
}

impl Telling {
    pub fn of(length: TraceLength) -> Self {
        Self { length, variables: Vec::new() }
    }

    /// Whether a place is one of these variables, or a part of one.
    fn shows(&self, place: &str) -> bool {
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let mut names = place.split(|c| !is_name(c)).filter(|name| !name.is_empty());
        self.variables.is_empty() || names.any(|name| self.variables.iter().any(|wanted| wanted == name))
    }
}

/// The inputs, then the execution line by line.
pub fn render(violation: &Violation, sources: &SourceMap, telling: &Telling) -> String {
    let length = telling.length;
    let rows = rows(&violation.moments, sources, telling);
    let mut lines = Lines { rows: &rows, lines: Vec::new(), stack: Vec::new(), file: String::new() };
    let items: Vec<Repetition> = match length {
        TraceLength::Full => (0..rows.len()).map(Repetition::One).collect(),
        TraceLength::Short | TraceLength::Relevant => {
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
    if length != TraceLength::Full && shown.len() > MOST_ROWS {
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
fn rows<'a>(moments: &'a [Moment], sources: &SourceMap, telling: &Telling) -> Vec<Row<'a>> {
    let originals = Originals::new(sources);
    let is_short = telling.length != TraceLength::Full;
    let mut rows: Vec<Row> = Vec::new();
    // The functions that are open, and whether they are shown.
    let mut stack: Vec<(&str, bool)> = Vec::new();
    for moment in moments {
        let open = moment.depth as usize;
        stack.resize(open + 1, ("", true));
        stack[open] = (&moment.function, !(is_short && moment.in_library));
        let depth = stack[..open].iter().filter(|(_, is_shown)| *is_shown).count();
        let effects = effects(moment, sources, telling);
        let location = sources.locate(moment.span);
        let place = Row {
            decided: Vec::new(),
            function: &moment.function,
            depth,
            source: one_line(&originals.line(moment.span, location.as_ref()), SOURCE_WIDTH),
            location,
            effects: Vec::new(),
            is_call: false,
        };
        if moment.what == Happening::Enter
            && let Some((caller, true)) = open.checked_sub(1).and_then(|below| stack.get(below))
        {
            add(&mut rows, Row { function: caller, depth: depth - 1, ..place.clone() });
        }
        if !stack[open].1 {
            continue;
        }
        match moment.what {
            Happening::Enter => rows.push(Row { effects, is_call: true, ..place }),
            Happening::Leave if effects.is_empty() => {}
            Happening::Decision(truth) if is_case(moment, sources) => {
                // Of a `switch` only the case that is taken says something.
                if truth {
                    add(&mut rows, Row { effects, ..place });
                }
            }
            Happening::Omitted(_) | Happening::Thread(_) => {
                rows.push(Row { effects, location: None, source: String::new(), ..place })
            }
            Happening::Decision(_) => add(&mut rows, Row { effects, decided: vec![moment.span], ..place }),
            _ => add(&mut rows, Row { effects, ..place }),
        }
    }
    // A place that is not in the source, where nothing changes, tells nothing. Who asks for variables wants no other lines.
    let is_said = |row: &Row| row.location.is_some() && telling.variables.is_empty() || !row.effects.is_empty();
    rows.retain(|row| is_said(row) || row.is_call);
    rows
}

/// Adds a row, or its effects to the last one when both are on one line of one frame, in one round of a loop.
fn add<'a>(rows: &mut Vec<Row<'a>>, row: Row<'a>) {
    match rows.last_mut() {
        Some(last)
            if !last.is_call
                && last.place() == row.place()
                && !row.decided.iter().any(|span| last.decided.contains(span)) =>
        {
            last.effects.extend(row.effects);
            last.decided.extend(row.decided);
        }
        _ => rows.push(row),
    }
}

/// Whether a decision is about a case of a `switch`.
fn is_case(moment: &Moment, sources: &SourceMap) -> bool {
    let column = sources.locate(moment.span).map_or(0, |location| location.column as usize - 1);
    sources.line_text(moment.span).get(..column).unwrap_or("").trim_end().ends_with("case")
}

/// Effects of a moment, in words.
fn effects(moment: &Moment, sources: &SourceMap, telling: &Telling) -> Vec<String> {
    let change = |change: &VariableChange| {
        let input = if change.input { " (input)" } else { "" };
        format!("{} = {}{input}", change.place, change.readable)
    };
    let shown = moment.changes.iter().filter(|change| telling.shows(&change.place));
    let mut effects: Vec<String> = shown.map(change).collect();
    if let Happening::Decision(truth) = moment.what {
        let text = source_text::written(sources, moment.span);
        let condition = one_line(&text, SOURCE_WIDTH);
        match is_case(moment, sources) {
            true if telling.variables.is_empty() => effects.push(format!("[case {condition}] is taken")),
            false if telling.shows(&text) => effects.push(format!("[{condition}] is {truth}")),
            _ => {}
        }
    }
    if let Happening::Undefined(check) = moment.what {
        effects.push(check.violation().to_owned());
    }
    if let Happening::Omitted(steps) = moment.what {
        effects.push(omitted(steps));
    }
    if let Happening::Thread(thread) = moment.what {
        effects.push(thread_says(thread, "goes on"));
    }
    if let Happening::Waits(thread) = moment.what {
        effects.push(thread_says(thread, "waits"));
    }
    effects
}

/// Steps that are not told, in words.
pub fn omitted(steps: u64) -> String {
    match steps {
        1 => "… a step that is not shown …".to_owned(),
        many => format!("… {many} steps that are not shown …"),
    }
}

/// A text on one line, cut to a width.
pub fn one_line(text: &str, width: usize) -> String {
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
    fn items(&mut self, items: &[Repetition]) {
        for item in items {
            match item {
                Repetition::One(index) => self.row(&self.rows[*index]),
                Repetition::Rounds { first, last, count } => {
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
        let change = |(place, value): &(&str, &str)| VariableChange {
            place: (*place).to_owned(),
            value: (*value).to_owned(),
            readable: (*value).to_owned(),
            input: *place == "i" && *value == "0",
        };
        let span = Span::new(start, start + piece.len() as u32);
        let changes = changes.iter().map(change).collect();
        Moment { function: function.to_owned(), depth, what, span, in_library: false, changes }
    }

    fn rendered(moments: Vec<Moment>, length: TraceLength) -> String {
        let mut sources = SourceMap::new();
        sources.add("a.c", SOURCE.into()).unwrap();
        let inputs = vec![("g()".to_owned(), "0".to_owned())];
        render(&Violation { moments, inputs, ..Violation::default() }, &sources, &Telling::of(length))
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
