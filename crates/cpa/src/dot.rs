//! The ARG as a graph in DOT: states with what they know, steps with what they do, coverage dashed, targets red.
//!
//! Invariant: the text depends on the ARG only; two equal runs draw the same.

use crate::arg::{Arg, ArgId};
use crate::control::Controls;
use crate::facts::Facts;
use cairn_base::Span;
use cairn_ir::dot::quoted;
use cairn_ir::{Program, Step, format_op};
use std::fmt::{self, Write};

/// Writes an ARG.
///
/// # Errors
/// Those of `out`.
pub fn write_dot<S: Facts>(
    arg: &Arg<S>,
    controls: &Controls<'_>,
    program: &Program,
    out: &mut dyn Write,
) -> fmt::Result {
    writeln!(out, "digraph arg {{")?;
    writeln!(out, "  node [shape=box, fontname=\"monospace\", fontsize=10];")?;
    writeln!(out, "  edge [fontname=\"monospace\", fontsize=9];")?;
    write_graph(arg, controls, program, "", out)?;
    writeln!(out, "}}")
}

/// Writes the states and edges of an ARG, each state's name after a prefix: one of several in a drawing.
///
/// # Errors
/// Those of `out`.
pub fn write_graph<S: Facts>(
    arg: &Arg<S>,
    controls: &Controls<'_>,
    program: &Program,
    prefix: &str,
    out: &mut dyn Write,
) -> fmt::Result {
    for id in arg.ids() {
        write_state(arg, id, controls, program, prefix, out)?;
    }
    for id in arg.ids() {
        if let (Some(parent), Some(step)) = (arg.parent(id), arg.step(id)) {
            writeln!(out, "  {prefix}{parent} -> {prefix}{id} [label={}];", quoted(&step_text(step, program)))?;
        }
        if let Some(by) = arg.covered_by(id) {
            let label = if arg.is_merged(id) { "merged" } else { "covered" };
            writeln!(
                out,
                "  {prefix}{id} -> {prefix}{by} [style=dashed, constraint=false, color=blue, label=\"{label}\"];"
            )?;
        }
    }
    Ok(())
}

fn write_state<S: Facts>(
    arg: &Arg<S>,
    id: ArgId,
    controls: &Controls<'_>,
    program: &Program,
    prefix: &str,
    out: &mut dyn Write,
) -> fmt::Result {
    let control = controls.get(arg.control(id));
    let function = &program.functions[program.nodes[control.node].function].name;
    let mut label = format!("{id} @ {}\n{function}", control.node);
    let depth = controls.depth(arg.control(id));
    if depth > 0 {
        // Writing to a string cannot fail.
        let _ = write!(label, ", frame {depth}");
    }
    let leaving = program.nodes[control.node].leaving.first();
    let span = leaving.map_or(Span::NONE, |edge| program.edges[*edge].span);
    if let Some(location) = program.sources.locate(span) {
        let _ = write!(label, "\n{}:{}", location.file, location.line);
    }
    let summary = arg.state(id).map(|state| state.summary(program)).unwrap_or_default();
    if !summary.is_empty() {
        let _ = write!(label, "\n{summary}");
    }
    let style = if arg.is_given_up(id) {
        ", style=filled, fillcolor=orange"
    } else if arg.is_target(id) {
        ", style=filled, fillcolor=red"
    } else if arg.covered_by(id).is_some() {
        ", style=dashed"
    } else if arg.is_waiting(id) {
        ", style=filled, fillcolor=yellow"
    } else {
        ""
    };
    writeln!(out, "  {prefix}{id} [label={}{style}];", quoted(&label))
}

/// Text of a step, in a few words.
fn step_text(step: Step, program: &Program) -> String {
    let call = |site| {
        let callee = program.calls[site].callee;
        callee.map_or_else(|| "?".to_owned(), |function| program.functions[function].name.clone())
    };
    match step {
        Step::Edge(edge) => format_op(program, &program.edges[edge].op),
        Step::Enter(site, _) => format!("enter {}", call(site)),
        Step::Leave(site, _) => format!("leave {}", call(site)),
        Step::Hidden(_) => String::new(),
    }
}
