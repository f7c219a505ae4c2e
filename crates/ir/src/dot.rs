//! Automata as a drawing for Graphviz: one cluster a function, the source's own text on the edges.
//!
//! Loop heads are diamonds, entries and exits are double; a dashed line joins a call to its callee's entry, and the
//! callee's exit to where the call returns. The tooltip of an edge (in SVG) is the operation itself and its place.

use crate::callgraph::CallGraph;
use crate::ids::{FunctionId, NodeId};
use crate::op::Op;
use crate::print::{Printer, VariableNames};
use crate::program::{Edge, Program};
use std::fmt::Write;

/// How many characters of source text an edge shows.
const SHOWN: usize = 48;

/// The whole program as one directed graph.
pub fn dot(program: &Program) -> String {
    let names = VariableNames::new(program);
    let printer = Printer::with_names(program, &names);
    let nodes_of = program.nodes_by_function();
    let mut out = String::from("digraph cfa {\n");
    out.push_str("  graph [fontname=\"monospace\"];\n");
    out.push_str("  node [shape=circle, fontname=\"monospace\", fontsize=10, width=0.3, margin=0.03];\n");
    out.push_str("  edge [fontname=\"monospace\", fontsize=10];\n");
    for function in program.functions.ids() {
        if program.functions[function].body.is_some() {
            write_function(&mut out, program, &printer, function, &nodes_of[function]);
        }
    }
    write_calls(&mut out, program);
    out.push_str("}\n");
    out
}

fn write_function(out: &mut String, program: &Program, printer: &Printer<'_>, id: FunctionId, nodes: &[NodeId]) {
    let function = &program.functions[id];
    let Some(body) = function.body else { return };
    let _ = writeln!(out, "  subgraph cluster_{id} {{\n    label={};", quoted(&function.name));
    for id in nodes {
        let mut style: Vec<&str> = Vec::new();
        if program.nodes[*id].loop_head {
            style.push("shape=diamond");
        }
        if *id == body.entry || *id == body.exit {
            style.push("peripheries=2");
        }
        if program.nodes[*id].leaving.is_empty() && *id != body.exit {
            style.push("shape=point");
        }
        let _ = match style.is_empty() {
            true => writeln!(out, "    {id};"),
            false => writeln!(out, "    {id} [{}];", style.join(", ")),
        };
    }
    for id in nodes {
        for (_, edge) in program.leaving(*id) {
            let op = printer.op(&edge.op);
            let label = quoted(&label(program, edge, &op));
            let place = program.sources.locate(edge.span).map(|l| format!("{l}: ")).unwrap_or_default();
            let tooltip = quoted(&shorten(&format!("{place}{op}"), 4 * SHOWN));
            let _ = writeln!(out, "    {} -> {} [label={label}, tooltip={tooltip}];", edge.source, edge.target);
        }
    }
    out.push_str("  }\n");
}

fn write_calls(out: &mut String, program: &Program) {
    let calls = CallGraph::new(program);
    for (id, site) in program.calls.iter_ids() {
        let (Some(edge), Some(callee)) = (calls.edge_of(id), site.callee) else { continue };
        let Some(body) = program.functions[callee].body else { continue };
        let Edge { source, target, .. } = program.edges[edge];
        let style = "style=dashed, color=gray, constraint=false";
        let _ = writeln!(out, "  {source} -> {} [{style}];\n  {} -> {target} [{style}];", body.entry, body.exit);
    }
}

/// The text of the source where it says what the edge does; else the operation.
fn label(program: &Program, edge: &Edge, op: &str) -> String {
    let text = shorten(program.sources.snippet(edge.span), SHOWN);
    // An initialiser's value alone, or the name of a function that the front end calls, does not say what is done.
    let says = text.contains(['=', '(']) || text.contains("++") || text.contains("--") || text.starts_with("return");
    match edge.op {
        Op::Skip => String::new(),
        Op::Assign { .. } | Op::Havoc { .. } | Op::Call(_) | Op::Intrinsic { .. } if says => text,
        // A case of a switch is a comparison that the source does not spell out; neither does it spell out an end.
        _ => shorten(op, SHOWN),
    }
}

/// One line, single blanks, at most `limit` characters.
pub fn shorten(text: &str, limit: usize) -> String {
    let mut out = String::new();
    let mut blank = false;
    for (count, c) in text.chars().filter(|c| !c.is_control() || c.is_whitespace()).enumerate() {
        if count >= 4 * limit || out.chars().count() >= limit {
            out.push('…');
            break;
        }
        if c.is_whitespace() {
            blank = !out.is_empty();
        } else {
            if blank {
                out.push(' ');
            }
            blank = false;
            out.push(c);
        }
    }
    out
}

/// A text as a label, in quotes; its lines stay lines.
pub fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '"' | '\\' => out.extend(['\\', c]),
            _ => out.push(c),
        }
    }
    out.push('"');
    out
}
