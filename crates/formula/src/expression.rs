//! Expressions as terms. The operators are elsewhere, by encoding; here is what they have in common.

use crate::cell::Shape;
use crate::operators::{Malformed, OfFloat, Operators};
use crate::place::Location;
use crate::scalar_leaves::Leaf;
use crate::step_context::{Res, Work};
use crate::symbol_facts::Interval;
use crate::symbol_table::OpaqueOp;
use cairn_ir::eval::{self, Undefined};
use cairn_ir::types::Scalar;
use cairn_ir::{BinaryOp, ExprId, ExprKind, UnaryOp, Value};
use cairn_term::TermId;

/// Stack that one level of an expression needs, generously.
const LEVEL: usize = 64 * 1024;
/// What is added when the stack runs low.
const STACK: usize = 4 * 1024 * 1024;
/// A conversion of so few integers to a float is a case distinction.
const FEW: i128 = 8;

impl Work<'_, '_> {
    pub(crate) fn scalar_of(&self, expr: ExprId) -> Res<Scalar> {
        let of = self.program.types.scalar(self.program.exprs[expr].ty);
        of.ok_or_else(|| self.malformed("an operand that is no scalar"))
    }

    /// The value of a scalar expression.
    pub(crate) fn value(&mut self, expr: ExprId) -> Res<TermId> {
        stacker::maybe_grow(LEVEL, STACK, || self.evaluate(expr))
    }
    /// The truth of a scalar expression.
    pub(crate) fn truth_of(&mut self, expr: ExprId) -> Res<TermId> {
        stacker::maybe_grow(LEVEL, STACK, || self.decide(expr))
    }

    /// What a constant term is; `None` for a term with symbols.
    pub(crate) fn as_constant(&self, term: TermId, of: Scalar) -> Option<Value> {
        let terms = &self.e.terms;
        let int = |value: i128| Value::from_i128(value, of.bits());
        terms.as_bits(term).map(Value).or_else(|| terms.as_int(term).map(int))
    }

    /// C's operators on bits.
    fn operators(&mut self) -> Operators<'_> {
        Operators::new(&mut self.e.terms)
    }
    /// Applies operators on bits; what they demand of their operands is required.
    fn operate<T>(&mut self, apply: impl FnOnce(&mut Operators<'_>) -> Result<T, Malformed>) -> Res<T> {
        let mut operators = self.operators();
        let result = apply(&mut operators);
        for condition in operators.conditions {
            self.require(condition);
        }
        result.map_err(|Malformed(what)| self.malformed(what))
    }
    /// A value extended or cut to a width, by the signedness of its type.
    pub(crate) fn resized(&mut self, x: TermId, from: Scalar, width: u32) -> TermId {
        self.operators().resized(x, from, width)
    }

    /// The truth of a value.
    pub(crate) fn truth(&mut self, value: TermId, of: Scalar) -> TermId {
        if let Scalar::Float(kind) = of {
            return self.operators().float_is_true(value, kind);
        }
        let zero = match self.e.is_number(of) {
            true => self.e.terms.int(0),
            false => self.e.terms.bits(self.e.terms.width(value), 0),
        };
        let is_zero = self.e.terms.eq(value, zero);
        self.e.terms.not(is_zero)
    }

    /// 1 or 0 in a type.
    pub(crate) fn bit_of(&mut self, truth: TermId, of: Scalar) -> TermId {
        let shape = Shape::whole(of);
        let (one, zero) = (self.e.constant(shape, 1), self.e.constant(shape, 0));
        self.e.terms.ite(truth, one, zero)
    }
    /// An `int` of 1 or 0.
    pub(crate) fn int_of(&mut self, truth: TermId) -> TermId {
        self.bit_of(truth, Scalar::Int { bits: 32, signed: true })
    }

    fn decide(&mut self, expr: ExprId) -> Res<TermId> {
        let program = self.program;
        match program.exprs[expr].kind {
            ExprKind::Unary(UnaryOp::LogicalNot, x) => {
                let truth = self.truth_of(x)?;
                Ok(self.e.terms.not(truth))
            }
            ExprKind::Binary(op, x, y) if op.is_comparison() => {
                let of = self.scalar_of(x)?;
                // C's `(a < b) != 0`, however often it is said.
                if matches!(op, BinaryOp::Eq | BinaryOp::Ne)
                    && matches!(program.exprs[y].kind, ExprKind::Constant(0))
                    && !matches!(of, Scalar::Float(_))
                {
                    let truth = self.truth_of(x)?;
                    return Ok(if op == BinaryOp::Ne { truth } else { self.e.terms.not(truth) });
                }
                if let Some(truth) = self.address_against_number(op, x, y)? {
                    return Ok(truth);
                }
                let (x, y) = (self.value(x)?, self.value(y)?);
                self.compare(op, x, y, of)
            }
            ExprKind::Cast(x) if self.keeps_truth(x, expr)? => self.truth_of(x),
            ExprKind::Conditional(cond, then, otherwise) => {
                let truth = self.truth_of(cond)?;
                match self.e.terms.as_bool(truth) {
                    Some(true) => self.truth_of(then),
                    Some(false) => self.truth_of(otherwise),
                    None => {
                        let not = self.e.terms.not(truth);
                        let then = self.guarded(truth, |work| work.truth_of(then))?;
                        let otherwise = self.guarded(not, |work| work.truth_of(otherwise))?;
                        Ok(self.e.terms.ite(truth, then, otherwise))
                    }
                }
            }
            _ => {
                let of = self.scalar_of(expr)?;
                let value = self.value(expr)?;
                Ok(self.truth(value, of))
            }
        }
    }

    /// True for a conversion after which a value is zero exactly when it was before.
    fn keeps_truth(&self, from: ExprId, to: ExprId) -> Res<bool> {
        let (from, to) = (self.scalar_of(from)?, self.scalar_of(to)?);
        let float = |of| matches!(of, Scalar::Float(_));
        Ok(to == Scalar::Bool || !float(from) && !float(to) && to.bits() >= from.bits())
    }

    pub(crate) fn compare(&mut self, op: BinaryOp, x: TermId, y: TermId, of: Scalar) -> Res<TermId> {
        if let (Some(a), Some(b)) = (self.as_constant(x, of), self.as_constant(y, of)) {
            let int = Scalar::Int { bits: 32, signed: true };
            if let Ok(outcome) = eval::binary(op, a, b, of, of, int) {
                return Ok(self.e.terms.bool(!outcome.value.is_zero()));
            }
        }
        let truth = match of {
            Scalar::Float(kind) => self.operators().float_compare(op, x, y, kind),
            _ if self.e.is_number(of) => self.number_compare(op, x, y),
            _ => self.operators().bits_compare(op, x, y, of),
        };
        truth.ok_or_else(|| self.malformed("a comparison that is none"))
    }

    fn evaluate(&mut self, expr: ExprId) -> Res<TermId> {
        let program = self.program;
        let ty = program.exprs[expr].ty;
        match program.exprs[expr].kind {
            ExprKind::Constant(bits) => {
                let of = self.scalar_of(expr)?;
                Ok(self.e.constant(Shape::whole(of), bits))
            }
            ExprKind::Load(place) => self.load(place),
            ExprKind::AddressOf(place) => self.address_of(place),
            ExprKind::FunctionAddress(function) => {
                let at = self.e.memory.addresses.function(function);
                Ok(self.e.address(at))
            }
            ExprKind::Unary(UnaryOp::LogicalNot, _) => {
                let truth = self.truth_of(expr)?;
                Ok(self.int_of(truth))
            }
            ExprKind::Unary(op, x) => {
                let (from, to) = (self.scalar_of(x)?, self.scalar_of(expr)?);
                let x = self.value(x)?;
                self.unary(op, x, from, to)
            }
            ExprKind::Binary(BinaryOp::PtrAdd, x, y) => {
                let pointee = program.types.pointee(ty).ok_or_else(|| self.malformed("a sum that is no pointer"))?;
                let (size, index) = (self.element_size(pointee)?, self.scalar_of(y)?);
                let (x, y) = (self.value(x)?, self.value(y)?);
                Ok(self.element(x, y, index, size))
            }
            ExprKind::Binary(BinaryOp::PtrDiff, x, y) => {
                let pointee = program.types.pointee(program.exprs[x].ty);
                let pointee = pointee.ok_or_else(|| self.malformed("a difference of no pointers"))?;
                let (size, to) = (self.element_size(pointee)?, self.scalar_of(expr)?);
                let (x, y) = (self.value(x)?, self.value(y)?);
                self.pointer_difference(x, y, size, to)
            }
            ExprKind::Binary(op, ..) if op.is_comparison() => {
                let to = self.scalar_of(expr)?;
                let truth = self.truth_of(expr)?;
                Ok(self.bit_of(truth, to))
            }
            ExprKind::Binary(op, x, y) => {
                let (left, right, to) = (self.scalar_of(x)?, self.scalar_of(y)?, self.scalar_of(expr)?);
                let (x, y) = (self.value(x)?, self.value(y)?);
                self.binary(op, x, y, left, right, to)
            }
            ExprKind::Cast(x) => {
                let (from, to) = (self.scalar_of(x)?, self.scalar_of(expr)?);
                if to == Scalar::Bool {
                    let truth = self.truth_of(x)?;
                    return Ok(self.bit_of(truth, to));
                }
                let x = self.value(x)?;
                Ok(self.cast(x, from, to))
            }
            ExprKind::Conditional(cond, then, otherwise) => {
                let truth = self.truth_of(cond)?;
                match self.e.terms.as_bool(truth) {
                    Some(true) => self.value(then),
                    Some(false) => self.value(otherwise),
                    None => {
                        let not = self.e.terms.not(truth);
                        let then = self.guarded(truth, |work| work.value(then))?;
                        let otherwise = self.guarded(not, |work| work.value(otherwise))?;
                        Ok(self.e.terms.ite(truth, then, otherwise))
                    }
                }
            }
        }
    }

    /// An arm, which counts only under a condition; so do the bounds that hold in it.
    fn guarded(&mut self, guard: TermId, arm: impl FnOnce(&mut Self) -> Res<TermId>) -> Res<TermId> {
        let known = self.known.clone();
        if self.e.encoding == crate::Encoding::Integer {
            self.e.learn(guard, &mut self.known);
        }
        self.guards.push(guard);
        let value = arm(self);
        self.guards.pop();
        self.known = known;
        value
    }

    fn unary(&mut self, op: UnaryOp, x: TermId, from: Scalar, to: Scalar) -> Res<TermId> {
        if let Some(value) = self.as_constant(x, from) {
            match eval::unary(op, value, from, to) {
                Ok(outcome) => return Ok(self.e.constant(Shape::whole(to), outcome.value.0)),
                Err(why) => return self.no_result(why, to),
            }
        }
        match (op, from, to) {
            (UnaryOp::BitsToFloat | UnaryOp::FloatToBits, ..) => {
                if self.e.is_number(from) || self.e.is_number(to) {
                    return Ok(self.e.opaque(OpaqueOp::Unary(op), &[x], Shape::whole(to)).0);
                }
                Ok(self.resized(x, Scalar::Pointer { bits: 0 }, to.bits()))
            }
            (_, Scalar::Float(kind), _) => {
                let result = match self.operate(|operators| operators.float_unary(op, x, kind))? {
                    OfFloat::Bits(bits) => bits,
                    OfFloat::Truth(truth) => self.int_of(truth),
                };
                self.result_of_test(result, to)
            }
            _ if self.e.is_number(from) => {
                let result = self.number_unary(op, x, from, to)?;
                Ok(self.normal(result, to))
            }
            _ => {
                let result = self.operate(|operators| operators.bits_unary(op, x))?;
                self.result_of_bits(result, to)
            }
        }
    }

    /// Tests on floats give an `int`, operations a float.
    fn result_of_test(&mut self, result: TermId, to: Scalar) -> Res<TermId> {
        if self.e.terms.sort(result) == self.e.sort_of(Shape::whole(to)) {
            return Ok(result);
        }
        Err(self.malformed("an operator on floats with another result"))
    }

    /// The result of an operation on bit-vectors as a value of a type.
    fn result_of_bits(&mut self, result: TermId, to: Scalar) -> Res<TermId> {
        if self.e.is_number(to) {
            // A count of bits in a 128-bit integer.
            return Ok(self
                .e
                .opaque(OpaqueOp::Cast(Scalar::Int { bits: 128, signed: false }), &[result], Shape::whole(to))
                .0);
        }
        let result = self.resized(result, Scalar::Pointer { bits: 0 }, to.bits());
        Ok(self.normal(result, to))
    }

    /// A `_Bool` is 0 or 1 whatever is computed.
    pub(crate) fn normal(&mut self, value: TermId, of: Scalar) -> TermId {
        if of != Scalar::Bool {
            return value;
        }
        let truth = self.truth(value, of);
        self.bit_of(truth, of)
    }

    fn binary(&mut self, op: BinaryOp, x: TermId, y: TermId, left: Scalar, right: Scalar, to: Scalar) -> Res<TermId> {
        if let (Some(a), Some(b)) = (self.as_constant(x, left), self.as_constant(y, right)) {
            match eval::binary(op, a, b, left, right, to) {
                Ok(outcome) => return Ok(self.e.constant(Shape::whole(to), outcome.value.0)),
                Err(why) => return self.no_result(why, to),
            }
        }
        if let Scalar::Float(kind) = left {
            // A remainder has no usable theory: what it is stays open, but the same operands give the same.
            if matches!(op, BinaryOp::FloatRem | BinaryOp::FloatRemainder) {
                return Ok(self.e.opaque(OpaqueOp::Binary(op), &[x, y], Shape::whole(left)).0);
            }
            return self.operate(|operators| operators.float_binary(op, x, y, kind));
        }
        if self.e.is_number(left) {
            let y = self.shift_amount(y, right);
            let result = self.number_binary(op, x, y, left, right)?;
            return Ok(self.normal(result, to));
        }
        let y = self.shift_amount_bits(y, right);
        let result = self.operate(|operators| operators.bits_binary(op, x, y, left))?;
        self.result_of_bits(result, to)
    }

    /// The amount of a shift has a type of its own: a 128-bit one is no number.
    fn shift_amount(&mut self, y: TermId, of: Scalar) -> TermId {
        if self.e.is_number(of) { y } else { self.cast(y, of, Scalar::Int { bits: 64, signed: false }) }
    }
    fn shift_amount_bits(&mut self, y: TermId, of: Scalar) -> TermId {
        if self.e.is_number(of) { self.cast(y, of, Scalar::Int { bits: 128, signed: false }) } else { y }
    }

    /// The execution ends where there is no result.
    pub(crate) fn no_result(&mut self, why: Undefined, to: Scalar) -> Res<TermId> {
        if why == Undefined::NotApplicable {
            return Err(self.malformed("an operator that does not apply"));
        }
        let never = self.e.terms.bool(false);
        self.require(never);
        Ok(self.e.constant(Shape::whole(to), 0))
    }

    pub(crate) fn cast(&mut self, x: TermId, from: Scalar, to: Scalar) -> TermId {
        if from == to {
            return x;
        }
        let shape = Shape::whole(to);
        if let Some(value) = self.as_constant(x, from) {
            let outcome = eval::cast(value, from, to);
            return self.e.constant(shape, outcome.value.0);
        }
        match (from, to) {
            (_, Scalar::Bool) => {
                let truth = self.truth(x, from);
                self.bit_of(truth, to)
            }
            (Scalar::Float(from), Scalar::Float(to)) => self.operators().float_to_float(x, from, to),
            (Scalar::Float(kind), _) if !self.e.is_number(to) => self.operators().float_to_integer(x, kind, to),
            (_, Scalar::Float(kind)) if !self.e.is_number(from) => self.operators().integer_to_float(x, from, kind),
            (_, Scalar::Float(_)) => self.few_cases(x, from, to),
            _ if self.e.is_number(from) && self.e.is_number(to) => self.number_cast(x, from, shape),
            _ if self.e.is_number(from) || self.e.is_number(to) => self.e.opaque(OpaqueOp::Cast(from), &[x], shape).0,
            _ => self.resized(x, from, to.bits()),
        }
    }

    /// A number as a float: exact when it has few values, else left open.
    fn few_cases(&mut self, x: TermId, from: Scalar, to: Scalar) -> TermId {
        let shape = Shape::whole(to);
        let range = Interval::of(Shape::whole(from));
        let range = self.e.interval_known(x, &self.known).map_or(range, |found| found.meet(range));
        if range.is_empty() || range.high - range.low >= FEW {
            return self.e.opaque(OpaqueOp::Cast(from), &[x], shape).0;
        }
        let mut result = None;
        for value in range.low..=range.high {
            let bits = eval::cast(Value::from_i128(value, from.bits()), from, to).value.0;
            let float = self.e.constant(shape, bits);
            let k = self.e.terms.int(value);
            let is = self.e.terms.eq(x, k);
            result = Some(result.map_or(float, |other| self.e.terms.ite(is, float, other)));
        }
        result.unwrap_or(x)
    }

    /// A value as it is kept in a cell or array of a shape, and back.
    pub(crate) fn shaped(&mut self, value: TermId, of: Scalar, shape: Shape) -> TermId {
        if of == shape.of && shape.bits == of.bits() {
            return value;
        }
        if self.e.is_number(of) && self.e.is_number(shape.of) {
            return self.number_cast(value, of, shape);
        }
        if self.e.is_number(of) || self.e.is_number(shape.of) {
            // The bits of one as the other: only floats and 128-bit integers get here.
            return match self.as_constant(value, of) {
                Some(bits) => self.e.constant(shape, bits.0),
                None => self.e.opaque(OpaqueOp::Cast(of), &[value], shape).0,
            };
        }
        self.resized(value, Scalar::Pointer { bits: 0 }, shape.bits)
    }
    /// The value of a shape as one of a scalar: a bit-field is extended.
    pub(crate) fn unshaped(&mut self, value: TermId, shape: Shape, of: Scalar) -> TermId {
        if of == shape.of && shape.bits == of.bits() {
            return value;
        }
        if self.e.is_number(of) && self.e.is_number(shape.of) {
            return match shape.bits == of.bits() {
                true => self.number_cast(value, shape.of, Shape::whole(of)),
                // In range already when the signs agree.
                false => self.number_cast(value, shape.of, Shape { of, bits: shape.bits }),
            };
        }
        if self.e.is_number(of) || self.e.is_number(shape.of) {
            return match self.as_constant(value, shape.of) {
                Some(bits) => self.e.constant(Shape::whole(of), bits.0),
                None => self.e.opaque(OpaqueOp::Cast(shape.of), &[value], Shape::whole(of)).0,
            };
        }
        self.resized(value, of, of.bits())
    }

    /// The value at a place.
    fn load(&mut self, place: cairn_ir::PlaceId) -> Res<TermId> {
        let leaf = self.leaf_of(place)?;
        let location = self.locate(place)?;
        // Both edges of a branch must see one value here, so it cannot be left open.
        if let Location::Memory { region: None, .. } = location {
            return Err(self.unmodelled("memory that belongs to no region"));
        }
        self.read(location, leaf)
    }

    /// The value of a scalar or bit-field somewhere.
    pub(crate) fn read(&mut self, location: Location, leaf: Leaf) -> Res<TermId> {
        match location {
            Location::Variable { var, first } => {
                let (cell, shape) = self.cell(var, first + leaf.first, leaf.bits);
                let value = self.get(cell)?;
                Ok(self.unshaped(value, shape, leaf.of))
            }
            Location::Memory { address, region } => self.read_memory(region, address, leaf),
        }
    }

    /// Writes a scalar or bit-field somewhere.
    pub(crate) fn write(&mut self, location: Location, leaf: Leaf, value: TermId) -> Res<()> {
        match location {
            Location::Variable { var, first } => {
                let (cell, shape) = self.cell(var, first + leaf.first, leaf.bits);
                let value = self.shaped(value, leaf.of, shape);
                self.set(cell, value);
                Ok(())
            }
            Location::Memory { address, region } => self.write_memory(region, address, leaf, value),
        }
    }
}
