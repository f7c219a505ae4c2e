//! The numbers that a program compares its inputs with, most likely: those that stand in it, and their neighbours.

use cairn_ir::types::Scalar;
use cairn_ir::{ExprKind, Program, Value};
use std::collections::BTreeSet;

/// More constants are no hint any more.
const MOST: usize = 1000;

/// The integers in a program, from small to large, each with the next smaller and the next larger number.
pub fn of(program: &Program) -> Vec<i128> {
    let mut found = BTreeSet::new();
    for (_, expr) in program.exprs.exprs() {
        if let ExprKind::Constant(bits) = expr.kind
            && let Some(of @ (Scalar::Int { .. } | Scalar::Bool)) = program.types.scalar(expr.ty)
        {
            let value = Value(bits);
            let number = if of.is_signed() { value.as_signed(of.bits()) } else { value.as_unsigned() as i128 };
            found.extend([number.saturating_sub(1), number, number.saturating_add(1)]);
            if found.len() > MOST {
                break;
            }
        }
    }
    found.into_iter().collect()
}
