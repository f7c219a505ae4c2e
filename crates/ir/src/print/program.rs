//! The whole program as text: one line for each function, node and edge, the same on every run and machine.

use super::{Printer, VariableNames, format_declaration};
use crate::ids::{FunctionId, NodeId};
use crate::program::{Program, VarKind};
use std::fmt::Write;

/// The program as text. Functions without a body are left out, and so are the frames' parameters, locals that a Declare
/// edge introduces; temporaries are listed because nothing else gives their types.
pub fn text(program: &Program) -> String {
    let names = VariableNames::new(program);
    let printer = Printer::with_names(program, &names);
    let nodes_of = program.nodes_by_function();
    let mut out = String::new();
    for function in program.functions.ids() {
        if program.functions[function].body.is_some() {
            write_function(&mut out, program, &printer, function, &nodes_of[function]);
        }
    }
    out
}

fn write_function(out: &mut String, program: &Program, printer: &Printer<'_>, id: FunctionId, nodes: &[NodeId]) {
    let function = &program.functions[id];
    if !out.is_empty() {
        out.push('\n');
    }
    let params: Vec<&str> = function.params.iter().map(|p| printer.name(*p)).collect();
    let params = if params.is_empty() { String::new() } else { format!("  // {}", params.join(", ")) };
    let _ = writeln!(out, "{}{params}", format_declaration(&program.types, function.ty, &function.name));
    let result = function.result.iter().filter(|r| !function.locals.contains(r));
    for var in function.locals.iter().chain(result) {
        let variable = &program.vars[*var];
        let what = match variable.kind {
            VarKind::Temp => "temp",
            VarKind::Return => "result",
            _ => continue,
        };
        let _ = writeln!(out, "  {what} {};", format_declaration(&program.types, variable.ty, printer.name(*var)));
    }
    let Some(body) = function.body else { return };
    for id in nodes {
        let node = &program.nodes[*id];
        let mut marks = String::new();
        for (mark, shown) in [("entry", body.entry == *id), ("exit", body.exit == *id), ("loop head", node.loop_head)] {
            if shown {
                marks.push(' ');
                marks.push_str(mark);
            }
        }
        let _ = writeln!(out, "  {id}:{marks}");
        for (_, edge) in program.leaving(*id) {
            let _ = writeln!(out, "    -> {}  {}", edge.target, printer.op(&edge.op));
        }
    }
}
