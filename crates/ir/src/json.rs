//! Automata as JSON: functions, variables, nodes and edges with their operations and places, for other programs.
//!
//! One row of an array a line, so that the text of two programs can be compared line by line. The keys are described in
//! `docs/design/cfa.md`; a change of them that breaks a reader raises `version`.

use crate::ids::{EdgeId, FunctionId, VarId};
use crate::op::{NondetSource, Op};
use crate::print::{Printer, VariableNames, format_type};
use crate::program::{Program, VarKind};
use cairn_base::Span;
use serde_json::{Map, Value, json};

/// The version of the format.
pub const VERSION: u32 = 1;

/// The whole program as one JSON object.
pub fn json(program: &Program) -> String {
    let names = VariableNames::new(program);
    let printer = Printer::with_names(program, &names);
    let model = program.types.model().word();
    let mut out = format!("{{\"format\":\"cairn-cfa\",\"version\":{VERSION},\"machine\":\"{model}\",");
    out.push_str(&format!("\"start\":\"{}\",\n", program.start));
    rows(&mut out, "functions", program.functions.ids().map(|id| function(program, id)));
    out.push_str(",\n");
    rows(&mut out, "variables", program.vars.ids().map(|id| variable(program, &printer, id)));
    out.push_str(",\n");
    let nodes = program.nodes.iter_ids().map(|(id, node)| {
        json!({
            "id": id.to_string(),
            "function": node.function.to_string(),
            "order": node.order,
            "loop_head": node.loop_head,
        })
    });
    rows(&mut out, "nodes", nodes);
    out.push_str(",\n");
    rows(&mut out, "edges", program.edges.ids().map(|id| edge(program, &printer, id)));
    out.push_str("}\n");
    out
}

/// An array of rows, one a line.
pub fn rows(out: &mut String, key: &str, rows: impl Iterator<Item = Value>) {
    out.push_str(&format!("\"{key}\":["));
    for (i, row) in rows.enumerate() {
        out.push_str(if i == 0 { "\n" } else { ",\n" });
        out.push_str(&row.to_string());
    }
    out.push_str("\n]");
}

/// A place of the source; null where there is none.
pub fn location(program: &Program, span: Span) -> Value {
    match program.sources.locate(span) {
        Some(at) => json!({ "file": &*at.file, "line": at.line, "column": at.column }),
        None => Value::Null,
    }
}

fn function(program: &Program, id: FunctionId) -> Value {
    let function = &program.functions[id];
    let ids = |list: &[VarId]| list.iter().map(ToString::to_string).collect::<Vec<_>>();
    json!({
        "id": id.to_string(),
        "name": function.name,
        "type": format_type(&program.types, function.ty),
        "entry": function.body.map(|b| b.entry.to_string()),
        "exit": function.body.map(|b| b.exit.to_string()),
        "params": ids(&function.params),
        "locals": ids(&function.locals),
        "result": function.result.map(|v| v.to_string()),
        "address_taken": function.address_taken,
        "location": location(program, function.span),
    })
}

fn variable(program: &Program, printer: &Printer<'_>, id: VarId) -> Value {
    let var = &program.vars[id];
    let kind = match var.kind {
        VarKind::Static => "static",
        VarKind::Param(_) => "param",
        VarKind::Local => "local",
        VarKind::Temp => "temp",
        VarKind::Return => "return",
        VarKind::StringLiteral => "string",
    };
    json!({
        "id": id.to_string(),
        "name": printer.name(id),
        "type": format_type(&program.types, var.ty),
        "kind": kind,
        "function": var.function.map(|f| f.to_string()),
        "address_taken": var.address_taken,
        "location": location(program, var.span),
    })
}

fn edge(program: &Program, printer: &Printer<'_>, id: EdgeId) -> Value {
    let edge = &program.edges[id];
    let mut row = Map::new();
    row.insert("id".into(), id.to_string().into());
    row.insert("source".into(), edge.source.to_string().into());
    row.insert("target".into(), edge.target.to_string().into());
    row.insert("kind".into(), kind(&edge.op).into());
    row.insert("text".into(), printer.op(&edge.op).into());
    match &edge.op {
        Op::Declare { var, .. } | Op::EndScope(var) => {
            row.insert("variable".into(), var.to_string().into());
        }
        Op::Assume { truth, .. } => {
            row.insert("truth".into(), (*truth).into());
        }
        Op::Havoc { source, .. } => {
            let by = match source {
                NondetSource::Verifier(by)
                | NondetSource::Undefined(by)
                | NondetSource::Unmodelled(by)
                | NondetSource::Other(by) => by.clone(),
                NondetSource::Volatile(read) => format!("volatile {}", printer.expr(*read)),
                NondetSource::Layout => crate::op::LAYOUT.to_owned(),
            };
            row.insert("by".into(), by.into());
        }
        Op::Call(site) => {
            let site = &program.calls[*site];
            row.insert("callee".into(), site.callee.map(|f| f.to_string()).into());
            row.insert("result".into(), site.result.map(|v| v.to_string()).into());
        }
        _ => {}
    }
    row.insert("location".into(), location(program, edge.span));
    row.insert("source_text".into(), crate::dot::shorten(program.sources.snippet(edge.span), 200).into());
    Value::Object(row)
}

const fn kind(op: &Op) -> &'static str {
    match op {
        Op::Skip => "skip",
        Op::Label(_) => "label",
        Op::Declare { .. } => "declare",
        Op::EndScope(_) => "end_scope",
        Op::Assume { .. } => "assume",
        Op::Assign { .. } => "assign",
        Op::Havoc { .. } => "havoc",
        Op::Call(_) => "call",
        Op::CallPointer { .. } => "call_pointer",
        Op::Intrinsic { .. } => "intrinsic",
        Op::Halt => "halt",
        Op::Unsupported(_) => "unsupported",
    }
}
