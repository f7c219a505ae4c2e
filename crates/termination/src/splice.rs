//! What is spliced into a program: variables, room on an edge or before a function, assignments, and the label of a failure.
//!
//! Invariant: nodes and edges that were there stay; who splices rebuilds at the end what the program derives from them.

use cairn_base::Span;
use cairn_ir::program::Body;
use cairn_ir::types::TypeId;
use cairn_ir::{EdgeId, ExprId, ExprKind, FunctionId, NodeId, Op, Program, VarId};

/// The label that is passed where a ranking does not become smaller.
pub(crate) const LABEL: &str = "a ranking function that does not become smaller";

/// A static variable begins with the program.
pub(crate) fn declare(program: &mut Program, var: VarId) {
    let Some(body) = program.functions[program.start].body else { return };
    let first = program.add_node(program.start);
    program.add_edge(first, body.entry, Op::Declare { var, zeroed: true }, Span::NONE);
    program.functions[program.start].body = Some(Body { entry: first, ..body });
}

/// Room at the end of an edge: from the first node to the second.
pub(crate) fn split(program: &mut Program, edge: EdgeId) -> (NodeId, NodeId) {
    let target = program.edges[edge].target;
    let first = program.add_node(program.nodes[target].function);
    program.edges[edge].target = first;
    program.nodes[first].entering.push(edge);
    program.nodes[target].entering.retain(|other| *other != edge);
    (first, target)
}

pub(crate) fn before_entry(program: &mut Program, function: FunctionId) -> (NodeId, NodeId) {
    let first = program.add_node(function);
    let body = program.functions[function].body.expect("a cycle is in functions with bodies");
    program.functions[function].body = Some(Body { entry: first, ..body });
    (first, body.entry)
}

pub(crate) fn constant(program: &mut Program, value: i128, ty: TypeId) -> ExprId {
    let bits = program.types.scalar(ty).map_or(64, cairn_ir::types::Scalar::bits);
    program.exprs.expr(ExprKind::Constant(cairn_ir::Value::from_i128(value, bits).0), ty)
}

pub(crate) fn assign(program: &mut Program, at: NodeId, var: VarId, value: ExprId) -> NodeId {
    let place = program.var_place(var);
    let next = program.add_node(program.nodes[at].function);
    program.add_edge(at, next, Op::Assign { place, value }, Span::NONE);
    next
}

pub(crate) fn fail(program: &mut Program, at: NodeId, span: Span) {
    let function = program.nodes[at].function;
    let [passed, end] = [(); 2].map(|()| program.add_node(function));
    program.add_edge(at, passed, Op::Label(LABEL.to_owned()), span);
    program.add_edge(passed, end, Op::Halt, span);
}
