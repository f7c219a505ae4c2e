//! The primitives that ask about objects ([`cairn_ir::behaviour::Access`]), as operations of a program.

use cairn_base::Span;
use cairn_ir::behaviour::{Access, How};
use cairn_ir::ids::NodeId;
use cairn_ir::op::{Intrinsic, Op};
use cairn_ir::program::{Program, VarKind};
use cairn_ir::types::IntKind;
use cairn_ir::{BinaryOp, ExprId, ExprKind};

/// Why a path ends where memory may not have been freed.
pub const UNFREED: &str = "memory that is not freed where the program ends, and that something may still point to";
pub(super) const LEFT: &str = "a pointer that left its object, or that the program did not make";
pub(super) const NOT_MADE: &str = "free of a pointer that the program did not make";

/// Why a path ends whose answer is [`Access::Unknown`].
pub(super) fn doubt(which: Intrinsic) -> &'static str {
    if which == Intrinsic::Freeable { NOT_MADE } else { LEFT }
}

/// The arguments of [`Intrinsic::Access`] that ask whether a pointer belongs to an object.
pub(super) fn of_no_bytes(program: &mut Program, pointer: ExprId) -> Vec<ExprId> {
    let (size_t, int) = (program.types.size_t(), program.types.int(IntKind::Int));
    let none = program.exprs.expr(ExprKind::Constant(0), size_t);
    let how = program.exprs.expr(ExprKind::Constant(How::default().bits()), int);
    vec![pointer, pointer, none, how]
}

/// Puts a primitive after a location; where it ends, and its answer.
pub(super) fn ask(
    program: &mut Program,
    from: NodeId,
    which: Intrinsic,
    args: &[ExprId],
    span: Span,
) -> (NodeId, ExprId) {
    let function = program.nodes[from].function;
    let int = program.types.int(IntKind::Int);
    let name = format!("#access {}", program.vars.len());
    let var = program.add_var(&name, int, VarKind::Temp, Some(function));
    let (result, asked) = (program.var_place(var), program.add_node(function));
    let op = Op::Intrinsic { which, args: args.to_vec(), result: Some(result) };
    program.add_edge(from, asked, op, span);
    (asked, program.var_value(var))
}

/// That an answer is this one.
pub(super) fn is(program: &mut Program, answer: ExprId, access: Access) -> ExprId {
    let int = program.types.int(IntKind::Int);
    let value = program.exprs.expr(ExprKind::Constant(access as u128), int);
    program.exprs.expr(ExprKind::Binary(BinaryOp::Eq, answer, value), int)
}
