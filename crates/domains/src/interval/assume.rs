//! Assumptions: refuted when the condition has the other truth value in all states, and a source of ranges otherwise.
//!
//! The condition is taken apart from outside in, down to cells. Where an operation wraps, [`Shape::unwrapped`] says which
//! integers it can have had. What cannot be solved for a cell is left: learning less is sound.

use super::cell::{self, CellLocation, TrackedPart};
use super::evaluate::{Intervals, View};
use super::state::IntervalState;
use cairn_ir::interval::Interval;
use cairn_ir::types::Scalar;
use cairn_ir::{BinaryOp, ExprId, ExprKind, UnaryOp};

/// Deeper conditions are not taken apart.
const DEEPEST: u32 = 100;

impl Intervals<'_, IntervalState> {
    pub(super) fn view(&self) -> View<'_> {
        View::new(&self.state, self.depth, self.program)
    }
    fn value(&self, expr: ExprId) -> Option<Interval> {
        self.view().value(expr)
    }

    /// Learns from an expression being nonzero, or zero. False when it cannot be.
    pub(super) fn refine_truth(&mut self, expr: ExprId, truth: bool, nesting: u32) -> bool {
        if self.view().truth(expr) == Some(!truth) {
            return false;
        }
        if nesting > DEEPEST {
            return true;
        }
        let inner = nesting + 1;
        match self.program.exprs[expr].kind {
            ExprKind::Unary(UnaryOp::LogicalNot, operand) => self.refine_truth(operand, !truth, inner),
            ExprKind::Cast(operand) if self.keeps_truth(operand, expr) => self.refine_truth(operand, truth, inner),
            ExprKind::Binary(op, left, right) if op.is_comparison() => self.comparison(op, truth, left, right, inner),
            // An `or` of zero has two zeros; a nonzero `and` has none.
            ExprKind::Binary(BinaryOp::Or, left, right) if !truth => {
                self.refine_truth(left, false, inner) && self.refine_truth(right, false, inner)
            }
            ExprKind::Binary(BinaryOp::And, left, right) if truth => {
                self.refine_truth(left, true, inner) && self.refine_truth(right, true, inner)
            }
            ExprKind::Conditional(cond, yes, no) => {
                if self.view().truth(yes) == Some(!truth) {
                    self.refine_truth(cond, false, inner) && self.refine_truth(no, truth, inner)
                } else if self.view().truth(no) == Some(!truth) {
                    self.refine_truth(cond, true, inner) && self.refine_truth(yes, truth, inner)
                } else {
                    true
                }
            }
            _ => {
                let Some(value) = self.value(expr) else { return true };
                let op = if truth { BinaryOp::Ne } else { BinaryOp::Eq };
                match value.restricted(op, Interval::point(0)) {
                    Some(value) => self.range(expr, value, inner),
                    None => false,
                }
            }
        }
    }

    /// Whether a value and its conversion are zero together.
    fn keeps_truth(&self, operand: ExprId, cast: ExprId) -> bool {
        let types = &self.program.types;
        let scalar = |expr| types.scalar(self.program.type_of(expr));
        match (scalar(operand), scalar(cast)) {
            (Some(_), Some(Scalar::Bool)) => true,
            (Some(Scalar::Float(_)) | None, _) | (_, None | Some(Scalar::Float(_))) => false,
            (Some(from), Some(to)) => to.bits() >= from.bits(),
        }
    }

    /// Learns from a comparison that holds, or does not.
    fn comparison(&mut self, op: BinaryOp, truth: bool, left: ExprId, right: ExprId, nesting: u32) -> bool {
        let (Some(a), Some(b)) = (self.value(left), self.value(right)) else { return true };
        let of = self.program.types.scalar(self.program.type_of(left));
        let holds = if truth { Some(op) } else { of.and_then(|of| op.negated(of)) };
        let Some((op, mirrored)) = holds.and_then(|op| Some((op, op.mirrored()?))) else { return true };
        let Some(new_a) = a.restricted(op, b) else { return false };
        if new_a != a && !self.range(left, new_a, nesting) {
            return false;
        }
        let Some(new_b) = b.restricted(mirrored, a) else { return false };
        new_b == b || self.range(right, new_b, nesting)
    }

    /// Learns from an integer expression being in a range. False when it cannot be.
    fn range(&mut self, expr: ExprId, interval: Interval, nesting: u32) -> bool {
        let (Some(shape), Some(old)) = (self.view().shape(expr), self.value(expr)) else { return true };
        let Some(interval) = interval.meet(old) else { return false };
        if nesting > DEEPEST {
            return true;
        }
        let inner = nesting + 1;
        match self.program.exprs[expr].kind {
            ExprKind::Load(place) => {
                let Ok(at) = cairn_semantics::locate(self, place);
                let leaf = cairn_semantics::leaf(self.program, place);
                if let (CellLocation::Cell(TrackedPart { key, .. }), Some(shape)) = (at, leaf.and_then(cell::shape_of))
                {
                    self.state.set(key, interval, shape);
                }
                true
            }
            ExprKind::Cast(operand) if self.is_bool(expr) => match truth_of(interval) {
                Some(truth) => self.refine_truth(operand, truth, inner),
                None => true,
            },
            ExprKind::Cast(operand) => {
                let Some(from) = self.value(operand) else { return true };
                match shape.unwrapped(interval, from) {
                    Some(new) => new == from || self.range(operand, new, inner),
                    None => false,
                }
            }
            ExprKind::Unary(op @ (UnaryOp::Neg | UnaryOp::BitNot), operand) => {
                let Some(from) = self.value(operand) else { return true };
                let turn = |i: Interval| match op {
                    UnaryOp::Neg => Interval { low: -i.high, high: -i.low },
                    _ => Interval { low: -1 - i.high, high: -1 - i.low },
                };
                match shape.unwrapped(interval, turn(from)) {
                    Some(result) => self.range(operand, turn(result), inner),
                    None => false,
                }
            }
            ExprKind::Unary(UnaryOp::LogicalNot, operand) => match truth_of(interval) {
                Some(truth) => self.refine_truth(operand, !truth, inner),
                None => true,
            },
            ExprKind::Binary(op, ..) if op.is_comparison() => match truth_of(interval) {
                Some(truth) => self.refine_truth(expr, truth, inner),
                None => true,
            },
            ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul), left, right) => {
                let (Some(a), Some(b)) = (self.value(left), self.value(right)) else { return true };
                let Some(sums) = a.apply(op, b) else { return true };
                let Some(result) = shape.unwrapped(interval, sums) else { return false };
                result == sums || self.operands(op, result, (left, a), (right, b), inner)
            }
            _ => true,
        }
    }

    /// Learns of both operands from the result over the integers. False when it cannot be.
    fn operands(
        &mut self,
        op: BinaryOp,
        result: Interval,
        (left, a): (ExprId, Interval),
        (right, b): (ExprId, Interval),
        nesting: u32,
    ) -> bool {
        let (new_a, new_b) = match op {
            BinaryOp::Add => (result.apply(BinaryOp::Sub, b), result.apply(BinaryOp::Sub, a)),
            BinaryOp::Sub => (result.apply(BinaryOp::Add, b), a.apply(BinaryOp::Sub, result)),
            _ => (quotients(result, b), quotients(result, a)),
        };
        let mut learn = |expr, old: Interval, new: Option<Interval>| {
            let Some(new) = new else { return true };
            match new.meet(old) {
                Some(new) => new == old || self.range(expr, new, nesting),
                None => false,
            }
        };
        learn(left, a, new_a) && learn(right, b, new_b)
    }

    fn is_bool(&self, expr: ExprId) -> bool {
        self.program.types.scalar(self.program.type_of(expr)) == Some(Scalar::Bool)
    }
}

/// The integers whose product with a positive constant is in `result`; `None` for other factors, where nothing is learnt.
/// (No integer at all shows as a range that is the wrong way round, which meets nothing.)
fn quotients(result: Interval, factor: Interval) -> Option<Interval> {
    let by = (factor.low == factor.high && factor.low > 0).then_some(factor.low)?;
    let low = result.low.div_euclid(by) + i128::from(result.low.rem_euclid(by) != 0);
    Some(Interval { low, high: result.high.div_euclid(by) })
}

/// Whether a truth value in a range is true.
fn truth_of(interval: Interval) -> Option<bool> {
    match (interval.contains(0), interval.contains(1)) {
        (true, false) => Some(false),
        (false, true) => Some(true),
        _ => None,
    }
}
