//! Programs whose ends are targets: if none is reached, every execution goes on for ever (recurrent sets, Gupta, Henzinger, Majumdar,
//! Rybalchenko and Xu, POPL 2008; the set is what the proof of safety finds).
//!
//! A *strategy* says which inputs are given: for some places a value, for the others any. The inputs of the strategy are possible, so one
//! execution that has no end suffices, and here all that follow the strategy have none. Ends are: the end of the program, `exit` and `abort`, an
//! assumption that does not hold, and undefined behaviour (whose checks the caller puts in).

use cairn_base::{FastMap, Span};
use cairn_ir::types::Scalar;
use cairn_ir::{EdgeId, ExprKind, NondetSource, Op, Program, Value};

/// The label that is passed before an end.
pub const LABEL: &str = "an end of the program";

/// Makes ends targets, and fixes inputs: the edges are those of the program that is given.
pub fn put(program: &mut Program, strategy: &FastMap<EdgeId, Value>) {
    let edges: Vec<EdgeId> = program.edges.ids().collect();
    for edge in edges {
        let of = program.edges[edge].clone();
        let function = program.nodes[of.source].function;
        match &of.op {
            Op::Havoc { place, source } if is_input(source) => {
                let ty = program.type_of_place(*place);
                if let Some(value) = strategy.get(&edge)
                    && let Some(scalar) = program.types.scalar(ty)
                {
                    let bits =
                        if scalar == Scalar::Bool { value.0 & 1 } else { Value::truncated(value.0, scalar.bits()).0 };
                    let value = program.exprs.expr(ExprKind::Constant(bits), ty);
                    program.edges[edge].op = Op::Assign { place: *place, value };
                }
            }
            Op::Halt => {
                let before = program.add_node(function);
                program.nodes[of.source].leaving.retain(|other| *other != edge);
                program.edges[edge].source = before;
                program.nodes[before].leaving.push(edge);
                program.add_edge(of.source, before, Op::Label(LABEL.to_owned()), of.span);
            }
            Op::Assume { cond, truth } if program.nodes[of.source].leaving.len() == 1 => {
                let [fails, passed, end] = [(); 3].map(|()| program.add_node(function));
                program.add_edge(of.source, fails, Op::Assume { cond: *cond, truth: !truth }, Span::NONE);
                program.add_edge(fails, passed, Op::Label(LABEL.to_owned()), of.span);
                program.add_edge(passed, end, Op::Halt, of.span);
                // The first of two edges on a condition is the one where it holds.
                if !truth {
                    program.nodes[of.source].leaving.reverse();
                }
            }
            _ => {}
        }
    }
    cairn_transform::rebuild_changed(program);
}

/// The places that ask for inputs of the program.
pub fn asking(program: &Program) -> Vec<EdgeId> {
    let asks = |op: &Op| matches!(op, Op::Havoc { source, .. } if is_input(source));
    program.edges.iter_ids().filter(|(_, edge)| asks(&edge.op)).map(|(id, _)| id).collect()
}

/// Whether the environment may choose a value: what is not modelled may be able to take one value only.
fn is_input(source: &NondetSource) -> bool {
    match source {
        NondetSource::Verifier(_) | NondetSource::Undefined(_) | NondetSource::Other(_) => true,
        NondetSource::Unmodelled(_) | NondetSource::Layout | NondetSource::Volatile(_) => false,
    }
}
