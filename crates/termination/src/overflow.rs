//! Ends where an address overflows: an object does not go round the end of memory, so a pointer that is moved past it has left its
//! object, which C leaves undefined (6.5.6p8).

use cairn_base::Span;
use cairn_ir::operator::BinaryTyping;
use cairn_ir::types::{IntKind, Scalar};
use cairn_ir::{BinaryOp, EdgeId, ExprKind, Op, Program, Value};

/// Has executions end where an assignment moves a pointer by a constant round the end of memory.
pub fn end_at_address_overflow(program: &mut Program) {
    let edges: Vec<EdgeId> = program.edges.ids().collect();
    let mut changed = false;
    for edge in edges {
        let Op::Assign { value, .. } = program.edges[edge].op else { continue };
        let ExprKind::Binary(op, pointer, by) = program.exprs[value].kind else { continue };
        let ExprKind::Constant(bits) = program.exprs[by].kind else { continue };
        let Some(Scalar::Int { bits: width, signed }) = program.types.scalar(program.type_of(by)) else { continue };
        let up = !signed || Value(bits).as_signed(width) > 0;
        if op.row().typing != BinaryTyping::PointerStep || bits == 0 {
            continue;
        }
        let source = program.edges[edge].source;
        if program.nodes[source].leaving.len() != 1 {
            continue;
        }
        let int = program.types.int(IntKind::Int);
        let order = if up { BinaryOp::Lt } else { BinaryOp::Gt };
        let wraps = program.exprs.expr(ExprKind::Binary(order, value, pointer), int);
        let function = program.nodes[source].function;
        let [ends, end, goes_on] = [(); 3].map(|()| program.add_node(function));
        program.nodes[source].leaving.retain(|other| *other != edge);
        program.edges[edge].source = goes_on;
        program.nodes[goes_on].leaving.push(edge);
        program.add_branch(source, wraps, ends, goes_on, Span::NONE);
        program.add_edge(ends, end, Op::Halt, Span::NONE);
        changed = true;
    }
    if changed {
        cairn_transform::rebuild_changed(program);
    }
}
