//! Whether a check is shown to hold before any engine runs: by ranges of integers, or by what is known of memory.
//!
//! Invariant: what is known over-approximates, so a check that holds by it is violated by no execution.

use cairn_domains::interval::IntervalInvariants;
use cairn_domains::memory::MemoryInvariants;
use cairn_ir::behaviour::Check;
use cairn_ir::interval::Interval;
use cairn_ir::{BinaryOp, ExprId, ExprKind, Program, Value};
use cairn_transform::instrumentation::{CheckMode, Checked};

/// Whether a check's condition is zero whenever an execution comes there.
pub(crate) fn by_ranges(check: &Checked, known: &IntervalInvariants, program: &Program) -> bool {
    if known.at(check.node).is_none() {
        return true;
    }
    let (CheckMode::Condition(violated) | CheckMode::OfObject(violated, _)) = check.asked else { return false };
    let truth = known
        .range(check.node, violated, program)
        .or_else(|| compared(violated, &|expr| known.range(check.node, expr, program), program));
    truth.is_some_and(|truth| truth.low == 0 && truth.high == 0)
}

/// Whether a check is shown to hold by what is known of memory.
pub(crate) fn by_memory(check: &Checked, known: &MemoryInvariants, program: &Program) -> bool {
    let node = check.node;
    match &check.asked {
        CheckMode::OfObject(violated, _) if check.check == Check::Alignment => {
            known.is_aligned(node, *violated, program)
        }
        CheckMode::Condition(violated) | CheckMode::OfObject(violated, _) => {
            let range = |expr| known.range(node, expr, program);
            let is_false = |truth: Interval| truth.low == 0 && truth.high == 0;
            known.is_zero(node, *violated, program) || compared(*violated, &range, program).is_some_and(is_false)
        }
        CheckMode::Primitive(which, args) => known.allow(node, *which, args, program),
    }
}

/// A comparison of a result in 128 bits with a constant: ranges of so many bits are not kept, but those of its operands are.
fn compared(violated: ExprId, range: &dyn Fn(ExprId) -> Option<Interval>, program: &Program) -> Option<Interval> {
    let ExprKind::Binary(comparison @ (BinaryOp::Lt | BinaryOp::Gt), result, limit) = program.exprs[violated].kind
    else {
        return None;
    };
    let ExprKind::Constant(limit) = program.exprs[limit].kind else { return None };
    let limit = Value(limit).as_signed(program.types.scalar(program.type_of(result))?.bits());
    let ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul), a, b) = program.exprs[result].kind
    else {
        return None;
    };
    let operand = |expr: ExprId| match program.exprs[expr].kind {
        ExprKind::Cast(inner) => range(inner),
        _ => None,
    };
    let result = operand(a)?.apply(op, operand(b)?)?;
    let limit = Interval { low: limit, high: limit };
    result.compare(comparison, limit).map(|truth| Interval { low: i128::from(truth), high: i128::from(truth) })
}
