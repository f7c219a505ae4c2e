//! Whether pointers are aligned at a location: the alignment of an object and the offsets in it.

use super::knowledge::MemoryInvariants;
use crate::value::{AbstractObject, Datum, Reach};
use cairn_ir::{BinaryOp, ExprId, ExprKind, NodeId, Program};

/// Least alignment of `malloc` and `alloca`, on both machines, in bytes.
const HEAP_ALIGN: u64 = 8;

impl MemoryInvariants {
    /// Whether `pointer % align != 0`, the condition of a check of alignment, is false at a location, whatever the execution.
    pub fn is_aligned(&self, node: NodeId, violated: ExprId, program: &Program) -> bool {
        let Some((pointer, align)) = asked_alignment(program, violated) else { return false };
        let of_object = |object: AbstractObject| match object.var() {
            Some(var) => program.types.align_in_record(program.vars[var].ty),
            None if object.is_unnamed() || object.is_summary() || object.is_one_of_constants() => None,
            None => Some(HEAP_ALIGN),
        };
        let aligned = self.each(node, program, |memory| {
            let datum = memory.value(pointer);
            let divides = |number: u64| number.is_multiple_of(align);
            let is_aligned = |reach: &Reach| {
                let object = of_object(reach.object).is_some_and(divides);
                object && divides(u64::from(reach.low.unsigned_abs())) && divides(u64::from(reach.step))
            };
            let reaches = datum.reaches();
            datum == Datum::Bits(0) || !reaches.is_empty() && reaches.iter().all(is_aligned)
        });
        aligned.into_iter().all(|aligned| aligned)
    }
}

/// The pointer and the alignment, not 0, of a condition `pointer % align != 0`.
fn asked_alignment(program: &Program, violated: ExprId) -> Option<(ExprId, u64)> {
    let exprs = &program.exprs;
    let ExprKind::Binary(BinaryOp::Ne, rest, zero) = exprs[violated].kind else { return None };
    let ExprKind::Binary(BinaryOp::Rem, address, align) = exprs[rest].kind else { return None };
    match (&exprs[address].kind, &exprs[align].kind, &exprs[zero].kind) {
        (ExprKind::Cast(pointer), ExprKind::Constant(align), ExprKind::Constant(0)) if *align > 0 => {
            Some((*pointer, u64::try_from(*align).ok()?))
        }
        _ => None,
    }
}
