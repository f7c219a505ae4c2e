//! Evaluation of expressions and places in a graph. What needs to know more of a list segment than the graph says stops
//! with an [`Unfolding`]: the step is tried again in each of its cases.
//!
//! Undefined behaviour is taken as the value analysis does: a read at null or of freed memory gives any value, a write at
//! null changes no object, and one through a pointer that is not known may change all that a pointer can reach.

use super::state::ShapeState;
use super::unfold::Unfolding;
use super::value::{GraphObject, GraphPointer, SegmentEnd, ShapeValue};
use cairn_ir::eval::{self, Undefined};
use cairn_ir::types::{Field, Scalar};
use cairn_ir::{BinaryOp, ExprId, FunctionId, PlaceId, Program, UnaryOp, Value, VarId, VarKind};
use cairn_semantics::{Evaluation, Leaf, Subscript};

/// Where a place is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GraphSpot {
    /// At this bit of a region.
    At {
        /// The region.
        object: GraphObject,
        /// Bits from its start.
        bit: i64,
        /// Width in bits if it is a bit-field.
        field: Option<u32>,
    },
    /// Somewhere in a region.
    Within(GraphObject),
    /// At a number, counted in bits: null, or a member of what would be there.
    Number(i128),
    /// Anywhere.
    Anywhere,
}

/// A graph in the making: the successor.
pub struct ShapeMachine<'p> {
    /// The graph.
    pub state: ShapeState,
    /// The frame that executes.
    pub depth: u32,
    /// The program.
    pub program: &'p Program,
}

/// A result, or what must be known first.
pub type Unfolded<T> = Result<T, Unfolding>;

impl ShapeMachine<'_> {
    /// The type of addresses.
    pub fn pointer(&self) -> Scalar {
        Scalar::Pointer { bits: self.program.types.model().pointer_bits() }
    }
    /// The object of a variable of the current frame.
    pub fn object_of(&self, var: VarId) -> GraphObject {
        match self.program.vars[var].kind {
            VarKind::Static | VarKind::StringLiteral => GraphObject::Static(var),
            _ => GraphObject::Local(self.depth, var),
        }
    }
    /// Bytes of an object.
    pub fn size(&self, object: GraphObject) -> Option<u64> {
        match object.var() {
            Some(var) => {
                let variable = &self.program.vars[var];
                let data = variable.data.as_ref().map_or(0, |data| data.len() as u64);
                self.program.types.size_of(variable.ty).map(|size| size.max(data))
            }
            None => self.state.get(object).and_then(|node| node.size),
        }
    }
    /// The first bit of an access, when it is inside of the region.
    pub fn checked(&self, object: GraphObject, bit: i64, width: u64) -> Option<u64> {
        let at = u64::try_from(bit).ok()?;
        match self.size(object) {
            Some(size) => (at.checked_add(width)? <= size.saturating_mul(8)).then_some(at),
            None => Some(at),
        }
    }
    fn is_inside(&self, to: GraphPointer, end_too: bool) -> bool {
        match (u64::try_from(to.offset), self.size(to.object)) {
            (Ok(offset), Some(size)) => offset < size || end_too && offset == size,
            (Ok(offset), None) => offset == 0 || end_too,
            (Err(_), _) => false,
        }
    }
    /// Stops where a pointer goes to a segment that may be empty.
    fn not_empty(&self, to: GraphPointer) -> Unfolded<()> {
        match self.state.get(to.object).map(super::object::GraphNode::least) {
            Some(0) => Err(Unfolding::Emptiness(to.object)),
            _ => Ok(()),
        }
    }
    /// Where an address is; stops where that is in a segment.
    pub fn spot(&self, value: ShapeValue) -> Unfolded<GraphSpot> {
        Ok(match value {
            ShapeValue::Pointer(to) => {
                if self.state.get(to.object).is_some_and(|node| node.segment.is_some()) {
                    return Err(Unfolding::Node(to.object, to.end));
                }
                match to.offset.checked_mul(8) {
                    Some(bit) => GraphSpot::At { object: to.object, bit, field: None },
                    None => GraphSpot::Anywhere,
                }
            }
            ShapeValue::Bits(bits) => i128::try_from(bits)
                .ok()
                .and_then(|at| at.checked_mul(8))
                .map_or(GraphSpot::Anywhere, GraphSpot::Number),
            ShapeValue::Unknown | ShapeValue::Function(_) => GraphSpot::Anywhere,
        })
    }
    /// Whether a value is true as a condition.
    pub fn truth_of(&self, value: ShapeValue, of: Scalar) -> Unfolded<Option<bool>> {
        Ok(match value {
            ShapeValue::Bits(bits) => Some(eval::is_true(Value(bits), of)),
            ShapeValue::Function(_) => Some(true),
            ShapeValue::Pointer(to) => {
                self.not_empty(to)?;
                self.is_inside(to, true).then_some(true)
            }
            ShapeValue::Unknown => None,
        })
    }
    /// Whether two values are equal, where one of them is an address.
    fn equality(&self, x: ShapeValue, y: ShapeValue) -> Unfolded<Option<bool>> {
        Ok(match (x, y) {
            (ShapeValue::Pointer(a), ShapeValue::Pointer(b)) => {
                if a == b {
                    return Ok(Some(true));
                }
                self.not_empty(a)?;
                self.not_empty(b)?;
                if a.object == b.object && a.end != b.end {
                    return Err(Unfolding::Node(a.object, SegmentEnd::First));
                }
                let is_literal = |o: GraphObject| o.var().is_some_and(|v| self.is_literal(v));
                if a.object == b.object {
                    Some(false)
                } else if is_literal(a.object) && is_literal(b.object) {
                    None
                } else {
                    (self.is_inside(a, false) && self.is_inside(b, false)).then_some(false)
                }
            }
            (ShapeValue::Function(f), ShapeValue::Function(g)) => Some(f == g),
            (ShapeValue::Function(_), ShapeValue::Pointer(_)) | (ShapeValue::Pointer(_), ShapeValue::Function(_)) => {
                Some(false)
            }
            (address, ShapeValue::Bits(0)) | (ShapeValue::Bits(0), address) => {
                match self.truth_of(address, Scalar::Bool)? {
                    Some(true) => Some(false),
                    _ => None,
                }
            }
            _ => None,
        })
    }
    fn is_literal(&self, var: VarId) -> bool {
        self.program.vars[var].kind == VarKind::StringLiteral
    }
    fn order(&self, op: BinaryOp, x: ShapeValue, y: ShapeValue) -> Option<bool> {
        let (a, b) = (x.pointer()?, y.pointer()?);
        if a.object != b.object || a.end != b.end || !self.is_inside(a, true) || !self.is_inside(b, true) {
            return None;
        }
        Some(match op {
            BinaryOp::Lt => a.offset < b.offset,
            BinaryOp::Le => a.offset <= b.offset,
            BinaryOp::Gt => a.offset > b.offset,
            BinaryOp::Ge => a.offset >= b.offset,
            _ => return None,
        })
    }
    /// The value of a scalar at a spot.
    pub fn load_at(&self, at: GraphSpot, of: Scalar) -> ShapeValue {
        let GraphSpot::At { object, bit, field } = at else { return ShapeValue::Unknown };
        let width = field.unwrap_or_else(|| of.bits());
        let Some(at) = self.checked(object, bit, u64::from(width)) else { return ShapeValue::Unknown };
        let value = self.state.get(object).map_or(ShapeValue::Unknown, |node| node.read(at, u64::from(width)));
        match value {
            // Two values only: anything else in a _Bool has no meaning.
            ShapeValue::Bits(bits) if of == Scalar::Bool && bits > 1 => ShapeValue::Unknown,
            ShapeValue::Bits(bits) if width < of.bits() && of.is_signed() => {
                ShapeValue::Bits(Value::from_i128(Value(bits).as_signed(width), of.bits()).0)
            }
            value => value,
        }
    }
}

/// Result of the machine where it is one thing.
fn defined(outcome: Result<eval::Evaluated, Undefined>) -> ShapeValue {
    match outcome {
        Ok(outcome) => match outcome.undefined {
            None | Some(Undefined::SignedOverflow | Undefined::ShiftOfNegative) => ShapeValue::Bits(outcome.value.0),
            Some(_) => ShapeValue::Unknown,
        },
        Err(_) => ShapeValue::Unknown,
    }
}

fn of_truth(truth: Option<bool>) -> ShapeValue {
    truth.map_or(ShapeValue::Unknown, |truth| ShapeValue::Bits(u128::from(truth)))
}

impl<'p> Evaluation<'p> for ShapeMachine<'p> {
    type Value = ShapeValue;
    type Truth = Option<bool>;
    type Location = GraphSpot;
    type Error = Unfolding;

    fn program(&self) -> &'p Program {
        self.program
    }
    fn no_value(&mut self, _why: &'static str) -> Unfolded<ShapeValue> {
        Ok(ShapeValue::Unknown)
    }
    fn no_location(&mut self, _why: &'static str) -> Unfolded<GraphSpot> {
        Ok(GraphSpot::Anywhere)
    }
    fn constant(&mut self, bits: u128, _of: Scalar) -> Unfolded<ShapeValue> {
        Ok(ShapeValue::Bits(bits))
    }
    fn function(&mut self, function: FunctionId) -> Unfolded<ShapeValue> {
        Ok(ShapeValue::Function(function))
    }
    fn unary(&mut self, op: UnaryOp, x: ShapeValue, from: Scalar, to: Scalar) -> Unfolded<ShapeValue> {
        Ok(match (op, x) {
            (_, ShapeValue::Bits(bits)) => defined(eval::unary(op, Value(bits), from, to)),
            (UnaryOp::LogicalNot, x) => of_truth(self.truth_of(x, from)?.map(|truth| !truth)),
            _ => ShapeValue::Unknown,
        })
    }
    fn binary(
        &mut self,
        op: BinaryOp,
        (x, l): (ShapeValue, Scalar),
        (y, r): (ShapeValue, Scalar),
        to: Scalar,
    ) -> Unfolded<ShapeValue> {
        Ok(match (op, x, y) {
            (_, ShapeValue::Bits(a), ShapeValue::Bits(b)) => defined(eval::binary(op, Value(a), Value(b), l, r, to)),
            (_, ShapeValue::Unknown, _) | (_, _, ShapeValue::Unknown) => ShapeValue::Unknown,
            (BinaryOp::Eq, ..) => of_truth(self.equality(x, y)?),
            (BinaryOp::Ne, ..) => of_truth(self.equality(x, y)?.map(|equal| !equal)),
            _ if op.is_comparison() => of_truth(self.order(op, x, y)),
            // Addresses in disguise: integers as wide as a pointer.
            (BinaryOp::Add, ShapeValue::Pointer(_), ShapeValue::Bits(by)) if to.bits() == self.pointer().bits() => {
                i64::try_from(Value(by).as_signed(r.bits()))
                    .map_or(ShapeValue::Unknown, |by| x.moved(by, self.pointer()))
            }
            (BinaryOp::Sub, ShapeValue::Pointer(_), ShapeValue::Bits(by)) if to.bits() == self.pointer().bits() => {
                let by = i64::try_from(Value(by).as_signed(r.bits())).ok().and_then(i64::checked_neg);
                by.map_or(ShapeValue::Unknown, |by| x.moved(by, self.pointer()))
            }
            _ => ShapeValue::Unknown,
        })
    }
    fn cast(&mut self, x: ShapeValue, from: Scalar, to: Scalar) -> Unfolded<ShapeValue> {
        Ok(match x {
            ShapeValue::Bits(bits) => {
                let outcome = eval::cast(Value(bits), from, to);
                if outcome.undefined == Some(Undefined::FloatToInteger) {
                    ShapeValue::Unknown
                } else {
                    ShapeValue::Bits(outcome.value.0)
                }
            }
            _ if to == Scalar::Bool => of_truth(self.truth_of(x, from)?),
            _ if from.bits() == to.bits() && !matches!(to, Scalar::Float(_)) => x,
            _ => ShapeValue::Unknown,
        })
    }
    fn displaced(
        &mut self,
        _: ExprId,
        pointer: ShapeValue,
        (index, of): (ShapeValue, Scalar),
        size: u64,
    ) -> Unfolded<ShapeValue> {
        let ShapeValue::Bits(bits) = index else { return Ok(ShapeValue::Unknown) };
        let index = i64::try_from(Value(bits).as_signed(of.bits())).ok();
        let by = index.zip(i64::try_from(size).ok()).and_then(|(index, size)| index.checked_mul(size));
        Ok(by.map_or(ShapeValue::Unknown, |by| pointer.moved(by, self.pointer())))
    }
    fn difference(&mut self, x: ShapeValue, y: ShapeValue, size: u64, to: Scalar) -> Unfolded<ShapeValue> {
        let bits = self.pointer().bits();
        let difference = match (x, y) {
            (ShapeValue::Pointer(a), ShapeValue::Pointer(b)) if (a.object, a.end) == (b.object, b.end) => {
                i128::from(a.offset) - i128::from(b.offset)
            }
            (ShapeValue::Bits(a), ShapeValue::Bits(b)) => Value(a).as_signed(bits) - Value(b).as_signed(bits),
            _ => return Ok(ShapeValue::Unknown),
        };
        let size = i128::from(size.max(1));
        let is_whole = difference % size == 0;
        Ok(if is_whole {
            ShapeValue::Bits(Value::from_i128(difference / size, to.bits()).0)
        } else {
            ShapeValue::Unknown
        })
    }

    fn truth(&mut self, value: ShapeValue, of: Scalar) -> Unfolded<Option<bool>> {
        self.truth_of(value, of)
    }
    fn decided(&self, truth: &Option<bool>) -> Option<bool> {
        *truth
    }
    fn either(&mut self, _: Option<bool>, yes: ShapeValue, no: ShapeValue, _: Scalar) -> Unfolded<ShapeValue> {
        Ok(yes.join(no))
    }

    fn variable(&mut self, var: VarId) -> Unfolded<GraphSpot> {
        Ok(GraphSpot::At { object: self.object_of(var), bit: 0, field: None })
    }
    fn pointed(&mut self, pointer: ExprId) -> Unfolded<GraphSpot> {
        let value = cairn_semantics::value(self, pointer)?;
        self.spot(value)
    }
    fn member(&mut self, base: GraphSpot, _record: PlaceId, field: &Field) -> Unfolded<GraphSpot> {
        let first = field.bits.map_or(0, |bits| i64::from(bits.first));
        let by = i64::try_from(field.offset).ok().and_then(|offset| offset.checked_mul(8)?.checked_add(first));
        let field = field.bits.map(|bits| bits.width);
        Ok(match (base, by) {
            (GraphSpot::At { object, bit, .. }, Some(by)) => {
                bit.checked_add(by).map_or(GraphSpot::Anywhere, |bit| GraphSpot::At { object, bit, field })
            }
            (GraphSpot::Number(bit), Some(by)) => {
                bit.checked_add(i128::from(by)).map_or(GraphSpot::Anywhere, GraphSpot::Number)
            }
            (GraphSpot::Within(object), _) => GraphSpot::Within(object),
            _ => GraphSpot::Anywhere,
        })
    }
    fn element(&mut self, base: GraphSpot, of: Subscript) -> Unfolded<GraphSpot> {
        let Subscript { index, size, .. } = of;
        let value = cairn_semantics::value(self, index)?;
        let bits = self.program.types.scalar(self.program.type_of(index)).map_or(64, Scalar::bits);
        let by = match value {
            ShapeValue::Bits(value) => i64::try_from(Value(value).as_signed(bits)).ok(),
            _ => None,
        };
        let by = by.zip(i64::try_from(size).ok()).and_then(|(index, size)| index.checked_mul(size)?.checked_mul(8));
        Ok(match (base, by) {
            (GraphSpot::At { object, bit, .. }, Some(by)) => {
                bit.checked_add(by).map_or(GraphSpot::Anywhere, |bit| GraphSpot::At { object, bit, field: None })
            }
            (GraphSpot::Number(bit), Some(by)) => {
                bit.checked_add(i128::from(by)).map_or(GraphSpot::Anywhere, GraphSpot::Number)
            }
            // Memory is flat within an object, as for the value analysis.
            (GraphSpot::At { object, .. }, None) => GraphSpot::Within(object),
            (GraphSpot::Within(object), _) => GraphSpot::Within(object),
            _ => GraphSpot::Anywhere,
        })
    }
    fn address(&mut self, at: GraphSpot) -> Unfolded<ShapeValue> {
        Ok(match at {
            GraphSpot::At { object, bit, field: None } if bit % 8 == 0 => ShapeValue::to(object, bit / 8),
            GraphSpot::Number(bit) if bit % 8 == 0 => {
                ShapeValue::Bits(Value::from_i128(bit / 8, self.pointer().bits()).0)
            }
            _ => ShapeValue::Unknown,
        })
    }
    fn load(&mut self, _place: PlaceId, at: GraphSpot, leaf: Leaf) -> Unfolded<ShapeValue> {
        Ok(self.load_at(at, leaf.of))
    }
}
