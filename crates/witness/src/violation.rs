//! The witness of an execution: what each input function returned on the way, then the target.
//!
//! A waypoint of kind `function_return` is at the bracket that closes the call. Why no conditions on branches: the inputs
//! decide them, and a validator that follows the inputs needs nothing else.

use crate::model::{Constraint, FileLocation, Waypoint, WaypointItem, WitnessContent};
use crate::source::Source;
use cairn_base::Span;
use cairn_interp::trace::Trace;
use cairn_ir::eval::format_value;
use cairn_ir::types::Scalar;
use cairn_ir::{NondetSource, Op, Program, Step};

/// The file that a witness is about, and where spans of the program are in it.
pub struct File<'f> {
    /// Its name.
    pub name: String,
    /// Its text.
    pub source: Source,
    /// The byte of the file at which a span starts; none for what is not in it.
    pub offset: &'f dyn Fn(Span) -> Option<usize>,
}

impl File<'_> {
    /// A place in the file.
    pub fn location(&self, offset: usize, function: Option<&str>) -> Option<FileLocation> {
        let (line, column) = self.source.place(offset)?;
        let function = function.map(str::to_owned);
        Some(FileLocation { file_name: self.name.clone(), line, column: Some(column), function })
    }
}

/// The segments: the inputs in order, and the target.
pub fn segments(program: &Program, trace: &Trace, target: Span, file: &File<'_>) -> Vec<WitnessContent> {
    let mut segments: Vec<WitnessContent> = Vec::new();
    let mut add =
        |waypoint: Waypoint| segments.push(WitnessContent::Segment { segment: vec![WaypointItem { waypoint }] });
    for entry in &trace.entries {
        let Step::Edge(id) = entry.step else { continue };
        let edge = &program.edges[id];
        let Op::Havoc { source: NondetSource::Verifier(_), .. } = &edge.op else { continue };
        let Some(change) = entry.changes.last() else { continue };
        let (Some(value), Some(of)) = (change.value, program.types.scalar(change.ty)) else { continue };
        let Some(close) = call_end(edge.span, file) else { continue };
        let function = &program.functions[program.nodes[edge.source].function].name;
        let Some(location) = file.location(close, Some(function)) else { continue };
        let Some(value) = constant(&format_value(value, of), of) else { continue };
        let constraint =
            Constraint { value: format!("\\result == {value}"), format: Some("ext_c_expression".to_owned()) };
        let (kind, action) = ("function_return".to_owned(), "follow".to_owned());
        add(Waypoint { kind, action, constraint: Some(constraint), location });
    }
    let function = trace.entries.iter().rev().find_map(|entry| entry.function(program));
    let function = function.map(|function| program.functions[function].name.as_str());
    if let Some(location) = (file.offset)(target).and_then(|at| file.location(at, function)) {
        add(Waypoint { kind: "target".to_owned(), action: "follow".to_owned(), constraint: None, location });
    }
    segments
}

/// The bracket that closes a call.
fn call_end(span: Span, file: &File<'_>) -> Option<usize> {
    let start = (file.offset)(span)?;
    let word = file.source.word(start);
    let (open, byte) = file.source.next(start + word.len())?;
    if word.is_empty() || byte != b'(' {
        return None;
    }
    file.source.closing(open)
}

/// A value as C writes it.
fn constant(text: &str, of: Scalar) -> Option<String> {
    match of {
        Scalar::Int { bits, signed: true } if text == (i128::MIN >> (128 - bits)).to_string() && bits <= 64 => {
            Some(format!("({} - 1)", (i128::MIN >> (128 - bits)) + 1))
        }
        Scalar::Int { bits: 64, signed: false } => Some(format!("{text}ULL")),
        Scalar::Int { bits, .. } if bits <= 64 => Some(text.to_owned()),
        Scalar::Bool => Some(text.to_owned()),
        // Decimal digits of a float may be another number.
        _ => None,
    }
}
