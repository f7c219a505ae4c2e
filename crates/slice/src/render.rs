//! Dependence graphs and slices for people and for other programs: DOT, JSON, and the source with the slice marked.
//!
//! What is only there to join others (values that pass by an operation, and that meet) is drawn small. JSON has one row a
//! line, as that of automata ([`cairn_ir::json`]).

use crate::backward::Slice;
use crate::dependences::{Dependence, DependenceKind, Dependences, Over};
use crate::vertex::{CellNames, Vertex};
use cairn_base::levels::{Levels, VertexStatus};
use cairn_base::{FastMap, Span};
use cairn_ir::dot::quoted;
use cairn_ir::json::{location, rows};
use cairn_ir::print::format_op;
use cairn_ir::{Op, Program};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

/// The version of the JSON format.
pub const VERSION: u32 = 1;

/// The dependences of some vertices: of a slice's, or of all.
pub type DependenceMap = Vec<(Vertex, Arc<[Dependence]>)>;

/// The whole dependence graph, or the part that a slice has.
pub fn graph(dependences: &mut Dependences, slice: Option<&Slice>) -> DependenceMap {
    let Some(slice) = slice else { return dependences.everything() };
    let one = |vertex: &Vertex| {
        let all = dependences.of(*vertex);
        (*vertex, all.iter().filter(|one| slice.vertices.contains(&one.on)).copied().collect())
    };
    slice.vertices.iter().map(one).collect()
}

/// The levels of a dependence graph, from what depends on nothing on.
pub fn levels(graph: &DependenceMap) -> Levels {
    let mut dependents: FastMap<Vertex, Vec<Vertex>> = FastMap::default();
    for (vertex, dependences) in graph {
        for dependence in dependences.iter() {
            dependents.entry(dependence.on).or_default().push(*vertex);
        }
    }
    let roots = graph.iter().filter(|(_, dependences)| dependences.is_empty()).map(|(vertex, _)| *vertex);
    Levels::of(roots, |vertex, to| {
        dependents.get(&vertex).into_iter().flatten().copied().for_each(to);
        VertexStatus::Plain
    })
}

/// For Graphviz: an arrow goes from what is depended on; dashed where it decides, grey between functions. Vertices of `filled` are
/// filled, for a slice in the graph of everything.
pub fn dot(program: &Program, cells: &CellNames, graph: &DependenceMap, filled: Option<&Slice>) -> String {
    let number: BTreeMap<Vertex, usize> = graph.iter().enumerate().map(|(at, (vertex, _))| (*vertex, at)).collect();
    let mut out = String::from("digraph dependences {\n  node [shape=box, fontname=\"monospace\", fontsize=10];\n");
    for (at, (vertex, _)) in graph.iter().enumerate() {
        let shape = match vertex {
            Vertex::Merge(..) | Vertex::After(..) => ", shape=point",
            Vertex::Edge(_) => "",
            _ => ", style=rounded",
        };
        let fill = match filled {
            Some(slice) if slice.vertices.contains(vertex) => ", fillcolor=lightgray, style=filled",
            _ => "",
        };
        let _ = writeln!(out, "  v{at} [label={}{shape}{fill}];", quoted(&label(program, cells, *vertex)));
    }
    for (vertex, dependences) in graph {
        for dependence in dependences.iter() {
            let Some(on) = number.get(&dependence.on) else { continue };
            let mut style = Vec::new();
            if dependence.kind == DependenceKind::Control {
                style.push("style=dashed");
            }
            if dependence.over != Over::Within {
                style.push("color=gray");
            }
            let _ = writeln!(out, "  v{on} -> v{} [{}];", number[vertex], style.join(", "));
        }
    }
    out.push_str("}\n");
    out
}

/// For other programs: `vertices` with their operation and place, and `dependences` (`of` depends on `on`).
pub fn json(program: &Program, cells: &CellNames, graph: &DependenceMap) -> String {
    let mut out = format!("{{\"format\":\"cairn-dependences\",\"version\":{VERSION},\n");
    let vertex = |(vertex, _): &(Vertex, Arc<[Dependence]>)| {
        let edge = vertex.edge().map(|edge| &program.edges[edge]);
        json!({
            "id": vertex.name(program, cells),
            "kind": kind(*vertex),
            "operation": edge.map(|edge| format_op(program, &edge.op)),
            "location": edge.map(|edge| location(program, edge.span)),
        })
    };
    rows(&mut out, "vertices", graph.iter().map(vertex));
    out.push_str(",\n");
    let of = |(vertex, dependences): &(Vertex, Arc<[Dependence]>)| -> Vec<Value> {
        let name = vertex.name(program, cells);
        let one = |one: &Dependence| {
            let kind = if one.kind == DependenceKind::Flow { "flow" } else { "control" };
            json!({ "of": name, "on": one.on.name(program, cells), "kind": kind })
        };
        dependences.iter().map(one).collect()
    };
    rows(&mut out, "dependences", graph.iter().flat_map(of));
    out.push_str("}\n");
    out
}

/// The source with marks: lines with an operation of the slice have a mark, `>` for the criterion's. The files of the user's that
/// are marked, each with its name before it where they are several. `text_of` gives the text of a
/// file as its author wrote it; without it the lines are those that the preprocessor left.
pub fn source(
    program: &Program,
    slice: &Slice,
    criterion: &crate::Criterion,
    is_users: &dyn Fn(Span) -> bool,
    text_of: &dyn Fn(&str) -> Option<String>,
) -> String {
    let Some(first) = program.sources.files().next() else { return String::new() };
    let mut marks: BTreeMap<Arc<str>, BTreeMap<u32, char>> = BTreeMap::new();
    let first: Arc<str> = program.sources.name(first).into();
    for vertex in &slice.vertices {
        let Some(edge) = vertex.edge().map(|edge| &program.edges[edge]) else { continue };
        let Some(at) = program.sources.locate(edge.span).filter(|_| is_users(edge.span)) else { continue };
        if criterion.vertices.contains(vertex) {
            marks.entry(at.file).or_default().insert(at.line, '>');
        } else if !matches!(edge.op, Op::Skip | Op::EndScope(_)) {
            marks.entry(at.file).or_default().entry(at.line).or_insert('|');
        }
    }
    // A preprocessed text has other files' names on its lines.
    if marks.is_empty() {
        marks.entry(first.clone()).or_default();
    }
    let mut out = String::new();
    let mut files: Vec<&Arc<str>> = marks.keys().collect();
    files.sort_by_key(|file| (**file != first, Arc::clone(file)));
    let texts: Vec<(&Arc<str>, String)> = (files.into_iter())
        .filter_map(|file| Some((file, text_of(file).or_else(|| preprocessed(program, file))?)))
        .collect();
    for (file, text) in &texts {
        if texts.len() > 1 {
            let _ = writeln!(out, "{}{file}:", if out.is_empty() { "" } else { "\n" });
        }
        let width = text.lines().count().to_string().len();
        for (line, number) in text.lines().zip(1..) {
            let mark = marks[*file].get(&number).copied().unwrap_or(' ');
            let _ = writeln!(out, "{number:width$} {mark} {line}");
        }
    }
    out
}

/// The lines of a file that the preprocessor left; lines of which nothing is left are empty. Nothing for what is in no text.
fn preprocessed(program: &Program, file: &str) -> Option<String> {
    let mut lines: BTreeMap<u32, &str> = BTreeMap::new();
    for id in program.sources.files() {
        let (text, base) = (program.sources.text(id), program.sources.base(id));
        let mut offset = 0;
        for line in text.split_inclusive('\n') {
            let at = program.sources.locate(Span::new(base + offset, base + offset));
            offset += line.len() as u32;
            if let Some(at) = at.filter(|at| *at.file == *file && !line.starts_with('#')) {
                lines.insert(at.line, line.trim_end_matches('\n'));
            }
        }
    }
    let last = *lines.keys().last()?;
    Some((1..=last).map(|number| lines.get(&number).copied().unwrap_or("")).collect::<Vec<_>>().join("\n"))
}

fn label(program: &Program, cells: &CellNames, vertex: Vertex) -> String {
    match vertex {
        Vertex::Edge(edge) => {
            let edge = &program.edges[edge];
            let line = program.sources.locate(edge.span).map(|at| format!("{}: ", at.line)).unwrap_or_default();
            format!("{line}{}", format_op(program, &edge.op))
        }
        other => other.name(program, cells),
    }
}

const fn kind(vertex: Vertex) -> &'static str {
    match vertex {
        Vertex::Edge(_) => "operation",
        Vertex::ActualIn(..) => "actual-in",
        Vertex::ActualOut(..) => "actual-out",
        Vertex::FormalIn(..) => "formal-in",
        Vertex::FormalOut(..) => "formal-out",
        Vertex::Entry(_) => "entry",
        Vertex::Ends(_) | Vertex::CallEnds(_) => "end",
        Vertex::After(..) => "after",
        Vertex::Merge(..) => "merge",
    }
}
