//! Expressions as terms: the values of the executor's machine ([`Evaluation`]). The operators are elsewhere, by encoding; here
//! is what they have in common.
//!
//! A truth is a formula, so comparisons, `!` and conversions to `_Bool` are taken as truths first
//! ([`Evaluation::condition`]) and as integers of 0 or 1 only where a value is asked for ([`Evaluation::shortcut`]):
//! predicates and interpolants are made of what is said here, and `(x < y) != 0` is no atom that helps a proof.

use crate::cell::Shape;
use crate::encoding::Unmodelled;
use crate::operators::{Malformed, OfFloat, Operators};
use crate::place::{Location, PlaceLocation};
use crate::scalar_leaves::ScalarPart;
use crate::step_context::{Res, Work};
use crate::symbol_table::OpaqueOp;
use cairn_base::deep;
use cairn_ir::eval::{self, Undefined};
use cairn_ir::types::{Field, Scalar};
use cairn_ir::{BinaryOp, ExprId, ExprKind, FunctionId, PlaceId, Program, UnaryOp, Value, VarId};
use cairn_semantics::{Evaluation, Leaf, Subscript, conditional, value};
use cairn_term::TermId;

/// A conversion of so few integers to a float is a case distinction.
const FEW: i128 = 8;

impl<'p> Evaluation<'p> for Work<'_, 'p> {
    type Value = TermId;
    type Truth = TermId;
    type Location = PlaceLocation;
    type Error = Unmodelled;

    fn program(&self) -> &'p Program {
        self.program
    }
    /// What is true or false is asked for as a truth.
    fn shortcut(&mut self, expr: ExprId) -> Res<Option<TermId>> {
        let (exprs, types) = (&self.program.exprs, &self.program.types);
        let to = types.scalar(exprs[expr].ty);
        let truth = match exprs[expr].kind {
            ExprKind::Unary(UnaryOp::LogicalNot, _) => self.condition(expr)?,
            ExprKind::Binary(op, ..) if op.is_comparison() => self.condition(expr)?,
            ExprKind::Cast(x) if to == Some(Scalar::Bool) => self.condition(x)?,
            _ => return Ok(None),
        };
        let to = self.scalar_of(expr)?;
        Ok(Some(self.bit_of(truth, to)))
    }
    fn no_value(&mut self, why: &'static str) -> Res<TermId> {
        Err(self.malformed(why))
    }
    fn no_location(&mut self, why: &'static str) -> Res<PlaceLocation> {
        Err(self.malformed(why))
    }

    fn constant(&mut self, bits: u128, of: Scalar) -> Res<TermId> {
        Ok(self.e.constant(Shape::whole(of), bits))
    }
    fn function(&mut self, function: FunctionId) -> Res<TermId> {
        let at = self.e.memory.addresses.function(function);
        Ok(self.e.address(at))
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
    fn binary(
        &mut self,
        op: BinaryOp,
        (x, left): (TermId, Scalar),
        (y, right): (TermId, Scalar),
        to: Scalar,
    ) -> Res<TermId> {
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
    fn cast(&mut self, x: TermId, from: Scalar, to: Scalar) -> Res<TermId> {
        Ok(self.converted(x, from, to))
    }
    fn displaced(&mut self, _: ExprId, pointer: TermId, index: (TermId, Scalar), size: u64) -> Res<TermId> {
        Ok(self.further(pointer, index, size))
    }
    fn difference(&mut self, x: TermId, y: TermId, size: u64, to: Scalar) -> Res<TermId> {
        self.pointer_difference(x, y, size, to)
    }

    fn condition(&mut self, cond: ExprId) -> Res<TermId> {
        let program = self.program;
        match program.exprs[cond].kind {
            ExprKind::Unary(UnaryOp::LogicalNot, x) => {
                let truth = self.nested_condition(x)?;
                Ok(self.e.terms.not(truth))
            }
            ExprKind::Binary(op, x, y) if op.is_comparison() => {
                let of = self.scalar_of(x)?;
                // C's `(a < b) != 0`, however often it is said.
                if matches!(op, BinaryOp::Eq | BinaryOp::Ne)
                    && matches!(program.exprs[y].kind, ExprKind::Constant(0))
                    && !matches!(of, Scalar::Float(_))
                {
                    let truth = self.nested_condition(x)?;
                    return Ok(if op == BinaryOp::Ne { truth } else { self.e.terms.not(truth) });
                }
                if let Some(truth) = self.address_against_number(op, x, y)? {
                    return Ok(truth);
                }
                let (x, y) = (value(self, x)?, value(self, y)?);
                self.compare(op, x, y, of)
            }
            ExprKind::Cast(x) if self.keeps_truth(x, cond)? => self.nested_condition(x),
            ExprKind::Conditional(of, yes, no) => conditional(
                self,
                (of, yes, no),
                |work, arm| work.nested_condition(arm),
                |work, truth, yes, no| Ok(work.e.terms.ite(truth, yes, no)),
            ),
            _ => cairn_semantics::truth(self, cond),
        }
    }
    /// The bounds that a condition implies hold in its arm only.
    fn arm<T>(&mut self, truth: &TermId, holds: bool, evaluate: impl FnOnce(&mut Self) -> Res<T>) -> Res<T> {
        let guard = if holds { *truth } else { self.e.terms.not(*truth) };
        let known = self.known.clone();
        if self.e.encoding.is_integer() {
            self.e.learn(guard, &mut self.known);
        }
        self.guards.push(guard);
        let result = evaluate(self);
        self.guards.pop();
        self.known = known;
        result
    }
    fn truth(&mut self, value: TermId, of: Scalar) -> Res<TermId> {
        Ok(self.is_true(value, of))
    }
    fn decided(&self, truth: &TermId) -> Option<bool> {
        self.e.terms.as_bool(*truth)
    }
    fn either(&mut self, truth: TermId, yes: TermId, no: TermId, _to: Scalar) -> Res<TermId> {
        Ok(self.e.terms.ite(truth, yes, no))
    }

    fn variable(&mut self, var: VarId) -> Res<PlaceLocation> {
        if !self.e.memory.regions.is_in_memory(var) {
            return Ok(PlaceLocation::Variable { var, first: 0 });
        }
        Ok(PlaceLocation::Memory { address: self.address_of_variable(var)? })
    }
    fn pointed(&mut self, pointer: ExprId) -> Res<PlaceLocation> {
        Ok(PlaceLocation::Memory { address: value(self, pointer)? })
    }
    fn member(&mut self, base: PlaceLocation, _record: PlaceId, field: &Field) -> Res<PlaceLocation> {
        Ok(self.moved(base, field.offset))
    }
    fn element(&mut self, base: PlaceLocation, of: Subscript) -> Res<PlaceLocation> {
        self.element_of(base, of)
    }
    fn address(&mut self, at: PlaceLocation) -> Res<TermId> {
        self.address_of(at)
    }
    fn load(&mut self, place: PlaceId, at: PlaceLocation, leaf: Leaf) -> Res<TermId> {
        let part = self.part_at(place, leaf);
        let location = self.accessed(place, at)?;
        // Both edges of a branch must see one value here, so it cannot be left open.
        if let Location::Memory { region: None, .. } = location {
            return Err(self.unmodelled("memory that belongs to no region"));
        }
        self.read_at(location, part)
    }
}

impl Work<'_, '_> {
    pub(crate) fn scalar_of(&self, expr: ExprId) -> Res<Scalar> {
        let of = self.program.types.scalar(self.program.exprs[expr].ty);
        of.ok_or_else(|| self.malformed("an operand that is no scalar"))
    }

    /// A condition in a condition: an expression may be 100,000 deep.
    fn nested_condition(&mut self, cond: ExprId) -> Res<TermId> {
        deep(|| self.condition(cond))
    }

    /// Value of a constant term; `None` for a term with symbols.
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

    /// Whether a value is not zero.
    pub(crate) fn is_true(&mut self, value: TermId, of: Scalar) -> TermId {
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
        let truth = self.is_true(value, of);
        self.bit_of(truth, of)
    }

    /// The amount of a shift has a type of its own: a 128-bit one is no number.
    fn shift_amount(&mut self, y: TermId, of: Scalar) -> TermId {
        if self.e.is_number(of) { y } else { self.converted(y, of, Scalar::Int { bits: 64, signed: false }) }
    }
    fn shift_amount_bits(&mut self, y: TermId, of: Scalar) -> TermId {
        if self.e.is_number(of) { self.converted(y, of, Scalar::Int { bits: 128, signed: false }) } else { y }
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

    pub(crate) fn converted(&mut self, x: TermId, from: Scalar, to: Scalar) -> TermId {
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
                let truth = self.is_true(x, from);
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
        let range = Shape::whole(from).range();
        let range = self.e.interval_known(x, &self.known).and_then(|found| found.meet(range)).unwrap_or(range);
        if range.high - range.low >= FEW {
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

    /// The value of a scalar or bit-field somewhere.
    pub(crate) fn read_at(&mut self, location: Location, leaf: ScalarPart) -> Res<TermId> {
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
    pub(crate) fn write_at(&mut self, location: Location, leaf: ScalarPart, value: TermId) -> Res<()> {
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
