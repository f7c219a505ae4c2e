//! The block graph of the program, as the distributed analysis cuts it by default: functions and loops.

use super::graph::{self, DrawnVertex};
use super::one_line;
use super::sources::Sources;
use cairn_blocks::{BlockGraph, Decomposition, SupergraphEdge};
use cairn_ir::Program;
use serde_json::{Value, json};

/// Blocks of a graph that is drawn.
const MOST: usize = 300;
/// Edges of a program whose blocks are looked for.
const LARGEST: usize = 60_000;
const LINES: usize = 6;
const WIDTH: usize = 44;

/// The graph; without a drawing when it is too large.
pub fn json(program: &Program, sources: &Sources<'_>) -> Value {
    if program.edges.len() > LARGEST {
        return json!({ "count": null, "graph": null });
    }
    let graph = BlockGraph::new(program, Decomposition::FunctionsAndLoops);
    if graph.len() > MOST {
        return json!({ "count": graph.len(), "graph": null });
    }
    let mut vertices = Vec::new();
    let mut edges = Vec::new();
    let first = graph.iter().position(|(_, block)| block.entry == program.entry()).unwrap_or(0);
    // The entry is the first vertex.
    let number = |index: usize| if index == first { 0 } else { index + usize::from(index < first) };
    let mut order: Vec<_> = graph.iter().enumerate().collect();
    order.sort_by_key(|(index, _)| number(*index));
    let numbers: std::collections::BTreeMap<_, _> =
        order.iter().map(|(index, (id, _))| (*id, number(*index))).collect();
    for (_, (id, block)) in &order {
        let mut lines = vec![one_line(&format!("{id} {}", graph.name(*id, program)), WIDTH)];
        let shown = block.edges.iter().take(LINES);
        lines.extend(
            shown.map(|edge| one_line(&graph.operation(*edge, program), WIDTH)).filter(|line| !line.is_empty()),
        );
        if block.edges.len() > LINES {
            lines.push(format!("… {} more", block.edges.len() - LINES));
        }
        let spans = block.edges.iter().map(|edge| match graph.supergraph.get(*edge) {
            SupergraphEdge::Edge(edge) | SupergraphEdge::Call(edge) | SupergraphEdge::Return(edge) => {
                program.edges[edge].span
            }
        });
        let at = spans.filter_map(|span| sources.place(span)).next();
        vertices.push(DrawnVertex { kind: "b", lines, at, reached: None });
        let mut successors: Vec<usize> = graph.successors(*id).map(|next| numbers[&next]).collect();
        successors.sort_unstable();
        successors.dedup();
        edges.extend(successors.into_iter().map(|next| (numbers[id], next)));
    }
    json!({ "count": graph.len(), "graph": graph::json(&vertices, &edges) })
}
