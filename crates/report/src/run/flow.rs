//! The automata of the user's functions as graphs: straight lines are one box, conditions are boxes of their own.

use super::graph::{self, DrawnVertex};
use super::one_line;
use super::sources::Sources;
use cairn_base::id::Id;
use cairn_ir::{EdgeId, FunctionId, NodeId, Op, Program, format_op};
use cairn_verify::ExplorationReport;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Vertices of a function that is drawn, and of all that are.
const MOST: usize = 1_200;
const MOST_IN_ALL: usize = 5_000;
const LINES: usize = 8;
const WIDTH: usize = 48;

/// Each function of the user: its name and its graph, or the number of its locations when it is too large.
pub fn json(program: &Program, explored: Option<&ExplorationReport>, sources: &Sources<'_>) -> Value {
    let nodes_of = program.nodes_by_function();
    let mut drawn = 0;
    let mut all = Vec::new();
    for (id, function) in program.functions.iter_ids() {
        let Some(body) = function.body.filter(|_| sources.written.contains(&id)) else { continue };
        let nodes = &nodes_of[id];
        let mut flow = Flow { program, explored, sources, vertices: Vec::new(), edges: Vec::new() };
        flow.draw(id, body.entry, nodes);
        let is_drawn = flow.vertices.len() <= MOST && drawn + flow.vertices.len() <= MOST_IN_ALL;
        let drawing = is_drawn.then(|| {
            drawn += flow.vertices.len();
            graph::json(&flow.vertices, &flow.edges)
        });
        all.push(json!({ "name": function.name, "locations": nodes.len(), "graph": drawing }));
    }
    Value::Array(all)
}

struct Flow<'f> {
    program: &'f Program,
    explored: Option<&'f ExplorationReport>,
    sources: &'f Sources<'f>,
    vertices: Vec<DrawnVertex>,
    edges: Vec<(usize, usize)>,
}

impl Flow<'_> {
    fn draw(&mut self, function: FunctionId, entry: NodeId, nodes: &[NodeId]) {
        let program = self.program;
        let exit = program.functions[function].body.map(|body| body.exit);
        let is_kept = |node: NodeId| {
            let at = &program.nodes[node];
            node == entry || Some(node) == exit || at.loop_head || at.leaving.len() != 1 || at.entering.len() != 1
        };
        let mut kept: BTreeMap<NodeId, usize> = BTreeMap::new();
        let others = nodes.iter().filter(|node| **node != entry && is_kept(**node));
        for node in std::iter::once(&entry).chain(others) {
            kept.insert(*node, self.vertices.len());
            let at = &program.nodes[*node];
            let span = at.leaving.first().map(|edge| program.edges[*edge].span);
            self.vertices.push(DrawnVertex {
                kind: if at.loop_head { "l" } else { "o" },
                lines: vec![match () {
                    () if *node == entry => format!("{node}: entry"),
                    () if Some(*node) == exit => format!("{node}: exit"),
                    () if at.loop_head => format!("{node}: head of a loop"),
                    () => node.to_string(),
                }],
                at: span.and_then(|span| self.sources.place(span)),
                reached: None,
            });
        }
        let starts: Vec<(NodeId, usize)> = kept.iter().map(|(node, vertex)| (*node, *vertex)).collect();
        for (node, vertex) in starts {
            for edge in &program.nodes[node].leaving {
                self.line(vertex, *edge, &kept);
            }
        }
        for vertex in self.vertices.iter_mut().filter(|vertex| vertex.lines.len() > LINES + 1) {
            let more = vertex.lines.len() - LINES;
            vertex.lines.truncate(LINES);
            vertex.lines.push(format!("… {more} more"));
        }
    }

    /// The boxes of a straight line, from a location to the next.
    fn line(&mut self, from: usize, first: EdgeId, kept: &BTreeMap<NodeId, usize>) {
        let (mut last, mut edge, mut open) = (from, first, None::<usize>);
        loop {
            let at = &self.program.edges[edge];
            let is_condition = matches!(at.op, Op::Assume { .. });
            let text = text(self.program, edge);
            if !text.is_empty() {
                let vertex = match open.filter(|_| !is_condition) {
                    Some(vertex) => vertex,
                    None => {
                        let kind = if is_condition { "c" } else { "b" };
                        let (at, reached) = (self.sources.place(at.span), self.reached(edge));
                        self.vertices.push(DrawnVertex { kind, lines: Vec::new(), at, reached });
                        let vertex = self.vertices.len() - 1;
                        self.edges.push((last, vertex));
                        last = vertex;
                        open = (!is_condition).then_some(vertex);
                        vertex
                    }
                };
                self.vertices[vertex].lines.push(text);
            }
            match (kept.get(&at.target), &self.program.nodes[at.target].leaving[..]) {
                (Some(end), _) => {
                    self.edges.push((last, *end));
                    break;
                }
                (None, [next]) => edge = *next,
                _ => break,
            }
        }
    }

    fn reached(&self, edge: EdgeId) -> Option<bool> {
        self.explored?.reached.get(edge.index()).copied()?
    }
}

/// Text of an edge, in the words of the source where they say it.
fn text(program: &Program, edge: EdgeId) -> String {
    let edge = &program.edges[edge];
    let written = program.sources.snippet(edge.span);
    // An initialiser's value alone does not say what is done.
    let says = written.contains(['=', '(']) || ["++", "--"].iter().any(|word| written.contains(word));
    let says = says || written.starts_with("return");
    match edge.op {
        Op::Skip | Op::EndScope(_) | Op::Declare { .. } => String::new(),
        Op::Assign { .. } | Op::Havoc { .. } | Op::Call(_) | Op::Intrinsic { .. } if says => one_line(written, WIDTH),
        _ => one_line(&format_op(program, &edge.op), WIDTH),
    }
}
