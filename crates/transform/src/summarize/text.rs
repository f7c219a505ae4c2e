//! A summary to read: as text, a sequence one line a step and a choice indented, and as a drawing for Graphviz.

use super::block::{Block, BlockId};
use super::{Summary, SummaryNode};
use cairn_ir::dot::{quoted, shorten};
use cairn_ir::op::Op;
use cairn_ir::print::{Printer, VariableNames};
use cairn_ir::program::Program;
use cairn_ir::step::Step;
use std::fmt::Write;

/// Lines for one edge, at most: blocks share parts, and a text cannot.
const MOST_LINES: usize = 400;
const MOST_DRAWN: usize = 16;

/// A summary as text: one paragraph an edge.
pub fn text(program: &Program, summary: &Summary) -> String {
    let names = VariableNames::new(program);
    let printer = Printer::with_names(program, &names);
    let measures = summary.blocks().measures();
    let mut out = String::new();
    let _ = writeln!(out, "// {} of {} nodes stay", summary.kept().count(), program.nodes.len());
    for edge in summary.edges() {
        let measure = measures[edge.block];
        let paths = if measure.paths == 1 { "path" } else { "paths" };
        let (source, target) = (place(program, &edge.source), place(program, &edge.target));
        let _ = writeln!(out, "{source} -> {target}  // {} {paths}, up to {} steps", measure.paths, measure.longest);
        lines(program, &printer, summary, edge.block, MOST_LINES, &mut |depth, line| {
            let _ = writeln!(out, "  {:depth$}{line}", "", depth = 2 * depth);
        });
    }
    out
}

/// A summary as one directed graph.
pub fn dot(program: &Program, summary: &Summary) -> String {
    let names = VariableNames::new(program);
    let printer = Printer::with_names(program, &names);
    let mut out = String::from("digraph summary {\n  node [fontname=\"monospace\", fontsize=10];\n");
    out.push_str("  edge [fontname=\"monospace\", fontsize=10];\n");
    for edge in summary.edges() {
        let mut label = String::new();
        lines(program, &printer, summary, edge.block, MOST_DRAWN, &mut |depth, line| {
            let _ = write!(label, "{:depth$}{}\\l", "", shorten(line, 48).replace(['"', '\\'], "'"), depth = 2 * depth);
        });
        // A node is drawn once, whoever calls its function; the blocks say who does.
        let bare = |of: &SummaryNode| match of {
            SummaryNode::Node(_, node) => place(program, &SummaryNode::Node(Vec::new(), *node)),
            SummaryNode::Error => place(program, of),
        };
        let (source, target) = (bare(&edge.source), bare(&edge.target));
        let _ = writeln!(out, "  {} -> {} [label=\"{label}\"];", quoted(&source), quoted(&target));
    }
    out.push_str("}\n");
    out
}

/// A place: `main n3`, `f@call2>f n7` for a node of `f` that this call of it leads to, `error`.
pub(super) fn place(program: &Program, place: &SummaryNode) -> String {
    match place {
        SummaryNode::Error => "error".to_owned(),
        SummaryNode::Node(calls, node) => {
            let name = |call| match program.calls[call].callee {
                Some(callee) => format!("{}>", call_name(program, callee, call)),
                None => String::new(),
            };
            let calls: String = calls.iter().map(|call| name(*call)).collect();
            let function = &program.functions[program.nodes[*node].function].name;
            format!("{calls}{function} {node}")
        }
    }
}

fn call_name(program: &Program, callee: cairn_ir::FunctionId, call: cairn_ir::CallSiteId) -> String {
    format!("{}@{call}", program.functions[callee].name)
}

pub(super) fn step(program: &Program, printer: &Printer<'_>, step: Step) -> Option<String> {
    let callee = |call: cairn_ir::CallSiteId| match program.calls[call].callee {
        Some(callee) => call_name(program, callee, call),
        None => call.to_string(),
    };
    match step {
        Step::Edge(edge) if program.edges[edge].op == Op::Skip => None,
        Step::Hidden(_) => None,
        Step::Edge(edge) => Some(printer.op(&program.edges[edge].op)),
        Step::Enter(call, _) => Some(format!("enter {}", callee(call))),
        Step::Leave(call, _) => Some(format!("leave {}", callee(call))),
    }
}

/// A part still to be written.
enum Part {
    Block(BlockId, usize),
    Line(&'static str, usize),
}

fn lines(
    program: &Program,
    printer: &Printer<'_>,
    summary: &Summary,
    block: BlockId,
    most: usize,
    line: &mut dyn FnMut(usize, &str),
) {
    let blocks = summary.blocks();
    let mut written = 0;
    let mut stack = vec![Part::Block(block, 0)];
    while let Some(part) = stack.pop() {
        written += 1;
        if written > most {
            return line(0, "…");
        }
        match part {
            Part::Line(text, depth) => line(depth, text),
            Part::Block(block, depth) => match blocks.get(block) {
                Block::Nothing => {}
                Block::Step(of) => {
                    if let Some(text) = step(program, printer, of) {
                        line(depth, &text);
                    }
                }
                Block::Sequence(..) => {
                    stack.extend(blocks.members(block).into_iter().rev().map(|part| Part::Block(part, depth)));
                }
                Block::Choice(..) => {
                    stack.push(Part::Line("}", depth));
                    for (i, part) in blocks.alternatives(block).into_iter().enumerate().rev() {
                        stack.push(Part::Block(part, depth + 1));
                        stack.push(Part::Line(if i == 0 { "{" } else { "||" }, depth));
                    }
                }
            },
        }
    }
}
