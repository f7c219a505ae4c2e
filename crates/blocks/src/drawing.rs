//! A block graph for people and programs: DOT, and JSON.

use crate::graph::{BlockGraph, CodeBlockId};
use cairn_ir::dot::quoted;
use cairn_ir::{NodeId, Program};
use serde_json::{Value, json};
use std::fmt::Write;

/// Blocks with more operations than this are drawn without them.
const SHOWN: usize = 12;

/// The blocks of a program in DOT, a box each.
pub fn graph_dot(program: &Program, graph: &BlockGraph) -> String {
    let mut out = String::from("digraph blocks {\n  node [shape=box, fontname=\"monospace\", fontsize=10];\n");
    for (id, block) in graph.iter() {
        let mut label = format!("{id} {}", graph.name(id, program));
        if block.edges.len() > SHOWN {
            let _ = write!(label, "\n{} operations", block.edges.len());
        } else {
            for edge in &block.edges {
                let _ = write!(label, "\n{}", graph.operation(*edge, program));
            }
        }
        let style = if block.entry == program.entry() { ", peripheries=2" } else { "" };
        let _ = writeln!(out, "  {id} [label={}{style}];", quoted(&label));
    }
    for (id, _) in graph.iter() {
        graph.successors(id).for_each(|next| {
            let _ = writeln!(out, "  {id} -> {next};");
        });
    }
    out.push_str("}\n");
    out
}

/// The blocks of a program in JSON: an array of objects.
pub fn graph_json(program: &Program, graph: &BlockGraph) -> String {
    let node = |node: &NodeId| node.to_string();
    let names = |ids: Vec<CodeBlockId>| ids.iter().map(CodeBlockId::to_string).collect::<Vec<_>>();
    let one = |id: CodeBlockId| {
        let block = graph.get(id);
        let operations: Vec<String> = block.edges.iter().map(|edge| graph.operation(*edge, program)).collect();
        json!({
            "id": id.to_string(),
            "name": graph.name(id, program),
            "entry": node(&block.entry),
            "ends": block.ends.iter().map(node).collect::<Vec<_>>(),
            "operations": operations,
            "successors": names(graph.successors(id).collect()),
            "predecessors": names(graph.predecessors(id).collect()),
        })
    };
    let all: Vec<Value> = graph.iter().map(|(id, _)| one(id)).collect();
    let mut text = serde_json::to_string_pretty(&all).unwrap_or_default();
    text.push('\n');
    text
}
