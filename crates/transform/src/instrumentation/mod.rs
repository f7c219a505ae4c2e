//! The instrumentation of a program with checks of undefined behaviour: before an operation that may be undefined stands a
//! branch on the condition under
//! which it is, to a label that a specification looks for ([`Op::mark_check`]). [`cairn_ir::behaviour`] says why.
//!
//! The conditions say of an operation what [`cairn_ir::eval`] says of its operands' values; a test of the interpreter holds
//! them together. An expression's operands are checked before it, from the inside out, so a condition may compute with
//! them. An arm of `c ? a : b` is checked under `c`. What the library's models in C do is not the program's, and is
//! not checked.
//!
//! A condition that is known to be false where it stands needs no branch: [`splice`] takes only those that are left.
//!
//! Whether a pointer goes to a living object is nothing that an expression can say. There a primitive stands before the
//! branch ([`Intrinsic::Access`]), whose result an analysis that knows nothing of it takes for any value: which is sound,
//! since a violation is run by the interpreter before it is reported.

mod called;
mod condition;
mod find;
mod indeterminate;
mod memory;
mod pointers;
mod splice;
mod uninitialised;

pub use find::{CheckMode, Checked, find};
pub use indeterminate::{Points, watch};
pub use splice::{UNFREED, answer_yes, splice};
pub use uninitialised::{InitialisationFlags, track};

use cairn_ir::expr::{ExprId, ExprKind, PlaceKind};
use cairn_ir::operator::BinaryTyping;
use cairn_ir::program::Program;
use cairn_ir::types::Scalar;
use cairn_ir::walk::ExprOrPlace;

/// Whether a doubt is one about a check, so that the program goes on beside it; any other is where a model ends.
pub fn is_about_check(why: &str) -> bool {
    [splice::LEFT, splice::NOT_MADE, splice::UNFREED, uninitialised::JUMPED_OVER, condition::UNDERALIGNED]
        .contains(&why)
}

/// Whether computing an expression may be undefined, as far as its text says; `reads`: a read of a variable counts.
pub fn may_be_undefined(program: &Program, root: ExprId, reads: bool) -> bool {
    program.exprs.all_parts([ExprOrPlace::Expr(root)]).into_iter().any(|part| match part {
        ExprOrPlace::Expr(expr) => match &program.exprs[expr].kind {
            ExprKind::Binary(op, ..) => {
                let row = op.row();
                let is_of_pointers = matches!(row.typing, BinaryTyping::PointerStep | BinaryTyping::PointerDistance);
                is_of_pointers || !row.undefined.is_empty()
            }
            ExprKind::Unary(op, _) => !op.row().undefined.is_empty(),
            ExprKind::Cast(of) => matches!(program.types.scalar(program.type_of(*of)), Some(Scalar::Float(_))),
            ExprKind::Load(_) => reads,
            _ => false,
        },
        ExprOrPlace::Place(place) => {
            matches!(program.exprs[place].kind, PlaceKind::Deref(_) | PlaceKind::Index(..))
        }
    })
}
