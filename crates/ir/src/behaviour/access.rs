//! The primitives that ask about objects ([`Intrinsic::Access`], [`Intrinsic::Freeable`], [`Intrinsic::Unfreed`]), and what
//! they answer. The interpreter defines the answers; every other engine gives the same one, or any.
//!
//! A pointer belongs to the object in which, or next to which, it points: no more than [`NEAR`] bytes before its start
//! or behind its end. Since objects lie further apart than twice that, it belongs to one. So an address that is computed
//! step by step leaves its object only by way of bytes that belong to none, or by a step of more than that: the first is
//! seen when it is accessed, the second when it is computed. Why not one number for each object that pointers carry:
//! pointers are plain numbers in formulas, on the machine, and in programs that cast them.

use crate::op::{Intrinsic, Op};
use crate::program::{NodeId, Program, VarKind};
use crate::types::IntKind;
use crate::{BinaryOp, ExprId, ExprKind};
use cairn_base::Span;

/// Bytes before and behind an object where a pointer still belongs to it.
pub const NEAR: u64 = 8;

/// What the primitives answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Access {
    /// The access, or the call of `free`, is one that C allows. For no bytes: the address belongs to the object of the one
    /// that it was computed from, or is in it ([`How::within`]). For [`Intrinsic::Unfreed`]: nothing is left.
    Yes = 0,
    /// It is not: null, a function, a pointer that belongs to no object; outside of the object, or after its lifetime.
    No = 1,
    /// The pointer was not made by the program (but for null and memory that it does not name, any number is one of those), or leaves its object without an access, or may go to one of two objects of
    /// which one took the other's place.
    Unknown = 2,
}

/// What more is known of an access: the last argument of [`Intrinsic::Access`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct How {
    /// The pointer may be the address of a variable or an `alloca` whose lifetime is over and whose place another one may
    /// have by now.
    pub dangles: bool,
    /// Something is written, which no string literal allows (6.4.5p7), and no object that is defined `const` (6.7.3p6).
    pub writes: bool,
    /// Nothing is accessed, and the address has to be in the object or just behind it (6.5.6p8, 6.5.8p5).
    pub within: bool,
}

impl How {
    /// As a number.
    pub fn bits(self) -> u128 {
        u128::from(self.dangles) | u128::from(self.writes) << 1 | u128::from(self.within) << 2
    }
    /// From a number.
    pub fn of(bits: u128) -> Self {
        Self { dangles: bits & 1 != 0, writes: bits & 2 != 0, within: bits & 4 != 0 }
    }
}

/// Why a path ends where memory may not have been freed.
pub(super) const UNFREED: &str =
    "memory that is not freed where the program ends, and that something may still point to";
const LEFT: &str = "a pointer that left its object, or that the program did not make";
const NOT_MADE: &str = "free of a pointer that the program did not make";

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
