//! The violating execution as steps: a line of the source each, with what was decided and what changed.
//!
//! Moments on one line of one frame are one step, unless a condition comes again, which begins a new round of a loop. A function of
//! the library is part of the step that calls it. Of a long execution the middle is one step with all that changed in it, so that the
//! values behind it are right.

use super::sources::Sources;
use super::{Texts, cut, one_line};
use cairn_base::Span;
use cairn_ir::Program;
use cairn_verify::source_text;
use cairn_verify::violation::{Happening, Moment, VariableChange, Violation, thread_says};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Steps at the beginning and at the end that are told.
const FIRST: usize = 2_000;
const LAST: usize = 10_000;
/// Characters of a condition or a value.
const LONGEST: usize = 160;

#[derive(Default)]
struct Row {
    at: Option<(usize, u32)>,
    function: usize,
    depth: u32,
    /// `s`: a statement, `c`: a function is entered, `r`: it has returned, `u`: what comes is undefined, `x`: many left out.
    kind: &'static str,
    decided: Vec<Span>,
    words: Vec<usize>,
    /// Place, value, and what it is: 1 for an input, 2 for what is not local to its function.
    changes: Vec<(usize, usize, u8)>,
}

pub fn json(violation: &Violation, program: &Program, sources: &Sources<'_>) -> Value {
    let mut teller = Teller { program, sources, texts: Texts::default(), locals: BTreeMap::new(), rows: Vec::new() };
    violation.moments.iter().for_each(|moment| teller.moment(moment));
    let left_out = teller.leave_out();
    let rows: Vec<Value> = teller
        .rows
        .iter()
        .map(|row| json!([row.at, row.function, row.depth, row.kind, row.words, row.changes]))
        .collect();
    json!({ "texts": teller.texts.all, "rows": rows, "leftOut": left_out, "inputs": violation.inputs, "notes": violation.assumptions })
}

struct Teller<'t> {
    program: &'t Program,
    sources: &'t Sources<'t>,
    texts: Texts,
    /// The names of the parameters and locals of each function.
    locals: BTreeMap<String, BTreeSet<&'t str>>,
    rows: Vec<Row>,
}

impl Teller<'_> {
    fn moment(&mut self, moment: &Moment) {
        let changes: Vec<_> = moment.changes.iter().map(|change| self.change(change, &moment.function)).collect();
        if moment.in_library {
            // What it does to memory is what the call does.
            if let Some(last) = self.rows.last_mut() {
                last.changes.extend(changes.into_iter().filter(|(_, _, what)| what & 2 != 0));
            }
            return;
        }
        let function = self.texts.number(&moment.function);
        let mut row =
            Row { at: self.sources.place(moment.span), function, depth: moment.depth, changes, ..Row::default() };
        row.kind = match moment.what {
            Happening::Enter => {
                let named = self.program.function_named(&moment.function);
                row.at = named.and_then(|id| self.sources.place(self.program.functions[id].span)).or(row.at);
                "c"
            }
            Happening::Leave => "r",
            Happening::Undefined(_) => "u",
            _ => "s",
        };
        match moment.what {
            Happening::Decision(truth) => {
                row.decided.push(moment.span);
                row.words.push(self.decision(moment.span, truth));
            }
            Happening::Undefined(check) => row.words.push(self.texts.number(check.violation())),
            Happening::Thread(thread) => {
                row.words.push(self.texts.number(&thread_says(thread, "goes on")));
                self.rows.push(row);
                return;
            }
            Happening::Waits(thread) => row.words.push(self.texts.number(&thread_says(thread, "waits"))),
            Happening::Omitted(steps) => {
                row.words.push(self.texts.number(&format!("… {steps} steps that are not shown …")));
                self.rows.push(row);
                return;
            }
            _ => {}
        }
        // A place that is not in the source, where nothing changes, tells nothing.
        if row.at.is_none() && row.changes.is_empty() && row.kind == "s" {
            return;
        }
        match self.rows.last_mut() {
            Some(last)
                if matches!((last.kind, row.kind), ("s" | "r", "s") | ("r", "r"))
                    && (last.at, last.function, last.depth) == (row.at, row.function, row.depth)
                    && !row.decided.iter().any(|span| last.decided.contains(span)) =>
            {
                last.words.extend(row.words);
                last.changes.extend(row.changes);
                last.decided.extend(row.decided);
            }
            _ => self.rows.push(row),
        }
    }

    fn decision(&mut self, span: Span, truth: bool) -> usize {
        let condition = one_line(&source_text::written(&self.program.sources, span), LONGEST);
        self.texts.number(&format!("{condition} is {truth}"))
    }

    fn change(&mut self, change: &VariableChange, function: &str) -> (usize, usize, u8) {
        let place = self.texts.number(&cut(&change.place, LONGEST));
        let value = self.texts.number(&cut(&change.readable, LONGEST));
        let is_local = change.place == "return value" || self.is_local(root(&change.place), function);
        (place, value, u8::from(change.input) | if is_local { 0 } else { 2 })
    }

    fn is_local(&mut self, name: &str, function: &str) -> bool {
        let program = self.program;
        let of = || {
            let id = program.function_named(function)?;
            let function = &program.functions[id];
            let variables = function.params.iter().chain(&function.locals);
            Some(variables.map(|var| program.vars[*var].name.as_str()).collect())
        };
        self.locals.entry(function.to_owned()).or_insert_with(|| of().unwrap_or_default()).contains(name)
    }

    /// Makes one step of the middle. How many there were.
    fn leave_out(&mut self) -> usize {
        let count = self.rows.len().saturating_sub(FIRST + LAST);
        if count == 0 {
            return 0;
        }
        let middle: Vec<Row> = self.rows.drain(FIRST..FIRST + count).collect();
        // Of each place in each frame the last value.
        let mut last: BTreeMap<(u32, usize, u8), usize> = BTreeMap::new();
        for row in &middle {
            last.retain(|(depth, _, what), _| *depth <= row.depth || what & 2 != 0);
            for (place, value, what) in &row.changes {
                last.insert((if what & 2 == 0 { row.depth } else { 0 }, *place, what & 2), *value);
            }
        }
        let mut rows: Vec<Row> = Vec::new();
        let mut depths: BTreeMap<u32, Vec<(usize, usize, u8)>> = BTreeMap::new();
        for ((depth, place, what), value) in last {
            depths.entry(depth).or_default().push((place, value, what));
        }
        let end = middle.last().map_or(0, |row| row.depth);
        depths.entry(end).or_default();
        let function = |depth: u32| middle.iter().rev().find(|row| row.depth == depth).map_or(0, |row| row.function);
        for (depth, changes) in depths.into_iter().filter(|(depth, _)| *depth <= end) {
            rows.push(Row { function: function(depth), depth, kind: "x", changes, ..Row::default() });
        }
        self.rows.splice(FIRST..FIRST, rows);
        count
    }
}

/// The variable that a place is of.
fn root(place: &str) -> &str {
    let place = place.trim_start_matches(['*', '(', '&']);
    let end = place.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(place.len());
    // What a pointer points to is nobody's local.
    if place[end..].starts_with("->") { "" } else { &place[..end] }
}
