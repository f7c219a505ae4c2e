//! The user's text: its files by lines, the functions in it, and which lines were reached.
//!
//! What Cairn reads was preprocessed. The lines of a file are those before preprocessing where the caller has them, else those
//! that the preprocessed text says are of that file. Text of the library and of system headers is not the user's.
//!
//! Invariant: a place is a file's number and a line, and that file has the line.

use cairn_base::{Span, id::Id};
use cairn_ir::{FunctionId, Op, Program};
use cairn_verify::Report;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Characters of a line that are shown.
const LONGEST: usize = 1_000;
/// Bytes of all lines that are shown.
const MOST: usize = 2_500_000;

#[derive(Default)]
struct File {
    name: String,
    lines: BTreeMap<u32, String>,
    left_out: usize,
}

#[derive(Default)]
pub struct Sources<'p> {
    program: Option<&'p Program>,
    files: Vec<File>,
    /// The functions of the user with a body: name and place.
    pub functions: Vec<Value>,
    pub written: BTreeSet<FunctionId>,
}

impl<'p> Sources<'p> {
    /// The files of a program that was not read to its end.
    pub fn unread(originals: &BTreeMap<String, String>) -> Self {
        let (mut sources, mut bytes) = (Self::default(), 0);
        for (name, text) in originals {
            let mut file = File { name: name.clone(), ..File::default() };
            text.lines().zip(1..).for_each(|(line, number)| file.add(number, line, &mut bytes));
            sources.files.push(file);
        }
        sources
    }

    pub fn of(program: &'p Program, originals: &BTreeMap<String, String>) -> Self {
        let mut sources = Self { program: Some(program), ..Self::default() };
        let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
        let mut bytes = 0;
        for id in program.sources.files() {
            let (text, mut offset) = (program.sources.text(id).clone(), program.sources.base(id));
            for line in text.split_inclusive('\n') {
                let span = Span::new(offset, offset + 1);
                offset += line.len() as u32;
                if is_marker(line) || !cairn_verify::is_users(program, span) {
                    continue;
                }
                let Some(location) = program.sources.locate(span) else { continue };
                let number = *numbers.entry(location.file.to_string()).or_insert_with(|| {
                    let mut file = File { name: location.file.to_string(), ..File::default() };
                    if let Some(original) = originals.get(&*location.file) {
                        original.lines().zip(1..).for_each(|(line, number)| file.add(number, line, &mut bytes));
                    }
                    sources.files.push(file);
                    sources.files.len() - 1
                });
                let is_read = originals.contains_key(&*location.file);
                let file = &mut sources.files[number];
                if !is_read && file.lines.get(&location.line).is_none_or(|known| known.trim().is_empty()) {
                    file.add(location.line, line.trim_end_matches(['\n', '\r']), &mut bytes);
                }
            }
        }
        sources.written = sources.written();
        let functions = program.functions.iter_ids().filter(|(id, _)| sources.written.contains(id));
        let functions =
            functions.filter_map(|(_, function)| Some(json!([function.name, sources.place(function.span)?])));
        sources.functions = functions.collect();
        sources
    }

    /// The functions of which the user wrote the body: one that the front end made up ends the program,
    /// and does nothing else.
    fn written(&self) -> BTreeSet<FunctionId> {
        let edges = self.program.iter().flat_map(|program| program.edges.iter().map(move |edge| (program, edge)));
        let written = edges.filter_map(|(program, edge)| {
            let id = program.nodes[edge.source].function;
            let function = &program.functions[id];
            (id != program.start
                && !matches!(edge.op, Op::Halt)
                && edge.span != function.span
                && self.place(edge.span).is_some())
            .then_some(id)
        });
        written.collect()
    }

    /// A file's number and a line.
    pub fn place(&self, span: Span) -> Option<(usize, u32)> {
        let program = self.program?;
        let location = program.sources.locate(span)?;
        let file = self.files.iter().position(|file| file.name == *location.file)?;
        self.files[file].lines.contains_key(&location.line).then_some((file, location.line))
    }

    /// For each file the lines that were reached, and those that were not, as runs: first line and how many.
    pub fn reached(&self, report: &Report, program: &Program) -> Vec<Value> {
        let mut lines: BTreeMap<(usize, u32), bool> = BTreeMap::new();
        let mut note = |place: Option<(usize, u32)>, is_reached: bool| {
            if let Some(place) = place {
                *lines.entry(place).or_insert(false) |= is_reached;
            }
        };
        for (id, edge) in program.edges.iter_ids() {
            let explored = report.explored.as_ref().and_then(|explored| explored.reached.get(id.index()).copied()?);
            // A declaration and the end of a scope do nothing that a person would call reached.
            let does = !matches!(edge.op, Op::Skip | Op::Declare { .. } | Op::EndScope(_) | Op::Label(_));
            if let (Some(is_reached), true) = (explored, does) {
                note(self.place(edge.span), is_reached);
            }
        }
        for moment in report.violation.iter().flat_map(|violation| &violation.moments) {
            note(self.place(moment.span), true);
        }
        let runs = |file: usize, wanted: bool| {
            let of_file = lines.range((file, 0)..(file + 1, 0)).filter(|(_, is)| **is == wanted);
            let mut runs: Vec<(u32, u32)> = Vec::new();
            for ((_, line), _) in of_file {
                match runs.last_mut() {
                    Some((first, count)) if *first + *count == *line => *count += 1,
                    _ => runs.push((*line, 1)),
                }
            }
            runs
        };
        (0..self.files.len()).map(|file| json!({ "yes": runs(file, true), "no": runs(file, false) })).collect()
    }

    pub fn files(&mut self) -> Vec<Value> {
        let one = |file: File| {
            // Lines without a gap between them are told by the number of the first.
            let mut runs: Vec<(u32, String)> = Vec::new();
            let mut next = 0;
            for (number, line) in file.lines {
                match runs.last_mut() {
                    Some((_, text)) if number == next => {
                        text.push('\n');
                        text.push_str(&line);
                    }
                    _ => runs.push((number, line)),
                }
                next = number + 1;
            }
            json!({ "name": file.name, "runs": runs, "leftOut": file.left_out })
        };
        std::mem::take(&mut self.files).into_iter().map(one).collect()
    }
}

impl File {
    fn add(&mut self, number: u32, line: &str, bytes: &mut usize) {
        let line = super::cut(line, LONGEST);
        if *bytes + line.len() > MOST {
            self.left_out += 1;
            return;
        }
        *bytes += line.len() + 1;
        self.lines.insert(number, line);
    }
}

/// Whether a line is the preprocessor's.
fn is_marker(line: &str) -> bool {
    let rest = line.strip_prefix('#').map(str::trim_start);
    rest.is_some_and(|rest| rest.starts_with("line ") || rest.starts_with(|c: char| c.is_ascii_digit()))
}
