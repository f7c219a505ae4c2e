//! Evaluation: the range of an integer expression in a state.
//!
//! Operations are computed over the mathematical integers ([`Interval::apply`]) and wrapped into their type. What is no
//! integer of at most 64 bits has no range; a comparison of such is 0 or 1.

use super::cell::{self, Spot};
use super::shape::Shape;
use super::state::IntervalState;
use crate::value::range::Interval;
use cairn_ir::types::Scalar;
use cairn_ir::{BinaryOp, ExprId, ExprKind, PlaceId, Program, UnaryOp, Value};

/// Deeper nested expressions have any value of their type.
const DEEPEST: u32 = 300;

/// What a truth value can be.
pub const BOOLEAN: Interval = Interval { low: 0, high: 1 };

/// A state to evaluate in.
#[derive(Clone, Copy)]
pub struct View<'a> {
    state: &'a IntervalState,
    depth: u32,
    program: &'a Program,
    nesting: u32,
}

impl<'a> View<'a> {
    /// The state as the frame at `depth` sees it.
    pub fn new(state: &'a IntervalState, depth: u32, program: &'a Program) -> Self {
        Self { state, depth, program, nesting: 0 }
    }

    fn scalar(&self, expr: ExprId) -> Option<Scalar> {
        self.program.types.scalar(self.program.type_of(expr))
    }
    /// The shape of an integer expression.
    pub fn shape(&self, expr: ExprId) -> Option<Shape> {
        Shape::of(self.scalar(expr)?)
    }

    /// The values that an expression can have; `None` for what is no integer of at most 64 bits.
    pub fn value(&self, expr: ExprId) -> Option<Interval> {
        let shape = self.shape(expr)?;
        if self.nesting > DEEPEST {
            return Some(shape.all());
        }
        let inner = Self { nesting: self.nesting + 1, ..*self };
        Some(inner.within(expr, shape).unwrap_or_else(|| shape.all()))
    }

    /// The values of an expression of a shape; `None` for all.
    fn within(&self, expr: ExprId, shape: Shape) -> Option<Interval> {
        let scalar = self.scalar(expr)?;
        match self.program.exprs[expr].kind {
            ExprKind::Constant(bits) => {
                let value = Value(bits);
                let number =
                    if scalar.is_signed() { value.as_signed(scalar.bits()) } else { i128::try_from(bits).ok()? };
                Some(Interval::point(number))
            }
            ExprKind::Load(place) => self.load(place),
            ExprKind::AddressOf(_) | ExprKind::FunctionAddress(_) => None,
            ExprKind::Unary(op, operand) => self.unary(op, operand, shape),
            ExprKind::Binary(op, left, right) => self.binary(op, left, right, shape),
            ExprKind::Cast(operand) if scalar == Scalar::Bool => {
                Some(self.truth(operand).map_or(BOOLEAN, |truth| Interval::point(i128::from(truth))))
            }
            ExprKind::Cast(operand) => Some(shape.wrapped(self.value(operand)?)),
            ExprKind::Conditional(cond, yes, no) => match self.truth(cond) {
                Some(true) => self.value(yes),
                Some(false) => self.value(no),
                None => Some(self.value(yes)?.hull(self.value(no)?)),
            },
        }
    }

    /// The values of an integer at a place.
    fn load(&self, place: PlaceId) -> Option<Interval> {
        let Some(Spot { key, field }) = cell::locate(place, self.depth, self.program) else {
            return Some(cell::shape_of(place, self.field(place), self.program)?.all());
        };
        let shape = cell::shape_of(place, field, self.program)?;
        match self.state.get(key) {
            Some(known) if known.shape() == shape => Some(known.interval()),
            _ => Some(shape.all()),
        }
    }

    /// The width of a bit-field that is not tracked.
    fn field(&self, place: PlaceId) -> Option<u32> {
        let cairn_ir::PlaceKind::Field(record, index) = self.program.exprs[place].kind else { return None };
        let fields = self.program.types.fields(self.program.type_of_place(record))?;
        fields.get(index as usize)?.bits.map(|bits| bits.width)
    }

    fn unary(&self, op: UnaryOp, operand: ExprId, shape: Shape) -> Option<Interval> {
        match op {
            UnaryOp::LogicalNot => {
                Some(self.truth(operand).map_or(BOOLEAN, |truth| Interval::point(i128::from(!truth))))
            }
            UnaryOp::Neg => {
                let of = self.value(operand)?;
                Some(shape.wrapped(Interval { low: -of.high, high: -of.low }))
            }
            UnaryOp::BitNot => {
                let of = self.value(operand)?;
                Some(shape.wrapped(Interval { low: -1 - of.high, high: -1 - of.low }))
            }
            UnaryOp::FloatIsNan
            | UnaryOp::FloatIsInf
            | UnaryOp::FloatIsFinite
            | UnaryOp::FloatIsNormal
            | UnaryOp::FloatSignBit => Some(BOOLEAN),
            UnaryOp::PopCount => Some(Interval { low: 0, high: i128::from(self.scalar(operand)?.bits()) }),
            _ => None,
        }
    }

    fn binary(&self, op: BinaryOp, left: ExprId, right: ExprId, shape: Shape) -> Option<Interval> {
        let both = self.value(left).zip(self.value(right));
        if op.is_comparison() {
            let known = both.and_then(|(a, b)| a.compare(op, b));
            return Some(known.map_or(BOOLEAN, |truth| Interval::point(i128::from(truth))));
        }
        let (a, b) = both?;
        match op {
            BinaryOp::PtrDiff | BinaryOp::PtrAdd => None,
            BinaryOp::Shl | BinaryOp::Shr if b.high >= i128::from(self.scalar(left)?.bits()) => None,
            BinaryOp::Rem if a.low >= 0 && a.high < b.low => Some(a),
            _ => Some(shape.wrapped(a.apply(op, b)?)),
        }
    }

    /// Whether an expression is true as a condition.
    pub fn truth(&self, expr: ExprId) -> Option<bool> {
        let value = self.value(expr)?;
        if !value.contains(0) {
            return Some(true);
        }
        (value == Interval::point(0)).then_some(false)
    }
}
