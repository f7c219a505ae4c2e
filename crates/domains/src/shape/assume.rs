//! Assumptions: refuted when the condition has the other value, and a source of values (`x == 3`) otherwise. What cannot
//! be solved for a place is left: learning less over-approximates.

use super::machine::{GraphSpot, ShapeMachine, Unfolded};
use super::value::ShapeValue;
use cairn_ir::eval;
use cairn_ir::types::Scalar;
use cairn_ir::{BinaryOp, ExprId, ExprKind, UnaryOp, Value};

/// Deeper conditions are not taken apart.
const DEEPEST: u32 = 100;

impl ShapeMachine<'_> {
    fn scalar_of(&self, expr: ExprId) -> Option<Scalar> {
        self.program.types.scalar(self.program.type_of(expr))
    }

    /// Assumes that a condition holds, or not. False when it cannot be.
    pub(super) fn refine(&mut self, cond: ExprId, truth: bool) -> Unfolded<bool> {
        let Some(scalar) = self.scalar_of(cond) else { return Ok(true) };
        let value = cairn_semantics::value(self, cond)?;
        match self.truth_of(value, scalar)? {
            Some(known) => Ok(known == truth),
            None => {
                self.learn_truth(cond, truth, 0)?;
                Ok(true)
            }
        }
    }

    fn learn_truth(&mut self, expr: ExprId, truth: bool, nesting: u32) -> Unfolded<()> {
        let Some(scalar) = self.scalar_of(expr).filter(|_| nesting < DEEPEST) else { return Ok(()) };
        match self.program.exprs[expr].kind {
            ExprKind::Unary(UnaryOp::LogicalNot, inner) => self.learn_truth(inner, !truth, nesting + 1),
            ExprKind::Cast(inner) if self.keeps_truth(inner, scalar) => self.learn_truth(inner, truth, nesting + 1),
            ExprKind::Binary(op @ (BinaryOp::Eq | BinaryOp::Ne), left, right) if (op == BinaryOp::Eq) == truth => {
                let (x, y) = (cairn_semantics::value(self, left)?, cairn_semantics::value(self, right)?);
                match (x, y) {
                    (ShapeValue::Unknown, ShapeValue::Unknown) => Ok(()),
                    (ShapeValue::Unknown, y) => self.learn_value(left, y, nesting + 1),
                    (x, ShapeValue::Unknown) => self.learn_value(right, x, nesting + 1),
                    _ => Ok(()),
                }
            }
            ExprKind::Binary(BinaryOp::Eq | BinaryOp::Ne, left, right) => {
                // A truth value that is not the one is the other.
                let (x, y) = (cairn_semantics::value(self, left)?, cairn_semantics::value(self, right)?);
                match (x, y) {
                    (ShapeValue::Unknown, ShapeValue::Bits(0)) if self.is_condition(left) => {
                        self.learn_truth(left, true, nesting + 1)
                    }
                    (ShapeValue::Unknown, y @ ShapeValue::Bits(0 | 1))
                        if self.scalar_of(left) == Some(Scalar::Bool) =>
                    {
                        let flipped = if y == ShapeValue::Bits(0) { 1 } else { 0 };
                        self.learn_value(left, ShapeValue::Bits(flipped), nesting + 1)
                    }
                    _ => Ok(()),
                }
            }
            _ if !truth && !matches!(scalar, Scalar::Float(_)) => {
                self.learn_value(expr, ShapeValue::Bits(0), nesting + 1)
            }
            _ if truth && scalar == Scalar::Bool => self.learn_value(expr, ShapeValue::Bits(1), nesting + 1),
            _ => Ok(()),
        }
    }

    fn is_condition(&self, expr: ExprId) -> bool {
        match self.program.exprs[expr].kind {
            ExprKind::Binary(op, ..) => op.is_comparison(),
            ExprKind::Unary(UnaryOp::LogicalNot, _) => true,
            _ => false,
        }
    }

    fn keeps_truth(&self, inner: ExprId, to: Scalar) -> bool {
        let Some(from) = self.scalar_of(inner) else { return false };
        let is_integer = |of: Scalar| !matches!(of, Scalar::Float(_));
        is_integer(from) && is_integer(to) && (to == Scalar::Bool || to.bits() >= from.bits())
    }

    /// Notes that an expression has a value, where it is read from a place.
    fn learn_value(&mut self, expr: ExprId, value: ShapeValue, nesting: u32) -> Unfolded<()> {
        let Some(scalar) = self.scalar_of(expr).filter(|_| nesting < DEEPEST) else { return Ok(()) };
        if matches!(scalar, Scalar::Float(_)) {
            return Ok(());
        }
        match self.program.exprs[expr].kind {
            // A pointer that was freed may be equal to another, and may not be used all the same.
            ExprKind::Load(_) if value.pointer().is_some() && super::access::asks_for_accesses(self.program) => Ok(()),
            ExprKind::Load(place) => {
                let at = cairn_semantics::locate(self, place)?;
                if let GraphSpot::At { object, bit, field: None } = at
                    && let Some(first) = self.checked(object, bit, u64::from(scalar.bits()))
                    && self.load_at(at, scalar) == ShapeValue::Unknown
                {
                    self.write_cell(object, first, u64::from(scalar.bits()), value);
                }
                Ok(())
            }
            ExprKind::Cast(inner) => {
                let Some(from) = self.scalar_of(inner) else { return Ok(()) };
                if matches!(from, Scalar::Float(_)) || scalar == Scalar::Bool || from.bits() > scalar.bits() {
                    return Ok(());
                }
                match value {
                    ShapeValue::Bits(bits) => {
                        let narrow = Value::truncated(bits, from.bits());
                        if eval::cast(narrow, from, scalar).value.0 == bits {
                            self.learn_value(inner, ShapeValue::Bits(narrow.0), nesting + 1)
                        } else {
                            Ok(())
                        }
                    }
                    value if from.bits() == scalar.bits() => self.learn_value(inner, value, nesting + 1),
                    _ => Ok(()),
                }
            }
            _ => Ok(()),
        }
    }
}
