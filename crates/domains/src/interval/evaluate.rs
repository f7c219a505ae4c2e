//! Evaluation: the range of an integer expression in a state ([`Evaluation`]).
//!
//! Operations are computed over the mathematical integers ([`Interval::apply`]) and wrapped into their type. What is no
//! integer of at most 64 bits has no range; a comparison of such is 0 or 1.

use super::cell::{self, CellLocation, TrackedPart};
use super::shape::IntegerShape;
use super::state::IntervalState;
use cairn_ir::interval::Interval;
use cairn_ir::types::{Field, Scalar};
use cairn_ir::{BinaryOp, ExprId, FunctionId, PlaceId, Program, UnaryOp, Value, VarId};
use cairn_semantics::{Evaluation, Leaf, Subscript};
use std::borrow::Borrow;
use std::convert::Infallible;

/// Range of a truth value.
pub const BOOLEAN: Interval = Interval { low: 0, high: 1 };

/// A state as the frame at `depth` sees it: the machine of this analysis.
#[derive(Clone, Copy)]
pub struct Intervals<'p, S> {
    /// The state: to look at (`&IntervalState`), or to change.
    pub state: S,
    /// The frame that evaluates.
    pub depth: u32,
    /// The program.
    pub program: &'p Program,
}

/// A state to evaluate in.
pub type View<'a> = Intervals<'a, &'a IntervalState>;

impl<'a> View<'a> {
    /// The state as the frame at `depth` sees it.
    pub fn new(state: &'a IntervalState, depth: u32, program: &'a Program) -> Self {
        Self { state, depth, program }
    }
    /// The shape of an integer expression.
    pub fn shape(&self, expr: ExprId) -> Option<IntegerShape> {
        IntegerShape::of(self.program.types.scalar(self.program.type_of(expr))?)
    }
    /// The values that an expression can have; `None` for what is no integer of at most 64 bits.
    pub fn value(mut self, expr: ExprId) -> Option<Interval> {
        let Ok(value) = cairn_semantics::value(&mut self, expr);
        value
    }
    /// Whether an expression is true as a condition.
    pub fn truth(self, expr: ExprId) -> Option<bool> {
        truth(self.value(expr))
    }
}

fn truth(value: Option<Interval>) -> Option<bool> {
    let value = value?;
    if !value.contains(0) {
        return Some(true);
    }
    (value == Interval::point(0)).then_some(false)
}

fn of_truth(truth: Option<bool>) -> Interval {
    truth.map_or(BOOLEAN, |truth| Interval::point(i128::from(truth)))
}

/// A result of a type: all of its values where no more is known.
fn of_type(result: Option<Interval>, of: Scalar) -> Option<Interval> {
    let shape = IntegerShape::of(of)?;
    Some(result.map_or(shape.all(), |result| shape.wrapped(result)))
}

type Answer<T> = Result<T, Infallible>;

impl<'p, S: Borrow<IntervalState>> Evaluation<'p> for Intervals<'p, S> {
    type Value = Option<Interval>;
    type Truth = Option<bool>;
    type Location = CellLocation;
    type Error = Infallible;

    fn program(&self) -> &'p Program {
        self.program
    }
    /// What is no integer has no range, whatever its operands are.
    fn shortcut(&mut self, expr: ExprId) -> Answer<Option<Self::Value>> {
        let scalar = self.program.types.scalar(self.program.type_of(expr));
        Ok(if scalar.and_then(IntegerShape::of).is_none() { Some(None) } else { None })
    }
    fn no_value(&mut self, _why: &'static str) -> Answer<Self::Value> {
        Ok(None)
    }
    fn no_location(&mut self, _why: &'static str) -> Answer<CellLocation> {
        Ok(CellLocation::Elsewhere)
    }

    fn constant(&mut self, bits: u128, of: Scalar) -> Answer<Self::Value> {
        let number = if of.is_signed() { Some(Value(bits).as_signed(of.bits())) } else { i128::try_from(bits).ok() };
        Ok(of_type(number.map(Interval::point), of))
    }
    fn function(&mut self, _function: FunctionId) -> Answer<Self::Value> {
        Ok(Some(IntegerShape::of_object(self.program.types.model().pointer_bits())))
    }
    fn unary(&mut self, op: UnaryOp, x: Self::Value, from: Scalar, to: Scalar) -> Answer<Self::Value> {
        let result = match op {
            UnaryOp::LogicalNot => Some(of_truth(truth(x).map(|truth| !truth))),
            UnaryOp::Neg => x.map(|x| Interval { low: -x.high, high: -x.low }),
            UnaryOp::BitNot => x.map(|x| Interval { low: -1 - x.high, high: -1 - x.low }),
            UnaryOp::FloatIsNan
            | UnaryOp::FloatIsInf
            | UnaryOp::FloatIsFinite
            | UnaryOp::FloatIsNormal
            | UnaryOp::FloatSignBit => Some(BOOLEAN),
            UnaryOp::PopCount => Some(Interval { low: 0, high: i128::from(from.bits()) }),
            _ => None,
        };
        Ok(of_type(result, to))
    }
    fn binary(
        &mut self,
        op: BinaryOp,
        (x, l): (Self::Value, Scalar),
        (y, _): (Self::Value, Scalar),
        to: Scalar,
    ) -> Answer<Self::Value> {
        let both = x.zip(y);
        if op.is_comparison() {
            return Ok(of_type(Some(of_truth(both.and_then(|(a, b)| a.compare(op, b)))), to));
        }
        let result = both.and_then(|(a, b)| match op {
            BinaryOp::Shl | BinaryOp::Shr if b.high >= i128::from(l.bits()) => None,
            BinaryOp::Rem if a.low >= 0 && a.high < b.low => Some(a),
            _ => a.apply(op, b),
        });
        Ok(of_type(result, to))
    }
    fn cast(&mut self, x: Self::Value, _from: Scalar, to: Scalar) -> Answer<Self::Value> {
        Ok(of_type(if to == Scalar::Bool { Some(of_truth(truth(x))) } else { x }, to))
    }
    fn displaced(&mut self, _: ExprId, _: Self::Value, _: (Self::Value, Scalar), _: u64) -> Answer<Self::Value> {
        Ok(None)
    }
    fn difference(&mut self, _: Self::Value, _: Self::Value, _: u64, to: Scalar) -> Answer<Self::Value> {
        Ok(of_type(None, to))
    }

    fn truth(&mut self, value: Self::Value, _of: Scalar) -> Answer<Self::Truth> {
        Ok(truth(value))
    }
    fn decided(&self, truth: &Self::Truth) -> Option<bool> {
        *truth
    }
    fn either(&mut self, _: Self::Truth, yes: Self::Value, no: Self::Value, to: Scalar) -> Answer<Self::Value> {
        Ok(of_type(yes.zip(no).map(|(yes, no)| yes.hull(no)), to))
    }

    fn variable(&mut self, var: VarId) -> Answer<CellLocation> {
        Ok(match cell::key_of_var(var, self.depth, self.program) {
            Some(key) => CellLocation::Cell(TrackedPart { key, field: None }),
            None => CellLocation::Object,
        })
    }
    fn pointed(&mut self, _pointer: ExprId) -> Answer<CellLocation> {
        Ok(CellLocation::Elsewhere)
    }
    fn member(&mut self, base: CellLocation, record: PlaceId, field: &Field) -> Answer<CellLocation> {
        Ok(base.member(record, field, self.program))
    }
    fn element(&mut self, base: CellLocation, of: Subscript) -> Answer<CellLocation> {
        Ok(base.element(self.program.facts.contained.contains(&of.place)))
    }
    /// No object is at null, nor is a part of one. A subscript on the way may leave its array, and then it is any number.
    fn address(&mut self, at: CellLocation) -> Answer<Self::Value> {
        let is_object = matches!(at, CellLocation::Cell(_) | CellLocation::Untracked(_) | CellLocation::Object);
        Ok(is_object.then(|| IntegerShape::of_object(self.program.types.model().pointer_bits())))
    }
    fn load(&mut self, _place: PlaceId, at: CellLocation, leaf: Leaf) -> Answer<Self::Value> {
        let Some(shape) = cell::shape_of(leaf) else { return Ok(None) };
        let CellLocation::Cell(TrackedPart { key, .. }) = at else { return Ok(Some(shape.all())) };
        Ok(Some(match self.state.borrow().get(key) {
            Some(known) if known.shape() == shape => known.interval(),
            _ => shape.all(),
        }))
    }
}
